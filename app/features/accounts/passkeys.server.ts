import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { lockSignedIn, requireRecentProof, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { endWithChange } from './change-access.server.ts'
import { readInput } from './input-fields.ts'
import { lockUser } from './lock-accounts.server.ts'
import { notify } from './mail-account.server.ts'
import { noSuchUser, passkeyNotFound } from './refusals.ts'
import { hasAtLeast } from './roles.ts'
import { hasPasskeys, type PasskeyRow } from './webauthn.server.ts'

const RenamePasskey = z.object({ friendly_name: z.string().transform(sanitiseLine).pipe(z.string().min(1).max(120)) })

/** Someone's passkeys, oldest first; not the security keys that are a second step only. */
export const readPasskeys = (db: Kysely<Tables>, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('authPasskeys').selectAll().where('userId', '=', userId).where('factorId', 'is', null).orderBy('id').execute()

/** A passkey as clients are shown it. */
export const passkeyView = ({ id, friendlyName, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt,
  ...(lastUsedAt && { last_used_at: lastUsedAt }),
})

/** Renames a passkey. Throws `webauthn_credential_not_found`, `validation_failed`. */
export async function renamePasskey(services: Services, { account: { user } }: SignedIn, passkeyId: string, body: unknown) {
  const { friendly_name: friendlyName } = readInput(RenamePasskey, body)
  const renamed = await services.db.transaction().execute(async (tx) => {
    const passkey = await tx
      .updateTable('authPasskeys')
      .set({ friendlyName })
      .where('id', '=', passkeyId)
      .where('userId', '=', user.id)
      .where('factorId', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!passkey) throw passkeyNotFound()
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'passkey.rename', subject: passkeyId })
    return passkey
  })
  return passkeyView(renamed)
}

/**
 * Removes a passkey, and tells its owner. All other sessions end; the current one continues without a second step. Throws
 * `webauthn_credential_not_found`, `insufficient_aal`, `reauthentication_needed`.
 */
export async function removePasskey(services: Services, signedIn: SignedIn, passkeyId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const fresh = await lockSignedIn(tx, signedIn)
    requireSecondFactor(fresh, 403)
    requireRecentProof(services, fresh, 'Removing a passkey')
    await deletePasskey(services, tx, { userId: fresh.account.user.id, passkeyId, keep: fresh.session.id })
  })
  services.jobsAdded()
}

/** A user's passkeys, for the service. Throws `user_not_found`. */
export async function listPasskeysByService({ db }: Services, userId: string) {
  if (!(await db.selectFrom('authUsers').select('id').where('id', '=', userId).executeTakeFirst())) throw noSuchUser()
  return (await readPasskeys(db, userId)).map(passkeyView)
}

/** Removes a passkey for someone who has lost it. Throws `webauthn_credential_not_found`. */
export async function removePasskeyByService(services: Services, userId: string, passkeyId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    await deletePasskey(services, tx, { userId, passkeyId, actor: 'service' })
  })
  services.jobsAdded()
}

interface Deletion {
  userId: string
  passkeyId: string
  actor?: string
  /** The session that stays. */
  keep?: string
}

async function deletePasskey(services: Services, tx: Transaction<Tables>, { userId, passkeyId, actor = userId, keep }: Deletion) {
  const owned = await tx
    .selectFrom('authPasskeys')
    .select('id')
    .where('id', '=', passkeyId)
    .where('userId', '=', userId)
    .where('factorId', 'is', null)
    .executeTakeFirst()
  if (!owned) throw passkeyNotFound()
  await endWithChange(services, tx, 'passkey removed', { userId, sessionId: keep, actor })
  await tx
    .updateTable('authSessions')
    .set((eb) => ({
      passkeyId: null,
      aal: eb
        .case()
        .when('factorId', 'is', null)
        .then('aal1' as const)
        .else('aal2' as const)
        .end(),
    }))
    .where('passkeyId', '=', passkeyId)
    .execute()
  await tx.deleteFrom('authPasskeys').where('id', '=', passkeyId).execute()
  await recordAudit(tx, services.clock.now(), { actor, action: 'passkey.remove', subject: passkeyId })
  await notify(services, tx, userId, 'passkey_removed')
}

/**
 * Records the use of a passkey whose signature was right, under its user's lock; false if it is blocked or gone. Devices that count their
 * signatures count up: a count that doesn't grow comes from a copy, or from the device after its copy was used. Since the two can't be told
 * apart, the passkey is blocked, its sessions end, and its owner is told. Takes effect only if the transaction commits.
 */
export async function takeUse(services: Services, tx: Transaction<Tables>, passkeyId: string, signCount: number): Promise<boolean> {
  const now = services.clock.now()
  const passkey = await tx.selectFrom('authPasskeys').selectAll().where('id', '=', passkeyId).executeTakeFirst()
  if (!passkey || passkey.blockedAt) return false
  const { userId } = passkey
  const at = toInstant(now)
  if (signCount > passkey.signCount || (signCount === 0 && passkey.signCount === 0)) {
    await tx.updateTable('authPasskeys').set({ signCount, lastUsedAt: at }).where('id', '=', passkeyId).execute()
    return true
  }
  await tx.updateTable('authPasskeys').set({ blockedAt: at }).where('id', '=', passkeyId).execute()
  const ended = await tx.deleteFrom('authSessions').where('passkeyId', '=', passkeyId).returning('id').execute()
  const detail = { reason: 'its passkey was blocked' }
  for (const { id } of ended) await recordAudit(tx, now, { actor: userId, action: 'session.end', subject: id, detail })
  await recordAudit(tx, now, { actor: 'system', action: 'passkey.block', subject: passkeyId })
  await notify(services, tx, userId, 'passkey_blocked')
  return false
}

/** Returns true for staff and owners, who see other people's data, until they have a passkey or have seen the offer. */
export async function isOfferedPasskey(services: Services, { account: { user } }: SignedIn): Promise<boolean> {
  if (!hasAtLeast(user.role, 'staff') || user.passkeyOfferClosedAt || !hasPasskeys(services)) return false
  return (await readPasskeys(services.db, user.id)).length === 0
}

/** Ends the offer for good: passkeys can still be added on the account page. */
export async function closePasskeyOffer({ db, clock }: Pick<Services, 'db' | 'clock'>, { account: { user } }: SignedIn): Promise<void> {
  await db
    .updateTable('authUsers')
    .set({ passkeyOfferClosedAt: toInstant(clock.now()) })
    .where('id', '=', user.id)
    .execute()
}
