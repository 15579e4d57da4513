import { coalesced } from '#app/platform/coalesced.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { readBoardMark } from './read-board.server.ts'

/* Wakes the open boards of this instance. While someone is watching, it compares the newest rows with what it last sent twice a second,
   whichever instance wrote them: a few reads at the ends of indexes. Events on this instance wake it immediately. A booking's own
   transaction needn't notify anyone. */

const pollMs = 500

export interface BoardFeed {
  /** The current mark, and when it was last read, by `performance.now()`; undefined while it can't be read. */
  latest(): { mark: string; readAt: number } | undefined
  /** Calls `tell` with the new mark whenever it changes, until the returned function is called. */
  subscribe(tell: (mark: string) => void): () => void
  /** Something may have happened here: looks now. */
  wake(): void
  stop(): Promise<void>
}

/** The board's changes on this instance. Reads nothing until someone subscribes. */
export function createBoardFeed(services: Services, options: { pollMs?: number } = {}): BoardFeed {
  const subscribers = new Set<(mark: string) => void>()
  let latest: { mark: string; readAt: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let failing = false
  let stopped = false

  async function read() {
    try {
      const mark = await readBoardMark(services)
      const isNew = latest?.mark !== mark
      latest = { mark, readAt: performance.now() }
      failing = false
      if (isNew) for (const tell of subscribers) tell(mark)
    } catch (error) {
      // Nothing is sent while it can't be read: the boards show that they are not live.
      latest = undefined
      if (!failing && !stopped) services.log.warn({ error: loggable(error) }, 'the board could not be read')
      failing = true
    }
  }

  const reading = coalesced(async () => {
    if (!stopped) await read()
  })

  /** Reads now, and then twice a second while anyone looks. */
  async function look() {
    clearTimeout(timer)
    if (stopped || subscribers.size === 0) return
    await reading.run()
    clearTimeout(timer)
    if (!stopped && subscribers.size > 0) timer = setTimeout(look, options.pollMs ?? pollMs).unref()
    else latest = undefined
  }

  return {
    latest: () => latest,
    subscribe(tell) {
      subscribers.add(tell)
      void look()
      return () => void subscribers.delete(tell)
    },
    wake: () => void look(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await reading.settled()
    },
  }
}
