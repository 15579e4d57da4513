// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { defaultPrices } from '#content/price-list.ts'
import { applied } from './applied-offer.ts'
import { type BillTerms, billFor, rateCardOf, type Visit } from './bill.ts'
import { congestionChargeFor } from './calculation/congestion-charge.ts'
import { estimateFor } from './estimate.ts'
import { termsFor } from './frozen-terms.ts'

const online: Partial<BillTerms> = { priorityFeePence: 2_999 }
const { boilerOffer, calloutOffer, priorityFeePence, rateTiers } = defaultPrices
const rateCard = rateCardOf(defaultPrices)
const [day, evening, night] = rateTiers.map(({ calloutPence }) => calloutPence) as [number, number, number]
/** Offers as promised for a window that starts at the day rate, or at another rate. */
const boiler65: Partial<BillTerms> = { offer: applied(boilerOffer, defaultPrices, day) }
const boiler65AtNight: Partial<BillTerms> = { offer: applied(boilerOffer, defaultPrices, night) }
const off25: Partial<BillTerms> = { offer: applied(calloutOffer, defaultPrices, day) }
const off25AtNight: Partial<BillTerms> = { offer: applied(calloutOffer, defaultPrices, night) }
/** An offer stored before the call-out charge of the promised hour was stored with it. */
const { calloutPence: _, ...older25 } = applied(calloutOffer, defaultPrices, day)
/** £142.50: a burst pipe in Hackney. */
const hackney: Partial<BillTerms> = { estimate: estimateFor(defaultPrices, 'Burst Pipe', 'Hackney', 95) }
const safe = { outcome: 'made_safe' } as const

/** Worked out by hand from the specification's rate card: arrival in London time, minutes of work, other terms; the total in pounds. */
const examples: [string, string, number, Omit<Visit, 'arrivedAt' | 'minutesOnSite'>, Partial<BillTerms>, string][] = [
  // The call-out charge includes 30 minutes; more is billed in intervals of 30.
  ['Monday, a minute more than is included', '2026-11-23T10:00+00:00', 31, {}, {}, '189'],
  // The limits of the weekday rates, and intervals that start after them.
  ['one of the night, two of the day', '2026-11-24T07:00+00:00', 120, {}, {}, '427'],
  // Bank holidays, all day; if Christmas is a Saturday, the Monday is a bank holiday.
  ['a Saturday’s Boxing Day', '2026-12-26T10:00+00:00', 60, {}, {}, '233'],
  // Materials, parking, the Congestion Charge.
  ['a quarter of a penny', '2026-11-24T10:00+00:00', 30, { parts: [{ quantity: 1, costPence: 1 }] }, {}, '119.01'],
  ['25% off, promised at night', '2026-11-24T23:00+00:00', 30, {}, off25AtNight, '141.75'],
  ['25% off, promised at night, by day', '2026-11-24T10:00+00:00', 30, {}, off25AtNight, '89.25'],
  ['the boiler offer, promised at night, by day', '2026-11-24T10:00+00:00', 30, {}, boiler65AtNight, '65'],
  ['25% off, promised before the hour was kept, in the evening', '2026-11-24T19:00+00:00', 30, {}, { offer: older25 }, '111.75'],
  // Made safe.
  ['made safe in an hour', '2026-11-24T10:00+00:00', 60, safe, {}, '218'],
  // The estimate caps the bill of bookings that have no price cap of their own.
  ['kept to the estimate', '2026-11-24T10:00+00:00', 60, {}, hackney, '142.50'],
  ['more, as far as was agreed', '2026-11-24T10:00+00:00', 60, { agreedExtraPence: 2_000 }, hackney, '162.50'],
  // Work done before extra work was agreed never costs more than the cap.
  ['agreed at night, and none of its time used', '2026-11-24T02:00+00:00', 30, { agreedExtraPence: 19_600 }, hackney, '142.50'],
  ['agreed at night, and half of its time used', '2026-11-24T02:00+00:00', 60, { agreedExtraPence: 19_600 }, hackney, '240.50'],
  [
    'agreed after an hour, and none of its time used',
    '2026-11-24T10:00+00:00',
    60,
    { agreedExtraPence: 14_000, minutesBeforeExtra: 60 },
    hackney,
    '142.50',
  ],
  [
    'agreed after an hour, and half of its time used',
    '2026-11-24T10:00+00:00',
    90,
    { agreedExtraPence: 14_000, minutesBeforeExtra: 60 },
    hackney,
    '212.50',
  ],
  ['the price cap is the call-out', '2026-11-24T02:00+00:00', 90, {}, { ...hackney, capPence: night }, '189'],
]

