import { days, hours, type Instant, later, minutes, seconds } from '#app/platform/clock.ts'
import { emailPattern } from '#app/platform/email.ts'
import type { RateLimit } from '#app/platform/rate-limit.ts'
import { customerIdleDays, customerSessionDays, passkeyMinutes, providerFlowMinutes, staffSessionHours } from '#content/device-storage.ts'
import type { AuthFactorsTable, AuthSessionsTable, AuthUsersTable, UserRole } from '#db/tables.ts'

/*
 * Decisions of accounts (DESIGN 7; AUTH-WIRE): where links may lead, how long things hold, how often something
 * may be asked for. Times are stated here, or in content/device-storage.ts where /cookies says them too.
 */

export const holds = {
  /** A session ends when it has not been refreshed for so long, and after so long in any case. */
  sessionIdleMs: days(30),
  sessionMs: days(180),
  /** A refresh token that was replaced just now still leads to the one that replaced it: several tabs, a lost answer. */
  refreshGraceMs: seconds(10),
  mailLinkMs: { signup: days(1), invite: days(7), recovery: minutes(60), magiclink: minutes(10), email_change: days(1) },
  /** Six digits are to be typed at once. */
  mailCodeMs: minutes(10),
  authCodeMs: minutes(5),
  firstOwnerLinkMs: days(1),
  staffInvitationMs: days(7),
  providerFlowMs: minutes(providerFlowMinutes),
  challengeMs: minutes(5),
  unverifiedFactorMs: minutes(5),
  passkeyChallengeMs: minutes(passkeyMinutes),
  /** After that a new password asks for the old one, or for a code from a mail. */
  recentProofMs: minutes(10),
} as const

/** Characters of what is kept of a user as JSON: it goes into every access token. */
export const mostMetadata = 4_000

/**
 * How long a browser stays signed in (docs/asvs.md): unused, and in any case. Staff see other people's data, at a desk that others pass:
 * a shift at most.
 */
export const siteSessionHolds = {
  customer: { idleMs: days(customerIdleDays), mostMs: days(customerSessionDays) },
  staff: { idleMs: hours(2), mostMs: hours(staffSessionHours) },
} as const
export const siteSessionHoldsFor = (role: UserRole) => (role === 'customer' ? siteSessionHolds.customer : siteSessionHolds.staff)

/** What may be done grows from left to right. */
export const roles: readonly UserRole[] = ['customer', 'staff', 'owner']
export const hasAtLeast = (own: UserRole, wanted: UserRole): boolean => roles.indexOf(own) >= roles.indexOf(wanted)

/** How often a mail's code may be guessed. */
export const mostCodeTries = 5

/** Of second factors: how many somebody may have, how many wrong codes in a row lock them and for how long, how many recovery codes. */
export const mostFactors = 10
export const mostFactorFailures = 5
export const factorLockMs = minutes(15)
export const mostPasskeys = 10
export const recoveryCodes = { count: 10, length: 12 }

export const limits = {
  /** For each address. */
  token: { name: 'auth-token', turns: 150, windowMs: minutes(5) },
  verify: { name: 'auth-verify', turns: 30, windowMs: minutes(5) },
  ask: { name: 'auth-ask', turns: 30, windowMs: minutes(5) },
  passkey: { name: 'auth-passkey', turns: 150, windowMs: minutes(5) },
  factor: { name: 'auth-factor', turns: 15, windowMs: minutes(1) },
  /** For each account, from one address and from all of them: whether or not there is such an account. */
  signInHere: { name: 'auth-sign-in-here', turns: 20, windowMs: minutes(15) },
  signIn: { name: 'auth-sign-in', turns: 100, windowMs: minutes(60) },
  /** Tries of six digits, from one address and from all of them: a new mail with a new code must not mean endless tries. */
  codeHere: { name: 'auth-code-here', turns: 10, windowMs: minutes(60) },
  code: { name: 'auth-code', turns: 30, windowMs: minutes(60) },
  /** For each account and kind of mail, from one address and from all of them: nobody keeps its owner from a mail. */
  mail: { name: 'auth-mail', turns: 1, windowMs: minutes(1) },
  mailHere: { name: 'auth-mail-here', turns: 3, windowMs: minutes(15) },
  mails: { name: 'auth-mails', turns: 15, windowMs: minutes(15) },
  /** For each owner: mails that invite. */
  invite: { name: 'auth-invite', turns: 30, windowMs: minutes(60) },
  /** For each phone number and user. */
  text: { name: 'auth-text', turns: 1, windowMs: minutes(1) },
  texts: { name: 'auth-texts', turns: 10, windowMs: minutes(60) },
} as const satisfies Record<string, RateLimit>

/** Control characters (PostgreSQL keeps no NUL), and what nobody sees or nothing stands for. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/u

/** An e-mail address as it is kept and compared; undefined when it is none. */
export function readEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  return email.length <= 255 && emailPattern.test(email) && !invisible.test(email) ? email : undefined
}

