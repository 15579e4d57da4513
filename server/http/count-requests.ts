import { type Clock, minutes } from '#app/values/clock.ts'

const windowMs = minutes(1)
/** Clients whose requests are counted at a time; when there are more, counting begins again, and memory stays bounded. */
const mostCounted = 50_000

/** Counts the requests of each client in the present minute, in this process's memory: for requests that cost next to nothing. */
export function countRequests(clock: Clock, most: number) {
  const counts = new Map<string, number>()
  let windowEnds = 0
  return {
    /** Takes a turn; returns 0, or the seconds until there will be one. */
    secondsToWait(scope: string): number {
      const now = clock.now().getTime()
      if (now >= windowEnds || counts.size >= mostCounted) {
        counts.clear()
        windowEnds = now + windowMs
      }
      const count = (counts.get(scope) ?? 0) + 1
      counts.set(scope, count)
      return count <= most ? 0 : Math.max(1, Math.ceil((windowEnds - now) / 1000))
    },
  }
}
