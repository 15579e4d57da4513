// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateCardOf } from '#app/features/pricing/bill.ts'
import { longestSignature, pathOf, readSignature, withPoint } from '#app/platform/signature.ts'
import { defaultPrices } from '#content/price-list.ts'
import { partsPenceOf, readProposal } from './extra-work.ts'

const terms = rateCardOf(defaultPrices)
/** A Tuesday at ten: the day rate. */
const at = '2026-11-24T10:00:00.000Z'
const read = (typed: Record<string, string>) => readProposal((name) => typed[name] ?? '', terms, at)

describe('A proposal of extra work', () => {
  test('has its price from time by the rate of the hour, parts with the markup, and other costs', () => {
    const typed = {
      ...{ name: ' New  stopcock ', description: 'Under the sink,\r\nbrass', kind: 'urgent', intervals: '2' },
      ...{ part1: 'Stopcock 15 mm', quantity1: '2', cost1: '6.41', sum: '£20' },
    }
    expect(read(typed)).toEqual({
      proposal: {
        name: 'New stopcock',
        description: 'Under the sink,\nbrass',
        lines: [
          { label: '2 × 30 minutes at £70, day rate', amountPence: 14_000 },
          { label: '2 × Stopcock 15 mm', amountPence: 1_602 },
          { label: 'Other costs', amountPence: 2_000 },
        ],
        amountPence: 17_602,
        isUrgentRepair: true,
      },
    })
    const proposed = read(typed)
    expect('proposal' in proposed && partsPenceOf(proposed.proposal.lines)).toBe(3_602)
    expect(
      readProposal((name) => ({ name: 'x', kind: 'other', intervals: '1' })[name] ?? '', terms, '2026-11-24T23:00:00.000Z'),
    ).toMatchObject({
      proposal: { amountPence: 9_800, isUrgentRepair: false },
    })
  })

  test.each([
    ['name', { kind: 'urgent', sum: '5' }],
    ['kind', { name: 'x', sum: '5' }],
    ['kind', { name: 'x', sum: '5', kind: '__proto__' }],
    ['sum', { name: 'x', kind: 'urgent', sum: '-5' }],
    ['sum', { name: 'x', kind: 'urgent', sum: '10000', intervals: '1' }],
    ['intervals', { name: 'x', kind: 'urgent', intervals: '17' }],
    ['cost1', { name: 'x', kind: 'urgent', part1: 'Tap' }],
    ['part1', { name: 'x', kind: 'urgent', cost1: '5' }],
    ['quantity1', { name: 'x', kind: 'urgent', part1: 'Tap', cost1: '5', quantity1: '0' }],
    ['description', { name: 'x', kind: 'urgent', sum: '5', description: 'x'.repeat(501) }],
  ])('says what to do about %s in %j', (field, typed) => {
    expect(read(typed)).toEqual({ problems: { [field]: expect.any(String) } })
  })
})

describe('A signature', () => {
  test.each([
    ['', 'nothing drawn'],
    ['M1 1', 'a stroke that goes nowhere'],
    ['M1 1L1 201', 'below the box'],
    ['M1 1L2 2"/><script>alert(1)</script>', 'markup'],
    ['M1 1C1 1 2 2 3 3', 'a curve'],
    ['m1 1l2 2', 'relative steps'],
    [`M1 1${'L2 2'.repeat(longestSignature / 4)}`, 'too long'],
    ['M1 1L2 2\n', 'a line feed'],
  ])('is not %j: %s', (typed) => {
    expect(readSignature(typed)).toBeUndefined()
  })

  test('is what a finger drew, however it moved: within its size, and short enough to be kept', () => {
    const point = fc.record({ x: fc.double({ min: -900, max: 900, noNaN: true }), y: fc.double({ min: -900, max: 900, noNaN: true }) })
    fc.assert(
      fc.property(fc.array(fc.array(point, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 60 }), (drawn) => {
        const path = pathOf(drawn.map((stroke) => stroke.reduce<readonly { x: number; y: number }[]>(withPoint, [])))
        expect(readSignature(path)).toBe(path)
      }),
    )
  })
})
