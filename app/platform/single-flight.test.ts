import { describe, expect, test } from 'vitest'
import { coalesced } from './single-flight.ts'

/** Work whose runs end when the test decides. */
function heldWork() {
  const ends: PromiseWithResolvers<void>[] = []
  const work = coalesced(() => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  })
  return { work, ends }
}

describe('Coalesced work', () => {
  test('runs once more, and once only, for all that ask while it runs; each waits for that run', async () => {
    const { work, ends } = heldWork()
    const first = work.run()
    let isDone = false
    const later = Promise.all([work.run(), work.run(), work.run()]).then(() => {
      isDone = true
    })
    expect(ends).toHaveLength(1)
    ends[0]?.resolve()
    await Promise.resolve()
    await expect.poll(() => ends.length).toBe(2)
    expect(isDone).toBe(false)
    ends[1]?.resolve()
    await Promise.all([first, later, work.settled()])
    expect(ends).toHaveLength(2)
  })

  test('can be asked for again after it has failed', async () => {
    const { work, ends } = heldWork()
    const failing = work.run()
    ends[0]?.reject(new Error('no database'))
    await expect(failing).rejects.toThrow('no database')
    const next = work.run()
    ends[1]?.resolve()
    await next
  })
})
