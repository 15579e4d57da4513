import { expect, test } from 'vitest'
import { readChoices } from './engineer-choices.ts'
import type { BoardRow, BoardRows } from './read-board.server.ts'

const now = new Date('2026-11-20T10:20:00.000Z')

const engineer = (id: string) => ({
  id,
  name: id,
  phone: '+447700900001',
  base: '',
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
  const rows = (planned: string): Pick<BoardRows, 'engineers' | 'open' | 'workingHours' | 'isPlanned' | 'plannedEngineers' | 'steps'> => ({
    ...{ engineers: ['Dan', 'Mia', 'Oli'].map(engineer), open: [], steps: [], isPlanned: true },
    workingHours: [hoursOf('Dan', '18:00'), hoursOf('Mia', '18:00'), hoursOf('Oli', '11:00')],
    plannedEngineers: new Map([['job', planned]]),
  })
  const proposed = (planned: string) => readChoices(rows(planned), now)(row).map(({ id }) => id)
  expect(proposed('Mia')).toEqual(['Mia', 'Dan', 'Oli'])
  expect(readChoices(rows('Mia'), now)(row)[0]?.facts).toContain('fits every arrival window')
  // Warnings outrank the plan: it may be older than a recent decision.
  expect(proposed('Oli')).toEqual(['Dan', 'Mia', 'Oli'])
})
