import type { Transaction, Updateable } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { AuditAction } from '#app/platform/audit-actions.ts'
import { type Instant, toInstant } from '#app/platform/clock.ts'
import { Refusal } from '#app/platform/errors.ts'
import { hashOf, newId } from '#app/platform/ids.ts'
import { enqueue, type NewJob } from '#app/platform/jobs.ts'
import { holdTurns, type RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable, StaffActsTable, Tables } from '#db/tables.ts'
import { announcement, type Occasion } from './announce.ts'
import { readHappened } from './history.server.ts'
import type { Booking } from './read-booking.server.ts'
import { BookingNotFound, BookingOvertaken, TooManySubmits } from './refusals.ts'
import { versionOf } from './version.ts'

/*
 * The one way in which anyone or anything changes a booking: its customer, staff, a payment, the clock. The booking's row is locked
 * first, before slots, checkouts and payments: two acts on a booking follow one another, and never wait for each other in a circle.
 */

/** An act of a customer, who is let in by the private link, or owns the booking. */
export interface CustomerAct {
  bookingId: string
  /** 'customer' by the private link, or the id of the user. */
  actor: string
  /** Keyed hash of the client's address, for limits. */
  clientKey: string
}

export interface Act {
  bookingId: string
  /** 'customer' by the private link, 'system' for payments and the clock, else the id of the user. The caller has checked what they may do. */
  actor: string
  /** `versionOf` the booking that they saw; absent: they act on it whatever has happened. */
  seen?: string
  /** Of staff: which act it is, and what they asked for. The same by the same person, having seen the same, is the same press. */
  press?: { act: StaffActsTable['act']; wish: unknown }
}

/** A booking as it is inside the transaction, locked until that ends. */
export interface LockedBooking {
  booking: Booking
  now: Date
}

type Announced = Occasion | { occasion: Occasion; id: string }

/** What an act makes of a booking. */
export interface Change<Result = void> {
  /** The columns that it changes. */
  set?: Updateable<BookingsTable>
  /** What it changes is nothing that anyone looks at before they act: no one is overtaken by it. */
  isUnseen?: boolean
  /** What a calendar shows of the booking is among it. */
  isRevised?: boolean
  /** When it happened, where that is not now: never before what the history has already. */
  at?: Instant
  /** What the history says where that is not just another status; 'none': nothing. */
  event?: { kind?: 'rescheduled' | 'cancelled'; note: string } | 'none'
  /** Of staff: what they did, as colleagues read it after the name: 'gave the job to Dan Okoro'. */
  text?: string
  /** For the audit log, where there is no act of staff. */
  action?: AuditAction
  /** Further ids and amounts for the audit log; never a name or an address. */
  detail?: Record<string, string | number | boolean>
  /** What customer and staff are told of, one or more things; with an id of its own where that is not the event's. */
  announces?: Announced | readonly Announced[]
  /** What else is written in the transaction; returns the jobs that it leads to. */
  also?: () => Promise<readonly NewJob[]>
  result?: Result
}

type Decide<Result> = (tx: Transaction<Tables>, locked: LockedBooking) => Promise<Change<Result> | undefined>

interface LimitedAct extends Act {
  /** Turns that it takes first, all callers in the same order. A turn stays taken when the act is refused. */
  limits?: readonly (readonly [RateLimit, string])[]
}

/**
 * Does an act on a booking in one transaction, and wakes what sends its messages. Throws `TooManySubmits`, and what `actOnBookingIn`
 * throws; then nothing is done. `decide` refuses before it writes anything.
 */
export async function actOnBooking<Result = void>(
  services: Services,
  { limits = [], ...act }: LimitedAct,
  decide: Decide<Result>,
): Promise<Result | undefined> {
  const outcome = await services.db.transaction().execute(async (tx) => {
    const waitSeconds = await takeTurns(services, tx, limits)
    if (waitSeconds > 0) return { refused: new TooManySubmits(waitSeconds) }
    try {
      return { result: await actOnBookingIn(services, tx, act, decide) }
    } catch (error) {
      if (limits.length > 0 && error instanceof Refusal) return { refused: error }
      throw error
    }
  })
  if ('refused' in outcome) throw outcome.refused
  services.jobsAdded()
  return outcome.result
}

/**
 * Does an act on a booking in the caller's transaction: locks it, compares its version with what was seen, and writes what `decide` makes
 * of it: columns, event, act of staff, audit entry and jobs. Where `decide` returns nothing, nothing is left to do. The same press of staff
 * again is done once. Returns the change's result. Throws `BookingOvertaken`, `BookingNotFound`, or what `decide` throws.
 */
export async function actOnBookingIn<Result = void>(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction<Tables>,
  act: Act,
  decide: Decide<Result>,
): Promise<Result | undefined> {
  const booking = await lockBooking(tx, act.bookingId)
  if (!booking) throw new BookingNotFound()
  const isOld = act.seen !== undefined && act.seen !== versionOf(booking)
  if (isOld && act.press) {
    if (await wasDone(tx, act)) return undefined
    throw new BookingOvertaken(await readHappened(tx, booking, act.seen ?? ''))
  }
  const now = clock.now()
  const change = await decide(tx, { booking, now })
  // Customers are told first what cannot be done in any case, or that this very press has done it.
  if (change && isOld) throw new BookingOvertaken()
  if (change) await write(tx, { act, booking, now }, change)
  return change?.result
}

