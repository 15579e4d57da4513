import { isBankHoliday } from '#app/platform/bank-holidays.ts'
import { instantOf, londonDay, londonHour } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, type LondonDay, weekdayOf } from '#app/values/day.ts'
import type { TierId } from '#content/fees.ts'

/** The rate of an instant, by London's clocks and calendar. No card has Saturday from 6PM to 10PM: it counts as evening. */
export const tierAt = (at: Date | Instant): TierId => tierOfHour(londonHour(at))

function tierOfHour({ day, hour }: { day: LondonDay; hour: number }): TierId {
  const weekday = weekdayOf(day)
  if (weekday === 0 || hour < 8 || hour >= 22 || isBankHoliday(day)) return 'night'
  return weekday === 6 || hour >= 18 ? 'evening' : 'day'
}

/** Hours of a day that have one rate: from `fromHour` up to `untilHour`, 0 to 24. */
export interface Stretch {
  tier: TierId
  fromHour: number
  untilHour: number
}

/** The 24 hours of a London day, in the order of its clocks: no gap, no overlap. */
export function stretchesOf(day: LondonDay): Stretch[] {
  const starts = [0, 8, 18, 22].filter((hour) => hour === 0 || tierOfHour({ day, hour }) !== tierOfHour({ day, hour: hour - 1 }))
  return starts.map((fromHour, at) => ({ tier: tierOfHour({ day, hour: fromHour }), fromHour, untilHour: starts[at + 1] ?? 24 }))
}

/** The next change of the rate. */
export function nextChangeAfter(at: Date | Instant): Instant {
  const tier = tierAt(at)
  const now = new Date(at).getTime()
  for (let day = londonDay(at); ; day = addDays(day, 1))
    for (const stretch of stretchesOf(day)) {
      const begins = instantOf(day, stretch.fromHour)
      if (stretch.tier !== tier && new Date(begins).getTime() > now) return begins
    }
}

/** Names of the rates within a sentence. */
export const rateNames: Record<TierId, string> = {
  day: 'day rate',
  evening: 'evening and Saturday rate',
  night: 'night, Sunday and bank holiday rate',
}
