import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { mayTake, steps, underWayStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { lostVisits } from '#app/features/capacity/lost-visits.ts'
import { type Diary, readDiary } from '#app/features/capacity/read-visit-plan.server.ts'
import { holesText, readRotaHours } from '#app/features/capacity/read-working-hours.server.ts'
import { lockRotaPerson } from '#app/features/capacity/rota-people.server.ts'
import type { Rota } from '#app/features/capacity/rota-view.ts'
import { lockPlan } from '#app/features/capacity/take-place.server.ts'
import { type Hours, spanOf, uncovered } from '#app/features/capacity/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { days, type Instant, later, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { JobsAtStake, type StakedJob } from '../refusals.ts'

/**
 * The open jobs of engineers in hours that they lose, earliest first; without those that begin in hours they keep. `kept`: all their
 * remaining hours around that time.
 */
export async function readJobsAtStake(tx: Transaction<Tables>, lost: readonly Hours[], kept: readonly Hours[]): Promise<StakedJob[]> {
  const found: StakedJob[] = []
  for (const [engineerId, own] of Map.groupBy(lost, (hours) => hours.personId)) {
    const { from, until } = spanOf(own)
    const jobs = await tx
      .selectFrom('bookings')
      .innerJoin('engineers', 'engineers.id', 'bookings.engineerId')
      .select(['bookings.id', 'reference', 'service', 'promisedFrom', 'promisedUntil', 'engineers.id as engineerId', 'engineers.name'])
      .where('bookings.engineerId', '=', engineerId)
      .where('promisedFrom', '>', later(from, -days(1)))
      .where('promisedFrom', '<', until)
      .where('status', 'in', underWayStatuses)
      .execute()
    const isIn = (hours: readonly Hours[], from: string, until: string) =>
      hours.some(({ startsAt, endsAt }) => startsAt < until && endsAt > from)
    const still = kept.filter((hours) => hours.personId === engineerId)
    for (const job of jobs) {
      const begins = later(job.promisedFrom, 1)
      if (isIn(own, job.promisedFrom, job.promisedUntil) && !isIn(still, job.promisedFrom, begins)) found.push(job)
    }
  }
  return found.toSorted((a, b) => (a.promisedFrom < b.promisedFrom ? -1 : 1))
}

interface HoursChange<Result> {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** The ids of the jobs and bookings that they were shown, and agreed to. */
  jobsSeen: readonly string[]
  rota: Rota
  /** The people whose hours change. */
  personIds: readonly string[]
  /** From the first to the last of the hours that change. */
  span: { from: Instant; until: Instant }
  /** Writes the change. */
  change: () => Promise<Result>
}

interface Giving<Result> extends HoursChange<Result> {
  readAtStake: () => Promise<StakedJob[]>
  /** Returns the engineer who gets a job (null: no one yet) and the text for the history. Throws if that isn't possible. */
  handOver: (booking: Booking, name: string) => { engineerId: string | null; text: string; note: string }
}

/**
 * Changes hours of people, who are locked, and returns what `change` returns. Jobs that would be left without their engineer are
 * reassigned. Throws `JobsAtStake` with all of those, and with the unassigned bookings that no one can keep now, unless each was seen; and
 * `StepRefused` for a job whose engineer has arrived.
 */
export async function changeHours<Result>(services: Services, tx: Transaction<Tables>, giving: Giving<Result>): Promise<Result> {
  const { jobsSeen, personIds, readAtStake } = giving
  const atStake = await readAtStake()
  if (atStake.every(({ id }) => jobsSeen.includes(id))) await handOverJobs(services, tx, atStake, giving)
  for (const personId of personIds.toSorted()) await lockRotaPerson(tx, personId)
  // The jobs that weren't seen, and those assigned meanwhile.
  return requireSeen(services, tx, giving, await readAtStake())
}

/**
 * Changes hours of people, who are locked, and returns what `change` returns. Throws `JobsAtStake` unless each of these was seen: the jobs
 * that they would leave (`left`), unassigned bookings that no engineer could do any longer, and on-call hours that would have no engineer.
 */
export async function requireSeen<Result>(
  services: Services,
  tx: Transaction<Tables>,
  { staffId, jobsSeen, rota, personIds, span, change }: HoursChange<Result>,
  left: StakedJob[] = [],
): Promise<Result> {
  const now = services.clock.now()
  const before = rota === 'engineers' && (await lockPlan(tx, now)) ? await readDiary(tx, now, span) : undefined
  const onCall = (await readHoursAround(tx, rota, span)).filter(({ kind }) => kind === 'on-call')
  const result = await change()
  const holes = (onCall.length > 0 ? uncovered(onCall, await readHoursAround(tx, rota, span), toInstant(now)) : []).map((hole) => ({
    ...{ ...hole, rota },
    id: `on-call-${hole.startsAt}`,
  }))
  const after = before && (await readDiary(tx, now, span))
  const lost = before && after ? lostVisits(before, without(after, left)) : []
  const unkept = lost.map(({ bookingId, from, until }) => ({
    ...{ id: bookingId, reference: after?.references.get(bookingId) ?? '' },
    ...{ promisedFrom: toInstant(new Date(from)), promisedUntil: toInstant(new Date(until)) },
  }))
  if (left.length > 0 || ![...unkept, ...holes].every(({ id }) => jobsSeen.includes(id))) throw new JobsAtStake(left, unkept, holes)
  if (unkept.length + holes.length > 0)
    for (const subject of personIds)
      await recordAudit(tx, now, {
        ...{ actor: staffId, action: 'rota.overrule', subject },
        detail: {
          ...(unkept.length > 0 && { bookings: unkept.map(({ reference }) => reference).join(' ') }),
          // Read again by the board.
          ...(holes.length > 0 && { onCall: holesText(holes) }),
        },
      })
  return result
}

/** All hours around a change, without samples: a shift that begins in it may end a day later. */
const readHoursAround = (tx: Transaction<Tables>, rota: Rota, { from, until }: { from: Instant; until: Instant }) =>
  readRotaHours(tx, rota, from, later(until, days(1.5)))

/** A diary whose jobs have no engineer. */
const without = (diary: Diary, jobs: readonly { id: string }[]): Diary => ({
  ...diary,
  visits: diary.visits.map(({ assignedTo, ...visit }) => ({
    ...visit,
    ...(assignedTo && !jobs.some(({ id }) => id === visit.bookingId) && { assignedTo }),
  })),
})

async function handOverJobs(
  services: Services,
  tx: Transaction<Tables>,
  jobs: readonly StakedJob[],
  { staffId, handOver }: Pick<Giving<unknown>, 'staffId' | 'handOver'>,
): Promise<void> {
  // Bookings before engineers, each in one order, as everyone locks them.
  for (const job of jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const press = { act: 'assign', wish: { fromEngineer: job.engineerId } } as const
    await actOnBookingIn(services, tx, { bookingId: job.id, actor: staffId, press }, async (_tx, { booking }) => {
      if (booking.engineerId !== job.engineerId) return undefined
      if (!mayTake('staff', 'unassign', booking.status))
        throw new StepRefused(`${job.name} has arrived for ${booking.reference}. Close that job first.`)
      const { engineerId, text, note } = handOver(booking, job.name)
      return {
        set: { engineerId, status: engineerId ? steps.assign.to : steps.unassign.to },
        text,
        event: { note },
        detail: { engineer: engineerId ?? '' },
        announces: booking.status === 'en_route' ? 'not_yet' : undefined,
      }
    })
  }
}
