import { expect, test } from 'vitest'
import type { CallOutcome } from '#app/features/booking/call-outcomes.ts'
import { eraseBookingsOf } from '#app/features/booking/erase-bookings.server.ts'
import { readActs } from '#app/features/booking/history.server.ts'
import { type VisitStep, visitSteps } from '#app/features/booking/lifecycle.ts'
import { readNotes } from '#app/features/booking/read-booking.server.ts'
import {
  AnswerNeeded,
  BookingNotFound,
  BookingOvertaken,
  EntryNotFound,
  InvalidBooking,
  KeyReused,
  StepRefused,
} from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { dispatchedInTime } from '#app/features/capacity/cancellation.ts'
import { lateAfterOf } from '#app/features/capacity/late-arrival.ts'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { readBoard } from '#app/features/desk/board.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { messageCustomer } from '#app/features/desk/message-customer.server.ts'
import { noteBooking } from '#app/features/desk/note-booking.server.ts'
import { readPhonePrice } from '#app/features/desk/phone-price.server.ts'
import { recordCall, undoCall } from '#app/features/desk/record-call.server.ts'
import { readFormOptions } from '#app/features/intake/form-view.server.ts'
import { readLive } from '#app/features/live/read-live.server.ts'
import { mostPence } from '#app/features/pricing/frozen-terms.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { readOpenJobs, takeOpenJob } from '#app/features/visit/open-jobs.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { hashOf, newId, newToken } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices, phoneFeeText } from '#content/price-list.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { handOut } from '#test/support/announced.ts'
import { payRedLine } from '#test/support/billed.ts'
import { type Booked, bookOfStranger, bookOne } from '#test/support/booked.ts'
import { colleague as addColleague } from '#test/support/colleague.ts'
import { tries } from '#test/support/depth.ts'
import { countOutcomes, freshWorld, openPeers, refusalOf } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { openPushService, switchOnAlerts } from '#test/support/push-service.ts'
import { engineer } from '#test/support/roster.ts'
import { bookingBody, onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { acceptBooking } from './accept-booking.server.ts'
import { advanceBooking } from './advance-booking.server.ts'
import { assignEngineer } from './assign-engineer.server.ts'
import { cancelByStaff } from './cancel-by-staff.server.ts'
import { dropShift } from './drop-shift.server.ts'
import { editBooking } from './edit-booking.server.ts'
import { planShift } from './plan-shift.server.ts'
import { type PromiseWindow, promiseWindow } from './promise-window.server.ts'
import { addEngineer, changeEngineer } from './save-engineer.server.ts'
import { takeBooking } from './take-booking.server.ts'
import { undoAct } from './undo-act.server.ts'

/** A staff member, whose address is their first name. */
const colleague = (world: World, name: string, role: 'staff' | 'owner' = 'staff') =>
  addColleague(world, name, role, name.split(' ')[0]?.toLowerCase())

/** An engineer who sees their jobs on their phone. */
async function engineerWithAccount(world: World, name: string, gasSafeNumber = '') {
  const [engineerId, userId] = [await engineer(world, name, gasSafeNumber), await colleague(world, name)]
  await world.services.db.updateTable('engineers').set({ userId }).where('id', '=', engineerId).execute()
  return { engineerId, userId, email: `${userId}@example.com` }
}

const advance = async ({ services }: World, booked: Booked, to: VisitStep) => advanceBooking(services, { ...(await booked.act()), to })

const redline = (world: World) => bookOne(world, { serviceLevel: 'redline' })

const refundsOf = ({ services }: World, booked: Booked) =>
  services.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.amountPence', 'refunds.reason'])
    .where('payments.bookingId', '=', booked.id)
    .execute()

const customer = 'priya.raman@example.com'
const fee = defaultPrices.priorityFeePence

onEachEngine('A booking on the board', (_, test) => {
  test('is accepted, given, driven and closed, each step with its event, its act and its audit', async ({ world, services }) => {
    const [priya, dan] = [await colleague(world, 'Priya Shah'), await engineer(world)]
    const booked = await bookOne(world)
    await acceptBooking(services, await booked.act(priya))
    expect(await booked.read()).toMatchObject({ status: 'confirmed', version: 1, acceptedAt: toInstant(world.clock.now()), revision: 0 })
    await assignEngineer(services, { ...(await booked.act(priya)), engineerId: dan })
    for (const to of ['en_route', 'arrived', 'completed'] as const) await advance(world, booked, to)
    expect(await booked.read()).toMatchObject({ status: 'completed', version: 5, engineerId: dan })
    expect((await booked.history()).map(({ actor, kind, toStatus }) => [actor === priya || actor === 'staff', kind, toStatus])).toEqual([
      [false, 'status', 'received'],
      ...['confirmed', 'assigned', 'en_route', 'arrived', 'completed'].map((status) => [true, 'status', status]),
    ])
    const acts = await readActs(services.db, booked.id)
    expect(acts.map(({ version, text }) => [version, text])).toEqual([
      [1, 'accepted the booking'],
      [2, 'gave the job to Dan Okoro'],
      [3, 'marked the engineer as on the way'],
      [4, 'marked the engineer as arrived'],
      [5, 'closed the job as done'],
    ])
    expect(JSON.parse(acts[1]?.before ?? '')).toMatchObject({ status: 'confirmed', engineerId: null })
    expect(JSON.parse(acts[1]?.after ?? '')).toMatchObject({ status: 'assigned', engineerId: dan })
    const audit = await services.db.selectFrom('auditLog').select('action').where('subject', '=', booked.id).orderBy('id').execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'booking.accept',
      'booking.assign',
      ...Array.from({ length: 3 }, () => 'booking.advance'),
    ])
  })
})

onOneEngine('A step of a booking', (_, test) => {
  test('takes no step that cannot follow: nothing is written, and the words say how it stands', async ({ world, services }) => {
    const dan = await engineer(world)
    const allowed: Record<VisitStep, BookingStatus[]> = {
      en_route: ['assigned'],
      arrived: ['assigned', 'en_route'],
      completed: ['arrived'],
      made_safe: ['arrived'],
      no_access: ['en_route', 'arrived'],
    }
    const statuses = ['received', 'confirmed', 'assigned', 'en_route', 'arrived', 'completed', 'cancelled', 'no_access'] as const
    for (const status of statuses) {
      const booked = await bookOne(world)
      await booked.become(status)
      const before = await booked.read()
      for (const to of visitSteps.filter((each) => !allowed[each].includes(status))) {
        const refused = await refusalOf(advance(world, booked, to))
        expect(refused, `${to} after ${status}`).toBeInstanceOf(StepRefused)
        expect(String(refused)).toContain('the booking is')
      }
      if (status !== 'received') expect(await refusalOf(acceptBooking(services, await booked.act()))).toBeInstanceOf(StepRefused)
      const isOver = ['arrived', 'completed', 'cancelled', 'no_access'].includes(status)
      if (isOver)
        expect(await refusalOf(assignEngineer(services, { ...(await booked.act()), engineerId: dan }))).toBeInstanceOf(StepRefused)
      expect(await booked.read()).toEqual(before)
      expect(await readActs(services.db, booked.id)).toEqual([])
    }
    const gone = { bookingId: 'nobody’s', staffId: 'staff', seen: '0' }
    expect(await refusalOf(acceptBooking(services, gone))).toBeInstanceOf(BookingNotFound)
  })

  test('goes to an engineer who may do it: gas work only with a Gas Safe number, and to no one who has left', async (world) => {
    const { services } = world
    const [dan, mia] = [await engineer(world), await engineer(world, 'Mia Novak', '123 4567')]
    const boiler = await bookOne(world, { service: 'Boiler Breakdown' })
    const give = async (engineerId: string | null) => assignEngineer(services, { ...(await boiler.act()), engineerId })
    expect(String(await refusalOf(give(dan)))).toContain('no Gas Safe number')
    expect(await refusalOf(give('nobody'))).toBeInstanceOf(EntryNotFound)
    const shown = async () => (await readTrackView(services, boiler.token, { step: 'overview' })).engineer
    expect(await shown()).toBeUndefined()
    await give(mia)
    expect(await shown()).toEqual({ name: 'Mia Novak', gasSafeNumber: '1234567' })
    expect(await boiler.read()).toMatchObject({ status: 'assigned', engineerId: mia, acceptedAt: toInstant(world.clock.now()) })
    expect(await refusalOf(give(mia))).toBeInstanceOf(StepRefused)
    // An engineer who has the job can't be retired, and their Gas Safe number can't be removed.
    const fields = { name: 'Mia Novak', phone: '07700 900111', gasSafeNumber: '', base: '' }
    const change = (changes: object, retired = false) =>
      changeEngineer(services, { staffId: 'owner', engineerId: mia, fields: { ...fields, ...changes }, retired })
    expect(String(await refusalOf(change({})))).toContain((await boiler.read()).reference)
    expect(await refusalOf(change({ gasSafeNumber: '1234567' }, true))).toBeInstanceOf(StepRefused)
    await give(null)
    expect(await boiler.read()).toMatchObject({ status: 'confirmed', engineerId: null })
    await change({ gasSafeNumber: '1234567' }, true)
    expect(String(await refusalOf(give(mia)))).toContain('no longer works for us')
    expect(await refusalOf(addEngineer(services, { staffId: 'owner', fields: { ...fields, gasSafeNumber: '12' } }))).toMatchObject({
      fields: { gasSafeNumber: expect.stringContaining('7 digits') },
    })
  })
})

