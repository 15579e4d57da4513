// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusNames } from '#app/features/booking/lifecycle.ts'
import { rateCardOf, vatIn } from '#app/features/pricing/bill.ts'
import { partPricePence } from '#app/features/pricing/part-price.ts'
import { readProposal } from '#app/features/visit/extra-work.ts'
import { defaultPrices } from '#content/price-list.ts'
import { type HandWorked, handWorkedBills, rowsOf } from '#test/fixtures/bills.ts'
import { tries } from '#test/support/depth.ts'
import { phoneBill } from '../phone-bill.ts'
import { type BillRows, draftOf, vatOfLines } from './draft-bill.ts'

const sumOf = (lines: readonly { amountPence: number }[]) => lines.reduce((sum, { amountPence }) => sum + amountPence, 0)

describe('A bill worked by hand', () => {
  test.each(handWorkedBills.map((bill) => [bill.rule, bill] as const))('%s', (_, bill) => {
    const draft = draftOf(rowsOf(bill))
    expect(draft && (draft.totalPence / 100).toFixed(2)).toBe(bill.total)
    expect(draft && (draft.vatPence / 100).toFixed(2)).toBe(bill.vat)
    for (const [id, pounds] of Object.entries(bill.lines ?? {}))
      expect([id, sumOf(draft?.lines.filter((line) => line.id === id) ?? [])]).toEqual([id, Math.round(pounds * 100)])
    expect(draft?.lines.filter(({ amountPence }) => amountPence === 0)).toEqual([])
  })

  test('names the parts', () => {
    const parts: HandWorked['parts'] = [
      ['Isolation valve', 2, 4],
      ['Tap', 1, 30],
    ]
    const draft = draftOf(rowsOf({ rule: '', minutes: 30, parts, total: '', vat: '' }))
    expect(draft?.lines.find(({ id }) => id === 'materials')).toMatchObject({
      label: 'Materials: £38 plus 25%',
      detail: '2 × Isolation valve at £5, 1 × Tap at £37.50',
      amountPence: 4_750,
    })
  })

  test.each([
    ['a visit that goes on', 'arrived', {}],
    ['a booking cancelled free', 'cancelled', {}],
    ['a Red Line fee that all went back', 'cancelled', { feeDue: 29.99, feePaid: 29.99, feeRefunded: 29.99 }],
    ['no access before the wait was over', 'no_access', {}],
    ['a Red Line fee that was never paid', 'expired', { feeDue: 29.99 }],
  ] as const)('there is none of %s', (_, status, what) => {
    const draft = draftOf(rowsOf({ rule: '', status, ...what, total: '', vat: '' }))
    expect(draft?.totalPence ?? 0).toBe(0)
  })
})

describe('A part', () => {
  test('costs what the price book shows, as signed and as billed, here and on the engineer’s phone, for any number and markup', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.integer({ min: 1, max: 99 }), fc.nat(100), (costPence, quantity, materialsMarkupPercent) => {
        const bookPence = partPricePence(costPence, materialsMarkupPercent)
        expect(bookPence).toBeLessThanOrEqual((costPence * (100 + materialsMarkupPercent)) / 100)
        const rows = rowsOf({ rule: '', minutes: 30, cap: 1_000_000, parts: [['Valve', quantity, costPence / 100]], total: '', vat: '' })
        const billing = { ...defaultPrices.billingTerms, materialsMarkupPercent }
        const terms = { ...rateCardOf(defaultPrices), billing }
        const booking = { ...rows.booking, frozenTerms: JSON.stringify({ rateTiers: terms.rateTiers, billing }) }
        const typed: Record<string, string> = { name: 'More', kind: 'urgent', part1: 'Valve', quantity1: `${quantity}`, sum: '1' }
        const signed = readProposal((name) => (name === 'cost1' ? `${costPence / 100}` : (typed[name] ?? '')), terms, '2026-11-24T10:00Z')
        if ('problems' in signed) return
        const phone = phoneBill(
          {
            ...{ rows: { ...rows, booking }, payments: [], heldPence: 0, reference: 'BK-1', service: 'Leak Repair' },
            ...{ supplier: { name: '', phone: '', email: '' }, customer: { name: '', address: '' } },
          },
          { state: 'completed', times: { arrived: rows.visit?.arrivedAt, left: rows.visit?.leftAt }, agreed: [] },
        )
        const billed = [draftOf({ ...rows, booking }), phone].map(
          (bill) => bill?.lines.find(({ id }) => id === 'materials')?.amountPence ?? 0,
        )
        expect([signed.proposal.lines[0]?.amountPence, ...billed]).toEqual(Array(3).fill(quantity * bookPence))
      }),
    )
  })
})

test('VAT of lines adds up to the VAT of their sum, each within a penny and a half of its own', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50_000, max: 100_000 }), { maxLength: 12 }), (amounts) => {
      const vat = vatOfLines(amounts)
      const sum = amounts.reduce((total, each) => total + each, 0)
      expect(vat.reduce((total, each) => total + each, 0)).toBe(vatIn(sum))
      for (const [at, each] of vat.entries()) expect(Math.abs(each - (amounts[at] ?? 0) / 6)).toBeLessThan(1.5)
    }),
    { numRuns: tries(200, 20_000) },
  )
})

