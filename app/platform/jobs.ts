import { type Insertable, type Kysely, type SqlBool, sql, type Transaction, type Updateable } from 'kysely'
import { hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { JobAttemptsTable, JobsTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'
import { oneFor, together } from './batches.ts'
import { compiledOnce } from './compiled-queries.ts'
import { skipLocked } from './database.ts'
import { PermanentFailure, RetryLater } from './job-failures.ts'
import { loggable } from './log.ts'
import { scheduleOf } from './retry-schedule.ts'
import type { Services } from './services.ts'

/*
 * The outbox: a row written in the transaction of the thing that happened, carried out afterwards, at least once.
 * A claim is a lease: while `leaseToken` is set, `runAt` is when the lease runs out and another worker may claim the job.
 */

export interface JobContext {
  /** The same at every attempt: receivers recognise repetitions by it. */
  jobId: string
  attempt: number
  createdAt: Instant
  /** Aborts well before the lease runs out. */
  signal: AbortSignal
}

/**
 * Handles one kind of job. An error is retried, at the time that `RetryLater` gives; `PermanentFailure` isn't retried. A returned text is
 * the other server's response, for staff.
 */
export type JobHandler = (services: Services, payload: unknown, context: JobContext) => Promise<unknown>
export type JobHandlers = Record<string, JobHandler>

export interface NewJob {
  kind: string
  payload: unknown
  /** A UUIDv7, if the same job may be added twice and must exist once. */
  id?: string
  /** Finds it, besides the booking in its payload: a user's id, or the keyed hash of an address. */
  about?: string
  /** The time of its cause, when it becomes due; now by default. */
  at?: Instant
}

const leaseMs = minutes(1)
const attemptMs = 30_000
const firstDelayMs = 2_000

/** Adds jobs in the caller's transaction, due at `now`; returns their ids. Call `services.jobsAdded()` after it commits. */
export async function enqueue(tx: Transaction<Tables>, now: Date, jobs: readonly NewJob[]): Promise<string[]> {
  if (jobs.length === 0) return []
  const rows = jobs.map(({ id = newId(), kind, payload, about = bookingIn(payload), at = toInstant(now) }) => ({
    ...{ id, kind, about, payload: JSON.stringify(payload), state: 'waiting' as const, runAt: at, leaseToken: null, attempts: 0 },
    ...{ createdAt: at, finishedAt: null },
  }))
  const [first, ...others] = rows
  if (first && others.length === 0) await insertJob(tx, first)
  else await insertJobs(tx, rows).execute()
  return rows.map(({ id }) => id)
}

const insertJobs = (db: Kysely<Tables>, rows: readonly Insertable<JobsTable>[]) =>
  db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())

const insertJob = compiledOnce((db: Kysely<Tables>, row: Insertable<JobsTable>) => insertJobs(db, [row]))

/** The booking that a payload names. */
const bookingIn = (payload: unknown) => (payload as { bookingId?: string } | null)?.bookingId ?? null

/** Milliseconds until attempt `attempts + 1`: doubling from 2 s to 10 min, less up to half at random. */
export function backoffMs(attempts: number, longestPauseMs = minutes(10), random = Math.random()): number {
  const ceiling = Math.min(longestPauseMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20))
  return Math.round(ceiling * (0.5 + random / 2))
}

/** The pause after a failed attempt: the usual one, or longer if the other side asked for that, by an hour at most. */
function pauseMs(failed: unknown, attempts: number, longestPauseMs: number): number {
  const askedMs = failed instanceof RetryLater ? Math.min(failed.retryAfterMs, longestAskedMs) : 0
  return Math.max(askedMs, backoffMs(attempts, longestPauseMs))
}
const longestAskedMs = hours(1)