onOneEngine('That an engineer has set out', (_, test) => {
  const subjectsOf = async (world: World, reference: string) =>
    (await mailsTo(world, customer)).map(({ subject }) => subject.replace(` (${reference})`, '')).slice(1)

  test('is mailed with a name, and taken back by another mail; before it was sent, by none', async ({ world, services }) => {
    const booked = await bookOne(world)
    const { reference } = await booked.read()
    await assignEngineer(services, { ...(await booked.act()), engineerId: await engineer(world) })
    expect(await subjectsOf(world, reference)).toEqual([])
    await advanceBooking(services, { ...(await booked.act()), to: 'en_route' })
    await undoAct(services, await booked.act())
    expect(await subjectsOf(world, reference)).toEqual(['Sorry, your engineer hasn’t set off yet'])
    await advanceBooking(services, { ...(await booked.act()), to: 'en_route' })
    expect(await subjectsOf(world, reference)).toEqual([
      'Sorry, your engineer hasn’t set off yet',
      'Dan Okoro is on the way: arriving today 10.30am–11.15am',
    ])
    expect((await mailsTo(world, customer)).at(-1)?.text).toContain('Dan Okoro is on the way')
    await assignEngineer(services, { ...(await booked.act()), engineerId: await engineer(world, 'Mia Ferrari') })
    expect((await subjectsOf(world, reference)).at(-1)).toBe('Sorry, your engineer hasn’t set off yet')
    expect(await services.db.selectFrom('jobs').select('id').where('state', '!=', 'done').execute()).toEqual([])
  })
})

onOneEngine('An engineer who cannot easily do a job', (_, test) => {
  const doubtsOf = async (attempt: Promise<unknown>) => {
    const refusal = await refusalOf(attempt)
    return refusal instanceof AnswerNeeded ? refusal.questions.map(({ text }) => text) : refusal
  }

  test('is asked about once, in words, and the answer is in the history', async ({ world, services, clock }) => {
    const [dan, mia] = [await engineer(world, 'Dan Okoro'), await engineer(world, 'Mia Novak')]
    const [first, second] = [await bookOne(world), await bookOne(world)]
    const { reference } = await first.read()
    // No warning about shifts if none were ever planned.
    await assignEngineer(services, { ...(await first.act()), engineerId: dan })
    const clash = [`Dan Okoro can’t make both this and ${reference} (10.30am to 11.15am).`]
    const again = async (confirmed?: string) => assignEngineer(services, { ...(await second.act()), engineerId: dan, confirmed })
    const asked = await refusalOf(again())
    expect(asked).toMatchObject({ message: clash.join(' ') })
    const shift = { id: newId(), engineerId: mia, startsAt: later(clock.now(), -hours(1)), endsAt: later(clock.now(), hours(4)) }
    await services.db.insertInto('shifts').values(shift).execute()
    // A confirmation given before there were shifts doesn't cover the new warning.
    const askedMore = await refusalOf(again((asked as AnswerNeeded).confirms))
    expect(askedMore).toMatchObject({ message: ['Dan Okoro is off shift then.', ...clash].join(' ') })
    expect(await second.read()).toMatchObject({ status: 'received', version: 0 })
    await again((askedMore as AnswerNeeded).confirms)
    expect((await readActs(services.db, second.id)).map(({ text }) => text)).toEqual([
      `gave the job to Dan Okoro, who is off shift then and can’t make both this and ${reference} (10.30am to 11.15am)`,
    ])
    expect(await doubtsOf(assignEngineer(services, { ...(await second.act()), engineerId: mia }))).toBeUndefined()
  })

  test('is asked about with two Red Lines, and when setting out hours early', async ({ world, services }) => {
    const dan = await engineer(world, 'Dan Okoro')
    const [one, two] = [await bookOne(world), await bookOne(world)]
    await services.db.updateTable('bookings').set({ serviceLevel: 'redline' }).execute()
    await assignEngineer(services, { ...(await one.act()), engineerId: dan })
    expect(await doubtsOf(assignEngineer(services, { ...(await two.act()), engineerId: dan }))).toEqual([
      `Dan Okoro has another Red Line to get to (${(await one.read()).reference}).`,
    ])
    const tomorrow = await bookOne(world, { preferredDate: '2026-11-21', timeSlot: '14:00 - 16:00' })
    await assignEngineer(services, { ...(await tomorrow.act()), engineerId: dan })
    const setOut = async (confirmed?: string) => advanceBooking(services, { ...(await tomorrow.act()), to: 'en_route', confirmed })
    const asked = await refusalOf(setOut())
    expect(asked).toMatchObject({ message: expect.stringContaining('This visit is booked for') })
    expect(await tomorrow.read()).toMatchObject({ status: 'assigned' })
    await setOut((asked as AnswerNeeded).confirms)
    expect((await readActs(services.db, tomorrow.id)).at(-1)?.text).toContain('the visit is for')
  })

  test('has been at a job since they arrived, whatever was changed about it since', async ({ world, services, clock }) => {
    const dan = await engineer(world, 'Dan Okoro')
    const first = await bookOne(world)
    await assignEngineer(services, { ...(await first.act()), engineerId: dan })
    for (const to of ['en_route', 'arrived'] as const) await advanceBooking(services, { ...(await first.act()), to })
    clock.advance(minutes(100))
    const change = { id: newId(), bookingId: first.id, at: toInstant(clock.now()), actor: 'customer', note: '' }
    const statuses = { fromStatus: 'arrived', toStatus: 'arrived' } as const
    await addRow(services.db, 'bookingEvents', { ...change, ...statuses, kind: 'rescheduled' })
    const second = await bookOne(world)
    expect(await doubtsOf(assignEngineer(services, { ...(await second.act()), engineerId: dan }))).toBeUndefined()
  })
})

