import type { Transaction } from 'kysely'
import { z } from 'zod'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import type { ListedPayment, PaymentProvider } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { days, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { recordDispute } from './events/record-dispute.server.ts'
import { type PaymentVerbs, recordPayment } from './receive-event.server.ts'
import { recordRefund } from './refund.server.ts'
import { type Difference, reportDifferences } from './report-differences.server.ts'

/** The provider's list is read this far back. */
const comparedMs = days(3)
/** The longest that a bank may take to decide about a dispute, an appeal included. */
const disputedMs = days(180)
/** Newer payments may be in one of the two and not yet in the other. */
const settlesMs = minutes(10)

const ReconcileJob = z.object({ hour: z.string() })

/** Chore: enqueues a comparison with the provider's list, once an hour across all instances. */
export async function askReconciliation(services: Services): Promise<void> {
  const { payments, db, clock } = services
  if (!payments?.lists) return
  const now = clock.now()
  const hour = `${toInstant(now).slice(0, 13)}:00:00.000Z`
  const provider = payments.name
  await db.transaction().execute(async (tx) => {
    const isNew = await tx
      .insertInto('paymentChecks')
      .values({ provider, hour, doneAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hour')
      .executeTakeFirst()
    if (!isNew) return
    await tx.deleteFrom('paymentChecks').where('hour', '<', later(now, -comparedMs)).execute()
    await enqueue(tx, now, [{ kind: 'reconcile-payments', payload: { hour } satisfies z.input<typeof ReconcileJob> }])
  })
  services.jobsAdded()
}

/**
 * Job `reconcile-payments`: reads the provider's list of the last three days. Missing payments, and disputes, are recorded as if their
 * message had arrived; differences, and payments that the provider doesn't list, are stored and reported to staff. A job overtaken by a
 * later hour does nothing: during an outage of the provider they would pile up.
 */
export async function reconcilePayments(
  services: Services,
  above: Pick<PaymentVerbs, 'fee'>,
  payload: unknown,
  { signal }: JobContext,
): Promise<void> {
  const { hour } = ReconcileJob.parse(payload)
  const { payments, db, clock } = services
  if (!payments?.lists || (await isOvertaken(services, payments.name, hour))) return
  const { name: provider, lists } = payments
  const since = later(clock.now(), -comparedMs)
  const ours = await readSettled(services, provider, since)
  const theirs: ListedPayment[] = []
  for await (const payment of lists.payments(since, signal)) {
    theirs.push(payment)
    if (payment.isForUs) await db.transaction().execute((tx) => recordPayment(services, tx, provider, payment, above))
  }
  for await (const refund of lists.refunds(since, signal))
    await db.transaction().execute((tx) => recordRefund(services, tx, provider, refund))
  for await (const dispute of lists.disputes(later(clock.now(), -disputedMs), toInstant(clock.now()), signal))
    await db.transaction().execute((tx) => recordDispute(services, tx, provider, dispute))
  await db.transaction().execute(async (tx) => {
    const listed = new Set(theirs.map(({ providerPaymentId }) => providerPaymentId))
    const differences = ours
      .filter(({ providerPaymentId }) => !listed.has(providerPaymentId))
      .map(({ providerPaymentId, amountPence }) => differenceOf(providerPaymentId, 'not_listed', amountPence, 0))
    for (const payment of theirs) differences.push(...(await compare(services, tx, provider, payment)))
    await reportDifferences(services, tx, provider, differences)
    await tx
      .updateTable('paymentChecks')
      .set({ doneAt: toInstant(clock.now()) })
      .where('provider', '=', provider)
      .where('hour', '=', hour)
      .execute()
  })
  services.jobsAdded()
}

const differenceOf = (providerPaymentId: string, kind: Difference['kind'], oursPence: number, theirsPence: number): Difference => ({
  providerPaymentId,
  kind,
  oursPence,
  theirsPence,
})

const isOvertaken = async ({ db }: Services, provider: PaymentProvider['name'], hour: Instant) =>
  (await db
    .selectFrom('paymentChecks')
    .select('hour')
    .where('provider', '=', provider)
    .where('hour', '>', hour)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Payments stored before we began to read, and old enough to be listed. */
const readSettled = ({ db, clock }: Services, provider: string, since: Instant) =>
  db
    .selectFrom('payments')
    .select(['providerPaymentId', 'amountPence'])
    .where('provider', '=', provider)
    .where('paidAt', '>=', since)
    .where('recordedAt', '<=', later(clock.now(), -settlesMs))
    .execute()

/** Compares the provider's data of one payment with ours. */
async function compare(services: Services, tx: Transaction<Tables>, provider: string, theirs: ListedPayment): Promise<Difference[]> {
  const { providerPaymentId, amountPence, refundedPence } = theirs
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'amountPence'])
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
  if (!payment) return []
  const refunds = await tx
    .selectFrom('refunds')
    .select(['amountPence', 'state', 'doneAt'])
    .where('paymentId', '=', payment.id)
    .where('state', '!=', 'failed')
    .execute()
  const settled = later(services.clock.now(), -settlesMs)
  const sum = (some: typeof refunds) => some.reduce((total, refund) => total + refund.amountPence, 0)
  const [asked, done] = [sum(refunds), sum(refunds.filter(({ doneAt }) => doneAt !== null && doneAt <= settled))]
  return [
    ...(payment.amountPence === amountPence ? [] : [differenceOf(providerPaymentId, 'amount', payment.amountPence, amountPence)]),
    ...(refundedPence > asked ? [differenceOf(providerPaymentId, 'refunded', asked, refundedPence)] : []),
    ...(refundedPence < done ? [differenceOf(providerPaymentId, 'refunded', done, refundedPence)] : []),
  ]
}
