// @module-tag never-again
import { expect, test } from 'vitest'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { PriceChanged } from '#app/features/booking/refusals.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { priceFacts } from '#app/features/messages/wording/booking-facts.ts'
import { type FrozenTerms, mostPence } from '#app/features/pricing/frozen-terms.ts'
import { offerLabel } from '#app/features/pricing/price-words.ts'
import { ownerGroup } from '#app/features/running/business-fields.ts'
import { changeBusiness } from '#app/features/running/change-business.server.ts'
import { days, hours, later, minutes } from '#app/values/clock.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { followOne } from '#test/support/booked.ts'
import { post as postForm, visitTo } from '#test/support/form-post.ts'
import { freshWorld, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { readFormOptions } from './form-view.server.ts'
import { submitBooking } from './submit-booking.server.ts'

/** A Monday afternoon: both offers are on, and a booking made now has a window at the day rate. */
const now = '2026-11-23T13:00:00.000Z'

const bookings = ({ services: { db } }: World) => db.selectFrom('bookings').selectAll().orderBy('createdAt').orderBy('id').execute()
const termsOf = ({ frozenTerms }: { frozenTerms: string }) => JSON.parse(frozenTerms) as FrozenTerms
const send = ({ services }: World, body: Record<string, unknown>) =>
  submitBooking(services, submissionOf({ body, idempotencyKey: newId() }))

/** The form without JavaScript, step by step, up to the last one. */
async function toLastStep({ services }: World, { serviceLevel, name, phone, email, ...emergency }: Record<string, string>) {
  const post = (fields: Record<string, string>) => postForm(visitTo(services), fields)
  const { draft } = await post({ step: '1', go: 'next', serviceLevel: serviceLevel ?? 'standard' })
  await post({ draft: draft.id, step: '2', go: 'next', name: name ?? '', phone: phone ?? '', email: email ?? '' })
  await post({ draft: draft.id, step: '3', go: 'next', ...emergency })
  return { draft, post }
}

onOneEngine('An offer', (engine) => {
  test.each([
    ['Burst Pipe', 'callout-25', 14_250, 2_975],
    ['Boiler Breakdown', 'boiler-65', 17_100, 5_400],
  ])(
    'of a %s comes to the same whichever way it is booked: in form, booking, email and bill',
    async (service, code, estimatePence, off) => {
      const { world, services } = await freshWorld(engine, { now })
      const body = bookingBody({ service }) as Record<string, string>
      const { rates } = await readFormOptions(services, body)
      expect(rates.standard.offer).toMatchObject({ code, discountPence: off })
      // The forms of the home page, area pages, the boiler page and the dialog are the same form, which sends the price shown.
      await send(world, { ...body, shownMostPence: estimatePence - off, estimatedPrice: estimatePence / 100 })
      // API clients send no shown price; a link from last month may name another offer.
      await send(world, body)
      await send(world, { ...body, offer: 'callout-25' })
      const { draft, post } = await toLastStep(world, body)
      expect((await post({ draft: draft.id, step: '4', go: 'submit' })).at).toBe('booked')
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
        expect(priceFacts(booking)).toContainEqual([offerLabel(terms.offer?.name ?? ''), `−£${(off / 100).toFixed(off % 100 ? 2 : 0)}`])
        const visit = visits[at]
        await visit?.become('completed')
        const bill = visit && (await readBillView(services, await visit.read()))
        expect(bill?.totalPence).toBe(estimatePence - off)
        expect(bill?.lines).toContainEqual(expect.objectContaining({ id: 'offer', amountPence: -off }))
      }
    },
  )
})

