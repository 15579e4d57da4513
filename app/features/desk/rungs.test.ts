// @module-tag never-again
import { describe, expect, test } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import { type Escalable, rungsReached } from './rungs.ts'

const booked = '2026-11-20T10:00:00.000Z'
const booking = (changes: Partial<Escalable>): Escalable => ({
  status: 'received',
  serviceLevel: 'standard',
  channel: 'online',
  engineerId: null,
  acceptedAt: null,
  calledAt: null,
  callSettledAt: null,
  dangers: '',
  vulnerableOccupant: 0,
  paidAt: null,
  movedAt: null,
  toAgree: 0,
  suspectedSpam: 0,
  createdAt: booked,
  promisedFrom: '2026-11-20T12:15:00.000Z',
  promisedUntil: '2026-11-20T13:00:00.000Z',
  ...changes,
})
const after = (ms: number) => new Date(Date.parse(booked) + ms)
const reachedAt = (facts: Escalable, ms: number) => rungsReached(facts, after(ms)).map(({ key }) => key)
const redline = { serviceLevel: 'redline' as const, paidAt: booked }

describe('A rung is reached', () => {
  test.each<[string, Partial<Escalable>, number, string]>([
    ['Red Line, paid and not accepted', redline, 5, 'not_accepted'],
    ['Red Line by phone without an engineer', { serviceLevel: 'redline', channel: 'phone', status: 'confirmed' }, 2, 'no_engineer'],
    ['Red Line, paid and without an engineer', redline, 2, 'no_engineer'],
    ['a danger without an engineer', { dangers: 'gas', calledAt: booked, callSettledAt: booked }, 10, 'danger_no_engineer'],
    ['Red Line assigned, not set out', { ...redline, status: 'assigned', engineerId: 'dan', acceptedAt: booked }, 12, 'not_set_out'],
    [
      'Red Line by phone, not set out',
      { serviceLevel: 'redline', channel: 'phone', status: 'assigned', engineerId: 'dan' },
      12,
      'not_set_out',
    ],
    [
      'Red Line assigned, its customer not called',
      { ...redline, status: 'assigned', engineerId: 'dan', acceptedAt: booked },
      5,
      'not_called',
    ],
    ['standard, not called', {}, 20, 'unanswered'],
    ['standard, assigned but not called', { status: 'assigned', engineerId: 'dan', acceptedAt: booked }, 20, 'unanswered'],
    ['a danger, called in vain', { status: 'assigned', acceptedAt: booked, dangers: 'gas', calledAt: booked }, 20, 'unanswered'],
    [
      'standard, moved and not accepted since',
      { createdAt: '2026-11-20T07:00:00.000Z', calledAt: '2026-11-20T07:05:00.000Z', movedAt: booked },
      20,
      'move_unanswered',
    ],
    ['assigned, the window nearly over', { status: 'assigned', engineerId: 'dan', acceptedAt: booked }, 170, 'nearly_late'],
    ['on the way, the window nearly over', { status: 'en_route', engineerId: 'dan', acceptedAt: booked }, 170, 'nearly_late'],
  ])('by %s, to the millisecond', (_, changes, minute, rung) => {
    const facts = booking(changes)
    expect(reachedAt(facts, minutes(minute) - 1)).not.toContain(rung)
    expect(reachedAt(facts, minutes(minute))).toContain(rung)
  })

  test.each<[string, Partial<Escalable>]>([
    ['Red Line that is not paid for', { serviceLevel: 'redline', status: 'awaiting_payment' }],
    ['Red Line on the way', { ...redline, status: 'en_route', engineerId: 'dan', acceptedAt: booked, calledAt: booked }],
    ['standard whose customer was called', { status: 'confirmed', acceptedAt: booked, calledAt: booked }],
    [
      'a danger, once someone spoke to them and an engineer has it',
      { status: 'assigned', engineerId: 'dan', acceptedAt: booked, dangers: 'gas', callSettledAt: booked },
    ],
    ['a danger of another day', { dangers: 'gas', calledAt: booked, callSettledAt: booked, promisedFrom: '2026-11-21T12:00:00.000Z' }],
    ['what was booked by phone', { channel: 'phone' }],
    ['what is over', { status: 'completed' }],
  ])('by none: %s', (_, changes) => {
    for (const minute of [13, 60]) expect(reachedAt(booking(changes), minutes(minute))).toEqual([])
  })

  test('by nothing that is long over', () => {
    expect(reachedAt(booking({}), minutes(25 * 60))).toEqual([])
    expect(reachedAt(booking({ status: 'assigned', calledAt: booked }), minutes(180))).toEqual([])
    expect(reachedAt(booking({ ...redline, status: 'assigned', engineerId: 'dan', calledAt: booked }), minutes(15))).toEqual([])
  })

  test('again and again, while a paid or dangerous job has no engineer, without an end', () => {
    const danger = { dangers: 'gas', calledAt: booked, callSettledAt: booked }
    for (const [facts, first, every, rung] of [
      [redline, 2, 5, 'no_engineer'],
      [danger, 10, 10, 'danger_no_engineer'],
    ] as const) {
      const raised = new Set<string>()
      for (let minute = 0; minute < 3 * 24 * 60; minute++)
        for (const key of reachedAt(booking(facts), minutes(minute))) if (key.startsWith(rung)) raised.add(key)
      expect(raised.size).toBe(Math.ceil((3 * 24 * 60 - first) / every))
      expect(reachedAt(booking({ ...facts, status: 'assigned', engineerId: 'dan' }), minutes(60)).join()).not.toContain(rung)
    }
  })
})
