// @module-tag never-again
import { expect, test } from 'vitest'
import { defaultPrices } from '#content/price-list.ts'
import { offerCaps } from './offer-caps.ts'

test('An owner reads what is left of the price cap at each rate, for every type that the offer is for', () => {
  expect(offerCaps('offer-boiler-65', defaultPrices)).toEqual({
    rates: ['Day', 'Evening/Saturday', 'Night/Sunday/Bank Holiday'],
    rows: [{ type: 'Boiler Breakdown', cap: '£180', withOffer: ['£126', '£96', '£56'] }],
  })
  const callout = offerCaps('offer-callout-25', defaultPrices)
  expect(callout?.rows).toHaveLength(9)
  expect(callout?.rows).toContainEqual({ type: 'Toilet Repair', cap: '£110', withOffer: ['£80.25', '£72.75', '£62.75'] })
  expect(offerCaps('fees', defaultPrices)).toBeUndefined()
})
