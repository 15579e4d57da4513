// @module-tag never-again
import { describe, expect, it } from 'vitest'
import type { Card } from './card.ts'
import { wallViewOf } from './wall-view.ts'

const card: Card = {
  ...{ id: 'one', reference: 'BK-7Q2M9XKD', seen: '0', status: 'received', service: 'Burst pipe', needsGasSafe: false },
  ...{ place: 'E1 6AN, Tower Hamlets', postcode: 'E1 6AN', name: 'Priya Raman', phone: '+447700900123', phoneText: '07700 900123' },
  ...{
    isRedLine: false,
    arrival: '2pm to 3pm',
    dueAt: '2026-11-23T14:00:00.000Z',
    isPressing: false,
    isVulnerable: true,
    came: 'Booked 1pm',
  },
  ...{ dangers: ['Gas'], isSuspected: false, marks: ['Vulnerable person'], engineerId: null },
  ...{ calls: 0, isExpectedLate: false, isInDanger: false, mustBeSpokenTo: true },
}

const viewOf = (needed: Card[], underWay: Card[] = []) =>
  wallViewOf({
    ...{ now: '2026-11-23T13:00:00.000Z', mark: 'mark', day: 'Monday 23 November', onTheRoad: underWay.length, needed },
    underWay,
  })

describe('What a wall screen is sent', () => {
  it('has nothing of a customer but the postcode district, and no surname of an engineer', () => {
    const assigned = { ...card, status: 'assigned', engineerId: 'dave', engineer: 'Dave van Okafor' } as const
    const call = { dueAt: '2026-11-23T12:50:00.000Z', isTried: false }
    const { rows, late } = viewOf([{ ...card, call }], [{ ...assigned, id: 'two', dueAt: '2026-11-23T13:30:00.000Z' }])
    const job = { service: 'Burst pipe', isRedLine: false, isLate: false, isToCall: false, district: 'E1' }
    expect(rows).toEqual([
      { ...job, key: 'two', status: 'Assigned', engineer: 'Dave O.', dueAt: '2026-11-23T13:30:00.000Z' },
      { ...job, key: 'one', status: 'Waiting', isLate: true, isToCall: true, dueAt: '2026-11-23T14:00:00.000Z' },
    ])
    expect(late).toBe(1)
    // The customer typed an address as the postcode.
    expect(viewOf([{ ...card, postcode: '12 Acacia Avenue' }]).rows[0]?.district).toBe('No postcode')
  })

  it('has Red Line, vulnerable people and the least time left first, who has arrived last, and no more rows than the screen has room for', () => {
    const at = (minute: number, changes: Partial<Card> = {}): Card => ({
      ...card,
      id: String(minute),
      dueAt: `2026-11-23T14:${String(minute).padStart(2, '0')}:00.000Z`,
      ...changes,
    })
    const needed = [
      ...[at(12), at(6, { isVulnerable: false }), at(11, { late: { creditPence: 5000 } }), at(10, { isSuspected: true })],
      at(20, { isRedLine: true }),
    ]
    const { rows, more, late, needed: count } = viewOf(needed, [at(2, { status: 'arrived' }), ...[3, 4, 5].map((each) => at(each))])
    expect(rows.map(({ key }) => key)).toEqual(['20', '3', '4', '5', '10', '11', '12', '6', '2'])
    expect([more, late, count]).toEqual([0, 1, 5])
    const many = viewOf(Array.from({ length: 12 }, (_, index) => at(index)))
    expect([many.rows.length, many.more]).toEqual([9, 3])
  })
})
