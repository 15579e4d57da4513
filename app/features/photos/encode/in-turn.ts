import { PhotoRefused } from '../refusals.ts'

/** Pictures that wait to be decoded, each with its bytes in memory. */
const mostWaiting = 16

let isBusy = false
const waiting: (() => void)[] = []

/**
 * Does the work of one picture when it is its turn: one at a time, since decoding takes a hundred times the memory of the file. Throws
 * `PhotoRefused` where too many wait already.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isBusy) {
    if (waiting.length >= mostWaiting) throw new PhotoRefused('busy', 5)
    // Whoever ends leaves their place to the next.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  isBusy = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else isBusy = false
  }
}
