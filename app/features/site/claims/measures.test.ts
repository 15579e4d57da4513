import { describe, expect, it } from 'vitest'
import { later, minutes } from '#app/values/clock.ts'
import { leastJobs, type MeasuredJob, measure, tallyText } from './measures.ts'

const start = '2026-11-20T10:00:00.000Z'
const now = '2026-11-21T10:00:00.000Z'
const at = (minute: number) => later(start, minutes(minute))

/** An urgent standard job, received at this minute with an arrival promised 80 minutes later. */
const job = (receivedMinute: number, changes: Partial<MeasuredJob> = {}): MeasuredJob => ({
  service: 'Burst Pipe',
  serviceLevel: 'standard',
  isOnline: true,
  isCallNeedless: false,
  isAsap: true,
  receivedAt: at(receivedMinute),
  promisedUntil: at(receivedMinute + 80),
  ...changes,
})
const arrived = (receivedMinute: number, minute: number, changes: Partial<MeasuredJob> = {}) =>
  job(receivedMinute, { arrivedAt: at(receivedMinute + minute), ...changes })

describe('What our claims come to', () => {
  it('is nothing before the first record, however many jobs there were', () => {
    const tallies = measure([job(0), job(1), job(2, { serviceLevel: 'redline' })], now)
    for (const id of ['response', 'window', 'contact', 'dispatch', 'redLineArrival', 'boiler'] as const)
      expect([id, tallies[id].jobs]).toEqual([id, 0])
  })

  it('judges an arrival by the 60 minutes of the claim and by the window that was promised', () => {
    const jobs = [arrived(0, 60), arrived(1, 61), arrived(2, 80), arrived(3, 81)]
    expect(measure(jobs, now)).toMatchObject({ response: { jobs: 4, kept: 1 }, window: { jobs: 4, kept: 3 } })
  })

  it('counts a job without a record as missed, from the first record on and once it is due', () => {
    const jobs = [job(0), arrived(10, 30), job(20), job(23 * 60)]
    expect(measure(jobs, now).response).toEqual({ jobs: 2, kept: 1 })
    expect(measure([...jobs], at(25 * 60)).response).toEqual({ jobs: 3, kept: 1 })
  })

  it('goes by the row of a missed promise where there is one: of a window that we moved, or that a person has withdrawn', () => {
    const moved = arrived(0, 75, { missed: { window: true } })
    const corrected = arrived(1, 85, { missed: { window: false } })
    expect(measure([moved, corrected, arrived(2, 85)], now).window).toEqual({ jobs: 3, kept: 1 })
  })

  it('judges the 60 minutes by visits as soon as possible only', () => {
    const jobs = [arrived(0, 300, { isAsap: false, promisedUntil: at(301) }), arrived(1, 20, { serviceLevel: 'redline' })]
    expect(measure(jobs, now)).toMatchObject({ response: { jobs: 0 }, window: { jobs: 2, kept: 2 } })
  })

  it('judges Red Line by its call within 5 minutes, its setting out within 15 and its own window', () => {
    const redLine = { serviceLevel: 'redline' } as const
    const jobs = [
      arrived(0, 29, { ...redLine, calledAt: at(5), enRouteAt: at(15), promisedUntil: at(30) }),
      arrived(1, 40, { ...redLine, enRouteAt: at(17), promisedUntil: at(31) }),
    ]
    const half = { jobs: 2, kept: 1 }
    expect(measure(jobs, now)).toMatchObject({ redLineCall: half, dispatch: half, redLineArrival: half })
  })

  it('judges the desk by its call within 15 minutes, for later slots too, unless none was needed', () => {
    const jobs = [job(0, { calledAt: at(15) }), job(1, { calledAt: at(17) }), job(2, { isAsap: false, calledAt: at(3) })]
    expect(measure(jobs, now).contact).toEqual({ jobs: 3, kept: 2 })
    // A caller has already spoken to us, so the job isn't counted.
    expect(measure([...jobs, job(3, { isOnline: false, calledAt: at(3) }), job(4, { isCallNeedless: true })], now).contact).toEqual({
      jobs: 3,
      kept: 2,
    })
  })

  it('averages boiler visits, rounded up', () => {
    const boiler = { service: 'Boiler Breakdown' }
    expect(measure([arrived(0, 50, boiler), arrived(1, 71, boiler), arrived(2, 5), job(3, boiler)], now).boiler).toEqual({
      jobs: 2,
      averageMinutes: 61,
    })
  })

  it('finds a promise that was further off than 90 minutes', () => {
    expect(measure([job(0, { promisedUntil: at(90) }), job(1, { promisedUntil: at(92) })], now).promise).toEqual({ jobs: 2, kept: 1 })
  })
})

describe('A tally in words', () => {
  it('names no figure without records, nor below enough of them', () => {
    expect(tallyText('response', { jobs: 0, kept: 0 })).toBe('No arrivals have been recorded yet, so there’s nothing to measure.')
    expect(tallyText('contact', { jobs: 29, kept: 29 })).not.toMatch(/%|of 29/)
    // The page says once how many are enough.
    expect(tallyText('boiler', { jobs: 29, averageMinutes: 55 })).not.toMatch(new RegExp(`55|\\b${leastJobs}\\b`))
  })

  it('never rounds a share in our favour: nearly all is not all, and nearly none is not none', () => {
    expect(tallyText('returns', { jobs: 1_000, kept: 1 })).toContain('1%')
    expect(tallyText('window', { jobs: 30, kept: 30 })).toBe('30 of 30 in 90 days, 100%.')
    expect(tallyText('window', { jobs: 1_000, kept: 999 })).toBe('999 of 1000 in 90 days, 99%.')
    expect(tallyText('boiler', { jobs: 30, averageMinutes: 61 })).toBe('61 minutes on average, over 30 arrivals in 90 days.')
  })
})
