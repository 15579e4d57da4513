import type { Kysely } from 'kysely'
import { readBalances } from '#app/features/payments/bill-balance.server.ts'
import type { BillCall } from '#app/features/payments/bill-call.ts'
import { disputeText, readUnsettledDisputes } from '#app/features/payments/disputes.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import { days, later, minutes } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { billReminderDays } from '#content/fees.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { pauseOf } from './bill-chasing/note-kinds.ts'
import { type OpenBalance, readOpenBalances } from './find-bills.server.ts'

type Reading = Pick<Services, 'db' | 'clock'>

/** Returns customers to call about money: disputes with their bank first, then our debts, then unpaid bills, longest wait first. */
export async function readToCall(services: Reading): Promise<BillCall[]> {
  const disputed = await readDisputed(services)
  const known = new Set(disputed.map(({ bookingId }) => bookingId))
  const { owing, overpaid } = await readOpenBalances(services.db)
  const rest = [...(await readOwedByUs(services.db, overpaid)), ...(await readUnpaid(services, owing))]
  return [...disputed, ...rest.filter(({ bookingId }) => !known.has(bookingId))]
}

/** Without a bill, a lost payment is on the list for this long. */
const lostMs = days(60)

/** Customers who dispute a payment with their bank: to be answered there, or lost and still owed. */
async function readDisputed({ db, clock }: Reading): Promise<BillCall[]> {
  const disputes = await readUnsettledDisputes(db)
  const balances = await readBalances(
    db,
    disputes.map(({ bookingId }) => bookingId),
  )
  const since = later(clock.now(), -lostMs)
  const shown = disputes.filter(({ state, bookingId, reportedAt }) => {
    const { billedPence, owedPence } = balances.get(bookingId) ?? { billedPence: 0, owedPence: 0 }
    return state === 'open' || (billedPence > 0 ? owedPence > 0 : reportedAt > since)
  })
  const calls = await callsOf(
    db,
    shown.map(({ bookingId }) => bookingId),
  )
  return shown.flatMap((dispute) => {
    const says = `${poundsText(dispute.amountPence)} ${dispute.state === 'open' ? 'disputed' : 'returned by the bank, owed again'}`
    return calls(dispute.bookingId).map((call) => ({ ...call, says, last: disputeText(dispute) }))
  })
}

/** Returns customers with a balance that isn't refunded to a card automatically, such as cash. */
async function readOwedByUs(db: Kysely<Tables>, owed: readonly OpenBalance[]): Promise<BillCall[]> {
  const calls = await callsOf(
    db,
    owed.map(({ bookingId }) => bookingId),
  )
  return owed.flatMap(({ bookingId, owedPence }) =>
    calls(bookingId).map((call) => ({
      ...call,
      says: `we owe them ${exactPoundsText(-owedPence)}`,
      last: 'Arrange how to give it back, then record the refund on the booking.',
    })),
  )
}

/** The call about a booking, by its id; none once its data was erased. */
async function callsOf(db: Kysely<Tables>, bookingIds: readonly string[]) {
  const bookings = await db.selectFrom('bookings').select(['id', 'reference', 'name', 'phone']).where('id', 'in', bookingIds).execute()
  const bills = await db
    .selectFrom('bills')
    .select(['bookingId', 'reference'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('revision')
    .execute()
  const billOf = new Map(bills.map(({ bookingId, reference }) => [bookingId, `Bill ${reference}`]))
  return (bookingId: string) =>
    bookings
      .filter(({ id }) => id === bookingId)
      .map(({ reference, name, phone }) => ({
        ...{ bookingId, name, phone, phoneText: phoneText(phone) },
        title: billOf.get(bookingId) ?? `Booking ${reference}`,
      }))
}

/** Customers with an unpaid bill, longest wait first, without those who dispute it or have agreed a date. */
async function readUnpaid({ db, clock }: Reading, owing: readonly OpenBalance[]): Promise<BillCall[]> {
  const today = londonDay(clock.now())
  const ids = owing.map(({ bookingId }) => bookingId)
  const bills = await db
    .selectFrom('bills')
    .innerJoin('bookings', 'bookings.id', 'bills.bookingId')
    .select(['bills.id', 'bookingId', 'bills.reference', 'dueOn', 'totalPence', 'name', 'phone', 'email'])
    .select((eb) =>
      eb
        .selectFrom('creditNotes')
        .select(({ fn }) => fn.sum<number | string | null>('amountPence').as('pence'))
        .whereRef('billId', '=', 'bills.id')
        .as('creditedPence'),
    )
    .where('bookingId', 'in', ids)
    .orderBy('bills.revision')
    .execute()
  const notes = await db
    .selectFrom('billNotes')
    .select(['billId', 'kind', 'text'])
    .where(
      'billId',
      'in',
      bills.map(({ id }) => id),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  const lastBill = new Map(bills.map((bill) => [bill.bookingId, bill]))
  const notesOf = Map.groupBy(notes, ({ billId }) => billId)
  return owing.flatMap(({ bookingId, owedPence }) => {
    const bill = lastBill.get(bookingId)
    if (!bill?.phone || (bill.totalPence > 0 && Number(bill.creditedPence) === bill.totalPence)) return []
    const said = notesOf.get(bill.id) ?? []
    const day = (bill.email ? billReminderDays.at(-1) : billReminderDays[0]) ?? 0
    if (pauseOf(said) || addDays(bill.dueOn, day) > today) return []
    const { reference, name, phone } = bill
    const says = `${poundsText(owedPence)} owed`
    return [{ bookingId, title: `Bill ${reference}`, name, phone, phoneText: phoneText(phone), says, last: said.at(-1)?.text ?? '' }]
  })
}

const keptMs = minutes(1)
const kept = new WeakMap<Services['db'], { until: number; newestNote: string; calls: Promise<BillCall[]> }>()

/**
 * Returns the same from up to a minute ago, for a page that is read again at every change: it searches all unpaid bills. A new note shows
 * immediately.
 */
export async function keptToCall(services: Reading): Promise<BillCall[]> {
  const newest = await services.db
    .selectFrom('billNotes')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  const newestNote = newest?.id ?? ''
  const now = services.clock.now().getTime()
  const known = kept.get(services.db)
  if (known?.newestNote === newestNote && now < known.until) return known.calls
  const calls = readToCall(services)
  kept.set(services.db, { until: now + keptMs, newestNote, calls })
  // A failed read is tried again.
  calls.catch(() => kept.delete(services.db))
  return calls
}
