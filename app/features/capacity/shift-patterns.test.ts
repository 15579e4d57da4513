import { expect, it } from 'vitest'
import { mondayOf } from '#app/values/day.ts'
import { type Pattern, shiftsByPattern, shiftsCopied, sortPlan, type WantedShift } from './shift-patterns.ts'

const now = new Date('2026-11-20T10:20:00.000Z')
const days: Pattern = {
  ...{ firstDay: '2026-12-07', lastDay: '2026-12-20', daysOn: 4, daysOff: 3, daysApart: 0 },
  ...{ from: '08:00', until: '18:00', kind: 'shift' },
}
const nights = { from: '22:00', until: '06:00' }
const daysOf = (shifts: readonly WantedShift[], personId: string) =>
  shifts.filter((shift) => shift.personId === personId).map(({ startsAt }) => Number(startsAt.slice(8, 10)))
const hoursOf = ({ startsAt, endsAt }: WantedShift) => (Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000

it('gives four days on and three off, over and over', () => {
  expect(daysOf(shiftsByPattern(days, ['dan']), 'dan')).toEqual([7, 8, 9, 10, 14, 15, 16, 17])
  expect(shiftsByPattern({ ...days, daysOff: 0 }, ['dan'])).toHaveLength(14)
})

it('lets people start some days apart, so that every day is covered alike', () => {
  const team = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const shifts = shiftsByPattern({ ...days, daysApart: 1 }, team)
  expect(daysOf(shifts, 'b')).toEqual([8, 9, 10, 11, 15, 16, 17, 18])
  expect(daysOf(shifts, 'e')).toEqual([7, 11, 12, 13, 14, 18, 19, 20])
  const perDay = Map.groupBy(shifts, ({ startsAt }) => startsAt.slice(0, 10))
  expect([...perDay.values()].map((each) => each.length)).toEqual(Array.from({ length: 14 }, () => 4))
})

it('gives night shifts their real length where the clocks change, and the same times in weeks that follow', () => {
  const autumn = shiftsByPattern({ ...days, ...nights, firstDay: '2026-10-23', lastDay: '2026-10-25', daysOff: 0 }, ['dan'])
  expect(autumn.map(hoursOf)).toEqual([8, 9, 8])
  const spring = shiftsByPattern({ ...days, ...nights, firstDay: '2026-03-27', lastDay: '2026-03-29', daysOff: 0 }, ['dan'])
  expect(spring.map(hoursOf)).toEqual([8, 7, 8])
  expect(shiftsByPattern({ ...days, firstDay: '2026-03-29', lastDay: '2026-03-29', from: '01:00', until: '02:00' }, ['dan'])).toEqual([])
  // Copies the week before the clocks go back into the week of the change.
  const [saturday] = shiftsByPattern({ ...days, ...nights, firstDay: '2026-10-17', lastDay: '2026-10-17' }, ['dan'])
  expect(saturday && shiftsCopied([saturday], 2)).toEqual([
    { personId: 'dan', kind: 'shift', startsAt: '2026-10-24T21:00:00.000Z', endsAt: '2026-10-25T06:00:00.000Z' },
    { personId: 'dan', kind: 'shift', startsAt: '2026-10-31T22:00:00.000Z', endsAt: '2026-11-01T06:00:00.000Z' },
  ])
  expect(['2026-12-06', '2026-12-07', '2026-12-13'].map(mondayOf)).toEqual(['2026-11-30', '2026-12-07', '2026-12-07'])
})

it('leaves out what is there, what overlaps, what is over, and days of absence', () => {
  const [first, second, third] = shiftsByPattern(days, ['dan']) as [WantedShift, WantedShift, WantedShift]
  const onCall: WantedShift = {
    personId: 'dan',
    kind: 'on-call',
    startsAt: '2026-12-08T17:00:00.000Z',
    endsAt: '2026-12-09T08:00:00.000Z',
  }
  const away = { personId: 'dan', firstDay: '2026-12-09', fromTime: null, lastDay: '2026-12-13', untilTime: null }
  const facts = { shifts: [first, onCall], absences: [away], now }
  const sorted = sortPlan(shiftsByPattern(days, ['dan', 'mia']), facts)
  expect(daysOf(sorted.planned, 'dan')).toEqual([14, 15, 16, 17])
  expect(daysOf(sorted.planned, 'mia')).toHaveLength(8)
  expect(sorted.leftOut.slice(0, 3)).toEqual([
    { shift: first, obstacle: { why: 'same' } },
    { shift: second, obstacle: { why: 'overlap', with: onCall } },
    { shift: third, obstacle: { why: 'away' } },
  ])
  // Planning again adds nothing, and duplicates in one request are planned once.
  expect(sortPlan(sorted.planned, { ...facts, shifts: [...facts.shifts, ...sorted.planned] }).planned).toEqual([])
  expect(sortPlan([third, third], { ...facts, absences: [] }).planned).toEqual([third])
  expect(sortPlan([third], { ...facts, absences: [], now: new Date('2026-12-09T18:00:00.000Z') }).leftOut).toMatchObject([
    { obstacle: { why: 'over' } },
  ])
})
