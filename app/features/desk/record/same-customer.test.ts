import { expect, test } from 'vitest'
import { type Contact, homeKey, isSimilarName, likenessOf } from './same-customer.ts'

test.each([
  ['Jane Wright', 'J. Wright', true],
  ['Mrs Jane Wright', 'wright jane', true],
  ['Ångström Raman', 'Raman Angstrom', true],
  ['Jane Wright', 'Tom Wright', false],
  ['Jane', 'Jane', true],
  ['Jane Wright', 'Jane', false],
  ['Mr', 'Mr', false],
])('%s and %s: %s', (a, b, isSimilar) => expect(isSimilarName(a, b)).toBe(isSimilar))

test.each([
  ['Flat 3, 12 Cannon Street Road', '12 Cannon St Rd, flat 3', true],
  ['12 Cannon Street Road', '12 Cannon St, E1 1FR', true],
  ['Flat 3, 12 Cannon Street Road', 'Flat 4, 12 Cannon Street Road', false],
  ['The Old Dairy', 'Old Dairy, The', true],
  ['', '', false],
])('%s and %s are one home: %s', (a, b, isSame) => {
  const [first, second] = [a, b].map((address) => homeKey({ address, postcode: 'E1 1FR' }))
  expect(first !== '' && first === second).toBe(isSame)
})

test('the strongest reason is given', () => {
  const one = { name: 'Jane Wright', phone: '+447700900001', email: 'jane@example.com', address: '12 High Road', postcode: 'E1 1FR' }
  const like = (changes: Partial<Contact>) => {
    const stranger = { name: 'Tom Okoro', phone: '+447700900002', email: '', address: '', postcode: 'E1' }
    return likenessOf([one], [{ ...stranger, ...changes }])
  }
  const home = { address: '12 High Rd', postcode: 'E1 1FR' }
  expect(like({ ...home, phone: one.phone })).toBe('same number')
  expect(like({ ...home, email: 'JANE@example.com' })).toBe('same email')
  expect(like({ ...home, name: 'J Wright' })).toBe('similar name, same address')
  expect(like(home)).toBe('same address')
  expect(like({ address: '12 High Road' })).toBeUndefined()
  expect(likenessOf([{ ...one, phone: '', email: '' }], [{ ...one, phone: '', email: '', name: 'Ed Li', postcode: '' }])).toBeUndefined()
})
