import { expect, it } from 'vitest'
import { undoOf } from './undo.ts'

const now = new Date('2026-11-20T10:20:00.000Z')

it('lets the last act be taken back for 10 minutes, where it stands as it was left', () => {
  const booking = { version: 3, erasedAt: null }
  const act = {
    act: 'assign' as const,
    at: '2026-11-20T10:15:00.000Z',
    version: 3,
    undoneAt: null,
  }
  expect(undoOf(act, booking, now)).toEqual({ until: '2026-11-20T10:25:00.000Z' })
  expect(undoOf(act, booking, new Date('2026-11-20T10:25:00.000Z'))).toHaveProperty('until')
  expect(undoOf(act, booking, new Date('2026-11-20T10:25:00.001Z'))).toHaveProperty('refused')
  expect(undoOf(act, { ...booking, version: 4 }, now)).toHaveProperty('refused')
  expect(undoOf(act, { ...booking, erasedAt: act.at }, now)).toHaveProperty('refused')
  expect(undoOf(act, booking, now, true)).toHaveProperty('refused')
  for (const kind of ['cancel', 'take', 'undo'] as const) expect(undoOf({ ...act, act: kind }, booking, now)).toHaveProperty('refused')
  expect(undoOf(undefined, booking, now)).toHaveProperty('refused')
})
