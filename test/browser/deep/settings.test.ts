// @module-tag never-again
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openReceiver } from '#test/support/receiver.ts'
import { openStaffedSite } from '#test/support/site.ts'
import { signInAs } from '../signed-in.ts'
import { eventually, focused, looksWrong, openContext, shareChromium } from '../visitor.ts'

shareChromium()

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })

describe('The webhook configuration dialog', () => {
  it('is opened, tried, saved and left by keyboard, says everything in toasts, and gives the focus back', async () => {
    const receiver = await openReceiver()
    const site = await openStaffedSite()
    const page = await (await openContext(site.url, { viewport: { width: 1280, height: 740 } })).newPage()
    await signInAs(page, site, 'owner')
    await page.goto('/staff/settings')
    await page.locator('dialog#change-webhook').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await page.locator('details:has(#connections) > summary').click()
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
    expect(await looksWrong(page, 'dialog[open]')).toEqual([])

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
