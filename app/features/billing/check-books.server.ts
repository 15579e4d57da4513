import { type Kysely, sql } from 'kysely'
import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import {
  type BillRow,
  readBalances,
  readCreditedPence,
  readKeptByHandPence,
  readStandingBill,
} from '#app/features/payments/bill-balance.server.ts'
import { readBlockingDispute } from '#app/features/payments/disputes.server.ts'
import { billsErasedBefore } from '#app/features/payments/erase-with-money.server.ts'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { readReturnedPence } from '#app/features/payments/paid-fee.server.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { BookDifferencesTable } from '#db/tables/billing.ts'
import type { Tables } from '#db/tables.ts'
import type { BillDraft, BilledLine } from './drafting/draft-bill.ts'
import { readDraft } from './drafting/read-draft.server.ts'
import type { BookDifferenceKind } from './read-book-differences.server.ts'

type Found = Omit<BookDifferencesTable, 'id' | 'foundAt' | 'kind'> & { kind: BookDifferenceKind }

/**
 * Chore: once an hour across all instances, checks whether bills, payments, refunds and credit notes add up. Errors are stored and reported
 * to staff, each once, and removed once they are gone; nothing is corrected here. Returns how many are new.
 */
export async function checkBooks(services: Services): Promise<number> {
  const { db, clock, log } = services
  const now = clock.now()
  const hour = `${toInstant(now).slice(0, 13)}:00:00.000Z`
  if (await db.selectFrom('bookChecks').select('hour').where('hour', '=', hour).executeTakeFirst()) return 0
  const found = await readLasting(services)
  const count = await db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('bookChecks')
      .values({ hour, doneAt: toInstant(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hour')
      .executeTakeFirst()
    if (!isFirst) return 0
    const keys = new Set(found.map(keyOf))
    const kept = await tx.selectFrom('bookDifferences').select(['id', 'kind', 'subject', 'expectedPence', 'foundPence']).execute()
    const gone = kept.filter((each) => !keys.has(keyOf(each))).map(({ id }) => id)
    if (gone.length > 0) await tx.deleteFrom('bookDifferences').where('id', 'in', gone).execute()
    if (found.length === 0) return 0
    const isNew = await tx
      .insertInto('bookDifferences')
      .values(found.map((each) => ({ id: newId(), foundAt: toInstant(now), ...each })))
      .onConflict((conflict) => conflict.columns(['kind', 'subject', 'expectedPence', 'foundPence']).doNothing())
      .returning('id')
      .execute()
    const ids = isNew.map(({ id }) => id)
    if (ids.length > 0) await raiseAlarm(tx, now, { kind: 'book_differences', ids })
    return ids.length
  })
  services.jobsAdded()
  if (count > 0) log.warn({ count }, 'books that do not add up')
  return count
}

/** The columns by which an error is stored once. */
const keyOf = ({
  kind,
  subject,
  expectedPence,
  foundPence,
}: Pick<BookDifferencesTable, 'kind' | 'subject' | 'expectedPence' | 'foundPence'>) =>
  JSON.stringify([kind, subject, expectedPence, foundPence])

/** The differences found by two looks in a row: a bill or payment stored between two queries of one look seems an error to it. */
async function readLasting(services: Services): Promise<Found[]> {
  const first = await readBookDifferences(services)
  if (first.length === 0) return []
  const again = new Set((await readBookDifferences(services)).map(keyOf))
  return first.filter((each) => again.has(keyOf(each)))
}

/** Everything that does not add up now. */
export async function readBookDifferences(services: Pick<Services, 'db' | 'clock' | 'published'>): Promise<Found[]> {
  const { db } = services
  return [
    ...(await readWrongBills(db)),
    ...(await readGaps(services)),
    ...(await readWrongPayments(db)),
    ...(await readWrongBalances(db)),
    ...(await readWrongDisputes(services)),
    ...(await readChangedVisits(services)),
  ]
}

/** Bills are compared with their visits for this long. */
const comparedMs = days(31)

/**
 * Finds bills whose visit now comes to another sum: times, job sheet, credits or fees were changed after the bill was issued. Excludes
 * those with a credit note for the difference, and erased bookings.
 */
async function readChangedVisits(services: Pick<Services, 'db' | 'clock' | 'published'>): Promise<Found[]> {
  const { db, clock } = services
  const recent = await db
    .selectFrom('bills')
    .select('bookingId')
    .distinct()
    .where('issuedAt', '>', later(clock.now(), -comparedMs))
    .execute()
  const found: Found[] = []
  for (const { bookingId } of recent) {
    const [bill, booking] = [await readStandingBill(db, bookingId), await readBooking({ db }, bookingId)]
    const draft = bill && booking.erasedAt === null ? await readDraft(services, db, booking) : undefined
    if (!bill || !draft || draft.totalPence === bill.totalPence || isOtherRounding(bill, draft)) continue
    const leftPence = bill.totalPence - (await readCreditedPence(db, bill.id))
    found.push(...difference({ kind: 'rows', subject: bill.reference, bookingId }, leftPence, draft.totalPence))
  }
  return found
}

/** Bills from before November 2026 have all parts rounded together, and to the nearest penny. */
function isOtherRounding(bill: Pick<BillRow, 'lines' | 'totalPence'>, draft: BillDraft): boolean {
  const materials = (lines: readonly BilledLine[]) => lines.find(({ id }) => id === 'materials')
  const [issued, now] = [materials(JSON.parse(bill.lines) as BilledLine[]), materials(draft.lines)]
  // The label has the parts' cost and the markup.
  if (!issued || issued.label !== now?.label) return false
  return Math.abs(draft.totalPence - bill.totalPence) <= Math.abs(now.amountPence - issued.amountPence)
}

/** Bills whose lines or VAT do not make their total, or that were credited beyond it. */
async function readWrongBills(db: Kysely<Tables>): Promise<Found[]> {
  const bills = await db.selectFrom('bills').select(['reference', 'bookingId', 'lines', 'totalPence', 'vatPence']).execute()
  const credited = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(({ fn }) => [
      'bills.reference',
      'bills.bookingId',
      'bills.totalPence',
      fn.sum<number | string>('creditNotes.amountPence').as('pence'),
    ])
    .groupBy(['bills.reference', 'bills.bookingId', 'bills.totalPence'])
    .execute()
  return [
    ...bills.flatMap(({ reference: subject, bookingId, lines, totalPence, vatPence }) => {
      const parsed = JSON.parse(lines) as BilledLine[]
      const sum = (of: (line: BilledLine) => number) => parsed.reduce((total, line) => total + of(line), 0)
      const [linesPence, linesVatPence] = [sum(({ amountPence }) => amountPence), sum((line) => line.vatPence)]
      return [
        ...difference({ kind: 'lines', subject, bookingId }, totalPence, linesPence),
        ...difference({ kind: 'vat', subject, bookingId }, vatPence, linesVatPence),
      ]
    }),
    ...credited.flatMap(({ reference: subject, bookingId, totalPence, pence }) =>
      Number(pence) > totalPence ? difference({ kind: 'credited', subject, bookingId }, totalPence, Number(pence)) : [],
    ),
  ]
}

const difference = (what: Pick<Found, 'kind' | 'subject' | 'bookingId'>, expectedPence: number, foundPence: number): Found[] =>
  expectedPence === foundPence ? [] : [{ ...what, expectedPence, foundPence }]

/** Years with a gap in their numbers, with the expected count and the real one. */
async function readGaps({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Found[]> {
  // Bills of older years are erased.
  const since = Number(billsErasedBefore(clock.now()).slice(0, 4))
  const counters = await db.selectFrom('billNumbers').selectAll().where('year', '>', since).execute()
  const found: Found[] = []
  for (const { kind, year, last } of counters) {
    const { count } = await db
      .selectFrom(kind === 'bill' ? 'bills' : 'creditNotes')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('year', '=', year)
      .executeTakeFirstOrThrow()
    found.push(...difference({ kind: 'numbers', subject: `${kind} ${year}`, bookingId: null }, last, Number(count)))
  }
  return found
}

/** Payments with more returned than paid, and unowed ones that were not refunded in full. */
async function readWrongPayments(db: Kysely<Tables>): Promise<Found[]> {
  const refunded = sql<number | string>`coalesce((select sum(refunds.amount_pence) from refunds
    where refunds.payment_id = payments.id and refunds.state <> 'failed'), 0)`
  const lost = sql<number | string>`coalesce((select sum(disputes.amount_pence) from disputes where disputes.provider = payments.provider
    and disputes.provider_payment_id = payments.provider_payment_id and disputes.state = 'lost'), 0)`
  const back = sql<number | string>`${refunded} + ${lost}`
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'bookingId', 'amountPence', 'outcome', back.as('refunded')])
    .where((eb) => eb.or([eb('outcome', '=', 'returned'), eb(back, '>', eb.ref('amountPence'))]))
    .execute()
  return rows.flatMap(({ id: subject, bookingId, amountPence, outcome, refunded: back }) =>
    difference(
      { kind: outcome === 'returned' && Number(back) < amountPence ? 'not_returned' : 'refunded', subject, bookingId },
      amountPence,
      Number(back),
    ),
  )
}

/** The money of a dispute may move a little later than its state is reported. */
const movesMs = days(2)

/** Disputes where the provider kept another sum than was lost: everything if we lost, nothing if we won or it was closed. */
async function readWrongDisputes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Found[]> {
  const rows = await db
    .selectFrom('disputes')
    .leftJoin('disputeMovements', (join) =>
      join.onRef('disputeMovements.disputeId', '=', 'disputes.id').on('disputeMovements.kind', '=', 'money'),
    )
    .leftJoin('payments', (join) =>
      join.onRef('payments.provider', '=', 'disputes.provider').onRef('payments.providerPaymentId', '=', 'disputes.providerPaymentId'),
    )
    .select(['disputes.providerDisputeId', 'disputes.state', 'disputes.amountPence', 'payments.bookingId'])
    .select(({ fn, val }) => fn.coalesce(fn.sum<number | string>('disputeMovements.pence'), val(0)).as('moved'))
    .where('disputes.state', 'in', ['won', 'lost', 'closed'])
    .where('disputes.currency', '=', 'gbp')
    .where('disputes.reportedAt', '<', later(clock.now(), -movesMs))
    .groupBy(['disputes.id', 'disputes.providerDisputeId', 'disputes.state', 'disputes.amountPence', 'payments.bookingId'])
    .execute()
  return rows.flatMap(({ providerDisputeId: subject, state, amountPence, bookingId, moved }) =>
    difference({ kind: 'disputed', subject, bookingId }, state === 'lost' ? amountPence : 0, 0 - Number(moved)),
  )
}

/** Bookings with a bill that were overpaid by card, without a refund on its way. */
async function readWrongBalances(db: Kysely<Tables>): Promise<Found[]> {
  const billed = await db.selectFrom('bills').select('bookingId').distinct().execute()
  const ids = billed.map(({ bookingId }) => bookingId)
  const found: Found[] = []
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500)
    for (const [bookingId, { owedPence }] of await readBalances(db, some)) {
      if (owedPence >= 0) continue
      // Overpayments by cash and transfer are for a person: they are in the list of debts.
      const excessPence = Math.min(await readLeftOnCards(db, bookingId), -owedPence - (await readKeptByHandPence(db, bookingId)))
      if (excessPence > 0) found.push(...difference({ kind: 'overpaid', subject: bookingId, bookingId }, 0, excessPence))
    }
  }
  return found
}

/** Returns the amount paid by card for a booking and not refunded, in pence. */
async function readLeftOnCards(db: Kysely<Tables>, bookingId: string): Promise<number> {
  const cards = await db
    .selectFrom('payments')
    .select(['id', 'provider', 'amountPence'])
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .execute()
  let leftPence = 0
  for (const { id, provider, amountPence } of cards)
    if (!isHandMethod(provider) && !(await readBlockingDispute(db, id))) leftPence += amountPence - (await readReturnedPence(db, id))
  return leftPence
}
