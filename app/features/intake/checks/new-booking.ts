import { isBoroughName, type Place } from '#app/features/areas/locate.ts'
import { dangersText } from '#app/features/booking/find-dangers.ts'
import { linkColumns } from '#app/features/booking/private-link.server.ts'
import type { Arrival } from '#app/features/capacity/arrival-window.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { redlineOpenMinutes } from '#content/fees.ts'
import type { BookingInput } from '../booking-input.ts'
import { storedPress } from './pressed-at.ts'
import { looksLikeSpam } from './spam-signs.ts'

interface Known {
  arrival: Arrival
  place: Place
  terms: FrozenTerms
  now: Date
  takenBy: string | undefined
  pressed: Date
  /** We know that we can reach them: a caller, someone signed in with the address that they gave, or our own test. */
  isKnown: boolean
}

export type NewBooking = ReturnType<typeof newBooking>

/** Returns the columns of a new booking, except those that its transaction decides. */
export function newBooking(
  { secrets }: Pick<Services, 'secrets'>,
  input: BookingInput,
  { arrival, place, terms, now, takenBy, pressed, isKnown }: Known,
) {
  const id = newId()
  const channel = takenBy ? ('phone' as const) : ('online' as const)
  const suspectedSpam = !takenBy && isSuspected(input)
  const unpaid = input.serviceLevel === 'redline' && !takenBy
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
    ...linkColumns(secrets, { id, trackingKeyId: secrets.currentKeyId, trackingRevocations: 0 }),
    contactBy: input.contactBy,
    forBusiness: flag(input.forBusiness),
    // An urgent visit has no period for us to wait.
    ...(input.startAsked && arrival.slotStartsAt
      ? { startAskedAt: toInstant(now), startAskedBy: takenBy ?? 'customer' }
      : { startAskedAt: null, startAskedBy: null }),
    triggeredFrom: input.triggered_from,
    submittedAt: toInstant(storedPress(input, pressed)),
    createdAt: toInstant(now),
    acceptedAt: takenBy ? toInstant(now) : null,
    provenAt: isKnown ? toInstant(now) : null,
    calledAt: takenBy ? toInstant(now) : null,
    callSettledAt: takenBy ? toInstant(now) : null,
  }
}

const flag = (value: boolean) => (value ? (1 as const) : (0 as const))

/**
 * Returns true if an online booking looks like spam, by the honeypot field or its words. It is only a mark for staff, and holds back the
 * webhook until they decide: people write addresses in their notes, and tools fill in fields that no one sees.
 */
const isSuspected = ({ company, name, address, description, accessNotes, siteContact }: BookingInput): boolean =>
  company !== '' || looksLikeSpam(name, address, description, accessNotes, siteContact)
