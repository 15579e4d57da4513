import type { Monitor } from './monitor.server.ts'
import { statusClass } from './vitals-and-errors.ts'

/**
 * Times this process's requests to other hosts, by host only; the caller gets the same answer, unread, or the same error. Returns the
 * function that stops it.
 */
export function watchOutgoing(monitor: Pick<Monitor, 'outgoing'>): () => void {
  const original = globalThis.fetch
  const watched: typeof fetch = async (input, init) => {
    const startedAt = performance.now()
    const address = typeof input === 'object' && 'url' in input ? input.url : String(input)
    const done = (ended: string) =>
      URL.canParse(address) && monitor.outgoing(new URL(address).hostname, ended, performance.now() - startedAt)
    try {
      const answer = await original(input, init)
      done(statusClass(answer.status))
      return answer
    } catch (error) {
      done('failed')
      throw error
    }
  }
  globalThis.fetch = watched
  return () => {
    if (globalThis.fetch === watched) globalThis.fetch = original
  }
}
