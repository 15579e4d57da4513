import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { UserRow } from '#app/features/accounts/account-rows.ts'
import { mergedMetadata } from '#app/features/accounts/account-rows.ts'
import { createEmailUser, newUserRow } from '#app/features/accounts/create-user.server.ts'
import { requireEmail } from '#app/features/accounts/email-and-phone.ts'
import { emailField, metadataField, readInput } from '#app/features/accounts/input-fields.ts'
import { mailAccount } from '#app/features/accounts/mail-account.server.ts'
import { readUserByEmail } from '#app/features/accounts/read-accounts.server.ts'
import { emailExists } from '#app/features/accounts/refusals.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { showUser } from './admin-users.ts'

const Invite = z.object({ email: emailField, data: metadataField })

/** Invites someone by email; they choose a password once they have accepted. Throws `validation_failed`, `email_exists`. */
export async function inviteUser(services: Services, body: unknown, redirectTo?: string) {
  const input = readInput(Invite, body)
  const email = requireEmail(input.email)
  const user = await services.db.transaction().execute(async (tx) => {
    const invited = await makeInvited(services, tx, email, input.data)
    await mailAccount(services, tx, { kind: 'invite', userId: invited.id, redirectTo })
    return invited
  })
  services.jobsAdded()
  return showUser(services, user.id)
}

/**
 * The invited user, new or not confirmed yet: nothing that someone else may have set in an unconfirmed account is kept. In the caller's
 * transaction. Throws `email_exists`.
 */
export async function makeInvited(
  services: Services,
  tx: Transaction<Tables>,
  email: string,
  data: Record<string, unknown> | null | undefined,
): Promise<UserRow> {
  const now = services.clock.now()
  const [invitedAt, userMetadata] = [toInstant(now), mergedMetadata('{}', data ?? {})]
  const created = await createEmailUser(services, tx, newUserRow(services, { email, invitedAt, userMetadata }), 'service')
  const waiting = created ? undefined : await readUserByEmail(tx, email)
  const again =
    waiting &&
    (await tx
      .updateTable('authUsers')
      .set({ invitedAt, userMetadata, passwordHash: null, updatedAt: invitedAt })
      .where('id', '=', waiting.id)
      .where('emailConfirmedAt', 'is', null)
      .returningAll()
      .executeTakeFirst())
  const user = created ?? again
  if (!user) throw emailExists()
  await recordAudit(tx, now, { actor: 'service', action: 'user.invite', subject: user.id })
  return user
}
