import { type HeldTurns, holdTurns, type RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { tooManyRequests } from './refusals.ts'

/** Of a request: who asks, as far as limits and the list of devices are concerned. */
export interface Caller {
  /** Keyed hash of the client's address. */
  clientKey: string
  userAgent: string
}

/** What is counted of an account: a keyed hash of its address, whether or not there is such an account. */
export const accountKey = ({ secrets }: Services, email: string): string => secrets.sign('account-limit', email)

/** Takes a turn under each limit, or none: seconds to wait then, else 0. The same on all instances. */
export function tryTurns(services: Services, turns: readonly (readonly [RateLimit, string])[]): Promise<number> {
  const { db, clock, config } = services
  const now = clock.now()
  // In one order, whoever asks: two that wait for each other's key would wait for ever.
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

/** Takes a turn under each limit. Throws `over_request_rate_limit` where one has none left. */
export async function takeTurns(services: Services, ...turns: readonly (readonly [RateLimit, string])[]): Promise<void> {
  const wait = await tryTurns(services, turns)
  if (wait > 0) throw tooManyRequests(wait)
}
