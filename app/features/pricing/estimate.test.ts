import { describe, expect, it, test } from 'vitest'
import { locate } from '#app/features/areas/locate.ts'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { rateCardOf } from './bill.ts'
import { priceRules } from './bill-rules-text.ts'
import { estimateFor } from './estimate.ts'
import { termsFor } from './frozen-terms.ts'

// The specification's figures (1, sections 3 and 9), typed by hand: pounds, and hundredths of the multiplier.
const basePounds = {
  'Burst Pipe': 150,
  'Boiler Breakdown': 180,
  'Blocked Drain': 120,
  'Leak Repair': 130,
  'Toilet Repair': 110,
  'Radiator Issue': 140,
  'Water Heater': 170,
  'Pipe Repair': 135,
  'Other Emergency': 140,
} as const
const namesByHundredths: readonly (readonly [number, string])[] = [
  [120, 'Central London'],
  [115, 'Westminster, Richmond'],
  [110, 'Kingston'],
  [105, 'Wandsworth, Barnet'],
  [100, 'Camden, Islington, Southwark, Lambeth, Merton, Ealing'],
  [95, 'Hackney, Tower Hamlets, Hounslow, Brent, Haringey, Waltham Forest, Bromley, Sutton'],
  [90, 'Greenwich, Lewisham, Hillingdon, Enfield, Redbridge, Newham, Croydon'],
  [85, 'Havering, Barking, Bexley'],
]
const multipliers = namesByHundredths.flatMap(([hundredths, names]) => names.split(', ').map((name) => [name, hundredths] as const))
const types = Object.entries(basePounds) as [keyof typeof basePounds, number][]

describe('the estimate', () => {
  it('is for the 9 types and 30 boroughs of the specification, no more and no fewer', () => {
    expect(types.map(([name]) => name).sort()).toEqual(emergencyTypes.map(({ name }) => name).sort())
    expect(multipliers.map(([name]) => name).sort()).toEqual(boroughs.map(({ name }) => name).sort())
  })

  it.each(multipliers)('is base × multiplier in whole pence for every type in %s (× %i / 100)', (borough, hundredths) => {
    const place = locate('', borough)
    for (const [type, pounds] of types) {
      // pounds × 100 pence × hundredths / 100
      const estimatePence = pounds * hundredths
      expect(Number.isInteger(estimatePence)).toBe(true)
      expect(estimateFor(defaultPrices, type, place.borough, place.multiplierPercent)).toEqual({
        service: type,
        basePence: pounds * 100,
        borough,
        multiplierPercent: hundredths,
        estimatePence,
      })
    }
  })

  it('is the base price where the borough is unknown', () => {
    for (const [type, pounds] of types)
      expect(estimateFor(defaultPrices, type, null, locate('', 'Atlantis').multiplierPercent).estimatePence).toBe(pounds * 100)
  })

  test.each([
    ['Burst Pipe', 'Hackney', '£142.50'],
    ['Pipe Repair', 'Bexley', '£114.75'],
    ['Boiler Breakdown', 'Central London', '£216'],
    ['Pipe Repair', 'Richmond', '£155.25'],
  ] as const)('of a %s in %s reads %s', (type, borough, text) => {
    expect(poundsText(estimateFor(defaultPrices, type, borough, locate('', borough).multiplierPercent).estimatePence)).toBe(text)
  })
})

describe('the terms frozen with a booking', () => {
  const estimate = estimateFor(defaultPrices, 'Leak Repair', 'Merton', 100)

  it('have the priority fee of an online booking for Red Line only', () => {
    expect(termsFor(defaultPrices, estimate, 'standard').priorityFeePence).toBe(0)
    expect(termsFor(defaultPrices, estimate, 'redline').priorityFeePence).toBe(2_999)
  })

  it('are the rate card, and survive being stored', () => {
    const terms = termsFor(defaultPrices, estimate, 'redline')
    expect(JSON.parse(JSON.stringify(terms))).toEqual(terms)
    expect(terms.rateTiers.map(({ calloutPence, quarterHourPence }) => [calloutPence, quarterHourPence])).toEqual([
      [11_900, 3_500],
      [14_900, 4_200],
      [18_900, 4_900],
    ])
    expect(terms.billing).toEqual({
      includedMinutes: 30,
      intervalMinutes: 30,
      materialsMarkupPercent: 25,
      makeSafePence: 9_900,
      noAccessPence: 4_900,
      noAccessAfterMinutes: 30,
      lateArrivalCreditPence: 5_000,
    })
  })
})

test.each([
  [0, '£0'],
  [1, '£0.01'],
  [50, '£0.50'],
  [9_500, '£95'],
  [2_999, '£29.99'],
  [14_250, '£142.50'],
  [100_000, '£1000'],
  [-5_000, '−£50'],
  [-5, '−£0.05'],
])('%i pence read %s', (pence, text) => {
  expect(poundsText(pence)).toBe(text)
})

test('every amount of pence reads as itself', () => {
  const wrong = Array.from({ length: 50_000 }, (_, pence) => pence).filter(
    (pence) => Math.round(Number(poundsText(pence).slice(1)) * 100) !== pence,
  )
  expect(wrong).toEqual([])
})

test('the price rules say every price of the rate card, and that the estimate is the most it can cost without consent', () => {
  const text = priceRules(rateCardOf(defaultPrices)).join('\n')
  for (const amount of ['£119', '£149', '£189', '£70', '£84', '£98', '25%', '£50 off', 'first 30 minutes', '30-minute intervals'])
    expect(text).toContain(amount)
  expect(text).toMatch(/includes VAT/)
  expect(text).toMatch(/never pay more than that unless you agree/)
  expect(text).toMatch(/[Pp]arking and the Congestion Charge .* at cost/)
  expect(text).toMatch(/£49 if we can’t get in within 30 minutes/)
})
