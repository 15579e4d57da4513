import { districtFor } from '#app/features/areas/district-of-postcode.server.ts'
import { locate } from '#app/features/areas/locate.ts'
import { InvalidBooking } from '#app/features/booking/refusals.ts'
import { problemsOf, TakeBooking } from '#app/features/intake/booking-input.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { termsFor, totalPence } from '#app/features/pricing/frozen-terms.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'

export interface PhonePrice {
  pence: number
  estimate: string
  fee?: string
  total: string
}

/** What a booking by phone comes to, to be read out before it is made. Throws `InvalidBooking`. */
export async function readPhonePrice(services: Services, input: Record<string, unknown>): Promise<PhonePrice> {
  const parsed = TakeBooking.safeParse(input)
  if (!parsed.success) throw new InvalidBooking(problemsOf(parsed.error))
  const { postcode, borough, service, serviceLevel } = parsed.data
  const district = services.config.postcodeLookupUrl ? await districtFor(services, postcode) : undefined
  const place = locate(postcode, borough, district)
  const terms = termsFor(
    services.published.current().prices,
    estimateFor(service, place.borough, place.multiplierPercent),
    serviceLevel,
    undefined,
    'phone',
  )
  return {
    pence: totalPence(terms),
    estimate: poundsText(terms.estimate.estimatePence),
    ...(serviceLevel === 'redline' && { fee: poundsText(terms.priorityFeePence) }),
    total: poundsText(totalPence(terms)),
  }
}
