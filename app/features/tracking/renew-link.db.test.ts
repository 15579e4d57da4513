import { expect } from 'vitest'
import { trackingTokenOf } from '#app/features/booking/private-link.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { countOutcomes, openPeers } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { renewLink } from './renew-link.server.ts'

onOneEngine('A new private link', (_, test) => {
  test('is one, however many ask at once, and only the newest leads to the booking', { races: true }, async (world) => {
    const booked = await bookOne(world)
    const peers = openPeers(world, 3)
    const asked = await Promise.allSettled(
      peers.map((services, at) => renewLink(services, { bookingId: booked.id, actor: 'customer', clientKey: `client ${at}` })),
    )
    expect(countOutcomes(asked)).toEqual({ ok: 3 })
    const { trackingRevocations, trackingKeyId } = await booked.read()
    const mails = (await handOut(world.services)).filter(({ kind }) => kind === 'customer-new-link')
    // Each request comes after the last one or at the same moment: there are never more emails than links.
    expect(mails).toHaveLength(trackingRevocations)
    expect(trackingRevocations).toBeGreaterThan(0)
    const tokenOf = (revocations: number) =>
      trackingTokenOf(world.services.secrets, { id: booked.id, trackingKeyId, trackingRevocations: revocations })
    expect((await readTrackedBooking(world.services, tokenOf(trackingRevocations))).booking.id).toBe(booked.id)
    for (let former = 0; former < trackingRevocations; former++)
      await expect(readTrackedBooking(world.services, tokenOf(former))).rejects.toThrow()
  })

  test('is refused where there is no address to send it to, and the old one still works', async (world) => {
    const booked = await bookOne(world)
    await world.services.db.updateTable('bookings').set({ email: '' }).where('id', '=', booked.id).execute()
    const ask = renewLink(world.services, { bookingId: booked.id, actor: 'customer', clientKey: 'client' })
    await expect(ask).rejects.toMatchObject({ code: 'change_refused' })
    expect((await booked.read()).trackingRevocations).toBe(0)
  })

  test('is made three times in ten minutes at most', async (world) => {
    const booked = await bookOne(world)
    const ask = (clientKey: string) => renewLink(world.services, { bookingId: booked.id, actor: 'customer', clientKey })
    for (let time = 1; time <= 3; time++) await ask(`client ${time}`)
    await expect(ask('another client')).rejects.toMatchObject({ status: 429 })
    world.clock.advance(10 * 60_000)
    await ask('another client')
    expect((await booked.read()).trackingRevocations).toBe(4)
  })
})
