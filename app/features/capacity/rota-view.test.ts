import { expect, it } from 'vitest'
import { rotaPeriod, rotaView } from './rota-view.ts'

const now = new Date('2026-10-23T10:20:00.000Z')
const person = (id: string, gasSafeNumber: string | null = null, isSample: 0 | 1 = 0) => ({
  ...{ id, name: id, phone: '+447700900111', base: 'Bow', gasSafeNumber, isSample },
})
const shift = (personId: string, startsAt: string, endsAt: string, kind: 'shift' | 'on-call' = 'shift') => ({
  ...{ id: `${personId}${startsAt}`, personId, startsAt: `2026-10-${startsAt}:00.000Z`, endsAt: `2026-10-${endsAt}:00.000Z`, kind },
})

it('finds the week or the month that an address names', () => {
  const period = (query: string) => rotaPeriod(new URLSearchParams(query), '2026-11-22')
  expect(period('')).toMatchObject({
    shows: 'week',
    title: 'Mon 16 Nov to Sun 22 Nov 2026',
    previous: 'week=2026-11-09',
    next: 'week=2026-11-23',
  })
  expect(period('week=2027-01-01').days[0]).toBe('2026-12-28')
  for (const other of ['week=nonsense', 'week=9999-12-31', 'month=9999-12', 'month=0000-01']) expect(period(other)).toEqual(period(''))
  expect(period('month=2026-12')).toMatchObject({
    shows: 'month',
    title: 'December 2026',
    previous: 'month=2026-11',
    next: 'month=2027-01',
  })
  expect(period('month=2028-02').days).toHaveLength(29)
  expect(period('month=2026-13').shows).toBe('week')
})

it('draws shifts by the clocks of each day, counts who is there, and finds the hours that no one covers', () => {
  const { days, people, next } = rotaView(
    {
      people: [person('dan'), person('mia', '1234567'), person('sam', null, 1)],
      shifts: [
        // Across the night the clocks go back.
        shift('mia', '24T21:00', '25T06:00'),
        shift('dan', '24T07:00', '24T17:00'),
        shift('dan', '25T08:00', '25T18:00', 'on-call'),
        shift('sam', '24T00:00', '24T12:00'),
      ],
      absences: [
        { id: 'a', personId: 'dan', kind: 'other', firstDay: '2026-10-25', fromTime: '12:00', lastDay: '2026-10-25', untilTime: null },
      ],
    },
    ['2026-10-24', '2026-10-25'],
    now,
  )
  expect(days).toMatchObject([
    { text: 'Sat 24 Oct', isToday: false, onShift: 2, gasSafe: 1, onCall: 0, gaps: ['midnight to 8am', '6pm to 10pm'] },
    { text: 'Sun 25 Oct', onShift: 1, gasSafe: 1, onCall: 1, gaps: ['6am to 8am', 'noon to midnight'], gapHours: 14 },
  ])
  expect(next).toContain('Sat 24 Oct, midnight to 8am')
  expect(people.map(({ cells }) => cells.map(({ bars }) => bars.map(({ from, until }) => [from / 60, until / 60])))).toEqual([
    [[[8, 18]], [[8, 12]]],
    [[[22, 24]], [[0, 6]]],
    [[[1, 13]], []],
  ])
  expect(people[1]?.cells[0]?.shifts).toMatchObject([{ text: '10pm to 6am', isOff: false }])
  expect(people[0]?.cells[1]).toMatchObject({ shifts: [{ text: '8am to noon', isOff: false }], away: { text: 'Away from noon' } })
})

it('strikes out what an absence takes away whole, and says nothing of gaps in the past', () => {
  const { days, people } = rotaView(
    {
      people: [person('dan')],
      shifts: [shift('dan', '22T07:00', '22T17:00')],
      absences: [
        { id: 'a', personId: 'dan', kind: 'holiday', firstDay: '2026-10-20', fromTime: null, lastDay: '2026-10-26', untilTime: null },
      ],
    },
    ['2026-10-22'],
    now,
  )
  expect(days).toMatchObject([{ onShift: 0, gaps: [] }])
  expect(people[0]?.cells).toMatchObject([{ shifts: [{ text: '8am to 6pm', isOff: true }], away: { text: 'Holiday' }, bars: [] }])
})
