import { describe, expect, it } from 'vitest'
import type { BoroughName } from './borough-names.ts'
import { boroughOfPostcode, boroughs } from './boroughs.ts'
import fixture from './fixtures/london-postcodes.json' with { type: 'json' }

const multipliers: Readonly<Record<BoroughName, number>> = {
  'Central London': 120,
  Westminster: 115,
  Richmond: 115,
  Kingston: 110,
  Wandsworth: 105,
  Barnet: 105,
  Camden: 100,
  Islington: 100,
  Southwark: 100,
  Lambeth: 100,
  Merton: 100,
  Ealing: 100,
  Hackney: 95,
  'Tower Hamlets': 95,
  Hounslow: 95,
  Brent: 95,
  Haringey: 95,
  'Waltham Forest': 95,
  Bromley: 95,
  Sutton: 95,
  Greenwich: 90,
  Lewisham: 90,
  Hillingdon: 90,
  Enfield: 90,
  Redbridge: 90,
  Newham: 90,
  Croydon: 90,
  Havering: 85,
  Barking: 85,
  Bexley: 85,
}

/** Where the specification's name for a borough differs from the authority's, or covers several. */
const renamed: Readonly<Record<string, BoroughName>> = {
  'Barking and Dagenham': 'Barking',
  'City of London': 'Central London',
  'Hammersmith and Fulham': 'Central London',
  'Kensington and Chelsea': 'Central London',
  'Kingston upon Thames': 'Kingston',
  'Richmond upon Thames': 'Richmond',
}

function boroughOfAuthority(authority: string): string | undefined {
  const name = renamed[authority] ?? authority
  return Object.hasOwn(multipliers, name) ? name : undefined
}

function nameAt(postcode: string): string | undefined {
  return boroughOfPostcode(postcode)?.name
}

describe('the boroughs', () => {
  it('are the 30 of the specification, with its multipliers', () => {
    expect(boroughs).toHaveLength(30)
    expect(Object.fromEntries(boroughs.map(({ name, multiplierPercent }) => [name, multiplierPercent]))).toEqual(multipliers)
  })

  it('share no prefix and have at least one each', () => {
    const prefixes = boroughs.flatMap((borough) => borough.prefixes)
    expect(prefixes.filter((prefix, index) => prefixes.indexOf(prefix) !== index)).toEqual([])
    expect(boroughs.filter((borough) => borough.prefixes.length === 0)).toEqual([])
  })

  it('have only outward codes and sectors as prefixes', () => {
    const malformed = boroughs.flatMap((borough) => borough.prefixes).filter((prefix) => !/^[A-Z]{1,2}\d[A-Z\d]?( \d)?$/.test(prefix))
    expect(malformed).toEqual([])
  })
})

describe('boroughOfPostcode', () => {
  it.each([
    ['E1 1FR', 'Tower Hamlets'],
    ['E10', 'Waltham Forest'],
    ['E10 5QH', 'Waltham Forest'],
    ['E1W 3SS', 'Tower Hamlets'],
    ['SW16 1PN', 'Lambeth'],
    ['SW16 4UW', 'Croydon'],
    ['N1', 'Islington'],
    ['N1 6LP', 'Hackney'],
    // Brixton.
    ['SW2 1JQ', 'Lambeth'],
    ['SW9', 'Lambeth'],
  ])('finds the longest code for %s', (postcode, name) => {
    expect(nameAt(postcode)).toBe(name)
  })

  it('matches an outward code only as a whole', () => {
    expect(nameAt('W4')).toBe('Hounslow')
    expect(nameAt('W40')).toBeUndefined()
    expect(nameAt('SW1')).toBeUndefined()
    expect(nameAt('SW')).toBeUndefined()
    expect(nameAt('')).toBeUndefined()
  })

  it.each(['HA1', 'HA1 2EE', 'HA2', 'HA3', 'HA5', 'HA7', 'EN6', 'WD17', 'TW15', 'M1 1AE'])('finds no borough for %s', (postcode) => {
    expect(boroughOfPostcode(postcode)).toBeUndefined()
  })

  it('finds a borough of the right name for every code of an independent list', () => {
    const wrong = fixture.codes
      .map(({ postcode, authority }) => ({ postcode, expected: boroughOfAuthority(authority), found: nameAt(postcode) }))
      .filter(({ expected, found }) => expected !== found)
    expect(wrong).toEqual([])
    expect(fixture.codes.length).toBeGreaterThan(150)
  })
})
