import type { Transaction, Updateable } from 'kysely'
import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { AuditAction } from '#app/platform/audit-actions.ts'
import { enqueue, type NewJob } from '#app/platform/jobs.ts'
import type { Turn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { BookingsTable, StaffActsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { announcement, engineersNews, type Occasion } from './announce.ts'
import { customerOf } from './customer-of-booking.server.ts'
import { readHappened } from './history.server.ts'
import { needsEngineer } from './lifecycle.ts'
import { isProven } from './proof.ts'
import type { Booking } from './read-booking.server.ts'
import { BookingNotFound, BookingOvertaken, TooManySubmits } from './refusals.ts'
import { versionOf } from './version.ts'

/* The one way to change a booking, for its customer, staff, payments and the clock. The booking's row is locked before slots, checkouts and
   payments, so two acts on a booking run one after the other and can't deadlock. */

/** An act of a customer, identified by the private link or as the booking's owner. */
export interface CustomerAct {
  bookingId: string
  /** 'customer' by the private link, or the id of the user. */
  actor: string
  /** Keyed hash of the client's address, for limits. */
  clientKey: string
}

interface Act {
  bookingId: string
  /** 'customer' for the private link, 'system' for payments and the clock, else the user's id. The caller has checked permission. */
  actor: string
  /** `versionOf` the booking that they saw; absent: the act applies to any version. */
  seen?: string
  /** For staff: the act and its input. The same input by the same person for the same version is the same act. */
  press?: { act: StaffActsTable['act']; wish: unknown }
}

/** A booking as it is inside the transaction, locked until that ends. */
export interface LockedBooking {
  booking: Booking
  now: Date
}

type Announced = Occasion | { occasion: Occasion; id: string }

/** The result of an act. */
export interface Change<Result = void> {
  /** The columns that it changes. */
  set?: Updateable<BookingsTable>
  /** A change that doesn't matter to others' decisions: it doesn't make their version outdated. */
  isUnseen?: boolean
  /** True if it changes the booking's calendar entry. */
  isRevised?: boolean
  /** The time of the act, if not now: never before the last event of the history. */
  at?: Instant
  /** The history's event, if it isn't just the new status; 'none': no event. */
  event?: { kind?: 'rescheduled' | 'cancelled'; note: string } | 'none'
  /** For staff: the act as colleagues read it after the name: 'gave the job to Dan Okoro'. */
  text?: string
  /** For the audit log, if it is no act of staff. */
  action?: AuditAction
  /** Further ids and amounts for the audit log; never a name or an address. */
  detail?: Record<string, string | number | boolean>
  /** Announcements to customer and staff; with its own id if that isn't the event's. */
  announces?: Announced | readonly Announced[]
  /** The jobs that follow. */
  jobs?: readonly NewJob[]
  result?: Result
}

/** Decides on an act, and writes the rows that it leads to beside the booking's own: none of them stay if the act is refused. */
type Decide<Result> = (tx: Transaction<Tables>, locked: LockedBooking) => Promise<Change<Result> | undefined>

interface LimitedAct extends Act {
  /** Rate limits to take first, in a transaction of their own: a turn stays used if the act is refused. */
  limits?: readonly Turn[]
}

/** Does an act on a booking in one transaction, and wakes the outbox. Throws `TooManySubmits`, and what `actOnBookingIn` throws. */
export async function actOnBooking<Result = void>(
  services: Services,
  { limits = [], ...act }: LimitedAct,
  decide: Decide<Result>,
): Promise<Result | undefined> {
  const waitSeconds = limits.length > 0 ? await tryTurns(services, limits) : 0
  if (waitSeconds > 0) throw new TooManySubmits(waitSeconds)
  const result = await services.db.transaction().execute((tx) => actOnBookingIn(services, tx, act, decide))
  services.jobsAdded()
  return result
}

/** An act of staff on a booking. The caller has checked that `staffId` is staff. */
export interface StaffAct {
  bookingId: string
  /** The id of the user. */
  staffId: string
  /** `versionOf` the booking that they saw: if it has changed since, nothing is done. */
  seen: string
}

/**
 * Does an act of staff on a booking that hasn't changed since they saw it, with a row of its state before and after. Repeating it does it
 * once. Throws `BookingOvertaken` with who did what, `BookingNotFound`, or the errors of `decide`.
 */
export const actByStaff = (
  services: Services,
  { bookingId, staffId, seen, act, wish }: StaffAct & NonNullable<Act['press']>,
  decide: (tx: Transaction<Tables>, locked: LockedBooking) => Promise<Change & { text: string }>,
): Promise<void> => actOnBooking(services, { bookingId, actor: staffId, seen, press: { act, wish } }, decide)

/**
 * Does an act on a booking in the caller's transaction: locks it, compares its version with the one seen, and writes the result of
 * `decide`: columns, event, act of staff, audit entry and jobs. If `decide` returns nothing, nothing is left to do. Repeating the same act
 * of staff does it once. Returns the change's result. Throws `BookingOvertaken`, `BookingNotFound`, or what `decide` throws; the caller's
 * transaction must then be rolled back.
 */
export async function actOnBookingIn<Result = void>(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction<Tables>,
  act: Act,
  decide: Decide<Result>,
): Promise<Result | undefined> {
  const booking = await lockBooking(tx, act.bookingId)
  if (!booking) throw new BookingNotFound()
  const now = clock.now()
  const isOld = act.seen !== undefined && act.seen !== versionOf(booking)
  if (isOld && act.press) {
    if (await wasDone(tx, act)) return undefined
    throw new BookingOvertaken({ happened: await readHappened(tx, booking, act.seen ?? ''), now })
  }
  const change = await decide(tx, { booking, now })
  // Customers first learn that an act is impossible in any case, or that this same request has done it.
  if (change && isOld) throw new BookingOvertaken()
  if (change) await write(tx, { act, booking, now }, change)
  return change?.result
}

/** The booking, locked until the transaction ends: for decisions that don't change it. */
export const lockBooking = (tx: Transaction<Tables>, bookingId: string): Promise<Booking | undefined> =>
  tx
    .updateTable('bookings')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', bookingId)
    .returningAll()
    .executeTakeFirst()

/** The same for several bookings, by id: in the order of ids, so that two callers can't deadlock. Unknown ids are left out. */
export async function lockBookings(
  { engine }: Pick<Services, 'engine'>,
  tx: Transaction<Tables>,
  ids: readonly string[],
): Promise<Map<string, Booking>> {
  const query = tx.selectFrom('bookings').selectAll().where('id', 'in', ids).orderBy('id')
  // A transaction of SQLite has the write lock from its start.
  const bookings = await (engine === 'postgres' ? query.forUpdate() : query).execute()
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

const pressHashOf = ({ actor, seen, press }: Act) => hashOf(JSON.stringify([actor, seen, press?.act, press?.wish]))

/** Returns true if this same act was done, and not undone. */
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
  const isSettled = needsEngineer(booking) && (!needsEngineer(after) || after.promisedFrom !== booking.promisedFrom)
  const ringing = isSettled ? await stopAttempts(tx, booking.id, toInstant(now)) : []
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
  const news = engineersNews(booking, after, change).map(({ occasion, job }) => announcement(after, occasion, id, job))
  await enqueue(tx, now, [...(change.jobs ?? []), ...announcementOf(change.announces, id, after), ...news, ...ringing])
}

/** No one else is asked to take a job that has an engineer, was called off, or has another time. Returns the jobs that stop their calls. */
async function stopAttempts(tx: Transaction<Tables>, bookingId: string, at: Instant): Promise<NewJob[]> {
  const stopped = await tx
    .updateTable('reachAttempts')
    .set({ outcome: 'stopped', endedAt: at })
    .where('bookingId', '=', bookingId)
    .where('endedAt', 'is', null)
    .returning('callId')
    .execute()
  return stopped.flatMap(({ callId }) => (callId ? { kind: 'cancel-call', payload: { callId }, about: bookingId } : []))
}

function announcementOf(announces: Change['announces'], eventId: string, booking: Booking): NewJob[] {
  return [announces ?? []].flat().map((announced) => {
    const { occasion, id } = typeof announced === 'string' ? { occasion: announced, id: eventId } : announced
    return announcement(booking, occasion, id)
  })
}

async function writeColumns(
  tx: Transaction<Tables>,
  { booking, now }: Pick<Writing, 'booking' | 'now'>,
  { set, isUnseen, isRevised }: Change<unknown>,
): Promise<Booking> {
  const after = { ...booking, ...set }
  const isNewlyProven = !isProven(booking) && isProven(after) && booking.customerId === null && after.phone !== ''
  return tx
    .updateTable('bookings')
    .set({
      ...set,
      ...(isNewlyProven && { customerId: await customerOf(tx, after, now) }),
      ...(!isUnseen && { version: booking.version + 1 }),
      ...(isRevised && { revision: booking.revision + 1, revisedAt: toInstant(now) }),
    })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

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
