import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { londonDay, londonMinuteOfDay } from '#app/platform/london.ts'
import { defaultPrices } from '#content/price-list.ts'
import { tries } from '#test/support/depth.ts'
import { applied, offerFor } from './applied-offer.ts'
import { billFor, rateCardOf } from './bill.ts'
import { nextChangeAfter, stretchesOf, tierAt } from './rate-hours.ts'

const { calloutOffer, rateTiers } = defaultPrices
const rateCard = rateCardOf(defaultPrices)

/** Typed from gov.uk and checked with the built-in calendar, independently of the code under test. */
const holidays = new Set(
  `2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28
  2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28
  2028-01-03 2028-04-14 2028-04-17 2028-05-01 2028-05-29 2028-08-28 2028-12-25 2028-12-26`.split(/\s+/),
)
const london = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function byHand(at: number): 'day' | 'evening' | 'night' {
  const parts = Object.fromEntries(london.formatToParts(at).map(({ type, value }) => [type, value]))
  const hour = Number(parts.hour)
  if (holidays.has(`${parts.year}-${parts.month}-${parts.day}`) || parts.weekday === 'sön') return 'night'
  if (hour < 8 || hour >= 22) return 'night'
  return parts.weekday === 'lör' || hour >= 18 ? 'evening' : 'day'
}

const from = Date.UTC(2026, 0, 1)
const until = Date.UTC(2029, 0, 1)
const halfHour = 30 * 60_000
/** The bank holidays of 2026; at full depth, of three years. */
const halfHours = Array.from({ length: tries(17_520, 52_608) }, (_, at) => from + at * halfHour)
const intervalPence = { day: 7_000, evening: 8_400, night: 9_800 }
const calloutPence = Object.fromEntries(rateTiers.map((tier) => [tier.id, tier.calloutPence]))

describe('Every half hour', () => {
  const tiers = halfHours.map((at) => tierAt(new Date(at)))

  it('is in the hours of one rate, the one that London’s clocks and the calendar say', () => {
    expect(halfHours.filter((at, index) => tiers[index] !== byHand(at)).map((at) => new Date(at).toISOString())).toEqual([])
  })

  it('starts a visit that costs the call-out and then, for every interval, the rate at which that begins', { timeout: 60_000 }, () => {
    const wrong = halfHours.slice(0, -2).filter((at, index) => {
      const [least = 0, hour = 0, more = 0] = [0, 31, 61].map(
        (minutesOnSite) => billFor({ arrivedAt: new Date(at), minutesOnSite }, rateCard).totalPence,
      )
      const rate = (later: number) => intervalPence[tiers[index + later] ?? 'day']
      return least !== calloutPence[tiers[index] ?? ''] || hour - least !== rate(1) || more - hour !== rate(2)
    })
    expect(wrong.map((at) => new Date(at).toISOString())).toEqual([])
  })
})

it('Every day has the stretches that its instants say', { timeout: 60_000 }, () => {
  const wrong = halfHours.filter((at) => {
    const hour = londonMinuteOfDay(new Date(at)) / 60
    const stretch = stretchesOf(londonDay(new Date(at))).find(({ fromHour, untilHour }) => fromHour <= hour && hour < untilHour)
    return stretch?.tier !== byHand(at)
  })
  expect(wrong.map((at) => new Date(at).toISOString())).toEqual([])
})

describe('The next change of rate', () => {
  test.each([
    ['2026-11-23T10:20Z', '2026-11-23T18:00:00.000Z', 'a weekday'],
    ['2026-11-21T09:00Z', '2026-11-21T22:00:00.000Z', 'a Saturday has one rate from eight to ten'],
    ['2026-12-24T22:00Z', '2026-12-26T08:00:00.000Z', 'Christmas'],
    ['2027-12-24T23:00Z', '2027-12-25T08:00:00.000Z', 'a Saturday’s Christmas'],
    ['2027-12-25T22:00Z', '2027-12-29T08:00:00.000Z', 'the four days behind it'],
    ['2026-03-28T23:00Z', '2026-03-30T07:00:00.000Z', 'over the change to summer time'],
  ])('after %s is %s: %s', (at, change) => {
    expect(nextChangeAfter(at)).toBe(change)
  })

  it('is the first instant with another rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: from, max: until }), (at) => {
        const change = new Date(nextChangeAfter(new Date(at))).getTime()
        expect(change).toBeGreaterThan(at)
        expect(byHand(change)).not.toBe(byHand(at))
        expect(byHand(change - 1)).toBe(byHand(at))
      }),
      { numRuns: tries(75, 300) },
    )
  })
})

