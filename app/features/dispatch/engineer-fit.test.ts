import { expect, test } from 'vitest'
import type { Diary } from '#app/features/capacity/read-visit-plan.server.ts'
import type { Visit } from '#app/features/capacity/visit-plan.ts'
import { fitOf, type PlannedJob, windowsAtStake } from './engineer-fit.ts'

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

const atMs = (clock: string) => Date.parse(at(clock))

const visit = (bookingId: string, from: string, until: string, assignedTo?: string): Visit => ({
  ...{ bookingId, outcode: 'N1', workMinutes: 60, needsGasSafe: false, isRedline: false, isAsap: true },
  ...{ from: atMs(from), until: atMs(until), assignedTo },
})

/** Two engineers: Dan has `visits`, Mia is free. Both work from `from`. */
const diary = (visits: readonly Visit[], from = '08:00'): Diary => ({
  ...{ now: atMs('08:00'), reserve: 0, places: [], visits, references: new Map(visits.map(({ bookingId }) => [bookingId, bookingId])) },
  hours: ['dan', 'mia'].map((engineerId) => ({
    ...{ engineerId, isGasSafe: false, isOnCall: false },
    ...{ from: atMs(from), until: atMs('18:00') },
  })),
})

const askedAbout = (of: Diary, given: Visit) => windowsAtStake(of, { ...given, assignedTo: 'dan' }).map(({ text }) => text)

test('Staff are asked about an engineer whose jobs fit in pairs but not all together', () => {
  const wanted = visit('BK-C', '10:00', '12:00')
  const [first, second] = [visit('BK-A', '10:00', '12:00', 'dan'), visit('BK-B', '10:00', '12:00', 'dan')]
  expect(askedAbout(diary([first, wanted]), wanted)).toEqual([])
  expect(askedAbout(diary([first, second, wanted]), wanted)).toEqual([expect.stringMatching(/^would be late for (this|BK-B) \(.*noon\)$/)])
})

test('Staff are asked about an engineer whose shift begins too late for both jobs', () => {
  const [own, wanted] = [visit('BK-A', '12:00', '14:00', 'dan'), visit('BK-B', '13:45', '14:30')]
  expect(askedAbout(diary([own, wanted]), wanted)).toEqual([])
  expect(askedAbout(diary([own, wanted], '13:00'), wanted)).toEqual([expect.stringMatching(/^would be late for (this|BK-A) \(/)])
})

test('Staff are not asked about an engineer whose other jobs can wait', () => {
  const [own, wanted] = [visit('BK-A', '10:00', '12:00', 'dan'), visit('BK-B', '10:00', '10:45')]
  expect(askedAbout(diary([own, wanted]), wanted)).toEqual([])
})