onOneEngine('Two dispatchers on one booking', (engine, test) => {
  test('the second is told who did what, and nothing of theirs is written; the same press again is one', async ({
    clock,
    world,
    services,
  }) => {
    const [priya, omar] = [await colleague(world, 'Priya Shah'), await colleague(world, 'Omar Haddad')]
    const dan = await engineer(world)
    const booked = await bookOne(world)
    const [first, second] = [await booked.act(priya), await booked.act(omar)]
    await assignEngineer(services, { ...first, engineerId: dan })
    const overtaken = await refusalOf(acceptBooking(services, second))
    expect(overtaken).toBeInstanceOf(BookingOvertaken)
    expect(String(overtaken)).toContain('Priya Shah gave the job to Dan Okoro at 10.20am. Your change wasn’t saved.')
    expect((overtaken as BookingOvertaken).status).toBe(409)
    await assignEngineer(services, { ...first, engineerId: dan })
    expect(await booked.read()).toMatchObject({ version: 1 })
    // A different action on the same version isn't a repeat.
    expect(await refusalOf(assignEngineer(services, { ...first, engineerId: null }))).toBeInstanceOf(BookingOvertaken)
    expect(await readActs(services.db, booked.id)).toHaveLength(1)
    // A page that was left open overnight.
    clock.advance(days(1))
    expect(String(await refusalOf(acceptBooking(services, second)))).toMatch(/ at 10\.20am on \w+day \d+ \w+\. Your change/)
  })

  test('act on it many times at once from several machines: every act has its row, no one’s is lost, losers know who', {
    timeout: 120_000,
  }, async () => {
    const world = await freshWorld(racing(engine))
    const rounds = tries(10, 500)
    const [priya, omar] = [await colleague(world, 'Priya Shah'), await colleague(world, 'Omar Haddad')]
    const [dan, mia] = [await engineer(world), await engineer(world, 'Mia Novak')]
    const booked = await bookOne(world, { preferredDate: '2026-11-24', timeSlot: '14:00 - 16:00' })
    await acceptBooking(world.services, await booked.act())
    const peers = openPeers(world, 2, 3)
    let successes = 1
    for (let round = 0; round < rounds; round++) {
      const { seen } = await booked.act()
      const holder = (await booked.read()).engineerId
      const moves = [priya, omar].map((staffId, each) => {
        const services: Services = peers[(each + round) % 2] ?? world.services
        const common = { bookingId: booked.id, staffId, seen }
        if (each === 0) return assignEngineer(services, { ...common, engineerId: holder === dan ? mia : dan })
        const from = later('2026-11-24T15:00:00.000Z', minutes(round))
        return promiseWindow(services, { ...common, from, until: later(from, hours(1)) })
      })
      const results = await Promise.allSettled(round % 2 ? moves : moves.toReversed())
      expect(countOutcomes(results)).toEqual({ BookingOvertaken: 1, ok: 1 })
      successes += 1
      const loser = results.find((result) => result.status === 'rejected')?.reason as BookingOvertaken
      expect(loser.happened.at(-1)?.by).toMatch(/^(Priya Shah|Omar Haddad)$/)
    }
    const acts = await readActs(world.services.db, booked.id)
    expect((await booked.read()).version).toBe(successes)
    expect(acts.map(({ version }) => version)).toEqual(Array.from({ length: successes }, (_, at) => at + 1))
    // Each action's result is the state that the next one started from: no update was lost.
    const left = new Map<string, unknown>()
    for (const { before, after } of acts) {
      for (const [column, value] of Object.entries(JSON.parse(before)))
        if (left.has(column)) expect(value, column).toEqual(left.get(column))
      for (const [column, value] of Object.entries(JSON.parse(after))) left.set(column, value)
    }
    expect(await booked.read()).toMatchObject(Object.fromEntries(left))
  })

  test('and its customer, who cancels at the same moment: one of them happens, and the other is told', { races: true }, async (world) => {
    for (let round = 0; round < tries(4, 20); round++) {
      const [booked, dan] = [await bookOne(world), await engineer(world)]
      const [one, two] = openPeers(world, 2, 2)
      const byCustomer = { ...(await booked.wish(`${round}`)), toldPence: 0 }
      const byStaff = { ...(await booked.act()), engineerId: dan }
      const acts = [() => cancelBooking(one ?? world.services, byCustomer), () => assignEngineer(two ?? world.services, byStaff)]
      const results = await Promise.allSettled((round % 2 ? acts : acts.toReversed()).map((each) => each()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { status, version } = await booked.read()
      const loser = results.find((result) => result.status === 'rejected')?.reason
      if (status === 'cancelled') expect(String(loser)).toContain('The customer cancelled it')
      else expect(loser).toBeInstanceOf(BookingOvertaken)
      expect(version).toBe(1)
      expect(await booked.history()).toHaveLength(2)
    }
  })
})

onOneEngine('A promised window', (_, test) => {
  test('is told to the customer once, moves the calendar, and what was promised first stays owed', async ({ world, services }) => {
    const booked = await bookOne(world)
    await mailsTo(world, customer)
    const { promisedUntil: first } = await booked.read()
    const [from, until] = ['2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z']
    await promiseWindow(services, { ...(await booked.act()), from, until })
    const moved = await booked.read()
    expect(moved).toMatchObject({ promisedFrom: from, promisedUntil: until, lateAfter: first, revision: 1, version: 1, status: 'received' })
    expect(lateAfterOf(moved)).toBe(first)
    // A correction made before it is sent doesn't hold it back.
    await editBooking(services, { ...(await booked.act()), fields: { ...fieldsOf(await booked.read()), name: 'Priya Rahman' } })
    const [, mail, ...more] = await mailsTo(world, customer)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('New arrival time')
    expect(mail?.text).toContain('today, Friday 20 November, 2pm to 3pm')
    // Moved again: lateness still counts from the first window.
    await promiseWindow(services, { ...(await booked.act()), from: later(from, hours(1)), until: later(until, hours(1)) })
    expect((await booked.read()).lateAfter).toBe(first)
  })

  test('that the customer asked for owes nothing, unless the old one was broken', async (world) => {
    const ask = async (booked: Booked, from: string) =>
      promiseWindow(world.services, { ...(await booked.act()), from, until: later(from, hours(1)), askedByCustomer: true })
    const booked = await bookOne(world)
    await ask(booked, '2026-11-20T14:00:00.000Z')
    expect(await booked.read()).toMatchObject({ lateAfter: null })
    world.clock.set('2026-11-20T15:00:01.000Z')
    await ask(booked, '2026-11-20T16:00:00.000Z')
    expect(await booked.read()).toMatchObject({ lateAfter: '2026-11-20T15:00:00.000Z' })
  })

  test('that is the first to be agreed owes nothing for the one that was never promised', async (world) => {
    const booked = await bookOne(world)
    await booked.set({ toAgree: 1 })
    const [from, until] = ['2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z']
    await promiseWindow(world.services, { ...(await booked.act()), from, until })
    expect(lateAfterOf(await booked.read())).toBe(until)
  })

  test('raises what the customer pays at most only if they asked for it and have agreed, and undoing it lowers it again', async (world) => {
    const { services } = world
    // £142.50 by day, where a call-out costs £149 in the evening.
    const booked = await bookOne(world)
    const most = async () => mostPence(JSON.parse((await booked.read()).frozenTerms))
    const to = async (hour: number, more: Partial<PromiseWindow> = {}) => {
      const from = later('2026-11-20T00:00:00.000Z', hours(hour))
      return promiseWindow(services, { ...(await booked.act()), from, until: later(from, hours(1)), ...more })
    }
    await to(18)
    expect(await most()).toBe(14_250)
    const asked = await refusalOf(to(19, { askedByCustomer: true }))
    expect(asked).toBeInstanceOf(AnswerNeeded)
    const { message, confirms } = asked as AnswerNeeded
    expect(message).toContain('£149, instead of £142.50')
    await to(19, { askedByCustomer: true, confirmed: confirms })
    expect(await most()).toBe(14_900)
    await undoAct(services, await booked.act())
    expect(await most()).toBe(14_250)
  })

  test('may go to another engineer with it, as one act that is undone as one, by the rules for giving a job', async (world) => {
    const { services } = world
    const [dan, noGas] = [await engineer(world, 'Dan Okoro', '1234567'), await engineer(world, 'Nina Cole')]
    const booked = await bookOne(world, { service: 'Boiler Breakdown' })
    const before = await booked.read()
    const [from, until] = ['2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z']
    expect(await refusalOf(promiseWindow(services, { ...(await booked.act()), from, until, engineerId: noGas }))).toBeInstanceOf(
      StepRefused,
    )
    expect(await booked.read()).toEqual(before)
    await promiseWindow(services, { ...(await booked.act()), from, until, engineerId: dan })
    expect(await booked.read()).toMatchObject({ status: 'assigned', engineerId: dan, promisedFrom: from, version: 1 })
    const announced = await services.db.selectFrom('jobs').select('payload').where('kind', '=', 'announce').execute()
    const occasions = announced.map(({ payload }) => JSON.parse(payload).occasion)
    expect(occasions.filter((occasion) => occasion !== 'created').toSorted()).toEqual(['assigned', 'promised'])
    await undoAct(services, await booked.act())
    expect(await booked.read()).toMatchObject({ status: 'received', engineerId: null, promisedFrom: before.promisedFrom, version: 2 })
  })

  test('with another engineer is one email to the customer and one to the engineer, whatever the job was', async ({ world, services }) => {
    const { engineerId } = await engineerWithAccount(world, 'Dan Okoro')
    for (const [so, suspectedSpam] of [
      [['confirmed'], 0],
      [['assigned', 'en_route'], 0],
      [[], 1],
    ] as const) {
      const booked = await bookOne(world)
      for (const status of so) await booked.become(status)
      await booked.set({ suspectedSpam })
      await runDueJobs(services, jobHandlers)
      await services.db.deleteFrom('localMail').execute()
      const [from, until] = ['2026-11-21T14:00:00.000Z', '2026-11-21T15:00:00.000Z']
      await promiseWindow(services, { ...(await booked.act()), from, until, engineerId })
      await runDueJobs(services, jobHandlers)
      const emails = await services.db.selectFrom('localMail').select(['recipient', 'subject']).orderBy('recipient').execute()
      expect(emails.filter(({ recipient }) => recipient.includes('@') && recipient !== 'desk@localhost')).toMatchObject([
        { recipient: 'dan@example.com', subject: expect.stringMatching(/^New job: .*, tomorrow 2pm–3pm/) },
        { recipient: customer, subject: expect.stringMatching(/2pm–3pm/) },
      ])
      await booked.set({ status: 'cancelled' })
    }
  })

  test('of a job is heard by its engineer, as is all that gives, takes, changes or cancels it', async ({ world, services, clock }) => {
    const dan = (await engineerWithAccount(world, 'Dan Okoro')).engineerId
    const eve = (await engineerWithAccount(world, 'Eve Stone')).engineerId
    const booked = await bookOne(world, { preferredDate: '2026-11-21', timeSlot: '10:00 - 12:00' })
    const heard = async () => {
      await runDueJobs(services, jobHandlers)
      const mails = await services.db.selectFrom('localMail').selectAll().orderBy('recipient').orderBy('id').execute()
      await services.db.deleteFrom('localMail').execute()
      return mails
        .filter(({ recipient }) => /^(dan|eve)@/.test(recipient))
        .map(
          ({ recipient, subject, message }) =>
            `${recipient.slice(0, 3)} ${subject.split(',')[0]} ${String(JSON.parse(message).text).replaceAll(/\s+/g, ' ')}`,
        )
    }
    const give = async (engineerId: string | null) => {
      clock.advance(minutes(1))
      await assignEngineer(services, { ...(await booked.act()), engineerId })
    }
    const says = (...parts: RegExp[]) => parts.map((part) => expect.stringMatching(part))

    await give(dan)
    expect(await heard()).toEqual(says(/^dan New job/))
    await undoAct(services, await booked.act())
    expect(await heard()).toEqual(says(/^dan No longer yours: .*10am to noon.*No one has it at the moment/))
    // Undone before the first email was sent: there's nothing to correct.
    await give(dan)
    await undoAct(services, await booked.act())
    expect(await heard()).toEqual([])
    await give(dan)
    expect(await heard()).toHaveLength(1)
    await give(eve)
    expect(await heard()).toEqual(says(/^dan No longer yours.*Eve Stone has it now/, /^eve New job/))
    await give(null)
    expect(await heard()).toEqual(says(/^eve No longer yours/))
    await give(eve)
    await heard()
    await promiseWindow(services, { ...(await booked.act()), from: '2026-11-21T14:00:00.000Z', until: '2026-11-21T15:00:00.000Z' })
    expect(await heard()).toEqual(says(/^eve New time: .*2pm to 3pm.*It was Saturday 21 November, 10am to noon/))
    await editBooking(services, { ...(await booked.act()), fields: { ...fieldsOf(await booked.read()), accessNotes: 'Side gate' } })
    expect(await heard()).toEqual(says(/^eve Details changed/))
    const move = await booked.wish(newId())
    await rescheduleBooking(services, { ...move, preferredDate: '2026-11-23', timeSlot: '10:00 - 12:00' })
    expect(await heard()).toEqual(says(/^eve No longer yours: .*Saturday 21 November.*No one has it/))
    await give(eve)
    await heard()
    await cancelBooking(services, { ...(await booked.wish(newId())), toldPence: 0 })
    expect(await heard()).toEqual(says(/^eve Cancelled: .*Don’t set off/))
  })

  test('reaches its engineer’s phone by text and as an alert on each device, once each, and says nothing of the customer', async (world) => {
    const { services } = world
    const { engineerId, userId } = await engineerWithAccount(world, 'Dan Okoro')
    const push = await openPushService()
    const devices = [push.browser(), push.browser()]
    for (const device of devices) await switchOnAlerts(services, userId, device)
    const booked = await bookOne(world, { preferredDate: '2026-11-21', timeSlot: '10:00 - 12:00' })
    await assignEngineer(services, { ...(await booked.act()), engineerId })
    await runDueJobs(services, jobHandlers)
    await promiseWindow(services, { ...(await booked.act()), from: '2026-11-21T14:00:00.000Z', until: '2026-11-21T15:00:00.000Z' })
    await runDueJobs(services, jobHandlers)
    await cancelBooking(services, { ...(await booked.wish(newId())), toldPence: 0 })
    await runDueJobs(services, jobHandlers)
    const [job, about] = [`/engineer/jobs/${booked.id}`, booked.id]
    for (const device of devices)
      expect(device.alerts()).toEqual([
        { title: 'New job: Burst Pipe', body: 'E1, tomorrow 10am to noon', path: job, about },
        { title: 'New time: Burst Pipe', body: 'E1, tomorrow 2pm to 3pm', path: job, about },
        { title: 'Cancelled: Burst Pipe', body: 'E1, tomorrow 2pm to 3pm', path: '/engineer', about },
      ])
    const texts = await services.db
      .selectFrom('localMail')
      .select('message')
      .where('recipient', '=', '+447700900111')
      .orderBy('id')
      .execute()
    expect(texts.map(({ message }) => JSON.parse(message).text)).toEqual(
      ['New job', 'New time', 'Cancelled'].map((news) => expect.stringMatching(new RegExp(`^${news}: Burst Pipe, E1, .*/engineer$`))),
    )
    expect(JSON.stringify(texts)).not.toMatch(/Priya|900264|1FR/)
  })

  test('must lie ahead and end after it begins', async (world) => {
    const booked = await bookOne(world)
    const wrong: [from: string, until: string][] = [
      ['2026-11-20T14:00:00.000Z', '2026-11-20T14:00:00.000Z'],
      ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'],
      ['2026-11-20T14:00:00.000Z', '2026-11-21T14:00:00.000Z'],
      ['2028-11-20T14:00:00.000Z', '2028-11-20T15:00:00.000Z'],
      ['', '2026-11-20T14:00:00.000Z'],
    ]
    for (const [from, until] of wrong)
      expect(await refusalOf(promiseWindow(world.services, { ...(await booked.act()), from, until }))).toBeInstanceOf(InvalidEntry)
    expect((await booked.read()).version).toBe(0)
  })
})

onOneEngine('Taking an act back', (_, test) => {
  test('restores what was, for 10 minutes and once; a press on the way that was a mistake earns no fee', async (world) => {
    const { services, clock } = world
    const dan = await engineer(world)
    const booked = await bookOne(world)
    await assignEngineer(services, { ...(await booked.act()), engineerId: dan })
    await advance(world, booked, 'en_route')
    clock.advance(minutes(10))
    await undoAct(services, await booked.act('another'))
    expect(await booked.read()).toMatchObject({ status: 'assigned', engineerId: dan, version: 3 })
    expect(dispatchedInTime(await booked.history(), (await booked.read()).createdAt)).toBeUndefined()
    const acts = await readActs(services.db, booked.id)
    expect(acts.map(({ text, undoneAt }) => [text, undoneAt !== null])).toEqual([
      ['gave the job to Dan Okoro', false],
      ['marked the engineer as on the way', true],
      ['undid this: marked the engineer as on the way', false],
    ])
    expect(await refusalOf(undoAct(services, await booked.act()))).toBeInstanceOf(StepRefused)
    await advance(world, booked, 'en_route')
    clock.advance(minutes(10) + 1)
    expect(await refusalOf(undoAct(services, await booked.act()))).toBeInstanceOf(StepRefused)
  })

  test('of accepting, and of assigning what no one had accepted, leaves it to be accepted again', async (world) => {
    const dan = await engineer(world)
    const booked = await bookOne(world)
    await acceptBooking(world.services, await booked.act())
    await undoAct(world.services, await booked.act())
    expect(await booked.read()).toMatchObject({ status: 'received', acceptedAt: null })
    await assignEngineer(world.services, { ...(await booked.act()), engineerId: dan })
    await undoAct(world.services, await booked.act())
    expect(await booked.read()).toMatchObject({ status: 'received', acceptedAt: null, engineerId: null })
    expect((await booked.history()).map(({ toStatus }) => toStatus)).toEqual(['received'])
  })

  test('of a window tells the customer again, and both stay in the history', async (world) => {
    const booked = await bookOne(world)
    await mailsTo(world, customer)
    const { promisedFrom, promisedUntil } = await booked.read()
    await promiseWindow(world.services, { ...(await booked.act()), from: '2026-11-20T14:00:00.000Z', until: '2026-11-20T15:00:00.000Z' })
    await mailsTo(world, customer)
    await undoAct(world.services, await booked.act())
    expect(await booked.read()).toMatchObject({ promisedFrom, promisedUntil, lateAfter: null, revision: 2 })
    const mails = await mailsTo(world, customer)
    expect(mails.slice(1).map(({ subject }) => subject.split(':')[0])).toEqual(['New arrival time', 'New arrival time'])
    expect(mails.at(-1)?.text).toContain('10.30am to 11.15am')
    expect((await booked.history()).map(({ kind }) => kind)).toEqual(['status', 'rescheduled', 'rescheduled'])
  })

  test('is refused of a cancellation, and where the customer acted since', async (world) => {
    const booked = await bookOne(world)
    await acceptBooking(world.services, await booked.act())
    const wish = { ...(await booked.wish('c')), toldPence: 0 }
    await cancelBooking(world.services, wish)
    expect(await refusalOf(undoAct(world.services, await booked.act()))).toBeInstanceOf(StepRefused)
    const other = await bookOne(world)
    await cancelByStaff(world.services, { ...(await other.act()), reason: 'Booked twice' })
    expect(await refusalOf(undoAct(world.services, await other.act()))).toBeInstanceOf(StepRefused)
    expect((await other.read()).status).toBe('cancelled')
  })
})

onOneEngine('Cancelling by us', (engine, test) => {
  test('returns all that was paid and the slot, and says why; not once the engineer has come in time', async () => {
    const { world, services } = await freshWorld(engine, { payments: true })
    const [early, sent, come] = [await redline(world), await redline(world), await redline(world)]
    for (const each of [early, sent, come]) await payRedLine(world, each)
    for (const each of [sent, come]) {
      await assignEngineer(services, { ...(await each.act()), engineerId: await engineer(world) })
      await advance(world, each, 'en_route')
    }
    await advance(world, come, 'arrived')
    for (const each of [early, sent, come]) await cancelByStaff(services, { ...(await each.act()), reason: 'Our van broke down' })
    expect(await refundsOf(world, early)).toEqual([{ amountPence: fee.online, reason: 'cancelled' }])
    expect(await refundsOf(world, sent)).toEqual([{ amountPence: fee.online, reason: 'cancelled' }])
    expect(await refundsOf(world, come)).toEqual([])
    // Only the first slot is free again: for the others an engineer had already been sent.
    expect(await readSlotsLeft(services.db, world.clock.now())).toBe(3)
    expect((await early.history()).at(-1)).toMatchObject({
      kind: 'cancelled',
      note: expect.stringMatching(/^Our van broke down\. You don’t owe anything\. .*refunded/),
    })
    const mails = (await mailsTo(world, customer)).filter(({ subject }) => subject.startsWith('We’ve had to cancel'))
    expect(mails).toHaveLength(3)
    expect(mails.every(({ text }) => text.includes('No engineer will visit. Our van broke down.') && !text.includes('wasn’t you'))).toBe(
      true,
    )
  })

  test('ends what could still be paid, and wants a reason', { payments: true }, async (world) => {
    const booked = await redline(world)
    await openCheckout(world.services, booked.id, 'http://localhost:3000/track/x')
    expect(await refusalOf(cancelByStaff(world.services, { ...(await booked.act()), reason: ' ' }))).toBeInstanceOf(InvalidEntry)
    await cancelByStaff(world.services, { ...(await booked.act()), reason: 'You rang to cancel.' })
    await runDueJobs(world.services, jobHandlers)
    const checkouts = await world.services.db.selectFrom('checkouts').select('state').execute()
    expect(checkouts).toEqual([{ state: 'ended' }])
  })
})

onOneEngine('Notes, messages and corrections', (_, test) => {
  test('keep a note and a message once each, overtake no one, and mail the message', async ({ world, services }) => {
    const priya = await colleague(world, 'Priya Shah')
    const booked = await bookOne(world)
    const seen = await booked.act()
    await mailsTo(world, customer)
    const entry = { bookingId: booked.id, staffId: priya, idempotencyKey: newToken() }
    for (let press = 0; press < 2; press++) {
      await noteBooking(services, { ...entry, text: 'Dog in the yard' })
      await messageCustomer(services, { ...entry, text: 'Please turn the stopcock off' })
    }
    expect(await readNotes(services.db, booked.id)).toMatchObject([{ text: 'Dog in the yard', by: 'Priya Shah' }])
    const { messages } = await readTrackView(services, booked.token, { step: 'overview' })
    expect(messages).toMatchObject([{ sender: 'staff', text: 'Please turn the stopcock off' }])
    const mails = (await mailsTo(world, customer)).slice(1)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Please turn the stopcock off')
    await acceptBooking(services, seen)
    expect(await refusalOf(noteBooking(services, { ...entry, text: '' }))).toMatchObject({ fields: { text: 'Please write a note' } })
  })

  test('correct by the rules of the form, keep the price, and let the postcode decide on the borough', async (world) => {
    const booked = await bookOne(world)
    const before = await booked.read()
    const edit = async (changes: Record<string, unknown>) =>
      editBooking(world.services, { ...(await booked.act()), fields: { ...fieldsOf(before), ...changes } })
    expect(await refusalOf(edit({ phone: 'none', email: 'x' }))).toMatchObject({
      fields: { phone: expect.any(String), email: expect.any(String) },
    })
    expect(await refusalOf(edit({ phone: 'none' }))).toBeInstanceOf(InvalidBooking)
    expect(await refusalOf(edit({}))).toBeInstanceOf(StepRefused)
    await edit({ name: 'Priya Rahman', postcode: 'N1 2AB', borough: 'Tower Hamlets', vulnerableOccupant: 'on' })
    const after = await booked.read()
    expect(after).toMatchObject({ name: 'Priya Rahman', postcode: 'N1 2AB', borough: 'Islington', vulnerableOccupant: 1, version: 1 })
    expect(after.frozenTerms).toBe(before.frozenTerms)
    expect(after.trackingTokenHash).toBe(before.trackingTokenHash)
    expect((await readActs(world.services.db, booked.id))[0]?.text).toBe('changed: name, postcode, borough, vulnerable person')
    await undoAct(world.services, await booked.act())
    expect(await booked.read()).toMatchObject({ name: 'Priya Raman', borough: 'Tower Hamlets', vulnerableOccupant: 0 })
  })

  test('send a new private link to a corrected address, and the old one leads nowhere', async ({ world, services }) => {
    const booked = await bookOne(world)
    const change = async (email: string) =>
      editBooking(services, { ...(await booked.act()), fields: { ...fieldsOf(await booked.read()), email } })
    // The confirmation hasn't been sent yet: it goes to the new address, once.
    await change('priya.r@example.com')
    expect(await mailsTo(world, customer)).toEqual([])
    expect(await mailsTo(world, 'priya.r@example.com')).toHaveLength(1)
    expect(await refusalOf(readTrackView(services, booked.token, { step: 'overview' }))).toBeInstanceOf(BookingNotFound)
    // It has been sent: it's sent again, once, to the newest address.
    await change('raman@example.com')
    const [mail, ...more] = await mailsTo(world, 'raman@example.com')
    expect(more).toEqual([])
    const token = /\/track\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await readTrackView(services, token, { step: 'overview' })).booking.email).toBe('raman@example.com')
    await undoAct(services, await booked.act())
    expect((await booked.read()).email).toBe('priya.r@example.com')
    expect(await mailsTo(world, 'priya.r@example.com')).toHaveLength(2)
    expect(await refusalOf(readTrackView(services, token, { step: 'overview' }))).toBeInstanceOf(BookingNotFound)
  })

  test('text a new private link to a corrected number, in the way that the customer now chooses', async ({ world, services }) => {
    const booked = await bookOne(world, { contactBy: 'text', phone: '07700 900601' })
    const textsTo = async (phone: string) => {
      await runDueJobs(services, jobHandlers)
      return services.db.selectFrom('localMail').select('message').where('recipient', '=', phone).execute()
    }
    const codeIn = (texts: { message: string }[]) => /\/t\/([\w-]{22})/.exec(texts.at(-1)?.message ?? '')?.[1] ?? ''
    const old = codeIn(await textsTo('+447700900601'))
    const seen = await booked.act()
    const fields = { ...fieldsOf(await booked.read()), phone: '07700 900602' }
    expect(await refusalOf(editBooking(services, { ...seen, fields: { ...fields, contactBy: 'pigeon' } }))).toBeInstanceOf(InvalidBooking)
    await editBooking(services, { ...seen, fields })
    expect(await refusalOf(editBooking(services, { ...seen, fields: { ...fields, contactBy: 'both' } }))).toBeInstanceOf(BookingOvertaken)
    const fresh = codeIn(await textsTo('+447700900602'))
    const isFound = async (code: string) =>
      (await services.db.selectFrom('bookings').select('id').where('shortTokenHash', '=', hashOf(code)).executeTakeFirst()) !== undefined
    expect([await isFound(old), await isFound(fresh)]).toEqual([false, true])
    await editBooking(services, { ...(await booked.act()), fields: { ...fields, contactBy: 'email' } })
    expect((await readActs(services.db, booked.id)).map(({ text }) => text.startsWith('changed: how we send updates'))).toContain(true)
    await cancelByStaff(services, { ...(await booked.act()), reason: 'We have no parts for it.' })
    expect([(await textsTo('+447700900601')).length, (await textsTo('+447700900602')).length]).toEqual([1, 1])
  })

  test('keep no settled call of a customer who has had their booking erased, and can’t be added to', async ({ world, services }) => {
    const booked = await bookOne(world)
    const entry = { bookingId: booked.id, staffId: 'staff', idempotencyKey: newToken() }
    await cancelByStaff(services, { ...(await booked.act()), reason: 'Mr Raman rang us.' })
    await runDueJobs(services, jobHandlers)
    const { phone, createdAt } = await booked.read()
    const calls = [createdAt, null].map((settledAt) => ({ id: newId(), providerKey: newToken(), at: createdAt, phone, settledAt }))
    await addRow(
      services.db,
      'enquiries',
      calls.map((call) => ({ ...call, kind: 'missed' as const, text: '' })),
    )
    await services.db.transaction().execute((tx) => eraseBookingsOf(services, tx, { emails: [customer], phones: [] }))
    // An enquiry that waits for an answer may be someone else's.
    expect(await services.db.selectFrom('enquiries').select('id').execute()).toEqual([{ id: calls[1]?.id }])
    expect(await refusalOf(noteBooking(services, { ...entry, idempotencyKey: newToken(), text: 'More' }))).toBeInstanceOf(StepRefused)
  })
})

