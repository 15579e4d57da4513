import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { writeBehind } from '#app/platform/write-behind.ts'
import { type CountRow, countKey, writeCounts } from './analytics/write-counts.server.ts'
import { type Counted, inOther } from './counted-events.ts'

const flushMs = 2_000
/** The most different rows that wait; beyond that, only the event is counted. */
const mostWaiting = 2_000

/** This process's counts in memory, written every few seconds: a crash loses those seconds, a stop loses nothing. */
export interface KeptCounts {
  /** Counts now, by London's day. */
  add(happened: readonly Counted[]): void
  /** Writes the remaining counts; nothing is written afterwards. */
  stop(): Promise<void>
}

/** Begins to keep counts. `flushMs` is the time between two writes. */
export function keepCounts(services: Services, options: { flushMs?: number } = {}): KeptCounts {
  let waiting = new Map<string, CountRow>()

  function put(row: CountRow) {
    const key = countKey(row)
    const there = waiting.get(key)
    if (there) there.count += row.count
    else if (waiting.size < mostWaiting || row.channel === 'other') waiting.set(key, { ...row })
    else put({ ...row, ...inOther(row) })
  }
  const writer = writeBehind({
    everyMs: options.flushMs ?? flushMs,
    what: 'counts',
    log: services.log,
    isWaiting: () => waiting.size > 0,
    async write() {
      const rows = [...waiting.values()]
      waiting = new Map()
      try {
        await writeCounts(services, rows)
      } catch (error) {
        for (const row of rows) put(row)
        throw error
      }
    },
  })

  return {
    add(happened) {
      if (writer.isStopped()) return
      const day = londonDay(services.clock.now())
      for (const counted of happened) put({ ...counted, day, count: 1 })
      writer.soon()
    },
    stop: writer.stop,
  }
}
