import type { Kysely } from 'kysely'
import { type Booking, readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { owedText } from '#app/features/capacity/missed-promises.ts'
import { readMissedTogether } from '#app/features/capacity/read-credits.server.ts'
import { disputeText } from '#app/features/payments/disputes.server.ts'
import { type RefundReason, refundText, staffRefundText } from '#app/features/payments/refund-reasons.ts'
import { whoHasText } from '#app/features/visit/act-by-engineer.server.ts'
import { readUndecidedFee } from '#app/features/visit/fee-questions.server.ts'
import { madeSafeText, saysMadeSafe } from '#app/features/visit/made-safe.server.ts'
import { alarmText, noticeText } from '#app/features/visit/notice-text.ts'
import { readDoorWait } from '#app/features/visit/read-door-wait.server.ts'
import type { Services } from '#app/platform/services.ts'
import { dueDayText, spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import type { Change, ChangeJob } from './job-payloads.ts'

/** A change of a booking, as recipients read it. */
export interface ToldChange {
  change: Change
  at: Instant
  /** The actor, as in the booking's history. */
  actor: string
  /** The agreed appointment, the note or the engineer's name. */
  text: string
  /** The same for staff, if they read it in other words. */
  staffText?: string
  /** The status that it ended, if one. */
  fromStatus: BookingStatus | null
  /** Of an escalation: its rung. */
  rung?: string
}

/** The booking of a job, as it is now, and its change. */
export const readChanged = async (services: Services, job: ChangeJob): Promise<{ booking: Booking; change: ToldChange }> => ({
  booking: await readBookingTogether(services, job.bookingId),
  change: await readChange(services.db, job),
})

/** Reads the change of a job. */
export const readChange = async (db: Kysely<Tables>, { change, id, bookingId }: ChangeJob): Promise<ToldChange> => ({
  change,
  fromStatus: null,
  ...(await readHappened(db, { change, id, bookingId })),
})

async function readHappened(
  db: Kysely<Tables>,
  { change, id, bookingId }: Pick<ChangeJob, 'change' | 'id' | 'bookingId'>,
): Promise<Omit<ToldChange, 'change' | 'fromStatus'> & Partial<Pick<ToldChange, 'fromStatus'>>> {
  if (change === 'refunded' || change === 'money_returned') {
    const refund = await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.paymentId')
      .select(['refunds.amountPence', 'refunds.reason', 'refunds.createdAt', 'refunds.askedBy', 'payments.currency'])
      .where('refunds.id', '=', id)
      .executeTakeFirstOrThrow()
    const [amountPence, reason, currency] = [refund.amountPence, refund.reason as RefundReason, refund.currency]
    const text = refundText(amountPence, reason, currency)
    const staffText = staffRefundText(amountPence, reason, currency)
    return { at: refund.createdAt, actor: refund.askedBy ?? 'system', text, staffText }
  }
  if (change === 'late') {
    const { foundAt, reasons, ...owed } = await readMissedTogether(db, id)
    if (!foundAt) throw new Error('That missed promise doesn’t exist')
    return { at: foundAt, actor: 'system', text: [`${reasons.join('. ')}.`, owedText(owed)].join(' ').trim() }
  }
  if (change === 'escalated') {
    const alarm = await db.selectFrom('escalations').select(['at', 'text', 'rung']).where('id', '=', id).executeTakeFirst()
    if (alarm) return { ...alarm, actor: 'system' }
  }
  // By the act, which stays when it is undone, unlike its event.
  if (change === 'not_yet' || change === 'not_over' || change === 'arrived' || change === 'completed' || change === 'no_access') {
    const act = await db.selectFrom('staffActs').select(['text', 'at', 'actor', 'bookingId']).where('id', '=', id).executeTakeFirstOrThrow()
    if (change === 'completed') return { ...act, text: saysMadeSafe(act.text) ? madeSafeText : '' }
    const feePence = change === 'no_access' ? await readUndecidedFee(db, act.bookingId) : undefined
    return { ...act, text: feePence === undefined ? '' : poundsText(feePence) }
  }
  if (change === 'at_door') {
    const attempt = await db.selectFrom('callAttempts').select(['bookingId', 'at', 'actor']).where('id', '=', id).executeTakeFirstOrThrow()
    const wait = await readDoorWait(db, attempt.bookingId)
    return { at: attempt.at, actor: attempt.actor, text: wait ? spokenTimeSeen(wait.feeFrom, attempt.at) : '' }
  }
  if (change === 'gas_notice' || change === 'gas_alarm') {
    const appliance = await db.selectFrom('gasAppliances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const text = change === 'gas_notice' ? noticeText(appliance) : alarmText(appliance)
    return { at: appliance.recordedAt, actor: appliance.recordedBy, text }
  }
  if (change === 'disputed') {
    const dispute = await db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { at: dispute.reportedAt, actor: 'system', text: disputeText(dispute) }
  }
  if (change === 'part_due' || change === 'part_arrived') {
    const part = await db.selectFrom('awaitedParts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { at: part.addedAt, actor: part.addedBy, text: part.dueOn ? dueDayText(part.dueOn, part.addedAt) : '' }
  }
  if (change === 'complained') {
    const complaint = await db.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { at: complaint.receivedAt, actor: complaint.receivedBy, text: complaint.words }
  }
  if (change === 'satisfaction_asked') {
    const request = await db.selectFrom('satisfactionRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const text = request.wish === 'refund' ? 'A refund' : 'It put right for free'
    return { at: request.askedAt, actor: request.askedBy, text: `${text}. ${request.words}`.trim() }
  }
  if (change === 'contract_cancelled') {
    return db
      .selectFrom('cancellations')
      .leftJoin('extraWorks', 'extraWorks.id', 'cancellations.workId')
      .select(['receivedAt as at', 'receivedBy as actor', (eb) => eb.fn.coalesce('extraWorks.name', eb.val('The visit')).as('text')])
      .where('cancellations.id', '=', id)
      .executeTakeFirstOrThrow()
  }
  if (change === 'work_proposed' || change === 'work_agreed') {
    const work = await db.selectFrom('extraWorks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const text = `${work.name}, ${poundsText(work.amountPence)}`
    return change === 'work_agreed' && work.decidedAt
      ? { at: work.decidedAt, actor: work.decidedBy ?? 'customer', text }
      : { at: work.proposedAt, actor: work.proposedBy, text }
  }
  if (change === 'unassigned' || change === 'job_changed') {
    const booking = await db
      .selectFrom('bookings')
      .leftJoin('engineers', 'engineers.id', 'bookings.engineerId')
      .select(['bookings.status', 'bookings.promisedFrom', 'bookings.promisedUntil', 'bookings.revisedAt', 'engineers.name'])
      .where('bookings.id', '=', bookingId)
      .executeTakeFirstOrThrow()
    return { at: booking.revisedAt ?? '', actor: '', text: whoHasText(booking) }
  }
  if (change === 'set_out' || change === 'assigned')
    return db
      .selectFrom('staffActs')
      .innerJoin('bookings', 'bookings.id', 'staffActs.bookingId')
      .leftJoin('engineers', 'engineers.id', 'bookings.engineerId')
      .select(['staffActs.at', 'staffActs.actor', (eb) => eb.fn.coalesce('engineers.name', eb.val('')).as('text')])
      .where('staffActs.id', '=', id)
      .executeTakeFirstOrThrow()
  if (change !== 'message' && change !== 'reply')
    return db
      .selectFrom('bookingEvents')
      .select(['at', 'actor', 'note as text', 'fromStatus'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return db.selectFrom('bookingMessages').select(['at', 'actor', 'text']).where('id', '=', id).executeTakeFirstOrThrow()
}
