import { PhotoRefused } from '../../refusals.ts'

/** The most pictures decoded at once: one of each client. */
const mostAtOnce = 2
/** The most pictures that wait to be decoded, with their bytes in memory: of one client, and of all. */
const mostOfClient = 4
const mostWaiting = 32

const busy = new Set<string>()
const waiting = new Map<string, (() => void)[]>()

/**
 * Processes pictures one client after another, so that a client's pictures wait only for each other. Throws `PhotoRefused` if too many wait
 * already.
 */
export async function inTurn<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
  if (busy.has(client) || busy.size >= mostAtOnce) await nextTurn(client)
  else busy.add(client)
  try {
    return await work()
  } finally {
    busy.delete(client)
    giveTurn()
  }
}

function nextTurn(client: string): Promise<void> {
  const own = waiting.get(client) ?? []
  const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
  if (own.length >= mostOfClient || all >= mostWaiting) throw new PhotoRefused('busy', 5)
  waiting.set(client, own)
  return new Promise((resolve) => own.push(resolve))
}

function giveTurn(): void {
  for (const [client, own] of waiting) {
    if (busy.has(client)) continue
    waiting.delete(client)
    busy.add(client)
    own.shift()?.()
    // Behind the others.
    if (own.length > 0) waiting.set(client, own)
    return
  }
}
