import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const quietMs = 500

/**
 * Returns memory used at the start to the system: V8 would keep most of it for the life of the process.
 * Blocks for a quarter of a second. Call it once, after the pages have been rendered ahead and half a second has passed without a
 * request.
 */
export function releaseMemoryOnceQuiet(server: Server): void {
  let wasAsked = false
  const note = () => {
    wasAsked = true
  }
  server.on('request', note)
  const looking = setInterval(() => {
    if (!wasAsked) {
      clearInterval(looking)
      server.off('request', note)
      releaseMemory()
    }
    wasAsked = false
  }, quietMs).unref()
}

function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
