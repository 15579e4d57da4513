import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answersTogether, together } from './batches.ts'

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

test('What keeps coming turn after turn is gathered, up to 64, and what comes after a pause is for the next time', async () => {
  const worked: number[] = []
  const add = together<number>(async (items) => void worked.push(items.length))
  const added: Promise<void>[] = []
  for (let each = 0; each < 5; each++) {
    added.push(add(each))
    await turnOfTheLoop()
  }
  await Promise.all(added)
  await add(5)
  await Promise.all(Array.from({ length: 64 }, (_, each) => add(each)))
  expect(worked).toEqual([5, 1, 64])
})

test('Questions of one turn are answered together, each with its own answer or error', async () => {
  const asked: (readonly number[])[] = []
  const half = answersTogether<number, number>(async (numbers) => {
    asked.push(numbers)
    return numbers.map((number) => (number % 2 ? new Error(`${number} is odd`) : number / 2))
  })
  const answers = await Promise.allSettled([half(4), half(3), half(8)])
  expect(answers).toMatchObject([{ value: 2 }, { reason: { message: '3 is odd' } }, { value: 4 }])
  expect(asked).toEqual([[4, 3, 8]])
})

test('Where the work on many questions fails, each is answered by itself: one that fails harms none of the others', async () => {
  const asked: (readonly number[])[] = []
  const root = answersTogether<number, number>(async (numbers) => {
    asked.push(numbers)
    if (numbers.some((number) => number < 0)) throw new Error('Below zero')
    return numbers.map(Math.sqrt)
  })
  const answers = await Promise.allSettled([root(4), root(-1), root(9)])
  expect(answers).toMatchObject([{ value: 2 }, { reason: { message: 'Below zero' } }, { value: 3 }])
  expect(asked).toEqual([[4, -1, 9], [4], [-1], [9]])
})