describe('The bill, worked by hand', () => {
  it.each(examples)('%s', (_, arrivedAt, minutesOnSite, what, terms, pounds) => {
    const bill = billFor({ arrivedAt, minutesOnSite, ...what }, { ...rateCard, ...terms })
    expect((bill.totalPence / 100).toFixed(2)).toBe(Number(pounds).toFixed(2))
    expect(bill.lines.reduce((sum, line) => sum + line.amountPence, 0)).toBe(bill.totalPence)
    expect(bill.lines.filter(({ amountPence }) => amountPence === 0)).toEqual([])
  })

  it('says each line', () => {
    const { lines, vatPence } = billFor(
      {
        arrivedAt: '2026-11-23T16:45Z',
        minutesOnSite: 120,
        parts: [{ quantity: 1, costPence: 640 }],
        parkingPence: 360,
        congestionChargePence: 1_800,
      },
      { ...rateCard, ...online, ...off25, estimate: estimateFor(defaultPrices, 'Leak Repair', 'Merton', 100) },
    )
    expect(lines.map(({ id, label, amountPence }) => [id, label, amountPence])).toEqual([
      ['callout', 'Call-out including first 30 minutes, day rate', 11_900],
      ['offer', 'Offer: 25% off call-out fee today', -2_975],
      ['time', '2 × 30 minutes at £70, day rate', 14_000],
      ['time', '1 × 30 minutes at £84, evening and Saturday rate', 8_400],
      ['materials', 'Materials: £6.40 plus 25%', 800],
      // 321.25 of work against 130 less 29.75.
      ['cap', 'Reduced to the price cap', -22_100],
      ['priority-fee', 'Red Line priority fee', 2_999],
      ['parking', 'Parking, at cost', 360],
      ['congestion', 'Congestion Charge, at cost', 1_800],
    ])
    // 151.84, a sixth of it VAT.
    expect(vatPence).toBe(2_531)
  })

  it('follows the price list that was frozen, not today’s', () => {
    const terms = termsFor(defaultPrices, estimateFor(defaultPrices, 'Leak Repair', 'Merton', 100), {
      serviceLevel: 'redline',
      calloutPence: day,
      channel: 'phone',
    })
    expect(terms.priorityFeePence).toBe(priorityFeePence.phone)
    const older: BillTerms = {
      ...terms,
      rateTiers: rateTiers.map((tier) => ({ ...tier, calloutPence: 5_000, quarterHourPence: 1_000 })),
      billing: { ...terms.billing, intervalMinutes: 15, materialsMarkupPercent: 10 },
    }
    // 50 + 3 × 10 + 11 + 95
    expect(
      billFor({ arrivedAt: '2026-11-24T10:00Z', minutesOnSite: 70, parts: [{ quantity: 1, costPence: 1_000 }] }, older).totalPence,
    ).toBe(18_600)
  })

  it('never costs more with an offer because we arrive in another hour than was promised, and never less than nothing', () => {
    const arrivals = ['2026-11-24T10:00Z', '2026-11-24T19:00Z', '2026-11-24T23:00Z']
    for (const promised of [day, evening, night])
      for (const offer of [boilerOffer, calloutOffer].map((each) => applied(each, defaultPrices, promised)))
        for (const arrivedAt of arrivals) {
          const { totalPence, lines } = billFor({ arrivedAt, minutesOnSite: 30 }, { ...rateCard, offer })
          expect(totalPence).toBeGreaterThanOrEqual(0)
          expect(totalPence).toBeLessThanOrEqual(offer.calloutPence ?? 0)
          const [, off = 0] = lines.map(({ amountPence }) => amountPence)
          expect(-off).toBeGreaterThanOrEqual(offer.discountPence)
        }
  })

  it.each([
    { minutesOnSite: -1 },
    { minutesOnSite: 30.5 },
    { parts: [{ quantity: 1, costPence: -1 }] },
    { parkingPence: 0.1 },
    { agreedExtraPence: -1 },
    { congestionChargePence: Number.POSITIVE_INFINITY },
  ])('refuses %j, which no visit has', (wrong) => {
    expect(() => billFor({ arrivedAt: '2026-11-24T10:00Z', minutesOnSite: 30, ...wrong }, rateCard)).toThrow(RangeError)
  })
})

