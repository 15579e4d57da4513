import { type ExpressionBuilder, expressionBuilder, sql, type Transaction } from 'kysely'
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
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/* Bookings whose customer's data is to be erased, since they deleted their account (docs/decisions/0017) or asked us to: one that is over
   loses all personal data and keeps what the accounts need; an open one keeps what the engineer needs until it is over. */

/** Whose data it is: by the address and numbers that they have confirmed, or with which they have identified themselves to us. */
export interface Contact {
  /** In lower case. */
  email?: string
  /** In E.164. */
  phones?: readonly string[]
}

/** The condition for a booking of someone. */
export const isOf = ({ email, phones = [] }: Contact) =>
  expressionBuilder<Tables, 'bookings'>().or([
    ...(email ? [expressionBuilder<Tables, 'bookings'>()(sql<string>`lower(bookings.email)`, '=', email)] : []),
    ...(phones.length > 0 ? [expressionBuilder<Tables, 'bookings'>()('bookings.phone', 'in', phones)] : []),
  ])

/**
 * Marks all bookings of someone, in the caller's transaction, and erases those that are over. Returns how many are still open. A booking
 * submitted at this moment belongs to someone without an account. `until`: only bookings made until then.
 */
export async function eraseBookingsOf(
  services: Pick<Services, 'clock' | 'engine' | 'secrets'>,
  tx: Transaction<Tables>,
  contact: Contact,
  until?: Instant,
): Promise<number> {
  const marked = await tx
    .updateTable('bookings')
    .set({ eraseAskedAt: toInstant(services.clock.now()) })
    .where(isOf(contact))
    .$if(until !== undefined, (query) => query.where('createdAt', '<=', until ?? ''))
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

/** Erases texts about a booking, and the messages sent about it. */
async function eraseWritten(tx: Transaction<Tables>, bookingId: string, at: Instant): Promise<void> {
  await tx.deleteFrom('bookingMessages').where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('bookingNotes').where('bookingId', '=', bookingId).execute()
  // Parts and their costs stay with the accounts.
  await tx.updateTable('jobSheets').set({ found: '', done: '', returnNote: '' }).where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('replacedSheets').where('bookingId', '=', bookingId).execute()
  await tx.updateTable('timeCorrections').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('callAttempts').set({ note: '' }).where('bookingId', '=', bookingId).execute()
  // The amount and time of an agreement stay with the accounts; its words and its signer are removed.
  await tx.updateTable('extraWorks').set({ description: '' }).where('bookingId', '=', bookingId).execute()
  await tx
    .updateTable('extraWorks')
    .set((eb) => ({ signerName: '', signature: eb.case().when('signature', 'is', null).then(null).else('').end() }))
    .where('bookingId', '=', bookingId)
    .where('signerName', 'is not', null)
    .execute()
  // The examination of an appliance, its result and who did it are kept, as the law requires; its place and the signer are removed.
  await tx
    .updateTable('gasAppliances')
    .set((eb) => ({
      ...{ location: '', workDone: '', defect: '', reportReason: '', serialNumber: '', emergencyReference: '', reportNote: '' },
      signerName: eb.case().when('signerName', 'is', null).then(null).else('').end(),
      signature: eb.case().when('signature', 'is', null).then(null).else('').end(),
    }))
    .where('bookingId', '=', bookingId)
    .execute()
  await tx.updateTable('gasReasons').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('awaitedParts').set({ name: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('returnFaults').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  // That they complained, and when we answered, stays; their words and ours are removed.
  await tx
    .updateTable('complaints')
    .set({ words: '', wish: '', answer: '', closingNote: null })
    .where('bookingId', '=', bookingId)
    .execute()
  await tx.updateTable('cancellations').set({ name: '', address: '', reasons: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('satisfactionRequests').set({ words: '', reasons: '' }).where('bookingId', '=', bookingId).execute()
  // That there was a review is counted; nothing of it is kept.
  await tx.deleteFrom('replacedReviews').where('bookingId', '=', bookingId).execute()
  await tx
    .updateTable('reviews')
    .set({ stars: null, text: '', name: '', area: '', answer: '', removalNote: '', erasedAt: at })
    .where('bookingId', '=', bookingId)
    .where('erasedAt', 'is', null)
    .execute()
  await tx.deleteFrom('bookingDrafts').where('bookingId', '=', bookingId).execute()
  const bills = tx.selectFrom('bills').select('id').where('bookingId', '=', bookingId)
  await tx.updateTable('billNotes').set({ text: 'Erased' }).where('billId', 'in', bills).execute()
  // Texts by staff; customers' agreements on changing and cancelling are in our own words, and about money.
  const ofStaff = tx.selectFrom('staffActs').select('id').where('bookingId', '=', bookingId)
  await tx
    .updateTable('bookingEvents')
    .set({ note: '' })
    .where('bookingId', '=', bookingId)
    .where((eb) => eb.or([eb('kind', '=', 'status'), eb('id', 'in', ofStaff)]))
    .where('actor', '!=', 'system')
    .execute()
  // Kind, actor and time of an act stay; its words and changes are removed.
  await tx
    .updateTable('staffActs')
    .set((eb) => ({ text: '', before: '{}', after: '{}', pressHash: eb.ref('id') }))
    .where('bookingId', '=', bookingId)
    .execute()
  const jobs = await tx.deleteFrom('jobs').where('payload', 'like', `%"bookingId":"${bookingId}"%`).returning('id').execute()
  const sentIds = jobs.map(({ id }) => id)
  if (sentIds.length === 0) return
  await tx.deleteFrom('localMail').where('id', 'in', sentIds).execute()
  await tx.deleteFrom('sentTexts').where('id', 'in', sentIds).execute()
}

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

/** Deletes drafts with an email address, in the caller's transaction. */
export async function dropDraftsOf(tx: Transaction<Tables>, email: string): Promise<void> {
  // An address may contain a wildcard, so this finds too many; they are compared exactly below.
  const rows = await tx
    .selectFrom('bookingDrafts')
    .select(['idHash', 'answers'])
    .where(({ eb, fn }) => eb(fn<string>('lower', ['answers']), 'like', `%${email}%`))
    .execute()
  const isTheirs = ({ answers }: { answers: string }) =>
    normaliseEmail((JSON.parse(answers) as Answers).email ?? '')?.toLowerCase() === email
  const theirs = rows.filter(isTheirs).map(({ idHash }) => idHash)
  if (theirs.length > 0) await tx.deleteFrom('bookingDrafts').where('idHash', 'in', theirs).execute()
}
