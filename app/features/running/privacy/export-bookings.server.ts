import { announcementKind } from '#app/features/booking/announce.ts'
import { type Contact, isOf } from '#app/features/booking/erase-bookings.server.ts'
import type { Database } from '#app/platform/database.ts'
import { pictureMark } from '../copy-file.server.ts'
import { byText } from '../copy-texts.ts'
import { type CopiedRows, ownOf, readParts } from './copied-rows.server.ts'
import { storedData } from './stored-data.ts'

/** Parts of the copy of a booking, by their names there. */
const ofBookings = {
  history: { table: 'bookingEvents', inOrderOf: 'id', by: { actor: 'by' } },
  messages: { table: 'bookingMessages', inOrderOf: 'id', by: { actor: 'by' } },
  notesOfOurStaff: { table: 'bookingNotes', inOrderOf: 'id', by: { actor: 'by' } },
  jobSheets: { table: 'jobSheets', by: { savedBy: 'by' } },
  replacedJobSheets: { table: 'replacedSheets', inOrderOf: 'revision', by: { savedBy: 'by' }, json: ['sheet'], unfolded: 'sheet' },
  parts: { table: 'jobParts', inOrderOf: 'number' },
  correctedTimes: { table: 'timeCorrections', inOrderOf: 'id', by: { actor: 'by' } },
  callsFromTheDoor: { table: 'callAttempts', inOrderOf: 'at', by: { actor: 'by' } },
  extraWork: { table: 'extraWorks', inOrderOf: 'proposedAt', by: { proposedBy: 'by', decidedBy: 'decidedBy' }, json: ['lines'] },
  gasAppliances: { table: 'gasAppliances', inOrderOf: 'recordedAt', by: { recordedBy: 'by' }, json: ['checks'] },
  noGasRecord: { table: 'gasReasons', by: { actor: 'by' } },
  partsWaitedFor: { table: 'awaitedParts', inOrderOf: 'id', by: { addedBy: 'by' } },
  sameFault: { table: 'returnFaults', inOrderOf: 'id', by: { actor: 'by' } },
  complaints: {
    ...{ table: 'complaints', inOrderOf: 'id' },
    by: { receivedBy: 'by', acknowledgedBy: 'acknowledgedBy', answeredBy: 'answeredBy', closedBy: 'closedBy' },
  },
  notSatisfied: { table: 'satisfactionRequests', by: { askedBy: 'by', decidedBy: 'decidedBy' } },
  review: { table: 'reviews' },
  replacedReviews: { table: 'replacedReviews', inOrderOf: 'revision', json: ['review'], unfolded: 'review' },
  askedForReview: { table: 'reviewAsks', inOrderOf: 'number' },
  cancellations: { table: 'cancellations', inOrderOf: 'id', by: { receivedBy: 'by', settledBy: 'settledBy' } },
  actsOfOurStaff: { table: 'staffActs', inOrderOf: 'id', by: { actor: 'by' } },
  promisesMissed: { table: 'credits', inOrderOf: 'missedAt', by: { withdrawnBy: 'withdrawnBy' } },
  fees: { table: 'charges', inOrderOf: 'arisenAt', by: { arisenBy: 'by', withdrawnBy: 'withdrawnBy' } },
  redLineSlots: { table: 'redlineSlots' },
  paymentPages: { table: 'checkouts' },
  correctionsOfBills: { table: 'billCorrections', inOrderOf: 'madeAt' },
  payments: { table: 'payments', own: { linkedBy: 'paymentId', parts: { refunds: { table: 'refunds' } } } },
  bills: {
    ...{ table: 'bills', inOrderOf: 'issuedAt', json: ['lines', 'supplier', 'customer', 'visit'] },
    own: { linkedBy: 'billId', parts: { creditNotes: { table: 'creditNotes' }, notesOfOurStaff: { table: 'billNotes' } } },
  },
} as const satisfies Record<string, CopiedRows>

/** The bookings of someone. `among`: only these, since others with the contact are someone else's. */
export interface Copied extends Contact {
  among?: readonly string[]
}

/** The copy of each booking of someone, with everything that hangs on it. `userId`: of their account, '' if they have none. */
export async function readBookings(db: Database, { among, ...contact }: Copied, userId: string) {
  const bookings = await db
    .selectFrom('bookings')
    .select(storedData.bookings.handedOut)
    .where(isOf(contact))
    .$if(among !== undefined, (query) => query.where('id', 'in', among ?? []))
    .orderBy('id')
    .execute()
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const { photos, jobs, sentTexts } = storedData
  const partsOf = await readParts(db, ofBookings, { column: 'bookingId', values: ids, userId })
  // A receipt is between us and a shop.
  const taken = await db
    .selectFrom('photos')
    .select([...photos.handedOut, 'file', 'bookingId'])
    .where('bookingId', 'in', ids)
    .where('kind', '!=', 'receipt')
    .orderBy('takenAt')
    .execute()
  const sent = await db
    .selectFrom('jobs')
    .select([...jobs.handedOut, 'about as bookingId'])
    .where('about', 'in', ids)
    // Its results are listed separately.
    .where('kind', '!=', announcementKind)
    .orderBy('id')
    .execute()
  const texts = await db
    .selectFrom('sentTexts')
    .innerJoin('jobs', 'jobs.id', 'sentTexts.id')
    .select(sentTexts.handedOut.map((column) => `sentTexts.${column}` as const))
    .select(['jobs.kind', 'jobs.about as bookingId'])
    // Others went to our own people.
    .where('jobs.kind', 'like', 'customer-%')
    .where('jobs.about', 'in', ids)
    .orderBy('sentTexts.id')
    .execute()
  return bookings.map((booking) => ({
    ...booking,
    frozenTerms: JSON.parse(booking.frozenTerms),
    ...partsOf(booking.id),
    photos: ownOf(taken, 'bookingId', booking.id).map(({ file, ...photo }) => ({ ...photo, picture: pictureMark(file) })),
    sent: ownOf(sent, 'bookingId', booking.id),
    texts: ownOf(texts, 'bookingId', booking.id),
  }))
}

/** The notes about the customer of someone's bookings, unless some of that customer's are someone else's. */
export async function readCustomerNotes(db: Database, { among, ...contact }: Copied, userId: string) {
  const customers = db.selectFrom('bookings').select('customerId').where(isOf(contact))
  const shared = customers.where('id', 'not in', among ?? []).where('customerId', 'is not', null)
  const notes = await db
    .selectFrom('customerNotes')
    .select([...storedData.customerNotes.handedOut, 'actor'])
    .where('customerId', 'in', customers)
    .$if(among !== undefined, (query) => query.where('customerId', 'not in', shared))
    .orderBy('id')
    .execute()
  return notes.map(({ actor, ...note }) => ({ ...note, by: byText(actor, userId) }))
}
