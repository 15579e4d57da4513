import { expect, test } from 'vitest'
import { proofOf } from '#app/features/booking/proof.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { proveBooking } from '#app/features/tracking/prove-booking.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { handOut } from '#test/support/announced.ts'
import { isDeep } from '#test/support/depth.ts'
import { freshWorld, openPeers, submissionOf } from '#test/support/fresh.ts'
import { bodyOfVisitor, onOneEngine, racing, type World } from '#test/support/world.ts'

const day = '2026-11-21'
const slots = ['10:00 - 12:00', '12:00 - 14:00', '14:00 - 16:00', '16:00 - 18:00']

/** A firm with three engineers at work from 8am to 6pm. */
async function firm(engine: Parameters<typeof freshWorld>[0]): Promise<World> {
  const world = await freshWorld(engine, { env: { RATE_LIMIT_SCALE: '1' } })
  for (let each = 0; each < 3; each++) {
    const fields = { name: `Dan ${each}`, phone: `07700 ${900_800 + each}`, gasSafeNumber: '', base: 'Bow' }
    const engineerId = await addEngineer(world.services, { staffId: 'staff', fields })
    await planShift(world.services, {
      staffId: 'staff',
      personId: engineerId,
      fields: { day, from: '08:00', until: '18:00', kind: 'shift' },
    })
  }
  return world
}

/** Books. Returns the stored booking, or undefined if that time is full. */
async function book(
  { services }: Pick<World, 'services'>,
  visitor: number,
  changes: Record<string, unknown> = {},
  clientKey: string = newId(),
) {
  try {
    const body = bodyOfVisitor(visitor, { preferredDate: day, timeSlot: slots[0], ...changes })
    const { reference } = await submitBooking(services, submissionOf({ body, clientKey }))
    return await services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  } catch (error) {
    if ((error as { code?: string }).code === 'invalid') return undefined
    throw error
  }
}

/** Books the first slot that isn't full, from the wanted one on. */
async function bookNextFree(world: World, visitor: number, changes: Record<string, unknown>, clientKey?: string) {
  for (let each = 0; each < slots.length; each++) {
    const booked = await book(world, visitor, { ...changes, timeSlot: slots[(visitor + each) % slots.length] }, clientKey)
    if (booked) return booked
  }
  return undefined
}

const londonHour = (at: string) => at.slice(11, 13)

const read = ({ services }: World, { id }: Booking) =>
  services.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const prove = (world: World, booking: Booking, proof = proofOf(world.services.secrets, booking)) =>
  proveBooking(world.services, { bookingId: booking.id, actor: 'customer', clientKey: newId(), proof })

const placesHeld = async ({ services }: World) =>
  new Set((await services.db.selectFrom('visitPlaces').select('bookingId').execute()).map(({ bookingId }) => bookingId)).size

