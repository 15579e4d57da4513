import { expect, test } from 'vitest'
import { boroughs } from '#content/boroughs.ts'
import { outcodeCentres } from '#content/outcode-centres.ts'
import { driveMinutes, outcodeOf } from './drive-minutes.ts'

const atNight = new Date('2026-11-20T03:00:00.000Z')
const atSix = new Date('2026-11-20T17:00:00.000Z')

test('Every outward code of our boroughs has a centre', () => {
  const outcodes = boroughs.flatMap(({ prefixes }) => prefixes.map((prefix) => prefix.split(' ')[0] ?? ''))
  expect([...new Set(outcodes)].filter((outcode) => !outcodeCentres[outcode])).toEqual([])
})

test('A drive is longer in the rush hour and further off, the same both ways, and never shorter than 10 minutes', () => {
  expect(driveMinutes('E1', 'E1', atNight)).toBe(10)
  expect(driveMinutes('E1', 'E2', atSix)).toBeLessThan(driveMinutes('E1', 'SW9', atSix))
  expect(driveMinutes('E1', 'TW3', atNight)).toBeLessThan(driveMinutes('E1', 'TW3', atSix))
  expect(driveMinutes('TW3', 'E1', atSix)).toBe(driveMinutes('E1', 'TW3', atSix))
  // Whitechapel to Croydon: 15 km in a straight line.
  expect(driveMinutes('E1', 'CR0', atNight)).toBeGreaterThan(40)
  expect(driveMinutes('E1', 'CR0', atNight)).toBeLessThan(60)
})

test('A drive from or to a place that is not known takes 30 minutes, one out of London 60', () => {
  expect(driveMinutes(undefined, 'E1', atSix)).toBe(30)
  expect(driveMinutes('E1', undefined, atSix)).toBe(30)
  expect(driveMinutes('E1', 'M1', atSix)).toBe(60)
})

test.each([
  ['E1 1FR', 'E1'],
  ['ec1v9bd', 'EC1V'],
  ['SW9', 'SW9'],
  ['Brixton', undefined],
  ['', undefined],
])('The outward code of %s is %s', (postcode, outcode) => {
  expect(outcodeOf(postcode)).toBe(outcode)
})
