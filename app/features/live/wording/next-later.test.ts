import { expect, test } from 'vitest'
import { unknownFigures } from '../live-store.ts'
import { nextLater } from './next-later.ts'

const next = (minutes: number, by: string) => ({ minutes, at: '2026-11-20T14:15:00.000Z', until: '2026-11-20T16:15:00.000Z', by })

test('The next engineer is told by a time where it is later than usual, by a call where no one is free, and else not at all', () => {
  expect(nextLater(unknownFigures)).toBeUndefined()
  expect(nextLater({ ...unknownFigures, next: next(60, '5.15pm') })).toBeUndefined()
  expect(nextLater({ ...unknownFigures, next: next(120, '4.15pm') })).toBe('Next engineer by 4.15pm')
  expect(nextLater({ ...unknownFigures, next: null })).toBe('Next engineer: call us')
})
