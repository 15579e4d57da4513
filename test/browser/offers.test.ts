import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { startSite } from '#test/support/site.ts'
import { atStep, axeProblems, field, fillContact, newVisitor, pick, press, started, visit } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

const ways = [
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
] as const

/** A site whose clock shows 1pm in London, during the offer. Four hours later the offer is over. */
async function siteInOfferHours() {
  const site = await startSite({ at: '2026-11-23T13:00:00Z' })
  onTestFinished(() => site.close())
  return site
}

/** Goes to the last step, in place or from page to page without JavaScript. */
async function toTheEnd(page: Page, visitor: ReturnType<typeof newVisitor>) {
  await press(page, 'Next')
  await atStep(page, 2)
  await fillContact(page, visitor)
  await press(page, 'Next')
  await atStep(page, 3)
  await pick(page, 'Burst Pipe')
  await field(page, 'postcode').fill('E1 1FR')
  await press(page, 'Next')
  await atStep(page, 4)
}

const offerLine = (page: Page) => estimate(page).getByText('Offer: 25% off call-out fee today')
const estimate = (page: Page) => page.locator('.receipt').filter({ hasText: 'Estimate, including VAT' }).first()

describe.each(ways)('An offer that has hours, %s', (_, options) => {
  /** A visitor who sees the offer's price and has sent nothing yet. */
  async function beforeSending() {
    const site = await siteInOfferHours()
    const visitor = newVisitor()
    const page = await visit(browser, site.url, '/book', options)
    if (!('javaScriptEnabled' in options)) await started(page)
    await toTheEnd(page, visitor)
    await offerLine(page).waitFor()
    return { site, visitor, page }
  }

  it('is on the receipt of a booking made in its hours, and in the terms of the booking', async () => {
    const { site, visitor, page } = await beforeSending()
    expect(await estimate(page).textContent()).toContain('−£29.75')
    if (!('javaScriptEnabled' in options)) expect(await axeProblems(page, 'form[action="/book"]')).toEqual([])
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    const [booking] = await site.bookingsOf(visitor.email)
    const { offer } = JSON.parse(String(booking?.frozenTerms)) as FrozenTerms
    expect(offer).toMatchObject({ code: 'callout-25', callout: { percentOff: 25 }, discountPence: 2_975 })
  })

  it('goes before sending for someone who began in its hours and ends after them', async () => {
    const { site, visitor, page } = await beforeSending()
    await site.passFourHours()
    if ('javaScriptEnabled' in options) await page.reload()
    else {
      // Goes offline and online again, so that the form repeats its request.
      await page.context().setOffline(true)
      await page.context().setOffline(false)
    }
    await offerLine(page).waitFor({ state: 'detached' })
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    const [booking] = await site.bookingsOf(visitor.email)
    expect(JSON.parse(String(booking?.frozenTerms))).not.toHaveProperty('offer')
  })
})
