const waiting: (() => void)[] = []
let isDoing = false

function doOne(): void {
  waiting.shift()?.()
  isDoing = waiting.length > 0
  if (isDoing) setImmediate(doOne)
}

/**
 * Does a piece of work that no one waits for, such as writing an email, and answers its result: one such piece in each turn of the event
 * loop, first come first served, so that requests that have arrived are answered in between. Throws what the work throws.
 */
export function behindRequests<Result>(work: () => Result): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  waiting.push(() => {
    try {
      resolve(work())
    } catch (error) {
      reject(error)
    }
  })
  if (!isDoing) setImmediate(doOne)
  isDoing = true
  return promise
}