/** A booking's fields as the form shows and sends them. */
const fieldsOf = (booking: Awaited<ReturnType<Booked['read']>>): Record<string, unknown> => ({
  ...booking,
  borough: booking.borough ?? '',
  vulnerableOccupant: booking.vulnerableOccupant === 1 ? 'on' : '',
})

onOneEngine('A booking by phone', (_, test) => {
  const input = bookingBody({ serviceLevel: 'redline' })

  test('has its own fee, billed with the job, and is accepted by the user who took it; sent twice, it is stored once', async (world) => {
    const { services } = world
    const wish = { staffId: await colleague(world, 'Priya Shah'), idempotencyKey: newToken(), input }
    const taken = await takeBooking(services, wish)
    expect(await takeBooking(services, wish)).toEqual(taken)
    expect(await refusalOf(takeBooking(services, { ...wish, input: { ...input, name: 'Somebody Else' } }))).toBeInstanceOf(KeyReused)
    const bookings = await services.db.selectFrom('bookings').selectAll().execute()
    expect(bookings).toMatchObject([
      { id: taken.id, channel: 'phone', status: 'confirmed', priorityFeePence: fee.phone, paymentDueAt: null, version: 0 },
    ])
    expect(bookings[0]?.acceptedAt).toBe(toInstant(world.clock.now()))
    expect(await services.db.selectFrom('redlineSlots').select(['slot', 'heldUntil']).execute()).toEqual([{ slot: 1, heldUntil: null }])
    expect((await readActs(services.db, taken.id)).map(({ text }) => text)).toEqual(['took the booking by phone'])
    const [mail] = await mailsTo(world, customer)
    expect(mail?.text).toContain(phoneFeeText(fee.phone))
    expect(mail?.text).not.toContain(poundsText(fee.online))
    expect(await escalate(services)).toBe(0)
    expect(await refusalOf(takeBooking(services, { ...wish, idempotencyKey: newToken(), input: { ...input, phone: '' } }))).toMatchObject({
      fields: { phone: expect.any(String) },
    })
  })

  test('needs no email address: nothing is mailed until staff learn one; online it is required', async ({ world, services }) => {
    const staffId = await colleague(world, 'Priya Shah')
    const wish = { staffId, idempotencyKey: newToken(), input: { ...input, email: ' ' } }
    const { id } = await takeBooking(services, wish)
    const read = () => services.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect((await read()).email).toBe('')
    expect(await mailsTo(world, '')).toEqual([])
    expect(await services.db.selectFrom('jobs').select('state').where('kind', '=', 'customer-confirmation').execute()).toEqual([
      { state: 'done' },
    ])
    const before = await read()
    await editBooking(services, { bookingId: id, staffId, seen: versionOf(before), fields: { ...fieldsOf(before), email: customer } })
    expect((await mailsTo(world, customer)).map(({ subject }) => subject)).toEqual([expect.stringContaining(before.reference)])
    const wrong = { ...wish, idempotencyKey: newToken(), input: { ...input, email: 'nobody' } }
    expect(await refusalOf(takeBooking(services, wrong))).toMatchObject({
      fields: { email: expect.any(String) },
    })
    await services.db.updateTable('bookings').set({ channel: 'online' }).execute()
    const online = await read()
    const emptied = { bookingId: id, staffId, seen: versionOf(online), fields: { ...fieldsOf(online), email: '' } }
    expect(await refusalOf(editBooking(services, emptied))).toMatchObject({
      fields: { email: expect.any(String) },
    })
  })

  test('never takes a sixth slot, by phone and online at once', { races: true, payments: true }, async (world) => {
    const peers = openPeers(world, 3, 4)
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, each) => {
        const services = peers[each % 3] ?? world.services
        return each % 2
          ? bookOfStranger({ ...world, services })
          : takeBooking(services, { staffId: 'staff', idempotencyKey: newToken(), input })
      }),
    )
    const { ok = 0, SlotsSoldOut: soldOut = 0 } = countOutcomes(results)
    expect(ok + soldOut).toBe(24)
    const bookings = await world.services.db.selectFrom('bookings').select(['id', 'channel']).execute()
    const slots = await world.services.db.selectFrom('redlineSlots').select(['bookingId', 'heldUntil']).execute()
    expect(slots).toHaveLength(5)
    const sold = slots.filter(({ heldUntil }) => heldUntil === null).map(({ bookingId }) => bookingId)
    // Every accepted booking by phone has a slot.
    expect(
      bookings
        .filter(({ channel }) => channel === 'phone')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(sold.sort())
    expect(await refusalOf(takeBooking(world.services, { staffId: 'staff', idempotencyKey: newToken(), input }))).toBeInstanceOf(
      SlotsSoldOut,
    )
  })
})

