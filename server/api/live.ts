import { isbot } from 'isbot'
import { liveFeed } from '#app/features/live/figures-schema.ts'
import { listenTo } from '#app/features/live/listen.server.ts'
import { notePresence } from '#app/features/live/presence.server.ts'
import { createFiguresReader, type FiguresOptions } from '#app/features/live/read-live.server.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import type { MarkFeed } from '../http/mark-stream.ts'

/** The most open pages at one address, such as a household or an office; others ask now and then. */
const mostPerClient = 30
const longestUserAgent = 300
/** All pages show the same. */
const topic = 'figures'

/** GET /api/live (docs/api.md): the live figures as a stream of events, or once as JSON. */
export function liveFigures(services: Services, options: FiguresOptions & { flushMs?: number } = {}): MarkFeed {
  const { config, clock } = services
  const presence = notePresence(services, options)
  const figures = createFiguresReader(services, options)
  let latest = ''

  return {
    at: [
      [
        liveFeed,
        async ({ request: { method, headers }, scope }) => {
          const { 'user-agent': userAgent, 'sec-fetch-site': site } = headers
          const agent = userAgent?.slice(0, longestUserAgent)
          // Robots and pages of other sites aren't counted.
          if (method !== 'HEAD' && agent && !isbot(agent) && (site === undefined || site === 'same-origin'))
            presence.seen(presence.visitorOf(scope, agent))
          return { counted: [{ key: scope, most: Math.max(1, mostPerClient * config.rateLimitScale) }], topic }
        },
      ],
    ],
    async readMarks() {
      const { mark, json } = await figures.read()
      latest = json
      return new Map([[topic, mark]])
    },
    json: () => `{"now":"${clock.now().toISOString()}",${latest.slice(1)}`,
    // An embedded database belongs to this one process.
    ...(config.databaseUrl && {
      hear: (heard) =>
        listenTo(config.databaseUrl ?? '', 'redline_slots', () => {
          figures.forget()
          heard()
        }),
    }),
    stop: presence.stop,
    // Finds changes by time alone, such as a hold that expires.
    pollMs: 1_000,
    // A page that is still open is seen again.
    checkAgainMs: minutes(2),
    retryMs: 5_000,
    most: 10_000,
    // For answers that share a reading: many people may share an address.
    mostRequests: 600,
    texts: { tooMany: 'Please poll for JSON instead.', unread: 'the live figures could not be read' },
  }
}
