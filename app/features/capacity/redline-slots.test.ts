import { expect, test } from 'vitest'
import { slotsLeft, slotsText } from './redline-slots.ts'

test.each([
  [0, 5, 'Only 5 slots left today'],
  [4, 1, 'Only 1 slot left today'],
  [5, 0, 'SOLD OUT'],
])('of five slots, %i occupied leave %i: %s', (occupied, left, text) => {
  expect(slotsLeft(occupied, 5)).toBe(left)
  expect(slotsText(slotsLeft(occupied, 5))).toBe(text)
})
