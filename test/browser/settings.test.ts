// @module-tag never-again
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { openStaffedSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { signInAs } from './signed-in.ts'
import { axeProblems, eventually, focused, openContext, overflowPx } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })

/** Opens the settings as the owner and waits for the page's script. */
async function openSettings() {
  const site = await openStaffedSite()
  const page = await (await openContext(browser, site.url, { viewport: { width: 1280, height: 740 } })).newPage()
  await watchShifts(page)
  await signInAs(page, site, 'owner')
  await page.goto('/staff/settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.locator('dialog#change-webhook').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  // Nothing shifts while the page loads and starts.
  expect(await shiftsOf(page)).toEqual([])
  return { site, page }
}

describe('The webhook configuration dialog', () => {
  it('is opened, tried, saved and left by keyboard, says everything in toasts, and gives the focus back', async () => {
    const receiver = await openReceiver()
    const { page } = await openSettings()
    const set = page.getByRole('link', { name: 'Set: Webhook configuration' })
    const dialog = page.getByRole('dialog', { name: 'Webhook configuration' })
    await set.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    expect(await focused(page)).toBe('value')

    await page.keyboard.type('https://evil.example/hook')
    await page.keyboard.press('Enter')
    await dialog.getByText('Webhook domain not in allowed list').waitFor()
    expect(await focused(page)).toBe('value')
    expect(await page.getByLabel('Webhook URL').inputValue()).toBe('https://evil.example/hook')
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    }
    expect(await axeProblems(page)).toEqual([])

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await eventually(() => set.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    expect(await page.getByLabel('Webhook URL').inputValue()).toBe('')

    await page.getByLabel('Webhook URL').fill(receiver.url)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await dialog.getByRole('button', { name: 'Validate' }).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await toast(page, 'URL Validated ✅').waitFor()
    expect(await page.getByLabel('Webhook URL').inputValue()).toBe(receiver.url)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await toast(page, 'Configuration Saved ✅').waitFor()
    await dialog.getByText(/^whsec_/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'I’ve copied it' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await eventually(() => page.content()).not.toContain('whsec_')

    await page.getByRole('button', { name: 'Send a test' }).press('Enter')
    await page.getByText('The test arrived').waitFor()
    expect(receiver.deliveries).toHaveLength(1)
    expect(await axeProblems(page)).toEqual([])
  })

  it('that cannot save says so and keeps what was typed; cancelling stores nothing', async () => {
    const { site, page } = await openSettings()
    await page.getByRole('link', { name: 'Set: Webhook configuration' }).click()
    await page.getByLabel('Webhook URL').fill('https://hooks.zapier.com/hooks/catch/1/abc')
    const dialog = page.getByRole('dialog', { name: 'Webhook configuration' })
    await sql`create trigger full before insert on settings begin select raise(abort, 'disk full'); end`.execute(site.db)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Save Failed').filter({ hasText: 'Failed to save configuration securely.' }).waitFor()
    expect(await page.getByLabel('Webhook URL').inputValue()).toBe('https://hooks.zapier.com/hooks/catch/1/abc')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await site.db.selectFrom('settings').select('name').execute()).toEqual([])
  })
})

describe('The deliveries', () => {
  it('give axe nothing to find, and fit at three widths', async () => {
    const { site, page } = await openSettings()
    await page.evaluate(() =>
      fetch('/functions/v1/submit-booking', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Priya Raman',
          phone: '07700 900264',
          email: 'priya@example.com',
          service: 'Burst Pipe',
          serviceLevel: 'standard',
        }),
      }),
    )
    await page.goto('/staff/deliveries')
    await page.getByRole('link', { name: /^Confirmation, to the customer/ }).waitFor()
    for (const open of [async () => undefined, () => page.getByRole('link', { name: /^Confirmation, to the customer/ }).click()]) {
      await open()
      await page.waitForLoadState('networkidle')
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await overflowPx(page)).toBe(0)
      }
      expect(await axeProblems(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('On its way again').waitFor()
    await eventually(async () =>
      (await site.db.selectFrom('jobs').select('state').where('kind', '=', 'customer-confirmation').execute()).map(({ state }) => state),
    ).toEqual(['done', 'done'])
  })
})
