import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { expireHolds } from '#app/features/red-line/expire-holds.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { hours, minutes, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { jobHandlers } from '#server/jobs.ts'
import { openPeers } from '#test/support/fresh.ts'
import type { World } from '#test/support/world.ts'
import { expectSoundBooks, expectWindowsKept } from './books.ts'
import { chanceOf } from './chance.ts'
import { book } from './customers-of-day.ts'
import { dispatch } from './dispatchers-of-day.ts'
import { goHome, work } from './engineers-of-day.ts'
import { emptyLedger, noteMissed, noteRungs } from './ledger.ts'
import { type DaySettings, planOfDay } from './plan-of-day.ts'
import { type Day, dayOf, type Run, readRows } from './run.ts'

/*
 * A day of the business, minute by minute, through the product's own functions on a real database. Customers book, pay, move and cancel.
 * Dispatchers accept and assign what their page suggests. Engineers drive, arrive and finish. The scheduled jobs run. Everyone who acts in
 * the same minute acts concurrently, on the data as it was when the minute began.
 */

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
/** Notes the bookings whose time to pay has run out. */
async function noteExpired({ world: { services }, ledger }: Run): Promise<void> {
  const unpaid = [...ledger.bookings.values()].filter(({ status }) => status === 'unpaid')
  if (unpaid.length === 0) return
  const ids = unpaid.map(({ id }) => id)
  const expired = await services.db.selectFrom('bookings').select('id').where('id', 'in', ids).where('status', '=', 'expired').execute()
  for (const { id } of expired) Object.assign(ledger.bookings.get(id) ?? {}, { status: 'expired' })
}
