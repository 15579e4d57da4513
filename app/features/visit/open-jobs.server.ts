import type { Kysely, Selectable, Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { dangerLabels } from '#app/features/booking/danger-labels.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { needsEngineer, notAJobStatuses, steps } from '#app/features/booking/lifecycle.ts'
import { type Booking, jobsWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readOnDuty } from '#app/features/capacity/read-working-hours.server.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import type { Services } from '#app/platform/services.ts'
import { windowInFull } from '#app/platform/spoken-moment.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { Tables } from '#db/tables.ts'

/** A job that no engineer has, as an engineer on duty sees it: without the customer. */
export interface OpenJob {
  id: string
  /** `versionOf` the booking. */
  seen: string
  service: string
  isRedLine: boolean
  dangers: string[]
  /** The outward code; else the borough. */
  district: string
  /** The promised window, in words. */
  when: string
}

/** A job as engineers without it see it. */
export const openJobOf = (job: Booking): OpenJob => ({
  id: job.id,
  seen: versionOf(job),
  service: job.service,
  isRedLine: job.serviceLevel === 'redline',
  dangers: dangerLabels(job),
  district: job.postcode.split(' ')[0] || (job.borough ?? 'no address yet'),
  when: windowInFull(job.promisedFrom, job.promisedUntil),
})

/** The urgent jobs without an engineer that this engineer may take: none while they are off duty. The earliest deadline first. */
export async function readOpenJobs({ db, clock }: Pick<Services, 'db' | 'clock'>, engineerId: string): Promise<OpenJob[]> {
  const now = clock.now()
  const own = (await readOnDuty(db, now)).find((hours) => hours.engineerId === engineerId)
  if (!own) return []
  const jobs = await jobsWithoutEngineer(db, now).execute()
  return jobs.filter((job) => own.isGasSafe || !needsGasSafe(job)).map(openJobOf)
}

/**
 * An engineer on duty takes an urgent job that no one has: it is assigned to them, and accepted. Of two, the first gets it. Throws
 * `StepRefused` with the reason why they may not take it; `BookingNotFound`.
 */
export async function takeOpenJob(
  services: Services,
  { bookingId, engineerId, userId, seen }: { bookingId: string; engineerId: string; userId: string; seen: string },
): Promise<void> {
  await actOnBooking(services, { bookingId, actor: userId, press: { act: 'assign', wish: engineerId } }, async (tx, locked) => {
    const { booking, now } = locked
    if (booking.engineerId === engineerId) return undefined
    const isUrgent = booking.serviceLevel === 'redline' || booking.dangers !== ''
    const isOnDuty = (await readOnDuty(tx, now)).some((hours) => hours.engineerId === engineerId)
    // Reveals nothing of the job to an engineer who wasn't asked.
    if (!isUrgent || !isOnDuty) throw new StepRefused('Only engineers on shift or on call can take this job. Call the office.')
    if (booking.engineerId !== null) throw new StepRefused(taken)
    if (!(await jobsWithoutEngineer(tx, now).where('id', '=', bookingId).executeTakeFirst())) throw new StepRefused(notNeeded)
    return takenBy(tx, locked, { engineerId, seen, how: '' })
  })
}

const taken = 'Taken by another engineer.'
const notNeeded = 'This job no longer needs an engineer.'

/** The change that gives an engineer a job. Throws `StepRefused` if it isn't as they saw it, or they may not do it. */
async function takenBy(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { engineerId, seen, how }: { engineerId: string; seen: string; how: string },
): Promise<Change> {
  if (versionOf(booking) !== seen) throw new StepRefused('This job has changed. Check it, and take it again.')
  const { name, userId } = await requireEngineer(tx, engineerId, booking)
  return {
    set: { engineerId, status: steps.assign.to, acceptedAt: booking.acceptedAt ?? toInstant(now) },
    text: userId ? `took the job${how} (${name})` : `gave the job to ${name}, who took it${how}`,
    detail: { engineer: engineerId },
  }
}

/** A job that one engineer was asked to take. */
export interface Offer {
  attemptId: string
  /** 'yours': they have it; 'ended': it can't be taken by this link or call any longer. */
  state: 'open' | 'yours' | 'taken' | 'ended'
  job: OpenJob
}

/** The secret in the link of an offer: 132 bits, for this engineer, this booking and this one try. */
export const offerToken = ({ secrets }: Pick<Services, 'secrets'>, attemptId: string): string =>
  secrets.sign('offer', attemptId).slice(0, 22)

/** Reads an offer by its link's secret, or by its id; undefined if there is none. */
export async function readOffer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  by: { token: string } | { attemptId: string },
): Promise<Offer | undefined> {
  const attempt = await db
    .selectFrom('reachAttempts')
    .selectAll()
    .where((eb) => ('token' in by ? eb('tokenHash', '=', hashOf(by.token)) : eb('id', '=', by.attemptId)))
    .where('person', '=', 'engineer')
    .executeTakeFirst()
  const booking =
    attempt &&
    (await db.selectFrom('bookings').selectAll().where('id', '=', attempt.bookingId).where('erasedAt', 'is', null).executeTakeFirst())
  if (!booking) return undefined
  return { attemptId: attempt.id, state: stateOf(attempt, booking, clock.now()), job: openJobOf(booking) }
}

function stateOf({ personId, endedAt, expiresAt }: Attempt, booking: Booking, now: Date): Offer['state'] {
  if (booking.engineerId === personId && !notAJobStatuses.includes(booking.status)) return 'yours'
  if (needsEngineer(booking)) return endedAt === null && expiresAt > toInstant(now) ? 'open' : 'ended'
  return booking.engineerId === null ? 'ended' : 'taken'
}

type Attempt = Selectable<ReachAttemptsTable>

/**
 * An engineer takes the job that a link or a call offered them: it is assigned to them, and accepted, in one transaction; every other offer
 * of it ends. Repeating it does nothing. Throws `StepRefused` with the reason why it can't be taken.
 */
export async function acceptOffer(
  services: Services,
  { attemptId, seen, how }: { attemptId: string; seen: string; how: 'link' | 'phone' },
): Promise<void> {
  const { bookingId, personId: engineerId } = await services.db
    .selectFrom('reachAttempts')
    .select(['bookingId', 'personId'])
    .where('id', '=', attemptId)
    .where('person', '=', 'engineer')
    .executeTakeFirstOrThrow(() => new StepRefused(offerEnded))
  const actor = await userOf(services.db, engineerId)
  await actOnBooking(services, { bookingId, actor, press: { act: 'assign', wish: [engineerId, attemptId] } }, async (tx, locked) => {
    const { booking, now } = locked
    const attempt = await tx.selectFrom('reachAttempts').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow()
    const state = stateOf(attempt, booking, now)
    if (state === 'yours') return undefined
    if (state !== 'open') throw new StepRefused(state === 'taken' ? taken : needsEngineer(booking) ? offerEnded : notNeeded)
    const change = await takenBy(tx, locked, { engineerId, seen, how: how === 'link' ? ' by the link in a text' : ' by phone' })
    await tx
      .updateTable('reachAttempts')
      .set({ outcome: 'accepted', endedAt: toInstant(now) })
      .where('id', '=', attemptId)
      .execute()
    return change
  })
}

const offerEnded = 'This offer has ended.'

const userOf = async (db: Kysely<Tables>, engineerId: string): Promise<string> =>
  (await db.selectFrom('engineers').select('userId').where('id', '=', engineerId).executeTakeFirst())?.userId ?? 'system'
