import { expect, test } from 'vitest'
import { durationText } from './delivery-words.ts'

test('A duration is said in whole units that have gone by', () => {
  const seconds = 1_000
  const texts = [
    -1,
    40.4,
    2_490,
    59_999,
    60 * seconds,
    119 * seconds,
    7_199 * seconds,
    7_200 * seconds,
    172_799 * seconds,
    172_800 * seconds,
  ]
  expect(texts.map(durationText)).toEqual(['0 ms', '40 ms', '2.4 s', '59.9 s', '1 min', '1 min', '119 min', '2 h', '47 h', '2 days'])
})
