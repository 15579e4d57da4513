import { expect, test } from 'vitest'
import { nextWithMonitoring } from '#app/features/running/monitoring-view.ts'
import { attemptRow } from './delivery-view.ts'
import { durationText, nextWithDeliveries } from './delivery-words.ts'

test('A duration is said in whole units that have gone by', () => {
  const seconds = 1_000
  const texts = [
    -1,
    40.4,
    2_490,
    59_999,
    60 * seconds,
    119 * seconds,
    7_199 * seconds,
    7_200 * seconds,
    172_799 * seconds,
    172_800 * seconds,
  ]
  expect(texts.map(durationText)).toEqual(['0 ms', '40 ms', '2.4 s', '59.9 s', '1 min', '1 min', '119 min', '2 h', '47 h', '2 days'])
})

test('An attempt shows the second at which it began', () => {
  const at = (startedAt: string) => attemptRow({ number: 1, startedAt, endedAt: null, outcome: null, detail: '' }).at
  expect(at('2026-11-20T10:20:05.000Z')).toBe('Fri 20 Nov, 10:20:05')
  expect(at('2026-07-01T11:00:59.999Z')).toBe('Wed 1 Jul, 12:00:59')
})

test('Deliveries and monitoring say that there is nothing to do only if nothing has failed', () => {
  expect(nextWithDeliveries({ failed: 2, late: 5 })).toMatch(/^Next: .*2 messages/)
  expect(new Set([0, 1].map((late) => nextWithDeliveries({ failed: 0, late }))).size).toBe(2)
  const good = [{ isLate: false }]
  expect(nextWithMonitoring([], good)).not.toMatch(/^Next: /)
  for (const [open, backups] of [
    [[{ count: 1 }], good],
    [[], [...good, { isLate: true }]],
    [[], []],
  ] as const)
    expect(nextWithMonitoring(open, backups)).toMatch(/^Next: /)
})
