import { limits as accountLimits } from '#app/features/accounts/rules.ts'
import { lookupLimit } from '#app/features/areas/reads.server.ts'
import { cancelLimit } from '#app/features/booking/cancel-booking.server.ts'
import { draftLimit } from '#app/features/booking/drafts.server.ts'
import { messageLimit, messagesLimit } from '#app/features/booking/message-staff.server.ts'
import { renewLimit } from '#app/features/booking/renew-link.server.ts'
import { rescheduleLimit, reschedulesLimit } from '#app/features/booking/reschedule-booking.server.ts'
import { submitLimit } from '#app/features/booking/submit-booking.server.ts'
import { retriesLimit, retryLimit } from '#app/features/redline/retry-red-line.server.ts'
import { webhookTestLimit } from '#app/features/settings/test-webhook.server.ts'
import { minutes } from '#app/platform/clock.ts'
import { type RateLimit, secondsToWait, turnsOf } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'

/** Of one client: nobody presses the dashboard's buttons more often. */
export const selfTestLimit: RateLimit = { name: 'security-test', turns: 20, windowMs: minutes(1) }

/** Every limit of the site, by what it protects. */
export const limitGroups: Readonly<Record<string, readonly RateLimit[]>> = {
  'signing in': Object.values(accountLimits),
  booking: [
    ...[submitLimit, draftLimit, renewLimit, cancelLimit, rescheduleLimit, reschedulesLimit, messageLimit, messagesLimit],
    ...[retryLimit, retriesLimit, lookupLimit],
  ],
  other: [webhookTestLimit, selfTestLimit],
}

/** One mail or text a minute is how the site works, and nobody is held back by it. */
const isDefence = ({ turns }: RateLimit) => turns > 1
/** No more rows are looked at. */
const mostRows = 2_000

/** How many clients or accounts have no turn left at the moment, by what they would do; groups without any are left out. */
export async function readHeldBack({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Record<string, number>> {
  const now = clock.now()
  const rows = await db
    .selectFrom('rateLimits')
    .select(['key', 'turns'])
    .where('expiresAt', '>', now.toISOString())
    .where('turns', '<>', '[]')
    .orderBy('expiresAt', 'desc')
    .limit(mostRows)
    .execute()
  const held: Record<string, number> = {}
  for (const { key, turns } of rows)
    for (const [group, limits] of Object.entries(limitGroups)) {
      const limit = limits.find(({ name }) => key.startsWith(`${name}:`))
      if (!limit || !isDefence(limit) || secondsToWait(limit, turnsOf(turns, limit, now), now, config.rateLimitScale) === 0) continue
      held[group] = (held[group] ?? 0) + 1
    }
  return held
}
