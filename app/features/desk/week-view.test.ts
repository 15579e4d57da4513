import { describe, expect, it } from 'vitest'
import type { LondonDay } from '#app/values/day.ts'
import type { BoardRow } from './board-queries.server.ts'
import { moveTo, readWeek, weekViewOf } from './week-view.ts'

const now = new Date('2026-11-25T12:00:00.000Z')
const engineers = [{ id: 'dave', name: 'Dave Okafor' }]

/** Only the fields of a booking that the week uses. */
const visit = (id: string, promisedFrom: string, engineerId: string | null) =>
  ({
    id,
    promisedFrom,
    promisedUntil: promisedFrom,
    engineerId,
    service: 'Burst pipe',
    postcode: 'E1 6AN',
    status: 'assigned',
    serviceLevel: 'standard',
  }) as BoardRow

describe('The week of jobs', () => {
  it('begins on the Monday of the day that an address names, and this week for anything else', () => {
    const days = ['2026-11-29', '2026-11-30', null, 'soon', '2026-02-30']
    expect(days.map((day) => readWeek(day, now))).toEqual(['2026-11-23', '2026-11-30', '2026-11-23', '2026-11-23', '2026-11-23'])
  })

  it('has each job once, on its day by London’s clocks, with its engineer, without one, or with those who have left', () => {
    // The clocks go forward on the Sunday of this week.
    const visits = [
      visit('nobody', '2027-03-22T00:30:00.000Z', null),
      visit('dave', '2027-03-27T23:30:00.000Z', 'dave'),
      visit('gone', '2027-03-28T22:30:00.000Z', 'somebody'),
    ]
    const { days, rows, toDo } = weekViewOf(visits, { monday: '2027-03-22', engineers, now })
    expect(toDo).toContain('2 jobs')
    expect(days.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 1])
    expect(rows.map(({ name, days: jobs }) => [name, ...jobs.map((each) => each.map(({ id, time }) => `${id} ${time}`).join())])).toEqual([
      ['No engineer yet', 'nobody 12.30am', '', '', '', '', '', ''],
      ['Dave Okafor', '', '', '', '', '', 'dave 11.30pm', ''],
      ['Former engineers', '', '', '', '', '', '', 'gone 11.30pm'],
    ])
  })

  it('makes of a job dropped elsewhere another engineer, another window, or both; nothing where that can’t be', () => {
    const [tuesday, friday] = ['2026-11-24', '2026-11-27'] as const
    const move = (engineerId: string | null, rowId: string, day: LondonDay) =>
      moveTo({ engineerId, window: { day: tuesday, from: '10:00', until: '12:00' } }, { rowId, day })
    expect(move('dave', 'dave', tuesday)).toBeUndefined()
    expect(move('dave', 'asha', tuesday)).toEqual({ intent: 'assign', engineerId: 'asha', day: tuesday })
    expect(move('dave', 'nobody', tuesday)).toEqual({ intent: 'assign', engineerId: null, day: tuesday })
    expect(move('dave', 'asha', friday)).toEqual({ intent: 'promise', engineerId: 'asha', day: friday })
    expect(move(null, 'nobody', friday)).toEqual({ intent: 'promise', engineerId: null, day: friday })
    expect(move('dave', 'nobody', friday)).toBeUndefined()
    expect(move('dave', 'left', tuesday)).toBeUndefined()
  })
})
