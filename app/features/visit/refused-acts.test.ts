import { expect, test } from 'vitest'
import { days, later, toInstant } from '#app/values/clock.ts'
import { waitingText } from './acts-status.tsx'
import { type QueuedAct, readRefusal } from './queued-act.ts'
import { unreadRefusals } from './refused-acts.tsx'

const at = toInstant(new Date('2026-11-24T10:15:00.000Z'))
const now = toInstant(new Date('2026-11-24T15:00:00.000Z'))

const act = (key: string, changes: Partial<QueuedAct>): QueuedAct => ({
  ...{ key, engineerId: 'dan', order: 1, kind: 'arrived', bookingId: 'job', at, fields: {}, attempts: 1, state: 'waiting' },
  ...changes,
})

test('A refusal is shown once, until it is read on this phone, also while the page’s data is older than that', () => {
  const known = [{ key: 'one', bookingId: 'job', name: 'Priya Raman', at: '10.15am', reason: 'Changed by the office.' }]
  const here = [
    act('one', { state: 'refused', says: 'Changed by the office.' }),
    act('two', { state: 'refused', says: 'No longer yours.' }),
  ]
  const keys = (acts: readonly QueuedAct[]) => unreadRefusals(known, acts, now).map(({ key }) => key)
  expect(keys(here)).toEqual(['one', 'two'])
  expect(unreadRefusals([], here, now)[1]).toEqual({ key: 'two', bookingId: 'job', at: '10.15am', reason: 'No longer yours.' })
  expect(unreadRefusals([], here, later(now, days(1)))[1]?.at).toBe('10.15am on Tuesday 24 November')
  const names = (id: string) => unreadRefusals([], here, now, { id, name: 'Olu Adeyemi' }).map(({ name }) => name)
  expect([names('job'), names('other')]).toEqual([Array(2).fill('Olu Adeyemi'), Array(2).fill('Another job')])
  for (const state of ['waiting', 'done'] as const) {
    const read = act('three', { kind: readRefusal, bookingId: '', fields: { refused: 'one' }, state })
    expect([state, keys([...here, read])]).toEqual([state, ['two']])
    // The page still has the list that the server gave it before.
    expect([state, keys([read])]).toEqual([state, []])
  }
})

test('What only the page has is never said to be saved on the phone', () => {
  for (const line of ['idle', 'sending', 'waiting', 'signed_out'] as const)
    expect(waitingText(1, line, false)).toContain('keep this page open')
})
