import type { Transaction } from 'kysely'
import {
  actByStaff,
  actOnBooking,
  type CustomerAct,
  type LockedBooking,
  type StaffAct,
} from '#app/features/booking/act-on-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { type Read, textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { limits } from '#app/platform/limits.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { longDayText } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import type { SatisfactionWish } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { longestWish } from './complaint-fields.ts'
import { readSatisfaction } from './read-satisfaction.server.ts'

const readWords = textReader('What wasn’t right', { max: longestWish, clean: sanitise })

interface Typed {
  /** 'put_right' or 'refund'. */
  wish: string
  words: string
}

/**
 * A customer isn't satisfied with a visit, and wants it put right for free or their money back: from the private link, within the days of
 * our terms. Asked twice it is one request; until it is decided they may change it. Throws `InvalidEntry`, `StepRefused`, `TooManySubmits` or
 * `BookingNotFound`.
 */
export async function askSatisfaction(services: Services, { clientKey, ...act }: CustomerAct, typed: Typed): Promise<void> {
  const wished = readTyped(typed)
  await actOnBooking(services, { ...act, limits: [[limits.complain, clientKey]] }, async (tx, locked) => {
    const id = await store(tx, locked, { ...wished, askedBy: act.actor })
    if (!id) return undefined
    return { action: 'booking.ask-satisfaction', detail: { wish: wished.wish }, announces: { occasion: 'satisfaction_asked', id } }
  })
}

/** The same as a customer told staff. `inTime`: they asked in time, if it is recorded later. Throws as well `BookingOvertaken`. */
export async function recordSatisfaction(services: Services, { wish, words, inTime, ...act }: StaffAct & Typed & { inTime: boolean }) {
  const wished = readTyped({ wish, words })
  await actByStaff(services, { ...act, act: 'unsatisfied', wish: [wished, inTime] }, async (tx, locked) => {
    const id = await store(tx, locked, { ...wished, askedBy: act.staffId }, inTime)
    if (!id) throw new StepRefused('This is recorded already.')
    const text = `recorded that the customer isn’t satisfied, and wants ${wished.wish === 'refund' ? 'a refund' : 'it put right'}`
    return { set: {}, event: 'none', text, announces: { occasion: 'satisfaction_asked', id } }
  })
}

const readTyped = ({ wish, words }: Typed) => valuesOf({ wish: readWish(wish), words: readWords(words) })

const readWish = (typed: string): Read<SatisfactionWish> =>
  typed === 'put_right' || typed === 'refund' ? { value: typed } : { problem: 'Choose what you would like' }

/** Stores a request; returns its id, or undefined if it is stored already. */
async function store(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  asked: { wish: SatisfactionWish; words: string; askedBy: string },
  mayBeLate = false,
): Promise<string | undefined> {
  const known = await readSatisfaction(tx, booking, now)
  if (!known) throw new StepRefused('You can ask for this once the visit is over.')
  const { request, until, isOver } = known
  if (request?.decidedAt) throw new StepRefused('We’ve already decided on your refund. If you’re not happy with it, make a complaint.')
  if (request?.wish === asked.wish && request.words === asked.words) return undefined
  if (isOver && !mayBeLate) throw new StepRefused(`You could ask for this until ${longDayText(until)}. You can still make a complaint.`)
  const row = { ...asked, askedAt: toInstant(now) }
  const id = request?.id ?? newId()
  if (request) await tx.updateTable('satisfactionRequests').set(row).where('id', '=', id).execute()
  else
    await tx
      .insertInto('satisfactionRequests')
      .values({ id, bookingId: booking.id, ...row })
      .execute()
  return id
}