const pence = fc.nat(30_000)
const part = fc.record({ name: fc.constant('Part'), quantity: fc.integer({ min: 1, max: 9 }), costPence: fc.nat(9_000) })
/** Times around rate changes, bank holidays and both clock changes, or at any minute of some years. */
const arrival = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2029, 0, 1) / 60_000 }),
  fc
    .tuple(
      fc.constantFrom(
        ...['2026-11-24T08:00Z', '2026-11-24T18:00Z', '2026-11-24T22:00Z', '2026-11-21T08:00Z', '2026-11-22T00:00Z'],
        ...[
          '2026-12-25T00:00Z',
          '2026-12-28T00:00Z',
          '2027-01-01T00:00Z',
          '2026-03-29T01:00Z',
          '2026-10-25T01:00Z',
          '2026-08-31T00:00+01:00',
        ],
      ),
      fc.integer({ min: -300, max: 300 }),
    )
    .map(([edge, minutes]) => Date.parse(edge) / 60_000 + minutes),
)
const charge = fc.record({
  kind: fc.constantFrom('no_access' as const, 'make_safe' as const, 'late_cancellation' as const, 'priority_fee' as const),
  amountPence: pence,
})
const credit = fc.record({
  promise: fc.constantFrom('call' as const, 'dispatch' as const, 'window' as const),
  creditPence: pence,
  feeRefundPence: pence,
})
const anyRows: fc.Arbitrary<BillRows> = fc
  .record({
    status: fc.constantFrom(...statusNames),
    arrivedMinute: arrival,
    minutes: fc.nat(700),
    isMadeSafe: fc.boolean(),
    parts: fc.array(part, { maxLength: 4 }),
    sheet: fc.record({ parkingPence: pence, congestionPence: fc.constantFrom(0, 1_800) }),
    money: fc.record({
      credits: fc.array(credit, { maxLength: 3 }),
      charges: fc.array(charge, { maxLength: 3 }),
      agreed: fc.array(fc.record({ name: fc.constant('More'), amountPence: pence }), { maxLength: 2 }),
      paidPence: pence,
      refundedPence: pence,
    }),
    estimatePence: pence,
    priorityFeePence: fc.constantFrom(0, 2_999, 9_500),
    discountPence: pence,
    corrections: fc.array(
      fc.record({
        kind: fc.constantFrom('work' as const, 'at_cost' as const, 'reduction' as const),
        label: fc.constant('x'),
        amountPence: fc.integer({ min: 1, max: 20_000 }),
      }),
      { maxLength: 3 },
    ),
    isVatRegistered: fc.boolean(),
  })
  .map(({ status, arrivedMinute, minutes, isMadeSafe, parts, estimatePence, priorityFeePence, discountPence, sheet, ...rest }) => {
    const calloutPence = Math.max(0, 11_900 - discountPence)
    const offer = { code: 'o', name: 'An offer', discountPence: Math.min(discountPence, estimatePence, 11_900), calloutPence }
    const at = arrivedMinute * 60_000
    const plain = rowsOf({ rule: '', total: '', vat: '' })
    return {
      ...rest,
      booking: {
        ...{ status, estimatePence, priorityFeePence },
        frozenTerms: JSON.stringify({
          ...JSON.parse(plain.booking.frozenTerms),
          ...(discountPence % 2 === 0 && { offer: { ...offer, callout: { pence: calloutPence }, terms: [] } }),
        }),
      },
      visit: { arrivedAt: new Date(at).toISOString(), leftAt: new Date(at + minutes * 60_000).toISOString(), isMadeSafe },
      sheet: { ...sheet, parts },
    }
  })

/** The part of a bill that the price cap covers. */
const workIds = new Set(['callout', 'offer', 'time', 'make-safe', 'materials', 'work', 'cap'])

test('Whatever has happened, a bill adds up to the penny, is never negative, and its work is never above the cap without consent', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const draft = draftOf(rows)
      if (!draft) return
      const { lines, totalPence, vatPence, capPence } = draft
      expect(sumOf(lines)).toBe(totalPence)
      expect(totalPence).toBeGreaterThanOrEqual(0)
      expect(vatPence).toBe(rows.isVatRegistered ? vatIn(totalPence) : 0)
      expect(lines.reduce((sum, line) => sum + line.vatPence, 0)).toBe(vatPence)
      for (const { amountPence, vatPence: vat } of lines) expect([amountPence, vat].every(Number.isSafeInteger)).toBe(true)
      if (capPence === undefined) return
      const offPence = (JSON.parse(rows.booking.frozenTerms) as { offer?: { discountPence: number } }).offer?.discountPence ?? 0
      expect(capPence).toBe(rows.booking.estimatePence - offPence + sumOf(rows.money.agreed))
      expect(sumOf(lines.filter(({ id }) => workIds.has(id)))).toBeLessThanOrEqual(capPence)
    }),
    { numRuns: tries(300, 30_000) },
  )
})
