/** Work that runs one at a time. */
export interface Coalesced {
  /**
   * Runs the work now. If it is running, runs it once more behind that, however often it is asked for meanwhile: what it was asked for may
   * have come too late for the run under way. Resolves when no more is to be run; rejects if the work does.
   */
  run(): Promise<void>
  /** Resolves when nothing runs; at once if nothing does. */
  settled(): Promise<void>
}

/** Makes work that many ask for at once run one at a time. */
export function coalesced(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | undefined
  let again = false

  async function runAll() {
    try {
      do {
        again = false
        await work()
      } while (again)
    } finally {
      running = undefined
    }
  }

  return {
    run() {
      if (running) again = true
      running ??= runAll()
      return running
    },
    settled: () => running ?? Promise.resolve(),
  }
}
