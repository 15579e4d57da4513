// @module-tag never-again
import { expect } from 'vitest'
import { readActs } from '#app/features/booking/history.server.ts'
import type { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { editBooking } from '#app/features/dispatch/edit-booking.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { promiseWindow } from '#app/features/dispatch/promise-window.server.ts'
import { reopenBooking } from '#app/features/dispatch/reopen-booking.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import { readFormOptions } from '#app/features/intake/form-view.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { readOwnDay } from '#app/features/visit/read-own-jobs.server.ts'
import { newId } from '#app/values/ids.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { countOutcomes, freshWorld, openPeers, submissionOf } from '#test/support/fresh.ts'
import { bodyOfVisitor, onOneEngine, racing, type World } from '#test/support/world.ts'

let people = 0

async function atWork({ services }: World, day = '2026-11-20', kind: 'shift' | 'on-call' = 'shift', isGasSafe = false): Promise<string> {
  people += 1
  const gasSafeNumber = isGasSafe ? String(1_234_000 + people) : ''
  const fields = { name: `Dan ${people}`, phone: `07700 ${900_200 + people}`, gasSafeNumber, base: 'Bow' }
  const engineerId = await addEngineer(services, { staffId: 'staff', fields })
  await planShift(services, { staffId: 'staff', personId: engineerId, fields: { day, from: '08:00', until: '18:00', kind } })
  return engineerId
}

const noon = { preferredDate: '2026-11-20', timeSlot: '12:00 - 14:00' }

const submit = (by: World['services'], visitor: number, changes: Record<string, unknown>) =>
  submitBooking(by, submissionOf({ body: bodyOfVisitor(visitor, changes), clientKey: newId() }))

onOneEngine('Places', (engine, test) => {
  test('of a slot are sold once each, however many ask at the same moment; the others are told what is free', async () => {
    const world = await freshWorld(racing(engine))
    await atWork(world)
    // One outside our area takes no place before staff have accepted it.
    await bookOne(world, { ...noon, postcode: 'M1 1AE' })
    const peers = openPeers(world, 2, 4)
    const asked = Array.from({ length: 8 }, (_, each) => submit(peers[each % 2] ?? world.services, each, noon))
    const results = await Promise.allSettled(asked)
    expect(countOutcomes(results)).toEqual({ InvalidBooking: 6, ok: 2 })
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason.fields.timeSlot).toContain('Still free that day: 2pm to 4pm')
    const steps = await world.services.db.selectFrom('visitPlaces').selectAll().execute()
    expect(new Set(steps.map(({ bookingId }) => bookingId)).size).toBe(2)
    // A burst pipe is planned for 90 minutes: 18 steps of five.
    expect(steps).toHaveLength(36)

    const { slots } = await readFormOptions(world.services, { ...noon })
    expect(slots.filter(({ closed }) => closed === 'Full').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['12:00 - 14:00', '18:00 - 20:00']),
    )
    expect(slots.find(({ text }) => text === '14:00 - 16:00')?.available).toBe(true)
  })

  test('are free again once a booking is cancelled or has another time', async (world) => {
    await atWork(world)
    const [first, second] = [await bookOne(world, noon), await bookOne(world, { ...noon, phone: '07700 900301', email: 'b@example.com' })]
    await expect(submit(world.services, 3, noon)).rejects.toMatchObject({ code: 'invalid' })
    await first.become('cancelled')
    await submit(world.services, 4, noon)
    await expect(submit(world.services, 5, noon)).rejects.toMatchObject({ code: 'invalid' })
    const later = { preferredDate: '2026-11-20', timeSlot: '16:00 - 18:00' }
    await rescheduleBooking(world.services, { ...(await second.wish('b')), ...later })
    await submit(world.services, 6, noon)
  })

  test('by phone are taken all the same if the user confirms it, which colleagues can read', async ({ world, services }) => {
    await atWork(world)
    for (const each of [noon, { ...noon, phone: '07700 900301', email: 'b@example.com' }]) await bookOne(world, each)
    const before = await services.db.selectFrom('visitPlaces').selectAll().orderBy('startsAt').execute()
    const take = (confirmed?: string) =>
      takeBooking(services, { staffId: 'staff', idempotencyKey: 'by phone', input: bodyOfVisitor(9, noon), confirmed })
    const question = 'No engineer is free today, noon to 2pm.'
    const asked = await take().catch((error: AnswerNeeded) => error)
    expect(asked).toMatchObject({ code: 'answer_needed', message: question })
    await expect(take('Something else')).rejects.toMatchObject({ code: 'answer_needed' })
    expect(await services.db.selectFrom('bookings').select('id').execute()).toHaveLength(2)
    const { id } = await take((asked as AnswerNeeded).confirms)
    expect((await readActs(services.db, id)).map(({ text }) => text)).toEqual([
      'took the booking by phone, although no engineer was free then',
    ])
    // Existing bookings keep their place, and new online bookings are still refused.
    expect(await services.db.selectFrom('visitPlaces').selectAll().orderBy('startsAt').execute()).toEqual(before)
    await expect(submit(services, 4, noon)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('are asked about where staff promise another window, of a booking without an engineer, with one, and reopened', async (world) => {
    const { services } = world
    const engineerId = await atWork(world)
    for (const each of [noon, { ...noon, phone: '07700 900301', email: 'b@example.com' }]) await bookOne(world, each)
    const booked = await bookOne(world, {
      preferredDate: '2026-11-20',
      timeSlot: '14:00 - 16:00',
      phone: '07700 900302',
      email: 'c@example.com',
    })
    const at = (hour: string) => `2026-11-20T${hour}:00:00.000Z`
    const act = async () => await booked.act()
    const promise = async (from: string, until: string, confirmed?: string) =>
      promiseWindow(services, { ...(await act()), from: at(from), until: at(until), confirmed })
    const latest = async () => (await readActs(services.db, booked.id)).map(({ text }) => text).at(-1)

    const question = 'No engineer is free today, noon to 2pm.'
    const full = await promise('12', '14').catch((error: AnswerNeeded) => error)
    expect(full).toMatchObject({ code: 'answer_needed', message: question })
    await promise('16', '17')
    expect(await latest()).toBe('changed the arrival window: Friday 20 November, 4pm to 5pm')
    const place = () => services.db.selectFrom('visitPlaces').select('startsAt').where('bookingId', '=', booked.id).execute()
    expect((await place()).every(({ startsAt }) => startsAt >= at('16'))).toBe(true)
    await promise('12', '14', full?.confirms)
    expect(await latest()).toContain(question)

    // Two other windows at noon are promised: with this job, the engineer can keep only one of them.
    const only = expect.stringContaining('is the only one who can make BK-')
    const assign = async (confirmed?: string) => assignEngineer(services, { ...(await act()), engineerId, confirmed })
    const asked: unknown = await assign().catch((error) => error)
    expect(asked).toMatchObject({ code: 'answer_needed', questions: [{ text: only }] })
    await assign((asked as AnswerNeeded).confirms)
    const offShift = promise('19', '20')
    await expect(offShift).rejects.toMatchObject({ code: 'answer_needed', message: expect.stringMatching(/^Dan \d+ /) })
    await booked.become('cancelled')
    const reopen = async () => reopenBooking(services, { ...(await act()), from: at('19'), until: at('20'), reason: 'They called back' })
    await expect(reopen()).rejects.toMatchObject({ code: 'answer_needed', message: 'No engineer is free today, 7pm to 8pm.' })
  })

  test('of an engineer’s own jobs are in the order that keeps their windows, and so are the jobs on their phone', async (world) => {
    const { services } = world
    const engineerId = await atWork(world)
    const windows = [
      ['12', '16'],
      ['13', '14'],
    ] as const
    const ids: string[] = []
    for (const [each, [from, until]] of windows.entries()) {
      const booked = await bookOne(world, { ...noon, phone: `07700 90030${each}`, email: `${each}@example.com` })
      await booked.set({ promisedFrom: `2026-11-20T${from}:30:00.000Z`, promisedUntil: `2026-11-20T${until}:00:00.000Z` })
      await assignEngineer(services, { ...(await booked.act()), engineerId })
      ids.unshift(booked.id)
    }
    const { jobs } = await readOwnDay(services, { engineerId, userId: 'dan' }, '')
    expect(jobs.map(({ id }) => id)).toEqual(ids)
  })

  /** Of three engineers only one may do gas work, and has a job at noon already; there is time for one more. */
  const nearlyFull = async (world: World) => {
    const gasSafe = await atWork(world, '2026-11-20', 'shift', true)
    const others = [await atWork(world), await atWork(world)]
    const [first, second] = [await bookOne(world, noon), await bookOne(world, { ...noon, phone: '07700 900301', email: 'b@example.com' })]
    const assign = async (by: World['services'], booked: Booked, engineerId = gasSafe, confirmed?: string) =>
      assignEngineer(by, { ...(await booked.act()), engineerId, confirmed })
    await assign(world.services, first)
    const boiler = (by: World['services']) => submit(by, 7, { ...noon, service: 'Boiler Breakdown' })
    return { gasSafe, others, second, assign, boiler }
  }

  test.each(['sale', 'assignment'])(
    'are not sold and assigned away at the same moment, the %s first: one is refused, or staff are asked',
    async (first) => {
      const world = await freshWorld(racing(engine))
      const { second, assign, boiler } = await nearlyFull(world)
      const [one, other] = openPeers(world, 2, 4)
      const acts = [() => boiler(one ?? world.services), () => assign(other ?? world.services, second)]
      const results = await Promise.allSettled((first === 'sale' ? acts : acts.toReversed()).map((act) => act()))
      const outcomes = countOutcomes(results)
      expect(outcomes.ok).toBe(1)
      expect((outcomes.InvalidBooking ?? 0) + (outcomes.AnswerNeeded ?? 0)).toBe(1)
    },
  )

  test('that staff take from a booking without an engineer are asked about once, by reference and window', async ({ world, services }) => {
    const { gasSafe, others, second, assign, boiler } = await nearlyFull(world)
    const { reference } = await boiler(services)
    const question = expect.stringMatching(new RegExp(`^Dan \\d+ is the only one who can make ${reference} \\(today, noon to 2pm\\)\\.$`))
    const asked: unknown = await assign(services, second).catch((error) => error)
    expect(asked).toMatchObject({ code: 'answer_needed', questions: [{ text: question }] })
    const choices = async () => (await readBookingView(services, second.id)).choices
    const doubtsOf = async (id: string) => (await choices()).find((choice) => choice.id === id)?.doubts
    expect(await doubtsOf(gasSafe)).toEqual([`is the only one who can make ${reference} (today, noon to 2pm)`])
    expect(await doubtsOf(others[0] ?? '')).toEqual([])
    // No one else is taken away from it by this.
    await assign(services, second, others[0])
    const answer = (asked as AnswerNeeded).confirms
    await assign(services, second, gasSafe, answer)
    expect((await readActs(services.db, second.id)).at(-1)?.text).toContain(`, who is the only one who can make ${reference}`)
    // It can no longer be kept anyway: no one is asked about it again.
    await assign(services, second, others[0])
    await assign(services, second, gasSafe, answer)
    await promiseWindow(services, {
      ...(await second.act()),
      ...{ from: '2026-11-20T12:30:00.000Z', until: '2026-11-20T14:00:00.000Z' },
    })
  })

  test('that an undone assignment gives back to an engineer are asked about, if they were sold meanwhile', async ({ world, services }) => {
    const { gasSafe, others, second, assign, boiler } = await nearlyFull(world)
    await assign(services, second)
    await assign(services, second, others[0])
    const { reference } = await boiler(services)
    const undo = async (confirmed?: string) => undoAct(services, { ...(await second.act()), confirmed })
    const asked: unknown = await undo().catch((error) => error)
    expect(asked).toMatchObject({
      code: 'answer_needed',
      message: expect.stringContaining(`is the only one who can make ${reference} (`),
    })
    expect((await second.read()).engineerId).toBe(others[0])
    await undo((asked as AnswerNeeded).confirms)
    expect((await second.read()).engineerId).toBe(gasSafe)
    expect((await readActs(services.db, second.id)).at(-1)?.text).toContain(`despite this warning: ${(asked as AnswerNeeded).message}`)
  })

  test('that are gone once a job is corrected are asked about', async ({ world, services }) => {
    await atWork(world)
    const booked = await bookOne(world, noon)
    const row = await booked.read()
    const fields = {
      ...bodyOfVisitor(1, { service: 'Boiler Breakdown' }),
      name: row.name,
      phone: row.phone,
      email: row.email,
      postcode: row.postcode,
    }
    const edit = async (confirmed?: string) => editBooking(services, { ...(await booked.act()), fields, confirmed })
    const question = 'No engineer is free today, noon to 2pm.'
    const asked = await edit().catch((error: AnswerNeeded) => error)
    expect(asked).toMatchObject({ code: 'answer_needed', message: question })
    await edit(asked?.confirms)
    expect((await readActs(services.db, booked.id)).at(-1)?.text).toContain(`despite this warning: ${question}`)
  })

  test.each([
    ['tomorrow', '2026-11-20', '2026-11-21'],
    ['in five days', '2026-11-24', '2026-11-25'],
  ])('of an evening stay as they are where someone books for the morning after: %s', async (_, evening, morning) => {
    const { world, services } = await freshWorld(engine)
    const engineerId = await atWork(world, morning)
    await planShift(services, { staffId: 'staff', personId: engineerId, fields: { day: evening, from: '17:00', until: '23:00' } })
    // The second starts late in its slot, and the third after it.
    await submit(services, 1, { preferredDate: evening, timeSlot: '18:00 - 20:00' })
    await submit(services, 2, { preferredDate: evening, timeSlot: '18:00 - 20:00' })
    await submit(services, 3, { preferredDate: evening, timeSlot: '20:00 - 22:00' })
    const placesOfEvening = () =>
      services.db.selectFrom('visitPlaces').selectAll().where('startsAt', '<', `${morning}T00:00:00.000Z`).orderBy('startsAt').execute()
    const before = await placesOfEvening()
    await submit(services, 4, { preferredDate: morning, timeSlot: '10:00 - 12:00' })
    expect(await placesOfEvening()).toEqual(before)
  })
})
