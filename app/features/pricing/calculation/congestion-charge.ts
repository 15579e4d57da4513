import { isBankHoliday } from '#app/platform/bank-holidays.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { minutes } from '#app/values/clock.ts'
import { addDays, type LondonDay, weekdayOf } from '#app/values/day.ts'
import { congestionCharge } from '#content/fees.ts'
import type { Visit } from '../bill.ts'

/** The Congestion Charge for a visit inside its zone: once, if the visit overlaps its hours. */
export function congestionChargeFor({ arrivedAt, minutesOnSite }: Pick<Visit, 'arrivedAt' | 'minutesOnSite'>): number {
  const from = new Date(arrivedAt).getTime()
  const until = from + minutes(Math.max(1, minutesOnSite))
  for (let day = londonDay(arrivedAt); day <= londonDay(new Date(until)); day = addDays(day, 1)) {
    const [begins, ends] = chargingHoursOf(day).map((hour) => new Date(instantOf(day, hour)).getTime())
    if (begins !== undefined && ends !== undefined && from < ends && begins < until) return congestionCharge.amountPence
  }
  return 0
}

function chargingHoursOf(day: LondonDay): readonly number[] {
  if (isChristmasBreak(day)) return []
  return weekdayOf(day) % 6 === 0 || isBankHoliday(day) ? congestionCharge.weekendHours : congestionCharge.weekdayHours
}

/** From Christmas Day to New Year's Day's bank holiday. */
function isChristmasBreak(day: LondonDay): boolean {
  if (day.slice(5) >= '12-25') return true
  let newYear = `${day.slice(0, 4)}-01-01`
  while (!isBankHoliday(newYear)) newYear = addDays(newYear, 1)
  return day <= newYear
}
