import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readBalance, readBalances, readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { momentText } from '#app/platform/london.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { noteTexts, pauseOf } from './bill-chasing/note-kinds.ts'

/** Notes about paying a bill that is owed, for its booking's page in the staff area. */
export async function readBillNotes(db: Kysely<Tables>, bookingId: string) {
  const bill = await readStandingBill(db, bookingId)
  if (!bill) return undefined
  const isOwed = (await readBalance(db, bookingId)).owedPence > 0
  const notes = await db.selectFrom('billNotes').selectAll().where('billId', '=', bill.id).orderBy('at').orderBy('id').execute()
  if (!isOwed && notes.length === 0) return undefined
  const nameOf = await readNameOf(
    db,
    notes.map(({ actor }) => actor),
  )
  return {
    isOwed,
    noteKey: newId(),
    notes: notes.map(({ id, kind, text, at, actor }) => ({
      id,
      text: `${momentText(at)}, ${isolated(nameOf(actor))}: ${noteTexts[kind]}. ${isolated(text)}`,
    })),
  }
}
export type BillNotesView = NonNullable<Awaited<ReturnType<typeof readBillNotes>>>

/** Why no reminders are sent for bills, by their numbers; bills with reminders are left out. */
export async function readPauses(db: Kysely<Tables>, references: readonly string[]): Promise<Map<string, string>> {
  const notes = await db
    .selectFrom('billNotes')
    .innerJoin('bills', 'bills.id', 'billNotes.billId')
    .select(['bills.reference', 'billNotes.kind'])
    .where('bills.reference', 'in', references)
    .orderBy('billNotes.at')
    .orderBy('billNotes.id')
    .execute()
  return new Map(
    [...Map.groupBy(notes, ({ reference }) => reference)].flatMap(([reference, said]) => {
      const text = pauseOf(said)
      return text === undefined ? [] : [[reference, text]]
    }),
  )
}

/** All other bills that the customer of a booking still owes, by the same phone number, the oldest first: for staff, when they book again. */
export async function readDebts(db: Kysely<Tables>, { id, phone }: Pick<Booking, 'id' | 'phone'>) {
  if (!phone) return []
  const others = await db
    .selectFrom('bookings')
    .innerJoin('bills', 'bills.bookingId', 'bookings.id')
    .select(['bookings.id', 'bookings.reference'])
    .where('bookings.phone', '=', phone)
    .where('bookings.id', '!=', id)
    .groupBy(['bookings.id', 'bookings.reference'])
    .orderBy(({ fn }) => fn.min('bills.id'))
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
