import type { Selectable } from 'kysely'
import { dateProblem, type ServiceLevel } from '#app/features/booking/answers.ts'
import { londonDay, londonMinuteOfDay, spokenTimeAt } from '#app/platform/london.ts'
import { spokenTimes, windowInFull } from '#app/platform/spoken-moment.ts'
import { spokenDayOf } from '#app/platform/spoken-window.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { type ArrivalWindows, arrivalWindows, firstSlotHour } from '#content/slot-hours.ts'
import { arrivalWindowMinutes, nextVisitMinutes, redlineArrivalMinutes } from '#content/stated.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import { readSlot, slotAt } from './time-slots.ts'

/** Shown if no one can arrive as soon as possible. */
export const nobodySoon = 'We have no engineer free in the next 12 hours. Please choose a later slot, or call us'

interface Window {
  promisedFrom: Instant
  promisedUntil: Instant
}

const usualWindows = arrivalWindows({})

/**
 * Minutes until the next engineer by the clock alone: 46 to 90, in a 45-minute cycle. The banner and ASAP bookings use `readNextAvailable`,
 * which asks the plan first.
 */
export const nextAvailableMinutes = (now: Date): number => nextVisitMinutes - (londonMinuteOfDay(now) % arrivalWindowMinutes)

/**
 * The arrival window promised to someone who books as soon as possible: the last 45 minutes before the figure, or the owner's choice, in
 * whole minutes, without those that have passed.
 */
export function asapWindow(
  now: Date,
  ahead = nextAvailableMinutes(now),
  { asapMinutes }: Pick<ArrivalWindows, 'asapMinutes'> = usualWindows,
): Window {
  const minute = wholeMinute(now)
  return { promisedFrom: later(minute, minutes(Math.max(0, ahead - asapMinutes))), promisedUntil: later(minute, minutes(ahead)) }
}

/** Promises have no seconds, as shown. */
const wholeMinute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** Red Line: dispatched within 15 minutes, and arriving 15 to 30 minutes from now. */
export const redlineWindow = (now: Date): Window => ({
  promisedFrom: later(wholeMinute(now), minutes(redlineArrivalMinutes.from)),
  promisedUntil: later(wholeMinute(now), minutes(redlineArrivalMinutes.until)),
})

/** The arrival: the stored date, slot and promise. */
export interface Arrival extends Window {
  preferredDate: LondonDay | null
  slotStartsAt: Instant | null
  slotEndsAt: Instant | null
  /** The booking waited on the visitor's device until its date or slot had passed: staff call. */
  late: boolean
}

export interface When {
  serviceLevel: ServiceLevel
  preferredDate: LondonDay | undefined
  timeSlot: string
  /** The time of submission by the visitor's clock. */
  submittedAt: Date | undefined
}

type WhenProblems = Partial<Record<'preferredDate' | 'timeSlot', string>>

/**
 * Returns the arrival that a visitor asks for, or the problem with it. A choice is judged by the time it was made, so a booking that waited
 * in a queue is never refused for being late: it is marked. `aheadMinutes`: until the next available engineer; null: no one is free soon.
 * `offered`: the windows on offer, or 'any length' for a slot that may have been on offer before.
 */
export function arrivalFor(
  when: When,
  now: Date,
  aheadMinutes: number | null = nextAvailableMinutes(now),
  offered: ArrivalWindows | 'any length' = usualWindows,
): { arrival: Arrival } | { problems: WhenProblems } {
  const windows = offered === 'any length' ? usualWindows : offered
  const saidAt = when.submittedAt && when.submittedAt < now ? when.submittedAt : now
  if (when.serviceLevel === 'redline') return { arrival: { ...noSlot, ...redlineWindow(now), late: hasPassed(redlineWindow(saidAt), now) } }
  const [saidDay, day] = [londonDay(saidAt), when.preferredDate ?? londonDay(saidAt)]
  const wrongDay = dateProblem(day, saidDay, londonDay(now))
  if (wrongDay) return { problems: { preferredDate: wrongDay } }
  const slot = readSlot(when.timeSlot, day, saidAt, offered === 'any length' ? undefined : offered)
  if (slot === undefined) return { problems: { timeSlot: 'Please choose an arrival slot from the list' } }
  if (slot === 'asap' && (day === saidDay || day === londonDay(now))) {
    if (aheadMinutes === null) return { problems: { timeSlot: nobodySoon } }
    return { arrival: asapArrival(when.preferredDate ?? null, saidAt, now, asapWindow(now, aheadMinutes, windows)) }
  }
  // 'As soon as possible' on a later day is that day's first slot.
  const chosen = slot === 'asap' ? firstSlot(day, saidAt, windows) : slot
  if (!chosen.available)
    return { problems: { timeSlot: 'That slot starts too soon or has passed. Please choose a later one, or ‘As soon as possible’' } }
  return {
    arrival: {
      preferredDate: day,
      slotStartsAt: chosen.startsAt,
      slotEndsAt: chosen.endsAt,
      promisedFrom: chosen.startsAt,
      promisedUntil: chosen.endsAt,
      late: chosen.startsAt <= toInstant(now),
    },
  }
}

