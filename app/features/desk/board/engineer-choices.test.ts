import { expect, test } from 'vitest'
import { visitOf } from '#app/features/capacity/read-visit-plan.server.ts'
import type { BoardRow } from '../board-queries.server.ts'
import type { BoardRows } from '../read-board.server.ts'
import { readChoices } from './engineer-choices.ts'

const now = new Date('2026-11-20T10:20:00.000Z')

const engineer = (id: string, base = '') => ({
  id,
  name: id,
  phone: '+447700900001',
  base,
  gasSafeNumber: null,
  userId: null,
  retiredAt: null,
  isSample: 0 as const,
  createdAt: '',
})

test('the engineer that the plan of visits chose for a job is suggested first, before others who could arrive as soon', () => {
  const row = {
    ...{ id: 'job', reference: 'BK-JOB', status: 'confirmed', service: 'Blocked Drain', postcode: 'E1 1FR', dangers: '', engineerId: null },
    ...{ serviceLevel: 'standard', promisedFrom: '2026-11-20T12:00:00.000Z', promisedUntil: '2026-11-20T14:00:00.000Z' },
  } as BoardRow
  const hoursOf = (engineerId: string, until: string) => ({
    ...{ engineerId, startsAt: '2026-11-20T08:00:00.000Z', endsAt: `2026-11-20T${until}:00.000Z` },
    ...{ kind: 'shift' as const, isGasSafe: false, isSample: false },
  })
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00.000Z`)
  const worker = (engineerId: string) => ({ engineerId, isGasSafe: false, isOnCall: false, from: at('08:00'), until: at('18:00') })
  const diary = {
    ...{ now: now.getTime(), reserve: 0, hours: ['Dan', 'Mia', 'Oli'].map(worker), references: new Map() },
    visits: [visitOf('job', row, { ...row, slotStartsAt: row.promisedFrom })],
  }
  const rows = (planned: string): Pick<BoardRows, 'engineers' | 'open' | 'workingHours' | 'isPlanned' | 'diary' | 'steps'> => ({
    ...{ engineers: ['Dan', 'Mia', 'Oli'].map((id) => engineer(id)), open: [], steps: [], isPlanned: true },
    workingHours: [hoursOf('Dan', '18:00'), hoursOf('Mia', '18:00'), hoursOf('Oli', '11:00')],
    diary: { ...diary, places: [{ bookingId: 'job', engineerId: planned, arrivesAt: at('12:00'), endsAt: at('13:00') }] },
  })
  const proposed = (planned: string) => readChoices(rows(planned), now)(row).map(({ id }) => id)
  expect(proposed('Mia')).toEqual(['Mia', 'Dan', 'Oli'])
  expect(readChoices(rows('Mia'), now)(row)[0]?.facts).toContain('all arrival windows met')
  // Warnings outrank the plan: it may be older than a recent decision.
  expect(proposed('Oli')).toEqual(['Dan', 'Mia', 'Oli'])
})

test('everyone’s drive is known from where they start, and the nearest is suggested with the reason', () => {
  const row = {
    ...{ id: 'job', reference: 'BK-JOB', status: 'confirmed', service: 'Blocked Drain', postcode: 'E2 6AB', dangers: '', engineerId: null },
    ...{ serviceLevel: 'standard', promisedFrom: '2026-11-20T10:30:00.000Z', promisedUntil: '2026-11-20T12:00:00.000Z' },
  } as BoardRow
  const choices = (engineers: ReturnType<typeof engineer>[], starts?: ReadonlyMap<string, { outcode?: string }>) =>
    readChoices({ engineers, open: [], steps: [], workingHours: [], isPlanned: false, diary: starts && { ...nothing, starts } }, now)(row)
  const nothing = { now: now.getTime(), reserve: 0, hours: [], visits: [], places: [], references: new Map() }
  const bases = [engineer('Abe', 'Ealing, W5 2NU'), engineer('Bea', 'whitechapel'), engineer('Cas', 'Home')]
  const shown = choices(bases)
  expect(shown.map(({ id, reason }) => [id, reason])).toEqual([
    ['Bea', 'there first'],
    ['Cas', undefined],
    ['Abe', undefined],
  ])
  expect(shown.map(({ facts }) => /\d+ min drive from .*$/.exec(facts)?.[0])).toEqual([
    expect.stringMatching(/^1\d min drive from E1$/),
    '30 min drive from an unknown start',
    expect.stringMatching(/^\d\d min drive from W5$/),
  ])
  // Their last place counts before the one they start from. Both can be there when the window begins, so the shorter drive decides.
  row.promisedFrom = '2026-11-20T11:45:00.000Z'
  expect(choices(bases.slice(0, 2), new Map([['Abe', { outcode: 'E2' }]]))[0]).toMatchObject({ id: 'Abe', reason: 'shortest drive' })
})
