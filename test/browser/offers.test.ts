import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep } from '#test/support/depth.ts'
import { startSite } from '#test/support/site.ts'
import { atStep, axeProblems, field, fillContact, newVisitor, pick, press, started, visit } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

/** A site whose clock shows 1pm in London, during the offer. Four hours later the offer is over. */
async function siteInOfferHours() {
  const site = await startSite({ at: '2026-11-23T13:00:00Z' })
  onTestFinished(() => site.close())
  return site
}

/** Goes to the last step, in place or from page to page without JavaScript. */
async function toTheEnd(page: Page, visitor: ReturnType<typeof newVisitor>) {
  await field(page, 'postcode').fill('E1 1FR')
  await press(page, 'Next')
  await atStep(page, 2)
  await fillContact(page, visitor)
  await press(page, 'Next')
  await atStep(page, 3)
  await pick(page, 'Burst Pipe')
  await press(page, 'Next')
  await atStep(page, 4)
}

const offerLine = (page: Page) => estimate(page).getByText(/^Offer: /)
const estimate = (page: Page) => page.locator('.receipt').filter({ hasText: 'The most you’ll pay' }).first()

it('An offer that has hours is in the terms of a booking made in them, and goes before sending after them, with and without JavaScript', async () => {
  const site = await siteInOfferHours()
  const live = await visit(browser, site.url, '/book')
  // Without JavaScript it is the server's own reckoning, which offers.db.test.ts tests.
  const still = isDeep ? [await visit(browser, site.url, '/book', { javaScriptEnabled: false })] : []
  /** A visitor who sees the offer's price and has sent nothing yet. */
  async function beforeSending(page: Page) {
    const visitor = newVisitor()
    if (page === live) await started(page)
    await toTheEnd(page, visitor)
    await offerLine(page).waitFor()
    return visitor
  }
  const termsOf = async (page: Page, { email }: ReturnType<typeof newVisitor>) => {
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    const [booking] = await site.bookingsOf(email)
    return JSON.parse(String(booking?.frozenTerms)) as FrozenTerms
  }

  const pages = [live, ...still]
  for (const page of pages) {
    const visitor = await beforeSending(page)
    if (isDeep && page === live) expect(await axeProblems(page, 'form[action="/book"]')).toEqual([])
    const { offer } = await termsOf(page, visitor)
    expect(offer?.code).toBe('callout-25')
    expect(offer?.discountPence).toBeGreaterThan(0)
  }

  const late: [Page, ReturnType<typeof newVisitor>][] = []
  for (const page of pages) {
    await page.goto('/book')
    late.push([page, await beforeSending(page)])
  }
  await site.passFourHours()
  for (const page of still) await page.reload()
  // Goes offline and online again, so that the form repeats its request.
  await live.context().setOffline(true)
  await live.context().setOffline(false)
  for (const [page, visitor] of late) {
    await offerLine(page).waitFor({ state: 'detached' })
    expect(await termsOf(page, visitor)).not.toHaveProperty('offer')
  }
})
