import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissedPromises, streetName } from './visit-panel.tsx'

const missed = [{ promise: 'window' as const, missedAt: '2026-11-20T12:00:00.000Z', creditPence: 5_000, feeRefundPence: 0 }]

test('a missed promise has its day, once that is over, and its credit if there is a bill to take it off', () => {
  const textAt = (now: string, mostPence = 9_250) =>
    renderToStaticMarkup(<MissedPromises view={{ missed, terms: { capPence: 14_250 }, mostPence, now }} />)
  expect(textAt('2026-11-20T12:01:00.000Z')).toContain('We said we’d be with you by noon, and we weren’t. £50 comes off your bill.')
  expect(textAt('2026-11-20T12:01:00.000Z', 0)).not.toContain('£50')
  expect(textAt('2026-11-23T09:00:00.000Z')).toContain('by noon on Friday 20 November, and we weren’t.')
})

test.each([
  ['Flat 2, 14 Cable Street', 'Cable Street'],
  ['14a Cable Street, London', 'Cable Street'],
  ['12-14 Brick Lane\nFlat 3', 'Brick Lane'],
  ['Rose Cottage, Wapping Lane', 'Rose Cottage'],
  ['', ''],
])('the street of %j is %j', (address, street) => expect(streetName(address)).toBe(street))
