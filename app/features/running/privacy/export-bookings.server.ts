import { announcementKind } from '#app/features/booking/announce.ts'
import { type Contact, isOf } from '#app/features/booking/erase-bookings.server.ts'
import type { Database } from '#app/platform/database.ts'
import type { Tables } from '#db/tables.ts'
import { pictureMark } from '../copy-file.server.ts'
import { byText } from '../copy-texts.ts'
import { storedData } from './stored-data.ts'

/** A table with rows of bookings, in the copy of each booking. */
interface OfBooking {
  table: keyof Tables & keyof typeof storedData
  inOrderOf?: string
  /** Columns with the id of the person who acted, and the names under which the copy says in words who it was. */
  by?: Record<string, string>
  json?: readonly string[]
  /** Of the JSON columns, one whose parts stand in the place of the column. */
  unfolded?: string
}

/** What the copy of a booking has from tables with one row or many for it, by its name there. */
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
} as const satisfies Record<string, OfBooking>

type Part = Record<string, unknown>

/** The rows of such a table, each with the id of its booking. */
async function readOfBookings(
  db: Database,
  { table, inOrderOf, by = {}, json = [], unfolded }: OfBooking,
  ids: readonly string[],
  userId: string,
): Promise<(Part & { bookingId: string })[]> {
  const decision = storedData[table]
  if (typeof decision === 'string') throw new Error(`${table} has nothing in the copy`)
  const { table: at, ref } = db.dynamic
  const query = db
    .selectFrom(at(table).as('row'))
    .select([...decision.handedOut, ...Object.keys(by), 'bookingId'].map((column) => ref<string>(column)))
    .where(ref('bookingId'), 'in', ids)
  const rows = (await (inOrderOf ? query.orderBy(ref(inOrderOf)) : query).execute()) as (Part & { bookingId: string })[]
  return rows.map((row) => {
    const copied: Part & { bookingId: string } = { ...row }
    for (const column of json) copied[column] = JSON.parse(String(row[column]))
    if (unfolded) Object.assign(copied, copied[unfolded])
    for (const column of [...Object.keys(by), unfolded ?? '']) delete copied[column]
    for (const [column, name] of Object.entries(by)) copied[name] = row[column] === null ? null : byText(String(row[column]), userId)
    return copied
  })
}

/** The copy of each booking of someone, with everything that hangs on it. `userId`: of their account, '' if they have none. */
export async function readBookings(db: Database, contact: Contact, userId: string) {
  const bookings = await db.selectFrom('bookings').select(storedData.bookings.handedOut).where(isOf(contact)).orderBy('id').execute()
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const { photos, payments, refunds, jobs, sentTexts } = storedData
  const parts: [name: string, rows: (Part & { bookingId: string })[]][] = []
  for (const [name, part] of Object.entries(ofBookings)) parts.push([name, await readOfBookings(db, part, ids, userId)])
  // A receipt is between us and a shop.
  const taken = await db
    .selectFrom('photos')
    .select([...photos.handedOut, 'file', 'bookingId'])
    .where('bookingId', 'in', ids)
    .where('kind', '!=', 'receipt')
    .orderBy('takenAt')
    .execute()
  const paid = await db
    .selectFrom('payments')
    .select([...payments.handedOut, 'id', 'bookingId'])
    .where('bookingId', 'in', ids)
    .execute()
  const returned = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(refunds.handedOut.map((column) => `refunds.${column}` as const))
    .select('paymentId')
    .where('payments.bookingId', 'in', ids)
    .execute()
  const paidOf = paid.map(({ id, bookingId, ...payment }) => ({
    ...payment,
    bookingId: bookingId ?? '',
    refunds: ownOf(returned, 'paymentId', id),
  }))
  const sent = await db
    .selectFrom('jobs')
    .select([...jobs.handedOut, 'about'])
    .where('about', 'in', ids)
    // Its results are listed separately.
    .where('kind', '!=', announcementKind)
    .orderBy('id')
    .execute()
  const texts = await db
    .selectFrom('sentTexts')
    .innerJoin('jobs', 'jobs.id', 'sentTexts.id')
    .select(sentTexts.handedOut.map((column) => `sentTexts.${column}` as const))
    .select(['jobs.kind', 'jobs.about'])
    // Others went to our own people.
    .where('jobs.kind', 'like', 'customer-%')
    .where('jobs.about', 'in', ids)
    .orderBy('sentTexts.id')
    .execute()
  const textsOf = texts.map(({ about, ...text }) => ({ ...text, bookingId: about ?? '' }))
  const sentOf = sent.map(({ about, ...job }) => ({ ...job, bookingId: about ?? '' }))
  const bills = await readBills(db, ids)
  return bookings.map((booking) => ({
    ...booking,
    frozenTerms: JSON.parse(booking.frozenTerms),
    ...(Object.fromEntries(parts.map(([name, rows]) => [name, ownOf(rows, 'bookingId', booking.id)])) as Record<
      keyof typeof ofBookings,
      Part[]
    >),
    photos: ownOf(taken, 'bookingId', booking.id).map(({ file, ...photo }) => ({ ...photo, picture: pictureMark(file) })),
    payments: ownOf(paidOf, 'bookingId', booking.id),
    bills: ownOf(bills, 'bookingId', booking.id),
    sent: ownOf(sentOf, 'bookingId', booking.id),
    texts: ownOf(textsOf, 'bookingId', booking.id),
  }))
}

/** The notes about the customer whose bookings have an email address. */
export async function readCustomerNotes(db: Database, contact: Contact, userId: string) {
  const customers = db.selectFrom('bookings').select('customerId').where(isOf(contact))
  const notes = await db
    .selectFrom('customerNotes')
    .select([...storedData.customerNotes.handedOut, 'actor'])
    .where('customerId', 'in', customers)
    .orderBy('id')
    .execute()
  return notes.map(({ actor, ...note }) => ({ ...note, by: byText(actor, userId) }))
}

async function readBills(db: Database, bookingIds: readonly string[]) {
  const { bills, creditNotes, billNotes } = storedData
  const issued = await db
    .selectFrom('bills')
    .select([...bills.handedOut, 'id', 'bookingId'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('issuedAt')
    .execute()
  const credited = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(creditNotes.handedOut.map((column) => `creditNotes.${column}` as const))
    .select('creditNotes.billId')
    .where('bills.bookingId', 'in', bookingIds)
    .execute()
  const notes = await db
    .selectFrom('billNotes')
    .innerJoin('bills', 'bills.id', 'billNotes.billId')
    .select(billNotes.handedOut.map((column) => `billNotes.${column}` as const))
    .select('billNotes.billId')
    .where('bills.bookingId', 'in', bookingIds)
    .execute()
  return issued.map(({ id, lines, supplier, customer, visit, ...bill }) => ({
    ...bill,
    ...{ lines: JSON.parse(lines), supplier: JSON.parse(supplier), customer: JSON.parse(customer), visit: JSON.parse(visit) },
    creditNotes: ownOf(credited, 'billId', id),
    notesOfOurStaff: ownOf(notes, 'billId', id),
  }))
}

/** The rows that belong to another table's rows, without repeating that each time. */
export function ownOf<Link extends string, Row extends Record<Link, string>>(
  rows: readonly Row[],
  link: Link,
  id: string,
): Omit<Row, Link>[] {
  return rows.flatMap(({ [link]: owner, ...row }) => (owner === id ? [row] : []))
}
