import { expect, test } from 'vitest'
import { redlineHoldMinutes } from '#content/fees.ts'
import { slotsLeft, slotsText } from './redline-slots.ts'

test.each([
  [0, 5, 'Only 5 slots left today'],
  [3, 2, 'Only 2 slots left today'],
  [4, 1, 'Only 1 slot left today'],
  [5, 0, 'SOLD OUT'],
  [6, 0, 'SOLD OUT'],
  [1_000, 0, 'SOLD OUT'],
])('of five slots, %i occupied leave %i: %s', (occupied, left, text) => {
  expect(slotsLeft(occupied, 5)).toBe(left)
  expect(slotsText(slotsLeft(occupied, 5))).toBe(text)
})

test('an unpaid booking keeps its slot for 30 minutes', () => {
  expect(redlineHoldMinutes).toBe(30)
})
