import { expect, test } from 'vitest'
import { eachApart } from './each-apart.ts'

test('An item that fails doesn’t hold up the others, and is reported at the end', async () => {
  const done: number[] = []
  const act = async (item: number) => {
    if (item === 2) throw new Error('locked')
    return done.push(item) > 0
  }
  await expect(eachApart([1, 2, 3], act)).rejects.toThrow('1 of 3')
  expect(done).toEqual([1, 3])
})
