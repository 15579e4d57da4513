import type { Insertable, Kysely, Transaction } from 'kysely'
import { locate } from '#app/features/areas/locate.ts'
import { announcement } from '#app/features/booking/announce.ts'
import { customerOf } from '#app/features/booking/customer-of-booking.server.ts'
import { InvalidBooking, KeyReused, PriceChanged } from '#app/features/booking/refusals.ts'
import { searchTextOf } from '#app/features/booking/search-text.ts'
import { type Arrival, arrivalFor, dayOfWithdrawnSlot, nobodySoon } from '#app/features/capacity/arrival-window.ts'
import { holdSlot } from '#app/features/capacity/hold-slot.server.ts'
import { OnlineBookingPaused } from '#app/features/capacity/online-pause.ts'
import { lockPlaces } from '#app/features/capacity/places.server.ts'
import { readNextAvailable, readRedlineRefusal } from '#app/features/capacity/read-next-available.server.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { takeProvenPlace, takeUnprovenPlace } from '#app/features/capacity/take-customer-place.server.ts'
import { fullText, hasPlace, lockPlan, takePlace, withdrawnText } from '#app/features/capacity/take-place.server.ts'
import { PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { type FrozenTerms, freeOfCharge, mostPence } from '#app/features/pricing/frozen-terms.ts'
import { compiledOnce } from '#app/platform/compiled-queries.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import { holdTurns } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { isMobile } from '#app/platform/uk.ts'
import { type Instant, minutes, toInstant } from '#app/values/clock.ts'
import { newId, spokenCode } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { PublishedValues } from '#content/published.ts'
import { windowsForStaff } from '#content/slot-hours.ts'
import type { BookingEventsTable, BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { acknowledge, type Outcome, replayOf } from './acknowledge.server.ts'
import { type BookingInput, problemsOf, SubmitBooking, TakeBooking } from './booking-input.ts'
import { type NewBooking, newBooking } from './checks/new-booking.ts'
import { isRecent, pressedAt } from './checks/pressed-at.ts'
import { type RulesOfNow, readRulesOfNow } from './checks/read-rules-of-now.server.ts'
import { type Asked, costsMoreThanShown, shownMost, termsOf } from './checks/terms.ts'

export interface Attempt {
  /** The payload as it was sent, unchecked. */
  body: Record<string, unknown>
  /** Hash of the key, and of the content that came with it. */
  key: string
  contentHash: string
  /** The postcode's exact district, if a service knows it. */
  district: string | undefined
  now: Date
  /** By phone: the user's id; online: a keyed hash of the client's address. */
  by: { takenBy: string } | { clientKey: string; provenEmail?: string }
  /** By phone: called if no engineer is free for the window; throws unless that was confirmed. */
  askAboutFull?: (window: Pick<BookingsTable, 'promisedFrom' | 'promisedUntil'>) => void
  /** The booking that it is a free return visit for; the caller has checked it. */
  returnOf?: string
  /** The server's own test booking, which takes no one's time. */
  isTrial?: boolean
  /** When we rendered the price that the customer saw last, if that is known: a form without JavaScript can't show a newer one. */
  shownAt?: Date
}

/**
 * Stores a booking, its history and its announcement, in the caller's transaction: the only way to create a booking. Online, a Red Line
 * slot is held until it is paid, if possible; by phone it is sold immediately, and the fee is billed with the job. Returns the refusal, or
 * throws `SlotsSoldOut`: then the transaction must not commit. If a booking is already stored under the key, it is the outcome, even if it
 * would be refused now. Only a refusal looks it up, which saves new bookings a statement.
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
  const { input, arrival, pressed } = checked
  const unsold = input.serviceLevel === 'redline' ? await redlineRefusal(services, tx, attempt) : undefined
  if (unsold) return { refused: unsold }
  const place = locate(input.postcode, input.borough, district, published.boroughs)
  const asked = { place, takenBy, pressed: isRecent(pressed, now) ? pressed : now }
  const charged = await termsAsShown(services, tx, { attempt, checked, asked, published })
  if ('refused' in charged) return charged
  const terms = attempt.returnOf ? freeOfCharge(charged.terms) : charged.terms
  const booking = newBooking(services, input, { arrival, place, terms, now, takenBy, pressed, isKnown: isKnown(attempt, input) })
  const keys = { idempotencyKey: key, contentHash, returnOf: attempt.returnOf ?? null }
  const stored = await insertUnderNewReference(tx, { ...booking, ...keys })
  if (!stored) return { refused: new KeyReused() }
  const isHeld = await takeTime(services, tx, { attempt, checked, booking })
  if (await hasUsedUpTexts(services, tx, attempt, booking))
    await tx.updateTable('bookings').set({ textsOnceProven: 1 }).where('id', '=', booking.id).execute()
  // Others become a customer's once they are proven.
  if (booking.provenAt && !attempt.isTrial) {
    const customerId = await customerOf(tx, booking, now)
    await tx.updateTable('bookings').set({ customerId }).where('id', '=', booking.id).execute()
  }
  const event = { id: newId(), bookingId: booking.id, at: toInstant(now), fromStatus: null, toStatus: booking.status, note: '' }
  await insertEvent(tx, { ...event, actor: takenBy ?? 'customer' })
  await enqueue(tx, now, [announcement({ id: booking.id, revision: 0 }, 'created', event.id)])
  logDifferences(services, input, booking)
  return { acknowledged: acknowledge(services, { ...booking, ...stored }, { isHeld, replayed: false }), id: booking.id }
}

const isKnown = ({ by, isTrial }: Attempt, { email }: BookingInput): boolean =>
  'takenBy' in by || isTrial === true || (by.provenEmail !== undefined && by.provenEmail.toLowerCase() === email.toLowerCase())

/** Why Red Line can't be sold now. */
async function redlineRefusal(
  { payments }: Services,
  tx: Transaction<Tables>,
  { now, by, isTrial }: Attempt,
): Promise<Refusal | undefined> {
  const isByPhone = 'takenBy' in by
  if (!payments && !isByPhone) return new PaymentNotConfigured()
  if (!isByPhone && !isTrial) return readRedlineRefusal(tx, now)
  return (await readSlotsLeft(tx, now)) === 0 ? new SlotsSoldOut() : undefined
}

interface Checked {
  input: BookingInput
  arrival: Arrival
  /** When the customer pressed the button. */
  pressed: Date
  /** When the promised window would have started at an earlier instant. */
  startAt: (at: Date) => Instant
  /** It needs a place in the plan of visits, which is locked; Red Line gets its place with the payment. */
  isPlanned: boolean
}

async function check(
  tx: Transaction<Tables>,
  attempt: Attempt,
  { published, limit, isPlanned: arePlanned }: RulesOfNow,
): Promise<Checked | { refused: Refusal }> {
  const { body, now, by } = attempt
  // Someone whose first visit was booked by phone may have no email address.
  const parsed = ('takenBy' in by || attempt.returnOf ? TakeBooking : SubmitBooking).safeParse(body)
  if (!parsed.success) return { refused: new InvalidBooking(problemsOf(parsed.error)) }
  const { data: input } = parsed
  // Red Line has its own arrival time.
  const isPlanned = input.serviceLevel === 'standard' && !attempt.isTrial && arePlanned
  if (isPlanned) await lockPlaces(tx, now)
  const windows = 'takenBy' in by ? windowsForStaff(published.windows) : published.windows
  const isLimited = limit?.kind === 'next_free'
  const aheadMinutes = isPlanned || isLimited ? await readNextAvailable(tx, now, windows, input) : undefined
  const pressed = pressedAt(input, now)
  // If a client doesn't say when it sent a kept booking, its time is believed only if nothing else would let it book.
  const claims = [{ ...input, submittedAt: pressed }, ...(input.sentAt ? [] : [input])]
  const asked = claims.map((claim) => arrivalFor(claim, now, aheadMinutes, windows))
  const when = asked.find((each) => 'arrival' in each) ?? asked[0] ?? { problems: {} }
  if ('problems' in when) {
    const day = when.problems.timeSlot && dayOfWithdrawnSlot(input, now, windows)
    return { refused: new InvalidBooking(day ? { timeSlot: await withdrawnText(tx, day, now, input) } : when.problems) }
  }
  const isOld = !isRecent(pressed, now)
  const arrival = { ...when.arrival, late: when.arrival.late || isOld || input.callFirst }
  const { slotStartsAt, late } = arrival
  // Staff know their engineers, and a booking that waited on a device is stored anyway.
  if (isLimited && !('takenBy' in by) && !late && slotStartsAt && slotStartsAt < limit.until)
    return { refused: new InvalidBooking({ timeSlot: await fullText(tx, slotStartsAt, now, input) }) }
  const startAt = (at: Date) => {
    const waited = Math.round((now.getTime() - at.getTime()) / minutes(1))
    const then = arrivalFor({ ...input, submittedAt: undefined }, at, aheadMinutes == null ? undefined : aheadMinutes + waited, windows)
    return 'arrival' in then ? then.arrival.promisedFrom : arrival.promisedFrom
  }
  return { input, arrival, pressed, startAt, isPlanned }
}

interface Pricing {
  attempt: Attempt
  checked: Checked
  asked: Asked
  published: PublishedValues
}

/**
 * Returns the terms by which the customer pays at most the price that the page showed when they pressed the button, if we did show it then:
 * by the prices of now or of that moment. Refuses any other figure. A price shown more than an hour ago isn't compared: the customer is
 * called first.
 */
async function termsAsShown(
  services: Services,
  tx: Transaction<Tables>,
  { attempt, checked, asked, published }: Pricing,
): Promise<{ terms: FrozenTerms } | { refused: Refusal }> {
  const { now, shownAt } = attempt
  const { input, arrival, startAt } = checked
  const terms = termsOf(input, { ...asked, ...arrival, pressed: asked.takenBy ? now : asked.pressed }, published.prices)
  const shownPence = shownMost(input)
  const isComparable = shownPence !== undefined && !input.callFirst && isRecent(checked.pressed, now)
  const isDearer = shownPence === undefined && costsMoreThanShown(input, terms)
  if (!isDearer && (!isComparable || asked.takenBy || mostPence(terms) === shownPence)) return { terms }
  for (const at of [asked.pressed, shownAt]) {
    if (!at || !isRecent(at, now)) continue
    const { prices } = await services.published.readAt(tx, toInstant(at))
    const then = termsOf(input, { ...asked, preferredDate: arrival.preferredDate, promisedFrom: startAt(at), pressed: at }, prices)
    if (mostPence(then) === shownPence) return { terms: then }
  }
  return { refused: new PriceChanged(`The most you’ll pay is now ${poundsText(mostPence(terms))}.`, published.overrides) }
}

interface Stored {
  attempt: Attempt
  checked: Checked
  booking: NewBooking
}

/**
 * Takes an engineer's time for a stored booking: a Red Line slot, held online and sold by phone, or a place in the plan. A window that is
 * full is refused, or asked about; by thrown refusals, so that the booking just written is rolled back. Returns true if a slot is held.
 */
async function takeTime(services: Services, tx: Transaction<Tables>, { attempt, checked, booking }: Stored): Promise<boolean> {
  const { now, by, askAboutFull } = attempt
  const isByPhone = 'takenBy' in by
  const isUnpaid = booking.status === 'awaiting_payment' && !isByPhone
  const heldUntil = isUnpaid ? await holdSlot(tx, { ...booking, clientKey: by.clientKey }, now) : undefined
  const placed = checked.isPlanned ? await placeFor(services, tx, attempt, booking) : 'kept'
  if (placed === 'full' && !checked.arrival.late) {
    const text = booking.slotStartsAt ? await fullText(tx, booking.slotStartsAt, now, booking, booking.id) : nobodySoon
    if (!askAboutFull) throw new InvalidBooking({ timeSlot: text })
    askAboutFull(booking)
  }
  if (placed === 'to_agree' || (placed === 'full' && !isByPhone))
    await tx.updateTable('bookings').set({ toAgree: 1 }).where('id', '=', booking.id).execute()
  if (isByPhone && booking.serviceLevel === 'redline') {
    if (!(await sellSlot(tx, booking.id, now, true))) throw new SlotsSoldOut()
    if (await lockPlan(tx, now)) await takePlace(tx, booking, now)
  }
  return heldUntil !== undefined
}

/**
 * Takes a place for a new booking. 'full': no engineer can keep its window; 'to_agree': one could, but the booking isn't proven and its
 * customer, or the day, has no places left for those.
 */
async function placeFor(
  services: Services,
  tx: Transaction<Tables>,
  { now, by }: Attempt,
  booking: NewBooking,
): Promise<'kept' | 'full' | 'to_agree'> {
  if (!('clientKey' in by)) return (await takePlace(tx, booking, now)) ? 'kept' : 'full'
  if (booking.provenAt) return (await takeProvenPlace(services, tx, booking, now)) ? 'kept' : 'full'
  if (await takeUnprovenPlace(services, tx, { ...booking, clientKey: by.clientKey }, now)) return 'kept'
  return (await hasPlace(tx, booking, now)) ? 'to_agree' : 'full'
}

/** Returns true if a booking that anyone could have made with this number may not cause texts: its number, or its maker, has had enough. */
async function hasUsedUpTexts(
  services: Services,
  tx: Transaction<Tables>,
  { now, by }: Attempt,
  { phone, contactBy, provenAt }: NewBooking,
): Promise<boolean> {
  if (!('clientKey' in by) || provenAt || contactBy === 'email' || !isMobile(phone) || !textsArrive(services)) return false
  const ofNumber = await holdTurns(
    tx,
    limits.unprovenTexts,
    services.secrets.sign('text-count', phone),
    now,
    services.config.rateLimitScale,
  )
  const ofClient = await holdTurns(tx, limits.unprovenTextsHere, by.clientKey, now, services.config.rateLimitScale)
  const isOver = ofNumber.wait > 0 || ofClient.wait > 0
  for (const turns of [ofNumber, ofClient]) if (turns.wait === 0) await (isOver ? turns.leave() : turns.take())
  return isOver
}

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