onOneEngine('An urgent job without an engineer', (engine) => {
  test('alarms all night, tells those on duty who may do it, and goes to the first who takes it', async () => {
    const { world, services, clock } = await freshWorld(racing(engine), { payments: true })
    const booked = await bookOne(world, { serviceLevel: 'redline', service: 'Boiler Breakdown' })
    await payRedLine(world, booked)
    const [onShift, onCall, offShift, withoutGas] = [
      await engineerWithAccount(world, 'Dan Okoro', '1234567'),
      await engineerWithAccount(world, 'Mia Novak', '1234568'),
      await engineerWithAccount(world, 'Sam Reid', '1234569'),
      await engineerWithAccount(world, 'Ana Cole'),
    ]
    const hoursOf = (engineerId: string, kind: 'shift' | 'on-call') => ({
      ...{ id: newId(), engineerId, kind },
      ...{ startsAt: later(clock.now(), -hours(1)), endsAt: later(clock.now(), hours(9)) },
    })
    await addRow(services.db, 'shifts', [
      hoursOf(onShift.engineerId, 'shift'),
      hoursOf(onCall.engineerId, 'on-call'),
      hoursOf(withoutGas.engineerId, 'shift'),
    ])
    const told = async (address: string) => (await mailsTo(world, address)).filter(({ subject }) => subject.startsWith('No engineer yet'))
    clock.advance(minutes(2))
    await escalate(services)
    await handOut(services)
    expect([(await told(onShift.email)).length, (await told(onCall.email)).length]).toEqual([1, 1])
    expect([...(await told(offShift.email)), ...(await told(withoutGas.email))]).toEqual([])
    const [mail] = await told(onShift.email)
    for (const hidden of ['Priya', '07700', 'example.com', 'Road']) expect(mail?.text).not.toContain(hidden)
    // An engineer who is off shift, or may not work on gas, neither sees it nor takes it.
    const asked = await readOpenJobs(services, onShift.engineerId)
    expect(asked).toMatchObject([{ id: booked.id, isRedLine: true }])
    expect([await readOpenJobs(services, offShift.engineerId), await readOpenJobs(services, withoutGas.engineerId)]).toEqual([[], []])
    const take = (by: typeof onShift, from = services) =>
      takeOpenJob(from, { bookingId: booked.id, engineerId: by.engineerId, userId: by.userId, seen: asked[0]?.seen ?? '' })
    expect(await refusalOf(take(offShift))).toBeInstanceOf(StepRefused)
    expect(await refusalOf(take(withoutGas))).toBeInstanceOf(StepRefused)
    // Eight hours later it still alarms.
    for (let hour = 0; hour < 8; hour++) {
      clock.advance(hours(1))
      expect(await escalate(services)).toBeGreaterThan(0)
    }
    const peers = openPeers(world, 2, 2)
    const results = await Promise.allSettled([take(onShift, peers[0]), take(onCall, peers[1])])
    expect(countOutcomes(results)).toEqual({ ok: 1, StepRefused: 1 })
    const loser = results[0]?.status === 'rejected' ? onShift : onCall
    const winner = loser === onShift ? onCall : onShift
    expect(await booked.read()).toMatchObject({ status: 'assigned', engineerId: winner.engineerId, acceptedAt: expect.any(String) })
    expect(await refusalOf(take(loser))).toMatchObject({ message: expect.stringContaining('Taken by another engineer') })
    clock.advance(minutes(5))
    await escalate(services)
    await handOut(services)
    expect((await told(onShift.email)).length).toBeLessThan(20)
    expect(await readOpenJobs(services, loser.engineerId)).toEqual([])
  })
})

