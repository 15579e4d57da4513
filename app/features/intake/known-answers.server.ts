import { nameOf } from '#app/features/accounts/account-rows.ts'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { readBookingsOf } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { FormStart } from './form-start-context.ts'

/**
 * Returns the answers that a signed-in customer needn't type again: name, email, and phone and address of their last booking. Only for a
 * confirmed address, so that no one reads what someone else booked with it.
 */
export async function readKnownAnswers(services: Services, { account: { user } }: SignedIn): Promise<FormStart['known']> {
  const { email, emailConfirmedAt } = user
  if (user.role !== 'customer' || !email || !emailConfirmedAt) return undefined
  const name = nameOf(user)
  const [last] = await readBookingsOf(services, email, 1)
  return {
    ...(name !== email && { name }),
    email,
    ...(last && {
      phone: last.phone && phoneText(last.phone),
      postcode: last.postcode,
      borough: last.borough ?? '',
      address: last.address,
    }),
  }
}
