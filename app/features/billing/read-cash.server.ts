import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { momentText } from '#app/platform/london.ts'
import { exactPoundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'

/** Cash that someone took and has not handed in. */
export interface HeldCash {
  userId: string
  name: string
  pence: number
  /** In pounds. */
  sum: string
  payments: { id: string; text: string }[]
}

/** Cash that was handed in, in words. */
export interface HandedIn {
  id: string
  at: string
  name: string
  receivedBy: string
  expected: string
  counted: string
  /** '' if there was none. */
  difference: string
  note: string
}

export interface CashView {
  held: HeldCash[]
  handedIn: HandedIn[]
}

const mostListed = 50

/** Returns the people who hold cash, and the last cash handed in. `userId`: of one person alone. */
export async function readCash(db: Kysely<Tables>, userId?: string): Promise<CashView> {
  const payments = await db
    .selectFrom('payments')
    .leftJoin('bills', 'bills.id', 'payments.billId')
    .select(['payments.id', 'takenBy', 'amountPence', 'paidAt', 'bills.reference'])
    .where('provider', '=', 'cash')
    .where('takenBy', 'is not', null)
    .where('voidedAt', 'is', null)
    .where('handoverId', 'is', null)
    .$if(userId !== undefined, (query) => query.where('takenBy', '=', userId ?? ''))
    .orderBy('paidAt')
    .execute()
  const handovers = await db
    .selectFrom('cashHandovers')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('heldBy', '=', userId ?? ''))
    .orderBy('at', 'desc')
    .limit(mostListed)
    .execute()
  const people = [...payments.map(({ takenBy }) => takenBy), ...handovers.flatMap(({ heldBy, receivedBy }) => [heldBy, receivedBy])]
  const nameOf = await readNameOf(db, people)
  const held = [...Map.groupBy(payments, ({ takenBy }) => takenBy ?? '')].map(([id, own]) => {
    const pence = own.reduce((sum, { amountPence }) => sum + amountPence, 0)
    return {
      ...{ userId: id, name: nameOf(id), pence, sum: exactPoundsText(pence) },
      payments: own.map(({ id: paymentId, amountPence, paidAt, reference }) => ({
        id: paymentId,
        text: `${momentText(paidAt)}: ${exactPoundsText(amountPence)} for bill ${reference ?? ''}`,
      })),
    }
  })
  const handedIn = handovers.map(({ id, at, heldBy, receivedBy, expectedPence, countedPence, note }) => ({
    ...{ id, note, at: momentText(at), name: nameOf(heldBy), receivedBy: nameOf(receivedBy) },
    ...{ expected: exactPoundsText(expectedPence), counted: exactPoundsText(countedPence) },
    difference: countedPence === expectedPence ? '' : exactPoundsText(countedPence - expectedPence),
  }))
  return { held, handedIn }
}
