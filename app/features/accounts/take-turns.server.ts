import { type Turn, tryTurnsIn } from '#app/platform/rate-limit.ts'
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
export const tryTurns = ({ db, clock, config }: Services, turns: readonly Turn[]): Promise<number> =>
  db.transaction().execute((tx) => tryTurnsIn(tx, turns, clock.now(), config.rateLimitScale))

/** Takes a turn under each limit. Throws `over_request_rate_limit` if one has no turns left. */
export async function takeTurns(services: Services, ...turns: readonly Turn[]): Promise<void> {
  const wait = await tryTurns(services, turns)
  if (wait > 0) throw tooManyRequests(wait)
}