describe('Any visit', () => {
  const visit = fc.record({
    arrivedAt: fc.integer({ min: from, max: until }).map((at) => new Date(at)),
    minutesOnSite: fc.integer({ min: 0, max: 900 }),
    parts: fc.array(fc.record({ quantity: fc.nat(99), costPence: fc.nat(50_000) })),
    parkingPence: fc.integer({ min: 0, max: 10_000 }),
    congestionChargePence: fc.constantFrom(0, 1_800),
  })

  it('costs more the longer it takes and the more it uses, and never less than its call-out', () => {
    fc.assert(
      fc.property(visit, fc.nat({ max: 300 }), fc.nat({ max: 10_000 }), (before, minutes, pence) => {
        const { totalPence } = billFor(before, rateCard)
        expect(totalPence).toBeGreaterThanOrEqual(calloutPence[byHand(before.arrivedAt.getTime())] ?? 0)
        expect(billFor({ ...before, minutesOnSite: before.minutesOnSite + minutes }, rateCard).totalPence).toBeGreaterThanOrEqual(
          totalPence,
        )
        expect(
          billFor({ ...before, parts: [...before.parts, { quantity: 1, costPence: pence }] }, rateCard).totalPence,
        ).toBeGreaterThanOrEqual(totalPence)
        expect(billFor({ ...before, parkingPence: before.parkingPence + pence }, rateCard).totalPence).toBe(totalPence + pence)
      }),
    )
  })

  it('costs no more with an offer, and has a sixth of VAT', () => {
    fc.assert(
      fc.property(visit, (any) => {
        const { totalPence, vatPence, lines } = billFor(any, rateCard)
        const callout = lines[0]?.amountPence ?? 0
        const offer = applied(calloutOffer, defaultPrices, callout)
        expect(totalPence - billFor(any, { ...rateCard, offer }).totalPence).toBe(Math.round(callout / 4))
        expect(Math.abs(vatPence - totalPence / 6)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

describe('The call-out offer', () => {
  const at = (bookedAt: string, visitDay?: string) =>
    offerFor(defaultPrices, {
      service: 'Leak Repair',
      bookedAt: new Date(bookedAt),
      arrival: { preferredDate: visitDay ?? null, promisedFrom: '2026-11-23T14:00:00.000Z' },
    })

  test.each([
    ['2026-11-23T05:59:59.999Z', false],
    ['2026-11-23T06:00Z', true],
    ['2026-11-23T09:59:59.999Z', true],
    ['2026-11-23T10:00Z', false],
    ['2026-11-23T11:59:59.999Z', false],
    ['2026-11-23T12:00Z', true],
    ['2026-11-23T15:59:59.999Z', true],
    ['2026-11-23T16:00Z', false],
    // Summer time.
    ['2027-07-05T05:00Z', true],
    ['2027-07-05T09:00Z', false],
    // The days the clocks change.
    ['2027-03-28T08:59:59.999Z', true],
    ['2027-03-28T09:00Z', false],
    ['2027-10-31T15:59:59.999Z', true],
    ['2027-10-31T16:00Z', false],
    // Before the offer starts.
    ['2026-10-31T13:00Z', false],
  ])('booked at %s: %s', (bookedAt, applies) => {
    expect(at(bookedAt)?.discountPence).toBe(applies ? 2_975 : undefined)
  })

  it('is for the same day', () => {
    expect(at('2026-11-23T13:00Z', '2026-11-23')).toBeDefined()
    expect(at('2026-11-23T13:00Z', '2026-11-24')).toBeUndefined()
  })
})

describe('One offer at most', () => {
  const offerOf = (service: string, bookedAt: string, promisedFrom: string) => {
    const offer = offerFor(defaultPrices, { service, bookedAt: new Date(bookedAt), arrival: { preferredDate: null, promisedFrom } })
    return offer && [offer.code, offer.discountPence]
  }
  const [inHours, outside] = ['2026-11-23T13:00:00.000Z', '2026-11-23T11:00:00.000Z']

  test.each([
    ['Leak Repair', inHours, ['callout-25', 2_975]],
    ['Leak Repair', outside, undefined],
    // The larger of the two, not the sum.
    ['Boiler Breakdown', inHours, ['boiler-65', 5_400]],
    ['Boiler Breakdown', outside, ['boiler-65', 5_400]],
  ])('%s booked at %s: %j', (service, bookedAt, offer) => {
    expect(offerOf(service, bookedAt, '2026-11-23T14:00:00.000Z')).toEqual(offer)
  })

  test('takes its value by day off the price cap at any hour, and its share or price off the call-out of the hour', () => {
    const at = (service: string, promisedFrom: string) => {
      const arrival = { preferredDate: null, promisedFrom }
      const offer = offerFor(defaultPrices, { service, bookedAt: new Date('2026-11-23T15:59:00.000Z'), arrival })
      return [offer?.discountPence, offer?.calloutPence]
    }
    expect(at('Leak Repair', '2026-11-23T18:00:00.000Z')).toEqual([2_975, 11_175])
    expect(at('Leak Repair', '2026-11-23T22:00:00.000Z')).toEqual([2_975, 14_175])
    expect(at('Boiler Breakdown', '2026-11-23T22:00:00.000Z')).toEqual([5_400, 6_500])
  })
})
