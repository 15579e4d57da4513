// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusFacts, statusNames } from '#app/features/booking/lifecycle.ts'
import { type MoneyRows, noMoneyRows, statementOf } from './statement.ts'
import { statementLines } from './statement-words.ts'

const fee = 2_999
const priced = (status: Parameters<typeof statementOf>[0]['status'], discountPence = 0, priorityFeePence = fee) => ({
  status,
  estimatePence: 15_000,
  priorityFeePence,
  frozenTerms: JSON.stringify(discountPence > 0 ? { offer: { name: 'Boiler repair £65', discountPence } } : {}),
})
const rows = (changes: Partial<MoneyRows>): MoneyRows => ({ ...noMoneyRows, ...changes })
const lateDispatch = { promise: 'dispatch' as const, creditPence: 0, feeRefundPence: fee }
const lateWindow = { promise: 'window' as const, creditPence: 5_000, feeRefundPence: 0 }
const noAccess = { kind: 'no_access' as const, amountPence: 4_900 }

describe('The most that a customer will pay', () => {
  test.each([
    ['as agreed, the fee to be paid', priced('awaiting_payment'), noMoneyRows, 17_999, 17_999],
    ['as agreed, the fee paid', priced('received'), rows({ paidPence: fee }), 17_999, 15_000],
    ['with an offer', priced('received', 5_400, 0), noMoneyRows, 9_600, 9_600],
    ['the fee refunded by staff', priced('received'), rows({ paidPence: fee, refundedPence: fee }), 15_000, 15_000],
    ['a part of it refunded', priced('received'), rows({ paidPence: fee, refundedPence: 1_000 }), 16_999, 15_000],
    [
      'the fee refunded because nobody set out, and late',
      priced('arrived'),
      rows({ paidPence: fee, refundedPence: fee, credits: [lateDispatch, lateWindow] }),
      10_000,
      10_000,
    ],
    ['a refund that failed', priced('arrived'), rows({ paidPence: fee, credits: [lateDispatch] }), 15_000, 12_001],
    ['that refund made by hand', priced('arrived'), rows({ paidPence: fee, refundedPence: fee, credits: [lateDispatch] }), 15_000, 15_000],
    ['cancelled, all refunded', priced('cancelled'), rows({ paidPence: fee, refundedPence: fee }), 0, 0],
    ['cancelled, the fee kept', priced('cancelled'), rows({ paidPence: fee }), fee, 0],
    ['cancelled unpaid', priced('cancelled'), noMoneyRows, 0, 0],
    [
      'cancelled by phone after the engineer set out in time',
      priced('cancelled', 0, 9_500),
      rows({
        charges: [
          { kind: 'late_cancellation', amountPence: 4_900 },
          { kind: 'priority_fee', amountPence: 9_500 },
        ],
      }),
      14_400,
      14_400,
    ],
    ['run out unpaid', priced('expired'), noMoneyRows, 0, 0],
    ['no access', priced('no_access', 5_400, 0), rows({ charges: [noAccess] }), 4_900, 4_900],
    ['no access after the window', priced('no_access', 0, 0), rows({ charges: [noAccess], credits: [lateWindow] }), 0, 0],
    ['no access, the fee withdrawn', priced('no_access', 0, 0), noMoneyRows, 0, 0],
    ['extra work agreed', priced('arrived', 5_400, 0), rows({ agreed: [{ name: 'A new stopcock', amountPence: 14_000 }] }), 23_600, 23_600],
    ['made safe', priced('completed', 0, 0), rows({ charges: [{ kind: 'make_safe', amountPence: 9_900 }] }), 15_000, 15_000],
  ])('%s', (_name, booking, money, mostPence, leftPence) => {
    const statement = statementOf(booking, money)
    expect(statement).toMatchObject({ mostPence, leftPence })
    expect(statement.lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(mostPence)
  })

  test('names the offer and what it takes off', () => {
    expect(statementLines(statementOf(priced('received', 5_400, 0)), 'staff')).toEqual([
      { label: 'Estimate', figure: '£150.00' },
      { label: 'Offer: Boiler repair £65, off the price cap', figure: '−£54.00' },
    ])
  })

  test('is the sum of its lines, never negative, and never more than was agreed with the fees that arose, whatever has happened', () => {
    const pence = fc.nat(20_000)
    const money = fc.record({
      credits: fc.array(
        fc.record({
          promise: fc.constantFrom('call' as const, 'dispatch' as const, 'window' as const),
          creditPence: pence,
          feeRefundPence: pence,
        }),
        { maxLength: 3 },
      ),
      charges: fc.array(
        fc.record({
          kind: fc.constantFrom('no_access' as const, 'make_safe' as const, 'late_cancellation' as const, 'priority_fee' as const),
          amountPence: pence,
        }),
        { maxLength: 4 },
      ),
      agreed: fc.array(fc.record({ name: fc.constant('A new tap'), amountPence: pence }), { maxLength: 3 }),
      paidPence: pence,
      refundedPence: pence,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...statusNames),
        money,
        pence,
        pence,
        pence,
        (status, happened, estimatePence, feePence, discountPence) => {
          const frozenTerms = JSON.stringify({ offer: { name: 'An offer', discountPence } })
          const statement = statementOf({ status, estimatePence, priorityFeePence: feePence, frozenTerms }, happened)
          const { lines, mostPence, leftPence, heldPence } = statement
          const charged = happened.charges.reduce((sum, { amountPence }) => sum + amountPence, 0)
          const isOff = statusFacts(status).stage === 'called_off'
          const agreedPence = happened.agreed.reduce((sum, { amountPence }) => sum + amountPence, 0)
          expect(lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(mostPence)
          expect(leftPence + heldPence).toBe(mostPence)
          expect(mostPence).toBeGreaterThanOrEqual(0)
          expect(mostPence).toBeLessThanOrEqual(charged + (isOff ? happened.paidPence : estimatePence + feePence + agreedPence))
          // Without a late arrival's discount, the maximum rises by exactly the extra work agreed, if there's work to bill.
          const without = statementOf({ status, estimatePence, priorityFeePence: feePence, frozenTerms }, { ...happened, agreed: [] })
          const hasWork = !isOff && status !== 'no_access'
          if (!happened.credits.some(({ promise }) => promise === 'window'))
            expect(mostPence - without.mostPence).toBe(hasWork ? agreedPence : 0)
        },
      ),
    )
  })
})
