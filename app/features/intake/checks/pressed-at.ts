import { happenedAt } from '#app/platform/device-time.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { outboxDays } from '#content/device-storage.ts'
import type { BookingInput } from '../booking-input.ts'

/** A price counts for this long after it was shown: anyone who claims an earlier time gets the current price, and is called first. */
const priceHoldMs = hours(1)

/**
 * Returns the time the customer pressed the button, by the time passed on the device's clock, however wrong that is. Now, if the client
 * doesn't say when it sent the booking.
 */
export function pressedAt({ submittedAt, sentAt }: Pick<BookingInput, 'submittedAt' | 'sentAt'>, now: Date): Date {
  if (!submittedAt || !sentAt) return now
  const device = { at: toInstant(submittedAt), sentAt: toInstant(sentAt) }
  return new Date(happenedAt(device, { receivedAt: toInstant(now), notBefore: later(now, -days(outboxDays)) }))
}

/** Clocks and connections differ by less than this. */
const toleranceMs = minutes(2)

/** The time of pressing to store: the device's own, unless its clock is wrong. */
export function storedPress({ submittedAt, sentAt }: Pick<BookingInput, 'submittedAt' | 'sentAt'>, pressed: Date): Date {
  if (!submittedAt) return pressed
  const aheadMs = submittedAt.getTime() - pressed.getTime()
  const isLikely = sentAt ? Math.abs(aheadMs) <= toleranceMs : aheadMs <= 0 && aheadMs >= -days(outboxDays)
  return isLikely ? submittedAt : pressed
}

/** Returns true if a price shown at an instant is still valid. */
export const isRecent = (shownAt: Date, now: Date): boolean => now.getTime() - shownAt.getTime() <= priceHoldMs
