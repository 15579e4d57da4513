// @module-tag never-again
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#app/values/clock.ts'
import { tries } from '#test/support/depth.ts'
import { driveMinutes } from './drive-minutes.ts'
import {
  firstWindow,
  insertVisit,
  type Place,
  type PlanInput,
  placesOf,
  planVisits,
  planWith,
  type Start,
  stepMs,
  type Visit,
  type VisitPlan,
  type WorkingTime,
} from './visit-plan.ts'

const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00.000Z`)
const now = at('10:20')

const shift = (engineerId: string, from = '08:00', until = '18:00', changes: Partial<WorkingTime> = {}): WorkingTime => ({
  ...{ engineerId, isGasSafe: false, isOnCall: false, from: at(from), until: at(until) },
  ...changes,
})

const job = { outcode: 'E1', workMinutes: 90, needsGasSafe: false, isRedline: false }

const visit = (bookingId: string, from: string, until: string, changes: Partial<Visit> = {}): Visit => ({
  ...{ bookingId, ...job, isAsap: false, from: at(from), until: at(until) },
  ...changes,
})

const redline = (bookingId: string) => visit(bookingId, '10:35', '10:50', { isRedline: true, isAsap: true })

const planOf = (workingTimes: WorkingTime[], visits: Visit[] = [], places: Place[] = [], reserve = 1) =>
  planVisits({ now, reserve, hours: workingTimes, visits, places })

/** The number of visits of this kind that can be promised one after another. */
function countOf(plan: VisitPlan, wanted: Visit): number {
  const most = 40
  for (let each = 0; each < most; each++) {
    const next = insertVisit(plan, { ...wanted, bookingId: `${wanted.bookingId}${each}` })
    if (!next) return each
    plan = next.plan
  }
  return most
}

describe('A window can be promised', () => {
  test('for as many jobs as the engineers on shift can begin in it, one of several being kept free', () => {
    const slot = visit('b', '12:00', '14:00')
    expect(countOf(planOf([]), slot)).toBe(0)
    // 90 minutes of work and 10 of driving: the second starts at 13:40 at the latest.
    expect(countOf(planOf([shift('dan')]), slot)).toBe(2)
    expect(countOf(planOf([shift('dan'), shift('mia')]), slot)).toBe(2)
    expect(countOf(planOf([shift('dan'), shift('mia')], [], [], 0), slot)).toBe(4)
    expect(countOf(planOf([shift('dan'), shift('mia'), shift('oli')]), slot)).toBe(4)
  })

  test('for as late as the engineer can drive there from where they have just been', () => {
    const soonest = (start: Start) => {
      const plan = planVisits({ now, reserve: 0, hours: [shift('dan')], visits: [], places: [], starts: new Map([['dan', start]]) })
      return insertVisit(plan, visit('b', '10:20', '14:00'))?.place.arrivesAt ?? 0
    }
    const from = (outcode: string) => minutes(driveMinutes(outcode, job.outcode, new Date(now)))
    expect(from('TW13')).toBeGreaterThan(minutes(60))
    for (const outcode of ['E1', 'TW13']) expect(soonest({ outcode })).toBe(Math.ceil((now + from(outcode)) / stepMs) * stepMs)
    expect(soonest({})).toBe(now + minutes(30))
  })

  test('where the whole job fits into the shift, 30 minutes over at most', () => {
    expect(insertVisit(planOf([shift('dan', '08:00', '13:00')]), visit('b', '12:00', '14:00'))).toBeDefined()
    expect(insertVisit(planOf([shift('dan', '08:00', '12:55')]), visit('b', '12:00', '14:00'))).toBeUndefined()
  })

  test('for gas only by who may do it, and for anything else rather by others', () => {
    const gas = visit('b', '12:00', '14:00', { needsGasSafe: true })
    expect(insertVisit(planOf([shift('dan')]), gas)).toBeUndefined()
    const both = planOf([shift('dan', '08:00', '18:00', { isGasSafe: true }), shift('mia')])
    expect(insertVisit(both, gas)?.place.engineerId).toBe('dan')
    expect(insertVisit(both, visit('b', '12:00', '14:00'))?.place.engineerId).toBe('mia')
  })

  test('by an engineer on call where it is as soon as possible, never for a slot', () => {
    const onCall = planOf([shift('dan', '08:00', '18:00', { isOnCall: true })])
    expect(insertVisit(onCall, visit('b', '12:00', '14:00'))).toBeUndefined()
    expect(firstWindow(onCall, { bookingId: '', ...job }, { windowMs: minutes(45), withinMs: hours(12) })).toBeDefined()
  })

  test('for Red Line while someone is free within 15 minutes, also the one that is kept free', () => {
    expect(insertVisit(planOf([]), redline('r'))).toBeUndefined()
    const { plan } = insertVisit(planOf([shift('dan'), shift('mia')]), redline('r1')) ?? {}
    const both = plan && insertVisit(plan, redline('r2'))
    expect(both).toBeDefined()
    expect(both && insertVisit(both.plan, redline('r3'))).toBeUndefined()
  })

  test('beside what staff assigned, which stays where it is, also where it overlaps', () => {
    const given = [visit('a', '12:00', '14:00', { assignedTo: 'dan' }), visit('b', '12:00', '12:45', { assignedTo: 'dan' })]
    const plan = planOf([shift('dan'), shift('mia')], given)
    expect(placesOf(plan).map(({ bookingId, engineerId }) => [bookingId, engineerId])).toEqual([
      ['a', 'dan'],
      ['b', 'dan'],
    ])
    expect(countOf(plan, visit('c', '12:00', '14:00'))).toBe(0)
  })
})

test('As soon as possible is the first window that can be kept, minute after minute', () => {
  const windowOf = (plan: VisitPlan) => firstWindow(plan, { bookingId: '', ...job }, { windowMs: minutes(45), withinMs: hours(12) })
  const day = [shift('dan')]
  const untils = Array.from({ length: 60 }, (_, minute) => {
    const then = now + minutes(minute)
    return (windowOf(planVisits({ now: then, reserve: 1, hours: day, visits: [], places: [] }))?.until ?? 0) - then
  })
  expect([Math.min(...untils), Math.max(...untils)]).toEqual([minutes(45), minutes(49)])
  // An engineer who works until noon visits the next customer after this one.
  const busy = planOf(day, [visit('a', '10:20', '11:05', { assignedTo: 'dan', arrivedAt: at('10:00') })])
  expect(windowOf(busy)).toEqual({ from: at('11:10'), until: at('11:55') })
  expect(windowOf(planOf([shift('dan', '08:00', '11:00')]))).toBeUndefined()
})

test('A visit whose engineer is no longer at work is planned for someone else, late if it must be', () => {
  const wanted = visit('a', '11:00', '13:00')
  const places = [{ bookingId: 'a', engineerId: 'dan', arrivesAt: at('11:00'), endsAt: at('12:30') }]
  expect(placesOf(planOf([shift('mia')], [wanted], places))).toMatchObject([{ engineerId: 'mia', arrivesAt: at('11:00') }])
  expect(placesOf(planOf([shift('mia', '13:00', '18:00')], [wanted], places))).toMatchObject([
    { engineerId: 'mia', arrivesAt: at('13:30') },
  ])
  expect(placesOf(planOf([], [wanted], places))).toEqual([])
})

const outcodes = ['E1', 'SW9', 'N1', 'TW3', 'CR0', 'NW3', undefined]

const anyTime = fc
  .record({
    engineer: fc.integer({ min: 0, max: 5 }),
    gas: fc.boolean(),
    onCall: fc.boolean(),
    fromHour: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 2, max: 12 }),
  })
  .map(
    ({ engineer, gas, onCall, fromHour, length }): WorkingTime => ({
      engineerId: `e${engineer}`,
      isGasSafe: gas,
      isOnCall: onCall,
      from: at('00:00') + hours(fromHour),
      until: at('00:00') + hours(fromHour + length),
    }),
  )

/** Each engineer has one shift, and is or isn't Gas Safe registered. */
const rota = fc.array(anyTime, { maxLength: 6 }).map((times) => [...new Map(times.map((time) => [time.engineerId, time])).values()])

const wish = fc.record({
  outcode: fc.constantFrom(...outcodes),
  workMinutes: fc.constantFrom(60, 75, 90),
  needsGasSafe: fc.boolean(),
  kind: fc.constantFrom('slot' as const, 'asap' as const, 'redline' as const, 'move' as const, 'pause' as const, 'next-free' as const),
  slot: fc.integer({ min: 6, max: 11 }),
  /** For a move: the booked visit's number. */
  whose: fc.nat(),
  /** For a pause or a next free time. */
  lastsMinutes: fc.integer({ min: 10, max: 180 }),
  passesMinutes: fc.integer({ min: 0, max: 7 }),
})

test('Whatever is offered can be assigned: for random rotas, jobs, moves, pauses and next free times every promise has its own place', () => {
  fc.assert(
    fc.property(rota, fc.array(wish, { maxLength: 25 }), fc.integer({ min: 0, max: 2 }), (times, wishes, reserve) => {
      let clock = now
      let sold: Visit[] = []
      let places: Place[] = []
      let [pausedUntil, nextFree] = [0, 0]
      for (const [index, { kind, slot, whose, lastsMinutes, passesMinutes, ...what }] of wishes.entries()) {
        if (kind === 'pause') pausedUntil = clock + minutes(lastsMinutes)
        if (kind === 'next-free') nextFree = clock + minutes(lastsMinutes)
        const moved = kind === 'move' ? sold.filter(({ isRedline }) => !isRedline)[whose % Math.max(1, sold.length)] : undefined
        // No bookings are taken during a pause; existing visits can still be moved.
        if (kind === 'pause' || kind === 'next-free' || (kind === 'move' ? !moved : clock < pausedUntil)) continue
        const others = sold.filter((visit) => visit !== moved)
        const plan = planVisits({ now: clock, reserve, hours: times, visits: others, places })
        const wanted = moved ?? { ...what, bookingId: `b${index}` }
        const from = Math.max(clock, nextFree)
        const first = kind === 'asap' && firstWindow(plan, wanted, { windowMs: minutes(45), withinMs: hours(12), from })
        if (first) expect(first.from).toBeGreaterThanOrEqual(from)
        const isSlot = kind === 'slot' || kind === 'move'
        if (isSlot && at('00:00') + hours(2 * slot) < nextFree) continue
        const windowOf = isSlot
          ? { from: at('00:00') + hours(2 * slot), until: at('00:00') + hours(2 * slot + 2) }
          : kind === 'redline'
            ? { from: clock + minutes(15), until: clock + minutes(30) }
            : first
        if (!windowOf) continue
        const asked: Visit = { ...wanted, ...windowOf, isRedline: kind === 'redline', isAsap: !isSlot }
        const done = insertVisit(plan, asked)
        // A window that was offered can be booked.
        if (first) expect(done).toBeDefined()
        if (!done) continue
        sold = [...others, asked]
        places = placesOf(done.plan)
        expect(places.map(({ bookingId }) => bookingId).sort()).toEqual(sold.map(({ bookingId }) => bookingId).sort())
        for (const promised of sold) expectKept(promised, places, times)
        for (const engineer of times)
          expectDriven(
            places.filter(({ engineerId }) => engineerId === engineer.engineerId),
            sold,
          )
        // The clock never passes the time a promised visit is due, since no engineer sets off here.
        const due = Math.min(...places.map(({ arrivesAt }) => arrivesAt)) - minutes(60)
        clock = Math.max(clock, Math.min(clock + minutes(passesMinutes), due))
      }
      expectStable({ now: clock, reserve, hours: times, visits: sold, places })
    }),
    { numRuns: tries(200, 4_000) },
  )
})

/** With any visit assigned to anyone, the changed plan keeps the windows that it still keeps once it is made again from its places. */
function expectStable(input: PlanInput): void {
  const plan = planVisits(input)
  const late = (of: VisitPlan) =>
    placesOf(of).flatMap(({ bookingId, arrivesAt }) =>
      arrivesAt > (input.visits.find((visit) => visit.bookingId === bookingId)?.until ?? 0) ? bookingId : [],
    )
  for (const each of input.visits)
    for (const { engineerId } of input.hours) {
      const changed = { ...each, assignedTo: engineerId }
      const visits = input.visits.map((visit) => (visit === each ? changed : visit))
      const after = planWith(plan, changed)
      expect(late(after)).toEqual(expect.arrayContaining(late(planVisits({ ...input, visits, places: placesOf(after) }))))
    }
}

function expectKept(promised: Visit, places: readonly Place[], times: readonly WorkingTime[]): void {
  const place = places.find(({ bookingId }) => bookingId === promised.bookingId)
  const time = times.find(({ engineerId }) => engineerId === place?.engineerId)
  if (!place || !time) throw new Error('A promise without a place')
  expect(place.arrivesAt).toBeGreaterThanOrEqual(promised.from - stepMs)
  expect(place.arrivesAt).toBeLessThanOrEqual(promised.until)
  expect(place.endsAt).toBe(place.arrivesAt + minutes(promised.workMinutes))
  expect(place.arrivesAt).toBeGreaterThanOrEqual(time.from)
  expect(place.endsAt).toBeLessThanOrEqual(time.until + minutes(30))
  if (promised.needsGasSafe) expect(time.isGasSafe).toBe(true)
  if (time.isOnCall) expect(promised.isAsap).toBe(true)
}

/** Visits one after another with the drive between them; to Red Line 15 minutes at most. */
function expectDriven(places: readonly Place[], sold: readonly Visit[]): void {
  const ordered = places.toSorted((a, b) => a.arrivesAt - b.arrivesAt)
  const of = (place: Place | undefined) => sold.find(({ bookingId }) => bookingId === place?.bookingId)
  for (const [index, place] of ordered.slice(1).entries()) {
    const before = ordered[index] as Place
    const drive = driveMinutes(of(before)?.outcode, of(place)?.outcode, new Date(before.endsAt))
    const needed = of(place)?.isRedline ? Math.min(drive, 15) - 5 : drive
    expect(place.arrivesAt - before.endsAt).toBeGreaterThanOrEqual(minutes(needed))
  }
}
