import type { Insertable, Kysely, Transaction } from 'kysely'
import { isBoroughName, locate, type Place } from '#app/features/areas/locate.ts'
import { announcement } from '#app/features/booking/announce.ts'
import { trackingTokenOf } from '#app/features/booking/private-link.server.ts'
import { InvalidBooking, KeyReused, PriceChanged } from '#app/features/booking/refusals.ts'
import { searchTextOf } from '#app/features/booking/search-text.ts'
import { holdSlot } from '#app/features/capacity/hold-slot.server.ts'
import { OnlineBookingPaused } from '#app/features/capacity/online-pause.ts'
import { lockPlaces } from '#app/features/capacity/places.server.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { calloutAt, offerFor, offerInstant } from '#app/features/pricing/applied-offer.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { type FrozenTerms, freeOfCharge, termsFor } from '#app/features/pricing/frozen-terms.ts'
import { supplementAt } from '#app/features/pricing/supplement.ts'
import { type Arrival, arrivalFor, dayOfWithdrawnSlot, nobodySoon } from '#app/features/promises/arrival-window.ts'
import { readNextAvailable, readRedlineRefusal } from '#app/features/promises/read-next-available.server.ts'
import { fullText, lockPlan, takePlace, withdrawnText } from '#app/features/promises/take-place.server.ts'
import { dangersText } from '#app/features/safety/find-dangers.ts'
import { later, minutes, toInstant } from '#app/platform/clock.ts'
import { compiledOnce } from '#app/platform/compiled.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { hashOf, newId, spokenCode } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import type { PublishedValues } from '#content/published.ts'
import { redlineOpenMinutes } from '#content/rates.ts'
import { windowsForStaff } from '#content/slot-hours.ts'
import type { BookingEventsTable, BookingsTable, Tables } from '#db/tables.ts'
import { acknowledge, type Outcome, replayOf } from './acknowledge.server.ts'
import { type BookingInput, problemsOf, SubmitBooking, TakeBooking } from './booking-input.ts'
import { type RulesOfNow, readRulesOfNow } from './read-rules-of-now.server.ts'
import { looksLikeSpam } from './spam-signs.ts'

/** Whether an online booking looks like spam: by the honeypot field, or by its words. */
const isSuspected = ({ company, name, address, description, accessNotes, siteContact }: BookingInput): boolean =>
  company !== '' || looksLikeSpam(name, address, description, accessNotes, siteContact)

export interface Attempt {
  /** The payload as it was sent, unchecked. */
  body: Record<string, unknown>
  /** Hash of the key, and of the content that came with it. */
  key: string
  contentHash: string
  /** The postcode's exact district, if a service knows it. */
  district: string | undefined
  now: Date
  /** Who took it by phone: the user's id; else who booked online: a keyed hash of the client's address. */
  by: { takenBy: string } | { clientKey: string }
  /** By phone: called if no engineer is free for the window; throws unless that was confirmed. */
  askAboutFull?: (window: Pick<BookingsTable, 'promisedFrom' | 'promisedUntil'>) => void
  /** The booking under whose guarantee it is a free return visit. By phone only; the caller has checked it. */
  returnOf?: string
  /** The server's own test booking, which takes no one's time. */
  isTrial?: boolean
}

/**
 * Stores a booking, its history and its announcement, in the caller's transaction: the only way to create a booking. Online, a Red Line
 * slot is held until it is paid, if possible; by phone it is sold immediately, and the fee is billed with the job. Returns the refusal, or
 * throws `SlotsSoldOut`: then the transaction must not commit. What is stored under the key already is the outcome, whatever is against
 * storing it now: only a refusal looks for it, so that a new booking needs no statement to find out that it is new.
 */
export async function storeBooking(services: Services, tx: Transaction<Tables>, attempt: Attempt): Promise<Outcome & { id?: string }> {
  const outcome = await storeNew(services, tx, attempt)
  return 'refused' in outcome ? ((await replayOf(services, tx, attempt.key, attempt.contentHash)) ?? outcome) : outcome
}

