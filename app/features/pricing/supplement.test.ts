// @module-tag never-again
import { expect, test } from 'vitest'
import { priceList } from '#content/price-list.ts'
import { billFor, rateCardOf } from './bill.ts'
import { estimateFor } from './estimate.ts'
import { supplementAt, supplementsText } from './supplement.ts'

const prices = priceList({ supplements: { nightPence: 2_000, sundayPence: 3_000, bankHolidayPence: 1_000 } })

test.each([
  ['2026-11-23T08:00Z', undefined],
  ['2026-11-23T21:59Z', undefined],
  ['2026-11-23T22:00Z', 'Night supplement'],
  ['2026-11-24T07:59Z', 'Night supplement'],
  ['2026-11-22T12:00Z', 'Sunday supplement'],
  // The largest that applies, not the sum.
  ['2026-11-22T23:00Z', 'Sunday supplement'],
  ['2026-12-25T12:00Z', 'Bank holiday supplement'],
  ['2026-12-25T02:00Z', 'Night supplement'],
  // London time.
  ['2026-07-06T21:00Z', 'Night supplement'],
])('A visit at %s has: %s', (at, name) => {
  expect(supplementAt(prices, at)?.name).toBe(name)
})

test('None is added unless the owner has set one', () => {
  const usual = priceList({})
  expect(supplementAt(usual, '2026-11-22T12:00Z')).toBeUndefined()
  expect(supplementsText(usual)).toBe('')
  expect(supplementsText(prices)).toBe('The most you’ll pay may go up by £20 at night (10pm to 8am), £30 on Sundays, £10 on bank holidays.')
})

test('It raises the estimate, after the multiplier, and with it the most that the work can cost', () => {
  const sunday = '2026-11-22T12:00:00.000Z'
  const estimate = estimateFor(prices, 'Burst Pipe', 'Hackney', 95, supplementAt(prices, sunday))
  expect(estimate).toMatchObject({ estimatePence: 17_250, supplement: { pence: 3_000 } })
  const visit = { arrivedAt: sunday, minutesOnSite: 60 }
  expect(billFor(visit, { ...rateCardOf(prices), estimate }).totalPence).toBe(17_250)
  // A bill below it is unchanged.
  const dear = estimateFor(prices, 'Boiler Breakdown', 'Westminster', 115, supplementAt(prices, sunday))
  expect(billFor({ ...visit, minutesOnSite: 20 }, { ...rateCardOf(prices), estimate: dear }).totalPence).toBe(18_900)
})
