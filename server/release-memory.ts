import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const quietMs = 500

/**
 * Gives back to the system what work at the start has used and needs no more: V8 would keep most of it for as long as the process lives.
 * Nothing else is done meanwhile, for a quarter of a second: for the moment at which the pages have been rendered ahead, once, and half
 * a second has passed without a request.
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
