import { describe, expect, test } from 'vitest'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { onEachEngine, type World } from '#test/support/world.ts'
import { readBoard } from './board.server.ts'
import { noteBooking } from './note-booking.server.ts'
import { readBoardMark, readBookingPage, readWaitingPage } from './read-board.server.ts'

onEachEngine('The board', (_, test) => {
  test('shows every booking once, page after page, also those of the same instant', async (world) => {
    await bookOne(world)
    await fillBookings(world.services.db, 120)
    await world.services.db
      .updateTable('bookings')
      .set({ createdAt: toInstant(world.clock.now()) })
      .execute()
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await readBookingPage(world.services, before)
      seen.push(...page.rows.map(({ id }) => id))
      before = page.next
    } while (before)
    expect(seen).toHaveLength(121)
    expect(new Set(seen).size).toBe(121)
    expect((await readBookingPage(world.services, 'no cursor')).rows).toHaveLength(50)
  })

  test('has another mark after whatever staff see has happened, and the same one otherwise', async ({ world, services }) => {
    const marks = [await readBoardMark(services)]
    expect(await readBoardMark(services)).toBe(marks[0])
    const booked = await bookOne(world)
    marks.push(await readBoardMark(services))
    const staffId = newId()
    await acceptBooking(services, await booked.act(staffId))
    marks.push(await readBoardMark(services))
    await noteBooking(services, { bookingId: booked.id, staffId, text: 'Rang, no answer', idempotencyKey: 'a' })
    marks.push(await readBoardMark(services))
    await services.db
      .updateTable('jobs')
      .set({ createdAt: later(world.clock.now(), -61_000) })
      .where('state', '=', 'waiting')
      .execute()
    marks.push(await readBoardMark(services))
    expect(new Set(marks).size).toBe(marks.length)
  })
})

