import { days, hours, later, seconds } from '#app/platform/clock.ts'
import { customerIdleDays, customerSessionDays, staffSessionHours } from '#content/device-storage.ts'
import type { AuthSessionsTable, UserRole } from '#db/tables.ts'

/** How long a customer's session of a client app lasts: without being refreshed, and in any case. */
export const clientSessionLength = { idleMs: days(30), mostMs: days(180) } as const

/** For so long a refresh token that was replaced still leads to the one that replaced it: several tabs, a lost answer. */
const refreshGraceMs = seconds(10)

/**
 * How long a browser stays signed in (docs/asvs.md): unused, and in any case. Staff see other people's data, at a desk that others pass:
 * a shift at most.
 */
export const siteSessionLength = {
  customer: { idleMs: days(customerIdleDays), mostMs: days(customerSessionDays) },
  staff: { idleMs: hours(2), mostMs: hours(staffSessionHours) },
  /** On the phone that an engineer takes to work, which shows nothing but their own jobs. */
  engineer: { idleMs: days(customerSessionDays), mostMs: days(customerSessionDays) },
} as const

/** `isEngineer`: of someone who is no staff, an account that an engineer of the roster has. */
export function siteSessionLengthOf(role: UserRole, isEngineer = false) {
  if (role !== 'customer') return siteSessionLength.staff
  return isEngineer ? siteSessionLength.engineer : siteSessionLength.customer
}

/** Whether a session has run out, by its age or for want of use. One of staff lasts no longer than on the site. */
export function sessionIsOver(
  { createdAt, endsAt, refreshedAt }: Pick<AuthSessionsTable, 'createdAt' | 'endsAt' | 'refreshedAt'>,
  role: UserRole,
  now: Date,
): boolean {
  const { idleMs, mostMs } = role === 'customer' ? clientSessionLength : siteSessionLength.staff
  const at = now.toISOString()
  return endsAt <= at || later(createdAt, mostMs) <= at || later(refreshedAt, idleMs) <= at
}

/** What a refresh token that carries the count `presented` is, seen from its session. */
export function judgeRefresh(
  session: Pick<AuthSessionsTable, 'refreshCount' | 'refreshedAt'>,
  presented: number,
  now: Date,
): 'current' | 'replaced just now' | 'used again' {
  if (presented === session.refreshCount) return 'current'
  const isNearest = presented === session.refreshCount - 1
  return isNearest && later(session.refreshedAt, refreshGraceMs) >= now.toISOString() ? 'replaced just now' : 'used again'
}
