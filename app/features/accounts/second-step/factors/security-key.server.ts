import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { FactorRow, UserRow } from '../../account-rows.ts'
import { CreatedCredential, UsedCredential } from '../../passkeys/credentials.ts'
import { takeUse } from '../../passkeys.server.ts'
import { creationOptions, newPasskeyRow, readCreated, readUsed, requestOptions } from '../../webauthn.server.ts'

/* WebAuthn as a second factor: a key beside a password, not instead of it. Possession is the second proof, so it needn't verify its owner,
   and it doesn't sign in on its own. */

/** A browser's response to the challenge of a factor. */
export const FactorCredential = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), credential_response: CreatedCredential }),
  z.object({ type: z.literal('request'), credential_response: UsedCredential }),
])
export type FactorCredential = z.infer<typeof FactorCredential>

/** The browser's options for a security key: to make a key at first, then to use it. */
export async function keyOptions(services: Services, user: UserRow, { id, status }: FactorRow, challengeId: string) {
  const known = await services.db.selectFrom('authPasskeys').selectAll().where('userId', '=', user.id).execute()
  const publicKey =
    status === 'unverified'
      ? await creationOptions(services, { challengeId, user, known, isPasskey: false })
      : await requestOptions(services, {
          challengeId,
          known: known.filter(({ factorId }) => factorId === id),
          userVerification: 'preferred',
        })
  return { type: status === 'unverified' ? 'create' : 'request', credential_options: { publicKey } }
}

/** Verifies a security key's response, under the lock of its user; the first one stores its key. */
export async function takeKey(
  services: Services,
  tx: Transaction<Tables>,
  { id: factorId, userId, status, friendlyName }: FactorRow,
  challengeId: string,
  key: FactorCredential,
): Promise<boolean> {
  const loosely = { requireUserVerification: false }
  if (status === 'verified') {
    const passkey = await tx.selectFrom('authPasskeys').selectAll().where('factorId', '=', factorId).executeTakeFirst()
    if (!passkey || key.type !== 'request') return false
    const signCount = await readUsed(services, challengeId, key.credential_response, passkey, loosely)
    return signCount !== undefined && takeUse(services, tx, passkey.id, signCount)
  }
  if (key.type !== 'create') return false
  const created = await readCreated(services, challengeId, key.credential_response, loosely)
  if (!created) return false
  const stored = await tx
    .insertInto('authPasskeys')
    .values(newPasskeyRow(toInstant(services.clock.now()), { userId, factorId, friendlyName: friendlyName ?? 'Security key', created }))
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}
