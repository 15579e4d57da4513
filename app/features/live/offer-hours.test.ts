import { describe, expect, it } from 'vitest'
import { instantOf } from '#app/platform/london.ts'
import { defaultPrices } from '#content/price-list.ts'
import { offerNow } from './figures.ts'
import { offerHoursAt } from './offer-hours.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Days of clock changes in London and the days around them, the first day of the offer, and a summer day. */
const days = [
  '2026-10-31',
  '2026-11-01',
  '2026-11-02',
  '2027-03-27',
  '2027-03-28',
  '2027-03-29',
  '2027-07-01',
  '2027-10-30',
  '2027-10-31',
  '2027-11-01',
]

describe('offerHoursAt', () => {
  it.each(days)('says of every minute of %s what the booking of the offer says', (day) => {
    const from = Date.parse(instantOf(day, 0)) - 2 * 3_600_000
    const wrong: string[] = []
    for (let at = from; at < from + dayMs + 4 * 3_600_000; at += minuteMs) {
      const bookable = offerNow(new Date(at), defaultPrices)
      const { isOpen, until, untilText } = offerHoursAt(at, defaultPrices.calloutOffer)
      if (isOpen !== (bookable !== undefined)) wrong.push(new Date(at).toISOString())
      if (bookable && (Date.parse(bookable.until) !== until || !['10am', '4pm'].includes(untilText))) wrong.push(bookable.until)
    }
    expect(wrong).toEqual([])
  })

  it.each(days)('holds until the first moment of the other view on %s, to the millisecond', (day) => {
    for (const [hour, next] of [
      [6, 10],
      [10, 12],
      [12, 16],
      [16, 30],
    ] as const) {
      const ends =
        next < 24 ? instantOf(day, next) : instantOf(new Date(Date.parse(`${day}T12:00:00Z`) + dayMs).toISOString().slice(0, 10), 6)
      for (const at of [Date.parse(instantOf(day, hour)), Date.parse(ends) - 1])
        expect(new Date(offerHoursAt(at, defaultPrices.calloutOffer).until).toISOString(), `${day} ${hour}`).toBe(ends)
    }
  })
})