onOneEngine('A Red Line booking that no one accepts', (engine) => {
  test('alarms staff, owners and the webhook once after 5 minutes, on three instances too', async () => {
    const webhookEnv = { WEBHOOK_URL: 'https://hooks.zapier.com/hooks/catch/1/abc', WEBHOOK_SECRET: `whsec_${'c2VjcmV0'.repeat(4)}` }
    const world = await freshWorld(racing(engine), { payments: true, env: webhookEnv })
    await colleague(world, 'Olive Owner', 'owner')
    const booked = await redline(world)
    world.clock.advance(minutes(9))
    await payRedLine(world, booked)
    world.clock.advance(minutes(5) - 1)
    // Alerts that no engineer has it were sent before then.
    await escalate(world.services)
    const firstAlarmAt = toInstant(world.clock.now())
    const known = new Set((await handOut(world.services)).map(({ id }) => id))
    expect(await escalate(world.services)).toBe(0)
    world.clock.advance(1)
    const peers = openPeers(world, 3, 2)
    const counts = await Promise.all(peers.map((services) => escalate(services)))
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await escalate(world.services)).toBe(0)
    const jobs = (await handOut(world.services)).filter(({ id, payload }) => !known.has(id) && payload.includes('escalated'))
    expect(jobs.map(({ kind }) => kind)).toEqual(['owner-change-email', 'staff-change-email', 'staff-change-webhook'])
    for (const to of ['desk@localhost', 'olive@example.com'])
      expect((await mailsTo(world, to)).filter(({ subject }) => subject.includes('NOT ACCEPTED YET'))).toHaveLength(1)
    expect(await booked.read()).toMatchObject({ status: 'received', escalatedAt: firstAlarmAt })
    const { events } = await readTrackView(world.services, booked.token, { step: 'overview' })
    expect(events.map(({ toStatus }) => toStatus)).toEqual(['awaiting_payment', 'received'])
  })
})

