import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { later, minutes } from '#app/values/clock.ts'
import { actTime, actTimeText } from './act-time.ts'

const bounds = { notBefore: '2026-11-24T10:00:00.000Z', receivedAt: '2026-11-24T11:00:00.000Z' }

describe('When an engineer’s act happened', () => {
  test.each([
    ['now, where the phone says nothing', undefined, '11:00', null],
    ['when the phone says', { at: '10:20', sentAt: '11:00' }, '10:20', null],
    ['an hour earlier than a phone says whose clock is an hour fast', { at: '11:20', sentAt: '12:00' }, '10:20', 'clock'],
    [
      'by what was measured before, where the clock was put right meanwhile',
      { at: '11:20', sentAt: '11:00', offsetMs: -3_600_000 },
      '10:20',
      'clock',
    ],
    ['not before what the history has', { at: '09:20', sentAt: '11:00' }, '10:00', 'bounds'],
    ['not in the future', { at: '11:20', sentAt: '11:00' }, '11:00', 'bounds'],
    ['not a minute in the future either, which nobody is told', { at: '11:01', sentAt: '11:00' }, '11:00', null],
  ] as const)('is %s', (_, phone, at, correction) => {
    const whole = (time: string) => `2026-11-24T${time}:00.000Z`
    const told = phone && { ...phone, at: whole(phone.at), sentAt: whole(phone.sentAt) }
    expect(actTime(told, bounds)).toEqual({ at: whole(at), phoneAt: told?.at ?? null, correction })
  })

  test('is within its bounds, and in the order of the phone’s own times', () => {
    const moment = fc.integer({ min: -300, max: 300 }).map((each) => later(bounds.receivedAt, minutes(each)))
    fc.assert(
      fc.property(
        moment,
        moment,
        moment,
        fc.option(fc.integer({ min: -8_000_000, max: 8_000_000 }), { nil: undefined }),
        (a, b, sentAt, offsetMs) => {
          const [first, second] = [a, b].toSorted().map((at) => actTime({ at, sentAt, offsetMs }, bounds).at)
          expect([bounds.notBefore, first, second, bounds.receivedAt].toSorted()).toEqual([
            bounds.notBefore,
            first,
            second,
            bounds.receivedAt,
          ])
        },
      ),
    )
  })

  test('is told to colleagues where it is not when we heard of it, or was corrected', () => {
    const text = (at: string, correction: 'clock' | null) =>
      actTimeText({ at, phoneAt: at, correction }, bounds.receivedAt, (instant) => instant.slice(11, 16))
    expect(text(bounds.receivedAt, null)).toBe('')
    expect(text(bounds.notBefore, null)).toBe(' at 10:00')
    expect(text(bounds.notBefore, 'clock')).toBe(' at 10:00 (the phone’s clock was wrong, so we corrected the time)')
  })
})
