// @module-tag never-again
import { expect } from 'vitest'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { readBoard } from '#app/features/desk/board.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { handOut } from '#test/support/announced.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { tries } from '#test/support/depth.ts'
import { countOutcomes, freshWorld, openPeers } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { acceptBooking } from './accept-booking.server.ts'
import { joinDuplicate } from './join-duplicate.server.ts'
import { discardSpam, trustBooking } from './sort-spam.server.ts'
import { takeBooking } from './take-booking.server.ts'
import { undoAct } from './undo-act.server.ts'

/** The kinds of messages sent about a booking. */
async function messagesOf({ services }: World, { id }: Booked): Promise<string[]> {
  await handOut(services)
  const jobs = await services.db.selectFrom('jobs').select('kind').where('about', '=', id).orderBy('id').execute()
  return jobs.map(({ kind }) => kind).filter((kind) => kind.startsWith('customer'))
}

onOneEngine('A visit that was booked twice', (engine, test) => {
  test('is marked on card and page, and joined by one press: no fee, linked both ways, told once', async () => {
    const { world, services, clock } = await freshWorld(engine, { payments: true })
    const first = await bookOne(world)
    clock.advance(60_000)
    const second = await bookOne(world, { serviceLevel: 'redline' })
    const other = await bookOne(world, { postcode: 'SE5 8TR', address: 'Elsewhere 1' })
    const { reference } = await first.read()
    const view = await readBookingView(services, second.id)
    expect(view.card.repeats).toEqual({ id: first.id, reference })
    expect((await readBookingView(services, other.id)).card.repeats).toBeUndefined()
    expect((await readBoard(services, null)).view.leads.map(({ repeats }) => repeats?.reference)).toEqual([reference])
    const left = await readSlotsLeft(services.db, clock.now())

    const press = { ...(await second.act()), into: first.id }
    await joinDuplicate(services, press)
    await joinDuplicate(services, press)
    expect(await second.read()).toMatchObject({ status: 'cancelled', closedAs: 'duplicate', duplicateOf: first.id })
    expect(await first.read()).toMatchObject({ status: 'received', version: 0 })
    expect(await readSlotsLeft(services.db, clock.now())).toBe(left + 1)
    expect((await messagesOf(world, second)).filter((kind) => kind === 'customer-change')).toHaveLength(1)
    expect((await readBookingView(services, first.id)).linked.duplicates).toMatchObject([{ id: second.id }])
    expect((await readBookingView(services, second.id)).linked.duplicateOf).toEqual({ id: first.id, reference })
    await expect(joinDuplicate(services, { ...(await first.act()), into: second.id })).rejects.toThrow(StepRefused)
  })

  test('is never joined with itself, with a return visit, or with another customer’s', async (world) => {
    const mine = await bookOne(world)
    const theirs = await bookOne(world, { phone: '07700 900999', email: 'else@example.com' })
    const visit = await bookOne(world)
    await mine.set({ returnOf: visit.id })
    expect((await readBookingView(world.services, visit.id)).card.repeats).toBeUndefined()
    for (const into of [mine.id, theirs.id, visit.id])
      await expect(joinDuplicate(world.services, { ...(await mine.act()), into })).rejects.toThrow(StepRefused)
    await expect(joinDuplicate(world.services, { ...(await mine.act()), into: 'nothing' })).rejects.toThrow('can’t find this booking')
  })
})

onOneEngine('Two duplicates', (_, test) => {
  test('that are closed for one another at the same moment: one of them goes on', { races: true }, async (world) => {
    const [one = world.services, two = world.services] = openPeers(world, 2, 3)
    for (let round = 0; round < tries(3, 20); round++) {
      const [a, b] = [await bookOne(world), await bookOne(world)]
      const presses = [
        { ...(await a.act()), into: b.id },
        { ...(await b.act()), into: a.id },
      ] as const
      const results = await Promise.allSettled([joinDuplicate(one, presses[0]), joinDuplicate(two, presses[1])])
      expect(countOutcomes(results)).toEqual({ ok: 1, StepRefused: 1 })
      expect([(await a.read()).status, (await b.read()).status].toSorted()).toEqual(['cancelled', 'received'])
      await world.services.db.updateTable('bookings').set({ status: 'cancelled' }).execute()
    }
  })
})

onOneEngine('What looks like spam', (engine, test) => {
  const advert = { description: 'CHEAP SEO, viagra, casino https://spam.example.ru' }

  test('is marked by its words, can be discarded, and the discarding undone', async ({ world, services }) => {
    const spam = await bookOne(world, advert)
    expect(await spam.read()).toMatchObject({ suspectedSpam: 1, status: 'received' })
    expect(await messagesOf(world, spam)).toEqual(['customer-confirmation'])
    await discardSpam(services, await spam.act())
    expect(await spam.read()).toMatchObject({ status: 'cancelled', closedAs: 'spam' })
    await undoAct(services, await spam.act())
    expect(await spam.read()).toMatchObject({ status: 'received', closedAs: null, suspectedSpam: 1 })
    await acceptBooking(services, await spam.act())
    expect(await spam.read()).toMatchObject({ status: 'confirmed', suspectedSpam: 0 })
    await undoAct(services, await spam.act())
    await trustBooking(services, await spam.act())
    expect(await spam.read()).toMatchObject({ status: 'received', suspectedSpam: 0 })
    expect(await messagesOf(world, spam)).toEqual(['customer-confirmation'])
    await expect(trustBooking(services, await spam.act())).rejects.toThrow(StepRefused)
  })

  test('frees a held slot when it is discarded; what was paid for or taken by phone is not spam', async () => {
    const { world, services, clock } = await freshWorld(engine, { payments: true })
    const left = await readSlotsLeft(services.db, clock.now())
    const held = await bookOne(world, { serviceLevel: 'redline', description: 'plausible' })
    expect(await readSlotsLeft(services.db, clock.now())).toBe(left - 1)
    await discardSpam(services, await held.act())
    expect(await readSlotsLeft(services.db, clock.now())).toBe(left)

    const taken = await takeBooking(services, { staffId: 'staff', idempotencyKey: 'k', input: bookingBody(advert) })
    const byPhone = await services.db.selectFrom('bookings').selectAll().where('id', '=', taken.id).executeTakeFirstOrThrow()
    expect(byPhone.suspectedSpam).toBe(0)
    await expect(discardSpam(services, { bookingId: taken.id, staffId: 'staff', seen: versionOf(byPhone) })).rejects.toThrow(StepRefused)
    const real = await bookOne(world)
    await acceptBooking(services, await real.act())
    await expect(discardSpam(services, { ...(await real.act()), seen: '0' })).rejects.toThrow()
  })
})