/** Seconds to wait; 0 when a turn was taken under every limit. */
async function takeTurns({ clock, config }: Services, tx: Transaction<Tables>, limits: readonly (readonly [RateLimit, string])[]) {
  const [now, scale] = [clock.now(), config.rateLimitScale]
  for (const [limit, key] of limits) {
    const turns = await holdTurns(tx, limit, key, now, scale)
    if (turns.wait > 0) return turns.wait
    await turns.take()
  }
  return 0
}

/** The booking, locked until the transaction ends: for what is decided by it and changes nothing of it. */
export const lockBooking = (tx: Transaction<Tables>, bookingId: string): Promise<Booking | undefined> =>
  tx
    .updateTable('bookings')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', bookingId)
    .returningAll()
    .executeTakeFirst()

/**
 * The same of several bookings, by their ids: in the order of these, so that two who lock the same never wait for each other in a circle.
 * Ids that are no booking's are not among them.
 */
export async function lockBookings(
  { engine }: Pick<Services, 'engine'>,
  tx: Transaction<Tables>,
  ids: readonly string[],
): Promise<Map<string, Booking>> {
  const query = tx.selectFrom('bookings').selectAll().where('id', 'in', ids).orderBy('id')
  // A transaction of SQLite has the write lock from its beginning.
  const bookings = await (engine === 'postgres' ? query.forUpdate() : query).execute()
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

const pressHashOf = ({ actor, seen, press }: Act) => hashOf(JSON.stringify([actor, seen, press?.act, press?.wish]))

/** This very press, unless it has been undone. */
const wasDone = async (tx: Transaction<Tables>, act: Act) =>
  (await tx
    .selectFrom('staffActs')
    .select('id')
    .where('bookingId', '=', act.bookingId)
    .where('pressHash', '=', pressHashOf(act))
    .where('undoneAt', 'is', null)
    .executeTakeFirst()) !== undefined

interface Writing {
  act: Act
  booking: Booking
  now: Date
}

async function write<Result>(tx: Transaction<Tables>, { act, booking, now }: Writing, change: Change<Result>): Promise<void> {
  const id = newId()
  const after = change.set ? await writeColumns(tx, { booking, now }, change) : booking
  const event = change.event ?? (after.status === booking.status ? 'none' : { note: '' })
  if (event !== 'none') {
    const [at, bookingId] = [change.at ?? toInstant(now), booking.id]
    await tx
      .insertInto('bookingEvents')
      .values({ id, bookingId, at, ...event, actor: act.actor, fromStatus: booking.status, toStatus: after.status })
      .execute()
  }
  if (act.press) await writeStaffAct(tx, { act, booking, now }, { id, after, change })
  const action = act.press ? (`booking.${act.press.act}` as const) : change.action
  if (action) await recordAudit(tx, now, { actor: act.actor, action, subject: booking.id, detail: change.detail })
  const jobs = (await change.also?.()) ?? []
  await enqueue(tx, now, [...jobs, ...announcementOf(change.announces, id, after)])
}

function announcementOf(announces: Change['announces'], eventId: string, booking: Booking): NewJob[] {
  return [announces ?? []].flat().map((announced) => {
    const { occasion, id } = typeof announced === 'string' ? { occasion: announced, id: eventId } : announced
    return announcement(booking, occasion, id)
  })
}

const writeColumns = (
  tx: Transaction<Tables>,
  { booking, now }: Pick<Writing, 'booking' | 'now'>,
  { set, isUnseen, isRevised }: Change<unknown>,
): Promise<Booking> =>
  tx
    .updateTable('bookings')
    .set({
      ...set,
      ...(!isUnseen && { version: booking.version + 1 }),
      ...(isRevised && { revision: booking.revision + 1, revisedAt: toInstant(now) }),
    })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()

async function writeStaffAct<Result>(
  tx: Transaction<Tables>,
  { act, booking, now }: Writing,
  { id, after, change }: { id: string; after: Booking; change: Change<Result> },
): Promise<void> {
  if (!act.press) return
  const columns = [...new Set([...Object.keys(change.set ?? {}), 'status', 'revision'])] as (keyof Booking)[]
  await tx
    .insertInto('staffActs')
    .values({
      ...{ id, bookingId: booking.id, at: toInstant(now), actor: act.actor, act: act.press.act, pressHash: pressHashOf(act) },
      version: after.version,
      text: change.text ?? '',
      before: columnsOf(booking, columns),
      after: columnsOf(after, columns),
      undoneAt: null,
    })
    .execute()
}

const columnsOf = (booking: Booking, columns: readonly (keyof Booking)[]) =>
  JSON.stringify(Object.fromEntries(columns.map((column) => [column, booking[column]])))
