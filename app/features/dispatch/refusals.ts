import type { Rota } from '#app/features/capacity/rota-view.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Instant } from '#app/values/clock.ts'

/** A job whose engineer will not be there after a change of hours. */
export interface StakedJob {
  id: string
  reference: string
  service: string
  promisedFrom: Instant
  promisedUntil: Instant
  engineerId: string
  /** The engineer's. */
  name: string
}

/** An unassigned booking whose arrival window no one can keep after a change of hours. */
type UnkeptBooking = Pick<StakedJob, 'id' | 'reference' | 'promisedFrom' | 'promisedUntil'>

/** Hours when no one would be on call after a change of the rota. */
interface OnCallHole {
  id: string
  rota: Rota
  startsAt: Instant
  endsAt: Instant
}

/**
 * A change of the rota would leave these jobs without their engineer, no one free for these bookings, or no one on call, and not all of
 * that was seen.
 */
export class JobsAtStake extends Refusal {
  readonly code = 'jobs_at_stake'
  readonly status = 409
  readonly jobs: readonly StakedJob[]
  readonly unkept: readonly UnkeptBooking[]
  readonly holes: readonly OnCallHole[]
  constructor(jobs: readonly StakedJob[], unkept: readonly UnkeptBooking[], holes: readonly OnCallHole[]) {
    const ofJobs = jobs.length === 1 ? 'There’s a job at that time.' : `There are ${jobs.length} jobs at that time.`
    super(jobs.length > 0 ? ofJobs : unkept.length > 0 ? 'Bookings at that time need an engineer.' : 'No one else is on call at that time.')
    this.holes = holes
    this.jobs = jobs
    this.unkept = unkept
  }
}
