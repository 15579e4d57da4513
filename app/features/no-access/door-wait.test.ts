import { expect, test } from 'vitest'
import { feeFromOf, hasWaited } from './door-wait.ts'

const arrivedAt = '2026-11-20T10:20:00.000Z'

test('the fee may be charged from 30 minutes after the arrival on, to the millisecond', () => {
  const wait = { feeFrom: feeFromOf(arrivedAt, { noAccessAfterMinutes: 30 }) }
  expect(wait.feeFrom).toBe('2026-11-20T10:50:00.000Z')
  expect(hasWaited(wait, new Date('2026-11-20T10:49:59.999Z'))).toBe(false)
  expect(hasWaited(wait, new Date('2026-11-20T10:50:00.000Z'))).toBe(true)
})
