import type { Instant } from '#app/platform/clock.ts'
import { Refusal } from '#app/platform/errors.ts'

/** The step cannot follow, or an engineer cannot have the job; the message says why, and what to do. */
export class StepRefused extends Refusal {
  readonly code = 'step_refused'
  readonly status = 409
}

/** What was entered breaks a rule; which, by field. */
export class InvalidEntry extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super('There is a problem with what you entered. Please check the highlighted fields.')
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** There is no such engineer or shift. */
export class EntryNotFound extends Refusal {
  readonly code = 'not_found'
  readonly status = 404
}

/** A job of an engineer whose hours change, so that they will not be there for it. */
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

/** A change of the rota would leave these jobs without their engineer, and whoever asked for it has not seen all of them. */
export class JobsAtStake extends Refusal {
  readonly code = 'jobs_at_stake'
  readonly status = 409
  readonly jobs: readonly StakedJob[]
  constructor(jobs: readonly StakedJob[]) {
    super(jobs.length === 1 ? 'There is a job in that time.' : `There are ${jobs.length} jobs in that time.`)
    this.jobs = jobs
  }
}
