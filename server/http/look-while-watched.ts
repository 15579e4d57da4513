import { coalesced } from '#app/platform/single-flight.ts'

/** Between two looks that were woken, in ms. */
const leastGapMs = 100
/** Pauses this many times as long as the last look took: looking takes a quarter of a busy instance's time at most. */
const restsPerLook = 3

interface Looking {
  /** Reads the watched data and notifies its followers. Handles its own failures. */
  look(): Promise<void>
  /** Someone follows here. */
  isWatched(): boolean
  /** It looks this often without being woken: other instances change data too. */
  pollMs: number
}

interface LookWhileWatched {
  /** The first one follows. */
  begin(): void
  /** No one follows. */
  pause(): void
  /** Call it after a change on this instance: looks now, or in a moment if it has only just looked. */
  wake(): void
  stop(): Promise<void>
}

/** Looks at the watched data when woken and from time to time. A wake during a look is never lost: it looks again. */
export function lookWhileWatched({ look, isWatched, pollMs }: Looking): LookWhileWatched {
  const looking = coalesced(look)
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let restsUntil = 0
  let isStopped = false

  /** Looks by then; an earlier planned look stays. */
  function lookIn(ms: number) {
    const at = performance.now() + ms
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(run, ms).unref()
  }

  async function run() {
    dueAt = Number.POSITIVE_INFINITY
    const startedAt = performance.now()
    await looking.run()
    const now = performance.now()
    restsUntil = now + Math.max(leastGapMs, restsPerLook * (now - startedAt))
    if (isWatched()) lookIn(pollMs)
  }

  function pause() {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
  }

  return {
    begin: () => lookIn(pollMs),
    pause,
    wake: () => isWatched() && lookIn(Math.max(0, restsUntil - performance.now())),
    async stop() {
      isStopped = true
      pause()
      await looking.settled()
    },
  }
}
