import { type Log, loggable } from './log.ts'

interface WriteBehind {
  /** The time between two writes: items wait that long for more, except after a quiet time. */
  everyMs: number
  /** For the log: 'counts', 'visits'. */
  what: string
  log: Log
  isWaiting(): boolean
  /** Writes some or all of the waiting items. After an error the rest waits again. */
  write(): Promise<void>
}

/** After a quiet time, how long the first item waits for others that arrive with it. */
const togetherMs = 100

/** Writes items from memory every few seconds, and retries if that failed: a crash loses those seconds, a stop loses nothing. */
export function writeBehind({ everyMs, what, log, isWaiting, write }: WriteBehind) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failing = false
  let writing: Promise<void> = Promise.resolve()
  let nextAt = 0

  async function flush() {
    try {
      await write()
      failing = false
    } catch (error) {
      if (!failing) log.warn({ error: loggable(error) }, `${what} could not be written`)
      failing = true
    }
  }
  function soon() {
    if (timer || stopped || !isWaiting()) return
    const waitMs = Math.max(Math.min(togetherMs, everyMs), nextAt - performance.now())
    timer = setTimeout(async () => {
      nextAt = performance.now() + everyMs
      writing = flush()
      await writing
      timer = undefined
      soon()
    }, waitMs)
    timer.unref()
  }

  return {
    isStopped: () => stopped,
    /** Call it whenever an item has arrived. */
    soon,
    /** Writes the remaining items; nothing is written afterwards. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await writing
      if (isWaiting()) await flush()
    },
  }
}
