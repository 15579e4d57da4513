import type { Selectable, Transaction } from 'kysely'
import { actOnBooking, type Change, type CustomerAct, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { InvalidEntry, Refusal } from '#app/platform/errors.ts'
import { readName } from '#app/platform/fields.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { readSignature } from '#app/platform/signature.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { noCancellingText } from '#content/extra-work.ts'
import type { ExtraWorksTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'
import { type Consent, consentProblems } from './consent.ts'
import { contentTextOf, type WorkLine, wordingsOf } from './extra-work.ts'
import { isBeingAgreed } from './read-extra-work.server.ts'

/** The proposal has changed since it was seen, or work can't be agreed during this visit; the message has the next step. */
export class WorkRefused extends Refusal {
  readonly code = 'work_refused'
  readonly status = 409
}

/** A customer's answer to a proposal: on their own page, or on the engineer's phone. */
export interface Decision extends Consent {
  workId: string
  /** `contentHash` of the proposal that they saw. */
  seenHash: string
  answer: 'agree' | 'decline'
}

/**
 * A customer's answer to extra work, given on their own page. Repeating the same answer does nothing. Throws `InvalidEntry`, `WorkRefused`,
 * `TooManySubmits` or `BookingNotFound`.
 */
export async function decideByCustomer(
  services: Services,
  { clientKey, ...act }: CustomerAct,
  decision: Omit<Decision, 'way' | 'signature'>,
): Promise<void> {
  await actOnBooking(services, { ...act, limits: [[limits.decideWork, clientKey]] }, (tx, locked) =>
    decideChange(tx, locked, { ...decision, way: 'private_link', signature: '' }, { by: act.actor, at: toInstant(locked.now) }),
  )
}

/**
 * The change of a locked booking by an answer given at `at`; undefined if it was given before. Throws `InvalidEntry`, and `WorkRefused` if
 * the proposal is not the one seen, was answered otherwise, or the visit is over; then nothing has changed.
 */
export async function decideChange(
  tx: Transaction<Tables>,
  { booking }: LockedBooking,
  decision: Decision,
  { by, at }: { by: string; at: Instant },
): Promise<Change | undefined> {
  const work = await tx
    .selectFrom('extraWorks')
    .selectAll()
    .where('id', '=', decision.workId)
    .where('bookingId', '=', booking.id)
    .executeTakeFirst()
  if (!work || booking.erasedAt) throw new BookingNotFound()
  const state = decision.answer === 'agree' ? 'agreed' : 'declined'
  if (work.state === state) return undefined
  if (work.state !== 'proposed') throw new WorkRefused(answeredTexts[work.state])
  const shown = asShown(work, decision.seenHash)
  if (!shown) throw new WorkRefused('The suggestion has changed. Check the work and the price again, then answer.')
  if (!isBeingAgreed(booking))
    throw new WorkRefused('The visit is over, so this can no longer be agreed. Call us if you still want the work.')
  const signed =
    state === 'agreed'
      ? requireConsent({ id: work.id, isUrgentRepair: work.isUrgentRepair === 1, forBusiness: booking.forBusiness === 1 }, decision, at)
      : { signerName: null, signature: null, startAskedAt: null, startText: null }
  await tx
    .updateTable('extraWorks')
    .set((eb) => ({ state, decidedAt: at, decidedBy: by, way: decision.way, ...signed, ...shown, revision: eb('revision', '+', 1) }))
    .where('id', '=', work.id)
    .where('state', '=', 'proposed')
    .execute()
  return {
    action: state === 'agreed' ? 'booking.agree-work' : 'booking.decline-work',
    detail: { workId: work.id, amountPence: work.amountPence, contentHash: shown.contentHash },
    ...(state === 'agreed' && { announces: { occasion: 'work_agreed' as const, id: work.id } }),
  }
}

/** The columns of a proposal's words as they were shown with this hash; undefined if that was another proposal. */
function asShown(work: Selectable<ExtraWorksTable>, seenHash: string): Pick<ExtraWorksTable, 'lines' | 'contentHash'> | undefined {
  if (work.contentHash === seenHash) return { lines: work.lines, contentHash: seenHash }
  const isUrgentRepair = work.isUrgentRepair === 1
  const lines = wordingsOf(JSON.parse(work.lines) as WorkLine[]).find(
    (each) => hashOf(contentTextOf(work.id, { ...work, isUrgentRepair, lines: each })) === seenHash,
  )
  return lines && { lines: JSON.stringify(lines), contentHash: seenHash }
}

const answeredTexts = {
  agreed: 'This has already been agreed. If you’ve changed your mind, tell your engineer or call us.',
  declined: 'This was declined. Ask your engineer to suggest it again if you’d like it after all.',
  withdrawn: 'Your engineer has changed or withdrawn this suggestion. Check what they suggest now.',
} as const

/** The columns of an agreement. Throws `InvalidEntry` if something is missing (`consentProblems`). */
function requireConsent(work: Parameters<typeof consentProblems>[0], consent: Decision, at: Instant) {
  const problems = consentProblems(work, consent)
  const signer = readName(consent.name)
  if (Object.keys(problems).length > 0 || 'problem' in signer) throw new InvalidEntry(problems)
  return {
    signerName: signer.value,
    signature: consent.way === 'engineer_phone' ? (readSignature(consent.signature) ?? null) : null,
    ...(noCancellingText(work) ? { startAskedAt: null, startText: null } : { startAskedAt: at, startText: consent.startText }),
  }
}
