const waiting: (() => void)[] = []
let isDoing = false

function doOne(): void {
  waiting.shift()?.()
  isDoing = waiting.length > 0
  if (isDoing) setImmediate(doOne)
}

/**
 * Does work that no one waits for, such as rendering an email, and returns its result: one piece per turn of the event loop, in order, so
 * that requests are answered in between. Throws what the work throws.
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
