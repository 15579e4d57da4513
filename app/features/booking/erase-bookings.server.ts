import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import type { Answers } from '#app/features/booking/answers.ts'
import { readWhyKept } from '#app/features/booking/booking-tables.server.ts'
import { leaveCustomer } from '#app/features/booking/customer-of-booking.server.ts'
import { endedStatuses, hasEnded } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { skipLocked } from '#app/platform/database.ts'
import { normaliseEmail } from '#app/platform/email.ts'
import { recordErasure } from '#app/platform/erasures.ts'
import { discardFiles } from '#app/platform/files-to-remove.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { eraseWritten } from './erasing/erase-written.server.ts'

/* Bookings whose customer's data is to be erased, since they deleted their account (docs/decisions/0017) or asked us to: one that is over
   loses all personal data and keeps what the accounts need; an open one keeps what the engineer needs until it is over. */

/** A person, by the addresses and numbers that they have confirmed or identified themselves with. */
export interface Contact {
  /** In lower case. */
  emails: readonly string[]
  /** In E.164. */
  phones: readonly string[]
}

/** The condition for a booking of someone. */
export const isOf =
  ({ emails, phones }: Contact) =>
  ({ eb, or, fn }: ExpressionBuilder<Tables, 'bookings'>) =>
    or([
      ...(emails.length > 0 ? [eb(fn<string>('lower', ['bookings.email']), 'in', emails)] : []),
      ...(phones.length > 0 ? [eb('bookings.phone', 'in', phones)] : []),
    ])

/**
 * Marks all bookings of someone, in the caller's transaction, and erases those that are over. Returns how many are still open. A booking
 * submitted at this moment belongs to someone without an account. `until`: only bookings made until then. `among`: only these.
 */
export async function eraseBookingsOf(
  services: Pick<Services, 'clock' | 'engine' | 'secrets'>,
  tx: Transaction<Tables>,
  contact: Contact,
  { until, among }: { until?: Instant; among?: readonly string[] } = {},
): Promise<number> {
  const marked = await tx
    .updateTable('bookings')
    .set({ eraseAskedAt: toInstant(services.clock.now()) })
    .where(isOf(contact))
    .$if(until !== undefined, (query) => query.where('createdAt', '<=', until ?? ''))
    .$if(among !== undefined, (query) => query.where('id', 'in', among ?? []))
    .returning(['id', 'status'])
    .execute()
  const ids = marked.map(({ id }) => id)
  if (ids.length > 0) await eraseEnded(services, tx, { among: ids })
  return marked.filter(({ status }) => !hasEnded(status)).length
}

const atOnce = 20

/** Chore: erases marked bookings that are over by now. Returns how many. */
export async function eraseEndedBookings(services: Services): Promise<number> {
  let count = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { erased, last }: Ended = await services.db.transaction().execute((tx) => eraseEnded(services, tx, { after }))
    count += erased
    after = last
  }
  // Their reviews are no longer shown.
  if (count > 0) services.pagesChanged()
  return count
}

interface Ended {
  erased: number
  /** The id after which there may be more. */
  last?: string
}

/**
 * Not while a message about it waits: staff must hear of a cancellation before its details are erased. Not while a complaint or a dispute
 * is open: we need them to answer it. Repeated if a message came in at the moment of erasure.
 */
async function eraseEnded(
  services: Pick<Services, 'clock' | 'engine' | 'secrets'>,
  tx: Transaction<Tables>,
  { among, after = '' }: { among?: readonly string[]; after?: string },
): Promise<Ended> {
  const due = tx
    .selectFrom('bookings')
    .select('id')
    .where('eraseAskedAt', 'is not', null)
    .where('status', 'in', endedStatuses)
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb('erasedAt', 'is', null),
        eb.exists(eb.selectFrom('bookingMessages').select('bookingMessages.id').whereRef('bookingMessages.bookingId', '=', 'bookings.id')),
      ]),
    )
    .where(isNotWaitedFor)
    .orderBy('id')
  const some = among ? due.where('id', 'in', among) : due.limit(atOnce)
  const ids = (await skipLocked(services.engine, some).execute()).map(({ id }) => id)
  const kept = await readWhyKept(tx, ids, services.clock.now())
  const free = ids.filter((id) => !kept.get(id)?.some(({ until }) => until === null))
  for (const id of free) await eraseBooking(services, tx, id)
  return { erased: free.length, last: among || ids.length < atOnce ? undefined : ids.at(-1) }
}

