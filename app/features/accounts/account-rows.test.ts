import { expect, it } from 'vitest'
import { isBanned } from './account-rows.ts'

it('A ban ends at its time, to the millisecond', () => {
  expect(isBanned({ bannedUntil: null }, new Date())).toBe(false)
  const end = '2026-03-29T00:59:59.999Z'
  expect(isBanned({ bannedUntil: end }, new Date('2026-03-29T00:59:59.998Z'))).toBe(true)
  expect(isBanned({ bannedUntil: end }, new Date(end))).toBe(false)
})
