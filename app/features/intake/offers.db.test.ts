// @module-tag never-again
import { expect, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { PriceChanged } from '#app/features/booking/refusals.ts'
import { continueDraft } from '#app/features/booking-form/continue-draft.server.ts'
import { readFormOptions } from '#app/features/booking-form/form-view.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { priceFacts } from '#app/features/notifications/messages/booking-facts.ts'
import { type FrozenTerms, mostPence } from '#app/features/pricing/frozen-terms.ts'
import { minutes } from '#app/platform/clock.ts'
import { newId, newToken } from '#app/platform/ids.ts'
import { followOne } from '#test/support/booked.ts'
import { freshWorld, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import { submitBooking } from './submit-booking.server.ts'

/** A Monday afternoon: both offers are on, and a booking made now has a window at the day rate. */
const now = '2026-11-23T13:00:00.000Z'

const bookings = ({ services: { db } }: World) => db.selectFrom('bookings').selectAll().orderBy('createdAt').orderBy('id').execute()
const termsOf = ({ frozenTerms }: { frozenTerms: string }) => JSON.parse(frozenTerms) as FrozenTerms
const send = ({ services }: World, body: Record<string, unknown>) =>
  submitBooking(services, submissionOf({ body, idempotencyKey: newId() }))

/** The form without JavaScript, step by step. */
async function withoutScript({ services }: World, { serviceLevel, name, phone, email, ...emergency }: Record<string, string>) {
  const visit = { services, cookies: null, clientKey: 'a visitor', userAgent: '', nonce: '', sameOrigin: true, isOnThisMachine: false }
  const post = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [field, typed] of Object.entries(fields)) form.set(field, typed)
    return continueDraft({ ...visit, headers: {}, scheme: 'http' }, { form, cookieDraftId: undefined })
  }
  const { draft } = await post({ step: '1', go: 'next', serviceLevel: serviceLevel ?? 'standard' })
  await post({ draft: draft.id, step: '2', go: 'next', name: name ?? '', phone: phone ?? '', email: email ?? '' })
  await post({ draft: draft.id, step: '3', go: 'next', ...emergency })
  expect((await post({ draft: draft.id, step: '4', go: 'submit' })).at).toBe('booked')
}

onEachEngine('An offer', (engine) => {
  test.each([
    ['Burst Pipe', 'callout-25', 14_250, 2_975],
    ['Boiler Breakdown', 'boiler-65', 17_100, 5_400],
  ])(
    'of a %s comes to the same whichever way it is booked: in form, booking, email and bill',
    async (service, code, estimatePence, off) => {
      const world = await freshWorld(engine, { now })
      const { services } = world
      const body = bookingBody({ service }) as Record<string, string>
      const { offer: shown } = await readFormOptions(services, body)
      expect(shown).toMatchObject({ code, discountPence: off })
      // The forms of the home page, area pages, the boiler page and the dialog are the same form, which sends the price shown.
      await send(world, { ...body, shownDiscountPence: shown?.discountPence, estimatedPrice: estimatePence / 100 })
      // API clients send no shown price; a link from last month may name another offer.
      await send(world, body)
      await send(world, { ...body, offer: 'callout-25' })
      await withoutScript(world, body)
      const priya = newUserRow(services, { email: 'priya@example.com', role: 'staff' })
      await services.db.insertInto('authUsers').values(priya).execute()
      const byPhone = (input: Record<string, unknown>) => takeBooking(services, { staffId: priya.id, idempotencyKey: newToken(), input })
      await byPhone(body)
      const booked = await bookings(world)
      expect(booked).toHaveLength(5)
      const visits = booked.map(({ id }) => followOne(world, id))
      for (const { become } of visits) for (const step of ['confirmed', 'assigned', 'en_route', 'arrived'] as const) await become(step)
      world.clock.advance(minutes(240))
      for (const [at, booking] of booked.entries()) {
        const terms = termsOf(booking)
        expect(booking.estimatePence).toBe(estimatePence)
        expect(terms.offer).toMatchObject({ code, discountPence: off })
        expect(mostPence(terms)).toBe(estimatePence - off)
        expect(priceFacts(booking)).toContainEqual([
          `Offer: ${terms.offer?.name}, price cap`,
          `−£${(off / 100).toFixed(off % 100 ? 2 : 0)}`,
        ])
        const visit = visits[at]
        await visit?.become('completed')
        const bill = visit && (await readBillView(services, await visit.read()))
        expect(bill?.totalPence).toBe(estimatePence - off)
        expect(bill?.lines).toContainEqual(expect.objectContaining({ id: 'offer', amountPence: -off }))
      }
    },
  )
})

onOneEngine('The offer of the countdown', (engine) => {
  test.each([
    ['in winter', '2026-11-23T09:59:59.000Z', '2026-11-23T10:00:00.000Z'],
    ['on the day on which summer time begins', '2027-03-28T08:59:59.000Z', '2027-03-28T09:00:00.000Z'],
    ['the day before', '2027-03-27T09:59:59.000Z', '2027-03-27T10:00:00.000Z'],
    ['on the day on which summer time ends', '2027-10-31T15:59:59.000Z', '2027-10-31T16:00:00.000Z'],
    ['the day before', '2027-10-30T14:59:59.000Z', '2027-10-30T15:00:00.000Z'],
  ])('is in the terms of what is booked until its hours end, and not a second later: %s', async (_, lastSecond, over) => {
    const world = await freshWorld(engine, {})
    for (const at of [lastSecond, over]) {
      world.clock.set(at)
      await send(world, bookingBody())
    }
    expect((await bookings(world)).map((booking) => termsOf(booking).offer?.callout)).toEqual([{ percentOff: 25 }, undefined])
  })

  test('counts for what waited on a phone if that came within the hour, and is not refused to anyone who is not there to read it', async () => {
    const world = await freshWorld(engine, { now: '2026-11-23T16:40:00.000Z' })
    const shown = { shownDiscountPence: 2_975 }
    await send(world, bookingBody({ ...shown, submittedAt: '2026-11-23T15:50:00.000Z' }))
    world.clock.set('2026-11-23T17:10:00.000Z')
    await send(world, bookingBody({ ...shown, submittedAt: '2026-11-23T15:50:00.000Z' }))
    expect((await bookings(world)).map((booking) => termsOf(booking).offer?.discountPence)).toEqual([2_975, undefined])
    // The customer sees the new price before anything is stored.
    await expect(send(world, bookingBody(shown))).rejects.toBeInstanceOf(PriceChanged)
    expect(await bookings(world)).toHaveLength(2)
  })
})
