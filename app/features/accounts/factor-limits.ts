import { type Instant, later, minutes } from '#app/values/clock.ts'
import type { AuthFactorsTable } from '#db/tables/accounts.ts'

/** How many second factors a user may have, and how long an unverified one waits for its first code. */
export const mostFactors = 10
export const unverifiedFactorMs = minutes(5)

/** How long a requested code is valid. */
export const challengeMs = minutes(5)

/** How many wrong codes in a row lock factors, and for how long. */
const mostFactorFailures = 5
export const factorLockMs = minutes(15)

export const recoveryCodes = { count: 10, length: 12 }

/** Returns true if an unverified factor has expired. */
export const factorHasExpired = ({ status, createdAt }: Pick<AuthFactorsTable, 'status' | 'createdAt'>, now: Date): boolean =>
  status === 'unverified' && later(createdAt, unverifiedFactorMs) <= now.toISOString()

/** The count after another wrong code: the last one locks, and counting restarts after the lock. */
export const afterWrongCode = (failures: number, now: Date): { failures: number; lockedUntil: Instant | null } =>
  failures + 1 < mostFactorFailures ? { failures: failures + 1, lockedUntil: null } : { failures: 0, lockedUntil: later(now, factorLockMs) }
