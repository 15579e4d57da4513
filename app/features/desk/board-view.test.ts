import { describe, expect, it } from 'vitest'
import { statusNames } from '#app/features/booking/lifecycle.ts'
import { byUrgency } from './board-view.ts'
import { isUnsentRedLine } from './components/board-clock.ts'

const now = new Date('2026-11-23T13:00:00.000Z')
const job = (
  name: string,
  dueAt: string,
  changes: { isVulnerable?: boolean; isRedLine?: boolean; isPressing?: boolean; isInDanger?: boolean } = {},
) => ({
  ...{
    name,
    dueAt: `2026-11-23T${dueAt}:00.000Z`,
    isVulnerable: false,
    isRedLine: false,
    isPressing: false,
    isInDanger: false,
  },
  ...changes,
})

describe('The order of what needs a person', () => {
  it('has vulnerable people before others of their urgency, and not before a promise that is due in minutes', () => {
    const jobs = [
      job('tonight', '19:00'),
      job('vulnerable tonight', '20:00', { isVulnerable: true }),
      job('in ten minutes', '13:10'),
      job('vulnerable in three hours', '16:00', { isVulnerable: true }),
      job('vulnerable in half an hour', '13:30', { isVulnerable: true }),
      job('in two hours', '15:00'),
      job('gas smell, not called', '19:30', { isPressing: true, isInDanger: true }),
      job('inside its window', '16:30', { isPressing: true }),
      job('late', '12:50'),
      job('Red Line', '13:15', { isRedLine: true }),
    ]
    expect(jobs.toSorted(byUrgency(now)).map(({ name }) => name)).toEqual([
      'Red Line',
      'gas smell, not called',
      'late',
      'in ten minutes',
      'vulnerable in half an hour',
      'inside its window',
      'vulnerable in three hours',
      'in two hours',
      'vulnerable tonight',
      'tonight',
    ])
  })
})

it('Red Line is marked as urgent until someone has set off', () => {
  expect(statusNames.filter((status) => isUnsentRedLine({ isRedLine: true, status }))).toEqual(['received', 'confirmed', 'assigned'])
  expect(statusNames.filter((status) => isUnsentRedLine({ isRedLine: false, status }))).toEqual([])
})
