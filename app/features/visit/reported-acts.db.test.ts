// @module-tag never-again

import { expect } from 'vitest'
import { billGiven, billPaid } from '#app/features/billing/phone-bill.ts'
import { readActs } from '#app/features/booking/history.server.ts'
import { visitSteps } from '#app/features/booking/lifecycle.ts'
import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { londonDay, timeText } from '#app/platform/london.ts'
import { ownActs, takeActs } from '#app/routes/engineer/acts.server.ts'
import { hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { issue } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { openPeers } from '#test/support/fresh.ts'
import { engineer } from '#test/support/roster.ts'
import { onEachEngine, type World } from '#test/support/world.ts'
import { keepCredit, readCreditDoubts } from './credit-doubts.server.ts'
import { decideOnFee, readFeeQuestions } from './fee-questions.server.ts'
import { readOwed } from './money-history.server.ts'
import { readRefusal } from './queued-act.ts'
import { ActsReport, readRefusedActs } from './reported-acts.server.ts'
import { withdrawOwed } from './withdraw-owed.server.ts'

/** Assigns a job to an engineer, confirming every warning. */
async function give({ services }: World, booked: Booked, engineerId: string) {
  const act = { ...(await booked.act('priya')), engineerId }
  await assignEngineer(services, act).catch((error: unknown) => {
    if (!(error instanceof AnswerNeeded)) throw error
    return assignEngineer(services, { ...act, confirmed: error.confirms })
  })
}

const waiting = (kind: string, bookingId: string, at: Instant, more: Record<string, unknown> = {}) => ({
  key: newId(),
  kind,
  bookingId,
  at,
  ...more,
})

/** Sends a phone's report. */
const report = (services: World['services'], engineerId: string, acts: unknown[], sentAt: Instant) =>
  takeActs(services, { engineerId, userId: 'dan' }, ActsReport.parse({ sentAt, acts }))

const stepsIn = async (booked: Booked) =>
  (await booked.history()).filter(({ toStatus }) => visitSteps.some((step) => step === toStatus)).map(({ toStatus, at }) => [toStatus, at])

onEachEngine('What waited on an engineer’s phone', (_, test) => {
  test('is done once, in order, at the time at which it happened, by a phone whose clock is an hour fast', async (world) => {
    const { services, clock } = world
    const [dan, booked] = [await engineer(world), await bookOne(world)]
    await give(world, booked, dan)
    const start = toInstant(clock.now())
    const phone = (minute: number) => later(start, hours(1) + minutes(minute))
    const acts = [
      waiting('en_route', booked.id, phone(5)),
      waiting('arrived', booked.id, phone(25)),
      waiting('sheet', booked.id, phone(30), { seen: '0', fields: { found: 'Split feed', done: 'New joint' } }),
      waiting('completed', booked.id, phone(40)),
    ]
    clock.advance(minutes(60))
    const done = acts.map(({ key }) => ({ key, state: 'done' }))
    for (let time = 0; time < 2; time++) expect(await report(services, dan, acts, phone(60))).toEqual(done)
    expect(await stepsIn(booked)).toEqual([
      ['en_route', later(start, minutes(5))],
      ['arrived', later(start, minutes(25))],
      ['completed', later(start, minutes(40))],
    ])
    const texts = (await readActs(services.db, booked.id)).map(({ text }) => text)
    expect(texts.at(-1)).toMatch(/^finished the job at \d+(\.\d\d)?[ap]m \(the phone’s clock was wrong, so we corrected the time\)$/)
    expect(await readRefusedActs(services, dan)).toEqual([])
  })

  test('is refused where the board was faster or the job is another’s, and kept until the engineer has read why', async (world) => {
    const { services, clock } = world
    const [dan, eve] = [await engineer(world), await engineer(world, 'Eve Stone')]
    const [own, others] = [await bookOne(world), await bookOne(world, { email: 'olu@example.com', phone: '07700 900222' })]
    await give(world, own, dan)
    await give(world, others, eve)
    await advanceBooking(services, { ...(await own.act('priya')), to: 'en_route' })
    const at = toInstant(clock.now())
    const acts = [
      waiting('en_route', own.id, at),
      waiting('en_route', others.id, at),
      waiting('dance', own.id, at),
      waiting('arrived', own.id, at),
    ]
    const outcomes = await report(services, dan, acts, at)
    expect(outcomes.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused', 'done'])
    expect(await report(services, dan, acts, at)).toEqual(outcomes)
    expect((await others.read()).status).toBe('assigned')
    const shown = await readRefusedActs(services, dan)
    expect(new Set(shown.map(({ bookingId }) => bookingId))).toEqual(new Set([own.id, null]))
    expect(await readRefusedActs(services, eve)).toEqual([])
    await report(
      services,
      eve,
      shown.map(({ key }) => waiting(readRefusal, '', at, { fields: { refused: key } })),
      at,
    )
    expect(await readRefusedActs(services, dan)).toHaveLength(3)
    // Read on the phone, even if the job is a colleague's now.
    const reading = shown.map(({ key }) => waiting(readRefusal, '', at, { fields: { refused: key } }))
    for (let time = 0; time < 2; time++)
      expect(await report(services, dan, reading, at)).toEqual(reading.map(({ key }) => ({ key, state: 'done' })))
    expect(await readRefusedActs(services, dan)).toEqual([])
    // A refusal names a job that was taken away and who has it; it says nothing about one that was never theirs.
    const lost = async () => {
      const [outcome] = await report(services, dan, [waiting('arrived', own.id, toInstant(clock.now()))], toInstant(clock.now()))
      return outcome?.state === 'refused' ? outcome.reason : outcome?.state
    }
    const which = /^Burst Pipe, [A-Z0-9]+, today .* \(BK-\w+\) isn’t yours any longer\. /
    await own.set({ engineerId: null, status: 'confirmed' })
    expect(await lost()).toMatch(new RegExp(`${which.source}No one has it at the moment\\.`))
    await own.set({ engineerId: eve, status: 'assigned' })
    expect(await lost()).toMatch(new RegExp(`${which.source}Eve Stone has it now\\.`))
    expect(outcomes[1]).toMatchObject({ reason: expect.not.stringContaining('Burst Pipe') })
    // Another engineer can't read the outcome of a key, nor reuse it.
    expect(await report(services, eve, acts.slice(3), at)).toMatchObject([{ state: 'refused' }])
    expect(await readRefusedActs(services, eve)).toEqual([])
  })

  test('is shown with its day once that is over', async (world) => {
    const { services, clock } = world
    const [dan, booked] = [await engineer(world), await bookOne(world)]
    await give(world, booked, dan)
    const at = toInstant(clock.now())
    clock.advance(hours(24))
    await report(services, dan, [waiting('dance', booked.id, at), waiting('en_route', booked.id, at)], toInstant(clock.now()))
    expect((await readActs(services.db, booked.id)).at(-1)?.text).toMatch(/ at [\d.]+[ap]m on \w+ \d+ \w+$/)
    expect((await readRefusedActs(services, dan)).map((act) => act.at)).toEqual([expect.stringMatching(/^[\d.]+[ap]m on \w+ \d+ \w+$/)])
  })

  test('decides lateness by the real arrival, and never removes a credit', async ({ world, services, clock }) => {
    const dan = await engineer(world)
    const booked = await bookOne(world)
    await give(world, booked, dan)
    const { promisedUntil } = await booked.read()
    const inTime = later(promisedUntil, -minutes(5))
    const setOut = later(inTime, -minutes(20))
    const acts = [waiting('en_route', booked.id, setOut), waiting('arrived', booked.id, inTime)]
    const credits = () => services.db.selectFrom('credits').select(['promise', 'withdrawnAt']).where('promise', '=', 'window').execute()
    clock.set(later(promisedUntil, minutes(10)))
    await recordMissedPromises(services)
    expect(await credits()).toEqual([{ promise: 'window', withdrawnAt: null }])
    await report(services, dan, acts, toInstant(clock.now()))
    await recordMissedPromises(services)
    expect(await credits()).toEqual([{ promise: 'window', withdrawnAt: null }])
    expect(await stepsIn(booked)).toEqual([
      ['en_route', setOut],
      ['arrived', inTime],
    ])
    // Staff decide about it, once.
    const [doubt, ...more] = await readCreditDoubts(services.db)
    expect([doubt, more]).toMatchObject([{ bookingId: booked.id, arrivedAt: inTime, missedAt: promisedUntil, amountPence: 5_000 }, []])
    expect(await readCreditDoubts(services.db, booked.id)).toHaveLength(1)
    const decision = { bookingId: booked.id, staffId: 'priya', owedId: doubt?.creditId ?? '' }
    await keepCredit(services, decision)
    expect(await readCreditDoubts(services.db)).toEqual([])
    await expect(keepCredit(services, decision)).rejects.toMatchObject({ status: 409 })

    /** Another visit whose engineer reports, ten minutes after its end, an arrival some minutes before it. */
    const later10 = async (visitor: number, minutesBefore: number) => {
      const visit = await bookOne(world, { email: `visitor${visitor}@example.com`, phone: `07700 90022${visitor}` })
      await give(world, visit, dan)
      const end = (await visit.read()).promisedUntil
      clock.set(later(end, minutes(10)))
      const arrived = waiting('arrived', visit.id, later(end, -minutes(minutesBefore)))
      return { visit, tell: () => report(services, dan, [arrived], toInstant(clock.now())) }
    }
    // Reported before staff saw it: nothing is owed.
    await (await later10(2, 1)).tell()
    await recordMissedPromises(services)
    expect(await credits()).toHaveLength(1)
    expect(await readCreditDoubts(services.db)).toEqual([])
    // Staff also decide about one withdrawn with a reason.
    const third = await later10(3, 1)
    await recordMissedPromises(services)
    await third.tell()
    const owedId = (await readCreditDoubts(services.db))[0]?.creditId ?? ''
    await withdrawOwed(services, { bookingId: third.visit.id, staffId: 'priya', owedId, reason: 'They were in time' })
    expect(await readCreditDoubts(services.db)).toEqual([])
    // A late arrival raises no warning.
    const fourth = await later10(4, -1)
    await recordMissedPromises(services)
    await fourth.tell()
    expect(await readCreditDoubts(services.db)).toEqual([])
  })

  test('is asked about if they arrived long before the window, and what follows on that job waits for the answer', async (world) => {
    const { services, clock } = world
    const dan = await engineer(world)
    const booked = await bookOne(world, { preferredDate: '2026-11-21', timeSlot: '10:00 - 12:00' })
    await give(world, booked, dan)
    const { promisedFrom } = await booked.read()
    const at = (minute: number) => later(promisedFrom, minutes(minute))
    clock.set(at(40))
    const arrived = waiting('arrived', booked.id, at(-289))
    const tries = [waiting('call_attempt', booked.id, at(-285)), waiting('call_attempt', booked.id, at(5))]
    const [first, ...rest] = await report(services, dan, [arrived, ...tries], at(40))
    expect([first?.state, ...rest.map(({ state }) => state)]).toEqual(['asked', 'later', 'later'])
    const confirmed = first?.state === 'asked' ? first.confirms : ''
    const answered = { ...arrived, key: newId(), fields: { confirmed } }
    const tooSoon = waiting('no_access', booked.id, at(29))
    const outcomes = await report(services, dan, [answered, tries[0], tooSoon], at(40))
    expect(outcomes).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'refused', reason: expect.stringContaining('10.30am') }])
    const untried = await report(services, dan, [waiting('no_access', booked.id, at(31))], at(40))
    expect(untried).toMatchObject([{ state: 'refused', reason: expect.stringContaining('Call the customer first') }])

    // The whole wait reached us in one report: staff decide about the fee, once.
    const closed = waiting('no_access', booked.id, at(31))
    expect(await report(services, dan, [tries[1], closed], at(40))).toMatchObject([{ state: 'done' }, { state: 'done' }])
    const [question, ...more] = await readFeeQuestions(services.db)
    expect([question, more]).toMatchObject([{ bookingId: booked.id, amountPence: 4_900, text: expect.stringContaining('10am') }, []])
    expect(await readOwed(services.db, booked.id)).toEqual([])
    const decision = { bookingId: booked.id, questionId: question?.id ?? '' }
    const decisions = await Promise.allSettled([
      decideOnFee(services, { ...decision, staffId: 'priya', decision: 'charged' }),
      decideOnFee(services, { ...decision, staffId: 'olu', decision: 'charged' }),
    ])
    expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await readOwed(services.db, booked.id)).toMatchObject([{ what: '£49 no-access fee' }])
    expect(await readFeeQuestions(services.db)).toEqual([])
  })

  test('after the bill counts only if it happened before the visit ended; nothing removes what the bill was made of', async (world) => {
    const { services, clock } = world
    const { db } = services
    const [dan, booked] = [await engineer(world), await bookOne(world)]
    await give(world, booked, dan)
    for (const status of ['en_route', 'arrived'] as const) await booked.become(status)
    const now = () => toInstant(clock.now())
    const say = (kind: string, fields: Record<string, string> = {}, at = now()) =>
      takeActs(
        services,
        { engineerId: dan, userId: 'dan' },
        ActsReport.parse({ sentAt: now(), acts: [waiting(kind, booked.id, at, { fields, seen: '1' })] }),
      )
    const sheet = { found: 'Split feed', done: 'New joint', part1: 'Joint', quantity1: '2', cost1: '8' }
    await report(services, dan, [waiting('sheet', booked.id, now(), { seen: '0', fields: sheet })], now())
    clock.advance(minutes(30))
    await booked.become('completed')
    const [endedAt, photo] = [now(), newId()]
    const file = { bytes: 1, width: 1, height: 1, sha256: 'x' }
    await addRow(db, 'photos', {
      ...{ id: photo, bookingId: booked.id, place: 1, uploadKey: photo, takenBy: 'engineer', actor: 'dan', kind: 'before' },
      ...{ takenAt: endedAt, uploadedAt: endedAt, file: 'a', smallFile: 'b', ...file },
      ...{ smallBytes: 1, smallWidth: 1, smallHeight: 1, smallSha256: 'x' },
    })
    clock.advance(minutes(5))
    await issue(services, booked)
    clock.advance(minutes(5))
    const stored = async () => ({
      sheet: await db.selectFrom('jobSheets').selectAll().execute(),
      parts: await db.selectFrom('jobParts').selectAll().execute(),
      photos: await db.selectFrom('photos').selectAll().execute(),
      gas: [await db.selectFrom('gasAppliances').selectAll().execute(), await db.selectFrom('gasReasons').selectAll().execute()],
      works: await db.selectFrom('extraWorks').selectAll().execute(),
      times: [await booked.history(), await db.selectFrom('timeCorrections').selectAll().execute()],
      booking: await booked.read(),
    })
    const fields = {
      ...{ found: 'Nothing', done: 'Nothing', remove: photo, what: 'arrived', time: timeText(endedAt), reason: 'Wrong', minutes: '10' },
      ...{ name: 'More', kind: 'urgent', sum: '10', reference: 'x', work: newId(), appliance: newId(), note: '' },
      ...{ day: londonDay(later(endedAt, hours(24))), from: '12:00', until: '14:00' },
    }
    const before = await stored()
    const notMoney = Object.keys(ownActs).filter((kind) => kind !== billGiven && kind !== billPaid)
    for (const kind of notMoney) expect([kind, await say(kind, fields)]).toMatchObject([kind, [{ state: 'refused' }]])
    const earlier = later(endedAt, -minutes(10))
    for (const kind of ['remove-photo', 'correct-time'])
      expect([kind, await say(kind, fields, earlier)]).toMatchObject([kind, [{ state: 'refused' }]])
    expect(await stored()).toEqual(before)
    // From another phone, which had no connection until now: it counts, and the replaced sheet stays readable.
    expect(await say('sheet', { found: 'Split feed', done: 'New joint' }, earlier)).toMatchObject([{ state: 'done' }])
    expect((await stored()).parts).toEqual([])
    expect((await readBookingView(services, booked.id)).history.map(({ what }) => what)).toContain(
      'saved a job sheet that was changed later: found: Split feed; done: New joint; 2 × Joint at £8 each',
    )
    expect(await say('bill-pay', { method: 'cash', paidAmount: '10' })).toMatchObject([{ state: 'done' }])
  })

  test('reported by two connections together is done once', async (world) => {
    const dan = await engineer(world)
    const booked = await bookOne(world)
    await give(world, booked, dan)
    const at = toInstant(world.clock.now())
    const acts = [waiting('en_route', booked.id, at), waiting('arrived', booked.id, at)]
    const peers = openPeers(world, 3)
    const all = await Promise.all(peers.map((peer) => report(peer, dan, acts, at)))
    for (const outcomes of all) expect(outcomes.map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await stepsIn(booked)).map(([status]) => status)).toEqual(['en_route', 'arrived'])
  })
})
