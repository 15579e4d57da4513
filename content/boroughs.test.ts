import { describe, expect, it } from 'vitest'
import type { BoroughName } from './borough-names.ts'
import { boroughOfPostcode, boroughs } from './boroughs.ts'
import fixture from './fixtures/london-postcodes.json' with { type: 'json' }

/** The authorities whose borough has another name in the specification, or shares one. */
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
  return boroughs.some((borough) => borough.name === name) ? name : undefined
}

function nameAt(postcode: string): string | undefined {
  return boroughOfPostcode(postcode)?.name
}

describe('the boroughs', () => {
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

  it.each(['HA1', 'HA1 2EE', 'EN6', 'M1 1AE'])('finds no borough for %s', (postcode) => {
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
