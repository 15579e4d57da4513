import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { driveMinutes, outcodeOf } from '#app/features/capacity/drive-minutes.ts'
import { jobMinutes } from '#app/features/capacity/job-minutes.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readSlots } from '#app/features/capacity/take-place.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { recordCall } from '#app/features/desk/record-call.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { recordAbsence } from '#app/features/dispatch/record-absence.server.ts'
import { JobsAtStake } from '#app/features/dispatch/refusals.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { expireHolds } from '#app/features/red-line/expire-holds.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { londonDay, timeText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, minutes, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { openPeers, submissionOf } from '#test/support/fresh.ts'
import { bodyOfVisitor, type World } from '#test/support/world.ts'
import { bestOrder, type Stop } from './best-order.ts'
import { expectSoundBooks, expectWindowsKept } from './books.ts'
import { type Chance, chanceOf } from './chance.ts'
import { emptyLedger, type Ledger, noteMissed, noteRungs, type Remembered } from './ledger.ts'
import { type Caller, type DaySettings, type PlanOfDay, planOfDay } from './plan-of-day.ts'

/*
 * A day of the business, minute by minute, through the product's own functions on a real database. Customers book, pay, move and cancel.
 * Dispatchers accept and assign what their page suggests. Engineers drive, arrive and finish. The scheduled jobs run. Everyone who acts in
 * the same minute acts concurrently, on the data as it was when the minute began.
 */

/** Where an engineer is, and what they are doing. */
interface Engineer {
  id: string
  name: string
  isGasSafe: boolean
  /** Working hours from the rota, as instants. Sick leave ends them early. */
  from: number
  until: number
  outcode?: string
  job?: { id: string; doing: 'drives' | 'waits' | 'works'; until: number }
}

export interface Day {
  world: World
  settings: DaySettings
  ledger: Ledger
  engineers: Engineer[]
  /** Instances that share the data. Scheduled jobs run on all of them at the same time. */
  instances: Services[]
  now: number
  /** References of bookings for which a dispatcher left no one free, having been asked. */
  overruled: Set<string>
}

interface Run extends Day {
  chance: Chance
  plan: PlanOfDay
  begins: number
  dispatchers: { id: string; busyUntil: number }[]
  /** What customers do later, with the minute. */
  later: { at: number; act: () => Promise<void> }[]
  /** Until when a booking is left alone. */
  asleep: Map<string, number>
}

const engineerNames = [
  'Dave Okafor',
  'Asha Patel',
  'Konstantinos Papadopoulos-Harrington',
  'Mia Jones',
  'Piotr Wiśniewski',
  'Ivy Marlow',
  'Callum Reid',
  'Dele Akinfenwa',
  'Sam Whitlock',
  'Bronwen Llewellyn-Price',
  'George Hart',
  'Tom Bell',
]

const dayOf = '2026-11-20'
const firstMinute = `${dayOf}T06:30:00.000Z`

/** Runs a day, and the night until every visit has ended, or until `stopsAt`. Throws after the first minute whose data is inconsistent. */
export async function liveDay(world: World, settings: DaySettings): Promise<Day> {
  const begins = Date.parse(firstMinute)
  world.clock.set(firstMinute)
  const run: Run = {
    ...{
      world,
      settings,
      ledger: emptyLedger(),
      engineers: [],
      instances: world.databaseUrl ? openPeers(world, 2) : [world.services],
      now: begins,
      begins,
      overruled: new Set(),
    },
    ...{ chance: chanceOf(settings.seed + 1_000), plan: planOfDay(settings), later: [], asleep: new Map() },
    dispatchers: Array.from({ length: settings.dispatchers }, (_, each) => ({ id: `dispatcher-${each}`, busyUntil: 0 })),
  }
  await planRota(run)
  const stopsAt = settings.stopsAt === undefined ? Number.POSITIVE_INFINITY : begins + minutes(settings.stopsAt)
  for (; run.now < stopsAt && (run.now < begins + minutes(settings.callsUntil) || isBusy(run)); run.now += minutes(1)) {
    world.clock.set(toInstant(new Date(run.now)))
    await liveMinute(run)
  }
  await expectSoundBooks(run, true)
  return run
}

