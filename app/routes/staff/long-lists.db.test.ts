import { expect } from 'vitest'
import { readDue } from '#app/features/aftercare/read-due.server.ts'
import { findToIssue } from '#app/features/billing/find-bills.server.ts'
import { billPaid } from '#app/features/billing/phone-bill.ts'
import { readRefusedPayments } from '#app/features/billing/read-refused-payments.server.ts'
import { readToCall } from '#app/features/billing/read-to-call.server.ts'
import { readBookingsOf } from '#app/features/booking/read-booking.server.ts'
import { readCustomer } from '#app/features/desk/read-customer.server.ts'
import { readInbox } from '#app/features/desk/read-inbox.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { billed, visited } from '#test/support/billed.ts'
import { bookOne } from '#test/support/booked.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, type World } from '#test/support/world.ts'

/** The ids of that many more bookings. */
async function filled({ services: { db } }: World, count: number): Promise<string[]> {
  await fillBookings(db, count)
  const rows = await db.selectFrom('bookings').select('id').where('reference', 'like', 'BK-00000___').execute()
  return rows.map(({ id }) => id)
}

onOneEngine('A list that people work from', (_, test) => {
  test('of visits to bill has those behind a hundred that cost nothing', async (world) => {
    const late = await visited(world)
    await filled(world, 101)
    await world.services.db
      .updateTable('bookings')
      .set({ status: 'no_access', promisedFrom: later(world.clock.now(), -days(1)) })
      .where('id', '!=', late.id)
      .execute()
    expect(await findToIssue(world.services)).toMatchObject([{ bookingId: late.id }])
  })

  test('of unpaid bills to call about has the newest of hundreds', async (world) => {
    const { db } = world.services
    await billed(world)
    const bill = await db.selectFrom('bills').selectAll().executeTakeFirstOrThrow()
    const ids = await filled(world, 500)
    const copy = (bookingId: string, at: number) => ({ ...bill, id: bookingId, bookingId, number: at + 2, reference: `2026-${at + 2}` })
    await addRow(db, 'bills', ids.map(copy))
    world.clock.advance(days(15))
    expect(await readToCall(world.services)).toHaveLength(501)
  })

  test('of payments refused at the door, of what customers are owed, and of a customer’s own bookings is whole', async (world) => {
    const { db } = world.services
    const booked = await bookOne(world)
    const ids = [booked.id, ...(await filled(world, 200))]
    const at = toInstant(world.clock.now())
    const act = { engineerId: await engineer(world), kind: billPaid, at, phoneAt: at, correction: null, receivedAt: at, dismissedAt: null }
    await addRow(
      db,
      'engineerActs',
      ids.map((bookingId) => ({ ...act, key: bookingId, bookingId, refusal: 'No' })),
    )
    await addRow(
      db,
      'complaints',
      ids.map((bookingId) => ({ id: bookingId, bookingId, receivedAt: at, receivedBy: 'customer', channel: 'link' as const })),
    )
    const part = { name: 'Valve', dueOn: '2026-11-19', addedAt: at, addedBy: 'dana' }
    await addRow(
      db,
      'awaitedParts',
      ids.map((bookingId) => ({ ...part, id: bookingId, bookingId })),
    )
    const { email } = await booked.read()
    await db.updateTable('bookings').set({ email }).execute()
    const { services } = world
    const lists = [await readRefusedPayments(services), await readDue(services), await readBookingsOf(services, email.toLowerCase())]
    expect(lists.map(({ length }) => length)).toEqual([201, 402, 201])
  })

  test('of messages has everyone who waits for an answer, behind hundreds of answered ones', async (world) => {
    const { db } = world.services
    const ids = await bookOne(world).then(() => filled(world, 303))
    const at = toInstant(world.clock.now())
    const message = { at, sender: 'customer' as const, actor: 'customer', text: 'Thank you', readAt: at }
    const write = (bookingId: string, answeredAt: string | null, readAt: string | null = at) => {
      const id = newId()
      return { ...message, id, idempotencyKey: id, bookingId, answeredAt, readAt }
    }
    const [unread = '', read = '', ...others] = ids
    await addRow(db, 'bookingMessages', [write(unread, null, null), write(read, null), ...others.map((id) => write(id, at))])
    const threads = await readInbox(world.services)
    expect([threads.length, ...threads.slice(0, 2).map(({ id, state }) => [id, state])]).toEqual([100, [unread, 'unread'], [read, 'read']])
  })

  test('of customers who may be the same has an old one behind many bookings of their own', async (world) => {
    const { db } = world.services
    const accepted = async (changes: Record<string, unknown>) => {
      const booked = await bookOne(world, changes)
      await acceptBooking(world.services, await booked.act('dana'))
      return (await booked.read()).customerId ?? ''
    }
    const home = { address: '12 High Road', postcode: 'E1 1FR' }
    const tom = await accepted({ ...home, name: 'Tom Wright', phone: '07700 900002', email: 'tom@example.com' })
    world.clock.advance(days(1))
    const jane = await accepted({ ...home, name: 'Jane Wright', phone: '07700 900001', email: 'jane@example.com' })
    const ids = await filled(world, 50)
    const own = await db
      .selectFrom('bookings')
      .select(['phone', 'email', 'address', 'postcode', 'createdAt'])
      .where('customerId', '=', jane)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('bookings')
      .set({ ...own, customerId: jane })
      .where('id', 'in', ids)
      .execute()
    expect(await readCustomer(world.services, jane)).toMatchObject({ alike: { records: [{ recordId: tom }] } })
  })
})
