import type { Kysely, Transaction } from 'kysely'
import {
  actByStaff,
  actOnBooking,
  type CustomerAct,
  type LockedBooking,
  type StaffAct,
} from '#app/features/booking/act-on-booking.server.ts'
import { erasedText, StepRefused } from '#app/features/booking/refusals.ts'
import { readMessage } from '#app/features/tracking/message-text.ts'
import { type Read, textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { limits } from '#app/platform/limits.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { disputeText } from '#content/legal-identity.ts'
import type { ComplaintChannel } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { longestWish, longestWords, staffChannels } from './complaint-fields.ts'

const readWords = textReader('What went wrong', { max: longestWords, clean: sanitise, required: 'Tell us what went wrong' })
const readWish = textReader('What you would like', { max: longestWish, clean: sanitise })
const readAnswer = textReader('The answer', { max: longestWords, clean: sanitise, required: 'Write the answer. The customer will read it' })

interface Typed {
  words: string
  wish: string
}

/**
 * Receives a complaint from the private link. With an email address it is acknowledged in the same moment, by an email with the dates. Once
 * an earlier complaint was answered, this closes it. The same words again are the same complaint. Throws `InvalidEntry`, `StepRefused` if
 * one still waits for our answer, `TooManySubmits` or `BookingNotFound`.
 */
export async function complain(services: Services, { clientKey, ...act }: CustomerAct, typed: Typed): Promise<void> {
  const told = valuesOf(readsOf(typed))
  await actOnBooking(services, { ...act, limits: [[limits.complain, clientKey]] }, async (tx, { booking, now }) => {
    const at = toInstant(now)
    const open = await findOpen(tx, booking.id).executeTakeFirst()
    if (open?.words === told.words && open.wish === told.wish) return undefined
    if (open && !open.answeredAt)
      throw new StepRefused('We’re already looking at your complaint. To add to it, send us a message from your booking page.')
    if (open) await tx.updateTable('complaints').set({ closedAt: at, closedBy: act.actor }).where('id', '=', open.id).execute()
    const acknowledged = booking.email ? { acknowledgedAt: at, acknowledgedBy: 'system' } : {}
    const id = await insertComplaint(tx, { booking, now }, { ...told, ...acknowledged, channel: 'link', receivedBy: act.actor })
    return { action: 'booking.complain', detail: { complaintId: id }, announces: { occasion: 'complained', id } }
  })
}

/**
 * Records a complaint that reached staff, about a booking at any status. Throws `InvalidEntry`, `StepRefused` if one is open already,
 * `BookingOvertaken` or `BookingNotFound`.
 */
export async function recordComplaint(services: Services, typed: StaffAct & Typed & { channel: string }): Promise<void> {
  const { words, wish, channel: typedChannel, ...act } = typed
  const { channel, ...told } = valuesOf({ channel: readChannel(typedChannel), ...readsOf({ words, wish }) })
  await actByStaff(services, { ...act, act: 'complain', wish: [channel, told] }, async (tx, locked) => {
    if (locked.booking.erasedAt) throw new StepRefused(erasedText)
    await insertComplaint(tx, locked, { ...told, channel, receivedBy: act.staffId })
    return { set: {}, event: 'none', text: 'recorded a complaint' }
  })
}

const readsOf = ({ words, wish }: Typed) => ({ words: readWords(words), wish: readWish(wish) })

const readChannel = (typed: string): Read<ComplaintChannel> =>
  Object.hasOwn(staffChannels, typed) ? { value: typed as ComplaintChannel } : { problem: 'Choose how they complained' }

const findOpen = (db: Kysely<Tables>, bookingId: string) =>
  db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).where('closedAt', 'is', null)

const updateOpen = (tx: Transaction<Tables>, bookingId: string) =>
  tx.updateTable('complaints').where('bookingId', '=', bookingId).where('closedAt', 'is', null).returning('id')

