import { expect, test } from 'vitest'
import { together } from './together.ts'

test('What is added in one turn of the event loop is worked on at once, and each who added hears how it went', async () => {
  const worked: (readonly number[])[] = []
  const add = together<number>(async (items) => {
    worked.push(items)
    if (items.includes(0)) throw new Error('Not these')
  })
  await Promise.all([add(1), add(2)])
  const failing = await Promise.allSettled([add(3), add(0)])
  await add(4)
  expect(worked).toEqual([[1, 2], [3, 0], [4]])
  expect(failing).toMatchObject([{ reason: { message: 'Not these' } }, { reason: { message: 'Not these' } }])
})
