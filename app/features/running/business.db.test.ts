import { expect, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { InvalidBooking, PriceChanged } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { anyJob } from '#app/features/capacity/read-visit-plan.server.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { readSlots } from '#app/features/capacity/take-place.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { readFormOptions } from '#app/features/intake/form-view.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { confirmationWords } from '#app/features/messages/wording/confirmation.ts'
import { billFor } from '#app/features/pricing/bill.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { statementOf } from '#app/features/visit/statement.ts'
import { openingOf } from '#app/platform/opening.ts'
import { createPublished } from '#app/platform/published.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { defaultDetails } from '#content/business.ts'
import { defaultPublished } from '#content/published.ts'
import { freshWorld, openPeers, submissionOf } from '#test/support/fresh.ts'
import { completeDetails } from '#test/support/site.ts'
import { bodyOfVisitor, bookingBody, onOneEngine, racing } from '#test/support/world.ts'
import { type OwnerGroup, ownerGroup } from './business-fields.ts'
import { changeBusiness, takeBack } from './change-business.server.ts'
import { readFirstDay, settleFirstDay } from './first-day.server.ts'
import { readFormerValues, readRevision } from './read-settings.server.ts'

type Viewer = Parameters<typeof changeBusiness>[1]

async function signedInAs(services: Services, role: 'staff' | 'owner'): Promise<Viewer> {
  const user = newUserRow(services, { email: `${role}-${newId()}@example.com`, role })
  await services.db.insertInto('authUsers').values(user).execute()
  return { account: { user } } as unknown as Viewer
}

const groupOf = (id: string): OwnerGroup => ownerGroup(id, defaultPublished) ?? expect.fail(`no group ${id}`)

/** The form's fields: the current values, with changes. */
const typedOf = ({ published }: Services, group: OwnerGroup, changes: Record<string, string> = {}) => ({
  ...Object.fromEntries(group.fields.map(({ name, shown }) => [name, shown(published.current())])),
  ...changes,
})

async function change(services: Services, owner: Viewer, id: string, changes: Record<string, string>) {
  const group = groupOf(id)
  return changeBusiness(services, owner, { group, revision: await readRevision(services, id), typed: typedOf(services, group, changes) })
}

onOneEngine('What the owner changes', (engine) => {
  test('says how many engineers the plan keeps free for Red Line', async () => {
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    for (const each of [1, 2, 3]) {
      const fields = { name: `Dan ${each}`, phone: `07700 90020${each}`, gasSafeNumber: '', base: 'Bow' }
      const engineerId = await addEngineer(services, { staffId: 'staff', fields })
      await planShift(services, { staffId: 'staff', personId: engineerId, fields: { day: '2026-11-20', from: '08:00', until: '18:00' } })
    }
    /** The number of 90-minute visits sold for noon to 2pm. */
    const soldAtNoon = async () => {
      let sold = 0
      for (; sold < 9; sold++) {
        const body = bodyOfVisitor(sold, { preferredDate: '2026-11-20', timeSlot: '12:00 - 14:00' })
        const outcome = await submitBooking(services, submissionOf({ body, clientKey: newId() })).catch((error: unknown) => error)
        if (outcome instanceof InvalidBooking) break
      }
      await services.db.updateTable('bookings').set({ status: 'cancelled' }).execute()
      return sold
    }
    expect(await soldAtNoon()).toBe(4)
    expect(await change(services, owner, 'desk', { redlineReserve: '2' })).toEqual({ at: 'saved' })
    expect(await soldAtNoon()).toBe(2)
    expect(await change(services, owner, 'desk', { redlineReserve: '0' })).toEqual({ at: 'saved' })
    expect(await soldAtNoon()).toBe(6)
  })

  test('says how many Red Line slots a day has, and no race sells one more', async () => {
    const world = await freshWorld(racing(engine))
    const { services, clock } = world
    const owner = await signedInAs(services, 'owner')
    expect(await change(services, owner, 'desk', { redlineSlotsPerDay: '7' })).toEqual({ at: 'saved' })
    const ids: string[] = []
    for (let each = 0; each < 12; each++) {
      const { reference } = await submitBooking(services, submissionOf({ body: bodyOfVisitor(each), clientKey: newId() }))
      ids.push((await services.db.selectFrom('bookings').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()).id)
    }
    const sell = ({ db }: Services, bookingId: string) => db.transaction().execute((tx) => sellSlot(tx, bookingId, clock.now(), true))
    const peers = openPeers(world, 4)
    const sold = await Promise.all(ids.map((id, at) => sell(peers[at % 4] ?? services, id)))
    expect(sold.filter(Boolean)).toHaveLength(7)
    // The limit is lowered: sold visits stay, and a cancellation frees a place only once the day is below the new limit.
    await takeBack(services, owner, { group: groupOf('desk'), revision: 1, field: 'redlineSlotsPerDay' })
    const [first = '', second = '', third = ''] = ids.filter((_, at) => sold[at])
    const [late = ''] = ids.filter((_, at) => !sold[at])
    for (const id of [first, second]) {
      await services.db.deleteFrom('redlineSlots').where('bookingId', '=', id).execute()
      expect([await readSlotsLeft(services.db, clock.now()), await sell(services, late)]).toEqual([0, false])
    }
    await services.db.deleteFrom('redlineSlots').where('bookingId', '=', third).execute()
    expect([await readSlotsLeft(services.db, clock.now()), await sell(services, late)]).toEqual([1, true])
    expect(await readSlotsLeft(services.db, clock.now())).toBe(0)
  })

  test('says how long arrival windows are, in the form, by the clock and by the plan; what is promised stays', async () => {
    const { services, clock } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    const day = '2026-11-24'
    const book = async (at: number, when: { preferredDate?: string; timeSlot?: string }) => {
      const { reference } = await submitBooking(services, submissionOf({ body: bodyOfVisitor(at, when), clientKey: newId() }))
      return services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
    }
    const windowMinutes = ({ promisedFrom, promisedUntil }: { promisedFrom: string; promisedUntil: string }) =>
      (Date.parse(promisedUntil) - Date.parse(promisedFrom)) / 60_000
    const usual = await book(1, { preferredDate: day, timeSlot: '08:00 - 10:00' })
    expect(await change(services, owner, 'windows', { asapMinutes: '30', slotLength: '3' })).toEqual({ at: 'saved' })
    const { slots, asap, nextAvailableMinutes } = await readFormOptions(services, { preferredDate: day })
    expect(slots.map(({ text }) => text)).toEqual(expect.arrayContaining(['08:00 - 11:00', '22:00 - 01:00', '06:00 - 09:00']))
    expect([asap, nextAvailableMinutes]).toEqual(['Today, 10.45am to 11.15am', 55])
    await expect(book(2, { preferredDate: day, timeSlot: '08:00 - 10:00' })).rejects.toMatchObject({
      problems: { timeSlot: expect.stringContaining('Still free that day: 8am to 11am, ') },
    })
    const slot = await book(3, { preferredDate: day, timeSlot: '22:00 - 01:00' })
    expect([slot.promisedFrom, slot.promisedUntil, slot.slotEndsAt]).toEqual([
      '2026-11-24T22:00:00.000Z',
      '2026-11-25T01:00:00.000Z',
      '2026-11-25T01:00:00.000Z',
    ])
    expect(windowMinutes(await book(4, {}))).toBe(30)
    // With a plan the window has the same length, and never starts before the banner's minimum.
    const engineerId = await addEngineer(services, {
      staffId: 'staff',
      fields: { name: 'Dan', phone: '07700 900201', gasSafeNumber: '', base: 'Bow' },
    })
    await planShift(services, { staffId: 'staff', personId: engineerId, fields: { day: '2026-11-20', from: '08:00', until: '22:00' } })
    for (const length of [30, 90]) {
      await change(services, owner, 'windows', { asapMinutes: String(length) })
      const soon = await book(length, {})
      expect(windowMinutes(soon)).toBe(length)
      expect(Date.parse(soon.promisedUntil) - clock.now().getTime()).toBeGreaterThan(minutes(44))
    }
    expect(windowMinutes(usual)).toBe(120)
  })

  test('says which arrival slots are offered: others are neither listed nor sold online, moved to, or in the way of staff', async () => {
    const { services, clock } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    const day = '2026-11-24'
    const kept = await submitBooking(services, submissionOf({ body: bodyOfVisitor(1, { preferredDate: day, timeSlot: '08:00 - 10:00' }) }))
    expect(await change(services, owner, 'slots', { from08: 'off', from02: 'off' })).toEqual({ at: 'saved' })
    const listed = (await readSlots(services.db, day, clock.now(), anyJob)).map(({ text }) => text)
    expect(listed).toHaveLength(10)
    expect(listed).not.toContain('08:00 - 10:00')
    const send = (timeSlot: string | undefined, at: number) =>
      submitBooking(services, submissionOf({ body: bodyOfVisitor(at, { preferredDate: day, timeSlot }), clientKey: newId() }))
    for (const timeSlot of ['08:00 - 10:00', '02:00 - 04:00'])
      await expect(send(timeSlot, 2), timeSlot).rejects.toMatchObject({
        problems: {
          timeSlot: expect.stringMatching(/^We don’t offer that slot\. Still free that day: 10am to noon, noon to 2pm, /),
        },
      })
    await expect(send('09:30 - 11:30', 2)).rejects.toMatchObject({ problems: { timeSlot: 'Please choose an arrival slot from the list' } })
    const of = (reference: string) =>
      services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
    // As soon as possible on a later day means the first slot offered.
    const { reference } = await send('ASAP', 3)
    const moved = await of(reference)
    expect(moved.slotStartsAt).toBe('2026-11-24T10:00:00.000Z')
    await expect(
      rescheduleBooking(services, {
        ...{ bookingId: moved.id, actor: 'customer', clientKey: newId(), seen: versionOf(moved) },
        ...{ preferredDate: day, timeSlot: '08:00 - 10:00' },
      }),
    ).rejects.toMatchObject({
      problems: { timeSlot: expect.stringMatching(/^We don’t offer that slot\. Still free that day: 10am to noon, /) },
    })
    expect((await of(kept.reference)).slotStartsAt).toBe('2026-11-24T08:00:00.000Z')
    const byPhone = bodyOfVisitor(4, { preferredDate: day, timeSlot: '08:00 - 10:00' })
    const taken = await takeBooking(services, { staffId: 'staff', idempotencyKey: newId(), input: byPhone })
    expect((await of(taken.reference)).slotStartsAt).toBe('2026-11-24T08:00:00.000Z')
    // One at another hour, in its place in the day, for everyone.
    expect(await change(services, owner, 'slots', { from08: 'off', from02: 'off', from09: 'on' })).toEqual({ at: 'saved' })
    const slots = (await readSlots(services.db, day, clock.now(), anyJob)).map(({ text }) => text)
    expect(slots.slice(0, 2)).toEqual(['09:00 - 11:00', '10:00 - 12:00'])
    const atNine = await send('09:00 - 11:00', 6)
    expect(await of(atNine.reference)).toMatchObject({
      promisedFrom: '2026-11-24T09:00:00.000Z',
      promisedUntil: '2026-11-24T11:00:00.000Z',
    })
  })

  test('keeps what is not as usual, is written down in the audit log, and is taken back value by value', async () => {
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    expect(await change(services, owner, 'fees', { redLineOnlinePence: '34.99', makeSafePence: '£110' })).toEqual({ at: 'saved' })
    expect(services.published.current().overrides).toEqual({ fees: { redLineOnlinePence: 3_499, makeSafePence: 11_000 } })
    expect(await change(services, owner, 'details', { emergencyPhone: '0808 1570001', email: 'desk@example.com' })).toEqual({ at: 'saved' })
    const group = groupOf('fees')
    expect(await takeBack(services, owner, { group, revision: 1, field: 'makeSafePence' })).toEqual({ at: 'saved' })
    expect(services.published.current().overrides.fees).toEqual({ redLineOnlinePence: 3_499 })
    expect(services.published.current().overrides.details?.emergencyPhone).toEqual({
      text: '0808 157 0001',
      international: '+448081570001',
    })
    expect(await change(services, owner, 'fees', { redLineOnlinePence: '29.99' })).toEqual({ at: 'saved' })
    expect(services.published.current().overrides.fees).toBeUndefined()
    const audit = await services.db.selectFrom('auditLog').select(['action', 'subject']).orderBy('id').execute()
    expect(audit.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'business.change fees',
      'business.change details',
      'business.change fees',
      'business.change fees',
    ])
    // Each changed value has its previous value and the person who changed it; unchanged values have neither.
    const former = await readFormerValues(services, 'fees')
    const { email } = owner.account.user
    expect([...former].map(([field, { before, by }]) => [field, before, by]).sort()).toEqual([
      ['makeSafePence', '110', email],
      ['redLineOnlinePence', '34.99', email],
    ])
    await services.db.deleteFrom('authUsers').execute()
    expect((await readFormerValues(services, 'fees')).get('makeSafePence')).toMatchObject({ before: '110', by: undefined })
  })

  test('is refused if it is wrong, or if the user is no longer an owner: nothing is stored', async () => {
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    const staff = await signedInAs(services, 'staff')
    expect(await change(services, owner, 'fees', { redLineOnlinePence: 'free' })).toMatchObject({ at: 'problem' })
    await expect(change(services, staff, 'fees', { redLineOnlinePence: '34.99' })).rejects.toMatchObject({ code: 'not_owner' })
    expect(await services.db.selectFrom('ownerValues').selectAll().execute()).toEqual([])
    expect(await services.db.selectFrom('auditLog').selectAll().execute()).toEqual([])
  })

  test('is not overwritten by another owner who has not seen it: of many at once one saves, the others are told', async () => {
    const world = await freshWorld(racing(engine))
    const owner = await signedInAs(world.services, 'owner')
    const owners = await Promise.all(
      openPeers(world, 6).map(async (services) => ({ services, viewer: await signedInAs(services, 'owner') })),
    )
    const group = groupOf('fees')
    for (const revision of [0, 1]) {
      const done = await Promise.all(
        owners.map(({ services, viewer }, at) =>
          changeBusiness(services, viewer, {
            group,
            revision,
            typed: typedOf(services, group, { noAccessPence: String(60 + 10 * revision + at) }),
          }),
        ),
      )
      expect(done.filter(({ at }) => at === 'saved')).toHaveLength(1)
      expect(done.filter(({ at }) => at === 'changed_since')).toHaveLength(5)
      const winner = done.findIndex(({ at }) => at === 'saved')
      const { value, revision: now } = await world.services.db.selectFrom('ownerValues').selectAll().executeTakeFirstOrThrow()
      expect([JSON.parse(value), now]).toEqual([{ noAccessPence: (60 + 10 * revision + winner) * 100 }, revision + 1])
    }
    expect(await takeBack(world.services, owner, { group, revision: 1, field: 'noAccessPence' })).toEqual({ at: 'changed_since' })
    expect(await world.services.db.selectFrom('auditLog').select('id').execute()).toHaveLength(2)
  })

  test('is known to another instance when it looks again, which then makes its pages again, once', async () => {
    const world = await freshWorld(racing(engine))
    const owner = await signedInAs(world.services, 'owner')
    const [peer = world.services] = openPeers(world, 1)
    let purged = 0
    const elsewhere = createPublished({ db: peer.db, log: peer.log, pagesChanged: () => void purged++ })
    await elsewhere.refresh()
    expect(purged).toBe(0)
    await change(world.services, owner, 'fees', { redLineOnlinePence: '34.99' })
    await Promise.all([elsewhere.refresh(), elsewhere.refresh()])
    expect([elsewhere.current().prices.priorityFeePence.online, purged]).toEqual([3_499, 1])
  })
})

