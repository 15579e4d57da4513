import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from '../account-rows.ts'
import { createEmailUser, newUserRow, updateEmailIdentity } from '../create-user.server.ts'
import { lockUser } from '../lock-accounts.server.ts'
import { readUserByEmail } from '../read-accounts.server.ts'
import { emailExists } from '../refusals.ts'
import { emptyAccount } from '../sessions/empty-account.server.ts'
import type { StoredPassword } from '../stored-password.server.ts'

/**
 * The user of a proven address, made with this name and password, in the caller's transaction. Nothing remains of an unconfirmed sign-up
 * with it, which may have been anyone's. Throws `email_exists` if it was confirmed.
 */
export async function claimAddress(
  services: Services,
  tx: Transaction<Tables>,
  { email, fullName, ...password }: StoredPassword & { email: string; fullName: string },
): Promise<UserRow> {
  const now = services.clock.now()
  const at = toInstant(now)
  const userMetadata = JSON.stringify({ full_name: fullName })
  const fresh = { email, ...password, userMetadata, emailConfirmedAt: at }
  const created = await createEmailUser(services, tx, newUserRow(services, fresh))
  if (created) return created
  const known = await readUserByEmail(tx, email)
  const waiting = known && (await lockUser(tx, known.id))
  if (!waiting || waiting.emailConfirmedAt) throw emailExists()
  await emptyAccount(services, tx, waiting.id)
  const claimed = { ...fresh, passwordChangedAt: at, signUpContestedAt: null, updatedAt: at }
  const user = await tx.updateTable('authUsers').set(claimed).where('id', '=', waiting.id).returningAll().executeTakeFirstOrThrow()
  await updateEmailIdentity(tx, user)
  await recordAudit(tx, now, { actor: waiting.id, action: 'user.confirm', subject: waiting.id })
  return user
}
