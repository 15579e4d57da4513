import type { Insertable, Transaction } from 'kysely'
import { districtFor } from '#app/features/areas/reads.server.ts'
import { locate, type Place } from '#app/features/areas/rules.ts'
import { jobsForBooking } from '#app/features/notifications/reads.server.ts'
import { estimateFor, offerFor, termsFor } from '#app/features/pricing/rules.ts'
import { holdSlot } from '#app/features/redline/hold-slot.server.ts'
import { readSlotsLeft } from '#app/features/redline/reads.server.ts'
import { SlotsSoldOut } from '#app/features/redline/schema.ts'
import { later, minutes, toInstant } from '#app/platform/clock.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { hashOf, newId, newToken, spokenCode } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { hasTurn, lockTurns, type RateLimit, secondsToWait, takeTurn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { redlineHoldMinutes } from '#content/rates.ts'
import type { BookingsTable, Tables } from '#db/tables.ts'
import { type Acknowledgement, acknowledge, hashOfContent, type Outcome, replayOf } from './acknowledge.server.ts'
import { type Arrival, arrivalFor } from './rules.ts'
import {
  type BookingInput,
  CsrfMismatch,
  InvalidBooking,
  KeyReused,
  PaymentNotConfigured,
  problemsOf,
  SubmitBooking,
  TooManySubmits,
} from './schema.ts'
import { trackingTokenOf } from './tracking.server.ts'

/** 5 submissions per 60,000 ms (specification 1 section 9). */
const submitLimit: RateLimit = { name: 'submit', turns: 5, windowMs: 60_000 }

/** What arrives at the booking's one door: from the JSON API, from the page, from a queue on the visitor's device. */
export interface Submission {
  /** The payload as it was sent, unchecked. */
  body: Record<string, unknown>
  /** One per booking, made by the form; without one, every submission is a booking of its own. */
  idempotencyKey: string | undefined
  clientKey: string
  /** 'mismatch': the security token sent does not belong to this browser. */
  csrf: 'ok' | 'mismatch'
}

/**
 * Stores a booking, its history and its notifications in one transaction, and acknowledges it (DESIGN 5).
 * In this order: replay, limit, security token, validation. The same key with the same content gives the same answer.
 * Throws `KeyReused`, `TooManySubmits`, `CsrfMismatch`, `InvalidBooking`, `PaymentNotConfigured` or `SlotsSoldOut`;
 * then nothing is stored.
 */
export async function submitBooking(services: Services, submission: Submission): Promise<Acknowledgement> {
  const key = hashOf(submission.idempotencyKey ?? newToken())
  const contentHash = hashOfContent(submission.body)
  const scale = services.config.rateLimitScale
  // Before the transaction: nobody's row stays locked while another service thinks.
  const district = await districtUnlessFlooded(services, submission)
  const outcome = await services.db.transaction().execute(async (tx): Promise<Outcome> => {
    const now = services.clock.now()
    const turns = await lockTurns(tx, submitLimit, submission.clientKey, now)
    const replay = submission.idempotencyKey && (await replayOf(services, tx, key, contentHash))
    if (replay) return replay
    const wait = secondsToWait(submitLimit, turns, now, scale)
    if (wait > 0) return { refused: new TooManySubmits(wait) }
    await takeTurn(tx, submitLimit, submission.clientKey, turns, now, scale)
    if (submission.csrf === 'mismatch') return { refused: new CsrfMismatch() }
    return store(services, tx, { submission, key, contentHash, district, now })
  })
  if ('refused' in outcome) throw outcome.refused
  services.jobsAdded()
  return outcome.acknowledged
}

/** The postcode's exact district, from a service that is not asked for a client who has no turn left. */
async function districtUnlessFlooded(services: Services, { body, clientKey }: Submission): Promise<string | undefined> {
  const { postcodeLookupUrl, rateLimitScale } = services.config
  if (!postcodeLookupUrl) return undefined
  const mayTry = await hasTurn(services.db, submitLimit, clientKey, services.clock.now(), rateLimitScale)
  return mayTry ? districtFor(services, body.postcode) : undefined
}

interface Attempt {
  submission: Submission
  key: string
  contentHash: string
  /** The postcode's exact district, where a service knows it. */
  district: string | undefined
  now: Date
}

