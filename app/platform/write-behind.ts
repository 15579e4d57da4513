import { type Log, loggable } from './log.ts'

interface WriteBehind {
  /** How long what came in waits for more. */
  everyMs: number
  /** For the log: 'counts', 'visits'. */
  what: string
  log: Log
  isWaiting(): boolean
  /** Writes what waits, or a part of it. What could not be written waits again once this throws. */
  write(): Promise<void>
}

/** Writes what waits in memory every few seconds, and again where that failed: a crash loses those seconds, a stop loses nothing. */
export function writeBehind({ everyMs, what, log, isWaiting, write }: WriteBehind) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failing = false
  let writing: Promise<void> = Promise.resolve()

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
    timer = setTimeout(async () => {
      writing = flush()
      await writing
      timer = undefined
      soon()
    }, everyMs)
    timer.unref()
  }

  return {
    isStopped: () => stopped,
    /** To be called whenever something has come in. */
    soon,
    /** Writes what waits; then nothing more is written. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await writing
      if (isWaiting()) await flush()
    },
  }
}
