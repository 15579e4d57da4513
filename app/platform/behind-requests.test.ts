import { expect, test } from 'vitest'
import { behindRequests } from './behind-requests.ts'

test('One piece of work is done in each turn of the event loop, first come first served, and one that fails stops none', async () => {
  const turns: number[] = []
  let turn = 0
  let isCounting = true
  const count = () => {
    turn += 1
    if (isCounting) setImmediate(count)
  }
  setImmediate(count)
  const work = (answer: string) =>
    behindRequests(() => {
      turns.push(turn)
      if (answer === 'bad') throw new Error(answer)
      return answer
    })
  const results = await Promise.allSettled([work('one'), work('bad'), work('three')])
  results.push(...(await Promise.allSettled([work('four')])))
  isCounting = false
  expect(results).toMatchObject([{ value: 'one' }, { reason: { message: 'bad' } }, { value: 'three' }, { value: 'four' }])
  expect(new Set(turns).size).toBe(4)
})
