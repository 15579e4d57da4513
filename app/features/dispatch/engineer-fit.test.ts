import { expect, test } from 'vitest'
import { fitOf, type PlannedJob } from './engineer-fit.ts'

const at = (clock: string) => `2026-11-20T${clock}:00.000Z`

const job = (reference: string, from: string, until: string, changes: Partial<PlannedJob> = {}): PlannedJob => ({
  ...{ id: reference, reference, status: 'assigned', service: 'Blocked Drain', postcode: 'E1 1FR', serviceLevel: 'standard' },
  ...{ promisedFrom: at(from), promisedUntil: at(until) },
  ...changes,
})

test('an engineer at a door is expected to be done by when they arrived, not by when someone looks', () => {
  const next = job('BK-NEXT', '11:00', '11:15')
  const day = (arrivedAt: string) => ({
    jobs: [job('BK-NOW', '09:00', '09:45', { status: 'arrived', arrivedAt: at(arrivedAt) })],
    hours: [],
    isPlanned: false,
  })
  const doubtsAt = (arrived: string, now: string) => fitOf(next, day(arrived), new Date(at(now))).doubts.map(({ text }) => text)
  expect(doubtsAt('09:30', '10:20')).toEqual([])
  expect(doubtsAt('10:10', '10:20')).toEqual(['can’t make both this and BK-NOW (9am to 9.45am)'])
  // The job overruns: another half hour.
  expect(doubtsAt('09:00', '10:30')).toEqual([])
  expect(doubtsAt('09:00', '10:50')).toEqual(['can’t make both this and BK-NOW (9am to 9.45am)'])
})
