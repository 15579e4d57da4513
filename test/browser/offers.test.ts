import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { isDeep } from '#test/support/depth.ts'
import { openSite } from '#test/support/site.ts'
import { axeProblems, newVisitor, press, shareChromium, started, toReview, visit } from './visitor.ts'

shareChromium()

const offerLine = (page: Page) => estimate(page).getByText(/^Offer: /)
const estimate = (page: Page) => page.locator('.receipt').filter({ hasText: 'The most you’ll pay' }).first()

it('An offer that has hours is in the terms of a booking made in them, and goes before sending after them, with and without JavaScript', async () => {
  // Four hours later the offer is over.
  const site = await openSite({ at: '2026-11-23T13:00:00Z' })
  const live = await visit(site.url, '/book')
  // Without JavaScript the server decides, which offers.db.test.ts tests.
  const still = isDeep ? [await visit(site.url, '/book', { javaScriptEnabled: false })] : []
  /** A visitor who sees the offer's price and has sent nothing yet. */
  async function beforeSending(page: Page) {
    const visitor = newVisitor()
    if (page === live) await started(page)
    await toReview(page, visitor)
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
