import { districtFor } from '#app/features/areas/district-of-postcode.server.ts'
import { locate } from '#app/features/areas/locate.ts'
import { InvalidBooking } from '#app/features/booking/refusals.ts'
import { type Arrival, arrivalFor } from '#app/features/capacity/arrival-window.ts'
import { readNextAvailable } from '#app/features/capacity/read-next-available.server.ts'
import { type BookingInput, problemsOf, TakeBooking } from '#app/features/intake/booking-input.ts'
import { calloutAt, offerFor } from '#app/features/pricing/applied-offer.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { freeOfCharge, mostPence, termsFor } from '#app/features/pricing/frozen-terms.ts'
import { priceLines } from '#app/features/pricing/price-words.ts'
import { supplementAt } from '#app/features/pricing/supplement.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenDay, spokenTimes } from '#app/platform/spoken-moment.ts'
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

/** The price of a booking by phone, to read out before it is made: as online, but for the Red Line fee. Throws `InvalidBooking`. */
export async function readPhonePrice(services: Services, input: Record<string, unknown>): Promise<PhonePrice> {
  const parsed = TakeBooking.safeParse(input)
  if (!parsed.success) throw new InvalidBooking(problemsOf(parsed.error))
  const { postcode, borough, service, serviceLevel } = parsed.data
  const district = services.config.postcodeLookupUrl ? await districtFor(services, postcode) : undefined
  const { prices, boroughs } = services.published.current()
  const place = locate(postcode, borough, district, boroughs)
  const arrival = await readArrival(services, parsed.data)
  const bookedAt = services.clock.now()
  const estimate = estimateFor(prices, service, place.borough, place.multiplierPercent, supplementAt(prices, arrival.promisedFrom))
  const charged = termsFor(prices, estimate, {
    serviceLevel,
    calloutPence: calloutAt(prices, arrival.promisedFrom),
    offer: offerFor(prices, { service, bookedAt, arrival }),
    channel: 'phone',
  })
  const terms = input.returnOf ? freeOfCharge(charged) : charged
  return {
    pence: mostPence(terms),
    arrival: arrivalText(arrival, bookedAt),
    lines: priceLines({ ...terms, channel: 'phone' }),
    total: exactPoundsText(mostPence(terms)),
    isOutside: Boolean(place.postcode) && place.postcodeRead && !place.inArea,
  }
}

const arrivalText = ({ promisedFrom, promisedUntil }: Arrival, now: Date): string =>
  `${spokenDay(londonDay(promisedFrom), londonDay(now))}, ${spokenTimes(promisedFrom, promisedUntil)}`

/** The window that would be promised if the booking were made now. */
async function readArrival({ db, clock, published }: Services, input: BookingInput): Promise<Arrival> {
  const now = clock.now()
  const windows = windowsForStaff(published.current().windows)
  const ahead = input.serviceLevel === 'redline' ? undefined : await readNextAvailable(db, now, windows, input)
  const when = arrivalFor(input, now, ahead, windows)
  if ('problems' in when) throw new InvalidBooking(when.problems)
  return when.arrival
}
