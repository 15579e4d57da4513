import type { Kysely } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { readBalance, readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import { readConfirming } from '#app/features/payments/confirming.server.ts'
import { readDisputes } from '#app/features/payments/disputes.server.ts'
import { eachApart } from '#app/platform/each-apart.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { billReminderDays } from '#content/fees.ts'
import type { Tables } from '#db/tables.ts'
import { pauseOf } from './bill-chasing/note-kinds.ts'
import { readOpenBalances } from './find-bills.server.ts'

/** The reminder due for a bill on a day, by how many days the bill is overdue; undefined before the first. */
const reminderDue = (dueOn: string, today: string): number | undefined => billReminderDays.findLast((day) => addDays(dueOn, day) <= today)

const readPause = async (db: Kysely<Tables>, billId: string) =>
  pauseOf(await db.selectFrom('billNotes').select('kind').where('billId', '=', billId).orderBy('at').orderBy('id').execute())

/**
 * Chore: reminds customers of unpaid bills, `billReminderDays` days after they were due; each reminder once, however many instances there
 * are. After an outage only the one that is due now is sent, not those before it. Returns how many were sent.
 */
export async function remindOfBills(services: Services): Promise<number> {
  const today = londonDay(services.clock.now())
  const { owing } = await readOpenBalances(services.db)
  return eachApart(owing, async ({ bookingId }) => {
    const bill = await readStandingBill(services.db, bookingId)
    const day = bill && reminderDue(bill.dueOn, today)
    return bill !== undefined && day !== undefined && !(await hasReminder(services.db, bill.id, day)) && remind(services, bookingId, day)
  })
}

const hasReminder = async (db: Kysely<Tables>, billId: string, day: number) =>
  (await db.selectFrom('billReminders').select('day').where('billId', '=', billId).where('day', '>=', day).executeTakeFirst()) !== undefined

const remind = async (services: Services, bookingId: string, day: number): Promise<boolean> =>
  (await actOnBooking<true>(services, { bookingId, actor: 'system' }, async (tx, { now }) => {
    const bill = await readStandingBill(tx, bookingId)
    if (!bill || (await readBalance(tx, bookingId)).owedPence <= 0 || (await readPause(tx, bill.id))) return undefined
    // Lost or undecided, a person speaks with them.
    const disputes = await readDisputes(tx, [bookingId])
    if (disputes.some(({ state }) => state === 'open' || state === 'lost')) return undefined
    if ((await readConfirming(tx, [bookingId], now)).has(bookingId)) return undefined
    const isNew = await tx
      .insertInto('billReminders')
      .values({ billId: bill.id, day, at: toInstant(now) })
      .onConflict((conflict) => conflict.columns(['billId', 'day']).doNothing())
      .returning('day')
      .executeTakeFirst()
    return isNew && { announces: { occasion: 'bill_reminder', id: bill.id }, result: true }
  })) ?? false
