import { describe, expect, it, test } from 'vitest'
import { locate } from '#app/features/areas/locate.ts'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { Offer } from '#content/offers.ts'
import { defaultPrices, offersIn, priceList } from '#content/price-list.ts'
import { applied, calloutAt } from './applied-offer.ts'
import { billFor } from './bill.ts'
import { estimateFor } from './estimate.ts'
import { freeOfCharge, mostPence, termsFor, termsMovedTo } from './frozen-terms.ts'
import { mostByRate, mostByRateText } from './most-by-rate.ts'

// The specification's figures, typed by hand: pounds, and hundredths of the multiplier.
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
})

describe('the terms frozen with a booking', () => {
  const estimate = estimateFor(defaultPrices, 'Leak Repair', 'Merton', 100)

  it('have the priority fee for Red Line only, and survive being stored', () => {
    expect(termsFor(defaultPrices, estimate, { serviceLevel: 'standard', calloutPence: 0 }).priorityFeePence).toBe(0)
    const terms = termsFor(defaultPrices, estimate, { serviceLevel: 'redline', calloutPence: 0 })
    expect(terms).toMatchObject({ priorityFeePence: defaultPrices.priorityFeePence.online, rateTiers: defaultPrices.rateTiers })
    expect(JSON.parse(JSON.stringify(terms))).toEqual(terms)
  })
})

describe('The price cap', () => {
  const offers: (Offer | undefined)[] = [undefined, ...offersIn(defaultPrices)]
  const jobs = types.flatMap(([service]) =>
    multipliers.flatMap(([borough, multiplierPercent]) => offers.map((offer) => ({ service, borough, multiplierPercent, offer }))),
  )
  const calloutPence = Object.fromEntries(defaultPrices.rateTiers.map((tier) => [tier.id, tier.calloutPence]))
  const name = ({ service, borough, offer }: (typeof jobs)[number]) => `${service}, ${borough}, ${offer?.code ?? 'no offer'}`

  it('is at least the call-out, and with an offer at least the call-out with it', () => {
    for (const job of jobs)
      for (const [tier, pence] of Object.entries(mostByRate(defaultPrices, job))) {
        const callout = calloutPence[tier] ?? 0
        const least = job.offer ? (applied(job.offer, defaultPrices, callout).calloutPence ?? 0) : callout
        expect([name(job), tier, pence >= least]).toEqual([name(job), tier, true])
      }
  })

  it('is never lower at a dearer rate, nor higher with an offer, which takes off its value by day at any hour', () => {
    for (const job of jobs) {
      const { day, evening, night } = mostByRate(defaultPrices, job)
      expect([name(job), day <= evening && evening <= night]).toEqual([name(job), true])
      const without = mostByRate(defaultPrices, { ...job, offer: undefined })
      const off = [without.day - day, without.evening - evening, without.night - night]
      const valuePence = job.offer ? applied(job.offer, defaultPrices, 0).discountPence : 0
      expect([name(job), off]).toEqual([name(job), [valuePence, valuePence, valuePence]])
    }
  })

  it('is the bill of a visit at its hour that takes long, whatever the offer, and a short one costs the call-out as advertised', () => {
    const at = { day: '2026-11-24T10:00Z', evening: '2026-11-24T19:00Z', night: '2026-11-24T23:00Z' } as const
    for (const { service, borough, multiplierPercent, offer } of jobs)
      for (const { id, calloutPence: fullPence } of defaultPrices.rateTiers) {
        const of = offer && applied(offer, defaultPrices, fullPence)
        const estimate = estimateFor(defaultPrices, service, borough, multiplierPercent)
        const terms = termsFor(defaultPrices, estimate, { serviceLevel: 'standard', calloutPence: fullPence, offer: of })
        const [long, short] = [600, 30].map((minutesOnSite) => billFor({ arrivedAt: at[id], minutesOnSite }, terms).totalPence)
        expect(long).toBe(mostPence(terms))
        expect(short).toBe(of?.calloutPence ?? fullPence)
      }
  })

  it.each([
    ['Boiler Breakdown', 'Camden', '£180, £189 nights', '£126, £135 nights'],
    ['Boiler Breakdown', 'Bexley', '£153, £189 nights', '£99, £135 nights'],
    ['Burst Pipe', 'Hackney', '£142.50, £149 evenings, £189 nights', undefined],
    ['Toilet Repair', 'Bexley', '£119, £149 evenings, £189 nights', undefined],
    ['Boiler Breakdown', 'Central London', '£216', '£162'],
  ] as const)('of a %s in %s is %s, with the boiler offer %s', (service, borough, without, withOffer) => {
    const job = { service, borough, multiplierPercent: locate('', borough).multiplierPercent }
    expect(mostByRateText(mostByRate(defaultPrices, job))).toBe(without)
    const { boilerOffer: offer } = defaultPrices
    if (withOffer) expect(mostByRateText(mostByRate(defaultPrices, { ...job, offer }))).toBe(withOffer)
  })

  it('is the estimate at any hour where the owner caps at it, less the offer', () => {
    const prices = priceList({ cap: { capsAtEstimate: true } })
    const job = { service: 'Toilet Repair', borough: 'Bexley', multiplierPercent: 85 } as const
    expect(mostByRateText(mostByRate(prices, job))).toBe('£93.50')
    expect(mostByRateText(mostByRate(prices, { ...job, offer: prices.calloutOffer }))).toBe('£63.75')
  })

  it('follows a window that is moved by the frozen rates; a free visit stays free, and an estimate that is the cap stays it', () => {
    const estimate = estimateFor(defaultPrices, 'Burst Pipe', 'Hackney', 95)
    const [monday, sunday] = ['2026-11-23T10:00:00.000Z', '2026-11-22T10:00:00.000Z']
    for (const offer of [undefined, defaultPrices.calloutOffer]) {
      const termsAt = (at: string) => {
        const callout = calloutAt(defaultPrices, at)
        return termsFor(defaultPrices, estimate, {
          serviceLevel: 'redline',
          calloutPence: callout,
          offer: offer && applied(offer, defaultPrices, callout),
        })
      }
      expect(termsMovedTo(termsAt(monday), sunday)).toEqual(termsAt(sunday))
      expect(termsMovedTo(termsAt(sunday), monday)).toEqual(termsAt(monday))
      expect(mostPence(termsMovedTo(freeOfCharge(termsAt(monday)), sunday))).toBe(0)
      const { capPence: _, ...older } = termsAt(monday)
      expect(termsMovedTo(older, sunday)).toEqual(older)
    }
  })
})

test('every amount of pence reads as itself', () => {
  const wrong = Array.from({ length: 50_000 }, (_, pence) => pence).filter(
    (pence) => Math.round(Number(poundsText(pence).slice(1)) * 100) !== pence,
  )
  expect(wrong).toEqual([])
  expect([0, 14_250, -5_000, -5].map(poundsText)).toEqual(['£0', '£142.50', '−£50', '−£0.05'])
})
