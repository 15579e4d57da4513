import { viewingMs } from '#app/features/live-feed/figures-schema.ts'
import { later, toInstant } from '#app/platform/clock.ts'
import { skipLocked } from '#app/platform/database.ts'
import { hashOf } from '#app/platform/ids.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { writeBehind } from '#app/platform/write-behind.ts'

/*
 * Who is looking, without knowing who: a visit is a keyed hash of address and browser that is another one every day and leads back to
 * neither; rows are gone after five minutes. A browser's name is whatever its sender writes: the browsers of one address share
 * `visitsPerAddress` places, so that no one makes themselves a crowd, and the figure is rather too low.
 */

/** Visits of one address that count at most, on however many instances. */
const visitsPerAddress = 5

const flushMs = 3_000
/** Rows of one statement: what an embedded database writes in a moment that no one notices. */
const atOnce = 500
/** However many come at once, memory stays bounded; the figure is then a lower one. */
const mostWaiting = 20_000

/** This process's memory of whom it saw, written down every few seconds. */
interface Presence {
  /** What is kept in memory of a visitor while a page is open. */
  visitorOf(scope: string, userAgent: string): string
  seen(visitor: string): void
  /** Writes what waits; then nothing more is written. */
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

/** Which of its address's places a browser has. */
const placeOf = (userAgent: string) => Number.parseInt(hashOf(userAgent).slice(0, 8), 16) % visitsPerAddress

/** Writes down visits as seen now, each once, on however many instances. */
async function writeVisits({ db, clock, secrets }: Services, visitors: readonly string[]): Promise<void> {
  if (visitors.length === 0) return
  const now = clock.now()
  const day = londonDay(now)
  // In the order of their keys: two instances that write the same visits do not wait for each other in a circle.
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

/** Deletes the visits that were not seen for five minutes. */
export async function forgetVisits({ db, engine, clock }: Pick<Services, 'db' | 'engine' | 'clock'>): Promise<void> {
  const until = later(clock.now(), -viewingMs)
  await db
    .deleteFrom('liveVisits')
    .where('visitKey', 'in', (eb) => skipLocked(engine, eb.selectFrom('liveVisits').select('visitKey').where('seenAt', '<=', until)))
    .execute()
}
