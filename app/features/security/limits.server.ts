import { limits as accountLimits } from '#app/features/accounts/rate-limits.ts'
import { lookupLimit } from '#app/features/areas/district-of-postcode.server.ts'
import { postsLimit } from '#app/features/blog/read-posts.server.ts'
import { draftLimit } from '#app/features/booking-form/drafts.server.ts'
import { decideLimit } from '#app/features/extra-work/decide-work.server.ts'
import { submitLimit } from '#app/features/intake/submit-booking.server.ts'
import { pageLimit } from '#app/features/payments/open-page.server.ts'
import { photoLimit, photosLimit } from '#app/features/photos/photo-limits.ts'
import { unprovenLimit } from '#app/features/promises/unproven-places.server.ts'
import { retriesLimit, retryLimit } from '#app/features/redline/retry-red-line.server.ts'
import { webhookTestLimit } from '#app/features/settings/test-webhook.server.ts'
import { cancelLimit } from '#app/features/tracking/cancel-booking.server.ts'
import { messageLimit, messagesLimit } from '#app/features/tracking/message-staff.server.ts'
import { proofLimit } from '#app/features/tracking/prove-booking.server.ts'
import { renewLimit } from '#app/features/tracking/renew-link.server.ts'
import { rescheduleLimit, reschedulesLimit } from '#app/features/tracking/reschedule-booking.server.ts'
import { minutes } from '#app/platform/clock.ts'
import { type LimitName, type RateLimit, secondsToWait, turnsOf } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'

/** For one client: bounds the dashboard's tests. */
export const selfTestLimit: RateLimit<'security-test'> = { name: 'security-test', turns: 20, windowMs: minutes(1) }

/** What limits protect. */
type Protected = 'signing in' | 'booking' | 'other'

/** Every limit of the site, with what it protects. */
const siteLimits: { readonly [Name in LimitName]: readonly [Protected, RateLimit<Name>] } = {
  'auth-token': ['signing in', accountLimits.token],
  'auth-verify': ['signing in', accountLimits.verify],
  'auth-passkey': ['signing in', accountLimits.passkey],
  'auth-ask': ['signing in', accountLimits.ask],
  'auth-factor': ['signing in', accountLimits.factor],
  'auth-sign-in-here': ['signing in', accountLimits.signInHere],
  'auth-sign-in': ['signing in', accountLimits.signIn],
  'auth-code-here': ['signing in', accountLimits.codeHere],
  'auth-code': ['signing in', accountLimits.code],
  'auth-mail': ['signing in', accountLimits.mail],
  'auth-mail-here': ['signing in', accountLimits.mailHere],
  'auth-mails': ['signing in', accountLimits.mails],
  'auth-invite': ['signing in', accountLimits.invite],
  'auth-text': ['signing in', accountLimits.text],
  'auth-texts': ['signing in', accountLimits.texts],
  submit: ['booking', submitLimit],
  'unproven-places': ['booking', unprovenLimit],
  'booking-proof': ['booking', proofLimit],
  draft: ['booking', draftLimit],
  lookup: ['booking', lookupLimit],
  'booking-link': ['booking', renewLimit],
  'booking-cancel': ['booking', cancelLimit],
  'booking-reschedule': ['booking', rescheduleLimit],
  'booking-reschedules': ['booking', reschedulesLimit],
  'booking-message': ['booking', messageLimit],
  'booking-messages': ['booking', messagesLimit],
  photo: ['booking', photoLimit],
  photos: ['booking', photosLimit],
  'booking-work': ['booking', decideLimit],
  'redline-retry': ['booking', retryLimit],
  'redline-retries': ['booking', retriesLimit],
  'payment-page': ['booking', pageLimit],
  posts: ['other', postsLimit],
  'webhook-test': ['other', webhookTestLimit],
  'security-test': ['other', selfTestLimit],
}
const limitsByName = new Map<string, readonly [Protected, RateLimit]>(Object.entries(siteLimits))

/** One email or text a minute is normal operation, and doesn't count as blocking anyone. */
const isDefence = ({ turns }: RateLimit) => turns > 1
/** The most rows that are read. */
const mostRows = 2_000

/** How many clients or accounts have no turns left at the moment, by group; empty groups are left out. */
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
  for (const { key, turns } of rows) {
    const [group, limit] = limitsByName.get(key.slice(0, key.indexOf(':'))) ?? []
    if (!group || !limit || !isDefence(limit) || secondsToWait(limit, turnsOf(turns, limit, now), now, config.rateLimitScale) === 0)
      continue
    held[group] = (held[group] ?? 0) + 1
  }
  return held
}
