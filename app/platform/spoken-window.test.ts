import { expect, test } from 'vitest'
import { spokenDeadline, spokenMomentFrom, spokenWindow } from './spoken-window.ts'

const now = '2026-11-22T13:45:00.000Z'

test.each([
  ['2026-11-22T14:15:00.000Z', '2026-11-22T15:00:00.000Z', 'Today, 2.15pm to 3pm'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23T02:00:00.000Z', 'Tomorrow, midnight to 2am'],
  ['2026-11-29T10:00:00.000Z', '2026-11-29T12:00:00.000Z', 'Sunday 29 November, 10am to noon'],
])('the window from %s to %s is %s', (from, until, spoken) => expect(spokenWindow(from, until, now)).toBe(spoken))

test('a moment just after midnight in a London summer is tomorrow, though it is still today by UTC', () => {
  expect(spokenMomentFrom('2026-07-01T23:30:00.000Z', '2026-07-01T12:00:00.000Z')).toBe('Tomorrow, 12.30am')
})

test.each([
  ['2026-11-22T14:15:00.000Z', 'today, 2.15pm'],
  ['2026-11-23T00:00:00.000Z', 'today, 11.59pm'],
  ['2026-11-24T00:00:00.000Z', 'tomorrow, 11.59pm'],
  ['2026-11-27T17:00:00.000Z', 'Friday 27 November, 5pm'],
])('the deadline %s is %s', (at, spoken) => expect(spokenDeadline(at, now)).toBe(spoken))
