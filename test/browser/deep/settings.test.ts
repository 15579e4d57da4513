// @module-tag never-again
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { shareSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { signInAs } from '../signed-in.ts'
import { axeProblems, eventually, focused, openContext, overflowPx } from '../visitor.ts'

/** Only the last test configures a webhook, to which every booking would be sent. */
const shared = shareSite({ accounts: true })
let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })

/** A page that is signed in as the owner. */
async function openOwner() {
  const site = await shared()
  const page = await (await openContext(browser, site.url, { viewport: { width: 1280, height: 740 } })).newPage()
  await signInAs(page, site, 'owner')
  return { site, page }
}

/** The index of the settings, below the steps of the first day. */
const folded = 'details:has(#connections) > summary'

/** Opens the settings as the owner, waits for the page's script, and unfolds them. */
async function openSettings() {
  const { site, page } = await openOwner()
  await watchShifts(page)
  await page.goto('/staff/settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.locator('dialog#change-webhook').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  // Nothing shifts while the page loads and starts.
  expect(await shiftsOf(page)).toEqual([])
  await page.locator(folded).click()
  return { site, page }
}

further.describe('The deliveries', () => {
  it('give axe nothing to find, and fit a phone and a desk', async () => {
    const { site, page } = await openOwner()
    await site.book('priya@example.com')
    await page.goto('/staff/deliveries')
    await page.getByRole('link', { name: /^Confirmation, to the customer/ }).waitFor()
    for (const open of [async () => undefined, () => page.getByRole('link', { name: /^Confirmation, to the customer/ }).click()]) {
      await open()
      await page.waitForLoadState('networkidle')
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await overflowPx(page)).toBe(0)
      }
      expect(await axeProblems(page, 'main')).toEqual([])
    }
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('On its way again').waitFor()
    await eventually(async () =>
      (await site.db.selectFrom('jobs').select('state').where('kind', '=', 'customer-confirmation').execute()).map(({ state }) => state),
    ).toEqual(['done', 'done'])
  })
})

describe('The webhook configuration dialog', () => {
  further.it('that cannot save says so and keeps what was typed; cancelling stores nothing', async () => {
    const { site, page } = await openSettings()
    await page.getByRole('link', { name: 'Set: Webhook configuration' }).click()
    await page.getByLabel('Webhook URL').fill('https://hooks.zapier.com/hooks/catch/1/abc')
    const dialog = page.getByRole('dialog', { name: 'Webhook configuration' })
    await sql`create trigger full before insert on settings begin select raise(abort, 'disk full'); end`.execute(site.db)
    onTestFinished(async () => void (await sql`drop trigger full`.execute(site.db)))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Save Failed').filter({ hasText: 'Failed to save configuration securely.' }).waitFor()
    expect(await page.getByLabel('Webhook URL').inputValue()).toBe('https://hooks.zapier.com/hooks/catch/1/abc')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await site.db.selectFrom('settings').select('name').execute()).toEqual([])
  })

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
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    }
    expect(await axeProblems(page, 'dialog[open]')).toEqual([])

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
    await dialog.getByRole('button', { name: 'I’ve copied it' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await eventually(() => page.content()).not.toContain('whsec_')

    await page.getByRole('button', { name: 'Send a test' }).press('Enter')
    await page.getByText('The test arrived').waitFor()
    expect(receiver.deliveries).toHaveLength(1)
  })
})
