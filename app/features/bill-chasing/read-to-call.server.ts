import { readBalances } from '#app/features/bill-payments/bill-balance.server.ts'
import type { BillCall } from '#app/features/bill-payments/bill-call.ts'
import { readOwing } from '#app/features/billing/find-bills.server.ts'
import { minutes } from '#app/platform/clock.ts'
import { addDays } from '#app/platform/day.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import { poundsText } from '#content/money.ts'
import { billReminderDays } from '#content/rates.ts'
import { pauseOf } from './remind-of-bills.server.ts'

type Reading = Pick<Services, 'db' | 'clock'>

/** How many unpaid bookings are looked at, longest wait first. */
const mostOwing = 500

/** Customers to call about an unpaid bill, longest wait first, without those who dispute it or have agreed a date. */
export async function readToCall({ db, clock }: Reading): Promise<BillCall[]> {
  const today = londonDay(clock.now())
  const ids = (await readOwing(db)).slice(0, mostOwing).map(({ bookingId }) => bookingId)
  if (ids.length === 0) return []
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
    .where('billId', 'in', bills.length > 0 ? bills.map(({ id }) => id) : [''])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const balances = await readBalances(db, ids)
  const lastBill = new Map(bills.map((bill) => [bill.bookingId, bill]))
  const notesOf = Map.groupBy(notes, ({ billId }) => billId)
  return ids.flatMap((bookingId) => {
    const bill = lastBill.get(bookingId)
    if (!bill?.phone || (bill.totalPence > 0 && Number(bill.creditedPence) === bill.totalPence)) return []
    const said = notesOf.get(bill.id) ?? []
    const day = (bill.email ? billReminderDays.at(-1) : billReminderDays[0]) ?? 0
    if (pauseOf(said) || addDays(bill.dueOn, day) > today) return []
    const { reference, name, phone } = bill
    const owed = poundsText(balances.get(bookingId)?.owedPence ?? 0)
    return [{ bookingId, reference, name, phone, phoneText: phoneText(phone), owed, last: said.at(-1)?.text ?? '' }]
  })
}

const keptMs = minutes(1)
const kept = new WeakMap<Services['db'], { until: number; newestNote: string; calls: Promise<BillCall[]> }>()

/**
 * The same for a page that is read again at every change, from up to a minute ago: all unpaid bills are looked through for it. A new note
 * shows at once.
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
