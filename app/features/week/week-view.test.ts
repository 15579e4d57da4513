import { describe, expect, it } from 'vitest'
import type { BoardRow } from '#app/features/board/read-board.server.ts'
import { readWeek, weekViewOf } from './week-view.ts'

const now = new Date('2026-11-25T12:00:00.000Z')
const engineers = [{ id: 'dave', name: 'Dave Okafor' }]

/** Only what the week reads of a booking. */
const visit = (id: string, promisedFrom: string, engineerId: string | null) =>
  ({ id, promisedFrom, engineerId, service: 'Burst pipe', postcode: 'E1 6AN', status: 'assigned', serviceLevel: 'standard' }) as BoardRow

describe('The week of jobs', () => {
  it('begins on the Monday of the day that an address names, and this week for anything else', () => {
    const days = ['2026-11-29', '2026-11-30', null, 'soon', '2026-02-30']
    expect(days.map((day) => readWeek(day, now))).toEqual(['2026-11-23', '2026-11-30', '2026-11-23', '2026-11-23', '2026-11-23'])
  })

  it('has each job once, on its day by London’s clocks, with its engineer, with nobody, or with those who have left', () => {
    // The clocks go forward on the Sunday of this week.
    const visits = [
      visit('nobody', '2027-03-22T00:30:00.000Z', null),
      visit('dave', '2027-03-27T23:30:00.000Z', 'dave'),
      visit('gone', '2027-03-28T22:30:00.000Z', 'somebody'),
    ]
    const { days, rows } = weekViewOf(visits, { monday: '2027-03-22', engineers, now })
    expect(days.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 1])
    expect(rows.map(({ name, days: jobs }) => [name, ...jobs.map((each) => each.map(({ id, time }) => `${id} ${time}`).join())])).toEqual([
      ['No engineer yet', 'nobody 00:30', '', '', '', '', '', ''],
      ['Dave Okafor', '', '', '', '', '', 'dave 23:30', ''],
      ['Engineers who have left', '', '', '', '', '', '', 'gone 23:30'],
    ])
  })
})