async function storeNew(services: Services, tx: Transaction<Tables>, attempt: Attempt): Promise<Outcome & { id?: string }> {
  const { now, key, contentHash, district, by } = attempt
  const takenBy = 'takenBy' in by ? by.takenBy : undefined
  const rules = await readRulesOfNow(services, tx, now)
  const { published } = rules
  const limit = attempt.isTrial ? undefined : rules.limit
  if (limit?.kind === 'paused' && !takenBy) return { refused: new OnlineBookingPaused(limit, now, published.details.emergencyPhone.text) }
  const checked = await check(tx, attempt, { ...rules, limit })
  if ('refused' in checked) return checked
  const { input, arrival } = checked
  if (input.serviceLevel === 'redline') {
    if (!services.payments && !takenBy) return { refused: new PaymentNotConfigured() }
    const refused = takenBy || attempt.isTrial ? await soldOut(tx, now) : await readRedlineRefusal(tx, now)
    if (refused) return { refused }
  }
  const place = locate(input.postcode, input.borough, district, published.boroughs)
  const charged = termsOf(input, { arrival, place, now, takenBy }, published.prices)
  const terms = attempt.returnOf ? freeOfCharge(charged) : charged
  const dearer = !isSuspected(input) ? priceChange(input, terms, published, now) : undefined
  if (dearer) return { refused: dearer }
  const booking = {
    ...rowFor(services, input, { arrival, place, terms, now, takenBy }),
    idempotencyKey: key,
    contentHash,
    returnOf: attempt.returnOf ?? null,
  }
  const stored = await insertUnderNewReference(tx, booking)
  if (!stored) return { refused: new KeyReused() }
  const isUnpaid = booking.status === 'awaiting_payment' && 'clientKey' in by
  const heldUntil = isUnpaid ? await holdSlot(tx, { ...booking, clientKey: by.clientKey }, now) : undefined
  if (needsPlace(checked, attempt) && !(await takePlace(tx, booking, now)) && !arrival.late) {
    const text = booking.slotStartsAt ? await fullText(tx, booking.slotStartsAt, now, booking, booking.id) : nobodySoon
    if (!attempt.askAboutFull) throw new InvalidBooking({ timeSlot: text })
    attempt.askAboutFull(booking)
  }
  // Thrown, not returned, so that the booking just written is rolled back.
  if (takenBy && input.serviceLevel === 'redline') {
    if (!(await sellSlot(tx, booking.id, now, true))) throw new SlotsSoldOut()
    if (await lockPlan(tx, now)) await takePlace(tx, booking, now)
  }
  const eventId = newId()
  await insertEvent(tx, {
    id: eventId,
    bookingId: booking.id,
    at: toInstant(now),
    actor: takenBy ?? 'customer',
    fromStatus: null,
    toStatus: booking.status,
    note: '',
  })
  await enqueue(tx, now, [announcement({ id: booking.id, revision: 0 }, booking.suspectedSpam ? 'suspected' : 'created', eventId)])
  logDifferences(services, input, booking)
  const acknowledged = acknowledge(
    services,
    { ...booking, reference: stored.reference },
    { isHeld: heldUntil !== undefined, replayed: false },
  )
  return { acknowledged, id: booking.id }
}

async function soldOut(tx: Transaction<Tables>, now: Date): Promise<SlotsSoldOut | undefined> {
  return (await readSlotsLeft(tx, now)) === 0 ? new SlotsSoldOut() : undefined
}

interface Checked {
  input: BookingInput
  arrival: Arrival
  /** It needs a place in the plan of visits, which is locked. */
  isPlanned: boolean
}

async function check(
  tx: Transaction<Tables>,
  attempt: Attempt,
  { published, limit, isPlanned: arePlanned }: RulesOfNow,
): Promise<Checked | { refused: Refusal }> {
  const { body, now, by } = attempt
  const parsed = ('takenBy' in by ? TakeBooking : SubmitBooking).safeParse(body)
  if (!parsed.success) return { refused: new InvalidBooking(problemsOf(parsed.error)) }
  const { data: input } = parsed
  // Red Line has its own arrival time.
  const isPlanned = input.serviceLevel === 'standard' && !attempt.isTrial && arePlanned
  if (isPlanned) await lockPlaces(tx, now)
  const windows = 'takenBy' in by ? windowsForStaff(published.windows) : published.windows
  const isLimited = limit?.kind === 'next_free'
  const aheadMinutes = isPlanned || isLimited ? await readNextAvailable(tx, now, windows, input) : undefined
  const when = arrivalFor(input, now, aheadMinutes, windows)
  if ('problems' in when) {
    const day = when.problems.timeSlot && dayOfWithdrawnSlot(input, now, windows)
    return { refused: new InvalidBooking(day ? { timeSlot: await withdrawnText(tx, day, now, input) } : when.problems) }
  }
  const { slotStartsAt, late } = when.arrival
  // Staff know who they can send, and a booking that waited on a device is stored anyway.
  if (isLimited && !('takenBy' in by) && !late && slotStartsAt && slotStartsAt < limit.until)
    return { refused: new InvalidBooking({ timeSlot: await fullText(tx, slotStartsAt, now, input) }) }
  return { input, arrival: when.arrival, isPlanned }
}

/** Red Line gets its place with the payment; suspected spam waits for a person. */
const needsPlace = ({ input, isPlanned }: Checked, { by }: Attempt) => isPlanned && (input.company === '' || 'takenBy' in by)

interface Known {
  arrival: Arrival
  place: Place
  terms: FrozenTerms
  now: Date
  takenBy: string | undefined
}

/** The promised terms, by the current fees and offers. */
function termsOf(input: BookingInput, { arrival, place, now, takenBy }: Omit<Known, 'terms'>, prices: PriceList): FrozenTerms {
  const estimate = estimateFor(prices, input.service, place.borough, place.multiplierPercent, supplementAt(prices, arrival.promisedFrom))
  const offer = offerFor(prices, {
    service: input.service,
    bookedAt: takenBy ? now : offerInstant(now, input.submittedAt),
    arrival,
  })
  return termsFor(prices, estimate, {
    serviceLevel: input.serviceLevel,
    calloutPence: calloutAt(prices, arrival.promisedFrom),
    offer,
    channel: takenBy ? 'phone' : 'online',
  })
}

