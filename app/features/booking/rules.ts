import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { FrozenTerms } from '#app/features/pricing/rules.ts'
import { type Instant, later, minutes, toInstant } from '#app/platform/clock.ts'
import { addDays, type LondonDay } from '#app/platform/day.ts'
import { instantOf, londonDay, londonMinuteOfDay, windowText } from '#app/platform/london.ts'
import { poundsText } from '#content/money.ts'
import { billingTerms, cancellationRightDays, changeCutoffMinutes, redlineDispatchMinutes, refundWithinDays } from '#content/rates.ts'
import { arrivalWindowMinutes, nextVisitMinutes, redlineArrivalMinutes } from '#content/stated.ts'
import type { BookingEventsTable, BookingsTable } from '#db/tables.ts'
import {
  type Answers,
  answerProblems,
  dateProblem,
  type FieldProblems,
  levelOf,
  type ServiceLevel,
  type Step,
  type TimeSlot,
} from './answers.ts'
import { isDispatched, statusFacts, stepFacts, underWayStatuses } from './lifecycle.ts'
import { emergencyFields } from './schema.ts'

export { placeText, serviceLevelText } from './answers.ts'

/** Decisions about bookings: no database, no clock, no fetch. Specification 1 sections 4, 5, 9; DESIGN 5. */

// --- Time slots ---

const slotHours = [8, 10, 12, 14, 16, 18, 20, 22, 0, 2, 4, 6] as const
const leadMs = 90 * 60_000

/**
 * The 12 slots of a day as seen at `now`; on today, before them, those of last night's small hours that can still be booked
 * ('Tonight').
 */
export function slotsOf(day: LondonDay, now: Date): TimeSlot[] {
  const slots = slotHours.map((hour) => slotAt(day, hour, false, now))
  if (day !== londonDay(now)) return slots
  const tonight = slotHours.filter((hour) => hour < 8).map((hour) => slotAt(day, hour, true, now))
  return [...tonight.filter((slot) => slot.available), ...slots]
}

