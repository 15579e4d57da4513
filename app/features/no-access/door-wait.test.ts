import { expect, test } from 'vitest'
import { feeFromOf, hasWaited, heldTo } from './door-wait.ts'

const arrivedAt = '2026-11-20T10:20:00.000Z'

test('the fee may be charged from 30 minutes after the arrival on, to the millisecond', () => {
  const wait = { feeFrom: feeFromOf(arrivedAt, { noAccessAfterMinutes: 30 }) }
  expect(wait.feeFrom).toBe('2026-11-20T10:50:00.000Z')
  expect(hasWaited(wait, new Date('2026-11-20T10:49:59.999Z'))).toBe(false)
  expect(hasWaited(wait, new Date('2026-11-20T10:50:00.000Z'))).toBe(true)
})

test.each([
  ['its own', '2026-11-20T10:30:00Z', '2026-11-20T10:30:00.000Z'],
  ['the arrival, if it is earlier', '2026-11-20T09:30:00.000Z', arrivedAt],
  ['now, if it is in the future', '2026-11-20T11:40:00.000Z', '2026-11-20T10:40:00.000Z'],
  ['now, if it is no time', 'soon', '2026-11-20T10:40:00.000Z'],
  ['now, if there is none', undefined, '2026-11-20T10:40:00.000Z'],
])('a try counts as made at %s', (_, at, held) => {
  expect(heldTo({ arrivedAt }, at, new Date('2026-11-20T10:40:00.000Z'))).toBe(held)
})
