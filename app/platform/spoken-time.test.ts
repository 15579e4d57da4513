import { expect, test } from 'vitest'
import { spokenTime } from './spoken-time.ts'

test.each([
  ['00:00', 'midnight'],
  ['00:05', '12.05am'],
  ['11:59', '11.59am'],
  ['12:30', '12.30pm'],
  ['14:15', '2.15pm'],
])('%s is %s', (time, spoken) => expect(spokenTime(time)).toBe(spoken))