const over = ['done', 'no access', 'cancelled', 'expired']
/** Visits on the next day are not waited for. No one is at work once the night is over. */
const isBusy = ({ ledger, now, begins }: Run) =>
  now < begins + hours(24) &&
  [...ledger.bookings.values()].some(({ status, promisedUntil }) => !over.includes(status) && promisedUntil < begins + hours(24))

async function planRota({ world: { services }, settings, engineers }: Run): Promise<void> {
  const shifts = [
    ['07:00', '17:00'],
    ['09:00', '19:00'],
    ['13:00', '23:00'],
  ] as const
  for (let each = 0; each < settings.engineers; each++) {
    const isGasSafe = each % 3 !== 1
    const [from, until] = shifts[each % shifts.length] ?? shifts[0]
    const engineer = { id: `engineer-${String(each).padStart(2, '0')}`, name: engineerNames[each] ?? `Engineer ${each}` }
    await services.db
      .insertInto('engineers')
      .values({
        ...engineer,
        phone: `+4477009001${String(each).padStart(2, '0')}`,
        gasSafeNumber: isGasSafe ? String(1_000_000 + each) : null,
        base: 'Bow',
        retiredAt: null,
        createdAt: firstMinute,
      })
      .execute()
    for (const day of [dayOf, addDays(dayOf, 1)])
      await planShift(services, { staffId: 'owner', personId: engineer.id, fields: { day, from, until } })
    const instantAt = (time: string) => Date.parse(`${dayOf}T${time}:00.000Z`)
    engineers.push({ ...engineer, isGasSafe, from: instantAt(from), until: instantAt(until) })
  }
}

async function liveMinute(run: Run): Promise<void> {
  const { world, now, plan, begins, ledger, instances } = run
  const sold = ledger.bookings.size
  const minute = Math.round((now - begins) / minutes(1))
  const rows = await readRows(run)
  const due = run.later.filter(({ at }) => at <= now)
  run.later = run.later.filter(({ at }) => at > now)
  await Promise.all([
    ...plan.callers.filter((caller) => caller.minute === minute).map((caller) => book(run, caller)),
    ...due.map(({ act }) => act()),
    ...dispatch(run, rows),
    ...run.engineers.map((engineer) => work(run, engineer, rows)),
    ...plan.sicknesses.filter((each) => each.minute === minute).map(({ engineer }) => goHome(run, run.engineers[engineer])),
  ])
  if (ledger.bookings.size > sold) await expectWindowsKept(run)
  noteMissed(ledger, now)
  await Promise.all(instances.map((instance) => expireHolds(instance)))
  await noteExpired(run)
  await Promise.all(instances.map((instance) => recordMissedPromises(instance)))
  noteRungs(ledger, now)
  await Promise.all(instances.map((instance) => escalate(instance)))
  await runDueJobs(world.services, jobHandlers)
  await expectSoundBooks(run, minute % 60 === 0)
}

const readRows = ({ world: { services } }: Run) =>
  services.db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'version', 'engineerId', 'serviceLevel', 'service', 'postcode', 'promisedFrom', 'promisedUntil'])
    .select('createdAt')
    .orderBy('id')
    .execute()
type Row = Awaited<ReturnType<typeof readRows>>[number]

