import { expect, test } from 'vitest'
import { defaultDetails } from './business.ts'
import { priorityFeeText } from './fees.ts'
import { boilerOfferTerms } from './offer-terms.ts'
import { overridesForPages } from './owner-overrides.ts'
import { defaultPrices } from './price-list.ts'
import { defaultPublished, publishedWith } from './published.ts'

test('what the owner has changed holds, and the defaults where nothing is changed', () => {
  const { details, prices } = publishedWith({
    details: { email: 'desk@example.com', emergencyPhone: { text: '0808 157 0001', international: '+448081570001' } },
    fees: { redLineOnlinePence: 3_499, dayCalloutPence: 12_500, lateArrivalCreditPence: 6_000 },
    offers: { 'boiler-65': { pence: 7_000 }, 'callout-25': { isOff: true, percentOff: 30 } },
  })
  expect(details.email).toBe('desk@example.com')
  expect(details.emergencyPhone).toEqual({ text: '0808 157 0001', href: 'tel:08081570001', international: '+448081570001' })
  expect(details.chatPhone).toEqual(defaultDetails.chatPhone)
  expect(priorityFeeText(prices.priorityFeePence)).toBe('£34.99 online (£95 by phone)')
  expect([prices.rateTiers[0].calloutPence, prices.billingTerms.lateArrivalCreditPence]).toEqual([12_500, 6_000])
  expect(prices.rateTiers.slice(1)).toEqual(defaultPrices.rateTiers.slice(1))
  expect([prices.boilerOffer.name, boilerOfferTerms(prices.boilerOffer, prices).join(' ')]).toEqual([
    'Boiler call-out £70',
    expect.stringContaining('£125, £149 or £189'),
  ])
  expect([prices.calloutOffer.isOff, prices.calloutOffer.name]).toEqual([true, '30% off call-out fee today'])
  expect(publishedWith({})).toEqual(defaultPublished)
  expect([defaultPrices.boilerOffer.name, defaultDetails.emergencyPhone.href]).toEqual(['Boiler call-out £65', 'tel:08006442633'])
})

test('a page is told no more than what was changed, and keeps the default of everything else', () => {
  expect(overridesForPages({ mailTexts: { 'customer-confirmation': { closing: 'Ask for Ann.' } } })).toBeUndefined()
  expect(overridesForPages({ evidence: { 'gas-safe': { text: 'Registration 123456', day: '2026-11-01' } } })).toBeUndefined()
  const told = overridesForPages({ fees: { redLineOnlinePence: 3_499 } })
  expect(publishedWith(told ?? {}).details).toEqual(defaultDetails)
  expect(publishedWith(told ?? {}).prices.priorityFeePence).toEqual({ online: 3_499, phone: 9_500 })
  // The footer of pages hydrated by React has them too.
  expect(overridesForPages({ details: { legalName: 'Cutaway Plumbing Ltd' } })).toEqual({ details: { legalName: 'Cutaway Plumbing Ltd' } })
})
