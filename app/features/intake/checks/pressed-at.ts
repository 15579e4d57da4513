import { happenedAt } from '#app/platform/device-time.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { outboxDays } from '#content/device-storage.ts'
import type { BookingInput } from '../booking-input.ts'

/** A price counts for so long after it was shown: anyone who claims an earlier time gets the price of now, and is called first. */
const priceHoldMs = hours(1)

/**
 * Returns when the customer pressed the button: how long ago by the device's own clock, which may be wrong by any amount. Now, if the
 * client doesn't send when it sent the booking.
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
