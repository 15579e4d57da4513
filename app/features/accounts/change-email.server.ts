import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import { endWithChange } from './change-access.server.ts'
import { emailIdentityRow } from './create-user.server.ts'
import { isUnused, lockAddress } from './lock-accounts.server.ts'
import { notify } from './mail-account.server.ts'
import type { MailToken } from './mail-tokens.server.ts'
import { emailExists, linkExpired } from './refusals.ts'

/** The bit of each confirmed half in `emailChangeHalves`. */
export const changeHalves = { email_change_new: 1, email_change_current: 2 } as const

type ChangeToken = MailToken & { kind: keyof typeof changeHalves }
export const isChangeToken = (token: MailToken): token is ChangeToken => token.kind in changeHalves

/** Records one half of a change of address; true once the address is changed. Throws `otp_expired`, `email_exists`. */
export async function confirmEmailChange(services: Services, tx: Transaction<Tables>, user: UserRow, token: ChangeToken): Promise<boolean> {
  const at = toInstant(services.clock.now())
  const mine = token.kind === 'email_change_new' ? user.newEmail : user.email
  if (!user.newEmail || token.email !== mine) throw linkExpired()
  // A bit for each of the two: two emails to one of the addresses are one half.
  const halves = user.emailChangeHalves | changeHalves[token.kind]
  await tx.updateTable('authUsers').set({ emailChangeHalves: halves, updatedAt: at }).where('id', '=', user.id).execute()
  const wanted = user.email && user.emailConfirmedAt ? changeHalves.email_change_new | changeHalves.email_change_current : halves
  if (halves !== wanted) return false
  await changeEmail(services, tx, user, user.newEmail)
  return true
}

interface EmailChange {
  actor?: string
  /** The one session that stays. */
  keepSessionId?: string
  emailConfirmedAt?: string | null
}

/** Changes a user's address, confirmed, unless someone else has it by now, and ends all other sessions. Throws `email_exists`. */
export async function changeEmail(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  email: string,
  { actor = user.id, keepSessionId, emailConfirmedAt = toInstant(services.clock.now()) }: EmailChange = {},
): Promise<void> {
  const at = toInstant(services.clock.now())
  await lockAddress(services, tx, email)
  const changed = await tx
    .updateTable('authUsers')
    .set({ email, emailConfirmedAt, isAnonymous: 0, updatedAt: at })
    .where('id', '=', user.id)
    .where(isUnused(email))
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw emailExists()
  await tx
    .insertInto('authIdentities')
    .values(emailIdentityRow(services, { ...user, email, emailConfirmedAt }))
    .onConflict((conflict) =>
      conflict.columns(['provider', 'providerId']).doUpdateSet((eb) => ({
        email: eb.ref('excluded.email'),
        identityData: eb.ref('excluded.identityData'),
        updatedAt: at,
      })),
    )
    .execute()
  await endWithChange(services, tx, 'address changed', { userId: user.id, sessionId: keepSessionId, actor })
  await recordAudit(tx, services.clock.now(), { actor, action: 'user.change-email', subject: user.id })
  if (user.email) await notify(services, tx, user.id, 'email_changed', user.email)
}
