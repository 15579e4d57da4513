import { PhotoRefused } from '../refusals.ts'

/** Pictures that wait to be decoded, each with its bytes in memory. */
const mostWaiting = 16

let isBusy = false
const waiting: (() => void)[] = []

/**
 * Processes pictures one at a time, since decoding takes a hundred times the memory of the file. Throws `PhotoRefused` if too many wait
 * already.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isBusy) {
    if (waiting.length >= mostWaiting) throw new PhotoRefused('busy', 5)
    // Each finished one makes room for the next.
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
