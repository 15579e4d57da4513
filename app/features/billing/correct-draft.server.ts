import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import { requireWithinReturnLimit } from '#app/features/visit/return-limit.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { penceOf, textReader } from '#app/platform/fields.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { correctionKinds } from './drafting/correction-kinds.ts'
import { EntryWrong } from './drafting/refusals.ts'

interface Corrected {
  bookingId: string
  /** The id of the user, who is staff. */
  staffId: string
}

const readLabel = textReader('What it’s for', { max: 100, required: 'Say what it’s for. The customer will see this' })
const readReason = textReader('The reason', { max: 300, required: 'Enter a reason for your colleagues' })

/**
 * Adds a line to a bill that is not issued yet, as typed, with a reason for the log; a reduction only within the person's daily limit.
 * Throws `EntryWrong`, `RefundRefused`, or a refusal once it is issued.
 */
export async function correctDraft(services: Services, { bookingId, staffId }: Corrected, typed: (name: string) => string): Promise<void> {
  const problems: Record<string, string> = {}
  const take = (name: string, read: ReturnType<typeof readLabel>) => {
    if ('value' in read) return read.value
    problems[name] = read.problem
    return ''
  }
  const kind = correctionKinds.find((each) => each === typed('kind'))
  if (!kind) problems.kind = 'Choose what to do'
  const amountPence = penceOf(typed('correctionAmount')) ?? 0
  if (amountPence <= 0 || amountPence > 1_000_000) problems.correctionAmount = 'Enter an amount in pounds, like 24.50'
  const label = take('label', readLabel(typed('label')))
  const reason = take('correctionReason', readReason(typed('correctionReason')))
  if (!kind || Object.keys(problems).length > 0) throw new EntryWrong(problems)
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    if (await readStandingBill(tx, bookingId)) throw issuedAlready()
    if (kind === 'reduction') await requireWithinReturnLimit(services, tx, staffId, { bookingId, form: 'off', amountPence })
    const id = newId()
    await tx
      .insertInto('billCorrections')
      .values({ id, bookingId, kind, label, amountPence, reason, madeAt: toInstant(now), madeBy: staffId })
      .execute()
    await recordAudit(tx, now, {
      actor: staffId,
      action: 'bill.correct',
      subject: bookingId,
      detail: { correction: id, kind, amountPence },
    })
    return {}
  })
}

/** Withdraws a correction; its row stays. Throws a refusal once the bill is issued. */
export async function withdrawCorrection(services: Services, { bookingId, staffId }: Corrected, correctionId: string): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    if (await readStandingBill(tx, bookingId)) throw issuedAlready()
    const taken = await tx
      .updateTable('billCorrections')
      .set({ withdrawnAt: toInstant(now), withdrawnBy: staffId })
      .where('id', '=', correctionId)
      .where('bookingId', '=', bookingId)
      .where('withdrawnAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!taken) return undefined
    await recordAudit(tx, now, { actor: staffId, action: 'bill.uncorrect', subject: bookingId, detail: { correction: correctionId } })
    return {}
  })
}

const issuedAlready = () =>
  new CodedRefusal(409, 'bill_issued', 'The bill has been issued, so it can’t be changed. Issue a credit note instead.')
