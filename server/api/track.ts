import { readMarks } from '#app/features/tracking/booking-marks.server.ts'
import { linkFeed } from '#app/features/tracking/follow-timing.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'
import type { MarkFeed } from '../http/mark-stream.ts'

/** The most open pages at one address, such as a household or an office; others read themselves again now and then. */
const mostPerClient = 20
/** The most open pages of one private link, on all networks: a family's phones, and a person who was sent it. */
const mostPerLink = 10
/** As long as a token (`newToken`), or more. */
const longestToken = 100
/** Marks the topic of a bill's page, which is followed after the visit too. */
const ofBill = ' bill'

/**
 * GET /api/track?link={token} notifies the page of a private link of changes to its booking. The token is checked as on the page; a stream
 * ends with the booking, or when the link is revoked. With `bill=1` it is for the bill's page, and continues after the visit.
 */
export function trackMarks({ db, config }: Services): MarkFeed {
  return {
    at: [
      [
        linkFeed,
        async ({ query, scope }) => {
          const token = query.get('link') ?? ''
          const tokenHash = hashOf(token.length <= longestToken ? token : '')
          const counted = [
            { key: `client ${scope}`, most: Math.max(1, mostPerClient * config.rateLimitScale) },
            { key: `link ${tokenHash}`, most: mostPerLink },
          ]
          return { counted, topic: query.get('bill') === '1' ? tokenHash + ofBill : tokenHash }
        },
      ],
    ],
    async readMarks(topics) {
      const found = await readMarks(db, [...new Set(topics.map((topic) => topic.replace(ofBill, '')))])
      const marks = new Map<string, string | null>()
      for (const topic of topics) {
        const booking = found.get(topic.replace(ofBill, ''))
        if (booking) marks.set(topic, booking.hasEnded && !topic.endsWith(ofBill) ? null : booking.mark)
      }
      return marks
    },
    pollMs: 1_000,
    retryMs: 3_000,
    most: 2_000,
    mostRequests: 120,
    texts: {
      tooMany: 'You have too many of these pages open.',
      foreign: 'Only a booking’s own page can use this.',
      unread: 'tracked bookings could not be read',
    },
  }
}
