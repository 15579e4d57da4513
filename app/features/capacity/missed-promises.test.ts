// @module-tag never-again
import { describe, expect, it, test } from 'vitest'
import { statusNames } from '#app/features/booking/lifecycle.ts'
import { type Instant, later } from '#app/values/clock.ts'
import { missedPromises, type PromiseFacts, promisedCall } from './missed-promises.ts'

const at = (time: string): Instant => `2026-11-20T${time.length === 5 ? `${time}:00.000` : time}Z`

const asap: PromiseFacts = {
  status: 'received',
  serviceLevel: 'standard',
  channel: 'online',
  createdAt: at('14:00'),
  promisedUntil: at('15:10'),
  lateAfter: null,
  paidAt: null,
  calledAt: null,
  callSettledAt: null,
  dangers: '',
  vulnerableOccupant: 0,
  setOutAt: null,
  arrivedAt: null,
  visitAgreedAt: null,
}
const redLine: PromiseFacts = { ...asap, serviceLevel: 'redline', createdAt: at('13:58'), paidAt: at('14:00'), promisedUntil: at('14:30') }
const visited = { calledAt: at('14:01'), setOutAt: at('14:10'), arrivedAt: at('14:20') } as const

const missedAt = (facts: PromiseFacts, now: Instant) =>
  missedPromises(facts, new Date(now)).map(({ promise, missedAt }) => [promise, missedAt])
const names = (facts: PromiseFacts, now: Instant) => missedPromises(facts, new Date(now)).map(({ promise }) => promise)

describe('The call', () => {
  it.each([
    ['standard, 15 minutes after the booking', asap, at('14:15')],
    ['Red Line, 5 minutes after the payment', redLine, at('14:05')],
  ])('is missed once %s have passed', (_, facts, due) => {
    expect(names(facts, due)).toEqual([])
    expect(missedAt(facts, later(due, 1))).toEqual([['call', due]])
    // Neither accepting nor assigning it is a call; a late one leaves nothing to say.
    expect(names({ ...facts, status: 'assigned' }, later(due, 1))).toEqual(['call'])
    expect(names({ ...facts, status: 'assigned', calledAt: later(due, 20_000) }, later(due, 30_000))).toEqual([])
    expect(names({ ...facts, callSettledAt: due }, later(due, 1))).toEqual([])
  })

  it('is answered by a try; where someone may be in danger, only speaking to them ends it', () => {
    const tried = { ...asap, calledAt: at('14:10'), paidAt: null }
    expect(promisedCall(tried)).toBeUndefined()
    for (const danger of [{ dangers: 'gas' }, { vulnerableOccupant: 1 as const }]) {
      expect(promisedCall({ ...tried, ...danger })).toEqual({ dueAt: at('14:15'), isTried: true })
      expect(promisedCall({ ...tried, ...danger, callSettledAt: at('14:20') })).toBeUndefined()
      expect(names({ ...tried, ...danger }, at('15:00'))).toEqual([])
    }
  })

  it('is not owed to anyone who booked by phone, or who has not paid for Red Line', () => {
    expect(names({ ...asap, channel: 'phone' }, at('15:00'))).toEqual([])
    expect(names({ ...redLine, paidAt: null, status: 'confirmed' }, at('14:29'))).toEqual([])
  })
})

describe('The dispatch of Red Line', () => {
  const accepted: PromiseFacts = { ...redLine, status: 'assigned', calledAt: at('14:01') }

  it('is missed 15 minutes after the payment, unless an engineer is on the way by then', () => {
    expect(names(accepted, at('14:15'))).toEqual([])
    expect(missedAt(accepted, at('14:15:00.001'))).toEqual([['dispatch', at('14:15')]])
    const setOut = (time: string): PromiseFacts => ({ ...accepted, status: 'en_route', setOutAt: at(time) })
    expect(names(setOut('14:15'), at('14:29'))).toEqual([])
    expect(names(setOut('14:15:00.001'), at('14:29'))).toEqual(['dispatch'])
  })

  it('counts from the booking where that was made by phone', () => {
    expect(missedAt({ ...accepted, channel: 'phone', paidAt: null }, at('14:14'))).toEqual([['dispatch', at('14:13')]])
  })

  it('is promised to no one else', () => {
    expect(names({ ...asap, status: 'assigned', calledAt: at('14:01') }, at('15:10'))).toEqual([])
  })
})

describe('The window', () => {
  const accepted: PromiseFacts = { ...asap, status: 'en_route', calledAt: at('14:01'), setOutAt: at('14:40') }

  it('is missed by a millisecond, and arriving does not make it kept', () => {
    expect(names(accepted, at('15:10'))).toEqual([])
    expect(missedAt(accepted, at('15:10:00.001'))).toEqual([['window', at('15:10')]])
    for (const status of ['arrived', 'completed', 'no_access'] as const) {
      expect(names({ ...accepted, status, arrivedAt: at('15:10') }, at('16:00'))).toEqual([])
      expect(names({ ...accepted, status, arrivedAt: at('15:10:00.001') }, at('16:00'))).toEqual(['window'])
    }
  })

  it('that we moved ourselves is judged by its first end, one that the customer moved by its new one', () => {
    const moved = { ...accepted, promisedUntil: at('18:00') }
    expect(missedAt({ ...moved, lateAfter: at('15:10') }, at('15:11'))).toEqual([['window', at('15:10')]])
    expect(names(moved, at('17:59'))).toEqual([])
    expect(missedAt({ ...moved, lateAfter: at('19:00') }, at('18:01'))).toEqual([['window', at('18:00')]])
  })

  it('that was over when the booking reached us is no one’s promise, until one of us promises another', () => {
    const late = { ...accepted, createdAt: at('15:10') }
    expect(names(late, at('16:00'))).toEqual([])
    expect(missedAt({ ...late, promisedUntil: at('18:00'), lateAfter: at('15:10') }, at('18:01'))).toEqual([['window', at('18:00')]])
  })
})

test('What was missed in an outage is found together, the oldest first', () => {
  expect(missedAt(redLine, at('18:00'))).toEqual([
    ['call', at('14:05')],
    ['dispatch', at('14:15')],
    ['window', at('14:30')],
  ])
})

test('Minutes are minutes over both clock changes and midnight', () => {
  for (const createdAt of ['2026-03-29T00:50:00.000Z', '2026-10-25T00:50:00.000Z', '2026-11-20T23:50:00.000Z']) {
    const facts = { ...asap, createdAt, promisedUntil: later(createdAt, 90 * 60_000) }
    expect(missedAt(facts, later(createdAt, 91 * 60_000))).toEqual([
      ['call', later(createdAt, 15 * 60_000)],
      ['window', later(createdAt, 90 * 60_000)],
    ])
    expect(names(facts, later(createdAt, 15 * 60_000))).toEqual([])
  }
})

test('At each status nothing is missed that is known to be kept, or was never promised', () => {
  for (const status of statusNames) {
    expect(names({ ...redLine, ...visited, status }, at('18:00')), status).toEqual([])
    const isJob = !['awaiting_payment', 'cancelled', 'expired'].includes(status)
    const without: PromiseFacts = { ...redLine, calledAt: null, setOutAt: null, arrivedAt: at('14:31'), status }
    expect(names(without, at('18:00')).includes('window'), status).toBe(isJob)
  }
})
