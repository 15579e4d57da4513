import { expect, test } from 'vitest'
import { guaranteedUntil } from './require-returnable.server.ts'

test.each([
  ['an ordinary day', '2026-11-20T12:00:00.000Z', '2027-11-20'],
  ['the leap day, which next year doesn’t have', '2028-02-29T12:00:00.000Z', '2029-02-28'],
  ['the last minute of a London day in summer', '2027-06-30T22:59:00.000Z', '2028-06-30'],
  ['the first minute of the next', '2027-06-30T23:00:00.000Z', '2028-07-01'],
  ['the night on which the clocks change', '2026-10-24T23:30:00.000Z', '2027-10-25'],
])('The guarantee runs to the same day 12 months later: %s', (_, finishedAt, until) => {
  expect(guaranteedUntil(finishedAt)).toBe(until)
})
