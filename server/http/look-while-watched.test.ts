import { expect, test } from 'vitest'
import { lookWhileWatched } from './look-while-watched.ts'

const day = 86_400_000

/** Looks that end when the test says so. */
function openLooking() {
  const looks: PromiseWithResolvers<void>[] = []
  let isWatched = true
  const looking = lookWhileWatched({
    look() {
      const look = Promise.withResolvers<void>()
      looks.push(look)
      return look.promise
    },
    isWatched: () => isWatched,
    pollMs: day,
  })
  const began = (count: number) => expect.poll(() => looks.length).toBe(count)
  const leave = () => {
    isWatched = false
  }
  return { looking, looks, began, leave }
}

test('A wake looks without waiting for the next poll; one that comes while it looks is not lost', async () => {
  const { looking, looks, began } = openLooking()
  looking.begin()
  looking.wake()
  await began(1)
  looking.wake()
  looks[0]?.resolve()
  await began(2)
  // Woken many times, it looks once more.
  for (let count = 0; count < 50; count++) looking.wake()
  looks[1]?.resolve()
  await began(3)
  looks[2]?.resolve()
  await looking.stop()
  looking.wake()
  looking.begin()
  expect(looks).toHaveLength(3)
})

test('Nothing is read where no one follows, and stopping waits for the look that is under way', async () => {
  const { looking, looks, began, leave } = openLooking()
  looking.wake()
  await began(1)
  leave()
  looking.pause()
  const ends: string[] = []
  const stopping = looking.stop().then(() => ends.push('stopped'))
  await Promise.resolve()
  ends.push('looked')
  looks[0]?.resolve()
  await stopping
  expect(ends).toEqual(['looked', 'stopped'])
  looking.wake()
  expect(looks).toHaveLength(1)
})