describe('What the board says', () => {
  const cardsOf = async (world: World) => (await readBoard(world.services, null)).view

  test('Red Line stands first in the queue, with 15 minutes from its payment', async () => {
    const world = await freshWorld('sqlite')
    await bookOne(world)
    world.clock.advance(60_000)
    const red = await bookOne(world)
    await red.set({ serviceLevel: 'redline' })
    const { needed } = await cardsOf(world)
    expect(needed.map(({ isRedLine }) => isRedLine)).toEqual([true, false])
    expect(needed[0]?.clock).toEqual({ from: '2026-11-20T10:21:00.000Z', until: '2026-11-20T10:36:00.000Z' })
  })

  test('what needs a person is one list: Red Line, also assigned until someone has set off, then vulnerable people, then the least time left', async () => {
    const world = await freshWorld('sqlite')
    const [soon, later, vulnerable, red] = [await bookOne(world), await bookOne(world), await bookOne(world), await bookOne(world)]
    await soon.become('confirmed')
    await soon.set({ promisedUntil: '2026-11-20T10:55:00.000Z' })
    await vulnerable.set({ vulnerableOccupant: 1 })
    await red.become('assigned')
    await red.set({ serviceLevel: 'redline' })
    const { needed, underWay } = await cardsOf(world)
    expect(needed.map(({ id }) => id)).toEqual([red.id, vulnerable.id, soon.id, later.id])
    expect(underWay).toEqual([])
    await red.become('en_route')
    await red.isCalled()
    expect((await cardsOf(world)).needed).toHaveLength(3)
  })

  test('an assigned job is in that list while no one has set off and its window is about to end, and then until someone who is late arrives', async () => {
    const world = await freshWorld('sqlite')
    const booked = await bookOne(world)
    await booked.become('assigned')
    await booked.isCalled()
    const isNeeded = async (promisedUntil: string) => {
      await booked.set({ promisedFrom: '2026-11-20T10:00:00.000Z', promisedUntil })
      const { needed, underWay } = await cardsOf(world)
      const [card] = [...needed, ...underWay]
      expect(card?.clock).toEqual(card?.status === 'arrived' ? undefined : { from: '2026-11-20T10:00:00.000Z', until: promisedUntil })
      return needed.length === 1
    }
    expect(await isNeeded('2026-11-20T10:45:00.000Z')).toBe(false)
    expect(await isNeeded('2026-11-20T10:30:00.000Z')).toBe(true)
    await booked.become('en_route')
    expect(await isNeeded('2026-11-20T10:30:00.000Z')).toBe(false)
    world.clock.advance(minutes(11))
    await recordMissedPromises(world.services)
    expect(await isNeeded('2026-11-20T10:30:00.000Z')).toBe(true)
    await booked.become('arrived')
    expect(await isNeeded('2026-11-20T10:30:00.000Z')).toBe(false)
  })

  test('says when the engineer on the way expects to arrive, and that extra work waits for the customer’s answer', async () => {
    const world = await freshWorld('sqlite')
    const { db, clock } = world.services
    const booked = await bookOne(world)
    const marks = async () => {
      const { needed, underWay } = await cardsOf(world)
      return [...needed, ...underWay].flatMap((card) => card.marks)
    }
    await booked.become('en_route')
    await booked.isCalled()
    const isNeeded = async () => (await cardsOf(world)).needed.length === 1
    const { promisedUntil } = await booked.read()
    const expects = (expectedAt: string) => db.updateTable('bookings').set({ expectedAt }).where('id', '=', booked.id).execute()
    await expects(later(clock.now(), minutes(20)))
    expect([await marks(), await isNeeded()]).toEqual([['Engineer expects to arrive at 10.40am'], false])
    await expects(later(new Date(promisedUntil), minutes(5)))
    expect(await marks()).toEqual([expect.stringMatching(/^Engineer expects to arrive at .*, after the window: call the customer$/)])
    // Someone has to act now, not when the window ends.
    expect(await isNeeded()).toBe(true)
    await booked.become('arrived')
    expect(await marks()).toEqual([])
    const work = { bookingId: booked.id, name: 'New stop tap', description: '', lines: '[]', isUrgentRepair: 1 as const, contentHash: 'x' }
    const decision = { decidedAt: null, decidedBy: null, way: null, signerName: null, signature: null, startAskedAt: null, startText: null }
    await addRow(db, 'extraWorks', {
      ...{ ...work, ...decision, id: newId(), amountPence: 12_000, state: 'proposed', revision: 1 },
      ...{ proposedAt: toInstant(clock.now()), proposedBy: 'somebody' },
    })
    expect(await marks()).toEqual(['Extra work, up to £120: waiting for the customer’s answer'])
    await db
      .updateTable('extraWorks')
      .set({ state: 'declined', decidedAt: toInstant(clock.now()), decidedBy: 'customer', way: 'private_link' })
      .execute()
    expect(await marks()).toEqual([])
  })

  test('says how many bookings wait beyond those it shows, and where they are', async () => {
    const { world, services } = await freshWorld('sqlite')
    await bookOne(world)
    expect((await cardsOf(world)).moreWaiting.count).toBe(0)
    await fillBookings(services.db, 152)
    await services.db.updateTable('bookings').set({ status: 'received', engineerId: null, suspectedSpam: 0 }).execute()
    const view = await cardsOf(world)
    expect(view.moreWaiting).toEqual({ count: 53, page: 3 })
    const listed: string[] = []
    for (let page = 1, hasNext = true; hasNext; page++) {
      const found = await readWaitingPage(services, page)
      listed.push(...found.rows.map(({ id }) => id))
      hasNext = found.hasNext
      expect(found.count).toBe(153)
    }
    expect(new Set(listed).size).toBe(153)
    expect(new Set(listed.slice(0, 100))).toEqual(new Set(view.needed.map(({ id }) => id)))
  })

  test('says that it shows only the first of very many accepted jobs', async () => {
    const { world, services } = await freshWorld('sqlite')
    await bookOne(world)
    expect((await cardsOf(world)).isCut).toBe(false)
    await fillBookings(services.db, 300)
    await services.db.updateTable('bookings').set({ status: 'confirmed', engineerId: null, suspectedSpam: 0 }).execute()
    expect(await cardsOf(world)).toMatchObject({ isCut: true, needed: { length: 300 } })
  })

  test('a booking has one card: in the queue, on its engineer’s line, or at other hours; and none once it is over', async () => {
    const world = await freshWorld('sqlite')
    const { db } = world.services
    const at = toInstant(world.clock.now())
    await addRow(db, 'engineers', {
      id: 'dan',
      name: 'Dan',
      phone: '+447700900100',
      gasSafeNumber: null,
      base: '',
      retiredAt: null,
      createdAt: at,
    })
    const booked = await bookOne(world)
    await booked.isCalled()
    const placeOf = async (from: string | null = null) => {
      const { needed, underWay, elsewhere, line } = (await readBoard(world.services, from)).view
      const drawn = line.lines.flatMap(({ jobs }) => jobs)
      expect(new Set([...drawn, ...elsewhere].filter((card) => underWay.includes(card)))).toEqual(new Set(underWay))
      return [needed.length > 0 && 'needed', drawn.length > 0 && drawn[0]?.status, elsewhere.length > 0 && 'elsewhere'].filter(Boolean)
    }
    const give = (engineerId: string | null) => db.updateTable('bookings').set({ engineerId }).where('id', '=', booked.id).execute()
    expect(await placeOf()).toEqual(['needed'])
    await booked.become('confirmed')
    expect(await placeOf()).toEqual(['needed'])
    await give('dan')
    for (const status of ['assigned', 'en_route', 'arrived'] satisfies BookingStatus[]) {
      await booked.become(status)
      expect(await placeOf()).toEqual([status])
      expect(await placeOf('2026-11-22T08:00:00.000Z')).toEqual(['elsewhere'])
      expect((await cardsOf(world)).onTheRoad).toBe(status === 'en_route' ? 1 : 0)
    }
    // A visit in three days is only listed while someone has to act: it has no engineer, or no one has called the customer.
    await give(null)
    const inDays = { promisedFrom: '2026-11-23T10:00:00.000Z', promisedUntil: '2026-11-23T12:00:00.000Z' }
    await booked.set(inDays)
    await booked.become('confirmed')
    expect(await placeOf()).toEqual(['needed'])
    await booked.become('assigned')
    expect(await placeOf()).toEqual([])
    await booked.set({ callSettledAt: null, calledAt: null })
    expect(await placeOf()).toEqual(['needed'])
    await booked.become('completed')
    expect(await placeOf()).toEqual([])
  })
})
