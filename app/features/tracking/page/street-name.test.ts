import { expect, test } from 'vitest'
import { streetName } from './street-name.ts'

test.each([
  ['Flat 2, 14 Cable Street', 'Cable Street'],
  ['14a Cable Street, London', 'Cable Street'],
  ['12-14 Brick Lane\nFlat 3', 'Brick Lane'],
  ['Rose Cottage, Wapping Lane', 'Rose Cottage'],
  ['', ''],
])('the street of %j is %j', (address, street) => expect(streetName(address)).toBe(street))
