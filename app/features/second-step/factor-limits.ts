import { type Instant, later, minutes } from '#app/platform/clock.ts'
import type { AuthFactorsTable } from '#db/tables.ts'

/** How many second factors someone may have, and for how long one that was never verified waits for its first code. */
export const mostFactors = 10
export const unverifiedFactorMs = minutes(5)

/** How long a code may be typed that was asked for. */
export const challengeMs = minutes(5)

/** So many wrong codes in a row lock factors, for so long. */
const mostFactorFailures = 5
export const factorLockMs = minutes(15)

export const recoveryCodes = { count: 10, length: 12 }

/** Whether a factor that was never verified has had its time. */
export const factorHasExpired = ({ status, createdAt }: Pick<AuthFactorsTable, 'status' | 'createdAt'>, now: Date): boolean =>
  status === 'unverified' && later(createdAt, unverifiedFactorMs) <= now.toISOString()

/** A counter of wrong codes after another one: the last one locks, and what comes after the lock is counted from the start. */
export const afterWrongCode = (failures: number, now: Date): { failures: number; lockedUntil: Instant | null } =>
  failures + 1 < mostFactorFailures ? { failures: failures + 1, lockedUntil: null } : { failures: 0, lockedUntil: later(now, factorLockMs) }
