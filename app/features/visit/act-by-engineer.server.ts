import type { Kysely, Selectable, Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { hasEnded, notAJobStatuses, statusFacts } from '#app/features/booking/lifecycle.ts'
import { BookingNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { readLastBill } from '#app/features/payments/bill-balance.server.ts'
import type { DeviceTime } from '#app/platform/device-time.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenDayAt, spokenTimeSeen, spokenTimes } from '#app/platform/spoken-moment.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { StaffActsTable } from '#db/tables/booking.ts'
import type { EngineerActsTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'
import { actTime, actTimeText } from './engineer-acts/act-time.ts'

/** An engineer's act on their own job. */
export interface OwnAct {
  bookingId: string
  engineerId: string
  /** The user of the engineer's account. */
  userId: string
  /**
   * The state that the engineer saw: `versionOf` the booking, or the revision of the sheet. An act that waited on the phone is judged by
   * the present version of the booking.
   */
  seen?: string
  /** A UUID of this act: repeating it does it once. Absent: it is never sent twice. */
  key?: string
  /** The time of the act by the phone's clock; absent: now. */
  phone?: DeviceTime
}

/** An engineer's own booking, locked, and the corrected time of the act. */
export interface OwnLocked extends LockedBooking {
  at: Instant
}

interface OwnPress {
  /** Its kind, as stored in `engineer_acts`. */
  kind: string
  /** For a step in the life of the booking, which staff may undo: its kind and input. */
  press?: { act: StaffActsTable['act']; wish: unknown }
}

type EngineerActRow = Selectable<EngineerActsTable>

/**
 * Does an act of an engineer on their own job, once for each key, at the time it happened. `decide` receives that time as `at`, and returns
 * the change, or nothing if nothing is left to do. Throws `BookingNotFound` if the job is not theirs, the refusal of a key that was refused
 * before, and the errors of `decide` and `actOnBooking`; then nothing is done.
 */
export async function actByEngineer(
  services: Services,
  { kind, press, ...act }: OwnAct & OwnPress,
  decide: (tx: Transaction<Tables>, locked: OwnLocked) => Promise<Change | undefined>,
): Promise<void> {
  const { bookingId, engineerId, userId, seen, key = newId(), phone } = act
  await requireOwn(services, act)
  // A step that waited saw an older version of the booking: it is judged by the present one, and its key identifies it.
  const version = press && !phone ? seen : undefined
  const own = press && { ...press, wish: version === undefined ? [press.wish, key] : press.wish }
  await actOnBooking(services, { bookingId, actor: userId, seen: version, press: own }, async (tx, { booking, now }) => {
    const known = await readAct(tx, key)
    if (known && known.engineerId !== engineerId) throw new BookingNotFound()
    if (known?.bookingId && (known.bookingId !== bookingId || known.kind !== kind)) throw new StepRefused(keyOfAnother)
    if (known?.refusal) throw new StepRefused(known.refusal)
    if (known) return undefined
    // Checked inside the transaction: staff may reassign the job at the same moment.
    if (booking.engineerId !== engineerId) throw new StepRefused(await lostJobText(tx, { bookingId, engineerId }, now))
    const receivedAt = toInstant(now)
    await requireNotBilled(tx, booking, { kind, phone, receivedAt })
    const time = actTime(phone, { receivedAt, notBefore: await lastOf(tx, bookingId) })
    const change = await decide(tx, { booking, now, at: time.at })
    await tx
      .insertInto('engineerActs')
      .values({ key, engineerId, bookingId, kind, ...time, receivedAt, refusal: null, dismissedAt: null })
      .execute()
    if (change?.text === undefined) return change
    return { ...change, text: change.text + actTimeText(time, receivedAt, spokenTimeSeen) }
  })
}

/** An engineer's acts on the bill itself. */
const ofBill: readonly string[] = ['bill-issue', 'bill-pay']
/** Acts that would remove evidence for a bill, with only the phone's word for their time. */
const neverLate: readonly string[] = ['remove-photo', 'correct-time']

/**
 * Once the bill of a visit is issued, only acts from before the visit ended that waited on the phone still count; a photo, which changes
 * nothing, if it was taken before the bill. Throws `StepRefused`.
 */
async function requireNotBilled(
  tx: Transaction<Tables>,
  { id, status }: LockedBooking['booking'],
  { kind, phone, receivedAt }: { kind: string; phone?: DeviceTime; receivedAt: Instant },
): Promise<void> {
  if (ofBill.includes(kind) || !hasEnded(status)) return
  const bill = await readLastBill(tx, id)
  if (!bill) return
  const { at: endedAt } = await tx
    .selectFrom('bookingEvents')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', '=', id)
    .where('toStatus', '=', status)
    .whereRef('fromStatus', '!=', 'toStatus')
    .executeTakeFirstOrThrow()
  const { at } = actTime(phone, { receivedAt, notBefore: '' })
  const isLate = phone && !neverLate.includes(kind) && at <= ((kind === 'photo' ? bill.issuedAt : endedAt) ?? '')
  if (!isLate) throw new StepRefused('The bill has been issued, so this can no longer be changed. Call the office.')
}

const keyOfAnother = 'Your phone has already sent this. Reload the page, and try again if you can’t see it there.'

/** The outcome of the act with a key. */
export const readAct = (db: Kysely<Tables>, key: string): Promise<EngineerActRow | undefined> =>
  db.selectFrom('engineerActs').selectAll().where('key', '=', key).executeTakeFirst()

/** The time of the last event of a booking: the last step, its assignment, or an engineer's undoing of a step, which leaves no event. */
async function lastOf(tx: Transaction<Tables>, bookingId: string): Promise<Instant> {
  const { at: step } = await tx
    .selectFrom('bookingEvents')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  const { at: given } = await tx
    .selectFrom('staffActs')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', '=', bookingId)
    .where('act', '=', 'assign')
    .where('undoneAt', 'is', null)
    .executeTakeFirstOrThrow()
  const { at: undone } = await tx
    .selectFrom('engineerActs')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'undo')
    .where('refusal', 'is', null)
    .executeTakeFirstOrThrow()
  return (
    [step, given, undone]
      .filter((each) => each !== null)
      .toSorted()
      .at(-1) ?? ''
  )
}

/** Before anything about the booking is revealed, even that it has changed. */
export async function requireOwn({ db }: Services, { bookingId, engineerId }: Pick<OwnAct, 'bookingId' | 'engineerId'>): Promise<void> {
  const own = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where('engineerId', '=', engineerId)
    .executeTakeFirst()
  if (!own) throw new BookingNotFound()
}

/** Returns a sentence for an engineer who lost a job, with the colleague who has it now. `name`: that colleague's. */
export function whoHasText({ status, name }: { status: BookingStatus; name: string | null }): string {
  if (notAJobStatuses.includes(status)) return 'It’s been cancelled.'
  if (name === null) return 'No one has it at the moment.'
  return statusFacts(status).stage === 'visited' ? `${name} did this job.` : `${name} has it now.`
}

const noLongerYours = 'This job isn’t yours any longer. Call the office.'

/**
 * Returns the refusal of an act on a job that isn't the engineer's: names the job and who has it now. An engineer who never had it learns
 * nothing about it.
 */
export async function lostJobText(
  db: Kysely<Tables>,
  { bookingId, engineerId }: { bookingId: string; engineerId: string },
  now: Date | Instant,
): Promise<string> {
  const booking = await db
    .selectFrom('bookings')
    .leftJoin('engineers', 'engineers.id', 'bookings.engineerId')
    .select([
      'service',
      'postcode',
      'borough',
      'reference',
      'promisedFrom',
      'promisedUntil',
      'status',
      'bookings.engineerId',
      'engineers.name',
    ])
    .where('bookings.id', '=', bookingId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  if (!booking || !(await hadJob(db, { bookingId, engineerId }))) return noLongerYours
  const { service, postcode, borough, reference, promisedFrom, promisedUntil } = booking
  const place = postcode.split(' ')[0] || borough
  const when = `${spokenDayAt(promisedFrom, now)} ${spokenTimes(promisedFrom, promisedUntil)}`
  return `${[service, place, when].filter(Boolean).join(', ')} (${reference}) isn’t yours any longer. ${whoHasText(booking)} Call the office.`
}

/** Returns true if staff have ever given an engineer the job: by the columns that their acts changed. */
async function hadJob(db: Kysely<Tables>, { bookingId, engineerId }: { bookingId: string; engineerId: string }): Promise<boolean> {
  const acts = await db.selectFrom('staffActs').select(['before', 'after']).where('bookingId', '=', bookingId).execute()
  return acts.some(({ before, after }) => [before, after].some((columns) => columns.includes(engineerId)))
}
