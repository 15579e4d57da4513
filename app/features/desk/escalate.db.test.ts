// @module-tag never-again
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { swapShift } from '#app/features/dispatch/swap-shift.server.ts'
import { receiveTextReceipt } from '#app/features/messages/receive-texts.server.ts'
import { acceptOffer, readOffer } from '#app/features/visit/open-jobs.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { segmentsOf } from '#app/platform/text-segments.ts'
import { days, hours, later, minutes, seconds, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { countOutcomes, freshWorld, killedAtEachStep, openPeers } from '#test/support/fresh.ts'
import { openPushService, switchOnAlerts } from '#test/support/push-service.ts'
import { bodyOfVisitor, onOneEngine, racing, type World } from '#test/support/world.ts'
import { readBoard } from './board.server.ts'
import { readBookingView } from './board-booking.server.ts'
import { escalate } from './escalate.server.ts'
import { warnOfHoles } from './warn-of-holes.server.ts'

const phones = { dan: '+447700900101', mia: '+447700900102', sam: '+447700900103', olive: '+447700900104', otto: '+447700900105' }
type Name = keyof typeof phones
const nameOf = (phone: string) => Object.entries(phones).find(([, each]) => each === phone)?.[0] ?? phone

/** Dan and Mia are on duty, Sam is next on call; Olive and Otto own the firm. */
async function openNight(engine: Engine, book: (world: World) => Promise<Booked>) {
  const twilio = await openTwilio()
  const world = await freshWorld(engine, { payments: true, now: '2026-11-21T04:57:00.000Z', env: twilio.env })
  twilio.clock.now = () => world.clock.now().getTime()
  const { services, clock } = world
  const booked = await book(world)
  for (const [id, phone] of Object.entries(phones).slice(0, 3)) {
    const row = { id, name: id, phone, gasSafeNumber: null, base: '', retiredAt: null, createdAt: toInstant(clock.now()) }
    await services.db.insertInto('engineers').values(row).execute()
    for (let day = 0; day < 6; day++) {
      const from = later(clock.now(), days(day) + (id === 'sam' ? hours(5) : -hours(1)))
      const times = { startsAt: from, endsAt: later(from, id === 'sam' ? hours(8) : days(1)) }
      await addRow(services.db, 'shifts', { id: newId(), engineerId: id, kind: 'on-call', ...times })
    }
  }
  for (const name of ['olive', 'otto'] as const) {
    const id = await colleague(world, name, 'owner')
    await services.db.updateTable('authUsers').set({ phone: phones[name] }).where('id', '=', id).execute()
    clock.advance(1)
  }
  /** The texts that didn't go to the customer. */
  const ours = () => twilio.accepted.filter(({ to }) => nameOf(to) !== to)
  /** Lets time pass, half a minute at a time. Returns who was texted and called, by the minute. */
  const pass = async (count: number) => {
    const since = clock.now().getTime()
    const told: string[] = []
    for (let half = 0; half < count * 2; half++) {
      const before = [ours().length, twilio.placed.length] as const
      await escalate(services)
      await runDueJobs(services, jobHandlers)
      const minute = Math.floor((clock.now().getTime() - since) / minutes(1))
      told.push(
        ...ours()
          .slice(before[0])
          .map(({ to }) => `${minute} text ${nameOf(to)}`),
        ...twilio.placed.slice(before[1]).map(({ to }) => `${minute} call ${nameOf(to)}`),
      )
      clock.advance(seconds(30))
    }
    return told.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  }
  return { booked, ours, world, twilio, pass, services, clock }
}

/** A paid Red Line booking: as staff take it by phone, whose minutes begin with it. */
async function redLine(world: World): Promise<Booked> {
  const booked = await bookOne(world, { serviceLevel: 'redline' })
  await booked.become('received')
  await booked.set({ channel: 'phone' })
  return booked
}

const everyone = (minute: number) => [
  ...['dan', 'mia', 'olive', 'otto', 'sam'].map((name) => `${minute} call ${name}`),
  ...['dan', 'mia', 'olive', 'otto', 'sam'].map((name) => `${minute} text ${name}`),
]
const linkIn = (body: string) => /\/take\/([\w-]{22})$/.exec(body)?.[1] ?? ''

onOneEngine('A Red Line job at night that no engineer has', (engine) => {
  test('reaches those on duty, the next on call, then calls, then both owners, then everyone again without an end', async () => {
    const { booked, ours, pass, services, clock, twilio } = await openNight(engine, redLine)
    expect(await pass(20)).toEqual([
      ...['0 text dan', '0 text mia', '1 text sam', '3 call dan', '3 call mia', '3 call sam'],
      ...['5 call olive', '5 text olive', '8 call otto', '8 text otto', ...everyone(13), ...everyone(18)],
    ])
    for (const { body } of ours()) {
      expect(segmentsOf(body)).toEqual({ alphabet: 'gsm', count: 1 })
      expect(body).not.toMatch(/Priya|900264|1FR/)
    }
    clock.advance(days(4))
    expect(await pass(1)).toHaveLength(10)
    // Opening a link accepts nothing, and each works for its own engineer.
    const token = linkIn(ours().findLast(({ to }) => to === phones.mia)?.body ?? '')
    const offer = await readOffer(services, { token })
    expect(offer?.state).toEqual('open')
    expect((await booked.read()).engineerId).toBe(null)
    expect(await readOffer(services, { token: 'a'.repeat(22) })).toBe(undefined)
    await acceptOffer(services, { attemptId: offer?.attemptId ?? '', seen: offer?.job.seen ?? '', how: 'link' })
    expect(await booked.read()).toMatchObject({ status: 'assigned', engineerId: 'mia', acceptedAt: expect.any(String) })
    const left = await services.db.selectFrom('reachAttempts').select('id').where('endedAt', 'is', null).execute()
    // Phones that still ring are stopped, also if the provider fails at first.
    twilio.moods.push('fail')
    expect([left, await pass(15)]).toEqual([[], []])
    expect(twilio.cancelled.map(({ sid }) => sid).toSorted()).toEqual(twilio.placed.map(({ sid }) => sid))
  })

  test('goes to the first of those who accept; the other learns only that it is taken, and an offer that ended gives it to no one', async () => {
    const { booked, ours, world, pass, services, clock } = await openNight(racing(engine), redLine)
    await pass(1)
    const offers = await Promise.all(
      (['dan', 'mia'] as const).map(async (name) => {
        const offer = await readOffer(services, { token: linkIn(ours().find(({ to }) => to === phones[name])?.body ?? '') })
        return { attemptId: offer?.attemptId ?? '', seen: offer?.job.seen ?? '', how: 'link' as const }
      }),
    )
    const peers = openPeers(world, 2, 2)
    const results = await Promise.allSettled(offers.map((offer, each) => acceptOffer(peers[each] ?? services, offer)))
    expect(countOutcomes(results)).toEqual({ ok: 1, StepRefused: 1 })
    const [won = 0, lost = 1] = results[0]?.status === 'fulfilled' ? [0, 1] : [1, 0]
    const refused = results[lost]
    expect(refused?.status === 'rejected' && (refused.reason as Error).message).toBe('Taken by another engineer.')
    const offerOf = (each: number) => offers[each] ?? { attemptId: '', seen: '', how: 'link' as const }
    await acceptOffer(services, offerOf(won))
    // Staff take it away again: neither link gives it back.
    const seen = await booked.seen()
    await assignEngineer(services, { bookingId: booked.id, staffId: 'staff', engineerId: null, seen })
    for (const each of [won, lost])
      await expect(acceptOffer(services, { ...offerOf(each), seen: await booked.seen() })).rejects.toThrow(StepRefused)
    clock.advance(minutes(30))
    await pass(1)
    expect(
      new Set(
        ours()
          .slice(2)
          .map(({ to }) => nameOf(to)),
      ),
    ).toEqual(new Set<Name>(['dan', 'mia', 'sam', 'olive', 'otto']))
  })

  test('is on the devices of those who have alerts, and an alert that the device refuses for good ends their try', async () => {
    const { booked, world, pass, services, twilio, clock } = await openNight(engine, redLine)
    const push = await openPushService()
    const devices = { dan: push.browser(), olive: push.browser() }
    const account = await colleague(world, 'Dan', 'customer' as 'staff')
    await services.db.updateTable('engineers').set({ userId: account }).where('id', '=', 'dan').execute()
    await switchOnAlerts(services, account, devices.dan)
    const olive = await services.db.selectFrom('authUsers').select('id').where('phone', '=', phones.olive).executeTakeFirstOrThrow()
    await switchOnAlerts(services, olive.id, devices.olive)
    await pass(6)
    const title = 'No engineer yet: Burst Pipe'
    const body = expect.stringMatching(/^Red Line, .*E1, today \d/)
    const [alert] = devices.dan.alerts()
    expect(devices.dan.alerts()).toEqual([{ title, body, path: expect.stringMatching(/^\/take\/[\w-]{22}$/), about: booked.id }])
    expect(devices.olive.alerts()).toEqual([{ title, body, path: `/staff/bookings/${booked.id}`, about: booked.id }])
    expect(JSON.stringify(alert)).not.toMatch(/Priya|900264|1FR/)
    // An owner whose text turns out to have failed is emailed, once.
    const { receiptUrl: url = '', sid = '' } = twilio.accepted.find(({ to }) => to === phones.olive) ?? {}
    const receipt = { MessageSid: sid, MessageStatus: 'undelivered', To: phones.olive }
    for (let each = 0; each < 2; each++)
      await receiveTextReceipt(services, { url, body: new URLSearchParams(receipt).toString(), signature: twilio.sign(url, receipt) })
    const mails = async () => {
      await runDueJobs(services, jobHandlers)
      const all = await services.db.selectFrom('localMail').select('subject').where('recipient', '=', `${olive.id}@example.com`).execute()
      return all.filter(({ subject }) => subject.startsWith('No engineer yet')).length
    }
    expect(await mails()).toBe(1)
    // So is one whose text came too late, whenever the server stopped.
    const late = { id: newId(), bookingId: booked.id, step: 'late', personId: olive.id, person: 'owner' as const, channel: 'text' as const }
    await addRow(services.db, 'reachAttempts', { ...late, at: later(clock.now(), -minutes(11)), expiresAt: later(clock.now(), hours(1)) })
    const context = {
      jobId: late.id,
      attempt: 1,
      createdAt: toInstant(clock.now()),
      signal: AbortSignal.timeout(30_000),
      kind: 'open-job-text',
    }
    await killedAtEachStep(services, (mortal) =>
      jobHandlers['open-job-text'](mortal, { bookingId: booked.id, attemptId: late.id }, context),
    )
    expect(await mails()).toBe(2)
    push.answer = 410
    await pass(8)
    const tries = services.db.selectFrom('reachAttempts').select('outcome').where('personId', '=', 'dan').where('channel', '=', 'push')
    expect(await tries.orderBy('id').execute()).toEqual([{ outcome: 'sent' }, { outcome: 'failed' }])
    const offer = await readOffer(services, { token: linkIn(alert?.path ?? '') })
    await acceptOffer(services, { attemptId: offer?.attemptId ?? '', seen: offer?.job.seen ?? '', how: 'link' })
    expect(await booked.read()).toMatchObject({ status: 'assigned', engineerId: 'dan' })
  })
})

describe('Two jobs that no one accepts, of which one can’t be written,', () => {
  test('don’t hold each other up', async () => {
    const { booked, world, services } = await openNight('sqlite', redLine)
    const other = await bookOne(world, bodyOfVisitor(1, { description: 'The ceiling is about to come down' }))
    await sql`create trigger broken before insert on reach_attempts when new.booking_id = ${sql.lit(booked.id)}
      begin select raise(abort, 'broken'); end`.execute(services.db)
    await expect(escalate(services)).rejects.toThrow('1 of 2')
    const tried = await services.db.selectFrom('reachAttempts').select('bookingId').distinct().execute()
    expect(tried).toEqual([{ bookingId: other.id }])
  })
})

onOneEngine('Thirty jobs that no one accepts', (engine) => {
  test('have each step once, on three instances', { timeout: 60_000 }, async () => {
    const { world, services, clock } = await openNight(racing(engine), async (empty) => {
      const all: Booked[] = []
      for (let each = 0; each < 30; each++)
        all.push(await bookOne(empty, bodyOfVisitor(each, { description: 'The ceiling is about to come down' })))
      return all[0] as Booked
    })
    const peers = openPeers(world, 3, 4)
    for (const ahead of [0, minutes(2), minutes(3)]) {
      clock.advance(ahead)
      await Promise.all(peers.map((each) => escalate(each)))
    }
    const tries = await services.db.selectFrom('reachAttempts').select(['id', 'channel']).execute()
    const jobs = await services.db.selectFrom('jobs').select('id').where('kind', 'like', 'open-job-%').execute()
    // Dan and Mia by text, then Sam, then all three by phone.
    expect([tries.length, new Set(jobs.map(({ id }) => id)).size, jobs.length]).toEqual([180, 180, 180])
  })
})

onOneEngine('The desk’s rota', (engine) => {
  /** Dora and Dev work on the desk. */
  async function openDesk(book: (world: World) => Promise<Booked>) {
    const night = await openNight(engine, book)
    const { world, services, clock } = night
    const desk = { dora: '+447700900106', dev: '+447700900107' }
    const ids: Record<string, string> = {}
    for (const [name, phone] of Object.entries(desk)) {
      ids[name] = await colleague(world, `${name} Bell`, 'staff')
      await services.db.updateTable('authUsers').set({ phone }).where('id', '=', ids[name]).execute()
    }
    const { dora = '', dev = '' } = ids
    const push = await openPushService()
    const devices = { dora: push.browser(), dev: push.browser() }
    await switchOnAlerts(services, dora, devices.dora)
    await switchOnAlerts(services, dev, devices.dev)
    /** Puts Dora on the desk for eight hours; returns the shift's id. */
    const plan = async (kind: 'shift' | 'on-call') => {
      const id = newId()
      const row = { id, userId: dora, kind, startsAt: later(clock.now(), -hours(1)), endsAt: later(clock.now(), hours(7)) }
      await services.db.insertInto('shifts').values(row).execute()
      return id
    }
    const texts = (to: keyof typeof desk) => night.twilio.accepted.filter((each) => each.to === desk[to]).map(({ body }) => body)
    return { ...night, devices, dev, plan, texts }
  }

  test('is reached first too, and one who gives a shift away is no longer, while the new holder is', async () => {
    const { booked, pass, plan, texts, devices, services, clock, dev } = await openDesk(redLine)
    const shiftId = await plan('on-call')
    const board = async () => {
      const next = (await readBoard(services, null)).view.needed[0]?.next
      expect((await readBookingView(services, booked.id)).nextReach).toEqual(next)
      return [next?.text, next?.tried]
    }
    await escalate(services)
    // Dan, Mia and Dora.
    expect(await board()).toEqual(['Next: text to sam, 4.58am.', '3\u00a0people tried.'])
    const mark = (await readBoard(services, null)).view.mark
    await pass(1.5)
    expect(texts('dora')).toEqual([expect.stringMatching(/^No engineer yet: Red Line.*\/staff\/bookings\/[\w-]+$/)])
    expect(await board()).toEqual(['Next: call to dan, mia and 1 more, 5am.', '4\u00a0people tried.'])
    expect((await readBoard(services, null)).view.mark === mark).toBe(false)
    await swapShift(services, { staffId: 'staff', shiftId, with: { personId: dev } })
    // Mia's hours go to Lee at the same time.
    const lee = { id: 'lee', name: 'Lee', phone: '+447700900108', gasSafeNumber: null, base: '', retiredAt: null, createdAt: '' }
    await services.db.insertInto('engineers').values(lee).execute()
    const mias = await services.db
      .selectFrom('shifts')
      .select('id')
      .where('engineerId', '=', 'mia')
      .where('startsAt', '<=', toInstant(clock.now()))
      .executeTakeFirstOrThrow()
    await swapShift(services, { staffId: 'staff', shiftId: mias.id, with: { personId: 'lee' } })
    const told = await pass(13)
    expect([texts('dora').length, texts('dev').length]).toEqual([1, 2])
    // Alarms go to those on the desk.
    const [before, now] = [devices.dora, devices.dev].map((each) => new Set(each.alerts().map(({ title }) => title)))
    const alarm = 'NO ENGINEER YET: Burst Pipe'
    expect([[...(before ?? [])], now?.has(alarm)]).toEqual([['No engineer yet: Burst Pipe'], true])
    // While those have no device, to everyone in the office.
    await services.db.deleteFrom('pushSubscriptions').where('userId', '=', dev).execute()
    await pass(6)
    expect(devices.dora.alerts().some(({ title }) => title === alarm)).toBe(true)
    expect(told.filter((each) => each.endsWith('mia'))).toEqual([])
    expect(told.filter((each) => each.includes('call dan') || each.includes('call +447700900108')).length).toBe(4)
  })

  test('sends one text about another booking to each colleague on call, and none while one is on shift or without a rota', async () => {
    const { world, plan, texts, devices, services, clock } = await openDesk(async (empty) =>
      bookOne(empty, { preferredDate: '2026-11-23', timeSlot: '10:00 - 12:00' }),
    )
    // The clock's rule sells any slot then.
    await services.db.deleteFrom('shifts').execute()
    const announce = async () => {
      for (let round = 0; round < 3; round++) await runDueJobs(services, jobHandlers)
    }
    await announce()
    expect(texts('dora')).toEqual([])
    const shiftId = await plan('on-call')
    const slot = { preferredDate: '2026-11-24', timeSlot: '10:00 - 12:00' }
    const second = await bookOne(world, { ...bodyOfVisitor(1), ...slot })
    await announce()
    const about = (id: string, what: string) => expect.stringMatching(new RegExp(`^${what}: Burst Pipe, E1, .*/staff/bookings/${id}$`))
    expect(texts('dora')).toEqual([about(second.id, 'New booking')])
    const path = `/staff/bookings/${second.id}`
    expect(devices.dora.alerts()).toEqual([
      { title: 'New booking: Burst Pipe', body: expect.stringMatching(/^E1, /), path, about: second.id },
    ])
    expect(devices.dev.alerts()).toEqual([])
    expect(texts('dora').join()).not.toMatch(/Priya|9002|1FR/)
    // The ladder says it of an urgent one, and nothing else does; booked by phone, the desk has it in hand; possible spam wakes no one.
    const urgent = await bookOne(world, bodyOfVisitor(2))
    const byPhone = await bookOne(world, { ...bodyOfVisitor(3), ...slot })
    await byPhone.set({ channel: 'phone' })
    const spam = await bookOne(world, { ...bodyOfVisitor(4), ...slot })
    await spam.set({ suspectedSpam: 1 })
    await announce()
    expect(texts('dora')).toHaveLength(1)
    await escalate(services)
    await announce()
    expect(texts('dora').slice(1)).toEqual([about(urgent.id, 'No engineer yet')])
    await services.db.updateTable('shifts').set({ kind: 'shift' }).where('id', '=', shiftId).execute()
    await bookOne(world, { ...bodyOfVisitor(5), ...slot })
    await announce()
    expect([texts('dora').length, texts('dev')]).toEqual([2, []])
    clock.advance(hours(8))
    await bookOne(world, { ...bodyOfVisitor(6), ...slot })
    await announce()
    expect(texts('dora')).toHaveLength(2)
  })
})

onOneEngine('A hole in the rota', (engine) => {
  test('warns each owner once: a day before, and when a sick note makes it', async () => {
    const { world, services, clock } = await freshWorld(engine, { now: '2026-11-21T04:57:00.000Z' })
    const ownerId = await colleague(world, 'Olive', 'owner')
    await services.db.updateTable('authUsers').set({ phone: phones.olive }).where('id', '=', ownerId).execute()
    await warnOfHoles(services)
    const warned = async () => {
      await warnOfHoles(services)
      const jobs = await services.db.selectFrom('jobs').select('payload').where('kind', '=', 'alarm').execute()
      return jobs.map(({ payload }) => JSON.parse(payload).from)
    }
    expect(await warned()).toEqual([])
    const row = { id: 'dan', name: 'Dan', phone: phones.dan, gasSafeNumber: null, base: '', retiredAt: null, createdAt: '' }
    await services.db.insertInto('engineers').values(row).execute()
    for (const [from, until] of [
      [-10, 14],
      [14, 25.5],
      [31, 55],
    ] as const) {
      const times = { startsAt: later(clock.now(), hours(from)), endsAt: later(clock.now(), hours(until)) }
      await addRow(services.db, 'shifts', { id: newId(), engineerId: 'dan', kind: 'on-call', ...times })
    }
    expect(await warned()).toEqual([])
    clock.advance(hours(2))
    const first = ['2026-11-22T06:27:00.000Z']
    expect([await warned(), await warned()]).toEqual([first, first])
    const times = { firstDay: '2026-11-21', fromTime: '12:00', lastDay: '2026-11-21', untilTime: '15:00' }
    await addRow(services.db, 'absences', { id: newId(), engineerId: 'dan', kind: 'sickness', createdAt: '', ...times })
    expect(await warned()).toHaveLength(2)
    clock.advance(hours(7))
    expect(await warned()).toHaveLength(2)
    await runDueJobs(services, jobHandlers)
    const said = await services.db.selectFrom('localMail').select(['recipient', 'subject', 'message']).orderBy('recipient').execute()
    expect(said.map(({ recipient }) => recipient)).toEqual([phones.olive, phones.olive, `${ownerId}@example.com`, `${ownerId}@example.com`])
    expect(said.map(({ subject, message }) => subject + message).join()).toContain('noon to 3pm')
    // The desk's rota is another one: nothing is said of it until it is in use.
    const onDesk = { startsAt: later(clock.now(), -hours(1)), endsAt: later(clock.now(), hours(2)) }
    await addRow(services.db, 'shifts', { id: newId(), userId: ownerId, kind: 'shift', ...onDesk })
    expect((await warned()).filter((each) => each === onDesk.endsAt)).toHaveLength(1)
    await runDueJobs(services, jobHandlers)
    const texts = await services.db.selectFrom('localMail').select('message').where('recipient', '=', phones.olive).execute()
    expect(texts.map(({ message }) => message).join()).toContain('No dispatcher on shift or on call')
  })
})