function slotAt(day: LondonDay, hour: number, tonight: boolean, now: Date): TimeSlot {
  const startDay = hour < 8 && !tonight ? addDays(day, 1) : day
  const endHour = (hour + 2) % 24
  const startsAt = instantOf(startDay, hour)
  return {
    text: `${tonight ? 'Tonight ' : ''}${clock(hour)} - ${clock(endHour)}`,
    startsAt,
    endsAt: instantOf(endHour === 0 ? addDays(startDay, 1) : startDay, endHour),
    available: startsAt >= later(now, leadMs),
    premium: hour >= 20 || hour < 8,
    tonight,
    afterMidnight: hour < 8 && !tonight,
  }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The slot a text names on a day, 'asap', or undefined when it names none. */
function readSlot(text: string, day: LondonDay, now: Date): TimeSlot | 'asap' | undefined {
  if (text === '' || /^(asap|as soon as possible)$/i.test(text)) return 'asap'
  const match = /^(tonight )?(\d\d):00\s*[-–]\s*\d\d:00$/i.exec(text)
  const hour = slotHours.find((each) => each === Number(match?.[2]))
  if (!match || hour === undefined || (match[1] && (hour >= 8 || day !== londonDay(now)))) return undefined
  const slot = slotAt(day, hour, Boolean(match[1]), now)
  return slot.text.toLowerCase() === text.replace(/\s*[-–]\s*/, ' - ').toLowerCase() ? slot : undefined
}

// --- The promise ---

/**
 * Minutes until the next available engineer by the clock: 46 to 90, in a 45-minute cycle. What the banner says and an ASAP booking is
 * promised is `readNextAvailable`'s, which asks the board first.
 */
export const nextAvailableMinutes = (now: Date): number => nextVisitMinutes - (londonMinuteOfDay(now) % arrivalWindowMinutes)

interface Window {
  promisedFrom: Instant
  promisedUntil: Instant
}

/** The arrival window promised to someone who books as soon as possible: the last 45 minutes before the figure, in whole minutes. */
export function asapWindow(now: Date, ahead = nextAvailableMinutes(now)): Window {
  const minute = wholeMinute(now)
  return { promisedFrom: later(minute, minutes(ahead - arrivalWindowMinutes)), promisedUntil: later(minute, minutes(ahead)) }
}

/** What is shown without seconds is promised without them. */
const wholeMinute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** Red Line: dispatched within 15 minutes, at the door 15 to 30 minutes from now (specification 2 section 2, payment success). */
export const redlineWindow = (now: Date): Window => ({
  promisedFrom: later(wholeMinute(now), minutes(redlineArrivalMinutes.from)),
  promisedUntil: later(wholeMinute(now), minutes(redlineArrivalMinutes.until)),
})

// --- When ---

/** When somebody comes: what is stored of the date, the slot and the promise. */
export interface Arrival extends Window {
  preferredDate: LondonDay | null
  slotStartsAt: Instant | null
  slotEndsAt: Instant | null
  /** It came after its date or slot had passed, having waited on the visitor's device: staff ring. */
  late: boolean
}

export interface When {
  serviceLevel: ServiceLevel
  preferredDate: LondonDay | undefined
  timeSlot: string
  /** When the visitor pressed the button, by the visitor's clock. */
  submittedAt: Date | undefined
}

export type WhenProblems = Partial<Record<'preferredDate' | 'timeSlot', string>>

/**
 * The arrival a visitor asks for, or what is wrong with it. A choice is judged by the time it was made, so a booking that
 * waited in a queue is never refused for being late: it is marked. `aheadMinutes`: until the next available engineer.
 */
export function arrivalFor(
  when: When,
  now: Date,
  aheadMinutes = nextAvailableMinutes(now),
): { arrival: Arrival } | { problems: WhenProblems } {
  const saidAt = when.submittedAt && when.submittedAt < now ? when.submittedAt : now
  if (when.serviceLevel === 'redline') return { arrival: { ...noSlot, ...redlineWindow(now), late: hasPassed(redlineWindow(saidAt), now) } }
  const [saidDay, day] = [londonDay(saidAt), when.preferredDate ?? londonDay(saidAt)]
  const wrongDay = dateProblem(day, saidDay, londonDay(now))
  if (wrongDay) return { problems: { preferredDate: wrongDay } }
  const slot = readSlot(when.timeSlot, day, saidAt)
  if (slot === undefined) return { problems: { timeSlot: 'Please choose an arrival slot from the list' } }
  if (slot === 'asap' && (day === saidDay || day === londonDay(now)))
    return { arrival: asapArrival(when.preferredDate ?? null, saidAt, now, aheadMinutes) }
  // 'As soon as possible' on a later day is that day's first slot.
  const chosen = slot === 'asap' ? slotAt(day, slotHours[0], false, saidAt) : slot
  if (!chosen.available)
    return { problems: { timeSlot: 'That slot starts too soon or has passed. Please choose a later one, or as soon as possible' } }
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

const noSlot = { preferredDate: null, slotStartsAt: null, slotEndsAt: null }
const hasPassed = (window: Window, now: Date) => window.promisedUntil <= toInstant(now)

const asapArrival = (preferredDate: LondonDay | null, saidAt: Date, now: Date, aheadMinutes: number): Arrival => ({
  ...noSlot,
  ...asapWindow(now, aheadMinutes),
  preferredDate,
  late: hasPassed(asapWindow(saidAt), now),
})

// --- The form's steps ---

/** What keeps a step from being complete: Next advances only when this is empty. */
export function stepProblems(step: Step, answers: Answers, now: Date): FieldProblems {
  const problems = answerProblems(step, answers)
  if (step !== 3 || Object.keys(problems).length > 0) return problems
  const { preferredDate, timeSlot } = emergencyWhen.parse(answers)
  const when = arrivalFor({ serviceLevel: levelOf(answers), preferredDate, timeSlot, submittedAt: undefined }, now)
  return 'problems' in when ? when.problems : {}
}

const emergencyWhen = z.object({ preferredDate: emergencyFields.preferredDate, timeSlot: emergencyFields.timeSlot })

/** The first step that is not complete; 4 when all are. */
export function firstOpenStep(answers: Answers, now: Date): Step {
  const open = ([1, 2, 3] as const).find((step) => Object.keys(stepProblems(step, answers, now)).length > 0)
  return open ?? 4
}

// --- Changing and cancelling (terms, changing-or-cancelling; DESIGN 5, 6) ---

type Changeable = Pick<
  Selectable<BookingsTable>,
  | 'status'
  | 'serviceLevel'
  | 'slotStartsAt'
  | 'promisedFrom'
  | 'promisedUntil'
  | 'lateAfter'
  | 'priorityFeePence'
  | 'frozenTerms'
  | 'createdAt'
>
type Happened = Pick<Selectable<BookingEventsTable>, 'at' | 'fromStatus' | 'toStatus'>

/**
 * After when £50 off is owed (terms, when-we-come): the end of the window that stands, or of an earlier one that we promised before and
 * moved of ourselves. What has become owed stays owed.
 */
export const lateAfterOf = ({ promisedUntil, lateAfter }: Pick<Changeable, 'promisedUntil' | 'lateAfter'>): Instant =>
  lateAfter !== null && lateAfter < promisedUntil ? lateAfter : promisedUntil

/** What `lateAfter` becomes when one of us promises another window. A customer who asked to be visited later is owed nothing for that. */
export const lateAfterNewPromise = (booking: Pick<Changeable, 'promisedUntil' | 'lateAfter'>, now: Date, askedByCustomer: boolean) =>
  askedByCustomer && toInstant(now) <= lateAfterOf(booking) ? null : lateAfterOf(booking)

/** Whether the engineer came after the promise, by the booking's history; undefined while nobody has arrived. */
export function cameLate(booking: Pick<Changeable, 'promisedUntil' | 'lateAfter'>, events: readonly Happened[]): boolean | undefined {
  const arrived = events.find(({ toStatus }) => toStatus === 'arrived')
  return arrived && arrived.at > lateAfterOf(booking)
}

/** Whether the customer may change the time online: until when, or why not and what to do instead. */
export type TimeChange = { until: Instant } | { refused: string }

/**
 * Whether the customer of a booking may change its time at `now`. As soon as possible: until an engineer is on the way, and not once
 * the window has passed, since £50 off is judged by it. A slot: until `changeCutoffMinutes` before it begins. Red Line: never.
 */
export function timeChangeOf(booking: Changeable, now: Date): TimeChange {
  const { status, serviceLevel, slotStartsAt, promisedFrom, promisedUntil } = booking
  const { over } = statusFacts(status)
  if (over) return { refused: over }
  if (serviceLevel === 'redline') return { refused: 'Red Line is always now: its time cannot be changed. You can cancel it, or ring us.' }
  const refused = stepFacts('reschedule').customer?.refused?.[status]
  if (refused) return { refused }
  const at = toInstant(now)
  if (at > lateAfterOf(booking))
    return { refused: 'Your arrival window has passed. Please ring us: we find a time, and take off what we owe you.' }
  const until = slotStartsAt ? later(promisedFrom, -minutes(changeCutoffMinutes)) : promisedUntil
  if (at <= until) return { until }
  return { refused: `Your slot begins in less than ${changeCutoffMinutes} minutes. Please ring us to change it.` }
}

/** What a change of time does to the price: nothing. The hour's rate counts as it did, and the estimate stays the most. */
export const priceKeptText = 'Your estimate and price rules stay as they were when you booked.'

/** What cancelling now would come to, in pence. */
export interface Cancellation {
  /** The most that may be charged because the engineer has set out; 0: it is free. */
  chargePence: number
  /** Of the Red Line fee that was paid: what goes back. */
  refundPence: number
  /** Of the Red Line fee: what stays due, since we dispatched in time. */
  keptFeePence: number
  /** The Red Line slot may be taken by somebody else: nobody had been sent for it. */
  freesSlot: boolean
}

/**
 * What cancelling a booking at `now` comes to, by the terms and by the prices frozen with it; or why the customer cannot cancel it
 * online. Free until the engineer sets out, and after that when the window has passed, or within 14 days of the contract where the
 * visit was booked for a later slot. `events`: the booking's history. `fee`: the Red Line fee, where it has been paid.
 */
export function cancellationOf(
  booking: Changeable,
  events: readonly Happened[],
  now: Date,
  fee?: PaidFee,
): Cancellation | { refused: string } {
  const { over } = statusFacts(booking.status)
  if (over) return { refused: over }
  const refused = stepFacts('cancel').customer?.refused?.[booking.status]
  if (refused) return { refused }
  const hasSetOut = isDispatched(booking.status)
  const isFree = !hasSetOut || toInstant(now) > lateAfterOf(booking) || hasRightToCancel(booking, events, now)
  return { chargePence: isFree ? 0 : noAccessPenceOf(booking), ...feeAfterCancelling(booking, events, fee), freesSlot: !hasSetOut }
}

/** What cancelling by us comes to: nothing is charged, and what was paid goes back, unless the engineer has come (terms, changing-or-cancelling). */
export function cancellationByUs(booking: Changeable, events: readonly Happened[], fee?: PaidFee): Cancellation {
  const hasCome = statusFacts(booking.status).stage === 'on_site'
  const fees = hasCome ? feeAfterCancelling(booking, events, fee) : { refundPence: fee?.leftPence ?? 0, keptFeePence: 0 }
  return { chargePence: 0, ...fees, freesSlot: !isDispatched(booking.status) }
}

/** What the booking's own terms say; they were frozen when it was made. */
function noAccessPenceOf({ frozenTerms }: Changeable): number {
  const { billing } = JSON.parse(frozenTerms) as Partial<FrozenTerms>
  return billing?.noAccessPence ?? billingTerms.noAccessPence
}

/** A visit for a later slot is no urgent one: 14 days after the day on which we confirmed it, by London's calendar. */
function hasRightToCancel({ slotStartsAt }: Changeable, events: readonly Happened[], now: Date): boolean {
  if (!slotStartsAt) return false
  const confirmed = events.find(({ toStatus }) => underWayStatuses.includes(toStatus))
  return !confirmed || londonDay(now) <= addDays(londonDay(confirmed.at), cancellationRightDays)
}

/** The Red Line fee as it was paid, by the payments themselves: staff can receive a booking that nobody paid for. */
export interface PaidFee {
  paidAt: Instant
  /** What of it has not gone back yet. */
  leftPence: number
}

/** Whether we dispatched within Red Line's minutes of `since`; undefined while nobody has been sent. */
export function dispatchedInTime(events: readonly Pick<Happened, 'at' | 'toStatus'>[], since: Instant): boolean | undefined {
  const dispatched = events.find(({ toStatus }) => isDispatched(toStatus))
  return dispatched && dispatched.at <= later(since, minutes(redlineDispatchMinutes))
}

/** The whole Red Line fee goes back unless we dispatched within its minutes of the payment, or of the booking by phone. */
function feeAfterCancelling({ priorityFeePence, createdAt }: Changeable, events: readonly Happened[], fee: PaidFee | undefined) {
  const isEarned = dispatchedInTime(events, fee?.paidAt ?? createdAt) === true
  return { refundPence: isEarned ? 0 : (fee?.leftPence ?? 0), keptFeePence: isEarned ? (fee?.leftPence ?? priorityFeePence) : 0 }
}

/** What cancelling comes to, in the words that are shown before, mailed after, and kept in the booking's history. */
export function cancellationText({ chargePence, refundPence, keptFeePence }: Omit<Cancellation, 'freesSlot'>): string {
  return [
    chargePence > 0 ? `The engineer has set out: we charge at most ${poundsText(chargePence)}.` : 'Cancelling is free.',
    refundPence > 0 ? `The priority fee of ${poundsText(refundPence)} goes back the way you paid it, within ${refundWithinDays} days.` : '',
    keptFeePence > 0
      ? `The priority fee of ${poundsText(keptFeePence)} stays due: we dispatched within ${redlineDispatchMinutes} minutes.`
      : '',
  ]
    .filter((text) => text)
    .join(' ')
}

/** What cancelling by us comes to, in the words that the customer reads. */
export function cancellationByUsText({ refundPence, keptFeePence }: Omit<Cancellation, 'freesSlot'>): string {
  if (keptFeePence === 0 && refundPence === 0) return 'You owe nothing.'
  const money = cancellationText({ chargePence: 0, refundPence, keptFeePence }).replace('Cancelling is free. ', '')
  return keptFeePence > 0 ? money : `You owe nothing. ${money}`
}

// --- In words ---

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

/** 'As soon as possible: Fri 20 Nov, 14:05 to 14:50', 'Now: …' for Red Line, or the slot's window alone. */
export function arrivalText(booking: Pick<Booked, 'serviceLevel' | 'promisedFrom' | 'promisedUntil' | 'slotStartsAt'>): string {
  const window = windowText(booking.promisedFrom, booking.promisedUntil)
  if (booking.slotStartsAt) return window
  return `${booking.serviceLevel === 'redline' ? 'Now' : 'As soon as possible'}: ${window}`
}

/** The same, for a booking as it stands: the minutes of Red Line run from the payment. */
export const arrivalNow = (booking: Parameters<typeof arrivalText>[0] & Pick<BookingsTable, 'status'>): string =>
  booking.status === 'awaiting_payment'
    ? `${redlineArrivalMinutes.from} to ${redlineArrivalMinutes.until} minutes after your payment`
    : arrivalText(booking)
