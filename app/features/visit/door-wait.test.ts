import { describe, expect, test } from 'vitest'
import { later, minutes } from '#app/values/clock.ts'
import { doorWaitOf, doorWaitWith, hasTried, hasWaited, wasHeardOf } from './door-wait.ts'

const doorTerms = { noAccessAfterMinutes: 30, noAccessPence: 4_900 }

describe('The wait for the no-access fee', () => {
  test.each([
    ['the arrival within the window', '2026-11-20T10:20:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-20T10:50:00.000Z'],
    [
      'the start of the window, hours after an early arrival',
      '2026-11-28T05:11:00.000Z',
      '2026-11-28T10:00:00.000Z',
      '2026-11-28T10:30:00.000Z',
    ],
    ['the start of the window on the next day', '2026-11-20T23:50:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-21T00:30:00.000Z'],
    [
      'the start of the window, over the hour that the clocks skip',
      '2026-03-29T00:40:00.000Z',
      '2026-03-29T00:55:00.000Z',
      '2026-03-29T01:25:00.000Z',
    ],
    [
      'the start of the window, over the hour that comes twice',
      '2026-10-25T00:10:00.000Z',
      '2026-10-25T00:45:00.000Z',
      '2026-10-25T01:15:00.000Z',
    ],
  ])('counts from %s, to the millisecond', (_, arrivedAt, promisedFrom, feeFrom) => {
    const wait = doorWaitOf({ arrivedAt, promisedFrom }, doorTerms)
    expect(wait.feeFrom).toBe(feeFrom)
    expect(hasWaited(wait, new Date(Date.parse(feeFrom) - 1))).toBe(false)
    expect(hasWaited(wait, new Date(feeFrom))).toBe(true)
    // The phone says the same before the server knows of the arrival.
    expect(doorWaitWith(undefined, [], { arrivedAt, promisedFrom, doorTerms })).toMatchObject(wait)
  })

  const countsFrom = '2026-11-20T10:00:00.000Z'
  const at = (minute: number) => later(countsFrom, minutes(minute))

  test('needs a try within it: a call before the window is none', () => {
    const tried = (...minute: number[]) => hasTried({ countsFrom, attempts: minute.map((each) => ({ id: 'try', at: at(each), note: '' })) })
    expect([tried(), tried(-60), tried(-60, 5)]).toEqual([false, false, true])
  })

  test.each([
    ['heard of as it went', 0, [5], 30, true],
    ['heard of early', -290, [5], 30, true],
    ['heard of a moment late', 1, [5], 30, true],
    ['heard of when it was over', 30, [30], 30, false],
    ['heard of halfway, and then as long as it takes', 15, [16], 45, true],
    ['heard of halfway', 15, [16], 32, false],
    ['with tries that were heard of only after the engineer had left', 0, [90, 95], 31, false],
    ['with a try that was heard of together with the end', 0, [31], 31, false],
    ['without a try, as staff may close it', 0, [], 31, true],
  ] as const)('is charged without asking only if we knew of it: %s', (_, heardMinute, tryMinutes, leftMinute, isKnown) => {
    const wait = { countsFrom, feeFrom: at(30) }
    expect(wasHeardOf(wait, { arrivalAt: at(heardMinute), triesAt: tryMinutes.map(at) }, at(leftMinute))).toBe(isKnown)
  })
})
