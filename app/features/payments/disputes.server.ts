import type { Kysely, NotNull, Selectable } from 'kysely'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import { poundsText } from '#content/money.ts'
import type { DisputesTable } from '#db/tables/payments.ts'
import type { Tables } from '#db/tables.ts'

/* Payments that customers dispute with their banks (docs/decisions/0096-money-that-goes-back.md). */

/** While the bank decides, and once it has decided against us, there is nothing to refund: the money isn't ours. */
const notOurs = ['open', 'lost'] as const satisfies readonly DisputesTable['state'][]

/** A dispute of a payment of a booking. */
export type Dispute = Selectable<DisputesTable> & { bookingId: string; paymentId: string; billId: string | null }

/** The disputes of the payments of some bookings, oldest first. */
export const readDisputes = (db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Dispute[]> =>
  ofPayments(db)
    .where('payments.bookingId', 'in', bookingIds)
    .orderBy('disputes.openedAt')
    .orderBy('disputes.id')
    .$narrowType<{ bookingId: NotNull }>()
    .execute()

/** The disputes that someone has to act on: open ones to answer, and lost ones, whose money is owed again. */
export const readUnsettledDisputes = (db: Kysely<Tables>): Promise<Dispute[]> =>
  ofPayments(db)
    .where('disputes.state', 'in', notOurs)
    .where('payments.bookingId', 'is not', null)
    .orderBy('disputes.evidenceDueAt')
    .orderBy('disputes.id')
    .$narrowType<{ bookingId: NotNull }>()
    .execute()

const ofPayments = (db: Kysely<Tables>) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', (join) =>
      join.onRef('payments.provider', '=', 'disputes.provider').onRef('payments.providerPaymentId', '=', 'disputes.providerPaymentId'),
    )
    .selectAll('disputes')
    .select(['payments.bookingId', 'payments.id as paymentId', 'payments.billId'])

/** Returns the dispute that keeps a payment from being refunded; undefined if there is none. A bank's inquiry doesn't. */
export const readBlockingDispute = (db: Kysely<Tables>, paymentId: string) =>
  ofPayments(db).where('payments.id', '=', paymentId).where('disputes.state', 'in', notOurs).executeTakeFirst()

/** Returns a dispute in words for staff: its state, and the next step. */
export function disputeText({
  amountPence,
  reason,
  state,
  evidenceDueAt,
}: Pick<DisputesTable, 'amountPence' | 'reason' | 'state' | 'evidenceDueAt'>): string {
  const what = `${poundsText(amountPence)} (the bank’s reason: ${reason.replaceAll('_', ' ')})`
  const answer = evidenceDueAt ? ` Answer in the payment provider’s dashboard by ${spokenMoment(evidenceDueAt)}.` : ''
  return {
    inquiry: `The customer’s bank is asking about a payment of ${what}. No money has been taken.${answer}`,
    open: `The customer has asked their bank to return ${what}. Don’t refund it as well.${answer || ' The bank is deciding.'}`,
    won: `The bank decided for us: the payment of ${what} is ours.`,
    lost: `The bank decided for the customer and returned ${what}. It’s owed again, and no reminders are sent: call them.`,
    closed: `The bank’s question about a payment of ${what} is closed. No money was taken.`,
  }[state]
}
