// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, hours, type Instant, later } from '#app/values/clock.ts'
import { tries } from '#test/support/depth.ts'
import { backupInstant, backupName, backupsIn, backupsToRemove, chooseBackup, isBackupDue, isBackupLate } from './backup-files.ts'

const now = new Date('2026-11-22T03:00:30.000Z')
const at = (instant: string) => backupName(instant)

/** The backups left after this many nights, thinned out after each. */
function nights(count: number): string[] {
  let names: string[] = []
  for (let night = count - 1; night >= 0; night--) {
    const then = new Date(now.getTime() - days(night))
    names.push(backupName(then))
    const removed = new Set(backupsToRemove(names, then))
    names = names.filter((name) => !removed.has(name))
  }
  return backupsIn(names)
}

describe('Thinning', () => {
  it('leaves 7 days, 5 weeks and 12 months of two years of nights', () => {
    const left = nights(730).map((name) => (backupInstant(name) ?? '').slice(0, 10))
    expect(left).toEqual([
      ...['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16'],
      ...['2026-11-15', '2026-11-08', '2026-11-01', '2026-10-31', '2026-10-25'],
      ...['2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31'],
      '2025-12-31',
    ])
  })

  it('keeps everything of the last two days, and the newest of each day before', () => {
    const names = ['2026-11-22T02', '2026-11-21T20', '2026-11-21T01', '2026-11-19T20', '2026-11-19T03'].map((hour) =>
      at(`${hour}:00:00.000Z`),
    )
    expect(backupsToRemove(names, now)).toEqual([at('2026-11-19T03:00:00.000Z')])
  })

  it('removes nothing when no new ones come, and nothing that is not ours', () => {
    const left = nights(730)
    expect(backupsToRemove(left, new Date('2031-01-01T00:00:00Z'))).toEqual([])
    expect(backupsToRemove(['holiday.jpg', 'erasures-2020-01-01T00-00-00-000Z-a.jsonl', 'plumbers-2020.age'], now)).toEqual([])
  })

  it('never removes the newest, and removes nothing more when it is done again', () => {
    const instants = fc.array(fc.integer({ min: 0, max: days(800) }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(instants, (ages) => {
        const names = [...new Set(ages.map((age) => backupName(later(now, -age))))]
        const removed = backupsToRemove(names, now)
        const left = names.filter((name) => !removed.includes(name))
        expect(left).toContain(backupsIn(names)[0])
        expect(backupsToRemove(left, now)).toEqual([])
        expect(left.length).toBeLessThanOrEqual(24 + names.filter((name) => (backupInstant(name) ?? '') > later(now, -days(2))).length)
      }),
      { numRuns: tries(100, 2_000) },
    )
  })
})

describe('The backup that is meant', () => {
  const names = ['2026-11-20T03', '2026-11-21T03', '2026-11-21T23'].map((hour) => at(`${hour}:30:00.000Z`))
  const [first, second, third] = names

  it.each([
    ['latest', third],
    [second, second],
    [at('2026-11-21T04:00:00.000Z'), undefined],
    ['2026-11-21', third],
    ['2026-11-20', first],
    ['2026-11-19', undefined],
    ['2026-11-21T22:00:00Z', second],
    ['2026-11-21T03:30:00.000Z', second],
    ['2026-11-21T03:30:00+01:00', first],
    ['yesterday', undefined],
  ])('by %s is %s', (wanted, found) => {
    expect(chooseBackup([...names, 'else.txt'], wanted ?? '')).toBe(found)
  })

  it('by a day is of London’s day', () => {
    const summer = at('2026-07-01T23:30:00.000Z')
    expect(chooseBackup([summer], '2026-07-01')).toBeUndefined()
    expect(chooseBackup([summer], '2026-07-02')).toBe(summer)
    expect(chooseBackup([at('2026-07-01T23:00:00.000Z')], '2026-07-01')).toBeUndefined()
  })
})

describe('A backup', () => {
  it.each<[string, boolean, { goodAt?: Instant; triedAt?: Instant; now: string }]>([
    ['is due where there is none', true, { now: '2026-11-22T12:00:00Z' }],
    ['is due from three at night', true, { goodAt: '2026-11-21T03:00:10.000Z', now: '2026-11-22T03:00:00Z' }],
    ['is not due before', false, { goodAt: '2026-11-21T03:00:10.000Z', now: '2026-11-22T02:59:59Z' }],
    ['is not due again that day', false, { goodAt: '2026-11-22T03:00:00.000Z', now: '2026-11-22T23:59:59Z' }],
    ['is due at three by London’s clocks', true, { goodAt: '2026-06-30T12:00:00.000Z', now: '2026-07-01T02:00:00Z' }],
    ['is due after a night in which the server was off', true, { goodAt: '2026-11-20T03:00:10.000Z', now: '2026-11-22T01:00:00Z' }],
    ['is tried again an hour after a failure', true, { triedAt: '2026-11-22T03:00:00.000Z', now: '2026-11-22T04:00:00Z' }],
    ['is not tried again before that', false, { triedAt: '2026-11-22T03:00:00.000Z', now: '2026-11-22T03:59:59Z' }],
  ])('%s: %s', (_, due, state) => {
    expect(isBackupDue({ ...state, now: new Date(state.now) })).toBe(due)
  })

  it('is late after 26 hours, also where no try was ever good, and not where none was due yet', () => {
    const goodAt = '2026-11-21T03:00:00.000Z'
    expect(isBackupLate({ goodAt, now: new Date(later(goodAt, hours(26) - 1)) })).toBe(false)
    expect(isBackupLate({ goodAt, now: new Date(later(goodAt, hours(26))) })).toBe(true)
    expect(isBackupLate({ firstTriedAt: goodAt, now: new Date(later(goodAt, hours(26))) })).toBe(true)
    expect(isBackupLate({ now })).toBe(false)
  })
})
