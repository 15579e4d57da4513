import type { Transaction } from 'kysely'
import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { readAnswer } from '#app/features/booking/answers.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { isProven } from '#app/features/booking/proof.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound, ChangeRefused, DearerTime, InvalidBooking } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import {
  type Arrival,
  arrivalFor,
  arrivalText,
  asapWindow,
  dayOfWithdrawnSlot,
  nobodySoon,
  type When,
} from '#app/features/capacity/arrival-window.ts'
import { readNextAvailable } from '#app/features/capacity/read-next-available.server.ts'
import { takeProvenPlace, takeUnprovenPlace } from '#app/features/capacity/take-customer-place.server.ts'
import { fullText, hasPlace, isBeforeNextFree, lockPlan, withdrawnText } from '#app/features/capacity/take-place.server.ts'
import { type FrozenTerms, mostPence, termsMovedTo } from '#app/features/pricing/frozen-terms.ts'
import { limits } from '#app/platform/limits.ts'
import { readOnlinePause } from '#app/platform/online-pause.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { ArrivalWindows } from '#content/slot-hours.ts'
import type { Tables } from '#db/tables.ts'
import { timeChangeOf } from './page/time-change.ts'

export interface RescheduleBooking extends CustomerAct {
  /** `versionOf` the booking that the customer saw. */
  seen: string
  /** The requested day and slot, as the booking form sends them. */
  preferredDate: string
  timeSlot: string
  /** The maximum price that they have agreed to for that time, if it is higher than before. */
  agreedPence?: number
}

/**
 * Moves a booking for its customer, by the terms: time, history, and messages to customer and staff in one transaction. Estimate and rates
 * stay frozen; the price cap is that of the new hour, and a higher one must have been agreed. A booking that was confirmed or assigned
 * becomes `received` again, so that someone confirms the new time. Repeating it does nothing. Throws `DearerTime`, `InvalidBooking` with
 * what is wrong with day or slot, `BookingOvertaken`, `ChangeRefused`, `TooManySubmits` or `BookingNotFound`.
 */
export async function rescheduleBooking(services: Services, wish: RescheduleBooking): Promise<void> {
  const { bookingId, actor, clientKey, seen } = wish
  // Before the turn is taken: a wrong day costs no turn.
  const wanted = wantedArrival(wish, services.clock.now(), services.published.current().windows)
  if ('refused' in wanted) throw wanted.refused
  if ('withdrawn' in wanted) throw await withdrawnSlot(services, bookingId, wanted.withdrawn)
  const turns = [[limits.reschedule, clientKey] as const, [limits.reschedules, bookingId] as const]
  await actOnBooking(services, { bookingId, actor, seen, limits: turns }, async (tx, { booking, now }) => {
    const isPlanned = await lockPlan(tx, now)
    const arrival = wanted.arrival.slotStartsAt
      ? wanted.arrival
      : await asapByPlan(tx, wanted.arrival, booking, { now, windows: services.published.current().windows })
    const isThere = isSameTime(booking, arrival)
    if (versionOf(booking) !== seen && isThere && booking.revision > 0) return undefined
    const allowed = timeChangeOf(booking, now, await readOnlinePause(tx, now))
    if ('refused' in allowed) throw new ChangeRefused(allowed.refused)
    if (versionOf(booking) === seen && isThere)
      throw new InvalidBooking({ timeSlot: 'That’s the time you already have. Please choose another' })
    const moving = { ...booking, ...arrival }
    const isPlaced = !isPlanned || (await takeOwnPlace(services, tx, { ...moving, clientKey }, now))
    if (!isPlaced && !isProven(booking) && (await hasPlace(tx, moving, now)))
      throw new ChangeRefused(`${confirmFirst} ${services.published.current().details.emergencyPhone.text}.`)
    if (!isPlaced || (await isBeforeNextFree(tx, arrival, now)))
      throw new InvalidBooking({
        timeSlot: arrival.slotStartsAt ? await fullText(tx, arrival.slotStartsAt, now, booking, booking.id) : nobodySoon,
      })
    const terms = JSON.parse(booking.frozenTerms) as FrozenTerms
    const moved = termsMovedTo(terms, arrival.promisedFrom)
    if (moved !== terms && mostPence(moved) > mostPence(terms) && wish.agreedPence !== mostPence(moved))
      throw new DearerTime(mostPence(moved), mostPence(terms))
    return {
      // The assigned engineer may not be free then: staff check it again.
      set: {
        ...{ ...arrival, late: 0, toAgree: 0, lateAfter: null, status: steps.reschedule.to, engineerId: null, acceptedAt: null },
        // An accepted booking was proven, and stays so.
        provenAt: booking.provenAt ?? (isProven(booking) ? toInstant(now) : null),
        ...(moved !== terms && { frozenTerms: JSON.stringify(moved) }),
      },
      isRevised: true,
      event: { kind: 'rescheduled', note: `From ${arrivalText(booking)}, to ${arrivalText({ ...booking, ...arrival })}` },
      announces: 'rescheduled',
    }
  })
}

