import {
  engineerSteps,
  hasEnded,
  mayTake,
  statusFacts,
  stepFacts,
  steps,
  type VisitStep,
  visitSteps,
} from '#app/features/booking/lifecycle.ts'
import { withBookCosts } from '#app/features/pricing/part-fields.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, later, minutes } from '#app/values/clock.ts'
import { agreedWindow, anotherTime } from './another-time.ts'
import { type GasView, gasWithAct } from './gas-record/gas-duty.ts'
import { actAt, actsSince, askedToStart, type QueuedAct, undoOwnMs } from './queued-act.ts'
import { faultKind, type ReturnView, returnWithAct } from './return-fault.ts'
import { emptySheet, hasSheet, isSameSheet, readSheet, type SavedSheet } from './sheet/job-sheet.ts'
import { correctedAt, readCorrection, type VisitTimes } from './sheet/visit-times.ts'

/* Builds an engineer's view of a job from its status and the acts on this phone since. */

/** The part of the view that depends on the status alone. */
export const statusView = (status: BookingStatus) => ({
  state: status,
  status: statusFacts(status).label,
  isOver: hasEnded(status),
  // 'No access' has its own page.
  steps: engineerSteps(status)
    .filter((step) => step !== 'no_access')
    .map(stepView),
  isAtDoor: status === 'arrived',
})

/** A step as its button shows it. One that ends the visit must be confirmed. */
const stepView = (step: VisitStep) => ({
  step,
  button: stepFacts(step).engineer?.button ?? '',
  isFinal: hasEnded(stepFacts(step).to ?? 'arrived'),
})

/** Data to undo the last step: its deadline, by the server's clock; `key`: of the act, if this phone still has it. */
interface UndoView {
  until: Instant
  key?: string
  /** The status that it returns to, from the server. */
  to?: BookingStatus
}

type JobView = ReturnType<typeof statusView> & {
  id: string
  now: Instant
  when: string
  promisedFrom: Instant
  isLate: boolean
  sheet?: SavedSheet
  gas: GasView
  returnVisit?: ReturnView
  /** The customer may still ask us to start while they may still cancel. */
  mayAskToStart: boolean
  /** The price book, on pages that have it. */
  book?: readonly { name: string; costPence: number }[]
  undo?: UndoView
  expectedAt: Instant | null
  times: VisitTimes
}

export type WithActs<Job> = Omit<Job, 'undo'> & {
  undo?: UndoView
  /** An act has not reached the server yet. */
  isWaiting: boolean
  /** The engineer's arrival, if only this phone knows of it. */
  arrivedAt?: Instant
}

/**
 * Returns a job with the engineer's acts on this phone applied, as far as the server's state allows them. The server decides about others.
 */
export function withActs<Job extends JobView>(job: Job, acts: readonly QueuedAct[]): WithActs<Job> {
  const since = actsSince(acts, job.id, job.now)
  return since.reduce<WithActs<Job>>(withAct, { ...job, isWaiting: since.some(({ state }) => state === 'waiting') })
}

function withAct<Job extends JobView>(job: WithActs<Job>, act: QueuedAct): WithActs<Job> {
  const at = actAt(act)
  const step = visitSteps.find((each) => each === act.kind)
  if (step && mayTake('engineer', step, job.state)) {
    const before = { ...job, undo: undefined }
    const next = withStatus(job, stepFacts(step).to ?? job.state)
    return {
      ...next,
      undo: { until: later(at, undoOwnMs), key: act.key },
      ...timesOf(step, job, at),
      before,
    } as WithActs<Job>
  }
  if (act.kind === 'undo') return undone(job)
  if (act.kind === anotherTime && mayTake('engineer', anotherTime, job.state)) {
    const agreed = agreedWindow((name) => act.fields[name] ?? '', job.now)
    return { ...withStatus(job, steps[anotherTime].to), ...agreed, isLate: false, undo: undefined, times: {} }
  }
  if (act.kind === 'estimate' && job.state === 'en_route') return { ...job, expectedAt: later(at, minutes(Number(act.fields.minutes))) }
  if (act.kind === 'correct-time') return { ...job, times: correctedTimes(job.times, act) }
  if (act.kind === 'sheet' && hasSheet(job.state)) return { ...job, sheet: withSheet(job.sheet ?? emptySheet, act, job.book ?? []) }
  if (act.kind === askedToStart) return { ...job, mayAskToStart: false }
  if (act.kind === faultKind) return { ...job, returnVisit: job.returnVisit && returnWithAct(job.returnVisit, act) }
  return { ...job, gas: gasWithAct(job.gas, act) }
}

const withStatus = <Job extends JobView>(job: Job, status: BookingStatus): Job => ({
  ...job,
  ...statusView(status),
  isLate: job.isLate && statusFacts(status).stage !== 'on_site' && !hasEnded(status),
  sheet: hasSheet(status) ? (job.sheet ?? emptySheet) : undefined,
})

/** The job before its last step, from this phone or the server. */
function undone<Job extends JobView>(job: WithActs<Job>): WithActs<Job> {
  const { before } = job as { before?: WithActs<Job> }
  if (before) return { ...before, isWaiting: job.isWaiting }
  return { ...(job.undo?.to ? withStatus(job, job.undo.to) : job), undo: undefined }
}

function withSheet(saved: SavedSheet, { fields }: QueuedAct, book: NonNullable<JobView['book']>): SavedSheet {
  const typed = withBookCosts((name) => fields[name] ?? '', book)
  // On a page without the price book.
  const read = readSheet((name) => typed(name) || (/^cost\d/.test(name) && fields[name.replace('cost', 'part')] ? '0' : ''))
  if ('problems' in read || isSameSheet(saved, read.sheet)) return saved
  return { ...read.sheet, revision: saved.revision + 1, partsPricePence: saved.partsPricePence }
}

/** The changed times of a job after a step. The estimate ends when the engineer sets out or arrives. */
const timesOf = (step: VisitStep, { times }: JobView, at: Instant) => {
  if (step === 'en_route') return { expectedAt: null }
  return step === 'arrived' ? { arrivedAt: at, expectedAt: null, times: { arrived: at } } : { times: { ...times, left: at } }
}

function correctedTimes(times: VisitTimes, { fields }: QueuedAct): VisitTimes {
  const read = readCorrection((name) => fields[name] ?? '')
  const was = 'correction' in read ? times[read.correction.what] : undefined
  return 'correction' in read && was ? { ...times, [read.correction.what]: correctedAt(was, read.correction.time) } : times
}

/** The job that fills the screen: the one under way, else the next open one. */
export const nextJob = <Job extends JobView>(open: readonly Job[]): Job | undefined =>
  open.find(({ state }) => statusFacts(state).stage === 'on_site' || statusFacts(state).stage === 'on_the_way') ??
  open.find(({ state }) => !hasEnded(state))
