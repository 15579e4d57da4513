import { describe, expect, it } from 'vitest'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { progressOf } from './visit-progress.ts'

const at = (time: string) => `2026-11-20T${time}:00.000Z`

/** The steps that lead to a status, one a minute. */
const eventsUntil = (...statuses: BookingStatus[]) =>
  statuses.map((toStatus, minute) => ({ at: at(`14:0${minute}`), kind: 'status' as const, toStatus }))

const standard = { createdAt: at('13:59'), paymentDueAt: null }
const redLine = { ...standard, paymentDueAt: at('14:30') }

/** 'booked done 13:59, engineer now, …' */
const shown = (...args: Parameters<typeof progressOf>) =>
  progressOf(...args).map(({ id, state, at: when }) => [id, state, when?.slice(11, 16)].filter(Boolean).join(' '))

describe('A visit’s steps', () => {
  it('light up one after another', () => {
    const life: BookingStatus[] = ['received', 'confirmed', 'assigned', 'en_route', 'arrived', 'completed']
    const seen = life.map((status, index) =>
      shown({ ...standard, status }, eventsUntil(...life.slice(0, index + 1)), { missed: [] }).join(', '),
    )
    expect(seen).toEqual([
      'booked done 13:59, engineer now, on_the_way to_come, arrived to_come, done to_come',
      'booked done 13:59, engineer now, on_the_way to_come, arrived to_come, done to_come',
      'booked done 13:59, engineer now 14:02, on_the_way to_come, arrived to_come, done to_come',
      'booked done 13:59, engineer done 14:02, on_the_way now 14:03, arrived to_come, done to_come',
      'booked done 13:59, engineer done 14:02, on_the_way done 14:03, arrived now 14:04, done to_come',
      'booked done 13:59, engineer done 14:02, on_the_way done 14:03, arrived done 14:04, done done 14:05',
    ])
  })

  it('of Red Line begin with the payment, and say what we missed until it happens', () => {
    expect(shown({ ...redLine, status: 'awaiting_payment' }, [], { missed: [] })).toEqual([
      ...['booked done 13:59', 'paid now', 'engineer to_come', 'on_the_way to_come', 'arrived to_come', 'done to_come'],
    ])
    const missed = [{ promise: 'call' }, { promise: 'dispatch' }, { promise: 'window' }] as const
    expect(shown({ ...redLine, status: 'received' }, eventsUntil('received'), { paidAt: at('14:00'), missed })).toEqual([
      ...['booked done 13:59', 'paid done 14:00', 'engineer now', 'on_the_way missed', 'arrived missed', 'done to_come'],
    ])
    const onTheWay = eventsUntil('received', 'assigned', 'en_route')
    expect(shown({ ...redLine, status: 'en_route' }, onTheWay, { paidAt: at('14:00'), missed }).slice(3, 5)).toEqual([
      ...['on_the_way now 14:02', 'arrived missed'],
    ])
  })

  it('that were taken back are no longer said: a new time, or another engineer who has not set out', () => {
    const moved = eventsUntil('received', 'assigned', 'received')
    expect(shown({ ...standard, status: 'received' }, moved, { missed: [] }).slice(0, 3)).toEqual([
      ...['booked done 13:59', 'engineer now', 'on_the_way to_come'],
    ])
    const other = eventsUntil('received', 'assigned', 'en_route', 'assigned')
    expect(shown({ ...standard, status: 'assigned' }, other, { missed: [] }).slice(1, 3)).toEqual([
      'engineer now 14:03',
      'on_the_way to_come',
    ])
  })

  it('of a visit that goes no further are those that happened, and how it ended', () => {
    const off = { at: at('14:02'), kind: 'cancelled' as const, toStatus: 'cancelled' as const }
    expect(shown({ ...standard, status: 'cancelled' }, [...eventsUntil('received', 'assigned'), off], { missed: [] })).toEqual([
      ...['booked done 13:59', 'engineer done 14:01', 'cancelled done 14:02'],
    ])
    const away = eventsUntil('received', 'assigned', 'en_route', 'no_access')
    expect(shown({ ...standard, status: 'no_access' }, away, { missed: [] }).slice(-2)).toEqual([
      ...['arrived done', 'no_access done 14:03'],
    ])
    const unpaid = eventsUntil('awaiting_payment', 'expired')
    expect(shown({ ...redLine, status: 'expired' }, unpaid, { missed: [] })).toEqual(['booked done 13:59', 'expired done 14:01'])
  })

  it('of Red Line that staff took on unpaid do not say that it is paid', () => {
    expect(shown({ ...redLine, status: 'confirmed' }, eventsUntil('confirmed'), { missed: [] }).slice(1, 3)).toEqual([
      'paid to_come',
      'engineer now',
    ])
  })
})
