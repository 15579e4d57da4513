import pg from 'pg'

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Calls `heard` for every notification on a PostgreSQL channel, and whenever the connection has been made (again), since something may have
 * been missed. A lost connection is made again, with growing pauses. Returns the function that ends it.
 */
export function listenTo(databaseUrl: string, channel: string, heard: () => void): () => void {
  let ended = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs

  const connect = async () => {
    const mine = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, keepAlive: true })
    client = mine
    mine.on('error', () => undefined)
    mine.on('notification', () => ended || heard())
    mine.once('end', () => lost(mine))
    try {
      await mine.connect()
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`)
      pauseMs = firstPauseMs
      if (ended) await mine.end()
      else heard()
    } catch {
      lost(mine)
      await mine.end().catch(() => undefined)
    }
  }
  const lost = (which: pg.Client) => {
    if (ended || which !== client) return
    client = undefined
    // With jitter, so that not all instances reconnect at the same moment.
    timer = setTimeout(connect, pauseMs * (0.5 + Math.random() / 2)).unref()
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
  void connect()
  return () => {
    ended = true
    clearTimeout(timer)
    client?.end().catch(() => undefined)
  }
}
