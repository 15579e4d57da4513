import { type HeldTurns, holdTurns, type RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { tooManyRequests } from './refusals.ts'

/** The client of a request, for limits and the list of devices. */
export interface Caller {
  /** Keyed hash of the client's address. */
  clientKey: string
  userAgent: string
}

/** The key of an account's limits: a keyed hash of its address, whether or not there is such an account. */
export const accountKey = ({ secrets }: Services, email: string): string => secrets.sign('account-limit', email)

/** Takes a turn under each limit, or none of them: returns the seconds to wait then, else 0. The limits are shared by all instances. */
export function tryTurns(services: Services, turns: readonly (readonly [RateLimit, string])[]): Promise<number> {
  const { db, clock, config } = services
  const now = clock.now()
  // In a fixed order, so that two requests can't deadlock on each other's keys.
  const inOrder = [...turns].sort(([a, keyA], [b, keyB]) => (`${a.name}:${keyA}` < `${b.name}:${keyB}` ? -1 : 1))
  return db.transaction().execute(async (tx) => {
    const held: HeldTurns[] = []
    for (const [limit, key] of inOrder) {
      const turns = await holdTurns(tx, limit, key, now, config.rateLimitScale)
      if (turns.wait > 0) {
        for (const each of held) await each.leave()
        return turns.wait
      }
      held.push(turns)
    }
    for (const each of held) await each.take()
    return 0
  })
}

/** Takes a turn under each limit. Throws `over_request_rate_limit` if one has no turns left. */
export async function takeTurns(services: Services, ...turns: readonly (readonly [RateLimit, string])[]): Promise<void> {
  const wait = await tryTurns(services, turns)
  if (wait > 0) throw tooManyRequests(wait)
}