onOneEngine('The call that every customer is promised', (_, test) => {
  const gas = { description: 'I can smell gas in the kitchen' }
  const boardOf = async (world: World, { id }: Booked) => {
    const { needed, underWay } = (await readBoard(world.services, null)).view
    const card = [...needed, ...underWay].find((each) => each.id === id)
    return { card, isNeeded: needed.some((each) => each.id === id) }
  }
  const call = (world: World, { id }: Booked, outcome: CallOutcome, key = '0') =>
    recordCall(world.services, { bookingId: id, staffId: 'staff', outcome, key })

  test('is still awaited once it is accepted and assigned: on the board, in the alarm, and as a promise', async (world) => {
    const [booked, called] = [await bookOne(world), await bookOne(world, { phone: '07700 900111', email: 'x@example.com' })]
    for (const each of [booked, called]) await assignEngineer(world.services, { ...(await each.act()), engineerId: await engineer(world) })
    await call(world, called, 'no_answer')
    expect(await boardOf(world, booked)).toMatchObject({ isNeeded: true, card: { call: { isTried: false } } })
    expect(await boardOf(world, called)).toMatchObject({ isNeeded: false, card: { marks: [expect.stringMatching(/^No answer /)] } })
    world.clock.advance(minutes(20))
    expect([await recordMissedPromises(world.services), await escalate(world.services)]).toEqual([1, 1])
    expect(await world.services.db.selectFrom('credits').select(['bookingId', 'promise']).execute()).toEqual([
      { bookingId: booked.id, promise: 'call' },
    ])
    await call(world, booked, 'spoken')
    expect(await boardOf(world, booked)).toMatchObject({ isNeeded: false })
  })

  test('is recorded once for each press with who and when, overtakes no one, and can be undone', async (world) => {
    const booked = await bookOne(world, gas)
    await booked.become('assigned')
    const seen = await booked.seen()
    expect(await refusalOf(call(world, booked, 'not_needed'))).toBeInstanceOf(StepRefused)
    for (const _ of [1, 2]) await call(world, booked, 'no_answer')
    world.clock.advance(minutes(1))
    await call(world, booked, 'spoken', '1')
    expect(await booked.seen()).toBe(seen)
    const words = async () => (await readBookingView(world.services, booked.id)).history.map(({ what }) => what)
    expect((await words()).filter((what) => what.startsWith('called'))).toHaveLength(2)
    const { callSettledAt, calledAt } = await booked.read()
    expect([callSettledAt, calledAt]).toEqual([toInstant(world.clock.now()), later(world.clock.now(), -minutes(1))])
    await undoCall(world.services, { bookingId: booked.id, staffId: 'staff' })
    expect(await booked.read()).toMatchObject({ callSettledAt: null, calledAt })
    await undoCall(world.services, { bookingId: booked.id, staffId: 'staff' })
    expect(await booked.read()).toMatchObject({ callSettledAt: null, calledAt: null })
    expect(await refusalOf(undoCall(world.services, { bookingId: booked.id, staffId: 'staff' }))).toBeInstanceOf(StepRefused)
  })
})

