import { expect, it } from 'vitest'
import { agoText } from './live-figures.island.tsx'

const now = Date.parse('2026-11-20T13:42:00Z')

it.each([
  ['2026-11-20T13:45:00Z', 'just now'],
  ['2026-11-20T13:40:00Z', 'just now'],
  ['2026-11-20T13:35:00Z', '5 min ago'],
  ['2026-11-20T13:00:00Z', '40 min ago'],
  ['2026-11-20T12:45:00Z', '55 min ago'],
  ['2026-11-20T12:40:00Z', '1 h ago'],
  ['2026-11-19T13:45:00Z', '23 h ago'],
  ['2026-11-19T13:40:00Z', '1 day ago'],
  ['2026-11-17T13:40:00Z', '3 days ago'],
])('%s at 13:42 on 20 November', (at, text) => {
  expect(agoText(at, now)).toBe(text)
})