const firstSlot = (day: LondonDay, now: Date, { startHours, slotLength }: ArrivalWindows) =>
  slotAt(day, startHours[0] ?? firstSlotHour, { now, slotLength })

/** Returns the day of a chosen slot that is no longer in `windows`, because the owner has changed them. Undefined for any other choice. */
export function dayOfWithdrawnSlot(when: When, now: Date, windows: ArrivalWindows): LondonDay | undefined {
  const saidAt = when.submittedAt && when.submittedAt < now ? when.submittedAt : now
  const day = when.preferredDate ?? londonDay(saidAt)
  const isSlot = typeof readSlot(when.timeSlot, day, saidAt) === 'object'
  return isSlot && readSlot(when.timeSlot, day, saidAt, windows) === undefined ? day : undefined
}

const noSlot = { preferredDate: null, slotStartsAt: null, slotEndsAt: null }

const hasPassed = (window: Window, now: Date) => window.promisedUntil <= toInstant(now)

const asapArrival = (preferredDate: LondonDay | null, saidAt: Date, now: Date, window: Window): Arrival => ({
  ...noSlot,
  ...window,
  preferredDate,
  late: hasPassed(asapWindow(saidAt), now),
})

type Booked = Pick<
  BookingsTable,
  | 'serviceLevel'
  | 'promisedFrom'
  | 'promisedUntil'
  | 'slotStartsAt'
  | 'address'
  | 'postcode'
  | 'borough'
  | 'estimatePence'
  | 'priorityFeePence'
>

/** 'As soon as possible: Friday 20 November, 2.05pm to 2.50pm', 'Now: …' for Red Line, or the slot's window alone. With `now`: also the year, if it isn't this one. */
export function arrivalText(booking: Pick<Booked, 'serviceLevel' | 'promisedFrom' | 'promisedUntil' | 'slotStartsAt'>, now?: Date): string {
  const window = windowInFull(booking.promisedFrom, booking.promisedUntil, now)
  if (booking.slotStartsAt) return window
  return `${booking.serviceLevel === 'redline' ? 'Now' : 'As soon as possible'}: ${window}`
}

/** Red Line's arrival, until the fee is paid. */
export const redlineArrivalText = `${redlineArrivalMinutes.from} to ${redlineArrivalMinutes.until} minutes after your payment`

/** The same, for a booking as it is: the minutes of Red Line run from the payment, and a window that is still to be agreed isn't promised. */
export function arrivalNow(booking: Parameters<typeof arrivalText>[0] & Pick<Selectable<BookingsTable>, 'status' | 'toAgree'>): string {
  const { status, toAgree, slotStartsAt } = booking
  if (status === 'awaiting_payment' || status === 'expired') return redlineArrivalText
  if (toAgree !== 1) return arrivalText(booking)
  return `No time agreed yet. They asked for ${slotStartsAt ? arrivalText(booking) : 'a visit as soon as possible'}.`
}

/**
 * The arrival window, as we say it on the phone: 'Today, between 2.15pm and 3pm' for a visit as soon as possible, 'Tomorrow, 4pm to 6pm' or
 * 'Sunday 22 November, 10am to noon' for a slot.
 */
export function spokenArrival(
  { promisedFrom: from, promisedUntil: until, slotStartsAt }: Pick<Arrival, 'promisedFrom' | 'promisedUntil' | 'slotStartsAt'>,
  now: Date,
): string {
  return `${spokenDayOf(from, now)}, ${slotStartsAt ? spokenTimes(from, until) : `between ${spokenTimeAt(from)} and ${spokenTimeAt(until)}`}`
}
