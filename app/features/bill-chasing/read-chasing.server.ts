import type { Kysely } from 'kysely'
import { readBalances, readStandingBill } from '#app/features/bill-payments/bill-balance.server.ts'
import { readOwing } from '#app/features/billing/find-bills.server.ts'
import { readNames } from '#app/features/booking/history.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { addDays } from '#app/platform/day.ts'
import { newId } from '#app/platform/ids.ts'
import { londonDay, momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import { poundsText } from '#content/money.ts'
import { billReminderDays } from '#content/rates.ts'
import type { Tables } from '#db/tables.ts'
import { noteTexts } from './note-kinds.ts'
import { readPause } from './remind-of-bills.server.ts'

/** Notes about paying a bill that is owed, for its booking's page in the staff area. */
export async function readBillNotes(db: Kysely<Tables>, bookingId: string) {
  const bill = await readStandingBill(db, bookingId)
  if (!bill) return undefined
  const isOwed = ((await readBalances(db, [bookingId])).get(bookingId)?.owedPence ?? 0) > 0
  const notes = await db.selectFrom('billNotes').selectAll().where('billId', '=', bill.id).orderBy('at').orderBy('id').execute()
  if (!isOwed && notes.length === 0) return undefined
  const names = await readNames(
    db,
    notes.map(({ actor }) => actor),
  )
  return {
    isOwed,
    noteKey: newId(),
    notes: notes.map(({ id, kind, text, at, actor }) => ({
      id,
      text: `${momentText(at)}, ${names.get(actor) ?? 'A colleague'}: ${noteTexts[kind]}. ${text}`,
    })),
  }
}
export type BillNotesView = NonNullable<Awaited<ReturnType<typeof readBillNotes>>>

/** A customer to call about a bill: the last reminder has been sent, or there is no email address to remind. */
export interface ToCall {
  bookingId: string
  reference: string
  name: string
  phone: string
  phoneText: string
  owed: string
  /** The last note; '' if there is none. */
  last: string
}

/** Customers to call about an unpaid bill, longest wait first, without those who dispute it or have agreed a date. */
export async function readToCall({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<ToCall[]> {
  const today = londonDay(clock.now())
  const ids = await readOwing(db)
  const balances = await readBalances(db, ids)
  const calls: ToCall[] = []
  for (const bookingId of ids) {
    const bill = await readStandingBill(db, bookingId)
    const booking = await db.selectFrom('bookings').select(['name', 'phone', 'email']).where('id', '=', bookingId).executeTakeFirst()
    if (!bill || !booking?.phone || (await readPause(db, bill.id))) continue
    const day = (booking.email ? billReminderDays.at(-1) : billReminderDays[0]) ?? 0
    if (addDays(bill.dueOn, day) > today) continue
    const last = await db
      .selectFrom('billNotes')
      .select('text')
      .where('billId', '=', bill.id)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    calls.push({
      ...{ bookingId, reference: bill.reference, name: booking.name, phone: booking.phone, phoneText: phoneText(booking.phone) },
      ...{ owed: poundsText(balances.get(bookingId)?.owedPence ?? 0), last: last?.text ?? '' },
    })
  }
  return calls
}

/** Other bills that the customer of a booking still owes, by the same phone number: for staff, when they book again. */
export async function readDebts(db: Kysely<Tables>, { id, phone }: Pick<Booking, 'id' | 'phone'>) {
  if (!phone) return []
  const others = await db
    .selectFrom('bookings')
    .innerJoin('bills', 'bills.bookingId', 'bookings.id')
    .select(['bookings.id', 'bookings.reference'])
    .distinct()
    .where('bookings.phone', '=', phone)
    .where('bookings.id', '!=', id)
    .limit(50)
    .execute()
  const balances = await readBalances(
    db,
    others.map((other) => other.id),
  )
  return others.flatMap((other) => {
    const owedPence = balances.get(other.id)?.owedPence ?? 0
    return owedPence > 0 ? [{ ...other, owed: poundsText(owedPence) }] : []
  })
}
