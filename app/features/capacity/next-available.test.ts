import { expect, it } from 'vitest'
import { nextFromBoard } from './next-available.ts'

const now = new Date('2026-11-20T10:20:00.000Z')

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
