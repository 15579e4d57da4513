// @module-tag never-again
import { expect, it } from 'vitest'
import { actAt, actsSince, nextBatch, type QueuedAct } from './queued-act.ts'

const act = (order: number, changes: Partial<QueuedAct> = {}): QueuedAct => ({
  ...{ key: String(order), engineerId: 'dan', order, kind: 'arrived', bookingId: 'a', at: `2026-11-24T10:0${order}:00.000Z` },
  ...{ fields: {}, attempts: 0, state: 'waiting', ...changes },
})

it('Acts are sent in their order, what waits alone, and never more than a server takes', () => {
  const keys = (acts: QueuedAct[], only?: number) => nextBatch(acts, only).map(({ key }) => key)
  expect(keys([act(3), act(1), act(2, { state: 'done' }), act(4, { state: 'asked' })])).toEqual(['1', '3'])
  // Acts that follow a question wait for its answer; other jobs don't.
  expect(keys([act(1, { state: 'asked' }), act(2), act(3, { bookingId: 'b' })])).toEqual(['3'])
  // Two tabs that used the same sequence number.
  expect(keys([act(2, { at: '2026-11-24T10:09:00.000Z', key: 'later' }), act(2)])).toEqual(['2', 'later'])
  const long = { found: 'x'.repeat(12_000) }
  expect(keys([act(1, { fields: long }), act(2, { fields: long })])).toEqual(['1'])
  expect(keys([act(1), act(2)], 1)).toEqual(['1'])
})

it('A page is told of what waits, and of what was done after it was read', () => {
  const now = '2026-11-24T11:00:00.000Z'
  const done = (at: string) => act(1, { state: 'done', doneAt: at })
  expect(actsSince([done('2026-11-24T10:59:59.000Z')], 'a', now)).toEqual([])
  expect(actsSince([done('2026-11-24T11:00:01.000Z'), act(2), act(3, { bookingId: 'b' })], 'a', now)).toHaveLength(2)
})

it('An act happened when its phone said, put right by what is known of its clock', () => {
  expect(actAt(act(1))).toBe('2026-11-24T10:01:00.000Z')
  expect(actAt(act(1, { offsetMs: -1_500 }))).toBe('2026-11-24T10:00:58.500Z')
})