onOneEngine('The price that was shown', (engine, test) => {
  /** A burst pipe in Tower Hamlets: £142.50 by day, less £29.75 while the offer of the countdown is on, until 4pm. */
  const [withOffer, without] = [11_275, 14_250]
  const env = { RATE_LIMIT_SCALE: '1000' }
  /** A booking that a device submitted so many minutes before it sent it, with a clock that is wrong by `wrongMs`. */
  const fromDevice = ({ clock }: World, pressed: number, shownMostPence: number, wrongMs = 0) => {
    const sentAt = later(clock.now(), wrongMs)
    return bookingBody({ shownMostPence, sentAt, submittedAt: later(sentAt, -minutes(pressed)) })
  }
  const last = async (world: World) => {
    const booking = (await bookings(world)).at(-1)
    return booking && { pence: mostPence(termsOf(booking)), late: booking.late }
  }

  test('is the most that is paid, whatever the device’s clock says', { now, env }, async (world) => {
    for (const wrongMs of [0, minutes(5), -minutes(5), hours(1), -hours(1), days(3_000), -days(3_000), -days(18_000)]) {
      await send(world, fromDevice(world, 0, withOffer, wrongMs))
      expect([wrongMs, await last(world)]).toEqual([wrongMs, { pence: withOffer, late: 0 }])
    }
  })

  test('is refused where it is not what we showed, however long the device says that it waited, and nothing is stored', async () => {
    const world = await freshWorld(engine, { now, env })
    const { sentAt: _, ...unsent } = fromDevice(world, 3, 100)
    for (const body of [
      fromDevice(world, 0, 100),
      fromDevice(world, 3, 100),
      fromDevice(world, 59, 100),
      unsent,
      fromDevice(world, 3, without),
    ])
      await expect(send(world, body)).rejects.toBeInstanceOf(PriceChanged)
    expect(await bookings(world)).toEqual([])
  })

  test('counts for an hour for what waited on a device; after that, and where it changed unseen, the customer is called first', async () => {
    const world = await freshWorld(engine, { now: '2026-11-23T16:40:00.000Z', env })
    for (const wrongMs of [0, hours(7)]) {
      await send(world, fromDevice(world, 50, withOffer, wrongMs))
      expect(await last(world)).toMatchObject({ pence: withOffer })
      await send(world, fromDevice(world, 70, withOffer, wrongMs))
      expect(await last(world)).toEqual({ pence: without, late: 1 })
    }
    await send(world, { ...fromDevice(world, 50, 100), callFirst: true })
    expect(await last(world)).toEqual({ pence: withOffer, late: 1 })
    // The payload of the specification alone is compared with nothing.
    await send(world, bookingBody({ submittedAt: '2026-11-23T15:50:00.000Z', estimatedPrice: 1 }))
    expect(await last(world)).toEqual({ pence: without, late: 0 })
  })

  test('counts although the owner has changed it since, if it was shown before; a newer page shows the new one', async () => {
    const { world, services, clock } = await freshWorld(engine, { now: '2026-11-23T11:00:00.000Z', env })
    const owner = newUserRow(services, { email: 'olu@example.com', role: 'owner' })
    await services.db.insertInto('authUsers').values(owner).execute()
    const group = ownerGroup('estimates', services.published.current())
    if (!group) throw new Error('no estimates')
    const raise = async (revision: number, pounds: string) => {
      const typed = Object.fromEntries(group.fields.map((field) => [field.name, field.shown(services.published.current())]))
      const change = { group, revision, typed: { ...typed, BurstPipe: pounds } }
      expect(await changeBusiness(services, { account: { user: owner } } as SignedIn, change)).toEqual({ at: 'saved' })
    }
    await raise(0, '200')
    clock.advance(minutes(10))
    await raise(1, '240')
    clock.advance(minutes(10))
    await expect(send(world, fromDevice(world, 0, without))).rejects.toBeInstanceOf(PriceChanged)
    for (const [pressed, pence] of [
      [30, without],
      [15, 19_000],
      [5, 22_800],
    ] as const) {
      await send(world, fromDevice(world, pressed, pence))
      expect(await last(world)).toEqual({ pence, late: 0 })
    }
  })

  test('without JavaScript is that of the page that was sent, which can’t show a newer one', async () => {
    const world = await freshWorld(engine, { now: '2026-11-23T15:50:00.000Z' })
    const { draft, post } = await toLastStep(world, bookingBody() as Record<string, string>)
    world.clock.set('2026-11-23T16:20:00.000Z')
    expect((await post({ draft: draft.id, step: '4', go: 'submit', shownMostPence: '100' })).at).toBe('problem')
    world.clock.set('2026-11-23T16:40:00.000Z')
    expect((await post({ draft: draft.id, step: '4', go: 'submit', shownMostPence: String(withOffer) })).at).toBe('problem')
    expect((await post({ draft: draft.id, step: '4', go: 'submit', shownMostPence: String(without) })).at).toBe('booked')
    world.clock.set('2026-11-24T15:50:00.000Z')
    const next = await toLastStep(world, bookingBody() as Record<string, string>)
    world.clock.set('2026-11-24T16:20:00.000Z')
    expect((await next.post({ draft: next.draft.id, step: '4', go: 'submit', shownMostPence: String(withOffer) })).at).toBe('booked')
    expect(await last(world)).toEqual({ pence: withOffer, late: 0 })
  })
})