const confirmFirst = 'That time is kept for bookings that are confirmed. Please use the link in our email to confirm yours first, or call'

/** A place for the time that its customer wants: an unproven booking has the limits of a new one. */
const takeOwnPlace = (
  services: Services,
  tx: Transaction<Tables>,
  booking: Omit<Booking, 'late'> & { clientKey: string },
  now: Date,
): Promise<boolean> => (isProven(booking) ? takeProvenPlace(services, tx, booking, now) : takeUnprovenPlace(services, tx, booking, now))

/** Returns the next ASAP window, as the page showed it. */
async function asapByPlan(
  tx: Transaction<Tables>,
  arrival: Arrival,
  booking: Booking,
  { now, windows }: { now: Date; windows: ArrivalWindows },
): Promise<Arrival> {
  const aheadMinutes = await readNextAvailable(tx, now, windows, booking)
  if (aheadMinutes === null) throw new InvalidBooking({ timeSlot: nobodySoon })
  return { ...arrival, ...asapWindow(now, aheadMinutes, windows) }
}

/** Returns the words for a slot that the owner has switched off since the page was loaded, with that day's free ones. */
async function withdrawnSlot({ db, clock }: Services, bookingId: string, day: LondonDay): Promise<InvalidBooking> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  return new InvalidBooking({ timeSlot: await withdrawnText(db, day, clock.now(), booking, bookingId) })
}

type Wanted = { arrival: Arrival } | { refused: InvalidBooking } | { withdrawn: LondonDay }

/** The time asked for, judged by the form's own rules; `withdrawn`: the day of a slot that is no longer offered. */
function wantedArrival(wish: RescheduleBooking, now: Date, windows: ArrivalWindows): Wanted {
  const [day, slot] = [readAnswer('preferredDate', wish.preferredDate), readAnswer('timeSlot', wish.timeSlot)]
  if ('problem' in day) return { refused: new InvalidBooking({ preferredDate: day.problem }) }
  if ('problem' in slot) return { refused: new InvalidBooking({ timeSlot: slot.problem }) }
  // Without a choice, it isn't 'as soon as possible' here: the visit has a time already.
  if (slot.value === '') return { refused: new InvalidBooking({ timeSlot: 'Please choose an arrival slot from the list' }) }
  const asked: When = { serviceLevel: 'standard', preferredDate: day.value || undefined, timeSlot: slot.value, submittedAt: undefined }
  const when = arrivalFor(asked, now, undefined, windows)
  if (!('problems' in when)) return when
  const withdrawn = when.problems.timeSlot ? dayOfWithdrawnSlot(asked, now, windows) : undefined
  return withdrawn ? { withdrawn } : { refused: new InvalidBooking(when.problems) }
}

/** All ASAP visits count as one time, whatever their window. A booking whose time is to be agreed has none yet. */
const isSameTime = (booking: Booking, arrival: Arrival) => booking.toAgree === 0 && booking.slotStartsAt === arrival.slotStartsAt
