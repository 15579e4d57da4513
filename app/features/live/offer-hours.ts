import { londonDayHour, londonHourMs } from '#app/platform/london-intl.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import { addDays } from '#app/values/day.ts'
import type { CalloutOffer } from '#content/offers.ts'

/** The banner's view at a moment, and its end. */
interface OfferHours {
  isOpen: boolean
  /** The start of the other view, in ms since 1970. */
  until: number
  /** The end of these hours of the offer: '10am'. */
  untilText: string
}

/**
 * Returns true if an instant is within the hours of the countdown's offer, by London's clocks, also on days when they change. `atMs`: in ms
 * since 1970.
 */
export function offerHoursAt(atMs: number, calloutOffer: CalloutOffer): OfferHours {
  const { day, hour } = londonDayHour(atMs)
  const edges = calloutOffer.hours.flat()
  const next = edges.find((edge) => edge > hour)
  const { from: firstDay, until: lastDay = day, isOff } = calloutOffer
  const isOn = !isOff && firstDay <= day && day <= lastDay
  return {
    isOpen: isOn && calloutOffer.hours.some(([from, until]) => from <= hour && hour < until),
    until: next === undefined ? londonHourMs(addDays(day, 1), edges[0] ?? 0) : londonHourMs(day, next),
    untilText: spokenTime(`${next}:00`),
  }
}
