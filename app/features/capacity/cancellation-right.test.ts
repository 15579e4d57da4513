import { expect, test } from 'vitest'
import { type Contract, cancellationRefundDay, cancellationRight } from './cancellation-right.ts'

const day = '2026-11-20T12:00:00.000Z'
const contract: Contract = {
  ...{ madeAt: day, isUrgent: false, isBusiness: false, isInformed: true, isStartAsked: false, progress: 'not_begun', pricePence: 20_000 },
}
const until = '2026-12-04'
const onLastDay = '2026-12-04T23:59:59.000Z'

test.each<[what: string, changes: Partial<Contract>, at: string, ReturnType<typeof cancellationRight>]>([
  ['a visit as soon as possible', { isUrgent: true }, day, { may: false, why: 'urgent' }],
  ['an urgent visit without information', { isUrgent: true, isInformed: false }, day, { may: false, why: 'urgent' }],
  ['work that is part of the urgent repair', { isUrgent: true, isStartAsked: true, progress: 'begun' }, day, { may: false, why: 'urgent' }],
  ['a business’s visit for later', { isBusiness: true }, day, { may: false, why: 'business' }],
  ['a business’s work, begun unasked', { isBusiness: true, progress: 'begun' }, day, { may: false, why: 'business' }],
  ['a business’s urgent visit', { isBusiness: true, isUrgent: true, isInformed: false }, day, { may: false, why: 'business' }],
  ['a visit that we haven’t accepted', { madeAt: undefined }, onLastDay, { may: true, until: undefined, mostPence: 0 }],
  ['a visit for later, on the day', {}, day, { may: true, until, mostPence: 0 }],
  ['a visit for later, on the last day', {}, onLastDay, { may: true, until, mostPence: 0 }],
  ['a visit for later, a day after', {}, '2026-12-05T00:00:00.000Z', { may: false, why: 'over', until }],
  ['the same without information', { isInformed: false }, '2026-12-05T00:00:00.000Z', { may: true, until: '2027-12-04', mostPence: 0 }],
  ['the same a year later', { isInformed: false }, '2027-12-05T00:00:00.000Z', { may: false, why: 'over', until: '2027-12-04' }],
  ['work begun as they asked', { isStartAsked: true, progress: 'begun' }, day, { may: true, until, mostPence: 20_000 }],
  ['work begun unasked', { progress: 'begun' }, day, { may: true, until, mostPence: 0 }],
  [
    'work begun as asked, uninformed',
    { isStartAsked: true, progress: 'begun', isInformed: false },
    day,
    { may: true, until: '2027-12-04', mostPence: 0 },
  ],
  ['work done as they asked', { isStartAsked: true, progress: 'done' }, day, { may: false, why: 'done' }],
  ['the same, uninformed', { isStartAsked: true, progress: 'done', isInformed: false }, day, { may: false, why: 'done' }],
  [
    'work begun as they asked, a day after the last',
    { isStartAsked: true, progress: 'begun' },
    '2026-12-05T00:00:00.000Z',
    { may: false, why: 'over', until },
  ],
  ['work done unasked', { progress: 'done' }, onLastDay, { may: true, until, mostPence: 0 }],
  ['work asked for and not begun', { isStartAsked: true }, day, { may: true, until, mostPence: 0 }],
  [
    'a contract in the last minute of a summer day in London',
    { madeAt: '2026-07-01T22:59:00.000Z' },
    '2026-07-15T22:59:59.000Z',
    { may: true, until: '2026-07-15', mostPence: 0 },
  ],
])('The right to cancel %s', (_, changes, at, right) => {
  expect(cancellationRight({ ...contract, ...changes }, new Date(at))).toEqual(right)
})

test('The refund is due within 14 days of the day on which they cancelled', () => {
  expect(cancellationRefundDay('2026-12-04T23:30:00.000Z')).toBe('2026-12-18')
})
