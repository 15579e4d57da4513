import { PhotoRefused } from '../../refusals.ts'

/** Pictures decoded at the same moment: one of each client. */
const mostAtOnce = 2
/** Pictures that wait to be decoded, each with its bytes in memory: those of one client, and all. */
const mostOfClient = 4
const mostWaiting = 32

const busy = new Set<string>()
const waiting = new Map<string, (() => void)[]>()

/**
 * Processes pictures one client after another, so that a client's pictures wait for each other and not others' for them. Throws
 * `PhotoRefused` if too many wait already.
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
