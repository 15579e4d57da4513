import { expect, test } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { bodyOfVisitor, bookingBody, onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { readRinging } from './enquiries.server.ts'
import { claimBooking, joinCustomers, keepApart, splitCustomer, undoDecision } from './join-customers.server.ts'
import { noteCustomer } from './note-customer.server.ts'
import { type CustomerView, readCustomer } from './read-customer.server.ts'

const staffId = 'staff'

/** A booking that staff have accepted, so that it is a customer's. */
async function prove(services: Services, booked: Booked): Promise<string> {
  await acceptBooking(services, await booked.act(staffId))
  return customerIn(booked)
}

const customerIn = async (booked: Booked) => (await booked.read()).customerId ?? ''

const proven = async (world: World, changes: Record<string, unknown>) => {
  const booked = await bookOne(world, changes)
  return { booked, id: await prove(world.services, booked) }
}

async function viewOf({ services }: World, id: string): Promise<CustomerView> {
  const view = await readCustomer(services, id)
  if (!view || 'moved' in view) throw new Error(`No record ${id}`)
  return view
}

const shownOn = async (world: World, id: string) => (await viewOf(world, id)).bookings.map(({ card }) => card.id).toSorted()

const jane = { name: 'Jane Wright', phone: '07700 900001', email: 'jane@example.com', address: '12 High Road', postcode: 'E1 1FR' }
const tom = { name: 'Tom Wright', phone: '07700 900002', email: 'tom@example.com', address: '12 High Rd', postcode: 'E1 1FR' }

onEachEngine('A customer', (_, test) => {
  test('has the proven bookings with the same phone and email; others with the number are shown as no one’s', async (world) => {
    const { services } = world
    const first = await proven(world, jane)
    const again = await proven(world, { ...jane, name: 'J Wright', email: 'JANE@example.com' })
    const stranger = await bookOne(world, { ...jane, name: 'Somebody', email: 'somebody@example.com' })
    const otherEmail = await proven(world, { ...jane, email: 'jane@work.example' })
    expect([again.id, otherEmail.id === first.id, await customerIn(stranger)]).toEqual([first.id, false, ''])
    const input = { ...bookingBody({ ...jane, email: '', preferredDate: undefined }), timeSlot: 'ASAP' }
    const taken = await takeBooking(services, { staffId, idempotencyKey: newToken(), input })
    const { customerId } = await services.db
      .selectFrom('bookings')
      .select('customerId')
      .where('id', '=', taken.id)
      .executeTakeFirstOrThrow()
    expect(customerId).toEqual(expect.any(String))

    const view = await viewOf(world, first.id)
    expect(await shownOn(world, first.id)).toEqual([first.booked.id, again.booked.id].toSorted())
    expect(view.alike.unproven).toMatchObject([{ id: stranger.id, why: 'same number' }])
    expect(view.alike.records.map(({ recordId, why }) => [recordId, why]).toSorted()).toEqual(
      [
        [otherEmail.id, 'same number'],
        [customerId, 'same number'],
      ].toSorted(),
    )
    await claimBooking(services, { recordId: first.id, bookingId: stranger.id, staffId })
    const at = toInstant(world.clock.now())
    await addRow(services.db, 'enquiries', { id: '1', providerKey: '1', at, phone: '+447700900001', kind: 'ringing', text: '' })
    await joinCustomers(services, { recordId: first.id, otherId: otherEmail.id, staffId, kind: 'same_person' })
    const [severalRecords] = await readRinging(services)
    await joinCustomers(services, { recordId: first.id, otherId: customerId ?? '', staffId, kind: 'same_person' })
    const [oneRecord] = await readRinging(services)
    // The name is of someone who is proven to have the number.
    expect(severalRecords).toMatchObject({ find: '/staff/find?phone=%2B447700900001', name: 'Jane Wright' })
    expect(oneRecord).toMatchObject({ find: `/staff/customers/${first.id}`, name: 'Jane Wright' })
    const onVisit = { bookingId: first.booked.id, words: 'Still drips' }
    await addRow(services.db, 'complaints', { ...onVisit, id: '1', receivedAt: at, receivedBy: 'customer', channel: 'link' })
    await addRow(services.db, 'satisfactionRequests', { ...onVisit, id: '2', askedAt: at, askedBy: 'customer', wish: 'refund' })
    const claimed = await viewOf(world, first.id)
    expect([claimed.alike.unproven, claimed.after.map(({ isOpen, text }) => [isOpen, text])]).toEqual([
      [],
      [
        [true, 'Still drips'],
        [true, 'Still drips'],
      ],
    ])
    // Nothing changes for the stranger.
    expect((await stranger.read()).email).toBe('somebody@example.com')
    // An agent's many bookings don't hide another caller.
    await fillBookings(services.db, 1_001)
    await services.db.updateTable('bookings').set({ phone: '+447700900999' }).where('reference', 'like', 'BK-0000____').execute()
    await addRow(services.db, 'enquiries', { id: '2', providerKey: '2', at, phone: '+447700900999', kind: 'ringing', text: '' })
    expect(await readRinging(services)).toMatchObject([{ phoneText: '07700 900999' }, { name: 'Jane Wright' }])
  })

  test('is joined with another and undone, and both survive later bookings', async ({ world, services }) => {
    const [one, other] = [await proven(world, jane), await proven(world, { ...jane, phone: '07700 900003' })]
    const pair = { recordId: one.id, otherId: other.id, staffId }
    await joinCustomers(services, { ...pair, kind: 'same_person' })
    await joinCustomers(services, { ...pair, kind: 'same_person' })
    expect(await readCustomer(services, other.id)).toEqual({ moved: one.id })
    const later = await proven(world, { ...jane, phone: '07700 900003' })
    expect(await shownOn(world, one.id)).toEqual([one.booked.id, other.booked.id, later.booked.id].toSorted())

    const { decisions } = await viewOf(world, one.id)
    expect(decisions).toHaveLength(1)
    const undo = { decisionId: decisions[0]?.id ?? '', staffId }
    await undoDecision(services, undo)
    await undoDecision(services, undo)
    expect(await shownOn(world, one.id)).toEqual([one.booked.id])
    expect(await shownOn(world, other.id)).toEqual([other.booked.id, later.booked.id].toSorted())
    expect((await viewOf(world, one.id)).alike.records).toMatchObject([{ recordId: other.id, why: 'same email' }])
    await keepApart(services, { ...pair, kind: 'other_person' })
    for (const id of [one.id, other.id]) expect((await viewOf(world, id)).alike.records.some(({ mayBePerson }) => mayBePerson)).toBe(false)
    // Staff may still change their mind.
    await joinCustomers(services, { recordId: other.id, otherId: one.id, staffId, kind: 'same_person' })
    expect((await viewOf(world, other.id)).decisions.map(({ what }) => what)).toHaveLength(1)
  })

  test('is split, which stays so, and undone', async ({ world, services }) => {
    const [first, second] = [await proven(world, jane), await proven(world, jane)]
    await expect(splitCustomer(services, { recordId: first.id, bookingIds: [first.booked.id, second.booked.id], staffId })).rejects.toThrow(
      'at least one',
    )
    await splitCustomer(services, { recordId: first.id, bookingIds: [second.booked.id, 'none'], staffId })
    const newId = await customerIn(second.booked)
    const later = await proven(world, jane)
    expect(await shownOn(world, first.id)).toEqual([first.booked.id, later.booked.id].toSorted())
    expect(await shownOn(world, newId)).toEqual([second.booked.id])
    expect((await viewOf(world, newId)).alike.records.some(({ mayBePerson }) => mayBePerson)).toBe(false)
    const [decision] = (await viewOf(world, newId)).decisions
    await undoDecision(services, { decisionId: decision?.id ?? '', staffId })
    expect(await shownOn(world, first.id)).toEqual([first.booked.id, second.booked.id, later.booked.id].toSorted())
  })

  test('takes later bookings along where all of the bookings with its number are split off', async ({ world, services }) => {
    const [one, other] = [await proven(world, jane), await proven(world, tom)]
    await joinCustomers(services, { recordId: other.id, otherId: one.id, staffId, kind: 'same_person' })
    await noteCustomer(services, { recordId: other.id, staffId, text: 'Rings twice', idempotencyKey: 'a' })
    await splitCustomer(services, { recordId: other.id, bookingIds: [other.booked.id], staffId })
    const later = await proven(world, tom)
    const newId = await customerIn(other.booked)
    expect(await shownOn(world, newId)).toEqual([other.booked.id, later.booked.id].toSorted())
    // The record keeps its address and what was noted on it, though the customer it was named after has left it.
    expect([await shownOn(world, other.id), (await viewOf(world, other.id)).notes.map(({ text }) => text)]).toEqual([
      [one.booked.id],
      ['Rings twice'],
    ])
  })

  test('is of a household by the same address, if staff say so', async ({ world, services }) => {
    const [one, other] = [await proven(world, jane), await proven(world, tom)]
    const pair = { recordId: one.id, otherId: other.id, staffId }
    expect((await viewOf(world, one.id)).alike.records).toMatchObject([
      { recordId: other.id, why: 'same address', mayBePerson: false, mayBeHousehold: true },
    ])
    await joinCustomers(services, { ...pair, kind: 'same_household' })
    const joined = await viewOf(world, other.id)
    expect([joined.household, joined.alike.records]).toEqual([[{ recordId: one.id, name: 'Jane Wright' }], []])
    await undoDecision(services, { decisionId: joined.decisions[0]?.id ?? '', staffId })
    expect((await viewOf(world, other.id)).household).toEqual([])
    await keepApart(services, { ...pair, kind: 'other_household' })
    expect((await viewOf(world, other.id)).alike.records).toEqual([])
  })

  test('is erased with their last booking, with notes and decisions', async ({ world, services }) => {
    const { db } = services
    const erase = ({ id }: Booked) => db.transaction().execute((tx) => eraseBooking(services, tx, id))
    const [one, other] = [await proven(world, jane), await proven(world, tom)]
    await joinCustomers(services, { recordId: one.id, otherId: other.id, staffId, kind: 'same_person' })
    await noteCustomer(services, { recordId: one.id, staffId, text: 'Rings twice', idempotencyKey: 'a' })
    await erase(one.booked)
    expect(await shownOn(world, one.id)).toMatchObject([other.booked.id])
    expect((await viewOf(world, one.id)).notes).toMatchObject([{ text: 'Rings twice' }])
    await erase(other.booked)
    expect(await readCustomer(services, one.id)).toBeUndefined()
    for (const table of ['customers', 'customerNotes', 'customerDecisions'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })
})

onOneEngine('Customers, by several at a time', (engine) => {
  test('are one for bookings of a new number that are proven together, and joined while a booking comes in', {
    timeout: 60_000,
  }, async () => {
    const world = await freshWorld(racing(engine))
    const peers = openPeers(world, 3)
    const services = (index: number) => peers[index % peers.length] ?? world.services
    const of = (index: number) => bookOne(world, bodyOfVisitor(index))
    const together = [await of(1), await of(1), await of(1)]
    const ids = await Promise.all(together.map((booked, index) => prove(services(index), booked)))
    expect(new Set(ids).size).toBe(1)

    const other = await proven(world, bodyOfVisitor(2))
    const [mine = ''] = ids
    const later = [await of(1), await of(2)]
    const join = (recordId: string, otherId: string, index: number) =>
      joinCustomers(services(index), { recordId, otherId, staffId, kind: 'same_person' })
    await Promise.all([join(mine, other.id, 0), join(other.id, mine, 1), ...later.map((booked, index) => prove(services(index), booked))])
    const records = await world.services.db.selectFrom('customers').select('recordId').distinct().execute()
    expect(records).toHaveLength(1)
    expect(await shownOn(world, records[0]?.recordId ?? '')).toHaveLength(6)

    // Erased while another booking of theirs is proven.
    const last = await of(3)
    const first = await proven(world, bodyOfVisitor(3))
    await Promise.all([
      prove(services(0), last),
      services(1)
        .db.transaction()
        .execute((tx) => eraseBooking(services(1), tx, first.booked.id)),
    ])
    expect(await shownOn(world, await customerIn(last))).toEqual([last.id])
  })
})
