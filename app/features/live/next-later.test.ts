import { expect, test } from 'vitest'
import { unknownFigures } from '#app/features/live-feed/live-store.ts'
import { nextLater } from './next-later.ts'

test('The next engineer is told by a time where it is later than usual, by a call where no one is free, and else not at all', () => {
  expect(nextLater(unknownFigures)).toBeUndefined()
  expect(nextLater({ ...unknownFigures, nextMinutes: 60 })).toBeUndefined()
  expect(nextLater({ ...unknownFigures, nextMinutes: 120, nextBy: '4.15pm' })).toBe('Next engineer by 4.15pm')
  expect(nextLater({ ...unknownFigures, isNobodyFree: true })).toBe('Next engineer: call us')
})
