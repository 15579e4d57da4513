import { describe, expect, test } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import {
  addCounts,
  countRounds,
  lastDays,
  lastHours,
  percentileMs,
  roundsUntil,
  shareText,
  slotOf,
  stateOf,
  statusNow,
  stretchOf,
  sumOf,
  type UptimeCheck,
  uptimeStatus,
} from './uptime-rounds.ts'

const check = (at: string, status: UptimeCheck['status'] = 'up', responseMs: number | null = 40): UptimeCheck => ({
  at,
  status,
  responseMs,
})

test('a check is up below 5000 ms, degraded from there, and down where the answer is not ok', () => {
  expect(uptimeStatus({ ok: true, responseMs: 4999 })).toBe('up')
  expect(uptimeStatus({ ok: true, responseMs: 5000 })).toBe('degraded')
  expect(uptimeStatus({ ok: false, responseMs: 20 })).toBe('down')
})

test('how things stand is the newest check’s word for two rounds, then no one’s', () => {
  const newest = { at: '2026-11-20T10:00:00.000Z', status: 'up' as const }
  expect(statusNow(newest, new Date('2026-11-20T10:10:00.000Z'))).toBe('up')
  expect(statusNow(newest, new Date('2026-11-20T10:10:30.000Z'))).toBe('unknown')
  expect(statusNow(undefined, new Date('2026-11-20T10:10:00.000Z'))).toBe('unknown')
})

describe('Rounds', () => {
  test('without a check are unknown, never up', () => {
    const counts = countRounds([check('2026-11-20T10:00:03.000Z')], '2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z')
    expect(counts).toEqual({ up: 1, degraded: 0, down: 0, unknown: 11 })
  })

  test('with several checks count once, by the worst', () => {
    const checks = [check('2026-11-20T10:00:03.000Z'), check('2026-11-20T10:01:00.000Z', 'down', null), check('2026-11-20T10:04:59.999Z')]
    expect(countRounds(checks, '2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z')).toEqual({ up: 0, degraded: 0, down: 1, unknown: 0 })
  })

  test('outside the stretch are not counted, and those to come are unknown', () => {
    const checks = [check('2026-11-20T09:59:59.999Z'), check('2026-11-20T10:05:00.000Z')]
    expect(countRounds(checks, '2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z')).toEqual({ up: 0, degraded: 0, down: 0, unknown: 1 })
    const stretch = stretchOf('2026-11-20')
    const now = new Date('2026-11-20T10:07:00.000Z')
    expect(roundsUntil(stretch, now, undefined)).toBe('2026-11-20T10:05:00.000Z')
    expect(roundsUntil(stretch, now, '2026-11-20T10:04:59.000Z')).toBe('2026-11-20T10:05:00.000Z')
    expect(roundsUntil(stretch, now, '2026-11-20T10:05:01.000Z')).toBe('2026-11-20T10:10:00.000Z')
    expect(roundsUntil(stretch, new Date('2026-11-21T10:07:00.000Z'), undefined)).toBe('2026-11-21T00:00:00.000Z')
  })

  test.each([
    ['2026-03-29', 276],
    ['2026-06-21', 288],
    ['2026-10-25', 300],
  ])('of the day %s of London are %i', (day, rounds) => {
    const { from, until } = stretchOf(day)
    expect(sumOf(countRounds([], from, until))).toBe(rounds)
  })
})

test('the last hours are 24 hours of the clock in a row, over a clock change too', () => {
  const hours = lastHours(new Date('2026-10-25T03:20:00.000Z'))
  expect(hours).toHaveLength(24)
  for (const [index, { from, until }] of hours.entries()) {
    expect(new Date(until).getTime() - new Date(from).getTime()).toBe(minutes(60))
    if (index > 0) expect(from).toBe(hours[index - 1]?.until)
  }
  expect(hours.at(-1)?.from).toBe('2026-10-25T03:00:00.000Z')
})

test('the last days end with today and touch each other', () => {
  const days = lastDays(new Date('2026-03-30T23:30:00.000Z'), 7)
  expect(days.map(({ day }) => day)).toEqual([
    ...['2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'],
  ])
  for (const [index, { from }] of days.entries()) if (index > 0) expect(from).toBe(days[index - 1]?.until)
})

test('a stretch is drawn by the worst of it, and as unknown where too little was seen', () => {
  const none = { up: 0, degraded: 0, down: 0, unknown: 0 }
  expect(stateOf({ ...none, up: 11, degraded: 1 })).toBe('degraded')
  expect(stateOf({ ...none, up: 11, down: 1 })).toBe('down')
  expect(stateOf({ ...none, up: 5, unknown: 7 })).toBe('unknown')
  expect(stateOf(none)).toBe('unknown')
  expect(stateOf(addCounts([{ ...none, up: 12 }, none]))).toBe('up')
})

test('a percentile is a time that was measured; what was not answered has none', () => {
  const checks = [10, 20, 30, 40].map((ms) => check('2026-11-20T10:00:00.000Z', 'up', ms))
  expect(percentileMs(checks, 50)).toBe(20)
  expect(percentileMs(checks, 95)).toBe(40)
  expect(percentileMs([check('2026-11-20T10:00:00.000Z', 'down', null)], 50)).toBeNull()
})

test('a share is never rounded up to all', () => {
  expect(shareText(9999, 10_000)).toBe('99.9%')
  expect(shareText(10, 10)).toBe('100%')
  expect(shareText(0, 0)).toBe('–')
})

test('a slot is the beginning of its round', () => {
  expect(slotOf('2026-11-20T10:14:59.999Z', minutes(5))).toBe('2026-11-20T10:10:00.000Z')
})
