import { expect, it } from 'vitest'
import { addressKey, type Comparable, isSameVisit, repeatedBy } from './same-visit.ts'

const first: Comparable = {
  id: '1',
  reference: 'BK-1',
  status: 'confirmed',
  phone: '+447700900123',
  email: 'Priya@example.com',
  address: '12 Commercial Street',
  postcode: 'E1 1FR',
  createdAt: '2026-11-20T10:00:00.000Z',
  returnOf: null,
}
const later = { ...first, id: '2', reference: 'BK-2', status: 'received' as const, createdAt: '2026-11-20T10:10:00.000Z' }

it.each([
  ['the same again', {}],
  ['another email', { email: 'x@example.com' }],
  ['another phone', { phone: '+447700900999', email: 'priya@EXAMPLE.com' }],
  ['the address in other letters', { address: '12, commercial street' }],
  ['the postcode and the town in the address', { address: '12 Commercial Street, London E1 1FR', postcode: 'e11fr' }],
  ['no address yet', { address: '' }],
  ['waiting for payment', { status: 'awaiting_payment' as const }],
  ['24 hours later', { createdAt: '2026-11-21T10:00:00.000Z' }],
])('%s is the same visit', (_, changes) => {
  expect(isSameVisit(first, { ...later, ...changes })).toBe(true)
  expect(isSameVisit({ ...later, ...changes }, first)).toBe(true)
})

it.each([
  ['another customer', { phone: '+447700900999', email: 'x@example.com' }],
  ['another postcode', { postcode: 'N1 9AG' }],
  ['another flat', { address: 'Flat 2, 12 Commercial Street' }],
  ['a return visit under its guarantee', { returnOf: '1' }],
  ['the next day but one', { createdAt: '2026-11-21T10:00:00.001Z' }],
  ['a cancelled one', { status: 'cancelled' as const }],
  ['itself', { id: '1' }],
  ['an erased customer', { phone: '', email: '' }],
])('%s is another visit', (_, changes) => {
  expect(isSameVisit({ ...first, ...('phone' in changes && changes.phone === '' ? changes : {}) }, { ...later, ...changes })).toBe(false)
})

it('names the oldest of several, and nothing for the oldest itself', () => {
  const third = { ...later, id: '3', reference: 'BK-3', createdAt: '2026-11-20T11:00:00.000Z' }
  const all = [third, later, first]
  expect(all.map((each) => repeatedBy(each, all)?.reference)).toEqual(['BK-1', 'BK-1', undefined])
})

it('compares addresses whatever their spelling and order, and keeps flats and houses apart', () => {
  const key = (address: string) => addressKey({ address, postcode: 'E1 1FR' })
  for (const same of ['118 Cannon St Rd, Apt 4', 'flat 4 118 cannon street road London', 'Unit 4, 118 Cannon Street Road, E1 1FR'])
    expect(key(same)).toBe(key('Flat 4, 118 Cannon Street Road'))
  expect(key('12 A Saint John’s Ave')).toBe(key('12a St Johns Avenue'))
  for (const other of ['Flat 118, 4 Cannon Street Road', '118 Cannon Street Road', 'Flat 4, 118 Cannon Street'])
    expect(key(other)).not.toBe(key('Flat 4, 118 Cannon Street Road'))
  expect(key(' E1 1FR ')).toBe('')
})
