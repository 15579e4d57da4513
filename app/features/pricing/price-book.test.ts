// @module-tag never-again
import { describe, expect, test } from 'vitest'
import { readPart, withBookCosts } from './part-fields.ts'

const typedOf = (fields: Record<string, string>) => (name: string) => fields[name] ?? ''

describe('A part of the price book', () => {
  test('is read as the owner types it', () => {
    expect(readPart(typedOf({ name: ' Stopcock  15 mm ', unit: '', cost: '£6.40' }))).toEqual({
      name: 'Stopcock 15 mm',
      unit: 'each',
      costPence: 640,
    })
    expect(readPart(typedOf({ name: 'Pipe', unit: 'metre', cost: '0' }))).toMatchObject({ unit: 'metre', costPence: 0 })
  })

  test.each([
    ['name', { cost: '5' }],
    ['name', { name: 'x'.repeat(81), cost: '5' }],
    ['cost', { name: 'Tap' }],
    ['cost', { name: 'Tap', cost: 'five' }],
    ['cost', { name: 'Tap', cost: '10000.01' }],
    ['unit', { name: 'Tap', cost: '5', unit: 'x'.repeat(21) }],
  ])('says what to do about %s in %j', (field, typed) => {
    expect(() => readPart(typedOf(typed))).toThrow(expect.objectContaining({ fields: { [field]: expect.any(String) } }))
  })

  test('gives its cost to a form that names it without one; what an engineer types counts', () => {
    const book = [{ name: 'Stopcock 15 mm', costPence: 640 }]
    const read = withBookCosts(typedOf({ part1: 'stopcock  15 MM', part2: 'Stopcock 15 mm', cost2: '7', part3: 'Tap' }), book)
    expect(['part1', 'cost1', 'cost2', 'cost3', 'cost', 'cost9'].map(read)).toEqual(['stopcock  15 MM', '6.40', '7', '', '', ''])
  })
})
