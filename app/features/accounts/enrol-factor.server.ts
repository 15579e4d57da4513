import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { FactorRow } from './account-rows.ts'
import { lockSignedIn, requireRecentProof, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { readE164 } from './email-and-phone.ts'
import { factorHasExpired, mostFactors } from './factor-limits.ts'
import { friendlyNameField, phoneField, readInput, shortText } from './input-fields.ts'
import { AuthRefusal, factorExists, factorNameConflict, invalidPhone } from './refusals.ts'
import { newTotp } from './second-step/factors/totp.server.ts'
import { hasPasskeys } from './webauthn.server.ts'

const EnrolFactor = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: friendlyNameField,
  issuer: shortText(100).nullish(),
  phone: phoneField.nullish(),
})

/**
 * Adds a second factor: an authenticator app, a phone or a security key. It is active once a code or signature of it has been verified,
 * within five minutes. A user who has a factor must have used it in this session. Returns what the app or the page needs; the secret is
 * returned only here (docs/api.md). Throws `validation_failed`, `insufficient_aal`, `too_many_enrolled_mfa_factors`,
 * `mfa_factor_name_conflict`, `mfa_verified_factor_exists`, `mfa_webauthn_enroll_not_enabled`, `reauthentication_needed`.
 */
export async function enrolFactor(services: Services, signedIn: SignedIn, body: unknown) {
  const input = readInput(EnrolFactor, body)
  const kind = input.factor_type
  if (kind === 'webauthn' && !hasPasskeys(services))
    throw new AuthRefusal(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  requireRecentProof(services, signedIn, 'Enrolling a factor')
  const friendlyName = sanitiseLine(input.friendly_name ?? '') || null
  const shown = { friendly_name: friendlyName ?? undefined }

  if (kind === 'phone') {
    const phone = readE164(input.phone ?? '')
    if (!phone) throw invalidPhone()
    const id = await addFactor(services, signedIn, { kind, friendlyName, phone })
    return { id, type: kind, ...shown, phone }
  }
  // Its key is made for the first challenge.
  if (kind === 'webauthn') return { id: await addFactor(services, signedIn, { kind, friendlyName }), type: kind, ...shown }
  const { user } = signedIn.account
  const issuer = sanitiseLine(input.issuer ?? '') || new URL(services.config.siteUrl).host
  const totp = newTotp({ issuer, label: user.email ?? user.id })
  const sealedSecret = services.secrets.seal('totp-secret', totp.secret)
  const id = await addFactor(services, signedIn, { kind, friendlyName, sealedSecret })
  return { id, type: kind, ...shown, totp }
}

type NewFactor = Pick<FactorRow, 'kind' | 'friendlyName'> & Partial<Pick<FactorRow, 'sealedSecret' | 'phone'>>

function addFactor(services: Services, signedIn: SignedIn, factor: NewFactor): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    const fresh = await lockSignedIn(tx, signedIn)
    requireSecondFactor(fresh, 403, 'AAL2 required to enroll a new factor')
    const { user, factors } = fresh.account
    const now = services.clock.now()
    const past = factors.filter((each) => givesWay(each, factor, now))
    const kept = factors.filter((each) => !past.includes(each))
    if (kept.some(({ kind, phone }) => kind === 'phone' && phone === factor.phone))
      throw factorExists('A verified phone factor already exists, unenroll the existing factor to continue')
    if (kept.filter(({ kind }) => kind !== 'recovery_code').length >= mostFactors)
      throw new AuthRefusal(422, 'too_many_enrolled_mfa_factors', 'Maximum number of factors reached, unenroll one to continue')
    for (const { id } of past) await tx.deleteFrom('authFactors').where('id', '=', id).execute()
    return insertFactor(services, tx, { ...newFactorRow(services, user.id), ...factor })
  })
}

/** Returns true if a new factor may replace this one: it has expired, or waits for the same phone. */
const givesWay = (known: FactorRow, added: NewFactor, now: Date): boolean =>
  factorHasExpired(known, now) || (known.status === 'unverified' && known.kind === 'phone' && known.phone === added.phone)

/** A factor as one begins. */
export function newFactorRow(services: Pick<Services, 'clock'>, userId: string) {
  const at = toInstant(services.clock.now())
  return {
    id: newId(),
    userId,
    status: 'unverified' as const,
    friendlyName: null,
    sealedSecret: null,
    phone: null,
    lastStep: null,
    failures: 0,
    lockedUntil: null,
    lastChallengedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** Stores a factor, with its audit entry. Throws `mfa_factor_name_conflict`. */
export async function insertFactor(services: Services, tx: Transaction<Tables>, row: FactorRow): Promise<string> {
  const stored = await tx
    .insertInto('authFactors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'friendlyName']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw factorNameConflict(row.friendlyName ?? '')
  const detail = { kind: row.kind }
  await recordAudit(tx, services.clock.now(), { actor: row.userId, action: 'factor.enrol', subject: row.id, detail })
  return stored.id
}
