import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { TooManySubmits } from '#app/features/booking/refusals.ts'
import { normaliseEmail } from '#app/platform/email.ts'
import { Refusal } from '#app/platform/errors.ts'
import { limits } from '#app/platform/limits.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { renewLink } from './renew-link.server.ts'

interface LinkRequest {
  reference: string
  email: string
  /** Keyed hash of the client's address, for limits. */
  clientKey: string
}

/** Problems with a request for a link, by field. */
export class InvalidLinkRequest extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Partial<Record<'reference' | 'email', string>>
  constructor(fields: InvalidLinkRequest['fields']) {
    super('There is a problem')
    this.fields = fields
  }
}

/**
 * Emails a new private link to the customer of a booking, for anyone who has its reference and email address (`renewLink`). It doesn't
 * reveal whether the booking exists: the link goes only to the booking's own address. Throws `InvalidLinkRequest` or `TooManySubmits`.
 */
export async function askForLink(services: Services, { reference, email, clientKey }: LinkRequest): Promise<void> {
  const wanted = { reference: plainCode(reference.slice(0, 100)).toUpperCase(), email: normaliseEmail(email)?.toLowerCase() ?? '' }
  const problems = {
    ...(!/^BK-[A-Z0-9]{8}$/.test(wanted.reference) && { reference: 'Enter your booking reference, like BK-7Q2M9XKD' }),
    ...(wanted.email === '' && { email: 'Enter the email address you booked with, like name@example.com' }),
  }
  if (Object.keys(problems).length > 0) throw new InvalidLinkRequest(problems)
  const wait = await tryTurns(services, [[limits.askForLink, `ask ${clientKey}`]])
  if (wait > 0) throw new TooManySubmits(wait)
  const booking = await services.db
    .selectFrom('bookings')
    .select('id')
    .where('reference', '=', wanted.reference)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', wanted.email))
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  if (!booking) return
  try {
    await renewLink(services, { bookingId: booking.id, actor: 'customer', clientKey: `link ${clientKey}` })
  } catch (error) {
    // It has used up its links for now: that would also reveal that the booking exists.
    if (!(error instanceof TooManySubmits)) throw error
  }
}
