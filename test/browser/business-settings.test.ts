// @module-tag never-again
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '#test/support/chromium.ts'
import { openStaffedSite, type Site } from '#test/support/site.ts'
import { axeProblems, eventually, formOf, newVisitor, openContext, overflowPx, started, toReview } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium({ whole: true })
})
afterAll(() => browser?.close())

/** The owner on a page of the settings. */
async function enteredAsOwner(site: Site, path: string): Promise<Page> {
  const page = await (await openContext(browser, site.url, { viewport: { width: 1280, height: 740 } })).newPage()
  await page.goto(`/auth?next=${path}`)
  const { email, password } = await site.sampleOf('owner')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname === path)
  return page
}

describe('A fee that the owner changes while somebody books', () => {
  it('is shown anew before it obliges to pay, and then it is what is paid', async () => {
    const site = await openStaffedSite({ DEV_TOOLS: 'on' })
    const visitor = await (await openContext(browser, site.url)).newPage()
    const person = newVisitor()
    await visitor.goto('/book?serviceLevel=redline')
    await started(visitor)
    await toReview(visitor, person)
    await visitor.getByRole('button', { name: 'Book and pay £29.99' }).waitFor()

    const owner = await enteredAsOwner(site, '/staff/settings/business')
    for (const width of [320, 1280]) {
      await owner.setViewportSize({ width, height: 740 })
      expect(await overflowPx(owner)).toBeLessThanOrEqual(0)
    }
    expect(await axeProblems(owner)).toEqual([])
    await owner.getByRole('link', { name: 'Change: Fees' }).click()
    const fee = owner.getByLabel('Red Line, booked online')
    await fee.fill('a lot')
    await fee.press('Enter')
    await owner.getByRole('link', { name: 'Red Line, booked online: enter pounds, like 29.99' }).click()
    await eventually(() => fee.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await fee.inputValue()).toBe('a lot')
    expect(await axeProblems(owner)).toEqual([])
    await fee.fill('34.99')
    await fee.press('Enter')
    await owner.getByText('Saved', { exact: true }).waitFor()

    await visitor.getByRole('button', { name: /^Book and pay/ }).click()
    await formOf(visitor).getByText('The price has changed').waitFor()
    await formOf(visitor).getByText('The Red Line priority fee is now £34.99.').waitFor()
    const again = visitor.getByRole('button', { name: 'Book and pay £34.99' })
    await again.waitFor()
    expect(await formOf(visitor).textContent()).not.toContain('£29.99')
    expect(await axeProblems(visitor)).toEqual([])
    expect(await site.db.selectFrom('bookings').select('id').where('email', '=', person.email).execute()).toEqual([])
    await again.click()
    await visitor.locator('[data-sent]').getByText('£34.99').first().waitFor()
    const booked = await site.db.selectFrom('bookings').select('priorityFeePence').where('email', '=', person.email).execute()
    expect(booked).toEqual([{ priorityFeePence: 3_499 }])

    // A page that is opened now knows it from the start, in what its scripts make of it too.
    const next = await (await openContext(browser, site.url)).newPage()
    await next.goto('/book')
    await started(next)
    expect(await formOf(next).textContent()).toContain('£34.99 online (£95 by phone)')
  })
})
