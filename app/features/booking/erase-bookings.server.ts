import { sql, type Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { endedStatuses, hasEnded } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { skipLocked } from '#app/platform/database.ts'
import { recordErasure } from '#app/platform/erasures.ts'
import { discardFiles } from '#app/platform/files-to-remove.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'

/*
 * Bookings after their customer has deleted the account (docs/decisions/0017): one that is over loses what names anybody, and keeps what
 * the books need; one that is not over keeps what the engineer needs until it is.
 */

/**
 * Marks all bookings of a confirmed address, in the caller's transaction, and erases those that are over. Answers how many go on. A
 * booking that is being submitted at this moment is one of somebody without an account.
 */
export async function eraseBookingsOf(
  services: Pick<Services, 'clock' | 'engine' | 'secrets'>,
  tx: Transaction<Tables>,
  email: string,
): Promise<number> {
  const marked = await tx
    .updateTable('bookings')
    .set({ eraseAskedAt: toInstant(services.clock.now()) })
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email))
    .returning(['id', 'status'])
    .execute()
  const ids = marked.map(({ id }) => id)
  if (ids.length > 0) await eraseEnded(services, tx, ids)
  return marked.filter(({ status }) => !hasEnded(status)).length
}

const atOnce = 100

/** Chore: erases what was marked and is over by now. Answers how many there were. */
export async function eraseEndedBookings(services: Services): Promise<number> {
  let count = 0
  for (let erased = atOnce; erased === atOnce; count += erased)
    erased = await services.db.transaction().execute((tx) => eraseEnded(services, tx))
  return count
}

/**
 * Not while a message about it waits: staff must hear of a cancellation before what they would be told is gone. Again where a message
 * came in at the very moment it was erased.
 */
async function eraseEnded(
  services: Pick<Services, 'clock' | 'engine' | 'secrets'>,
  tx: Transaction<Tables>,
  among?: readonly string[],
): Promise<number> {
  const due = tx
    .selectFrom('bookings')
    .select('id')
    .where('eraseAskedAt', 'is not', null)
    .where('status', 'in', endedStatuses)
    .where((eb) =>
      eb.or([
        eb('erasedAt', 'is', null),
        eb.exists(eb.selectFrom('bookingMessages').select('bookingMessages.id').whereRef('bookingMessages.bookingId', '=', 'bookings.id')),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.state', '=', 'waiting')
            .where('jobs.payload', 'like', sql<string>`'%"bookingId":"' || ${sql.ref('bookings.id')} || '"%'`),
        ),
      ),
    )
    .orderBy('id')
  const some = among ? due.where('id', 'in', among) : due.limit(atOnce)
  const ids = (await skipLocked(services.engine, some).execute()).map(({ id }) => id)
  for (const id of ids) await eraseBooking(services, tx, id)
  return ids.length
}

/** Takes out of a booking, in the caller's transaction, what names anybody. */
export async function eraseBooking(
  services: Pick<Services, 'clock' | 'secrets'>,
  tx: Transaction<Tables>,
  bookingId: string,
): Promise<void> {
  await actOnBookingIn(services, tx, { bookingId, actor: 'system' }, async (_, { booking, now }) => ({
    set: erasedColumns(booking, now),
    isUnseen: true,
    also: async () => {
      await recordErasure(services, tx, 'booking', bookingId)
      await eraseWritten(tx, bookingId)
      await erasePhotos(tx, bookingId, now)
      return []
    },
  }))
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
  // Of what was typed; the form's key stays, so that a copy that waits on a device is refused instead of booked again.
  contentHash: '',
  // The hash of no token: no private link leads here any more.
  trackingTokenHash: `erased ${id}`,
  trackingRevocations: trackingRevocations + 1,
  erasedAt: toInstant(now),
})

/** What was written about a booking, and the messages about it that were sent. */
async function eraseWritten(tx: Transaction<Tables>, bookingId: string): Promise<void> {
  await tx.deleteFrom('bookingMessages').where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('bookingNotes').where('bookingId', '=', bookingId).execute()
  // What was fitted and what it cost stays with the money.
  await tx.updateTable('jobSheets').set({ found: '', done: '', returnNote: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('timeCorrections').set({ reason: '' }).where('bookingId', '=', bookingId).execute()
  await tx.updateTable('callAttempts').set({ note: '' }).where('bookingId', '=', bookingId).execute()
  // What was agreed, for how much and when, stays with the money; who agreed goes.
  await tx.updateTable('extraWorks').set({ description: '' }).where('bookingId', '=', bookingId).execute()
  await tx
    .updateTable('extraWorks')
    .set((eb) => ({ signerName: '', signature: eb.case().when('signature', 'is', null).then(null).else('').end() }))
    .where('bookingId', '=', bookingId)
    .where('signerName', 'is not', null)
    .execute()
  // That an appliance was examined, by whom and how it was found stays, for the law; where it is and who signed go.
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
  await tx.updateTable('complaints').set({ settlement: null }).where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('bookingDrafts').where('bookingId', '=', bookingId).execute()
  const bills = tx.selectFrom('bills').select('id').where('bookingId', '=', bookingId)
  await tx.updateTable('billNotes').set({ text: 'Erased' }).where('billId', 'in', bills).execute()
  // What staff wrote; what customers agreed to on changing and cancelling is in our own words, and about money.
  const ofStaff = tx.selectFrom('staffActs').select('id').where('bookingId', '=', bookingId)
  await tx
    .updateTable('bookingEvents')
    .set({ note: '' })
    .where('bookingId', '=', bookingId)
    .where((eb) => eb.or([eb('kind', '=', 'status'), eb('id', 'in', ofStaff)]))
    .where('actor', '!=', 'system')
    .execute()
  // Who did which kind of thing when stays; its words, and what it changed, go.
  await tx
    .updateTable('staffActs')
    .set((eb) => ({ text: '', before: '{}', after: '{}', pressHash: eb.ref('id') }))
    .where('bookingId', '=', bookingId)
    .execute()
  const jobs = await tx.deleteFrom('jobs').where('payload', 'like', `%"bookingId":"${bookingId}"%`).returning('id').execute()
  const mailIds = jobs.map(({ id }) => id)
  if (mailIds.length > 0) await tx.deleteFrom('localMail').where('id', 'in', mailIds).execute()
}

async function erasePhotos(tx: Transaction<Tables>, bookingId: string, now: Date): Promise<void> {
  const photos = await tx.deleteFrom('photos').where('bookingId', '=', bookingId).returning(['file', 'smallFile']).execute()
  await discardFiles(
    tx,
    now,
    photos.flatMap(({ file, smallFile }) => [file, smallFile]),
  )
}

/** What stands for the name: it must be something that staff understand. */
const erasedName = 'Deleted customer'
