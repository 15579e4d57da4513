import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { readBalances } from '#app/features/payments/bill-balance.server.ts'
import { readConfirming } from '#app/features/payments/confirming.server.ts'
import { readDisputes } from '#app/features/payments/disputes.server.ts'
import { penceOf } from '#app/platform/fields.ts'
import { londonDay } from '#app/platform/london.ts'
import { plainText } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later } from '#app/values/clock.ts'
import { dayWithYear } from '#app/values/day.ts'
import { exactPoundsText } from '#content/money.ts'
import type { DisputesTable } from '#db/tables/payments.ts'
import type { Tables } from '#db/tables.ts'
import { billPapers } from './bill-text.ts'
import { readDraft } from './drafting/read-draft.server.ts'
import { mostListed } from './next-with-bills.ts'

/** A bill in a list. */
export interface BillListed {
  bookingId: string
  /** Its number; '' before it is issued. */
  reference: string
  /** 'Burst Pipe, BK-…'. */
  what: string
  name: string
  /** 'Friday 20 November 2026': the day of the bill, or of the end of the visit. */
  on: string
  total: string
  /** Amount due; negative if we owe the customer. */
  owedPence: number
  /** Further state in a few words. */
  mark?: string
  /** The customer's bank is deciding about a disputed payment. */
  isDisputed?: true
}

/** Bills by number, part of the customer's name, or the exact total, newest first, `mostListed` at most; of all if `typed` is empty. */
export async function findBills({ db }: Pick<Services, 'db'>, typed: string): Promise<BillListed[]> {
  const text = plainText(typed.slice(0, 100))
  const pence = penceOf(text)
  const wanted = (eb: ExpressionBuilder<Tables, 'bills' | 'bookings'>) =>
    eb.or([
      eb('bills.reference', '=', text.toUpperCase()),
      eb('bookings.reference', '=', text.toUpperCase()),
      sql<SqlBool>`lower(bookings.name) like ${`%${likeText(text.toLowerCase())}%`} escape '!'`,
      ...(pence ? [eb('bills.totalPence', '=', pence)] : []),
    ])
  const rows = await bills(db)
    .$if(text !== '', (query) => query.where(wanted))
    .orderBy('bills.id', 'desc')
    .limit(mostListed)
    .execute()
  return listed(db, rows)
}

const likeText = (text: string) => text.replace(/[%_!]/g, '!$&')

const bills = (db: Kysely<Tables>) =>
  db
    .selectFrom('bills')
    .innerJoin('bookings', 'bookings.id', 'bills.bookingId')
    .select(['bills.bookingId', 'bills.reference', 'bills.issuedAt', 'bills.totalPence'])
    .select(['bookings.reference as booking', 'bookings.service', 'bookings.name'])

type Row = Awaited<ReturnType<ReturnType<typeof bills>['execute']>>[number]

async function listed(db: Kysely<Tables>, rows: readonly Row[]): Promise<BillListed[]> {
  const ids = [...new Set(rows.map(({ bookingId }) => bookingId))]
  const balances = await readBalances(db, ids)
  const disputes = Map.groupBy(await readDisputes(db, ids), ({ bookingId }) => bookingId)
  return rows.map(({ bookingId, reference, issuedAt, totalPence, booking, service, name }) => {
    const owedPence = balances.get(bookingId)?.owedPence ?? 0
    return {
      ...{ bookingId, reference, name, what: `${service}, ${booking}`, on: dayWithYear(londonDay(issuedAt)) },
      total: exactPoundsText(totalPence),
      owedPence,
      ...disputeMark(disputes.get(bookingId)?.map(({ state }) => state)),
    }
  })
}

/** Returns the mark of the dispute that matters most. */
function disputeMark(states: readonly DisputesTable['state'][] = []): Pick<BillListed, 'mark' | 'isDisputed'> {
  if (states.includes('open')) return { mark: 'Disputed with the bank', isDisputed: true }
  if (states.includes('lost')) return { mark: 'Returned by the bank' }
  return states.includes('inquiry') ? { mark: 'The bank is asking about it' } : {}
}

/** The bill of a booking, on its customer's list of bookings. */
export interface BillOfBooking {
  /** 'Bill 2026-0001, £119.00: paid'. */
  line: string
  /** Its receipts and credit notes, files beside the bill's page. */
  papers: { label: string; file: string }[]
}

/** The last bills of some bookings, by booking id. */
export async function readBillsOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  bookingIds: readonly string[],
): Promise<Map<string, BillOfBooking>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await listed(db, await bills(db).where('bills.bookingId', 'in', bookingIds).orderBy('bills.revision').execute())
  const confirming = await readConfirming(db, bookingIds, clock.now())
  const papers = await readPapers(
    db,
    rows.map(({ bookingId }) => bookingId),
  )
  return new Map(
    rows.map(({ bookingId, reference, total, owedPence, isDisputed }) => {
      const confirmingPence = confirming.get(bookingId)
      const state =
        confirmingPence !== undefined && owedPence > 0
          ? `your payment of ${exactPoundsText(confirmingPence)} is being confirmed`
          : isDisputed && owedPence === 0
            ? 'disputed with your bank'
            : owedInWords(owedPence, total)
      return [bookingId, { line: `Bill ${reference}, ${total}: ${state}`, papers: papers(bookingId) }]
    }),
  )
}

