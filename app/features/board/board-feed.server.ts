import { coalesced } from '#app/platform/coalesced.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { readBoardMark } from './read-board.server.ts'

/*
 * What wakes the boards that are open on this instance. While someone looks, it compares what there is with what it last said twice a
 * second, on whichever instance something happened: a few looks at the ends of indexes. What happens on this instance itself wakes it at
 * once. Nothing in a booking's own transaction has to tell anyone.
 */

const pollMs = 500

export interface BoardFeed {
  /** The mark of what there is, and when it was last read, by `performance.now()`; undefined while it cannot be read. */
  latest(): { mark: string; readAt: number } | undefined
  /** Calls `tell` with the mark of what there is now whenever it has changed, until the function it answers is called. */
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
      // Nothing is said while it cannot be read: the boards say that they are not live.
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