onOneEngine('Bookings that no one has proven', (engine) => {
  test('can’t fill a day, however many phones, mailboxes and addresses make them up; a tap on the email gets the next free time', async () => {
    const world = await firm(engine)
    // Forty clients; each takes what it can get.
    for (let visitor = 0; visitor < (isDeep ? 160 : 40); visitor++)
      await bookNextFree(world, visitor, { address: `${visitor} Cable Street` }, `client ${visitor % 40}`)
    const held = await placesHeld(world)
    // Honest customers: stored, and told that we call, or placed if the day has room.
    const honest = []
    for (let each = 0; each < 4; each++) honest.push(await bookNextFree(world, 500 + each, { address: `${each} Brick Lane` }))
    const stored = honest.filter((each) => each !== undefined)
    const waiting = stored.filter(({ toAgree }) => toAgree === 1)
    for (const booking of waiting) await prove(world, booking)
    const after = await Promise.all(waiting.map((booking) => read(world, booking)))
    const placed = after.filter(({ toAgree }) => toAgree === 0)
    expect([held, waiting.length]).toEqual([8, honest.length])
    expect(stored.length).toBe(honest.length)
    expect(placed.length).toBeGreaterThanOrEqual(2)
    // The others can have the made-up ones' places once those have had their half hour.
    world.clock.advance(minutes(31))
    for (const booking of after.filter(({ toAgree }) => toAgree === 1)) {
      const timeSlot = slots.find((slot) => booking.slotStartsAt && !slot.startsWith(londonHour(booking.slotStartsAt))) ?? ''
      const act = { bookingId: booking.id, actor: 'customer', clientKey: newId(), seen: versionOf(booking) }
      await rescheduleBooking(world.services, { ...act, preferredDate: day, timeSlot })
      expect((await read(world, booking)).toAgree).toBe(0)
    }
    expect(after.every(({ provenAt }) => provenAt !== null)).toBe(true)
  })

  test('have two places for a phone, a mailbox and a home; ten flats of a house and a hundred phones of one network are stored', async () => {
    const world = await firm(engine)
    const agree = async (visitors: readonly [number, Record<string, unknown>][]) => {
      const each = []
      for (const [visitor, changes] of visitors) each.push((await book(world, visitor, changes))?.toAgree)
      return each
    }
    const at = (slot: number, changes: object) => ({ timeSlot: slots[slot], ...changes })
    expect(await agree([0, 1, 2].map((each) => [each, at(each, { phone: '07700 900999', address: `${each} Cable St` })]))).toEqual([
      0, 0, 1,
    ])
    const mailboxes = ['jo@example.com', 'Jo+a@example.com', 'jo+b@Example.com']
    expect(await agree(mailboxes.map((email, each) => [10 + each, at(each, { email, address: `${each} Dock St` })]))).toEqual([0, 0, 1])
    const homes = ['Flat 4, 118 Cannon Street Road', '118 Cannon St Rd, Apartment 4', 'flat 4 118 cannon street rd']
    expect(await agree(homes.map((address, each) => [20 + each, at(each, { address })]))).toEqual([0, 0, 1])

    const other = await firm(engine)
    const flats = []
    for (let flat = 1; flat <= 10; flat++) flats.push(await bookNextFree(other, flat, { address: `Flat ${flat}, 9 Wapping Lane` }))
    expect(flats.map((flat) => flat?.status)).toEqual(Array(10).fill('received'))
    const phones = []
    for (let phone = 0; phone < (isDeep ? 100 : 25); phone++) {
      // The limit of five a minute stays.
      other.clock.advance(minutes(0.25))
      phones.push(await bookNextFree(other, 100 + phone, { address: `${phone} High Street` }, 'carrier'))
    }
    expect(phones.filter((each) => each === undefined)).toEqual([])
  })

  test('give their place to a proven one that finds no other, after half an hour and not before; customer and staff are told', async () => {
    const world = await firm(engine)
    await world.services.db
      .deleteFrom('shifts')
      .where('engineerId', 'in', (eb) => eb.selectFrom('engineers').select('id').where('name', '!=', 'Dan 0'))
      .execute()
    const [first, second] = [await book(world, 1, { address: '1 Cable St' }), await book(world, 2, { address: '2 Cable St' })]
    if (!first || !second) return expect.fail()
    expect([first.toAgree, second.toAgree]).toEqual([0, 0])
    const known = async (visitor: number) => {
      const body = bodyOfVisitor(visitor, { preferredDate: day, timeSlot: slots[0], address: `${visitor} Wapping Lane` })
      return submitBooking(world.services, submissionOf({ body, clientKey: newId(), provenEmail: `visitor${visitor}@example.com` }))
    }
    await expect(known(3)).rejects.toMatchObject({ code: 'invalid' })
    await prove(world, first)
    world.clock.advance(minutes(31))
    await known(4)
    // The proven one keeps its place; the other is called.
    expect([(await read(world, first)).toAgree, (await read(world, second)).toAgree]).toEqual([0, 1])
    const kinds = (await handOut(world.services))
      .filter(({ payload }) => JSON.stringify(payload).includes('unplaced'))
      .map(({ kind }) => kind)
    expect(kinds).toContain('customer-change')
    await expect(known(5)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('are proven by nothing but what their email holds, once; moving one gets no place that it may not have', async () => {
    const world = await firm(racing(engine))
    const booking = await book(world, 1, { address: '1 Cable St' })
    if (!booking) return expect.fail()
    for (const wrong of ['', 'guessed', booking.trackingTokenHash, proofOf(world.services.secrets, { ...booking, trackingRevocations: 1 })])
      await expect(prove(world, booking, wrong)).rejects.toMatchObject({ status: 409 })
    expect((await read(world, booking)).provenAt).toBeNull()
    const third = await book(world, 2, { phone: booking.phone.replace('+44', '0'), timeSlot: slots[1], address: '2 Cable St' })
    const fourth = await book(world, 3, { phone: booking.phone.replace('+44', '0'), timeSlot: slots[1], address: '3 Cable St' })
    if (!third || !fourth) return expect.fail()
    expect([third.toAgree, fourth.toAgree]).toEqual([0, 1])
    const move = {
      bookingId: fourth.id,
      actor: 'customer',
      clientKey: newId(),
      seen: versionOf(fourth),
      preferredDate: day,
      timeSlot: slots[2] ?? '',
    }
    await expect(rescheduleBooking(world.services, move)).rejects.toMatchObject({ code: 'change_refused' })
    const peers = openPeers(world, 2)
    const proof = proofOf(world.services.secrets, fourth)
    await Promise.all(
      peers.map((services, each) => proveBooking(services, { bookingId: fourth.id, actor: 'customer', clientKey: `c${each}`, proof })),
    )
    const proven = await read(world, fourth)
    expect([proven.toAgree, proven.provenAt === null]).toEqual([0, false])

    // Staff who accept one promise its window.
    const fifth = await book(world, 4, { phone: booking.phone.replace('+44', '0'), timeSlot: slots[3], address: '4 Cable St' })
    if (!fifth) return expect.fail()
    expect(fifth.toAgree).toBe(1)
    await acceptBooking(world.services, { bookingId: fifth.id, staffId: 'staff', seen: versionOf(fifth) })
    expect((await read(world, fifth)).toAgree).toBe(0)
  })

  test('may move to the very time they asked for, once it is free', async () => {
    const world = await firm(engine)
    const booking = await book(world, 1, { address: '1 Cable St' })
    if (!booking) return expect.fail()
    const { db } = world.services
    const withoutTime = { toAgree: 1 as const, provenAt: booking.createdAt }
    await db.updateTable('bookings').set(withoutTime).where('id', '=', booking.id).execute()
    await db.deleteFrom('visitPlaces').execute()
    const move = async () => {
      const act = { bookingId: booking.id, actor: 'customer', clientKey: newId(), seen: versionOf(await read(world, booking)) }
      await rescheduleBooking(world.services, { ...act, preferredDate: day, timeSlot: slots[0] ?? '' })
    }
    await move()
    expect([(await read(world, booking)).toAgree, await placesHeld(world)]).toEqual([0, 1])
    await expect(move()).rejects.toMatchObject({ code: 'invalid' })
  })

  test('are given no time before the one from which staff say that an engineer is free', async () => {
    const world = await firm(engine)
    const sameHome = { address: '1 Cable St', phone: '07700 900999' }
    for (const visitor of [1, 2]) await book(world, visitor, { ...sameHome, timeSlot: slots[visitor] })
    const third = await book(world, 3, sameHome)
    if (third?.toAgree !== 1) return expect.fail()
    const nextFree = { onlyOne: 1 as const, kind: 'next_free' as const, until: '2026-11-21T13:00:00.000Z', reason: '' }
    await world.services.db.insertInto('onlinePauses').values(nextFree).execute()
    await prove(world, third)
    const proven = await read(world, third)
    expect([proven.toAgree, proven.provenAt === null]).toEqual([1, false])
  })
})