interface NewComplaint extends Typed {
  channel: ComplaintChannel
  receivedBy: string
  acknowledgedAt?: string
  acknowledgedBy?: string
}

async function insertComplaint(tx: Transaction<Tables>, { booking, now }: LockedBooking, complaint: NewComplaint): Promise<string> {
  const received = await tx
    .insertInto('complaints')
    .values({ id: newId(), bookingId: booking.id, receivedAt: toInstant(now), ...complaint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!received) throw new StepRefused('This booking already has an open complaint.')
  return received.id
}

/** Tells the customer that we have their complaint, and by when we answer. Throws `StepRefused`, `BookingOvertaken` or `BookingNotFound`. */
export async function acknowledgeComplaint(services: Services, act: StaffAct): Promise<void> {
  await actByStaff(services, { ...act, act: 'acknowledge', wish: null }, async (tx, { booking, now }) => {
    const acknowledged = await updateOpen(tx, booking.id)
      .set({ acknowledgedAt: toInstant(now), acknowledgedBy: act.staffId })
      .where('acknowledgedAt', 'is', null)
      .executeTakeFirst()
    if (!acknowledged) throw new StepRefused('There’s no complaint to acknowledge.')
    const { id } = acknowledged
    return { set: {}, event: 'none', text: 'acknowledged the complaint', announces: { occasion: 'complaint_acknowledged', id } }
  })
}

/**
 * Answers a complaint in words that the customer is sent, with who settles disputes and whether we use them. Throws `InvalidEntry`,
 * `StepRefused`, `BookingOvertaken` or `BookingNotFound`.
 */
export async function answerComplaint(services: Services, { answer: typed, ...act }: StaffAct & { answer: string }): Promise<void> {
  const { answer } = valuesOf({ answer: readAnswer(typed) })
  await actByStaff(services, { ...act, act: 'answer', wish: answer }, async (tx, { booking, now }) => {
    const { details } = await services.published.readIn(tx)
    const by = { answeredAt: toInstant(now), answeredBy: act.staffId }
    const answered = await updateOpen(tx, booking.id)
      .set((eb) => ({
        ...{ ...by, answer, disputeText: disputeText(details.company) },
        acknowledgedAt: eb.fn.coalesce('acknowledgedAt', eb.val(by.answeredAt)),
        acknowledgedBy: eb.fn.coalesce('acknowledgedBy', eb.val(act.staffId)),
      }))
      .where('answeredAt', 'is', null)
      .executeTakeFirst()
    if (!answered) throw new StepRefused('There’s no complaint to answer.')
    return { set: {}, event: 'none', text: 'answered the complaint', announces: { occasion: 'complaint_answered', id: answered.id } }
  })
}

/**
 * Closes the complaint about a booking that was answered, with what was agreed, for staff: 1 to 1000 characters. Throws `InvalidEntry`,
 * `StepRefused` if there is none, `BookingOvertaken` or `BookingNotFound`.
 */
export async function closeComplaint(
  services: Services,
  { closingNote: typed, ...act }: StaffAct & { closingNote: string },
): Promise<void> {
  const { closingNote } = valuesOf({ closingNote: readMessage(typed, 'note') })
  await actByStaff(services, { ...act, act: 'close', wish: closingNote }, async (tx, { booking, now }) => {
    const closed = await updateOpen(tx, booking.id)
      .set({ closedAt: toInstant(now), closedBy: act.staffId, closingNote })
      .where('answeredAt', 'is not', null)
      .executeTakeFirst()
    if (!closed) throw new StepRefused('There’s no complaint to close. Answer it first.')
    return { set: {}, event: 'none', text: `closed the complaint: ${closingNote}` }
  })
}

export const hasOpenComplaint = async (db: Kysely<Tables>, bookingId: string): Promise<boolean> =>
  (await findOpen(db, bookingId).select('id').executeTakeFirst()) !== undefined
