import { describe, expect, test } from 'vitest'
import { penceOf, readDate, timeReader } from './fields.ts'

describe('An amount in pounds', () => {
  test.each([
    ['30', 3_000],
    ['£29.99', 2_999],
    [' £ 1,024.5 ', 102_450],
    ['1 024.50', 102_450],
    ['.5', 50],
    ['0', 0],
    ['12.', 1_200],
  ])('%j is read in pence', (typed, pence) => expect(penceOf(typed)).toBe(pence))

  test.each(['', '.', '24,50', '1,02', '12.345', '-3', '1e3', '£', 'free'])('%j is none', (typed) => expect(penceOf(typed)).toBeUndefined())
})

test('A date is a day of the calendar', () => {
  expect(readDate(' 2026-02-28 ')).toEqual({ value: '2026-02-28' })
  for (const typed of ['', '2026-02-29', '28/02/2026', '2026-2-28', '2026-02-28T10:00'])
    expect(readDate(typed)).toEqual({ problem: 'Please enter a date as year-month-day, e.g. 2026-11-20' })
})

test('A time of day may come with seconds, and is kept without', () => {
  const read = timeReader('14:30')
  expect(read('08:05:00')).toEqual({ value: '08:05' })
  for (const typed of ['', '8:05', '24:00', '12:60', '12.30'])
    expect(read(typed)).toEqual({ problem: 'Please enter a time in 24-hour format, like 14:30' })
})
