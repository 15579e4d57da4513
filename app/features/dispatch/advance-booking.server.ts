import type { Transaction } from 'kysely'
import { actByStaff, type Change, type LockedBooking, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import type { Occasion } from '#app/features/booking/announce.ts'
import { steps, type VisitStep } from '#app/features/booking/lifecycle.ts'
import { type Booking, readHistory } from '#app/features/booking/read-booking.server.ts'
import { requireAnswer, StepRefused } from '#app/features/booking/refusals.ts'
import { earlyQuestion } from '#app/features/capacity/early-step.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { actByEngineer, type OwnAct } from '#app/features/visit/act-by-engineer.server.ts'
import { raiseCharge } from '#app/features/visit/charges.server.ts'
import { doubtCredits } from '#app/features/visit/credit-doubts.server.ts'
import { hasTried, hasWaited, wasHeardOf } from '#app/features/visit/door-wait.ts'
import { askAboutFee } from '#app/features/visit/fee-questions.server.ts'
import { readDoorWait, readHeardOfWait } from '#app/features/visit/read-door-wait.server.ts'
import { readGasDuty } from '#app/features/visit/read-gas-record.server.ts'
import { keepStaffReason } from '#app/features/visit/record-gas.server.ts'
import { needsFaultAnswer } from '#app/features/visit/return-fault.server.ts'
import { faultDuty } from '#app/features/visit/return-fault.ts'
import { feeOfStep } from '#app/features/visit/step-fee.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { requireStep } from './steps/require-step.server.ts'

interface AdvanceBooking extends StaffAct {
  to: VisitStep
  /** Questions about this step that were confirmed (`AnswerNeeded`). */
  confirmed?: string
  /** The reason for finishing a job that may be gas work without the record that the law requires. */
  gasReason?: string
}

/**
 * Takes a visit one step further: on the way, arrived, done, made safe, or no access, with the fee that arises from it. A visit without
 * access has its fee only after the wait that the booking's terms name; an engineer cannot close it earlier, nor without having tried to
 * call. A wait that we hadn't heard of while it lasted has no fee yet: staff are asked. An engineer cannot finish what may be gas work
 * without a gas record or a reason, nor a free return visit without saying whether it was the same fault; staff can with a reason, which
 * the history has. Customer and webhook are told as the table of messages says. Setting off or arriving long before the window must be
 * confirmed. Throws `AnswerNeeded`, `InvalidEntry`, `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function advanceBooking(services: Services, { to, confirmed, gasReason, ...act }: AdvanceBooking): Promise<void> {
  await actByStaff(services, { ...act, act: 'advance', wish: to }, (tx, locked) =>
    advanceChange(tx, locked, { to, confirmed, gasReason, by: act.staffId, taker: 'staff' }),
  )
}

/**
 * Takes an engineer's own job one step further. Customer, board and webhook are notified as when staff do it. Throws `AnswerNeeded` until
 * `confirmed` has its question, and the errors of `actByEngineer`.
 */
export async function takeOwnStep(services: Services, act: OwnAct, { to, confirmed }: { to: VisitStep; confirmed: string }): Promise<void> {
  await actByEngineer(services, { ...act, kind: to, press: { act: 'advance', wish: to } }, async (tx, { at, ...locked }) => {
    const change = await advanceChange(tx, locked, { to, confirmed, by: act.userId, taker: 'engineer', at })
    // It may be reported long after it happened.
    if (to === 'arrived') await doubtCredits(tx, act.bookingId, at, locked.now)
    return change
  })
}

interface Advance {
  to: VisitStep
  confirmed?: string
  /** For staff: see `AdvanceBooking`. */
  gasReason?: string
  /** The id of the user. */
  by: string
  /** An engineer takes steps on their own jobs: the caller has checked that. */
  taker: 'staff' | 'engineer'
  /** The time of the step; absent: now. */
  at?: Instant
}

/**
 * Returns the change that a step makes to a locked booking, and writes the fee that arises from it. Throws `AnswerNeeded`, `InvalidEntry`
 * or `StepRefused`.
 */
async function advanceChange(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { to, confirmed, gasReason = '', by, taker, at = toInstant(now) }: Advance,
): Promise<Change & { text: string }> {
  requireStep(to, booking, taker)
  const { past } = steps[to][taker]
  const early = earlyQuestion(to, booking, at)
  if (early) requireAnswer([early], confirmed)
  const wait = to === 'no_access' ? await readDoorWait(tx, booking.id) : undefined
  const isTooSoon = wait !== undefined && !hasWaited(wait, new Date(at))
  const hasFee = wait !== undefined && !isTooSoon && wait.feePence > 0
  const isWithoutFee = to === 'no_access' && !hasFee
  const toDecide = hasFee && !wasHeardOf(wait, await readHeardOfWait(tx, booking.id, wait), at) ? wait : undefined
  if (taker === 'engineer' && wait && isTooSoon)
    throw new StepRefused(
      `You can close this as no access from ${spokenTimeSeen(wait.feeFrom, at)}. Until then, keep trying, or agree another time.`,
    )
  if (taker === 'engineer' && wait && !hasTried(wait)) throw new StepRefused('Call the customer first, and record that you tried.')
  const isEnd = to === 'completed' || to === 'made_safe'
  if (isEnd && taker === 'engineer' && (await needsFaultAnswer(tx, booking))) throw new StepRefused(faultDuty)
  const gasDuty = isEnd ? await readGasDuty(tx, booking) : undefined
  if (gasDuty && taker === 'engineer') throw new StepRefused(gasDuty.engineer)
  if (gasDuty) await keepStaffReason(tx, { bookingId: booking.id, duty: gasDuty.staff, typed: gasReason, at, actor: by })
  const status: BookingStatus = steps[to].to
  // The customer's later messages may have made it gas work.
  if (to === 'en_route' && booking.engineerId) await requireEngineer(tx, booking.engineerId, booking)
  if (toDecide) await askAboutFee(tx, now, { bookingId: booking.id, wait: toDecide, leftAt: at })
  const fee = isWithoutFee || toDecide ? undefined : await feeOf(tx, booking, to, at)
  if (fee) await raiseCharge(tx, now, { bookingId: booking.id, by, ...fee })
  return {
    // A previous engineer's estimate no longer applies.
    set: { status, ...(to === 'en_route' && { expectedAt: null }) },
    at,
    text: gasDuty
      ? `${past}, without a gas record`
      : early
        ? `${past} early (the visit is for ${momentText(booking.promisedFrom)})`
        : isWithoutFee
          ? `${past}, without a fee`
          : toDecide
            ? `reported afterwards that they ${past}`
            : past,
    detail: { to },
    announces: announced[to],
  }
}

const announced: Record<VisitStep, Occasion> = {
  en_route: 'set_out',
  arrived: 'arrived',
  completed: 'completed',
  made_safe: 'completed',
  no_access: 'no_access',
}

/** Returns the fee that a step makes due. */
async function feeOf(tx: Transaction<Tables>, booking: Booking, to: VisitStep, at: Instant) {
  const arrival =
    to === 'made_safe'
      ? (await readHistory(tx, booking.id)).findLast(({ toStatus, fromStatus }) => toStatus === 'arrived' && fromStatus !== toStatus)
      : undefined
  return feeOfStep(to, frozenBilling(booking), { arrivedAt: arrival?.at, at })
}
