import { describe, expect, it } from 'vitest'
import { statusNames } from '#app/features/booking/lifecycle.ts'
import { toInstant } from '#app/values/clock.ts'
import { byUrgency } from './board-view.ts'
import { isUnsentRedLine } from './components/board-clock.ts'
import { leadOf, type NextInput, nextOnBooking } from './components/next-on-booking.ts'

const now = new Date('2026-11-23T13:00:00.000Z')
const job = (
  name: string,
  dueAt: string,
  changes: { isVulnerable?: boolean; isRedLine?: boolean; isPressing?: boolean; isInDanger?: boolean } = {},
) => ({
  ...{
    name,
    dueAt: `2026-11-23T${dueAt}:00.000Z`,
    isVulnerable: false,
    isRedLine: false,
    isPressing: false,
    isInDanger: false,
  },
  ...changes,
})

describe('The order of what needs a person', () => {
  it('has vulnerable people before others of their urgency, and not before a promise that is due in minutes', () => {
    const jobs = [
      job('tonight', '19:00'),
      job('vulnerable tonight', '20:00', { isVulnerable: true }),
      job('in ten minutes', '13:10'),
      job('vulnerable in three hours', '16:00', { isVulnerable: true }),
      job('vulnerable in half an hour', '13:30', { isVulnerable: true }),
      job('in two hours', '15:00'),
      job('gas smell, not called', '19:30', { isPressing: true, isInDanger: true }),
      job('inside its window', '16:30', { isPressing: true }),
      job('late', '12:50'),
      job('Red Line', '13:15', { isRedLine: true }),
    ]
    expect(jobs.toSorted(byUrgency(now)).map(({ name }) => name)).toEqual([
      'Red Line',
      'gas smell, not called',
      'late',
      'in ten minutes',
      'vulnerable in half an hour',
      'inside its window',
      'vulnerable in three hours',
      'in two hours',
      'vulnerable tonight',
      'tonight',
    ])
  })
})

it('Red Line is marked as urgent until someone has set off', () => {
  expect(statusNames.filter((status) => isUnsentRedLine({ isRedLine: true, status }))).toEqual(['received', 'confirmed', 'assigned'])
  expect(statusNames.filter((status) => isUnsentRedLine({ isRedLine: false, status }))).toEqual([])
})

describe('What is next with a booking', () => {
  const next = (
    changes: Omit<Partial<NextInput>, 'card' | 'view'> & { card?: Partial<NextInput['card']>; view?: Partial<NextInput['view']> },
  ) =>
    nextOnBooking(
      {
        ...changes,
        card: { id: '1', status: 'completed', ...changes.card },
        view: {
          ...{ payUntil: null, nextReach: undefined, undelivered: undefined, moneyDoubts: [], messages: [], complaints: [] },
          ...changes.view,
        },
      },
      now.getTime(),
    )
  const ids = (items: ReturnType<typeof next>) => items.map(({ id }) => id)

  it('is said in every status, and one main key at most goes with it', () => {
    for (const status of statusNames) expect(next({ card: { status } })).not.toEqual([])
    expect(
      ['received', 'confirmed', 'assigned', 'arrived'].map((status) => leadOf(next({ card: { status: status as 'received' } }))),
    ).toEqual(['assign', 'assign', 'step', 'step'])
  })

  it('has what waits for us before what we wait for', () => {
    const call = { dueAt: toInstant(now), isTried: false }
    const nextReach = { text: 'Next: call to Dan O., 3.05am.', tried: '', isLast: false }
    expect(ids(next({ card: { status: 'received', call }, view: { nextReach } }))).toEqual(['call', 'assign', 'reach'])
    const unread = next({ card: { status: 'en_route' }, view: { messages: [{ text: 'Gate code 4', state: 'unread' }] } })
    expect([ids(unread), leadOf(unread)]).toEqual([['message', 'visit'], 'link'])
    const asked = next({ card: { status: 'arrived' }, works: [{ amountPence: 7800, state: 'proposed' }] })
    expect([ids(asked), leadOf(asked)]).toEqual([['works', 'visit'], 'wait'])
    const bill = { text: '', look: 'check' } as const
    const complaint = { next: { step: 'answer', due: 'by Thu 17 Dec', isOverdue: false } } as const
    expect(ids(next({ bill, view: { complaints: [complaint] } }))).toEqual(['complaint', 'bill'])
    expect([bill, { ...bill, look: 'owed' } as const].map((each) => leadOf(next({ bill: each })))).toEqual(['link', 'wait'])
    expect(ids(next({ bill: { ...bill, look: 'settled' }, view: { complaints: [complaint] } }))).toEqual(['complaint'])
  })
})
