// @module-tag never-again
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { readConfirming, recordReturn } from '#app/features/payments/confirming.server.ts'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { recordHandPayment, voidHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { recordRefund } from '#app/features/payments/refund.server.ts'
import { sessionOf } from '#app/features/payments/sandbox.server.ts'
import { failAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { billed, issue, openBill, paidAt } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { readBookDifferences } from './check-books.server.ts'
import { creditBill } from './credit-bill.server.ts'

/* However a bill is paid (in any order, twice, in parts, by hand or by card), credited, struck out or refused: the books balance. */

type Act =
  | { kind: 'open'; pounds?: number }
  | { kind: 'pay'; which: number; nth: number }
  | { kind: 'cash' | 'transfer' | 'credit'; pounds: number }
  | { kind: 'void' | 'come back' | 'page fails'; which: number }
  | { kind: 'issue' | 'jobs' | 'a refund fails' }

const pounds = fc.integer({ min: 1, max: 150 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), pounds: fc.option(pounds, { nil: undefined }) }),
  fc.record({ kind: fc.constant('pay' as const), which: fc.nat(3), nth: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constantFrom('cash' as const, 'transfer' as const, 'credit' as const), pounds }),
  fc.record({ kind: fc.constantFrom('void' as const, 'come back' as const, 'page fails' as const), which: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('issue' as const, 'jobs' as const, 'a refund fails' as const) }),
)

const pick = <Item>(items: readonly Item[], which: number): Item | undefined => items.at(-1 - (which % Math.max(1, items.length)))

const pickPage = async ({ db }: World['services'], which: number) =>
  pick(await db.selectFrom('checkouts').select(['id', 'amountPence']).orderBy('id').execute(), which)

async function perform(world: World, booked: Booked, each: Act): Promise<void> {
  const { services } = world
  const by = { bookingId: booked.id, by: 'dana' }
  switch (each.kind) {
    case 'open': {
      const isConfirming = (await readConfirming(services.db, [booked.id], world.clock.now())).has(booked.id)
      await openBill(services, booked, each.pounds && each.pounds * 100)
      expect(isConfirming).toBe(false)
      return
    }
    case 'pay': {
      const checkout = await pickPage(services, each.which)
      return checkout && paidAt(world, checkout.id, checkout.amountPence, each.nth)
    }
    case 'come back': {
      const checkout = await pickPage(services, each.which)
      const before = await readBalance(services.db, booked.id)
      if (checkout) await recordReturn(services, { bookingId: booked.id, sessionId: sessionOf(checkout.id) })
      return void expect(await readBalance(services.db, booked.id)).toEqual(before)
    }
    case 'page fails': {
      const checkout = await pickPage(services, each.which)
      return checkout && failAtSandbox(services, checkout)
    }
    case 'cash':
    case 'transfer':
      return recordHandPayment(services, { ...by, method: each.kind, amount: String(each.pounds), key: newId(), isMore: true })
    case 'credit':
      return creditBill(services, { ...by, staffId: 'dana', amount: String(each.pounds), reason: 'Goodwill', key: newId() })
    case 'void': {
      const payments = await services.db.selectFrom('payments').select(['id', 'provider']).orderBy('id').execute()
      const payment = pick(
        payments.filter(({ provider }) => isHandMethod(provider)),
        each.which,
      )
      return payment && voidHandPayment(services, { ...by, paymentId: payment.id, reason: 'A mistake' })
    }
    case 'issue':
      return issue(services, booked)
    case 'jobs':
      return void (await runDueJobs(services, jobHandlers))
    case 'a refund fails': {
      const refund = await services.db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.paymentId')
        .select(['refunds.id', 'refunds.amountPence', 'payments.providerPaymentId'])
        .where('refunds.state', '=', 'waiting')
        .where('refunds.reason', '=', 'twice')
        .executeTakeFirst()
      if (!refund) return
      const { id: refundId, ...rest } = refund
      await services.db
        .transaction()
        .execute(
          async (tx) =>
            void (await recordRefund(services, tx, 'sandbox', { refundId, providerRefundId: `r_${refundId}`, state: 'failed', ...rest })),
        )
    }
  }
}

/** Bills less credit notes equal payments less refunds, plus what is owed; refunds never exceed payments. */
async function expectBalance({ services }: World, { id }: Booked): Promise<void> {
  const { db } = services
  const { billedPence, creditedPence, paidPence, refundedPence, owedPence } = await readBalance(db, id)
  expect(billedPence - creditedPence).toBe(paidPence - refundedPence + owedPence)
  expect(refundedPence).toBeLessThanOrEqual(paidPence)
  expect(creditedPence).toBeLessThanOrEqual(billedPence)
  const failed = await db.selectFrom('refunds').select('id').where('state', '=', 'failed').execute()
  const found = await readBookDifferences(services)
  // The only differences reported are the failed refunds.
  expect(found.filter(({ kind }) => kind !== 'not_returned')).toEqual([])
  await expectHandedTooMuch(db, id, owedPence)
  expect(found.filter(({ kind }) => kind === 'not_returned')).toHaveLength(failed.length)
}

/** Overpayments by hand are refunded by hand: a card gets back only what cards overpaid, and never more than it paid. */
async function expectHandedTooMuch(db: World['services']['db'], bookingId: string, owedPence: number) {
  if (owedPence >= 0) return
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .execute()
  const cards = payments.filter(({ provider }) => !isHandMethod(provider))
  const handPence = payments.reduce(
    (sum, { provider, amountPence, voidedAt }) => sum + (isHandMethod(provider) && !voidedAt ? amountPence : 0),
    0,
  )
  const back = await db.selectFrom('refunds').select(['paymentId', 'amountPence']).where('state', '!=', 'failed').execute()
  const leftPence = cards.reduce(
    (sum, card) => sum + card.amountPence - back.reduce((total, each) => total + (each.paymentId === card.id ? each.amountPence : 0), 0),
    0,
  )
  expect(leftPence).toBeGreaterThanOrEqual(0)
  expect(-owedPence - handPence).toBeLessThanOrEqual(0)
}

onOneEngine('Payments of a bill', (engine) => {
  test('in any order, doubled, in parts, by hand and by card, credited and struck out: the balance always holds', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
        const world = await freshWorld(engine, { payments: true, env: { RATE_LIMIT_SCALE: '1000' } })
        await colleague(world, 'Dana Price', 'owner', 'dana')
        const booked = await billed(world)
        for (const each of acts) {
          try {
            await perform(world, booked, each)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
          }
          await expectBalance(world, booked)
        }
      }),
      { numRuns: tries(6, 400) },
    )
  })
})
