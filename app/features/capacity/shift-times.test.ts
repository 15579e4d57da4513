import { expect, it } from 'vitest'
import { shiftOf } from './shift-times.ts'

const now = new Date('2026-11-20T10:20:00.000Z')

const hoursOf = (shift: ReturnType<typeof shiftOf>) =>
  'problems' in shift ? shift.problems : (Date.parse(shift.endsAt) - Date.parse(shift.startsAt)) / 3_600_000

it('reads shifts by London’s clocks: over midnight, and an hour shorter or longer where the clocks change', () => {
  const night = { from: '22:00', until: '06:00' }
  expect(shiftOf({ day: '2026-11-20', ...night }, now)).toEqual({
    startsAt: '2026-11-20T22:00:00.000Z',
    endsAt: '2026-11-21T06:00:00.000Z',
  })
  // The clocks go forward in the night to 28 March 2027 and back in the night to 31 October 2027.
  expect(hoursOf(shiftOf({ day: '2027-03-27', ...night }, now))).toBe(7)
  expect(hoursOf(shiftOf({ day: '2027-10-30', ...night }, now))).toBe(9)
  expect(shiftOf({ day: '2027-03-28', from: '00:00', until: '08:00' }, now)).toEqual({
    startsAt: '2027-03-28T00:00:00.000Z',
    endsAt: '2027-03-28T07:00:00.000Z',
  })
  expect(hoursOf(shiftOf({ day: '2027-07-01', from: '08:00', until: '18:00' }, now))).toBe(10)
  // A time that doesn't exist that night becomes one hour later.
  expect(shiftOf({ day: '2027-03-28', from: '01:30', until: '02:30' }, now)).toMatchObject({ problems: { until: expect.any(String) } })
  expect(shiftOf({ day: '2026-11-21', from: '08:00', until: '07:00' }, now)).toEqual({
    problems: { until: 'A shift can be up to 16 hours long' },
  })
  expect(shiftOf({ day: '2026-11-19', from: '08:00', until: '18:00' }, now)).toHaveProperty('problems.day')
  expect(shiftOf({ day: '2026-02-30', from: '08:00', until: '18:00' }, now)).toHaveProperty('problems.day')
})
