import type { Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { dangerLabels } from '#app/features/booking/danger-labels.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { jobsWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readOnDuty } from '#app/features/capacity/read-working-hours.server.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import type { Services } from '#app/platform/services.ts'
import { windowInFull } from '#app/platform/spoken-moment.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/** An urgent job that no engineer has, as an engineer on duty sees it: without the customer. */
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

/** The urgent jobs without an engineer that this engineer may take: none while they are off duty. The earliest deadline first. */
export async function readOpenJobs({ db, clock }: Pick<Services, 'db' | 'clock'>, engineerId: string): Promise<OpenJob[]> {
  const now = clock.now()
  const own = (await readOnDuty(db, now)).find((hours) => hours.engineerId === engineerId)
  if (!own) return []
  const jobs = await jobsWithoutEngineer(db, now).execute()
  return jobs
    .filter((job) => own.isGasSafe || !needsGasSafe(job))
    .map((job) => ({
      id: job.id,
      seen: versionOf(job),
      service: job.service,
      isRedLine: job.serviceLevel === 'redline',
      dangers: dangerLabels(job),
      district: job.postcode.split(' ')[0] || (job.borough ?? 'no address yet'),
      when: windowInFull(job.promisedFrom, job.promisedUntil),
    }))
}

/**
 * An engineer on duty takes an urgent job that no one has: it is assigned to them, and accepted. Of two, the first gets it. Throws
 * `StepRefused` with its present engineer, or the reason why they may not take it; `BookingNotFound`.
 */
export async function takeOpenJob(
  services: Services,
  { bookingId, engineerId, userId, seen }: { bookingId: string; engineerId: string; userId: string; seen: string },
): Promise<void> {
  await actOnBooking(services, { bookingId, actor: userId, press: { act: 'assign', wish: engineerId } }, async (tx, { booking, now }) => {
    if (booking.engineerId === engineerId) return undefined
    const isUrgent = booking.serviceLevel === 'redline' || booking.dangers !== ''
    const isOnDuty = (await readOnDuty(tx, now)).some((hours) => hours.engineerId === engineerId)
    // Reveals nothing of the job to an engineer who wasn't asked.
    if (!isUrgent || !isOnDuty) throw new StepRefused('Only engineers on shift or on call can take this job. Call the office.')
    if (booking.engineerId !== null) throw new StepRefused(`${await nameOf(tx, booking.engineerId)} has taken this job.`)
    const isOpen = await jobsWithoutEngineer(tx, now).where('id', '=', bookingId).executeTakeFirst()
    if (!isOpen) throw new StepRefused('This job no longer needs an engineer.')
    if (versionOf(booking) !== seen) throw new StepRefused('This job has changed. Check it, and take it again.')
    const { name } = await requireEngineer(tx, engineerId, booking)
    return {
      set: { engineerId, status: steps.assign.to, acceptedAt: booking.acceptedAt ?? toInstant(now) },
      text: `took the job (${name})`,
      detail: { engineer: engineerId },
    }
  })
}

const nameOf = async (tx: Transaction<Tables>, engineerId: string): Promise<string> =>
  (await tx.selectFrom('engineers').select('name').where('id', '=', engineerId).executeTakeFirst())?.name ?? 'Another engineer'