/** No message about the booking waits to be sent. */
export const isNotWaitedFor = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'bookings'>) =>
  not(
    exists(
      selectFrom('jobs')
        .select('jobs.id')
        .where('jobs.state', '=', 'waiting')
        .where('jobs.payload', 'like', sql<string>`'%"bookingId":"' || ${sql.ref('bookings.id')} || '"%'`),
    ),
  )

/** Removes personal data from a booking, in the caller's transaction. */
export async function eraseBooking(
  services: Pick<Services, 'clock' | 'secrets'>,
  tx: Transaction<Tables>,
  bookingId: string,
): Promise<void> {
  await actOnBookingIn(services, tx, { bookingId, actor: 'system' }, async (_, { booking, now }) => {
    await recordErasure(services, tx, 'booking', bookingId)
    await eraseWritten(tx, bookingId, toInstant(now))
    // One that waits for our answer may be someone else's: anyone can book with any number.
    if (booking.phone) await tx.deleteFrom('enquiries').where('phone', '=', booking.phone).where('settledAt', 'is not', null).execute()
    await erasePhotos(tx, bookingId, now)
    if (booking.customerId) await leaveCustomer(tx, bookingId, booking.customerId)
    return { set: erasedColumns(booking, now), isUnseen: true }
  })
}

const erasedColumns = ({ id, trackingRevocations }: Booking, now: Date) => ({
  name: erasedName,
  phone: '',
  email: '',
  description: '',
  address: '',
  accessNotes: '',
  siteContact: '',
  vulnerableOccupant: 0 as const,
  ...{ forBusiness: 0 as const, startAskedAt: null, startAskedBy: null },
  postcode: '',
  searchText: '',
  dangers: '',
  triggeredFrom: '',
  // The hash of what was typed is removed; the form's key stays, so that a copy waiting on a device is refused instead of booked again.
  contentHash: '',
  // The hash of no token: the private link no longer works.
  trackingTokenHash: `erased ${id}`,
  shortTokenHash: null,
  trackingRevocations: trackingRevocations + 1,
  erasedAt: toInstant(now),
})

async function erasePhotos(tx: Transaction<Tables>, bookingId: string, now: Date): Promise<void> {
  const photos = await tx.deleteFrom('photos').where('bookingId', '=', bookingId).returning(['file', 'smallFile']).execute()
  await discardFiles(
    tx,
    now,
    photos.flatMap(({ file, smallFile }) => [file, smallFile]),
  )
}

/** Replaces the name, in words that staff understand. */
const erasedName = 'Deleted customer'

/** Deletes the drafts of someone, in the caller's transaction. */
export async function dropDraftsOf(tx: Transaction<Tables>, { emails, phones }: Contact): Promise<void> {
  const rows = await tx.selectFrom('bookingDrafts').select(['idHash', 'answers']).execute()
  const isTheirs = ({ answers }: { answers: string }) => {
    const { email = '', phone = '' } = JSON.parse(answers) as Answers
    return emails.includes(normaliseEmail(email)?.toLowerCase() ?? '') || phones.includes(normalisePhone(phone) ?? '')
  }
  const theirs = rows.filter(isTheirs).map(({ idHash }) => idHash)
  if (theirs.length > 0) await tx.deleteFrom('bookingDrafts').where('idHash', 'in', theirs).execute()
}