const queuedAfterMs = minutes(2)

/**
 * Whether more would be owed than the page said: the owner has changed prices meanwhile, or the offer has ended. A booking that waited on
 * the customer's device is not refused for an estimate or an offer: no one is there to read it, and the confirmation states the price.
 */
function priceChange(
  { shownEstimatePence, shownFeePence, shownDiscountPence = 0, submittedAt = new Date(Number.NaN) }: BookingInput,
  { estimate: { estimatePence }, priorityFeePence: feePence, offer }: FrozenTerms,
  { overrides }: PublishedValues,
  now: Date,
) {
  if (shownFeePence !== undefined && feePence > shownFeePence)
    return new PriceChanged(`The Red Line priority fee is now ${poundsText(feePence)}.`, overrides)
  const wasQueued = now.getTime() - submittedAt.getTime() > queuedAfterMs
  if (wasQueued) return undefined
  if (shownEstimatePence !== undefined && estimatePence > shownEstimatePence)
    return new PriceChanged(`The estimate is now ${poundsText(estimatePence)}.`, overrides)
  const isLess = shownDiscountPence > (offer?.discountPence ?? 0)
  return isLess ? new PriceChanged('The offer has changed since you opened this page.', overrides) : undefined
}

function rowFor(services: Services, input: BookingInput, { arrival, place, terms, now, takenBy }: Known) {
  const id = newId()
  const channel = takenBy ? ('phone' as const) : ('online' as const)
  const suspectedSpam = !takenBy && isSuspected(input)
  // A suspected one never holds a slot: a person looks at it first.
  const unpaid = input.serviceLevel === 'redline' && !suspectedSpam && !takenBy
  return {
    id,
    status: unpaid ? ('awaiting_payment' as const) : takenBy ? ('confirmed' as const) : ('received' as const),
    serviceLevel: input.serviceLevel,
    channel,
    name: input.name,
    phone: input.phone,
    email: input.email,
    service: input.service,
    description: input.description,
    // An unknown borough is not stored as one, but kept in the address.
    address: [input.address, isBoroughName(input.borough) ? '' : input.borough].filter((part) => part).join(', '),
    accessNotes: input.accessNotes,
    dangers: dangersText(input.description, input.accessNotes),
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
    paymentDueAt: unpaid ? later(now, minutes(redlineOpenMinutes)) : null,
    trackingTokenHash: hashOf(
      trackingTokenOf(services.secrets, { id, trackingKeyId: services.secrets.currentKeyId, trackingRevocations: 0 }),
    ),
    trackingKeyId: services.secrets.currentKeyId,
    trackingRevocations: 0,
    triggeredFrom: input.triggered_from,
    submittedAt: toInstant(input.submittedAt ?? now),
    createdAt: toInstant(now),
    acceptedAt: takenBy ? toInstant(now) : null,
    calledAt: takenBy ? toInstant(now) : null,
    callSettledAt: takenBy ? toInstant(now) : null,
  }
}

const flag = (value: boolean) => (value ? (1 as const) : (0 as const))

const insertBooking = compiledOnce((db: Kysely<Tables>, booking: Insertable<BookingsTable>) =>
  db
    .insertInto('bookings')
    .values(booking)
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference'),
)

const insertEvent = compiledOnce((db: Kysely<Tables>, event: Insertable<BookingEventsTable>) =>
  db.insertInto('bookingEvents').values(event),
)

/** Inserts with a new reference; undefined if the idempotency key is taken. */
async function insertUnderNewReference(tx: Transaction<Tables>, booking: Omit<Insertable<BookingsTable>, 'reference'>) {
  for (let tries = 0; tries < 5; tries++) {
    const reference = `BK-${spokenCode(8)}`
    const [stored] = await insertBooking(tx, { ...booking, reference, searchText: searchTextOf({ ...booking, reference }) })
    if (stored) return stored
    const taken = await tx.selectFrom('bookings').select('id').where('idempotencyKey', '=', booking.idempotencyKey).executeTakeFirst()
    if (taken) return undefined
  }
  throw new Error('No free booking reference after five tries')
}

/** The server's figures apply; if the page showed others, log it. */
function logDifferences(
  services: Services,
  input: BookingInput,
  booking: Pick<BookingsTable, 'id' | 'estimatePence' | 'borough' | 'late'>,
) {
  const shownPence = input.estimatedPrice === undefined ? undefined : Math.round(input.estimatedPrice * 100)
  if (shownPence !== undefined && shownPence !== booking.estimatePence)
    services.log.warn({ booking: booking.id, shownPence, estimatePence: booking.estimatePence }, 'the page showed a different estimate')
  if (input.detectedBorough && input.detectedBorough !== booking.borough)
    services.log.warn({ booking: booking.id, borough: booking.borough }, 'the page detected a different borough')
  if (booking.late) services.log.warn({ booking: booking.id }, 'a queued booking arrived after the time it was for: call the customer')
}
