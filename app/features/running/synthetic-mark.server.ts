import { CodedRefusal } from '#app/platform/errors.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, minutes } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { syntheticHeader } from './synthetic-booking.ts'
import { slotOf } from './uptime-rounds.ts'

/** An invalid or expired mark: its request must not become a booking either. */
const badMark = () =>
  new CodedRefusal(
    403,
    'bad_mark',
    `This request claims to be one of the server’s own checks, but it isn’t. Send it without the ${syntheticHeader} header.`,
  )

const signed = ({ secrets }: Pick<Services, 'secrets'>, minute: Instant, key: string) =>
  secrets.sign('synthetic-booking', `${minute}.${hashOf(key)}`)

const minuteOf = (at: Date, offset = 0) => slotOf(new Date(at.getTime() + offset), minutes(1))

/** Marks the submission with this idempotency key as the server's own, for about a minute. */
export const syntheticMark = (services: Pick<Services, 'secrets' | 'clock'>, key: string): string =>
  signed(services, minuteOf(services.clock.now()), key)

/** Returns true if a submission is the server's own. Throws `bad_mark` if the mark is invalid. */
export function isSynthetic(services: Pick<Services, 'secrets' | 'clock'>, mark: string | undefined, key: string | undefined): boolean {
  if (mark === undefined) return false
  const now = services.clock.now()
  // Allows for different clocks of two instances, and for a minute in transit.
  const isOurs = [0, -minutes(1), minutes(1)].some((offset) => sameSecret(mark, signed(services, minuteOf(now, offset), key ?? '')))
  if (!key || !isOurs) throw badMark()
  return true
}
