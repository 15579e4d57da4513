import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { writeBehind } from '#app/platform/write-behind.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'

/* Counts viewers without identifying them: a visit is a keyed hash of address and browser that changes every day and can't be reversed;
   rows are deleted after five minutes. User agents can be forged, so the browsers of one address share `visitsPerAddress` places: no one
   can pose as a crowd, and the figure tends to be too low. */

/** The most visits of one address that count, across all instances. */
const visitsPerAddress = 5

const flushMs = 3_000
/** Rows per statement: few enough for an embedded database to write without a noticeable pause. */
const atOnce = 500
/** Bounds the memory; beyond that, the figure is too low. */
const mostWaiting = 20_000

/** This process's memory of visits, written every few seconds. */
interface Presence {
  /** Returns the visitor's id, kept in memory by the page's connection. */
  visitorOf(scope: string, userAgent: string): string
  seen(visitor: string): void
  /** Writes the remaining rows; nothing is written afterwards. */
  stop(): Promise<void>
}

/** Begins to note visits. `flushMs` is the time between two writes. */
export function notePresence(services: Services, options: { flushMs?: number } = {}): Presence {
  const waiting = new Set<string>()
  const writer = writeBehind({
    everyMs: options.flushMs ?? flushMs,
    what: 'visits',
    log: services.log,
    isWaiting: () => waiting.size > 0,
    async write() {
      const visitors = [...waiting].slice(0, atOnce)
      for (const visitor of visitors) waiting.delete(visitor)
      try {
        await writeVisits(services, visitors)
      } catch (error) {
        for (const visitor of visitors) waiting.add(visitor)
        throw error
      }
    },
  })

  return {
    visitorOf: (scope, userAgent) => services.secrets.sign('visit', `${scope}\n${placeOf(userAgent)}`),
    seen(visitor) {
      if (writer.isStopped() || waiting.size >= mostWaiting) return
      waiting.add(visitor)
      writer.soon()
    },
    stop: writer.stop,
  }
}

/** The place of a browser among those of its address. */
const placeOf = (userAgent: string) => Number.parseInt(hashOf(userAgent).slice(0, 8), 16) % visitsPerAddress

/** Writes visits as seen now, each once, across all instances. */
async function writeVisits({ db, clock, secrets }: Services, visitors: readonly string[]): Promise<void> {
  if (visitors.length === 0) return
  const now = clock.now()
  const day = londonDay(now)
  // In the order of their keys, so that two instances that write the same visits can't deadlock.
  const rows = visitors
    .map((visitor) => ({ visitKey: secrets.sign('visit', `${day}\n${visitor}`).slice(0, 22), day, seenAt: toInstant(now) }))
    .sort((a, b) => (a.visitKey < b.visitKey ? -1 : 1))
  await db
    .insertInto('liveVisits')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('visitKey')
        .doUpdateSet((eb) => ({ seenAt: eb.ref('excluded.seenAt') }))
        .whereRef('liveVisits.seenAt', '<', 'excluded.seenAt'),
    )
    .execute()
}
