import { PhotoRefused } from '../refusals.ts'

/** Pictures that are decoded at the same moment, and those that wait for it, each with its bytes in memory. */
const atOnce = 2
const mostWaiting = 16

let running = 0
const waiting: (() => void)[] = []

/** Does the work of one picture when it is its turn. Throws `PhotoRefused` where too many wait already. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new PhotoRefused('busy', 5)
    // Whoever ends leaves their place to the next.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
