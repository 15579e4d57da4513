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
const phone: Partial<BillTerms> = { priorityFeePence: 9_500 }
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
const locked = { outcome: 'no_access' } as const

/** Worked out by hand from the specification's rate card: arrival in London time, minutes of work, other terms; the total in pounds. */
const examples: [string, string, number, Omit<Visit, 'arrivedAt' | 'minutesOnSite'>, Partial<BillTerms>, string][] = [
  // The call-out charge includes 30 minutes; more is billed in intervals of 30.
  ['Monday, half an hour', '2026-11-23T10:00+00:00', 30, {}, {}, '119'],
  ['Monday, no work at all', '2026-11-23T10:00+00:00', 0, {}, {}, '119'],
  ['Monday, a minute more than is included', '2026-11-23T10:00+00:00', 31, {}, {}, '189'],
  ['Monday, an hour', '2026-11-23T10:00+00:00', 60, {}, {}, '189'],
  ['Monday, an hour and a minute', '2026-11-23T10:00+00:00', 61, {}, {}, '259'],
  // The limits of the weekday rates, and intervals that start after them.
  ['the first minute of the day rate', '2026-11-23T08:00+00:00', 20, {}, {}, '119'],
  ['the first of the evening', '2026-11-23T18:00+00:00', 30, {}, {}, '149'],
  ['an interval that begins with the evening', '2026-11-23T17:30+00:00', 60, {}, {}, '203'],
  ['an interval that begins a minute before', '2026-11-23T17:29+00:00', 60, {}, {}, '189'],
  ['two of the day, one of the evening', '2026-11-23T16:45+00:00', 120, {}, {}, '343'],
  ['the first of the night', '2026-11-23T22:00+00:00', 30, {}, {}, '189'],
  ['from the evening into the night', '2026-11-23T21:30+00:00', 90, {}, {}, '345'],
  ['from the night into the day', '2026-11-24T07:30+00:00', 60, {}, {}, '259'],
  ['one of the night, two of the day', '2026-11-24T07:00+00:00', 120, {}, {}, '427'],
  ['four hours of the night', '2026-11-23T03:00+00:00', 240, {}, {}, '875'],
  // The weekend. The rate card has no Saturday evening: the evening rate applies.
  ['Saturday from eight', '2026-11-21T08:00+00:00', 60, {}, {}, '233'],
  ['Saturday across six', '2026-11-21T17:30+00:00', 60, {}, {}, '233'],
  ['Saturday from ten', '2026-11-21T22:00+00:00', 30, {}, {}, '189'],
  ['Saturday into Sunday', '2026-11-21T23:45+00:00', 90, {}, {}, '385'],
  ['Sunday noon', '2026-11-22T12:00+00:00', 60, {}, {}, '287'],
  // Clock changes.
  ['the night that loses an hour', '2026-03-29T00:30+00:00', 120, {}, {}, '483'],
  ['the night that has an hour twice', '2026-10-25T01:30+01:00', 60, {}, {}, '287'],
  // Bank holidays, all day; if Christmas is a Saturday, the Monday is a bank holiday.
  ['August bank holiday', '2026-08-31T11:00+01:00', 60, {}, {}, '287'],
  ['the morning after it', '2026-09-01T07:45+01:00', 60, {}, {}, '259'],
  ['into Christmas', '2026-12-24T21:30+00:00', 90, {}, {}, '345'],
  ['Christmas Day', '2026-12-25T10:00+00:00', 60, {}, {}, '287'],
  ['a Saturday’s Boxing Day', '2026-12-26T10:00+00:00', 60, {}, {}, '233'],
  ['New Year’s Eve, into the evening', '2026-12-31T17:30+00:00', 60, {}, {}, '203'],
  // Materials, parking, the Congestion Charge.
  [
    'the home page’s example, which the price cap makes cheaper',
    '2026-11-24T08:55+00:00',
    85,
    { parts: [{ quantity: 1, costPence: 640 }], parkingPence: 360 },
    { estimate: estimateFor(defaultPrices, 'Leak Repair', 'Tower Hamlets', 95) },
    '127.10',
  ],
  ['a quarter of a penny', '2026-11-24T10:00+00:00', 30, { parts: [{ quantity: 1, costPence: 1 }] }, {}, '119.01'],
  ['half a penny, rounded down', '2026-11-24T10:00+00:00', 30, { parts: [{ quantity: 1, costPence: 2 }] }, {}, '119.02'],
  ['a pump', '2026-11-24T10:00+00:00', 30, { parts: [{ quantity: 1, costPence: 19_999 }] }, {}, '368.98'],
  ['the Congestion Charge', '2026-11-24T10:00+00:00', 30, { congestionChargePence: 1_800 }, {}, '137'],
  // Red Line, by booking channel.
  ['Red Line online', '2026-11-24T10:00+00:00', 30, {}, online, '148.99'],
  ['Red Line by phone', '2026-11-24T10:00+00:00', 30, {}, phone, '214'],
  ['Red Line at night', '2026-11-24T02:00+00:00', 60, {}, online, '316.99'],
  // Offers.
  ['the boiler offer by day', '2026-11-24T10:00+00:00', 30, {}, boiler65, '65'],
  ['the boiler offer at night', '2026-11-24T02:00+00:00', 30, {}, boiler65, '65'],
  ['the boiler offer at night, an hour', '2026-11-24T02:00+00:00', 60, {}, boiler65, '163'],
  ['the boiler offer with a part', '2026-11-24T19:00+00:00', 90, { parts: [{ quantity: 1, costPence: 4_000 }] }, boiler65, '283'],
  ['25% off by day', '2026-11-24T10:00+00:00', 30, {}, off25, '89.25'],
  ['25% off, promised by day, in the evening', '2026-11-24T19:00+00:00', 30, {}, off25, '89.25'],
  ['25% off, promised by day, at night', '2026-11-24T23:00+00:00', 30, {}, off25, '89.25'],
  ['25% off, promised at night', '2026-11-24T23:00+00:00', 30, {}, off25AtNight, '141.75'],
  ['25% off, promised at night, by day', '2026-11-24T10:00+00:00', 30, {}, off25AtNight, '89.25'],
  ['the boiler offer, promised at night, by day', '2026-11-24T10:00+00:00', 30, {}, boiler65AtNight, '65'],
  ['25% off, promised before the hour was kept, in the evening', '2026-11-24T19:00+00:00', 30, {}, { offer: older25 }, '111.75'],
  ['25% off the call-out and nothing else', '2026-11-24T10:00+00:00', 60, { parts: [{ quantity: 1, costPence: 1_000 }] }, off25, '171.75'],
  // Made safe, no access, late arrival.
  ['made safe in the first 30 minutes', '2026-11-24T10:00+00:00', 30, safe, {}, '119'],
  ['made safe in an hour', '2026-11-24T10:00+00:00', 60, safe, {}, '218'],
  ['made safe in five hours', '2026-11-24T10:00+00:00', 300, safe, {}, '218'],
  ['made safe at night', '2026-11-24T02:00+00:00', 45, safe, {}, '288'],
  ['no access', '2026-11-24T10:00+00:00', 30, locked, {}, '49'],
  ['no access at night, after Red Line', '2026-11-24T02:00+00:00', 30, locked, online, '78.99'],
  ['late', '2026-11-24T10:00+00:00', 30, { isLate: true }, {}, '69'],
  ['late with the boiler offer', '2026-11-24T10:00+00:00', 30, { isLate: true }, boiler65, '15'],
  ['late, and then nobody there: never less than nothing', '2026-11-24T10:00+00:00', 30, { ...locked, isLate: true }, {}, '0'],
  ['late, nobody there, parking', '2026-11-24T10:00+00:00', 30, { ...locked, isLate: true, parkingPence: 840 }, {}, '7.40'],
  // The estimate caps the bill of bookings that have no price cap of their own.
  ['kept to the estimate', '2026-11-24T10:00+00:00', 60, {}, hackney, '142.50'],
  ['more, as far as was agreed', '2026-11-24T10:00+00:00', 60, { agreedExtraPence: 2_000 }, hackney, '162.50'],
  ['less than was agreed', '2026-11-24T10:00+00:00', 60, { agreedExtraPence: 20_000 }, hackney, '189'],
  // What had been done before extra work was agreed never costs more than the cap.
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
  ['parking stands apart from the estimate', '2026-11-24T10:00+00:00', 60, { parkingPence: 600 }, hackney, '148.50'],
  ['the Red Line fee does too', '2026-11-24T10:00+00:00', 60, {}, { ...hackney, ...online }, '172.49'],
  ['less than the estimate', '2026-11-24T10:00+00:00', 30, {}, hackney, '119'],
  [
    'the estimate less the offer',
    '2026-11-24T02:00+00:00',
    90,
    {},
    { estimate: estimateFor(defaultPrices, 'Boiler Breakdown', 'Camden', 100), ...boiler65 },
    '126',
  ],
  ['the price cap is the call-out', '2026-11-24T02:00+00:00', 90, {}, { ...hackney, capPence: night }, '189'],
  ['a free visit', '2026-11-24T02:00+00:00', 90, {}, { ...hackney, capPence: 0 }, '0'],
  ['made safe, kept to the estimate', '2026-11-24T10:00+00:00', 60, safe, hackney, '142.50'],
  ['kept to the estimate, and late', '2026-11-24T10:00+00:00', 60, { isLate: true }, hackney, '92.50'],
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
        isLate: true,
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
      ['late', 'We were late', -5_000],
    ])
    // 101.84, a sixth of it VAT.
    expect(vatPence).toBe(1_697)
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

  it('refuses figures that no visit has', () => {
    for (const wrong of [
      { minutesOnSite: -1 },
      { minutesOnSite: 30.5 },
      { minutesOnSite: Number.NaN },
      { parts: [{ quantity: 1, costPence: -1 }] },
      { parkingPence: 0.1 },
      { agreedExtraPence: -1 },
      { congestionChargePence: Number.POSITIVE_INFINITY },
    ])
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