/** Performs a request. A refusal is a valid answer and is recorded; any other error is a bug. */
async function ask<Result>(
  { ledger }: Run,
  who: string,
  wanted: string,
  act: () => Promise<Result>,
): Promise<{ done: Result } | { refused: Refusal }> {
  try {
    return { done: await act() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = [error.message, ...Object.values(error.problems)].join(' ').trim()
    ledger.refusals.push({ who, wanted, message })
    return { refused: error }
  }
}

// --- Customers ---

async function book(run: Run, caller: Caller, tries = 3): Promise<void> {
  const { world, ledger, now } = run
  const { services } = world
  const when = await chooseTime(run, caller)
  const body = bodyOfVisitor(caller.number, {
    ...{ name: caller.name, service: caller.service, postcode: caller.postcode, serviceLevel: caller.serviceLevel, ...when },
    ...(caller.number % 9 === 4 && { vulnerableOccupant: 'yes' }),
  })
  const key = newToken()
  const press = async () =>
    caller.channel === 'phone'
      ? (await takeBooking(services, { staffId: 'dispatcher-0', idempotencyKey: key, input: body })).reference
      : // Everyone is signed in: who isn't has a test of their own (unproven-places.db.test.ts).
        (
          await submitBooking(
            services,
            submissionOf({
              body,
              idempotencyKey: key,
              clientKey: newId(),
              provenEmail: typeof body.email === 'string' ? body.email : undefined,
            }),
          )
        ).reference
  const answers = await Promise.all(
    Array.from({ length: caller.isDoubled ? 2 : 1 }, () => ask(run, `caller ${caller.number}`, `book ${JSON.stringify(when)}`, press)),
  )
  const references = new Set(answers.flatMap((answer) => ('done' in answer ? [answer.done] : [])))
  if (references.size > 1) throw new Error(`Pressed twice and booked twice: ${[...references].join(' ')}`)
  const [reference] = references
  if (!reference) {
    if (tries > 1) await book(run, { ...caller, serviceLevel: 'standard', slot: caller.slot + 1 }, tries - 1)
    return
  }
  const row = await services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  const isByPhone = caller.channel === 'phone'
  const remembered: Remembered = {
    ...{ id: row.id, reference, caller, bookedAt: now, waitsSince: now, isAccepted: isByPhone, isSlot: row.slotStartsAt !== null },
    ...(isByPhone && { calledAt: now }),
    status: isByPhone ? 'accepted' : caller.serviceLevel === 'redline' ? 'unpaid' : 'waiting',
    ...{ promisedUntil: Date.parse(row.promisedUntil), dueAt: Date.parse(row.promisedUntil) },
  }
  ledger.bookings.set(row.id, remembered)
  const follow = (after: number | undefined, act: () => Promise<void>) =>
    void (after !== undefined && run.later.push({ at: now + minutes(Math.max(1, after)), act }))
  if (remembered.status === 'unpaid') follow(caller.paysAfter, () => pay(run, remembered))
  follow(caller.cancelsAfter, () => cancel(run, remembered))
  follow(caller.movesAfter, () => move(run, remembered))
}

/** As soon as possible, or one of the free slots. */
async function chooseTime(
  { world: { services }, now }: Run,
  caller: Pick<Caller, 'serviceLevel' | 'slot' | 'service' | 'postcode'>,
  exceptId?: string,
) {
  if (caller.serviceLevel === 'redline' || caller.slot === 0) return undefined
  const today = londonDay(new Date(now))
  const on = async (day: string) =>
    (await readSlots(services.db, day, new Date(now), caller, exceptId)).flatMap(({ available, text }) =>
      available ? [{ preferredDate: day, timeSlot: text }] : [],
    )
  const free = (await on(today)).filter(({ timeSlot }) => Number.parseInt(timeSlot, 10) < 22)
  return (free.length > 0 ? free : await on(addDays(today, 1)))[(caller.slot - 1) % Math.max(1, free.length)]
}

async function pay(run: Run, booking: Remembered): Promise<void> {
  const { services } = run.world
  const who = `payer of ${booking.reference}`
  const opened = await ask(run, who, 'open the payment page', () => openCheckout(services, booking.id, 'http://localhost:3000/track/x'))
  if (!('done' in opened)) return
  const id = opened.done.split('/').at(-1) ?? ''
  await ask(run, who, 'pay', () => payAtSandbox(services, { id, amountPence: 2_999 }))
  const paid = await services.db
    .selectFrom('payments')
    .select('outcome')
    .where('bookingId', '=', booking.id)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst()
  if (!paid) return
  booking.paidAt = run.now
  if (booking.status !== 'unpaid' && booking.status !== 'expired') return
  booking.status = 'waiting'
  booking.promisedUntil = booking.dueAt = run.now + minutes(30)
}

async function cancel(run: Run, booking: Remembered): Promise<void> {
  const { services } = run.world
  const { setOutAt, isSlot, dueAt, caller, bookedAt, paidAt } = booking
  const [now, isOnTheWay] = [run.now, booking.status === 'on the way']
  const seen = versionOf(await readBooking(services, booking.id))
  const act = { bookingId: booking.id, actor: 'customer', clientKey: newId(), seen, toldPence: 4_900 }
  const answer = await ask(run, `customer of ${booking.reference}`, 'cancel', () => cancelBooking(services, act))
  if (!('done' in answer)) return
  const since = caller.channel === 'phone' ? bookedAt : paidAt
  const isSent = setOutAt !== undefined && since !== undefined
  booking.cancelledFor = {
    chargePence: isOnTheWay && !isSlot && now <= dueAt ? 4_900 : 0,
    keepsFee: caller.serviceLevel === 'redline' && isSent && setOutAt <= since + minutes(15),
  }
  booking.status = 'cancelled'
}

async function move(run: Run, booking: Remembered): Promise<void> {
  const { services } = run.world
  const row = await readBooking(services, booking.id)
  const when = await chooseTime(run, { ...booking.caller, slot: 1 + (booking.caller.slot % 4) }, booking.id)
  if (!when) return
  const act = { bookingId: booking.id, actor: 'customer', clientKey: newId(), seen: versionOf(row), ...when }
  const answer = await ask(run, `customer of ${booking.reference}`, `move to ${when.timeSlot}`, () => rescheduleBooking(services, act))
  if (!('done' in answer)) return
  const { promisedUntil } = await readBooking(services, booking.id)
  Object.assign(booking, { status: 'waiting', isAccepted: false, waitsSince: run.now, isSlot: true, engineerId: undefined })
  booking.promisedUntil = booking.dueAt = Date.parse(promisedUntil)
}

// --- Dispatchers ---

/** Each free dispatcher takes one booking. Sometimes two of them take the same one. */
function dispatch(run: Run, rows: readonly Row[]): Promise<void>[] {
  const { now, chance, settings, asleep } = run
  const waiting = rows
    .filter(({ id, status }) => (status === 'received' || status === 'confirmed') && (asleep.get(id) ?? 0) <= now)
    .toSorted((a, b) => (a.serviceLevel === b.serviceLevel ? (a.createdAt < b.createdAt ? -1 : 1) : a.serviceLevel === 'redline' ? -1 : 1))
  const free = run.dispatchers.filter(({ busyUntil }) => busyUntil <= now)
  return free.flatMap((dispatcher, each) => {
    const row = chance.percent(15) && !settings.isQuiet ? waiting[0] : waiting[each]
    if (!row) return []
    dispatcher.busyUntil = now + minutes(settings.isQuiet ? 1 : chance.whole(1, 4))
    return [takeUp(run, dispatcher.id, row, chance.percent(25) && row.serviceLevel === 'standard')]
  })
}

async function takeUp(run: Run, staffId: string, row: Row, acceptsOnly: boolean): Promise<void> {
  const { world, ledger, now, asleep, begins, chance } = run
  const { services } = world
  const booking = ledger.bookings.get(row.id)
  if (!booking) return
  if (booking.calledAt === undefined && (run.settings.isQuiet || chance.percent(90))) {
    const call = { bookingId: row.id, staffId, outcome: 'spoken', key: '0' } as const
    const answer = await ask(run, staffId, `call the customer of ${row.reference}`, () => recordCall(services, call))
    if ('done' in answer) booking.calledAt = now
  }
  const act = { bookingId: row.id, staffId, seen: versionOf(row) }
  if (acceptsOnly && row.status === 'received') {
    const answer = await ask(run, staffId, `accept ${row.reference}`, () => acceptBooking(services, act))
    if ('done' in answer) Object.assign(booking, { status: 'accepted', isAccepted: true })
    return
  }
  const [best] = (await readBookingView(services, row.id)).choices
  if (!best || best.refused || best.doubts.length > 0) {
    const doubts = best ? [best.refused ?? '', ...best.doubts].filter(Boolean) : ['nobody']
    ledger.unassignable.push({ ...{ id: row.id, reference: row.reference, doubts }, minute: Math.round((now - begins) / minutes(1)) })
  }
  if (!best || best.refused) {
    asleep.set(row.id, now + minutes(10))
    return
  }
  const assign = (confirmed?: string) => () => assignEngineer(services, { ...act, engineerId: best.id, confirmed })
  let answer = await ask(run, staffId, `give ${row.reference} to ${best.name}`, assign())
  if ('refused' in answer && answer.refused instanceof AnswerNeeded) {
    const { message: questions, confirms } = answer.refused
    answer = await ask(run, staffId, `give ${row.reference} to ${best.name} all the same`, assign(confirms))
    if ('done' in answer) noteOverruled(run, questions)
  }
  if ('done' in answer) Object.assign(booking, { status: 'assigned', isAccepted: true, engineerId: best.id })
}

/** Notes the bookings that a confirmed question names. */
const noteOverruled = ({ overruled }: Day, question: string) => {
  for (const [reference] of question.matchAll(/BK-\w+/g)) overruled.add(reference)
}

/** An engineer goes home ill, after finishing a visit in progress. A dispatcher records it, and their jobs wait to be reassigned. */
async function goHome(run: Run, engineer: Engineer | undefined): Promise<void> {
  const { world, now, ledger } = run
  if (!engineer || engineer.until <= now) return
  const away = (jobsSeen: readonly string[] = []) =>
    recordAbsence(world.services, {
      ...{ staffId: 'dispatcher-1', personId: engineer.id, jobsSeen },
      fields: { kind: 'sickness', firstDay: dayOf, fromTime: timeText(new Date(now)), lastDay: dayOf, untilTime: '' },
    })
  let answer = await ask(run, 'dispatcher-1', `send ${engineer.name} home`, () => away())
  if ('refused' in answer && answer.refused instanceof JobsAtStake) {
    const [jobs, unkept] = [answer.refused.jobs.map(({ id }) => id), answer.refused.unkept]
    const seen = [...jobs, ...unkept.map(({ id }) => id)]
    answer = await ask(run, 'dispatcher-1', `send ${engineer.name} home, without ${jobs.length} jobs`, () => away(seen))
    if ('done' in answer) {
      noteOverruled(run, unkept.map(({ reference }) => reference).join(' '))
      for (const id of jobs) {
        const booking = ledger.bookings.get(id)
        if (booking) Object.assign(booking, { status: 'accepted', engineerId: undefined, isDisturbed: true })
      }
    }
  }
  if ('refused' in answer) run.later.push({ at: now + minutes(5), act: () => goHome(run, engineer) })
  else engineer.until = now
}

// --- Engineers ---

async function work(run: Run, engineer: Engineer, rows: readonly Row[]): Promise<void> {
  const { now, chance, settings, ledger } = run
  const { job } = engineer
  const vary = (least: number, most: number) => (settings.isQuiet ? 1 : chance.between(least, most))
  if (!job) {
    const next = nextJob(engineer, rows, now)
    if (next && (await step(run, next.id, 'en_route')))
      engineer.job = { id: next.id, doing: 'drives', until: now + minutes(Math.round(next.drive * vary(0.7, 1.4))) }
    return
  }
  const [row, booking] = [rows.find(({ id }) => id === job.id), ledger.bookings.get(job.id)]
  if (!row || !booking || row.engineerId !== engineer.id || (row.status !== 'en_route' && row.status !== 'arrived')) {
    engineer.job = undefined
    return
  }
  if (job.until > now) return
  if (job.doing === 'drives') {
    if (now < Date.parse(row.promisedFrom) || !(await step(run, row.id, 'arrived'))) return
    engineer.outcode = outcodeOf(row.postcode)
    engineer.job = booking.caller.isOut
      ? { ...job, doing: 'waits', until: now + minutes(30) }
      : { ...job, doing: 'works', until: now + minutes(Math.round(jobMinutes(row.service) * vary(0.5, 1.3))) }
  } else {
    const end = job.doing === 'waits' ? 'no_access' : vary(0, 100) > 90 ? 'made_safe' : 'completed'
    if (await step(run, row.id, end)) engineer.job = undefined
  }
}

/** The next job to set off for: the first in the order that keeps most windows. */
function nextJob(engineer: Engineer, rows: readonly Row[], now: number): (Stop & { drive: number }) | undefined {
  if (now < engineer.from) return undefined
  const stops = rows
    .filter(({ engineerId, status }) => engineerId === engineer.id && status === 'assigned')
    .map(
      (row): Stop => ({
        ...{ id: row.id, outcode: outcodeOf(row.postcode), workMinutes: jobMinutes(row.service), isUrgent: row.serviceLevel === 'redline' },
        ...{ from: Date.parse(row.promisedFrom), until: Date.parse(row.promisedUntil) },
      }),
    )
  const [next] = bestOrder(stops, engineer.outcode, now)
  if (!next) return undefined
  const drive = driveMinutes(engineer.outcode, next.outcode, new Date(now))
  return next.isUrgent || now + minutes(drive) >= next.from ? { ...next, drive } : undefined
}

/** A dispatcher enters a step that an engineer reports by phone. Returns whether it succeeded. */
async function step(run: Run, bookingId: string, to: VisitStep): Promise<boolean> {
  const { world, ledger, now } = run
  const booking = ledger.bookings.get(bookingId)
  const row = await readBooking(world.services, bookingId)
  const press = (confirmed?: string) => () =>
    advanceBooking(world.services, {
      bookingId,
      staffId: 'dispatcher-2',
      seen: versionOf(row),
      to,
      confirmed,
      gasReason: 'Written on paper',
    })
  let answer = await ask(run, 'dispatcher-2', `${to} of ${row.reference}`, press())
  if ('refused' in answer && answer.refused instanceof AnswerNeeded)
    answer = await ask(run, 'dispatcher-2', `${to} of ${row.reference} all the same`, press(answer.refused.message))
  if ('refused' in answer || !booking) return false
  if (to === 'en_route') Object.assign(booking, { status: 'on the way', setOutAt: booking.setOutAt ?? now })
  else if (to === 'arrived') Object.assign(booking, { status: 'at the door', arrivedAt: booking.arrivedAt ?? now })
  else booking.status = to === 'no_access' ? 'no access' : 'done'
  return true
}

/** Notes the bookings whose time to pay has run out. */
async function noteExpired({ world: { services }, ledger }: Run): Promise<void> {
  const unpaid = [...ledger.bookings.values()].filter(({ status }) => status === 'unpaid')
  if (unpaid.length === 0) return
  const ids = unpaid.map(({ id }) => id)
  const expired = await services.db.selectFrom('bookings').select('id').where('id', 'in', ids).where('status', '=', 'expired').execute()
  for (const { id } of expired) Object.assign(ledger.bookings.get(id) ?? {}, { status: 'expired' })
}
