import type { Insertable, Kysely, Transaction } from 'kysely'
import { locate } from '#app/features/areas/locate.ts'
import { announcement } from '#app/features/booking/announce.ts'
import { customerOf } from '#app/features/booking/customer-of-booking.server.ts'
import { InvalidBooking, KeyReused } from '#app/features/booking/refusals.ts'
import { searchTextOf } from '#app/features/booking/search-text.ts'
import { arrivalFor, dayOfWithdrawnSlot } from '#app/features/capacity/arrival-window.ts'
import { OnlineBookingPaused } from '#app/features/capacity/online-pause.ts'
import { lockPlaces } from '#app/features/capacity/places.server.ts'
import { readNextAvailable, readRedlineRefusal } from '#app/features/capacity/read-next-available.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { fullText, withdrawnText } from '#app/features/capacity/take-place.server.ts'
import { PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { freeOfCharge } from '#app/features/pricing/frozen-terms.ts'
import { compiledOnce } from '#app/platform/compiled-queries.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import { type Turn, tryTurnsIn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { isMobile } from '#app/platform/uk.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId, spokenCode } from '#app/values/ids.ts'
import { windowsForStaff } from '#content/slot-hours.ts'
import type { BookingEventsTable, BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { acknowledge, type Outcome, replayOf } from './acknowledge.server.ts'
import type { Attempt, Checked } from './attempt.ts'
import { type BookingInput, problemsOf, SubmitBooking, TakeBooking } from './booking-input.ts'
import { type NewBooking, newBooking } from './checks/new-booking.ts'
import { isRecent, pressedAt } from './checks/pressed-at.ts'
import { type RulesOfNow, readRulesOfNow } from './checks/read-rules-of-now.server.ts'
import { takeTime } from './checks/take-time.server.ts'
import { termsAsShown } from './checks/terms-as-shown.server.ts'

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

/** Returns true if a booking that anyone could have made with this number may not cause texts: its number, or its maker, has had enough. */
async function hasUsedUpTexts(
  services: Services,
  tx: Transaction<Tables>,
  { now, by }: Attempt,
  { phone, contactBy, provenAt }: NewBooking,
): Promise<boolean> {
  if (!('clientKey' in by) || provenAt || contactBy === 'email' || !isMobile(phone) || !textsArrive(services)) return false
  const turns: Turn[] = [
    [limits.unprovenTexts, services.secrets.sign('text-count', phone)],
    [limits.unprovenTextsHere, by.clientKey],
  ]
  return (await tryTurnsIn(tx, turns, now, services.config.rateLimitScale)) > 0
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
