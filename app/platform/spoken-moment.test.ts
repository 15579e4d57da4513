import { expect, test } from 'vitest'
import { shortTimes, spokenDay, spokenMoment, spokenTimeOnDay, spokenTimes } from './spoken-moment.ts'

test.each([
  ['2026-11-22', 'today'],
  ['2026-11-23', 'tomorrow'],
  ['2026-11-21', 'Saturday 21 November'],
  ['2026-11-24', 'Tuesday 24 November'],
])('%s, on Sunday 22 November, is %s', (day, spoken) => expect(spokenDay(day, '2026-11-22')).toBe(spoken))

test('A moment and a window are told by London’s clocks, in summer and winter', () => {
  expect(spokenMoment('2026-07-01T22:30:00.000Z')).toBe('Wednesday 1 July, 11.30pm')
  expect(spokenTimeOnDay('2026-07-01T22:30:00.000Z')).toBe('11.30pm on Wednesday 1 July')
  expect(spokenTimes('2026-11-22T14:15:00.000Z', '2026-11-22T15:00:00.000Z')).toBe('2.15pm to 3pm')
  expect(spokenTimes('2026-07-01T22:30:00.000Z', '2026-07-01T23:15:00.000Z')).toBe('11.30pm to 12.15am')
  expect(shortTimes('2026-11-22T10:00:00.000Z', '2026-11-22T12:00:00.000Z')).toBe('10am–noon')
})
