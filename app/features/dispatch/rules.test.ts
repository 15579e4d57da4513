import { expect, it } from 'vitest'
import { nextFromBoard } from '#app/features/capacity/next-available.ts'
import { shiftOf } from './shift-times.ts'
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

const hoursOf = (shift: ReturnType<typeof shiftOf>) =>
  'problems' in shift ? shift.problems : (Date.parse(shift.endsAt) - Date.parse(shift.startsAt)) / 3_600_000

it('reads shifts by London’s clocks: over midnight, and an hour shorter or longer where the clocks change', () => {
  const night = { from: '22:00', until: '06:00' }
  expect(shiftOf({ day: '2026-11-20', ...night }, now)).toEqual({
    startsAt: '2026-11-20T22:00:00.000Z',
    endsAt: '2026-11-21T06:00:00.000Z',
  })
  // Forward in the night to 28 March 2027, back in the night to 31 October 2027.
  expect(hoursOf(shiftOf({ day: '2027-03-27', ...night }, now))).toBe(7)
  expect(hoursOf(shiftOf({ day: '2027-10-30', ...night }, now))).toBe(9)
  expect(shiftOf({ day: '2027-03-28', from: '00:00', until: '08:00' }, now)).toEqual({
    startsAt: '2027-03-28T00:00:00.000Z',
    endsAt: '2027-03-28T07:00:00.000Z',
  })
  expect(hoursOf(shiftOf({ day: '2027-07-01', from: '08:00', until: '18:00' }, now))).toBe(10)
  // A time that the night leaves out is an hour later.
  expect(shiftOf({ day: '2027-03-28', from: '01:30', until: '02:30' }, now)).toMatchObject({ problems: { until: expect.any(String) } })
  expect(shiftOf({ day: '2026-11-21', from: '08:00', until: '07:00' }, now)).toEqual({ problems: { until: 'A shift is 16 hours at most' } })
  expect(shiftOf({ day: '2026-11-19', from: '08:00', until: '18:00' }, now)).toHaveProperty('problems.day')
  expect(shiftOf({ day: '2026-02-30', from: '08:00', until: '18:00' }, now)).toHaveProperty('problems.day')
})

it('finds when the next engineer is free: 45 minutes for the way, after what waits, never more than 90', () => {
  const atWork = (...ids: string[]) => ids.map((id) => ({ id, startsAt: '2026-11-20T08:00:00.000Z' }))
  const job = (
    engineerId: string | null,
    status: 'received' | 'assigned' | 'en_route' | 'arrived' = 'assigned',
    promisedFrom = '2026-11-20T10:00:00.000Z',
  ) => ({
    engineerId,
    status,
    promisedFrom,
  })
  expect(nextFromBoard([], [], now)).toBeUndefined()
  expect(nextFromBoard(atWork('dan'), [], now)).toBe(45)
  expect(nextFromBoard(atWork('dan'), [job('dan', 'arrived')], now)).toBe(75)
  expect(nextFromBoard(atWork('dan'), [job('dan')], now)).toBe(90)
  expect(nextFromBoard(atWork('dan', 'mia'), [job('dan')], now)).toBe(45)
  // One that waits for anybody takes the first who is free.
  expect(nextFromBoard(atWork('dan', 'mia'), [job('dan', 'arrived'), job(null, 'received')], now)).toBe(75)
  expect(nextFromBoard(atWork('dan'), [job('dan'), job('dan'), job(null, 'received')], now)).toBe(90)
  // Whoever comes in 20 minutes is on the way in 20; somebody else’s job keeps nobody here busy.
  expect(nextFromBoard([{ id: 'dan', startsAt: '2026-11-20T10:40:00.000Z' }], [job('mia')], now)).toBe(65)
})
