import { InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { claimBooking, joinCustomers } from './join-customers.server.ts'
import { referenceIn, searchQueries } from './search-bookings.server.ts'

interface AddToCustomer {
  recordId: string
  /** Of a booking, as typed. */
  reference: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
}

/** Puts a booking on a customer's record, with all that is on its own. Throws `InvalidEntry`, or `StepRefused` if a record is gone. */
export async function addToCustomer(services: Services, { recordId, reference, staffId }: AddToCustomer): Promise<void> {
  const booking = await searchQueries.byReference(services.db, referenceIn(reference.trim())).select('customerId').executeTakeFirst()
  if (!booking) throw new InvalidEntry({ reference: 'Enter a booking reference, like BK-7XKQ4MPR.' })
  const { id: bookingId, customerId } = booking
  if (customerId) await joinCustomers(services, { recordId, otherId: customerId, staffId, kind: 'same_person' })
  else await claimBooking(services, { recordId, bookingId, staffId })
}