onOneEngine('A booking made the day before that the customer has just moved', (_, test) => {
  test('alarms if no one replies within 20 minutes', async (world) => {
    const booked = await bookOne(world, { preferredDate: '2026-11-26', timeSlot: '14:00 - 16:00' })
    await acceptBooking(world.services, await booked.act())
    await booked.isCalled()
    world.clock.advance(hours(25))
    const wish = await booked.wish('c')
    await rescheduleBooking(world.services, { ...wish, preferredDate: '2026-11-27', timeSlot: '14:00 - 16:00' })
    world.clock.advance(minutes(20) - 1)
    expect(await escalate(world.services)).toBe(0)
    world.clock.advance(1)
    expect([await escalate(world.services), await escalate(world.services)]).toEqual([1, 0])
  })
})

onOneEngine('Shifts', (_, test) => {
  test('of one engineer never overlap, however many plan them at once; others’ may', { races: true }, async ({ world, services }) => {
    const [dan, mia] = [await engineer(world), await engineer(world, 'Mia Novak')]
    const plan = (engineerId: string, from: string, until: string, by = services) =>
      planShift(by, { staffId: 'owner', personId: engineerId, fields: { day: '2026-11-21', from, until } })
    const peers = openPeers(world, 2, 4)
    const results = await Promise.allSettled(
      ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'].map((from, each) => plan(dan, from, '18:00', peers[each % 2])),
    )
    expect(countOutcomes(results)).toEqual({ StepRefused: 5, ok: 1 })
    await plan(mia, '08:00', '18:00')
    const id = await plan(dan, '18:00', '02:00')
    expect(await plan(dan, '18:00', '02:00')).toBe(id)
    const shifts = services.db.selectFrom('shifts').select('id')
    expect(await shifts.execute()).toHaveLength(3)
    await dropShift(services, { staffId: 'owner', shiftId: id })
    await dropShift(services, { staffId: 'owner', shiftId: id })
    expect(await shifts.where('id', '=', id).execute()).toEqual([])
    expect(await refusalOf(plan('nobody', '08:00', '18:00'))).toBeInstanceOf(EntryNotFound)
    expect(await refusalOf(plan(dan, '8', '18:00'))).toMatchObject({ fields: { from: expect.stringContaining('08:00') } })
  })
})

onOneEngine('The next available engineer', (_, test) => {
  test('comes from the plan once shifts are planned: banner, form and promise say the same', async ({ world, services, clock }) => {
    const said = async () => {
      const live = await readLive(services, clock.now(), { viewing: null, recent: null })
      const { nextAvailableMinutes: inForm, asap } = await readFormOptions(services, { service: 'Burst Pipe', postcode: 'E1 1FR' })
      const visit = { services } as Visit
      const onPage = await readPageArrival(visit)
      expect(onPage.next).toEqual(live.next)
      // A kept page never shows a time that can no longer be promised.
      expect(visit.keepUntil).toBeLessThanOrEqual(Date.parse(onPage.next?.until ?? '') - minutes(45))
      // Staff read out the same time.
      expect((await readPhonePrice(services, bookingBody({ timeSlot: 'ASAP' }))).arrival).toBe(asap.replace('Today', 'today'))
      const { promisedUntil } = await (await bookOne(world)).read()
      return [live.next?.minutes, inForm, (Date.parse(promisedUntil) - clock.now().getTime()) / minutes(1)]
    }
    // On the clock: 90 minutes less those since 9:45.
    expect(await said()).toEqual([55, 55, 55])
    const dan = await engineer(world)
    await planShift(services, { staffId: 'owner', personId: dan, fields: { day: '2026-11-20', from: '10:00', until: '18:00' } })
    await services.db.updateTable('bookings').set({ status: 'cancelled' }).execute()
    // No job is waiting yet, so the first is free straight away; then that booking waits.
    expect(await said()).toEqual([45, 45, 45])
    // After 90 minutes of work: the banner doesn't know the distance of the drive.
    expect(await said()).toEqual([165, 145, 145])
    // No engineer could arrive before the shift ends.
    clock.set('2026-11-20T17:20:00.000Z')
    expect((await readFormOptions(services, {})).nextAvailableMinutes).toBeNull()
    await expect(bookOne(world)).rejects.toMatchObject({ fields: { timeSlot: expect.stringContaining('no engineer free') } })
  })

  test('is later while one engineer is kept free for Red Line, which the board says, with the site’s count of Red Line', async (world) => {
    const { services, clock } = world
    for (const name of ['Dan Okoro', 'Ann Lee']) {
      const engineerId = await engineer(world, name)
      await planShift(services, { staffId: 'owner', personId: engineerId, fields: { day: '2026-11-20', from: '10:00', until: '18:00' } })
    }
    const seen = async () => {
      const board = (await readBoard(services, null)).view
      const { slots } = await readLive(services, clock.now(), { viewing: null, recent: null })
      expect(board.slotsLeft).toBe(slots?.left)
      return [board.slotsLeft, board.redlineWhy, board.nextVisit]
    }
    expect(await seen()).toEqual([5, '', 'As soon as possible: by 11.05am'])
    await bookOne(world)
    expect((await seen())[2]).toMatch(/^As soon as possible: by .+\. One engineer is kept free for Red Line, else by 11\.05am$/)
    clock.set('2026-11-20T20:00:00.000Z')
    expect(await seen()).toEqual([0, 'no one free within 15 minutes', 'As soon as possible: not bookable online'])
  })
})
