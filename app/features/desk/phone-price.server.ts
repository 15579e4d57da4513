import type { z } from 'zod'
import { locate } from '#app/features/areas/locate.ts'
import { districtFor } from '#app/features/areas/postcode-lookups.server.ts'
import type { FieldProblems } from '#app/features/booking/answers.ts'
import { InvalidBooking } from '#app/features/booking/refusals.ts'
import { type Arrival, arrivalFor } from '#app/features/capacity/arrival-window.ts'
import { readNextAvailable } from '#app/features/capacity/read-next-available.server.ts'
import { problemsOf, TakeBooking } from '#app/features/intake/booking-input.ts'
import { calloutAt, offerFor } from '#app/features/pricing/applied-offer.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { freeOfCharge, mostPence, termsFor } from '#app/features/pricing/frozen-terms.ts'
import { priceLines } from '#app/features/pricing/price-words.ts'
import { supplementAt } from '#app/features/pricing/supplement.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenDayAt, spokenTimes } from '#app/platform/spoken-moment.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { exactPoundsText } from '#content/money.ts'
import { windowsForStaff } from '#content/slot-hours.ts'

export interface PhonePrice {
  /** The most that the caller pays. */
  pence: number
  /** When we would arrive: 'today, 2.15pm to 3pm'. */
  arrival: string
  /** The parts of the price, and the total. */
  lines: { label: string; figure: string }[]
  total: string
  /** The postcode is outside the boroughs we cover. */
  isOutside: boolean
}

/** The answers of a caller on which price and arrival depend. */
const Asked = TakeBooking.pick({ service: true, serviceLevel: true, postcode: true, borough: true, preferredDate: true, timeSlot: true })

type Asked = z.output<typeof Asked>

/** The price of a booking by phone, to read out before it is made: as online, but for the Red Line fee. Throws `InvalidBooking`. */
export async function readPhonePrice(services: Services, input: Record<string, unknown>): Promise<PhonePrice> {
  const parsed = TakeBooking.safeParse(input)
  if (!parsed.success) throw new InvalidBooking(problemsOf(parsed.error))
  return priceOf(services, parsed.data, input.returnOf !== undefined)
}

/** The arrival and price as far as they are known while a caller is still talking. */
export type PhoneQuote =
  | { problem: string }
  /** Without the emergency there is no price yet. */
  | { price?: PhonePrice; arrival: string; isOutside: boolean }

/** The same while the form is being filled in: the arrival from the postcode on, the price once the emergency is known. */
export async function readPhoneQuote(services: Services, typed: Record<string, string>): Promise<PhoneQuote> {
  const parsed = Asked.safeParse({ ...typed, service: typed.service || ('Other Emergency' satisfies EmergencyTypeName) })
  const firstOf = (problems: FieldProblems) => ({ problem: Object.values(problems)[0] ?? '' })
  if (!parsed.success) return firstOf(problemsOf(parsed.error))
  try {
    const price = await priceOf(services, parsed.data, Boolean(typed.returnOf))
    return { ...(typed.service && { price }), arrival: price.arrival, isOutside: price.isOutside }
  } catch (error) {
    if (error instanceof InvalidBooking) return firstOf(error.problems)
    throw error
  }
}

async function priceOf(services: Services, asked: Asked, isReturn: boolean): Promise<PhonePrice> {
  const { postcode, borough, service, serviceLevel } = asked
  const district = services.config.postcodeLookupUrl ? await districtFor(services, postcode) : undefined
  const { prices, boroughs } = services.published.current()
  const place = locate(postcode, borough, district, boroughs)
  const arrival = await readArrival(services, asked)
  const bookedAt = services.clock.now()
  const estimate = estimateFor(prices, service, place.borough, place.multiplierPercent, supplementAt(prices, arrival.promisedFrom))
  const charged = termsFor(prices, estimate, {
    serviceLevel,
    calloutPence: calloutAt(prices, arrival.promisedFrom),
    offer: offerFor(prices, { service, bookedAt, arrival }),
    channel: 'phone',
  })
  const terms = isReturn ? freeOfCharge(charged) : charged
  return {
    pence: mostPence(terms),
    arrival: arrivalText(arrival, bookedAt),
    lines: priceLines({ ...terms, channel: 'phone' }),
    total: exactPoundsText(mostPence(terms)),
    isOutside: Boolean(place.postcode) && place.postcodeRead && !place.inArea,
  }
}

const arrivalText = ({ promisedFrom, promisedUntil }: Arrival, now: Date): string =>
  `${spokenDayAt(promisedFrom, now)}, ${spokenTimes(promisedFrom, promisedUntil)}`

/** The window that would be promised if the booking were made now. */
async function readArrival({ db, clock, published }: Services, asked: Asked): Promise<Arrival> {
  const now = clock.now()
  const windows = windowsForStaff(published.current().windows)
  const ahead = asked.serviceLevel === 'redline' ? undefined : await readNextAvailable(db, now, windows, asked)
  const when = arrivalFor({ ...asked, submittedAt: undefined }, now, ahead, windows)
  if ('problems' in when) throw new InvalidBooking(when.problems)
  return when.arrival
}