onOneEngine('A booking', (engine) => {
  test('keeps the fee, the rate card and the offer that it was made with: bill, payment and mail', async () => {
    const { services } = await freshWorld(engine, { payments: true })
    const owner = await signedInAs(services, 'owner')
    const offered = { serviceLevel: 'redline', service: 'Boiler Breakdown' }
    const { reference } = await submitBooking(services, submissionOf({ body: bookingBody(offered) }))
    const read = () => services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
    const before = await read()
    const site = { url: 'https://example.com', details: defaultDetails, now: services.clock.now() }
    const mailBefore = confirmationWords({
      booking: before,
      trackingUrl: 'https://example.com/track/x',
      site,
      statement: statementOf(before),
    })
    const visit = { arrivedAt: '2026-11-20T12:00:00.000Z', minutesOnSite: 20 }
    const billOf = (booking: typeof before) => billFor(visit, JSON.parse(booking.frozenTerms) as FrozenTerms)
    const billBefore = billOf(before)
    await change(services, owner, 'fees', {
      redLineOnlinePence: '34.99',
      redLinePhonePence: '105',
      noAccessPence: '60',
      lateArrivalCreditPence: '20',
    })
    await change(services, owner, 'rates', { dayCalloutPence: '150', dayQuarterHourPence: '40' })
    await change(services, owner, 'offer-boiler-65', { isOff: 'off' })
    expect(await read()).toEqual(before)
    expect(billOf(await read())).toEqual(billBefore)
    expect(billBefore.lines.map(({ id, amountPence }) => [id, amountPence])).toEqual([
      ['callout', 11_900],
      ['offer', -5_400],
      ['priority-fee', 2_999],
    ])
    const { details } = services.published.current()
    const after = await read()
    const link = 'https://example.com/track/x'
    expect(confirmationWords({ booking: after, trackingUrl: link, site: { ...site, details }, statement: statementOf(after) })).toEqual(
      mailBefore,
    )
    expect(JSON.stringify(mailBefore)).toContain('£29.99 online (£95 by phone)')
    // A payment page opened only now.
    await openCheckout(services, before.id, 'https://example.com/track/x')
    const checkout = await services.db.selectFrom('checkouts').selectAll().where('bookingId', '=', before.id).executeTakeFirstOrThrow()
    expect(checkout).toMatchObject({ amountPence: 2_999 })
  })

  test('never owes more than its page showed: a dearer fee or a lesser offer is shown first, a cheaper fee is simply had', async () => {
    const world = await freshWorld(engine, { payments: true, env: { RATE_LIMIT_SCALE: '1000' } })
    const { services } = world
    const owner = await signedInAs(services, 'owner')
    await change(services, owner, 'fees', { redLineOnlinePence: '34.99' })
    const redLine = (shown?: number) => bookingBody({ serviceLevel: 'redline', shownFeePence: shown })
    const send = (body: Record<string, unknown>, key = newId()) => submitBooking(services, submissionOf({ body, idempotencyKey: key }))
    const key = newId()
    const refusal = await send(redLine(2_999), key).catch((error) => error)
    expect(refusal).toBeInstanceOf(PriceChanged)
    expect(refusal.message).toContain('The most you’ll pay is now £177.49. Nothing has been booked')
    expect(refusal.details()).toEqual({ changed: { fees: { redLineOnlinePence: 3_499 } } })
    expect(await services.db.selectFrom('bookings').selectAll().execute()).toEqual([])
    expect(await services.db.selectFrom('redlineSlots').select('slot').execute()).toEqual([])
    // The same booking at the price shown now; repeating it returns the same answer.
    const taken = await send(redLine(3_499), key)
    expect(taken.payment?.amountPence).toBe(3_499)
    expect((await send(redLine(3_499), key)).reference).toBe(taken.reference)
    await change(services, owner, 'fees', { redLineOnlinePence: '19.99' })
    expect((await send(redLine(3_499))).payment?.amountPence).toBe(1_999)
    expect((await send(redLine())).payment?.amountPence, 'who was shown nothing, as the API’s clients').toBe(1_999)

    // The same for an estimate; a booking queued on the device learns of the new one from the confirmation.
    await change(services, owner, 'estimates', { BurstPipe: '160' })
    const dearer = bookingBody({ shownEstimatePence: 14_250 })
    const told = await send(dearer).catch((error) => error)
    expect([told.code, told.message]).toEqual(['price_changed', expect.stringContaining('The most you’ll pay is now £152.')])
    expect(await send(bookingBody({ shownEstimatePence: 15_200 }))).toMatchObject({ estimatedPricePence: 15_200 })

    const boiler = (shown?: number) => bookingBody({ service: 'Boiler Breakdown', shownDiscountPence: shown })
    await change(services, owner, 'offer-boiler-65', { pence: '75' })
    await expect(send(boiler(5_400))).rejects.toBeInstanceOf(PriceChanged)
    expect(await send(boiler(4_400))).toMatchObject({ status: 'received' })
    await change(services, owner, 'offer-boiler-65', { isOff: 'off' })
    await expect(send(boiler(4_400))).rejects.toBeInstanceOf(PriceChanged)
    expect(await send(boiler()), 'without the offer').toMatchObject({ status: 'received' })
  })

  test('keeps the estimate and the supplement of its hour, whatever the owner changes then', async () => {
    const { services } = await freshWorld(engine)
    const owner = await signedInAs(services, 'owner')
    await change(services, owner, 'estimates', { BurstPipe: '160' })
    await change(services, owner, 'multipliers', { TowerHamlets: '1.10' })
    await change(services, owner, 'supplements', { sundayPence: '30' })
    const sunday = { preferredDate: '2026-11-29', timeSlot: '10:00 - 12:00' }
    const { reference, estimatedPricePence } = await submitBooking(services, submissionOf({ body: bookingBody(sunday) }))
    expect(estimatedPricePence).toBe(20_600)
    for (const id of ['estimates', 'multipliers', 'supplements'])
      for (const field of groupOf(id).fields)
        if (field.shown(services.published.current()) !== field.shown(defaultPublished))
          await takeBack(services, owner, { group: groupOf(id), revision: await readRevision(services, id), field: field.name })
    expect(services.published.current()).toEqual(defaultPublished)
    const booking = await services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
    expect([booking.estimatePence, JSON.parse(booking.frozenTerms).estimate]).toEqual([
      20_600,
      {
        service: 'Burst Pipe',
        basePence: 16_000,
        borough: 'Tower Hamlets',
        multiplierPercent: 110,
        supplement: { name: 'Sunday supplement', pence: 3_000 },
        estimatePence: 20_600,
      },
    ])
  })

  test('is promised what holds when it is made, also by an instance that has not looked again yet', async () => {
    const world = await freshWorld(racing(engine), { payments: true })
    const owner = await signedInAs(world.services, 'owner')
    await change(world.services, owner, 'fees', { redLineOnlinePence: '34.99' })
    const [peer = world.services] = openPeers(world, 1)
    const late = { ...peer, published: createPublished(peer) }
    const { payment } = await submitBooking(late, submissionOf({ body: bookingBody({ serviceLevel: 'redline' }) }))
    expect(payment?.amountPence).toBe(3_499)
  })

  test('that completes what the law asks for opens a public site, for good, and is ticked off on the list of the first day', async () => {
    const { services } = await freshWorld(engine, { env: { SITE_URL: 'https://plumbers.example' } })
    const [owner, staff] = [await signedInAs(services, 'owner'), await signedInAs(services, 'staff')]
    const left = async () => (await readFirstDay(services)).flatMap(({ id, isDone }) => (isDone ? [] : [id]))
    // With PostgreSQL, backups have no place until one is given.
    const backups = engine === 'postgres' ? ['backups'] : []
    const onServer = ['email', 'texts', 'payments', 'webhook', ...backups]
    expect(await left()).toEqual(['details', 'prices', 'shift', 'on-call', 'engineer', ...onServer])
    expect(openingOf(services)).toMatchObject({ isPublic: true, isPreview: true })
    const { gasSafeNumber, ...details } = JSON.parse(completeDetails.value)
    expect(await change(services, owner, 'details', details)).toEqual({ at: 'saved' })
    expect(openingOf(services)).toMatchObject({ isPreview: true, missing: [{ field: 'gasSafeNumber' }] })
    expect(await change(services, owner, 'details', { gasSafeNumber })).toEqual({ at: 'saved' })
    expect(openingOf(services)).toEqual({ isPublic: true, isPreview: false, missing: [] })
    expect(await left()).toEqual(['prices', 'shift', 'on-call', 'engineer', ...onServer])
    // A price that was saved was looked at; what isn't wanted is marked, by owners alone. Email is always wanted.
    expect(await change(services, owner, 'fees', { redLineOnlinePence: '34.99' })).toEqual({ at: 'saved' })
    for (const step of ['webhook', 'email', 'nothing']) await settleFirstDay(services, owner, step)
    await expect(settleFirstDay(services, staff, 'texts')).rejects.toThrow()
    expect(await left()).toEqual(['shift', 'on-call', 'engineer', 'email', 'texts', 'payments', ...backups])
    // The detail is removed again: staff are told, and the site stays open to visitors.
    expect(await change(services, owner, 'details', { registeredOffice: '' })).toEqual({ at: 'saved' })
    expect(openingOf(services)).toMatchObject({ isPreview: false, missing: [{ field: 'registeredOffice' }] })
    // Staff are told once: what was already missing isn't reported again.
    expect(await change(services, owner, 'details', { vatNumber: '' })).toEqual({ at: 'saved' })
    const alarms = await services.db.selectFrom('jobs').select('payload').where('kind', '=', 'alarm').orderBy('id').execute()
    expect(alarms.map(({ payload }) => JSON.parse(payload))).toMatchObject([{ labels: ['Registered office'] }, { labels: ['VAT number'] }])
  })
})
