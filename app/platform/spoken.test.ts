import { expect, test } from 'vitest'
import { dueDayText, shortTimes, spokenDay, spokenMoment, spokenTimeOnDay, spokenTimeSeen, spokenTimes } from './spoken-moment.ts'
import { spokenTime } from './spoken-time.ts'
import { spokenDeadline, spokenMomentFrom, spokenWindow } from './spoken-window.ts'

test.each([
  ['00:00', 'midnight'],
  ['00:05', '12.05am'],
  ['11:59', '11.59am'],
  ['12:30', '12.30pm'],
  ['14:15', '2.15pm'],
])('%s is %s', (time, spoken) => expect(spokenTime(time)).toBe(spoken))

test.each([
  ['2026-11-22', 'today'],
  ['2026-11-23', 'tomorrow'],
  ['2026-11-21', 'Saturday 21 November'],
  ['2026-11-24', 'Tuesday 24 November'],
  ['2025-11-24', 'Monday 24 November 2025'],
])('%s, on Sunday 22 November, is %s', (day, spoken) => expect(spokenDay(day, '2026-11-22')).toBe(spoken))

test('A moment and a window are told by London’s clocks, in summer and winter', () => {
  expect(spokenMoment('2026-07-01T22:30:00.000Z')).toBe('Wednesday 1 July, 11.30pm')
  expect(spokenMoment('2026-07-01T22:30:00.000Z', '2026-12-31T12:00:00.000Z')).toBe('Wednesday 1 July, 11.30pm')
  expect(spokenMoment('2026-07-01T22:30:00.000Z', '2027-01-01T00:00:00.000Z')).toBe('Wednesday 1 July 2026, 11.30pm')
  expect(spokenTimeOnDay('2026-07-01T22:30:00.000Z')).toBe('11.30pm on Wednesday 1 July')
  expect(spokenTimeSeen('2026-07-01T22:30:00.000Z', '2027-01-01T00:00:00.000Z')).toBe('11.30pm on Wednesday 1 July 2026')
  expect(spokenTimes('2026-11-22T14:15:00.000Z', '2026-11-22T15:00:00.000Z')).toBe('2.15pm to 3pm')
  expect(spokenTimes('2026-07-01T22:30:00.000Z', '2026-07-01T23:15:00.000Z')).toBe('11.30pm to 12.15am')
  expect(shortTimes('2026-11-22T10:00:00.000Z', '2026-11-22T12:00:00.000Z')).toBe('10am–noon')
})

const now = '2026-11-22T13:45:00.000Z'

test.each([
  ['2026-11-22T14:15:00.000Z', '2026-11-22T15:00:00.000Z', 'Today, 2.15pm to 3pm'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23T02:00:00.000Z', 'Tomorrow, midnight to 2am'],
  ['2026-11-29T10:00:00.000Z', '2026-11-29T12:00:00.000Z', 'Sunday 29 November, 10am to noon'],
])('the window from %s to %s is %s', (from, until, spoken) => expect(spokenWindow(from, until, now)).toBe(spoken))

test('a time after midnight is tonight, not tomorrow, to someone who reads it in the evening', () => {
  const at = (clock: string, readAt: string) => spokenMomentFrom(`2026-07-01T${clock}:00.000Z`, `2026-07-01T${readAt}:00.000Z`)
  expect(at('23:00', '22:40')).toBe('Tonight, midnight')
  expect(at('23:00', '15:59')).toBe('Tomorrow, midnight')
  expect(spokenMomentFrom('2026-07-02T03:59:00.000Z', '2026-07-01T16:00:00.000Z')).toBe('Tonight, 4.59am')
  expect(spokenMomentFrom('2026-07-02T04:00:00.000Z', '2026-07-01T22:40:00.000Z')).toBe('Tomorrow, 5am')
  expect(spokenMomentFrom('2026-07-01T23:15:00.000Z', '2026-07-01T23:05:00.000Z')).toBe('Today, 12.15am')
})

test('a moment just after midnight in a London summer is tomorrow, though it is still today by UTC', () => {
  expect(spokenMomentFrom('2026-07-01T23:30:00.000Z', '2026-07-01T12:00:00.000Z')).toBe('Tomorrow, 12.30am')
})

test.each([
  ['2026-11-22T14:15:00.000Z', 'today, 2.15pm'],
  ['2026-11-23T00:00:00.000Z', 'today, 11.59pm'],
  ['2026-11-24T00:00:00.000Z', 'tomorrow, 11.59pm'],
  ['2026-11-27T17:00:00.000Z', 'Friday 27 November, 5pm'],
])('the deadline %s is %s', (at, spoken) => expect(spokenDeadline(at, now)).toBe(spoken))

test('a day that something is due by has its year once that is another one', () => {
  expect(dueDayText('2026-12-31', '2026-12-27T13:52:00.000Z')).toBe('Thursday 31 December')
  expect(dueDayText('2027-01-03', '2026-12-27T13:52:00.000Z')).toBe('Sunday 3 January 2027')
})
