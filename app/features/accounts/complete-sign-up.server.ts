import type { Transaction } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { updateEmailIdentity } from './create-user.server.ts'
import type { PendingSignUp } from './mail-tokens.server.ts'

/**
 * Sets the password and name from the sign-up of a user whose address has just been confirmed, in the caller's transaction. The caller must
 * have checked that the same person signed up (docs/decisions/0014-accounts.md).
 */
export async function completeSignUp(
  services: Services,
  tx: Transaction<Tables>,
  userId: string,
  { passwordHash, passwordSuitsStaff = null, userMetadata }: Omit<PendingSignUp, 'askedAt'>,
): Promise<void> {
  const updatedAt = toInstant(services.clock.now())
  const user = await tx
    .updateTable('authUsers')
    .set({ passwordHash, passwordSuitsStaff, userMetadata, updatedAt })
    .where('id', '=', userId)
    .where('passwordHash', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (user) await updateEmailIdentity(tx, user)
}
