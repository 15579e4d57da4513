import { describe, expect, it } from 'vitest'
import { quietEnd } from './alert-choices.ts'

describe('Quiet hours', () => {
  it.each([
    // Over midnight, in winter and in summer.
    ['22:00', '07:00', '2026-11-20T21:59:59.000Z', undefined],
    ['22:00', '07:00', '2026-11-20T22:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    ['22:00', '07:00', '2026-11-21T07:00:00.000Z', undefined],
    ['22:00', '07:00', '2026-07-01T21:00:00.000Z', '2026-07-02T06:00:00.000Z'],
    // The nights in which the clocks go forward and back.
    ['22:00', '07:00', '2026-03-28T23:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['22:00', '07:00', '2026-10-24T22:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    ['22:00', '01:30', '2026-03-29T00:45:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['22:00', '01:30', '2026-10-25T00:15:00.000Z', '2026-10-25T00:30:00.000Z'],
    ['22:00', '01:30', '2026-10-25T01:15:00.000Z', undefined],
    // Within a day; and none.
    ['13:00', '14:30', '2026-11-20T13:30:00.000Z', '2026-11-20T14:30:00.000Z'],
    ['13:00', '14:30', '2026-11-20T14:30:00.000Z', undefined],
    ['13:00', '13:00', '2026-11-20T13:00:00.000Z', undefined],
  ])('from %s to %s end at %s at the right instant', (quietFrom, quietUntil, at, end) => {
    expect(quietEnd({ quietFrom, quietUntil }, new Date(at))).toBe(end)
  })
})
