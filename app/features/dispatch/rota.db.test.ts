// @module-tag never-again

import { expect, test } from 'vitest'
import { announcementKind } from '#app/features/booking/announce.ts'
import { AnswerNeeded, EntryNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { planRota, previewRota, type RotaPlan } from '#app/features/capacity/plan-rota.server.ts'
import { hasPlannedHours, readOnDesk, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { readBoard } from '#app/features/desk/board.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { countOutcomes, freshWorld, openPeers, refusalOf } from '#test/support/fresh.ts'
import { engineer } from '#test/support/roster.ts'
import { onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { recordAbsence, removeAbsence } from './absences.server.ts'
import { advanceBooking } from './advance-booking.server.ts'
import { assignEngineer } from './assign-engineer.server.ts'
import { dropShift, dropShifts } from './drop-shift.server.ts'
import { changeShift, planShift, shiftSeen } from './plan-shift.server.ts'
import { readShiftsOf } from './read-roster.server.ts'
import { readShift } from './read-shift.server.ts'
import { JobsAtStake } from './refusals.ts'
import { addEngineer, changeEngineer } from './save-engineer.server.ts'
import { swapShift } from './swap-shift.server.ts'

const plan = ({ services }: World, engineerId: string, day: string, from = '08:00', until = '18:00') =>
  planShift(services, { staffId: 'staff', personId: engineerId, fields: { day, from, until } })

onEachEngine('Working hours', (_, test) => {
  test('are shifts and on-call hours without absences and leavers, the oldest first, with what matters of the engineer', async (world) => {
    const { services, clock } = world
    const { db } = services
    const read = (from: string, until: string) => readWorkingHours(db, `${from}:00.000Z`, `${until}:00.000Z`)
    expect(await hasPlannedHours(db)).toBe(false)

    const [dan, mia, left, sample] = await Promise.all([
      engineer(world, 'Dan Okoro'),
      engineer(world, 'Mia Novak', '123 4567'),
      engineer(world, 'Les Left'),
      engineer(world, 'Sam Sample'),
    ])
    await db.updateTable('engineers').set({ isSample: 1 }).where('id', '=', sample).execute()
    await plan(world, sample, '2026-11-23', '09:00', '17:00')
    expect(await hasPlannedHours(db)).toBe(false)
    // Sample shifts put no one off shift.
    await plan(world, sample, '2026-11-20')
    const booked = await bookOne(world)
    expect(JSON.stringify([await readBoard(services, null), await readBookingView(services, booked.id)])).not.toContain('off shift')
    await assignEngineer(services, { ...(await booked.act('staff')), engineerId: dan })
    await plan(world, dan, '2026-11-23')
    expect(await hasPlannedHours(db)).toBe(true)
    await plan(world, mia, '2026-11-22', '22:00', '06:00')
    await plan(world, left, '2026-11-23')
    await db
      .updateTable('engineers')
      .set({ retiredAt: toInstant(clock.now()) })
      .where('id', '=', left)
      .execute()
    await addRow(db, 'shifts', {
      id: newId(),
      engineerId: dan,
      startsAt: '2026-11-23T18:00:00.000Z',
      endsAt: '2026-11-24T08:00:00.000Z',
      kind: 'on-call',
    })
    await addRow(db, 'absences', [
      {
        ...{ id: newId(), engineerId: dan, kind: 'other' as const, createdAt: toInstant(clock.now()) },
        ...{ firstDay: '2026-11-23', fromTime: '12:00', lastDay: '2026-11-23', untilTime: '14:00' },
      },
      {
        ...{ id: newId(), engineerId: mia, kind: 'holiday' as const, createdAt: toInstant(clock.now()) },
        ...{ firstDay: '2026-11-23', fromTime: null, lastDay: '2026-11-29', untilTime: null },
      },
    ])

    const of = (engineerId: string, startsAt: string, endsAt: string, rest = {}) => ({
      ...{ engineerId, startsAt: `2026-11-${startsAt}:00.000Z`, endsAt: `2026-11-${endsAt}:00.000Z` },
      ...{ kind: 'shift', isGasSafe: false, isSample: false, ...rest },
    })
    expect(await read('2026-11-23T00:00', '2026-11-24T00:00')).toEqual([
      of(mia, '22T22:00', '23T06:00', { isGasSafe: true }),
      of(dan, '23T08:00', '23T12:00'),
      of(sample, '23T09:00', '23T17:00', { isSample: true }),
      of(dan, '23T14:00', '23T18:00'),
      of(dan, '23T18:00', '24T08:00', { kind: 'on-call' }),
    ])
    // A removed shift isn't listed, even if it overlaps the period.
    expect(await read('2026-11-23T12:00', '2026-11-23T14:00')).toEqual([of(sample, '23T09:00', '23T17:00', { isSample: true })])
    expect(await read('2026-11-24T08:00', '2026-11-25T00:00')).toEqual([])
  })
})

const staffId = 'staff'

/** A job of an engineer, in a slot on a separate day. */
async function jobOf(world: World, engineerId: string, slot: Record<string, unknown>): Promise<Booked> {
  const booked = await bookOne(world, { email: `${newId()}@example.com`, ...slot })
  await assignEngineer(world.services, { ...(await booked.act(staffId)), engineerId })
  return booked
}

const tomorrow = { preferredDate: '2026-11-21', timeSlot: '10:00 - 12:00' }
const tomorrowLate = { preferredDate: '2026-11-21', timeSlot: '16:00 - 18:00' }
const whoHas = async (booked: Booked) => {
  const { engineerId, status } = await booked.read()
  return [engineerId, status]
}
const lastNote = async (booked: Booked) => (await booked.history()).at(-1)?.note

onOneEngine('Engineers', (engine) => {
  test('have a Gas Safe number each, also of two who are added at once, and a phone each unless they share it', async () => {
    const { world, services } = await freshWorld(racing(engine))
    const add = (name: string, details: object, by = services, sharesPhone = false) =>
      addEngineer(by, { staffId, fields: { name, phone: '07700 900001', gasSafeNumber: '', base: '', ...details }, sharesPhone })
    const gasSafeNumber = '1234567'
    const peers = openPeers(world, 4)
    const results = await Promise.allSettled(
      peers.map((peer, each) => add(`Dan ${each}`, { phone: `07700 90001${each}`, gasSafeNumber }, peer)),
    )
    expect(countOutcomes(results)).toEqual({ InvalidEntry: 3, ok: 1 })
    const mia = await add('Mia Novak', {})
    expect(await refusalOf(add('Lee Cole', {}))).toMatchObject({
      fields: { sharesPhone: expect.stringContaining('Mia Novak has the same phone') },
    })
    const lee = await add('Lee Cole', {}, services, true)
    const change = (engineerId: string, changes: object, retired = false) =>
      changeEngineer(services, {
        ...{ staffId, engineerId, retired },
        fields: { name: 'Lee Cole', phone: '07700 900001', gasSafeNumber: '', base: '', ...changes },
      })
    expect(await refusalOf(change(lee, {}))).toBeInstanceOf(InvalidEntry)
    expect(await refusalOf(change(lee, { phone: '07700 900002', gasSafeNumber }))).toMatchObject({
      fields: { gasSafeNumber: expect.stringMatching(/^Dan \d already has this Gas Safe number/) },
    })
    await change(mia, {}, true)
    await change(lee, { gasSafeNumber: '7654321' })
  })
})

onOneEngine('The rota', (engine, test) => {
  test('shows every shift of an engineer on their page, however far ahead', async ({ world, services, clock }) => {
    const dan = await engineer(world, 'Dan Okoro')
    await plan(world, dan, '2029-11-25')
    const { shifts } = await readShiftsOf(services.db, dan, toInstant(clock.now()))
    expect(shifts.map(({ startsAt }) => startsAt)).toEqual(['2029-11-25T08:00:00.000Z'])
  })

  test('of twelve people and a month is planned in one press, once, however many press', { races: true }, async ({ world, services }) => {
    const personIds: string[] = []
    for (let person = 0; person < 12; person++) personIds.push(await engineer(world, `Engineer ${person}`))
    const plan: RotaPlan = {
      personIds,
      by: {
        ...{ firstDay: '2026-12-01', lastDay: '2026-12-31', daysOn: 4, daysOff: 3, daysApart: 1 },
        ...{ from: '22:00', until: '06:00', kind: 'shift' },
      },
    }
    const [first, second] = personIds as [string, string]
    await planShift(services, { staffId, personId: first, fields: { day: '2026-12-02', from: '05:00', until: '12:00' } })
    await recordAbsence(services, {
      ...{ staffId, personId: second },
      fields: { kind: 'holiday', firstDay: '2026-12-01', fromTime: '', lastDay: '2026-12-31', untilTime: '' },
    })
    const preview = await previewRota(services, plan)
    const leftOut = (personId: string) =>
      preview.leftOut.filter(({ shift }) => shift.personId === personId).map(({ shift, obstacle }) => [shift.startsAt, obstacle.why])
    expect(leftOut(first)).toEqual([['2026-12-01T22:00:00.000Z', 'overlap']])
    expect(new Set(leftOut(second).map(([, why]) => why))).toEqual(new Set(['away']))
    const added = await Promise.all(openPeers(world, 4).map((peer) => planRota(peer, { staffId, plan })))
    expect(added.toSorted((a, b) => b - a)).toEqual([preview.planned.length, 0, 0, 0])
    const rows = await services.db.selectFrom('shifts').selectAll().execute()
    expect(rows).toHaveLength(preview.planned.length + 1)
    expect(rows.filter(({ engineerId }) => engineerId === second)).toEqual([])
  })

  test('of a week is copied into the weeks that follow', async ({ world, services }) => {
    const dan = await engineer(world, 'Dan Okoro')
    await plan(world, dan, '2026-11-23')
    await plan(world, dan, '2026-11-29', '22:00', '06:00')
    await plan(world, dan, '2026-12-01')
    const copy: RotaPlan = { personIds: [dan], by: { week: '2026-11-25', weeks: 2 } }
    expect(await planRota(services, { staffId, plan: copy })).toBe(4)
    expect(await planRota(services, { staffId, plan: copy })).toBe(0)
    const rows = await services.db.selectFrom('shifts').select('startsAt').orderBy('startsAt').execute()
    expect(rows.map(({ startsAt }) => startsAt.slice(5, 13))).toEqual([
      ...['11-23T08', '11-29T22', '11-30T08', '12-01T08', '12-06T22', '12-07T08', '12-13T22'],
    ])
  })

  test('loses no shift with jobs before they are given away, in one step, and the history says why', async ({ world, services }) => {
    const dan = await engineer(world, 'Dan Okoro')
    const shiftId = await plan(world, dan, '2026-11-21', '08:00', '15:00')
    await plan(world, dan, '2026-11-21', '15:00', '20:00')
    const [early, late] = [await jobOf(world, dan, tomorrow), await jobOf(world, dan, tomorrowLate)]
    const drop = (jobsSeen: string[] = []) => dropShift(services, { staffId, shiftId, jobsSeen })
    const refusal = await refusalOf(drop())
    expect(refusal).toBeInstanceOf(JobsAtStake)
    expect((refusal as JobsAtStake).jobs).toMatchObject([{ id: early.id, service: 'Burst Pipe', name: 'Dan Okoro' }])
    expect(await refusalOf(drop([late.id]))).toBeInstanceOf(JobsAtStake)
    expect(await whoHas(early)).toEqual([dan, 'assigned'])

    await drop([early.id])
    expect(await whoHas(early)).toEqual([null, 'confirmed'])
    expect(await lastNote(early)).toBe('Dan Okoro’s shift was removed')
    expect(await whoHas(late)).toEqual([dan, 'assigned'])
    expect(await services.db.selectFrom('shifts').select('id').execute()).toHaveLength(1)
    await drop()

    // Moving the shift off the job counts as removing it; a job that starts within the new hours stays.
    const [lastId = ''] = (await services.db.selectFrom('shifts').select('id').execute()).map(({ id }) => id)
    const change = (from: string, until: string) =>
      changeShift(services, { staffId, shiftId: lastId, fields: { day: '2026-11-21', from, until } })
    expect(await refusalOf(change('17:00', '20:00'))).toBeInstanceOf(JobsAtStake)
    await plan(world, dan, '2026-11-22')
    await change('16:00', '21:00')
    const starts = await services.db.selectFrom('shifts').select('startsAt').orderBy('startsAt').execute()
    expect(starts.map(({ startsAt }) => startsAt.slice(5, 13))).toEqual(['11-21T16', '11-22T08'])
    await plan(world, dan, '2026-11-21', '21:00', '23:00')
    expect(await refusalOf(change('16:00', '22:00'))).toBeInstanceOf(StepRefused)

    // Several days are removed together or not at all.
    const dropDays = (jobsSeen: string[]) =>
      dropShifts(services, { ...{ staffId, jobsSeen, personIds: [dan] }, firstDay: '2026-11-21', lastDay: '2026-11-22' })
    expect(await refusalOf(dropDays([]))).toBeInstanceOf(JobsAtStake)
    expect(await services.db.selectFrom('shifts').select('id').execute()).toHaveLength(3)
    expect(await dropDays([late.id])).toBe(3)
    expect(await whoHas(late)).toEqual([null, 'confirmed'])
  })

  test('gives no job to an engineer whose shift is being removed: one of the two presses is told', { races: true }, async (world) => {
    const [here, there] = openPeers(world, 2) as [typeof world.services, typeof world.services]
    for (let round = 0; round < 5; round++) {
      // On a separate day: an unassigned job would take the place of the next one.
      const day = `2026-11-${21 + round}`
      const dan = await engineer(world, `Dan ${round}`)
      const shiftId = await plan(world, dan, day)
      const booked = await bookOne(world, { email: `${newId()}@example.com`, ...tomorrow, preferredDate: day })
      const seen = await booked.seen()
      const results = await Promise.allSettled([
        dropShift(here, { staffId, shiftId }),
        assignEngineer(there, { bookingId: booked.id, staffId, seen, engineerId: dan }),
      ])
      const isThere = (await world.services.db.selectFrom('shifts').select('id').where('id', '=', shiftId).executeTakeFirst()) !== undefined
      expect(countOutcomes([results[0]])).toEqual(isThere ? { JobsAtStake: 1 } : { ok: 1 })
      // If the shift was removed first, the dispatcher is asked to confirm an engineer who is off, unless no shift is left to pay.
      const asked = results[1].status === 'rejected' ? results[1].reason : undefined
      if (asked) expect([asked instanceof AnswerNeeded, isThere]).toEqual([true, false])
    }
  })

  test('of the engineer on call says first that no one else is, and the board says so until another one is', async (world) => {
    const { services } = world
    const [dan, mia] = [await engineer(world, 'Dan Okoro'), await engineer(world, 'Mia Novak')]
    const night = { day: '2026-11-20', from: '18:00', until: '08:00', kind: 'on-call' as const }
    await planShift(services, { staffId, personId: dan, fields: night })
    const sick = (jobsSeen: string[] = []) =>
      recordAbsence(services, {
        ...{ staffId, personId: dan, jobsSeen },
        fields: { kind: 'sickness', firstDay: '2026-11-20', fromTime: '', lastDay: '2026-11-20', untilTime: '' },
      })
    const { jobs, unkept, holes } = (await refusalOf(sick())) as JobsAtStake
    expect([jobs, unkept]).toEqual([[], []])
    expect(holes).toMatchObject([{ startsAt: '2026-11-20T18:00:00.000Z', endsAt: '2026-11-21T08:00:00.000Z' }])
    const onBoard = async () => (await readBoard(services, null)).onCallHoles
    expect(await onBoard()).toEqual([])
    await sick(holes.map(({ id }) => id))
    expect(await onBoard()).toEqual(['Fri 20 Nov, 6pm to Sat 21 Nov, 8am'])
    await planShift(services, { staffId, personId: mia, fields: { ...night, until: '23:00' } })
    expect(await onBoard()).toEqual(['Fri 20 Nov, 11pm to Sat 21 Nov, 8am'])
    await plan(world, mia, '2026-11-20', '23:00', '08:00')
    expect(await onBoard()).toEqual([])
    // Hours that are removed leave the same hole.
    const next = await planShift(services, { staffId, personId: mia, fields: { ...night, day: '2026-11-21' } })
    const dropped = (await refusalOf(dropShift(services, { staffId, shiftId: next }))) as JobsAtStake
    await dropShift(services, { staffId, shiftId: next, jobsSeen: dropped.holes.map(({ id }) => id) })
    expect(await onBoard()).toEqual(['Sat 21 Nov, 6pm to Sun 22 Nov, 8am'])
    await planShift(services, { staffId, personId: mia, fields: { ...night, day: '2026-11-21' } })
    expect(await onBoard()).toEqual([])
  })

  test('takes absences out of shifts, asks about their jobs, and has the hours again once the absence is removed', async (world) => {
    const { services } = world
    const dan = await engineer(world, 'Dan Okoro')
    // One job is outside every shift: it was booked before shifts were planned.
    const [early, late] = [await jobOf(world, dan, tomorrow), await jobOf(world, dan, tomorrowLate)]
    const night = await jobOf(world, dan, { preferredDate: '2026-11-20', timeSlot: '02:00 - 04:00' })
    await plan(world, dan, '2026-11-20', '22:00', '06:00')
    await plan(world, dan, '2026-11-21', '14:00', '22:00')
    const sick = (jobsSeen: string[] = []) =>
      recordAbsence(services, {
        ...{ staffId, personId: dan, jobsSeen },
        fields: { kind: 'sickness', firstDay: '2026-11-21', fromTime: '', lastDay: '2026-11-21', untilTime: '' },
      })
    const refusal = await refusalOf(sick())
    expect((refusal as JobsAtStake).jobs.map(({ id }) => id)).toEqual([early.id, late.id])
    expect((refusal as JobsAtStake).unkept).toEqual([])
    const absenceId = await sick([early.id, late.id])
    expect(await sick()).toBe(absenceId)
    expect(await whoHas(early)).toEqual([null, 'confirmed'])
    expect(await whoHas(late)).toEqual([null, 'confirmed'])
    expect(await whoHas(night)).toEqual([dan, 'assigned'])
    expect(await lastNote(late)).toBe('Dan Okoro is off sick')
    const worked = () => readWorkingHours(services.db, '2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z')
    expect(await worked()).toMatchObject([{ startsAt: '2026-11-20T22:00:00.000Z', endsAt: '2026-11-21T06:00:00.000Z' }])
    expect(await refusalOf(plan(world, dan, '2026-11-21', '06:00', '10:00'))).toBeInstanceOf(StepRefused)
    await removeAbsence(services, { staffId, absenceId })
    expect(await worked()).toHaveLength(2)
  })

  test.each(['is off sick', 'has left'])(
    'asks about unassigned bookings that no one can keep once someone %s, and logs the answer',
    async (why) => {
      const { world, services } = await freshWorld(engine)
      const [dan, mia] = [await engineer(world, 'Dan Okoro'), await engineer(world, 'Mia Novak')]
      await plan(world, dan, '2026-11-20')
      await plan(world, mia, '2026-11-20', '15:00', '20:00')
      const noon = await (await bookOne(world, { preferredDate: '2026-11-20', timeSlot: '12:00 - 14:00' })).read()
      const changes = { phone: '07700 900301', email: 'b@example.com' }
      await bookOne(world, { preferredDate: '2026-11-20', timeSlot: '16:00 - 18:00', ...changes })
      const fields = { kind: 'sickness', firstDay: '2026-11-20', fromTime: '11:00', lastDay: '2026-11-20', untilTime: '' } as const
      const own = { name: 'Dan Okoro', phone: '07700 900777', gasSafeNumber: '', base: '' }
      const change = { staffId: 'staff', engineerId: dan }
      const away = async (jobsSeen?: string[]) =>
        why === 'has left'
          ? changeEngineer(services, { ...change, fields: own, retired: true, jobsSeen })
          : recordAbsence(services, { ...change, personId: dan, fields, jobsSeen })
      // The other engineer can take the later one.
      await expect(away()).rejects.toMatchObject({ code: 'jobs_at_stake', jobs: [], unkept: [{ reference: noon.reference }] })
      expect(await readWorkingHours(services.db, '2026-11-20T11:00:00.000Z', '2026-11-20T15:00:00.000Z')).toHaveLength(1)
      await away([noon.id])
      expect(await readWorkingHours(services.db, '2026-11-20T11:00:00.000Z', '2026-11-20T15:00:00.000Z')).toEqual([])
      const log = await services.db.selectFrom('auditLog').select('detail').where('action', '=', 'rota.overrule').execute()
      expect(log.map(({ detail }) => JSON.parse(detail))).toEqual([{ bookings: noon.reference }])
    },
  )

  test('asks about unassigned gas work before an engineer’s Gas Safe number is removed', async () => {
    const { world, services } = await freshWorld(engine)
    const [dan, mia] = [await engineer(world, 'Dan Okoro', '1234567'), await engineer(world, 'Mia Novak')]
    for (const each of [dan, mia]) await plan(world, each, '2026-11-20')
    const gas = { preferredDate: '2026-11-20', timeSlot: '12:00 - 14:00', service: 'Boiler Breakdown' }
    const boiler = await bookOne(world, gas)
    const fields = { name: 'Dan Okoro', phone: '07700 900777', gasSafeNumber: '', base: '' }
    const remove = (jobsSeen?: string[]) =>
      changeEngineer(services, { staffId: 'staff', engineerId: dan, fields, retired: false, jobsSeen })
    await expect(remove()).rejects.toMatchObject({ code: 'jobs_at_stake', jobs: [], unkept: [{ id: boiler.id }], holes: [] })
    await remove([boiler.id])
    await remove()
  })

  test('swaps two shifts with their jobs, gas work only to Gas Safe engineers, and never two shifts at the same time', async (world) => {
    const { services } = world
    const [dan, mia] = [await engineer(world, 'Dan Okoro'), await engineer(world, 'Mia Novak', '1234567')]
    const dans = await plan(world, dan, '2026-11-21', '08:00', '14:00')
    const mias = await plan(world, mia, '2026-11-21', '12:00', '20:00')
    const [drain, boiler] = [await jobOf(world, dan, tomorrow), await jobOf(world, mia, { service: 'Boiler Breakdown', ...tomorrowLate })]
    const swap = (jobsSeen: string[], other: { shiftId: string } | { personId: string } = { shiftId: mias }) =>
      swapShift(services, { staffId, shiftId: dans, with: other, jobsSeen })
    const rows = () => services.db.selectFrom('shifts').select(['id', 'engineerId']).orderBy('startsAt').execute()

    expect(((await refusalOf(swap([]))) as JobsAtStake).jobs.map(({ id }) => id)).toEqual([drain.id, boiler.id])
    expect(String(await refusalOf(swap([drain.id, boiler.id])))).toContain('no Gas Safe number')
    expect(await whoHas(drain)).toEqual([dan, 'assigned'])
    // She's on shift then.
    expect(await refusalOf(swap([drain.id], { personId: mia }))).toBeInstanceOf(StepRefused)

    await services.db.updateTable('engineers').set({ gasSafeNumber: '7654321' }).where('id', '=', dan).execute()
    await swap([drain.id, boiler.id])
    expect(await whoHas(drain)).toEqual([mia, 'assigned'])
    expect(await whoHas(boiler)).toEqual([dan, 'assigned'])
    expect(await lastNote(boiler)).toBe('Mia Novak and Dan Okoro swapped shifts')
    const announced = await services.db.selectFrom('jobs').select('payload').where('kind', '=', announcementKind).execute()
    const occasions = announced.map(({ payload }) => JSON.parse(payload)).filter(({ bookingId }) => bookingId === drain.id)
    expect(occasions.map(({ occasion }) => occasion)).toEqual(['created', 'assigned', 'unassigned', 'assigned'])
    expect(await rows()).toEqual([
      { id: dans, engineerId: mia },
      { id: mias, engineerId: dan },
    ])

    // Reassigned without a swap in return; refused while the engineer is on site.
    world.clock.advance(hours(24))
    const lee = await engineer(world, 'Lee Cole')
    const advance = async (to: 'en_route' | 'arrived') => advanceBooking(services, { ...(await drain.act(staffId)), to })
    await advance('en_route')
    await advance('arrived')
    expect(String(await refusalOf(swap([drain.id], { personId: lee })))).toContain('Mia Novak has arrived')
    await drain.become('completed')
    await swap([], { personId: lee })
    expect(await rows()).toMatchObject([{ engineerId: lee }, { engineerId: dan }])
  })
})

onOneEngine('The desk’s rota', (engine, test) => {
  const onDesk = async ({ services: { db } }: World, at: string) => (await readOnDesk(db, new Date(at))).map(({ personId }) => personId)

  test('is by London’s clocks, over midnight, both clock changes and a bank holiday, and takes no capacity', async () => {
    const { world, services } = await freshWorld(engine, { now: '2026-10-20T09:00:00.000Z' })
    const [dora, dev] = [await colleague(world, 'Dora Bell', 'staff'), await colleague(world, 'Dev Shah', 'owner')]
    const night = { from: '22:00', until: '06:00', kind: 'on-call' as const }
    for (const day of ['2026-10-24', '2027-03-27']) await planShift(services, { staffId, personId: dora, fields: { day, ...night } })
    // Nine hours of night in October, seven in March.
    for (const [on, off] of [
      ['2026-10-24T21:00:00.000Z', '2026-10-25T06:00:00.000Z'],
      ['2027-03-27T22:00:00.000Z', '2027-03-28T05:00:00.000Z'],
    ] as const) {
      const before = (at: string) => later(new Date(at), -1)
      expect([await onDesk(world, before(on)), await onDesk(world, on)]).toEqual([[], [dora]])
      expect([await onDesk(world, before(off)), await onDesk(world, off)]).toEqual([[dora], []])
    }
    // A pattern continues over Christmas: a day off removes its own night, and not the one before.
    const days = { firstDay: '2026-12-24', lastDay: '2026-12-26', daysOn: 1, daysOff: 0, daysApart: 0 }
    expect(await planRota(services, { staffId, plan: { personIds: [dora], by: { ...days, ...night } } })).toBe(3)
    const off = { kind: 'holiday' as const, firstDay: '2026-12-25', fromTime: '', lastDay: '2026-12-25', untilTime: '' }
    const seen = await refusalOf(recordAbsence(services, { staffId, personId: dora, fields: off }))
    expect(seen).toMatchObject({ holes: [{ startsAt: '2026-12-25T22:00:00.000Z', endsAt: '2026-12-26T06:00:00.000Z' }] })
    const jobsSeen = seen instanceof JobsAtStake ? seen.holes.map(({ id }) => id) : []
    await recordAbsence(services, { staffId, personId: dora, fields: off, jobsSeen })
    expect([await onDesk(world, '2026-12-25T05:59:00.000Z'), await onDesk(world, '2026-12-26T02:00:00.000Z')]).toEqual([[dora], []])
    await planShift(services, { staffId, personId: dev, fields: { day: '2026-12-25', ...night } })
    expect(await onDesk(world, '2026-12-26T02:00:00.000Z')).toEqual([dev])

    expect(await hasPlannedHours(services.db)).toBe(false)
    expect(await readWorkingHours(services.db, '2026-10-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z')).toEqual([])
    expect(await refusalOf(jobOf(world, dora, {}))).toBeInstanceOf(EntryNotFound)
  })

  test('has only those who work here, and goes to someone on the same rota', async ({ world, services }) => {
    const [dora, dev] = [await colleague(world, 'Dora Bell', 'staff'), await colleague(world, 'Dev Shah', 'staff')]
    const dan = await engineer(world, 'Dan Okoro')
    const customer = await colleague(world, 'Cleo Customer', 'customer' as 'staff')
    const fields = { day: '2026-11-21', from: '08:00', until: '18:00' }
    expect(await refusalOf(planShift(services, { staffId, personId: customer, fields }))).toBeInstanceOf(EntryNotFound)
    const shiftId = await planShift(services, { staffId, personId: dora, fields })
    expect(await refusalOf(planShift(services, { staffId, personId: dora, fields: { ...fields, until: '19:00' } }))).toBeInstanceOf(
      StepRefused,
    )
    for (const personId of [dan, customer])
      expect(await refusalOf(swapShift(services, { staffId, shiftId, with: { personId } }))).toMatchObject({ status: expect.any(Number) })
    await swapShift(services, { staffId, shiftId, with: { personId: dev } })
    expect(await onDesk(world, '2026-11-21T12:00:00.000Z')).toEqual([dev])
    // Someone who no longer works here is on no rota.
    await services.db.updateTable('authUsers').set({ role: 'customer' }).where('id', '=', dev).execute()
    expect([await onDesk(world, '2026-11-21T12:00:00.000Z'), await readShift(services, shiftId)]).toEqual([[], undefined])
  })

  test('loses no change of two colleagues who edit one shift: the second is told', { races: true }, async ({ world, services }) => {
    const people = await Promise.all(['Dora', 'Dev', 'Jo'].map((name) => colleague(world, name, 'staff')))
    const [dora = '', dev = '', jo = ''] = people
    const fields = { day: '2026-11-21', from: '08:00', until: '18:00' }
    for (let round = 0; round < 4; round++) {
      const shiftId = await planShift(services, { staffId, personId: dora, fields: { ...fields, day: `2026-11-2${round + 1}` } })
      const row = () => services.db.selectFrom('shifts').selectAll().where('id', '=', shiftId).executeTakeFirstOrThrow()
      const seen = shiftSeen(await row())
      const to = (until: string) => ({ shiftId, staffId, seen, fields: { ...fields, day: `2026-11-2${round + 1}`, until } })
      const [one = services, two = services] = openPeers(world, 2)
      const results = await Promise.allSettled([
        changeShift(one, to('17:00')),
        round % 2 ? changeShift(two, to('16:00')) : swapShift(two, { staffId, shiftId, with: { personId: round ? jo : dev } }),
      ])
      const isDone = results.map(({ status }) => status === 'fulfilled')
      const { personId, endsAt } = await row()
      // A swap that is second sees the new times; a change that is second is refused, since its shift has changed.
      expect(isDone.some(Boolean)).toBe(true)
      if (round % 2) expect(isDone.filter(Boolean)).toHaveLength(1)
      expect([endsAt.slice(11, 13), personId === dora]).toEqual([isDone[0] ? '17' : round % 2 ? '16' : '18', round % 2 === 1 || !isDone[1]])
    }
    // One that a colleague moves to the hours of a job isn't removed as it was before.
    const dan = await engineer(world, 'Dan Okoro')
    for (let round = 0; round < 4; round++) {
      const day = `2026-11-2${5 + round}`
      const shiftId = await plan(world, dan, day)
      const booked = await bookOne(world, { ...tomorrowLate, preferredDate: day, email: `${newId()}@example.com` })
      await booked.set({ engineerId: dan, status: 'assigned' })
      await services.db
        .updateTable('shifts')
        .set({ endsAt: `${day}T12:00:00.000Z` })
        .where('id', '=', shiftId)
        .execute()
      const [one = services, two = services] = openPeers(world, 2)
      const results = await Promise.allSettled([
        changeShift(one, { staffId, shiftId, fields: { ...fields, day } }),
        dropShift(two, { staffId, shiftId }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})