/** A phone number in E.164, without its plus as the contract shows it, nor the (0) that is for calls inside a country; undefined when it is none. */
export function readE164(typed: string): string | undefined {
  const digits = typed.replace(/\(0\)|[\s()-]/g, '').replace(/^\+/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}

/** Where somebody is sent back to: the address asked for when its origin is one of ours exactly, else the site itself. */
export function redirectTarget(asked: string | undefined, origins: readonly string[]): string {
  const site = `${origins[0]}/`
  if (!asked || !URL.canParse(asked)) return site
  const url = new URL(asked)
  // The origin of a blob: address is that of the page that made it.
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  return isPage && origins.includes(url.origin) && !url.username && !url.password ? url.href : site
}

/** A PKCE challenge in a form that we keep: the client's SHA-256, or its verifier itself. Undefined where there is none. */
export function readChallenge(challenge: string | undefined, method: string | undefined): string | 'invalid' | undefined {
  if (!challenge && !method) return undefined
  if (!challenge || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) return 'invalid'
  return method?.toLowerCase() === 's256' ? challenge : 'invalid'
}

/** What a refresh token that carries the count `presented` is, seen from its session. */
export function judgeRefresh(
  session: Pick<AuthSessionsTable, 'refreshCount' | 'refreshedAt'>,
  presented: number,
  now: Date,
): 'current' | 'replaced just now' | 'used again' {
  if (presented === session.refreshCount) return 'current'
  const isNearest = presented === session.refreshCount - 1
  return isNearest && later(session.refreshedAt, holds.refreshGraceMs) >= now.toISOString() ? 'replaced just now' : 'used again'
}

/** Whether a session has run out, by its age or for want of use. One of staff lasts no longer than on the site. */
export function sessionIsOver(
  { createdAt, endsAt, refreshedAt }: Pick<AuthSessionsTable, 'createdAt' | 'endsAt' | 'refreshedAt'>,
  role: UserRole,
  now: Date,
): boolean {
  const { idleMs, mostMs } = role === 'customer' ? { idleMs: holds.sessionIdleMs, mostMs: holds.sessionMs } : siteSessionHolds.staff
  const at = now.toISOString()
  return endsAt <= at || later(createdAt, mostMs) <= at || later(refreshedAt, idleMs) <= at
}

export const isBanned = ({ bannedUntil }: Pick<AuthUsersTable, 'bannedUntil'>, now: Date): boolean =>
  bannedUntil !== null && bannedUntil > now.toISOString()

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** A length of time as the contract writes it, e.g. `24h30m`, in milliseconds; undefined when it is none, or more than a century. */
export function readDurationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)
  const ms = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
  return ms <= days(36_525) ? ms : undefined
}

/** Metadata with changes: as the contract has it, null takes a field away. */
export const mergedMetadata = (stored: string, changes: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries({ ...JSON.parse(stored), ...changes }).filter(([, value]) => value !== null)))

/** How somebody proved who they are (docs/api.md). */
export type Method =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'passkey'
  | 'recovery_code'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'anonymous'

export interface Proof {
  method: Method
  at: Instant
}

/** What raises a session: a second factor, or a passkey in the place of one. */
export type RaisingKind = AuthFactorsTable['kind'] | 'passkey'

const secondMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'recovery_code',
} as const satisfies Record<AuthFactorsTable['kind'], Method>

/** The proofs of a session with one more, newest first; each method stands there once. */
export const withProof = (amr: readonly Proof[], method: Method, at: Instant): Proof[] => [
  { method, at },
  ...amr.filter((proof) => proof.method !== method),
]

/** The same once a factor has been used. */
export const withFactor = (amr: readonly Proof[], kind: RaisingKind, at: Instant): Proof[] =>
  withProof(amr, kind === 'passkey' ? kind : secondMethods[kind], at)

/** What is left of them when the factor is gone. */
export const withoutFactors = (amr: readonly Proof[]): Proof[] =>
  amr.filter(({ method }) => !Object.values<Method>(secondMethods).includes(method))

/** Whether a factor that was never verified has had its time. */
export const factorHasExpired = ({ status, createdAt }: Pick<AuthFactorsTable, 'status' | 'createdAt'>, now: Date): boolean =>
  status === 'unverified' && later(createdAt, holds.unverifiedFactorMs) <= now.toISOString()

/** A counter of wrong codes after another one: the last one locks, and what comes after the lock is counted from the start. */
export const afterWrongCode = (failures: number, now: Date): { failures: number; lockedUntil: Instant | null } =>
  failures + 1 < mostFactorFailures ? { failures: failures + 1, lockedUntil: null } : { failures: 0, lockedUntil: later(now, factorLockMs) }

/** Whether a proof is fresh enough to change a password without another; one that came by mail for that very end holds longer. */
export function isRecentProof(amr: readonly Proof[], now: Date): boolean {
  return amr.some(
    ({ method, at }) => later(at, method === 'recovery' ? holds.mailLinkMs.recovery : holds.recentProofMs) >= now.toISOString(),
  )
}

/** What is typed to delete an account, in any case. */
export const deletionWord = 'DELETE'
export const confirmsDeletion = (typed: string): boolean => typed.trim().toUpperCase() === deletionWord
