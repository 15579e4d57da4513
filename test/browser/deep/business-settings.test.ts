// @module-tag never-again
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { further } from '#test/support/depth.ts'
import { openStaffedSite, type Site } from '#test/support/site.ts'
import { patienceMs } from '../kept-pages.ts'
import { signInAs } from '../signed-in.ts'
import { axeProblems, eventually, formOf, newVisitor, openContext, overflowPx, shareChromium, started, toReview } from '../visitor.ts'

shareChromium()

/** Opens a page of the settings as the owner. */
async function enteredAsOwner(site: Site, path: string): Promise<Page> {
  const page = await (await openContext(site.url, { viewport: { width: 1280, height: 740 } })).newPage()
  await signInAs(page, site, 'owner')
  await page.goto(`${path}`)
  await page.waitForURL((url) => url.pathname === path)
  return page
}

describe('A fee that the owner changes while someone books', () => {
  it('is shown again before it obliges to pay, and then it is what is paid', async () => {
    const site = await openStaffedSite({ DEV_TOOLS: 'on' })
    const visitor = await (await openContext(site.url)).newPage()
    const person = newVisitor()
    await visitor.goto('/book?serviceLevel=redline')
    await started(visitor)
    await toReview(visitor, person)
    await visitor.getByRole('button', { name: /^Book and pay £/ }).waitFor()
    const shown = Number(await formOf(visitor).locator('[name=shownMostPence]').inputValue())

    const owner = await enteredAsOwner(site, '/staff/settings/business')
    await owner.setViewportSize({ width: 320, height: 740 })
    expect(await overflowPx(owner)).toBeLessThanOrEqual(0)
    await owner.getByRole('link', { name: 'Change: Fees' }).click()
    const fee = owner.getByLabel('Red Line, booked online')
    await fee.fill('a lot')
    await fee.press('Enter')
    await owner.getByRole('link', { name: 'Red Line, booked online: enter pounds, like 29.99' }).click()
    await eventually(() => fee.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await fee.inputValue()).toBe('a lot')
    expect(await axeProblems(owner)).toEqual([])
    await fee.fill('54.99')
    await fee.press('Enter')
    await owner.getByText('Saved', { exact: true }).waitFor()

    await visitor.getByRole('button', { name: /^Book and pay/ }).click()
    await formOf(visitor).getByText('The price has changed').waitFor()
    await formOf(visitor)
      .getByText(`The most you’ll pay is now ${poundsText(shown + 5_499 - defaultPrices.priorityFeePence.online)}.`)
      .waitFor()
    const again = visitor.getByRole('button', { name: 'Book and pay £54.99' })
    await again.waitFor()
    expect(await axeProblems(visitor, 'main')).toEqual([])
    expect(await site.db.selectFrom('bookings').select('id').where('email', '=', person.email).execute()).toEqual([])
    await again.click()
    await eventually(() => site.db.selectFrom('bookings').select('priorityFeePence').where('email', '=', person.email).execute()).toEqual([
      { priorityFeePence: 5_499 },
    ])

    // A page opened now has the new value from the start, both in its HTML and in its scripts.
    const next = await (await openContext(site.url)).newPage()
    await next.goto('/book')
    await started(next)
    expect(await formOf(next).textContent()).toContain('£54.99 online')
  })
})

/** A row for each group of the owner's values, each different from its default. */
const everyValue = {
  details: {
    email: 'desk@cutaway.example',
    emergencyPhone: { text: '0808 157 0001', international: '+448081570001' },
    chatPhone: { text: '+44 7700 900999', international: '+447700900999' },
    legalForm: 'company',
    legalName: 'Cutaway Plumbing Ltd',
    companyNumber: '01234567',
    registeredOffice: '1 Test Street, London E1 1AA',
    vatNumber: 'GB123456789',
    gasSafeNumber: '123456',
  },
  fees: { redLineOnlinePence: 3_499 },
  estimates: { BurstPipe: 15_300 },
  multipliers: { Hackney: 96 },
  supplements: { sundayPence: 1_200 },
  area: { Bexley: true },
  mails: { 'customer-late': 'Ask for Ann.' },
}

further.describe('With every value of the owner changed', () => {
  it('the pages that React takes over are the same in the browser as from the server, and keep what is typed at once', async () => {
    const site = await openStaffedSite()
    const rows = Object.entries(everyValue).map(([name, value]) => ({
      name,
      value: JSON.stringify(value),
      revision: 1,
      updatedAt: '2026-11-20T10:00:00.000Z',
    }))
    await site.db.insertInto('ownerValues').values(rows).execute()
    await eventually(async () => (await fetch(`${site.url}/auth`)).text()).toContain('Cutaway Plumbing Ltd')
    const context = await openContext(site.url)
    const page = await context.newPage()
    /** React reports a hydration mismatch as a page error, which fails the context. */
    const looks = async (path: string) => {
      await page.goto(path)
      const footer = page.locator('footer')
      const isTakenOver = () => footer.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
      await expect.poll(isTakenOver, { message: path, timeout: patienceMs }).toBe(true)
      expect(await footer.textContent(), path).toContain('Cutaway Plumbing Ltd')
    }
    await page.goto('/auth', { waitUntil: 'commit' })
    const { email, password } = await site.sampleOf('customer')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    for (const path of ['/auth/forgotten', '/auth/invitation?token=x', '/auth']) await looks(path)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL((url) => url.pathname === '/account/bookings')
    const own = ['', '/email', '/password', '/passkeys', '/devices', '/data', '/second-step', '/sign-in-with']
    for (const path of own) await looks(`/account${path}`)
    // This account has no access to it.
    await looks('/staff/people')
  })
})
