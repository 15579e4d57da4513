import { handPaymentChange } from '#app/features/payments/record-hand-payment.server.ts'
import { actByEngineer, type OwnAct } from '#app/features/visit/act-by-engineer.server.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { issueBillChange } from './issue-bill.server.ts'
import { billGiven, billPaid } from './phone-bill.ts'

/* An engineer's acts on the bill of their own job. They are checked against the total that was shown, not the version of the booking. */

type Field = (name: string) => string

/** Issues the bill: `seenPence` is the total that they showed the customer. Throws what `issueBillChange` and `actByEngineer` throw. */
export async function giveBill(services: Services, { seen: _, ...act }: OwnAct, field: Field): Promise<void> {
  await actByEngineer(services, { ...act, kind: billGiven }, (tx, { at: _at, ...locked }) =>
    issueBillChange(services, tx, locked, { by: act.userId, seenPence: Number(field('seenPence')) }),
  )
}

/**
 * Records cash or a transfer (`method`, `paidAmount`); the payment has the act's key. Throws like `handPaymentChange` and `actByEngineer`.
 */
export async function takeHandPayment(services: Services, { seen: _, key = newId(), ...act }: OwnAct, field: Field): Promise<void> {
  const typed = { method: field('method'), amount: field('paidAmount') }
  await actByEngineer(services, { ...act, key, kind: billPaid }, (tx, { at, ...locked }) =>
    handPaymentChange(tx, locked, { by: act.userId, key, at, ...typed }),
  )
}