/** Claims up to `limit` due jobs. Never returns a job leased elsewhere. */
export async function claimJobs(services: Services, limit: number) {
  const now = services.clock.now()
  const [at, leaseToken] = [toInstant(now), newId()]
  return services.db.transaction().execute(async (tx) => {
    // Materialised: PostgreSQL may otherwise run a subquery with `limit` several times, and claim more than was asked for.
    const claimed = await tx
      .with(
        (cte) => cte('due').materialized(),
        (cte) =>
          skipLocked(
            services.engine,
            cte.selectFrom('jobs').select('id').where('state', '=', 'waiting').where('runAt', '<=', at).orderBy('runAt').limit(limit),
          ),
      )
      .updateTable('jobs')
      .set((eb) => ({ leaseToken, runAt: later(now, leaseMs), attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .where('state', '=', 'waiting')
      .where('runAt', '<=', at)
      .returning(['id', 'kind', 'payload', 'attempts', 'createdAt'])
      .execute()
    await recordStarts(tx, claimed, at)
    return claimed.map((job) => ({ ...job, leaseToken }))
  })
}

type ClaimedJob = Awaited<ReturnType<typeof claimJobs>>[number]

async function recordStarts(tx: Kysely<Tables>, claimed: { id: string; attempts: number }[], at: Instant) {
  if (claimed.length === 0) return
  const again = claimed.filter((job) => job.attempts > 1).map((job) => job.id)
  if (again.length > 0)
    await tx
      .updateTable('jobAttempts')
      .set({ endedAt: at, outcome: 'lost' })
      .where('jobId', 'in', again)
      .where('endedAt', 'is', null)
      .execute()
  const starts = claimed.map((job) => ({
    id: newId(),
    jobId: job.id,
    number: job.attempts,
    startedAt: at,
    endedAt: null,
    outcome: null,
    detail: '',
  }))
  await tx.insertInto('jobAttempts').values(starts).execute()
}

/** Frees the leases of a dead process, if no other process can hold one: embedded data, at start. */
export async function releaseLeases(services: Services): Promise<void> {
  const runAt = toInstant(services.clock.now())
  await services.db
    .updateTable('jobs')
    .set({ leaseToken: null, runAt })
    .where('state', '=', 'waiting')
    .where('leaseToken', 'is not', null)
    .execute()
}

/** Carries out a claimed job and records the outcome. A lease lost meanwhile leaves the job to its new holder. */
export async function runJob(services: Services, handlers: JobHandlers, job: ClaimedJob): Promise<void> {
  const signal = AbortSignal.timeout(attemptMs)
  let answer: unknown
  try {
    const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`)
    const context = { jobId: job.id, attempt: job.attempts, createdAt: job.createdAt, signal }
    answer = await Promise.race([handler(services, JSON.parse(job.payload), context), aborted(signal)])
  } catch (error) {
    services.log.warn({ job: job.id, kind: job.kind, attempt: job.attempts, error: loggable(error) }, 'job attempt failed')
    return recordEnd(services, job, { failed: error })
  }
  await recordEnd(services, job, { answer })
}

type Outcome = { answer: unknown } | { failed: unknown }

/** Resolves once a job's outcome is recorded; those that end in the same turn of the event loop are recorded together. */
function recordEnd(services: Services, job: ClaimedJob, outcome: Outcome): Promise<void> {
  return recorderOf(services.db)({ services, job, outcome })
}

const recorderOf = oneFor((db: Kysely<Tables>) => together<Ended>((ended) => recordAll(db, ended)))

interface Ended {
  services: Services
  job: ClaimedJob
  outcome: Outcome
}

/** All with one instant: those with the same outcome are one statement. */
function recordAll(db: Kysely<Tables>, ended: readonly Ended[]): Promise<void> {
  const now = ended[0]?.services.clock.now() ?? new Date()
  return recordEnds(
    db,
    ended.map((one) => endOf(one, now)),
  )
}

/** The outcome of a job and of its attempt. */
interface End {
  job: ClaimedJob
  next: Updateable<JobsTable>
  attempt: Updateable<JobAttemptsTable>
}

function endOf({ services, job, outcome }: Ended, now: Date): End {
  const at = toInstant(now)
  const { giveUpAfterMs, longestPauseMs } = scheduleOf(job.kind)
  if (!('failed' in outcome)) {
    const detail = typeof outcome.answer === 'string' ? loggable(outcome.answer).message : ''
    return { job, next: { state: 'done', leaseToken: null, finishedAt: at }, attempt: { endedAt: at, outcome: 'ok', detail } }
  }
  const attempt = { endedAt: at, outcome: 'failed', detail: detailOf(outcome.failed) } as const
  const isTooOld = now.getTime() - new Date(job.createdAt).getTime() >= giveUpAfterMs
  if (!isTooOld && !(outcome.failed instanceof PermanentFailure))
    return { job, next: { leaseToken: null, runAt: later(now, pauseMs(outcome.failed, job.attempts, longestPauseMs)) }, attempt }
  services.log.error({ job: job.id, kind: job.kind, attempts: job.attempts }, 'job is dead: staff must replay it')
  return { job, next: { state: 'dead', leaseToken: null, finishedAt: at }, attempt }
}

/** In one transaction, with one statement for each outcome, whichever claims the jobs are of. */
const recordEnds = (db: Kysely<Tables>, ends: readonly End[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const alike of groupsBy(ends, ({ next }) => JSON.stringify(next)))
      await tx.updateTable('jobs').set(alike[0].next).where('id', 'in', idsOf(alike)).where(underItsLease(alike)).execute()
    for (const alike of groupsBy(ends, ({ job, attempt }) => JSON.stringify([job.attempts, attempt])))
      await tx
        .updateTable('jobAttempts')
        .set(alike[0].attempt)
        .where('jobId', 'in', idsOf(alike))
        .where('number', '=', alike[0].job.attempts)
        .where('endedAt', 'is', null)
        .execute()
  })

/** Only jobs still leased to the claim they ran under: another claim may have them by now. */
const underItsLease = (ends: readonly End[]) =>
  sql<SqlBool>`(id || lease_token) in (${sql.join(ends.map(({ job }) => job.id + job.leaseToken))})`

const groupsBy = (ends: readonly End[], keyOf: (end: End) => string) => [...Map.groupBy(ends, keyOf).values()] as [End, ...End[]][]

const idsOf = (ends: readonly End[]) => ends.map(({ job }) => job.id)

/** The error as staff read it in the list of failed attempts. */
function detailOf(failure: unknown): string {
  const { type, message } = loggable(failure)
  return message || `Failed with ${type === 'object' ? 'an object' : type}`
}

/** Carries out all due jobs, and those that they add. Returns the number of attempts. */
export async function runDueJobs(services: Services, handlers: JobHandlers): Promise<number> {
  let attempts = 0
  for (;;) {
    const claimed = await claimJobs(services, 16)
    if (claimed.length === 0) return attempts
    attempts += claimed.length
    await Promise.all(claimed.map((job) => runJob(services, handlers, job)))
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('The attempt took too long')), { once: true }))