async function store(services: Services, tx: Transaction<Tables>, attempt: Attempt): Promise<Outcome> {
  const { now, key, contentHash, district } = attempt
  const checked = check(attempt.submission.body, now)
  if ('refused' in checked) return checked
  const { input, arrival } = checked
  if (input.serviceLevel === 'redline') {
    if (!services.payments) return { refused: new PaymentNotConfigured() }
    // Sold out, unless it was this very booking that took the last slot, from another address.
    if ((await readSlotsLeft(tx, now)) === 0) return (await replayOf(services, tx, key, contentHash)) ?? { refused: new SlotsSoldOut() }
  }
  const booking = {
    ...rowFor(services, input, arrival, locate(input.postcode, input.borough, district), now),
    idempotencyKey: key,
    contentHash,
  }
  const stored = await insertUnderNewReference(tx, booking)
  // Another request with this key committed first, from another address: its booking is the booking.
  if (!stored) return (await replayOf(services, tx, key, contentHash)) ?? { refused: new KeyReused() }
  // Thrown, not returned: the booking just written must go too.
  if (booking.status === 'awaiting_payment' && !(await holdSlot(tx, booking.id, now))) throw new SlotsSoldOut()
  await tx
    .insertInto('bookingEvents')
    .values({
      id: newId(),
      bookingId: booking.id,
      at: toInstant(now),
      actor: 'customer',
      fromStatus: null,
      toStatus: booking.status,
      note: '',
    })
    .execute()
  await enqueue(tx, now, await jobsForBooking(services, tx, { id: booking.id, suspectedSpam: booking.suspectedSpam === 1 }))
  logDifferences(services, input, booking)
  return { acknowledged: acknowledge(services, { ...booking, reference: stored.reference }, false) }
}

function check(body: Record<string, unknown>, now: Date): { input: BookingInput; arrival: Arrival } | { refused: Refusal } {
  const parsed = SubmitBooking.safeParse(body)
  if (!parsed.success) return { refused: new InvalidBooking(problemsOf(parsed.error)) }
  const when = arrivalFor(parsed.data, now)
  if ('problems' in when) return { refused: new InvalidBooking(when.problems) }
  return { input: parsed.data, arrival: when.arrival }
}

function rowFor(services: Services, input: BookingInput, arrival: Arrival, place: Place, now: Date) {
  const id = newId()
  const suspectedSpam = input.company !== ''
  // A suspected one never holds a slot: it waits for a person to look at it.
  const unpaid = input.serviceLevel === 'redline' && !suspectedSpam
  const terms = termsFor(
    estimateFor(input.service, place.borough, place.multiplierPercent),
    input.serviceLevel,
    offerFor({ code: input.offer, service: input.service, bookedAt: now, visitDay: input.preferredDate }),
  )
  return {
    id,
    status: unpaid ? ('awaiting_payment' as const) : ('received' as const),
    serviceLevel: input.serviceLevel,
    channel: 'online' as const,
    name: input.name,
    phone: input.phone,
    email: input.email,
    service: input.service,
    description: input.description,
    address: input.address,
    accessNotes: input.accessNotes,
    siteContact: input.siteContact,
    vulnerableOccupant: flag(input.vulnerableOccupant),
    postcode: place.postcode,
    borough: place.borough,
    inArea: flag(place.inArea),
    preferredDate: arrival.preferredDate,
    slotStartsAt: arrival.slotStartsAt,
    slotEndsAt: arrival.slotEndsAt,
    promisedFrom: arrival.promisedFrom,
    promisedUntil: arrival.promisedUntil,
    estimatePence: terms.estimate.estimatePence,
    priorityFeePence: terms.priorityFeePence,
    frozenTerms: JSON.stringify(terms),
    late: flag(arrival.late),
    suspectedSpam: flag(suspectedSpam),
    paymentDueAt: unpaid ? later(now, minutes(redlineHoldMinutes)) : null,
    trackingTokenHash: hashOf(
      trackingTokenOf(services.secrets, { id, trackingKeyId: services.secrets.currentKeyId, trackingRevocations: 0 }),
    ),
    trackingKeyId: services.secrets.currentKeyId,
    trackingRevocations: 0,
    triggeredFrom: input.triggered_from,
    submittedAt: toInstant(input.submittedAt ?? now),
    createdAt: toInstant(now),
  }
}

const flag = (value: boolean) => (value ? (1 as const) : (0 as const))

/** Inserts under a fresh reference; undefined when the idempotency key is taken. */
async function insertUnderNewReference(tx: Transaction<Tables>, booking: Omit<Insertable<BookingsTable>, 'reference'>) {
  for (let tries = 0; tries < 5; tries++) {
    const stored = await tx
      .insertInto('bookings')
      .values({ ...booking, reference: `BK-${spokenCode(8)}` })
      .onConflict((conflict) => conflict.doNothing())
      .returning('reference')
      .executeTakeFirst()
    if (stored) return stored
    const taken = await tx.selectFrom('bookings').select('id').where('idempotencyKey', '=', booking.idempotencyKey).executeTakeFirst()
    if (taken) return undefined
  }
  throw new Error('No free booking reference in five tries')
}

/** The server's figures count; where the page showed others, somebody should know. */
function logDifferences(
  services: Services,
  input: BookingInput,
  booking: Pick<BookingsTable, 'id' | 'estimatePence' | 'borough' | 'late'>,
) {
  const shownPence = input.estimatedPrice === undefined ? undefined : Math.round(input.estimatedPrice * 100)
  if (shownPence !== undefined && shownPence !== booking.estimatePence)
    services.log.warn({ booking: booking.id, shownPence, estimatePence: booking.estimatePence }, 'the page showed another estimate')
  if (input.detectedBorough && input.detectedBorough !== booking.borough)
    services.log.warn({ booking: booking.id, borough: booking.borough }, 'the page detected another borough')
  if (booking.late) services.log.warn({ booking: booking.id }, 'a queued booking came after its time: ring')
}
