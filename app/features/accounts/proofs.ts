import { type Instant, later, minutes } from '#app/values/clock.ts'
import type { AuthFactorsTable } from '#db/tables/accounts.ts'
import { mailLinkMs } from './link-lifetimes.ts'

/** How a user proved their identity (docs/api.md). */
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

/** Proofs that raise a session: a second factor, or a passkey instead. */
type RaisingKind = AuthFactorsTable['kind'] | 'passkey'

const secondMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'recovery_code',
} as const satisfies Record<AuthFactorsTable['kind'], Method>

/** The proofs of a session with one more, newest first; each method once. */
export const withProof = (amr: readonly Proof[], method: Method, at: Instant): Proof[] => [
  { method, at },
  ...amr.filter((proof) => proof.method !== method),
]

/** The same once a factor has been used. */
export const withFactor = (amr: readonly Proof[], kind: RaisingKind, at: Instant): Proof[] =>
  withProof(amr, kind === 'passkey' ? kind : secondMethods[kind], at)

/** The proofs that are left when a factor is removed. */
export const withoutFactors = (amr: readonly Proof[]): Proof[] =>
  amr.filter(({ method }) => !Object.values<Method>(secondMethods).includes(method))

/** After this, a new password requires the old one, or an emailed code. */
export const recentProofMs = minutes(10)

/** Returns true if a proof is recent enough to change a password; a proof by an email for that purpose is valid longer. */
export function isRecentProof(amr: readonly Proof[], now: Date): boolean {
  return amr.some(({ method, at }) => later(at, method === 'recovery' ? mailLinkMs.recovery : recentProofMs) >= now.toISOString())
}
