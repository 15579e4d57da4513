/** Work that runs one at a time. */
interface Coalesced {
  /**
   * Runs the work now. If it is running, runs it once more afterwards, however many calls there were. Resolves when nothing is left to run;
   * rejects if the work does.
   */
  run(): Promise<void>
  /** Resolves when nothing runs. */
  settled(): Promise<void>
}

/** Makes concurrent requests for the same work run one at a time. */
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
