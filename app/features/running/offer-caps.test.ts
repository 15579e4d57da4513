// @module-tag never-again
import { expect, test } from 'vitest'
import { defaultPrices, priceList } from '#content/price-list.ts'
import { capsTable } from './offer-caps.ts'

test('An owner reads what an offer does to the price cap at each rate, for every type that it is for, also in the cheapest borough', () => {
  const boiler = capsTable('offer-boiler-65', defaultPrices)
  expect(boiler?.rates).toEqual(['Day', 'Evening/Saturday', 'Night/Sunday/Bank Holiday'])
  expect(boiler?.rows.map(({ caps }) => caps.map((each) => each.join(' → ')))).toEqual([
    ['£180 → £126', '£180 → £126', '£189 → £135'],
    ['£153 → £99', '£153 → £99', '£189 → £135'],
  ])
  expect(capsTable('offer-callout-25', defaultPrices)?.rows).toHaveLength(18)
  expect(capsTable('fees', defaultPrices)).toBeUndefined()
})

test('and what it costs to cap at the estimate, whatever is set', () => {
  for (const capsAtEstimate of [false, true]) {
    const rows = capsTable('cap', priceList({ cap: { capsAtEstimate } }))?.rows
    expect(rows?.find(({ type }) => type === 'Toilet Repair')?.caps).toEqual([
      ['£119', '£110'],
      ['£149', '£110'],
      ['£189', '£110'],
    ])
  }
})