async function readPapers(db: Kysely<Tables>, bookingIds: readonly string[]) {
  const notes = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(['bills.bookingId', 'creditNotes.reference', 'creditNotes.amountPence'])
    .where('bills.bookingId', 'in', bookingIds)
    .orderBy('creditNotes.id')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select(['bookingId', 'id', 'paidAt as at', 'amountPence'])
    .where('bookingId', 'in', bookingIds)
    .where('billId', 'is not', null)
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .orderBy('paidAt')
    .orderBy('id')
    .execute()
  return (bookingId: string) =>
    billPapers({
      creditNotes: notes.filter((note) => note.bookingId === bookingId),
      payments: payments.filter((payment) => payment.bookingId === bookingId).map((payment) => ({ ...payment, isFee: false })),
    })
}

function owedInWords(pence: number, total: string): string {
  if (pence === 0) return total === exactPoundsText(0) ? 'nothing to pay' : 'paid'
  return pence < 0 ? `we owe you ${exactPoundsText(-pence)}` : `${exactPoundsText(pence)} to pay`
}

export interface OpenBalance {
  bookingId: string
  owedPence: number
}

/**
 * Bookings with an unpaid balance, and those whose customer has paid too much that isn't refunded, longest wait first. In pence; negative
 * if we owe the customer.
 */
export async function readOpenBalances(db: Kysely<Tables>): Promise<{ owing: OpenBalance[]; overpaid: OpenBalance[] }> {
  const { rows } = await sql<{ bookingId: string; owedPence: number | string }>`
    select owing.booking_id as "bookingId", owing.owed_pence as "owedPence" from (
      select bills.booking_id, min(bills.due_on) as due_on, sum(bills.total_pence)
        - (select coalesce(sum(credit_notes.amount_pence), 0) from credit_notes
            join bills credited on credited.id = credit_notes.bill_id where credited.booking_id = bills.booking_id)
        - (select coalesce(sum(payments.amount_pence), 0) from payments
            where payments.booking_id = bills.booking_id and payments.outcome = 'confirmed' and payments.voided_at is null)
        + (select coalesce(sum(refunds.amount_pence), 0) from refunds join payments on payments.id = refunds.payment_id
            where payments.booking_id = bills.booking_id and payments.outcome = 'confirmed' and payments.voided_at is null
              and refunds.state <> 'failed')
        + (select coalesce(sum(disputes.amount_pence), 0) from disputes join payments on payments.provider = disputes.provider
              and payments.provider_payment_id = disputes.provider_payment_id
            where payments.booking_id = bills.booking_id and payments.outcome = 'confirmed' and disputes.state = 'lost') as owed_pence
      from bills group by bills.booking_id
    ) owing where owing.owed_pence <> 0 order by owing.due_on, owing.booking_id`.execute(db)
  const open = rows.map(({ bookingId, owedPence }) => ({ bookingId, owedPence: Number(owedPence) }))
  return { owing: open.filter(({ owedPence }) => owedPence > 0), overpaid: open.filter(({ owedPence }) => owedPence < 0) }
}

/** The last bills with an unpaid balance, longest wait first; `mostListed` at most. */
export async function findOwing({ db }: Pick<Services, 'db'>): Promise<BillListed[]> {
  const { owing } = await readOpenBalances(db)
  const ids = owing.slice(0, mostListed).map(({ bookingId }) => bookingId)
  const rows = await bills(db).where('bills.bookingId', 'in', ids).orderBy('bills.revision', 'desc').execute()
  const last = ids.map((id) => rows.find(({ bookingId }) => bookingId === id)).filter((row) => row !== undefined)
  return listed(db, last)
}

/** Older visits without a bill aren't listed. */
const toIssueMs = days(60)

/** Visits of the last 60 days without a bill, oldest first; `mostListed` at most. */
export async function findToIssue(services: Pick<Services, 'db' | 'clock' | 'published'>): Promise<BillListed[]> {
  const { db, clock } = services
  const waiting = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['completed', 'no_access', 'cancelled'])
    .where('promisedFrom', '>', later(clock.now(), -toIssueMs))
    .where('erasedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bills').select('bills.id').whereRef('bills.bookingId', '=', 'bookings.id'))),
    )
    // Cancelled ones only if a fee arose or was kept.
    .where((eb) =>
      eb.or([
        eb('status', '!=', 'cancelled'),
        eb.exists(
          eb
            .selectFrom('charges')
            .select('charges.id')
            .whereRef('charges.bookingId', '=', 'bookings.id')
            .where('charges.withdrawnAt', 'is', null),
        ),
        eb.exists(eb.selectFrom('payments').select('payments.id').whereRef('payments.bookingId', '=', 'bookings.id')),
      ]),
    )
    .orderBy('promisedFrom')
    .orderBy('id')
    .limit(mostListed)
  const found: BillListed[] = []
  // Those that cost nothing stay without a bill, so a page of them alone isn't the end.
  for (let offset = 0, isMore = true; isMore && found.length < mostListed; offset += mostListed) {
    const bookings = await waiting.offset(offset).execute()
    isMore = bookings.length === mostListed
    for (const booking of bookings) {
      const draft = await readDraft(services, db, booking)
      if (!draft || (draft.totalPence === 0 && booking.status !== 'completed')) continue
      found.push({
        ...{ bookingId: booking.id, reference: '', name: booking.name, what: `${booking.service}, ${booking.reference}` },
        ...{ on: dayWithYear(londonDay(draft.endedAt)), total: exactPoundsText(draft.totalPence), owedPence: 0 },
      })
    }
  }
  return found.slice(0, mostListed)
}
