import { expect, it } from 'vitest'
import { type Comparable, isSameVisit, repeatedBy } from './same-visit.ts'

const first: Comparable = {
  id: '1',
  reference: 'BK-1',
  status: 'confirmed',
  phone: '+447700900123',
  email: 'Priya@example.com',
  address: '12 Commercial Street',
  postcode: 'E1 1FR',
  createdAt: '2026-11-20T10:00:00.000Z',
  suspectedSpam: 0,
}
const later = { ...first, id: '2', reference: 'BK-2', status: 'received' as const, createdAt: '2026-11-20T10:10:00.000Z' }

it.each([
  ['the same again', {}],
  ['another email', { email: 'x@example.com' }],
  ['another phone', { phone: '+447700900999', email: 'priya@EXAMPLE.com' }],
  ['the address in other letters', { address: '12, commercial street' }],
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
  ['the next day but one', { createdAt: '2026-11-21T10:00:00.001Z' }],
  ['a cancelled one', { status: 'cancelled' as const }],
  ['one that was not paid in time', { status: 'expired' as const }],
  ['what looks like spam', { suspectedSpam: 1 as const }],
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