describe('The Congestion Charge', () => {
  test.each([
    ['a weekday, as it begins', '2026-11-23T07:00+00:00', 30, true],
    ['a weekday, ended before it begins', '2026-11-23T06:30+00:00', 30, false],
    ['a weekday, into it', '2026-11-23T06:45+00:00', 30, true],
    ['a weekday, its last minute', '2026-11-23T17:59+00:00', 30, true],
    ['a weekday, when it is over', '2026-11-23T18:00+00:00', 240, false],
    ['Saturday morning', '2026-11-21T09:00+00:00', 120, false],
    ['Saturday noon', '2026-11-21T12:00+00:00', 30, true],
    ['Sunday afternoon', '2026-11-22T17:30+00:00', 60, true],
    ['a bank holiday’s morning', '2026-08-31T08:00+01:00', 120, false],
    ['a bank holiday’s afternoon', '2026-08-31T13:00+01:00', 30, true],
    ['Christmas Eve', '2026-12-24T10:00+00:00', 30, true],
    ['Christmas Day', '2026-12-25T13:00+00:00', 30, false],
    ['between the years', '2026-12-30T10:00+00:00', 30, false],
    ['New Year’s Day', '2027-01-01T13:00+00:00', 30, false],
    ['the day after', '2027-01-02T13:00+00:00', 30, true],
    ['the bank holiday for a Saturday’s New Year', '2028-01-03T13:00+00:00', 30, false],
    ['over midnight', '2026-11-23T23:00+00:00', 480, false],
    ['over midnight, into the morning', '2026-11-23T23:30+00:00', 480, true],
    ['the first morning of summer time', '2026-03-30T07:00+01:00', 1, true],
    ['the first morning of summer time, a minute before', '2026-03-30T06:58+01:00', 1, false],
  ])('%s', (_, arrivedAt, minutesOnSite, isCharged) => {
    expect(congestionChargeFor({ arrivedAt, minutesOnSite })).toBe(isCharged ? 1_800 : 0)
  })
})

describe('Extra work that was agreed', () => {
  const visits = fc.record({
    arrivedAt: fc.integer({ min: 0, max: 20_160 }).map((minute) => new Date(Date.UTC(2026, 10, 23, 0, minute))),
    minutesOnSite: fc.integer({ min: 0, max: 600 }),
    parts: fc.nat(60_000).map((costPence) => [{ quantity: 1, costPence }]),
    outcome: fc.constantFrom('repaired' as const, 'made_safe' as const),
  })

  it('raises what a visit may cost by its sum and no more, and what was done before stays capped', () => {
    fc.assert(
      fc.property(
        visits,
        fc.nat(60_000),
        fc.constantFrom({}, boiler65, off25),
        fc.nat(600),
        (visit, agreedExtraPence, offer, minutesBeforeExtra) => {
          const terms = { ...rateCard, ...hackney, ...offer }
          const { totalPence: before } = billFor(visit, terms)
          const { totalPence: agreed } = billFor({ ...visit, agreedExtraPence, minutesBeforeExtra }, terms)
          const atRates = (minutesOnSite: number, parts: Visit['parts']) =>
            billFor({ ...visit, minutesOnSite, parts }, { ...rateCard, ...offer }).totalPence
          const all = atRates(visit.minutesOnSite, visit.parts)
          const first = atRates(Math.min(visit.minutesOnSite, minutesBeforeExtra), [])
          expect(agreed).toBeGreaterThanOrEqual(before)
          // The first part as capped, and the rest by the rates, up to what was agreed.
          expect(agreed).toBe(Math.min(Math.min(first, before) + all - first, before === all ? all : before + agreedExtraPence))
        },
      ),
    )
  })
})
