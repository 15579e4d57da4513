import { describe, expect, test } from 'vitest'
import { instantOf, londonDay, londonMinuteOfDay, timeText } from '#app/platform/london.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { defaultPrices } from '#content/price-list.ts'
import { tries } from '#test/support/depth.ts'
import { editionAt, editionsOf, offerNow } from './figures.ts'

/** Every day of three years, with six clock changes and a leap year. */
const everyDay = Array.from({ length: tries(365, 3 * 365) + 1 }, (_, each) => addDays('2026-01-01', each))
const before = (instant: string) => new Date(Date.parse(instant) - 1)

describe('The list of recent jobs', () => {
  test('is made at 9am of every day, then every 2 to 3 hours until 6pm', () => {
    for (const day of everyDay) {
      const editions = editionsOf(day)
      expect(timeText(editions[0] ?? '')).toBe('09:00')
      expect(new Set(editions.map(londonDay))).toEqual(new Set([day]))
      const gaps = editions.slice(1).map((edition, at) => (Date.parse(edition) - Date.parse(editions[at] ?? '')) / minutes(1))
      for (const gap of gaps) expect(gap >= 120 && gap <= 180, `${day}: ${gap}`).toBe(true)
      const last = londonMinuteOfDay(editions.at(-1) ?? '')
      expect(last < 18 * 60 && last >= 15 * 60, `${day}: ${last}`).toBe(true)
    }
  })

  test('holds from its moment until the next one, overnight until 9am', () => {
    const all = everyDay.flatMap(editionsOf)
    for (const [at, edition] of all.entries()) {
      expect(editionAt(new Date(edition))).toBe(edition)
      if (at > 0) expect(editionAt(before(edition))).toBe(all[at - 1])
    }
    for (const day of everyDay.slice(1))
      for (const [hour, minute] of [
        [0, 0],
        [1, 30],
        [8, 59],
      ] as const)
        expect(editionAt(new Date(instantOf(day, hour, minute)))).toBe(editionsOf(addDays(day, -1)).at(-1))
  })
})

describe('The countdown', () => {
  test('runs from 6 to 10 and from 12 to 16 by London’s clocks, on every day from the offer’s first', () => {
    for (const day of everyDay.filter((each) => each >= '2026-11-01')) {
      for (const [from, until] of [
        [6, 10],
        [12, 16],
      ] as const) {
        const [begins, ends] = [instantOf(day, from), instantOf(day, until)]
        expect(Date.parse(ends) - Date.parse(begins)).toBe(hours(4))
        expect(offerNow(before(begins), defaultPrices)).toBeUndefined()
        expect(offerNow(new Date(begins), defaultPrices)).toEqual({ code: 'callout-25', until: ends })
        expect(offerNow(before(ends), defaultPrices)).toEqual({ code: 'callout-25', until: ends })
        expect(offerNow(new Date(ends), defaultPrices)).toBeUndefined()
      }
    }
  })

  test('does not run before the offer does', () => {
    expect(offerNow(new Date('2026-10-31T08:00:00.000Z'), defaultPrices)).toBeUndefined()
    expect(offerNow(new Date('2026-11-01T08:00:00.000Z'), defaultPrices)).toBeDefined()
  })
})
