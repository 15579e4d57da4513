import type { Kysely, Transaction } from 'kysely'
import type { TimeSlot } from '#app/features/booking/answers.ts'
import { plannedStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { readNextFree } from '#app/platform/online-pause.ts'
import { readPublished } from '#app/platform/published.ts'
import { spokenTimes } from '#app/platform/spoken-moment.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import { lockPlaces, writePlaces } from './places.server.ts'
import { type Job, plannedSpan, readDiary, readVisitPlan, visitOf, visitOfBooking, type When } from './read-visit-plan.server.ts'
import { hasPlannedHours } from './read-working-hours.server.ts'
import { slotsOf } from './time-slots.ts'
import { freeShare, insertVisit, type Place, planVisits, planWith, type VisitPlan } from './visit-plan.ts'

/**
 * Makes everyone who wants a place run one after the other until the transaction ends, if shifts are planned; returns whether they are.
 * Call it before reading the plan to take a place from it.
 */
export async function lockPlan(tx: Transaction<Tables>, now: Date): Promise<boolean> {
  if (!(await hasPlannedHours(tx))) return false
  await lockPlaces(tx, now)
  return true
}

interface PlaceTerms {
  /** Unproven: it doesn't get the part of the day that the owner keeps for proven bookings. */
  isUnproven?: boolean
  /** Proven: where nothing else is free, it may have the places of these bookings. */
  lapsed?: readonly Booking[]
}

/**
 * Takes a place for a booking in the caller's transaction, which holds `lockPlan`; other unassigned visits may move within their windows.
 * Returns those of `lapsed` that lose theirs to it. Writes nothing and returns undefined if no engineer can keep its window, or if no share
 * of the day is left for it.
 */
export async function takePlace(
  tx: Transaction<Tables>,
  booking: { id: string } & Job & When,
  now: Date,
  { isUnproven = false, lapsed = [] }: PlaceTerms = {},
): Promise<readonly Booking[] | undefined> {
  const window = { from: booking.promisedFrom, until: booking.promisedUntil }
  const plan = await readVisitPlan(tx, now, window, booking.id)
  if (!plan) return []
  const visit = visitOf(booking.id, booking, booking)
  const write = (found: VisitPlan) => writePlaces(tx, found, (ids) => readOver(tx, ids, plannedSpan(now, window)))
  const found = insertVisit(plan, visit)
  if (found) {
    if (isUnproven && !(await leavesEnough(tx, found, visit.isAsap))) return undefined
    await write(found.plan)
    return []
  }
  const without = lapsed.length > 0 && (await readVisitPlan(tx, now, window, [booking.id, ...lapsed.map(({ id }) => id)]))
  const instead = without && insertVisit(without, visit)
  if (!instead) return undefined
  // The oldest keep theirs where there is still room.
  let kept = instead.plan
  const lost = lapsed.filter((each) => {
    const again = insertVisit(kept, visitOf(each.id, each, each))
    kept = again?.plan ?? kept
    return !again
  })
  const ids = lost.map(({ id }) => id)
  await tx.deleteFrom('visitPlaces').where('bookingId', 'in', ids).execute()
  await write(kept)
  return lost
}

/**
 * Writes a booking's place among its engineer's visits, in the caller's transaction, even a late one. Unassigned visits move to others where
 * they can. Locks the plan, and returns it as it was; undefined if no shift was ever planned.
 */
export async function takeGivenPlace(tx: Transaction<Tables>, booking: Booking & { engineerId: string }, now: Date) {
  const window = { from: booking.promisedFrom, until: booking.promisedUntil }
  const diary = (await lockPlan(tx, now)) ? await readDiary(tx, now, window) : undefined
  if (!diary) return undefined
  const [plan, visit] = [planVisits(diary), visitOfBooking(booking, diary.places, now)]
  await writePlaces(tx, planWith(plan, visit), (ids) => readOver(tx, ids, plannedSpan(now, window)))
  return { diary, plan, visit }
}

/** Returns true if a place is free for a booking, proven or not. */
export async function hasPlace(db: Kysely<Tables>, booking: { id: string } & Job & When, now: Date): Promise<boolean> {
  const plan = await readVisitPlan(db, now, { from: booking.promisedFrom, until: booking.promisedUntil }, booking.id)
  return !plan || canPromise(plan, booking, booking)
}

/** Returns true if enough of the visit's London day is left for proven bookings. */
async function leavesEnough(
  tx: Transaction<Tables>,
  { plan, place }: { plan: VisitPlan; place: Place },
  isAsap: boolean,
): Promise<boolean> {
  const { provenPercent } = (await readPublished(tx)).desk
  const day = londonDay(new Date(place.arrivesAt))
  const [from, until] = [instantOf(day, 0), instantOf(addDays(day, 1), 0)].map((at) => Date.parse(at)) as [number, number]
  return freeShare(plan, from, until, isAsap) >= provenPercent / 100
}

/** Bookings outside the plan of a time: those that no longer keep anyone busy, and those of that time without a free engineer. */
async function readOver(tx: Transaction<Tables>, ids: string[], { from, until }: ReturnType<typeof plannedSpan>): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([eb('status', 'not in', plannedStatuses), eb.and([eb('promisedFrom', '>', from), eb('promisedFrom', '<', until)])]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns true if a window can be promised for a job, in a plan that has been read. */
export const canPromise = (plan: VisitPlan, job: Job, when: When): boolean => insertVisit(plan, visitOf('', job, when)) !== undefined

/**
 * The slots of a day that the owner offers, as listed by `slotsOf`; those without a free engineer, and those before staff's next free time,
 * are full. One look at the plan, six statements.
 */
export async function readSlots(db: Kysely<Tables>, day: LondonDay, now: Date, job: Job, exceptId?: string): Promise<TimeSlot[]> {
  const nextFree = await readNextFree(db, now)
  const { windows } = await readPublished(db)
  const slots = slotsOf(day, now, windows).map((slot) => (nextFree && slot.startsAt < nextFree ? asFull(slot) : slot))
  const plan = await readVisitPlan(db, now, { from: instantOf(day, 0), until: instantOf(addDays(day, 1), 8) }, exceptId)
  return plan ? slots.map((slot) => withPlan(slot, plan, job)) : slots
}

function withPlan(slot: TimeSlot, plan: VisitPlan, job: Job): TimeSlot {
  const { startsAt, endsAt } = slot
  const when = { serviceLevel: 'standard' as const, slotStartsAt: startsAt, promisedFrom: startsAt, promisedUntil: endsAt }
  return !slot.available || canPromise(plan, job, when) ? slot : asFull(slot)
}

const asFull = (slot: TimeSlot): TimeSlot => (slot.available ? { ...slot, available: false, closed: 'Full' } : slot)

/** Returns true if a slot begins before staff's next free time. */
export async function isBeforeNextFree(db: Kysely<Tables>, { slotStartsAt }: Pick<When, 'slotStartsAt'>, now: Date): Promise<boolean> {
  const nextFree = await readNextFree(db, now)
  return nextFree !== undefined && slotStartsAt !== null && slotStartsAt < nextFree
}

/** Returns the words for a slot that has filled up meanwhile, with the free ones of that day. */
export const fullText = (db: Kysely<Tables>, slotStartsAt: string, now: Date, job: Job, exceptId?: string): Promise<string> =>
  refusedSlotText(db, ['That slot is full now', 'and so is the rest of that day'], londonDay(slotStartsAt), now, job, exceptId)

/**
 * Returns the text for a slot that is no longer offered because the owner has switched it off or changed the slots' length since it was
 * chosen.
 */
export const withdrawnText = (db: Kysely<Tables>, day: LondonDay, now: Date, job: Job, exceptId?: string): Promise<string> =>
  refusedSlotText(db, ['We don’t offer that slot', 'and the rest of that day is full'], day, now, job, exceptId)

async function refusedSlotText(
  db: Kysely<Tables>,
  [why, andTheRest]: readonly [string, string],
  day: LondonDay,
  now: Date,
  job: Job,
  exceptId?: string,
): Promise<string> {
  const slots = await readSlots(db, day, now, job, exceptId)
  const free = slots.filter(({ available }) => available).map(({ startsAt, endsAt }) => spokenTimes(startsAt, endsAt))
  return free.length > 0
    ? `${why}. Still free that day: ${free.join(', ')}`
    : `${why}, ${andTheRest}. Please choose another day, or call us`
}
