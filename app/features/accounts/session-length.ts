import { days, hours, later, seconds } from '#app/values/clock.ts'
import { customerIdleDays, customerSessionDays, staffSessionHours } from '#content/device-storage.ts'
import type { AuthSessionsTable, UserRole } from '#db/tables/accounts.ts'

/** How long a customer's session of a client app lasts: without refresh, and at most. */
export const clientSessionLength = { idleMs: days(30), mostMs: days(180) } as const

/** How long a replaced refresh token still returns its successor: for several tabs, or a lost response. */
const refreshGraceMs = seconds(10)

/**
 * How long a browser stays signed in (docs/asvs.md): without activity, and at most. Staff see personal data on shared desks: a shift at
 * most.
 */
export const siteSessionLength = {
  customer: { idleMs: days(customerIdleDays), mostMs: days(customerSessionDays) },
  staff: { idleMs: hours(2), mostMs: hours(staffSessionHours) },
  /** On an engineer's work phone, which shows only their own jobs. */
  engineer: { idleMs: days(customerSessionDays), mostMs: days(customerSessionDays) },
} as const

/** `isEngineer`: the account of an engineer in the roster, who isn't staff. */
export function siteSessionLengthOf(role: UserRole, isEngineer = false) {
  if (role !== 'customer') return siteSessionLength.staff
  return isEngineer ? siteSessionLength.engineer : siteSessionLength.customer
}

/** Returns true if a session has expired, by age or inactivity. A staff session by the API lasts no longer than one on the site. */
export function sessionIsOver(
  { createdAt, endsAt, refreshedAt }: Pick<AuthSessionsTable, 'createdAt' | 'endsAt' | 'refreshedAt'>,
  role: UserRole,
  now: Date,
): boolean {
  const { idleMs, mostMs } = role === 'customer' ? clientSessionLength : siteSessionLength.staff
  const at = now.toISOString()
  return endsAt <= at || later(createdAt, mostMs) <= at || later(refreshedAt, idleMs) <= at
}

/** The validity of a refresh token with the count `presented`, for its session. */
export function judgeRefresh(
  session: Pick<AuthSessionsTable, 'refreshCount' | 'refreshedAt'>,
  presented: number,
  now: Date,
): 'current' | 'replaced just now' | 'used again' {
  if (presented === session.refreshCount) return 'current'
  const isNearest = presented === session.refreshCount - 1
  return isNearest && later(session.refreshedAt, refreshGraceMs) >= now.toISOString() ? 'replaced just now' : 'used again'
}
