import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { mayTake, steps, underWayStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { lockEngineer } from '#app/features/rota/lock-engineer.server.ts'
import type { Hours } from '#app/features/rota/working-hours.ts'
import { days, later } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { JobsAtStake, type StakedJob, StepRefused } from '../refusals.ts'

/**
 * The open jobs of engineers in hours that they lose, earliest first; without those that begin in hours they keep. `kept`: all their
 * remaining hours around that time.
 */
export async function readJobsAtStake(tx: Transaction<Tables>, lost: readonly Hours[], kept: readonly Hours[]): Promise<StakedJob[]> {
  const found: StakedJob[] = []
  for (const [engineerId, own] of Map.groupBy(lost, (hours) => hours.engineerId)) {
    const from = own.map(({ startsAt }) => startsAt).toSorted()[0] ?? ''
    const until =
      own
        .map(({ endsAt }) => endsAt)
        .toSorted()
        .at(-1) ?? ''
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
    const still = kept.filter((hours) => hours.engineerId === engineerId)
    for (const job of jobs) {
      const begins = later(job.promisedFrom, 1)
      if (isIn(own, job.promisedFrom, job.promisedUntil) && !isIn(still, job.promisedFrom, begins)) found.push(job)
    }
  }
  return found.toSorted((a, b) => (a.promisedFrom < b.promisedFrom ? -1 : 1))
}

interface Giving {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** The ids of the jobs that they were shown, and agreed to give away. */
  jobsSeen: readonly string[]
  /** Whose hours change. */
  engineerIds: readonly string[]
  readAtStake: () => Promise<StakedJob[]>
  /** Who gets the job of an engineer, null: no one yet; and what the history says. Throws if that isn't possible. */
  handOver: (booking: Booking, name: string) => { engineerId: string | null; text: string; note: string }
}

/**
 * Reassigns the jobs that a change of the rota would leave without their engineer, and locks those engineers: until the transaction ends
 * they get no others. Throws `JobsAtStake` with all of them unless each was seen, and `StepRefused` for one whose engineer has arrived.
 */
export async function giveAwayJobs(
  services: Services,
  tx: Transaction<Tables>,
  { staffId, jobsSeen, engineerIds, readAtStake, handOver }: Giving,
): Promise<void> {
  const atStake = await readAtStake()
  if (atStake.some(({ id }) => !jobsSeen.includes(id))) throw new JobsAtStake(atStake)
  // Bookings before engineers, each in one order, as everyone locks them.
  for (const job of atStake.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
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
        announces: [...(booking.status === 'en_route' ? (['not_yet'] as const) : []), ...(engineerId ? (['assigned'] as const) : [])],
      }
    })
  }
  for (const engineerId of engineerIds.toSorted()) await lockEngineer(tx, engineerId)
  const since = await readAtStake()
  if (since.length > 0) throw new JobsAtStake(since)
}
