import { describe, expect, it } from 'vitest'
import { boroughs } from '#content/boroughs.ts'
import { areaDoubt, locate } from './locate.ts'

const known = (borough: string, multiplierPercent: number) => ({ borough, multiplierPercent, inArea: true, postcodeRead: true })

describe('locate', () => {
  it.each([
    ['E1 1FR', 'E1 1FR', 'Tower Hamlets', 95],
    ['e11fr', 'E1 1FR', 'Tower Hamlets', 95],
    ['  E1  1FR ', 'E1 1FR', 'Tower Hamlets', 95],
    ['E1 1FR.', 'E1 1FR', 'Tower Hamlets', 95],
    ['SW1A OAA', 'SW1A 0AA', 'Westminster', 115],
    ['E17 3AA', 'E17 3AA', 'Waltham Forest', 95],
    ['SW2 1JQ', 'SW2 1JQ', 'Lambeth', 100], // Brixton
    ['W8 4PT', 'W8 4PT', 'Central London', 120], // Kensington
    ['EC3V 3LA', 'EC3V 3LA', 'Central London', 120], // the City
    ['RM13 9YZ', 'RM13 9YZ', 'Havering', 85],
  ])('finds %j (%s) in %s, at %i hundredths', (typed, postcode, borough, multiplierPercent) => {
    expect(locate(typed, '')).toEqual({ postcode, ...known(borough, multiplierPercent) })
  })

  it('lets the postcode beat the borough that was chosen, and the exact district beat the table', () => {
    expect(locate('E1 1FR', 'Westminster')).toMatchObject(known('Tower Hamlets', 95))
    expect(locate('E1 1FR', 'Westminster', 'Hackney')).toMatchObject(known('Hackney', 95))
    expect(locate('E1 1FR', '', 'Kensington and Chelsea')).toMatchObject(known('Central London', 120))
    expect(locate('E1 1FR', 'Hackney', 'Harrow')).toMatchObject({ borough: null, multiplierPercent: 100, inArea: false })
  })

  it.each(['HA1 2EE', 'HA1', 'M1 1AE', 'WD17 1AA', 'GU1 1AA'])(
    'finds %s out of area, whatever borough was chosen, and charges no multiplier',
    (postcode) => {
      for (const chosen of ['', 'Westminster'])
        expect(locate(postcode, chosen)).toEqual({ postcode, borough: null, multiplierPercent: 100, inArea: false, postcodeRead: true })
    },
  )

  it.each(['near the station', 'E1 1F', '1FR E1', 'É1 1FR', '12345', '?'])(
    'keeps %j, which is no postcode, as typed, and asks the borough',
    (typed) => {
      const unread = { postcode: typed, postcodeRead: false }
      expect(locate(typed, '')).toEqual({ ...unread, borough: null, multiplierPercent: 100, inArea: false })
      expect(locate(typed, 'Bexley')).toEqual({ ...unread, borough: 'Bexley', multiplierPercent: 85, inArea: true })
    },
  )

  it.each([
    ['E1 7', 'Waltham Forest'],
    ['N1 7', 'Enfield'],
    ['W1 4', 'Central London'],
    ['SW1 6', 'Lambeth'],
  ])('does not take %j, an outward code and the beginning of the rest, for another district (in %s)', (typed, elsewhere) => {
    expect(locate(typed, '').borough).not.toBe(elsewhere)
    expect(locate(typed, '').postcode.replace(/ .*/, '')).toBe(typed.replace(/ .*/, ''))
  })

  it.each(['W1', 'SW1', 'EC1', 'EC2', 'EC3', 'EC4', 'WC1', 'WC2'])('does not call %s, all of it in our boroughs, out of area', (typed) => {
    expect(locate(typed, '').inArea).toBe(true)
    expect(locate(typed, 'Westminster')).toMatchObject({ borough: 'Westminster', multiplierPercent: 115, inArea: true })
  })

  it.each(boroughs.map(({ name, multiplierPercent }) => [name, multiplierPercent] as const))(
    'knows %s by name, in any case',
    (name, percent) => {
      for (const typed of [name, name.toUpperCase(), name.toLowerCase()])
        expect(locate('', typed)).toEqual({ postcode: '', ...known(name, percent) })
    },
  )

  it.each([
    ['Kensington', 'Central London'],
    ['kensington & chelsea', 'Central London'],
    ['Hammersmith and Fulham', 'Central London'],
    ['Brixton', 'Lambeth'],
    ['Richmond upon Thames', 'Richmond'],
  ])('takes %s for %s', (typed, borough) => {
    expect(locate('', typed)).toMatchObject({ borough, inArea: true })
  })

  it.each(['Atlantis', 'Harrow', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'knows no borough %s, and charges no multiplier there',
    (typed) => {
      expect(locate('', typed)).toMatchObject({ borough: null, multiplierPercent: 100, inArea: false })
    },
  )

  it('knows nothing of nowhere', () => {
    expect(locate('', '')).toEqual({ postcode: '', borough: null, multiplierPercent: 100, inArea: false, postcodeRead: true })
  })

  it('says why no one drives there yet: outside our boroughs, or at an unknown place', () => {
    expect(areaDoubt({ inArea: 0, postcode: 'M1 1AE' })).toBe('outside')
    for (const postcode of ['', 'near the station']) expect(areaDoubt({ inArea: 0, postcode })).toBe('unknown')
    expect(areaDoubt({ inArea: 1, postcode: 'SW1' })).toBeUndefined()
  })
})
