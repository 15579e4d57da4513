import { describe, expect, test } from 'vitest'
import { readSheet } from './sheet/job-sheet.ts'

const read = (typed: Record<string, string>) => readSheet((name) => typed[name] ?? '')

describe('A job sheet', () => {
  test('is read from what an engineer types with cold hands', () => {
    const typed = {
      ...{
        found: ' Split in the cold feed,\r\nbehind the bath ',
        done: 'Cut out 30 cm, new compression joint',
        parking: '£4',
        congestion: '',
      },
      ...{
        part1: 'Compression joint 22 mm',
        quantity1: '2',
        cost1: '3.75',
        part2: '',
        quantity2: '1',
        cost2: '',
        part3: 'Pipe',
        cost3: '£11.20',
      },
    }
    expect(read(typed)).toEqual({
      sheet: {
        found: 'Split in the cold feed,\nbehind the bath',
        done: 'Cut out 30 cm, new compression joint',
        parts: [
          { name: 'Compression joint 22 mm', quantity: 2, costPence: 375 },
          { name: 'Pipe', quantity: 1, costPence: 1120 },
        ],
        parkingPence: 400,
        congestionPence: 0,
        needsReturn: null,
        returnNote: '',
      },
    })
    expect(read({})).toMatchObject({ sheet: { found: '', parts: [], parkingPence: 0 } })
  })

  test.each([
    ['found', { found: 'x'.repeat(2001) }],
    ['parking', { parking: 'two quid' }],
    ['congestion', { congestion: '-5' }],
    ['cost1', { part1: 'Tap', cost1: '' }],
    ['part1', { cost1: '4' }],
    ['quantity20', { part20: 'Tap', cost20: '4', quantity20: '100' }],
    ['returnNote', { needsReturn: 'part' }],
  ])('says what to do about %s in %j', (field, typed) => {
    expect(read(typed)).toEqual({ problems: { [field]: expect.any(String) } })
  })
})
