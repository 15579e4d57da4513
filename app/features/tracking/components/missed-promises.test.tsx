import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissedPromises } from './missed-promises.tsx'

const missed = [{ promise: 'window' as const, missedAt: '2026-11-20T12:00:00.000Z', creditPence: 5_000, feeRefundPence: 0 }]

test('a missed promise has its day, once that is over', () => {
  const textAt = (now: string) => renderToStaticMarkup(<MissedPromises view={{ missed, terms: { capPence: 14_250 }, now }} />)
  expect(textAt('2026-11-20T12:01:00.000Z')).toContain('We said we’d be with you by noon, and we weren’t. £50 comes off your bill.')
  expect(textAt('2026-11-23T09:00:00.000Z')).toContain('by noon on Friday 20 November, and we weren’t.')
})
