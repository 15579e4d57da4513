import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { later, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { invitationToken } from './account-mails/staff-invitations.server.ts'
import { mayMail } from './ask-for-mail.server.ts'
import type { SignedIn } from './authenticate.server.ts'
import { requireEmail } from './email-and-phone.ts'
import { staffInvitationMs } from './link-lifetimes.ts'
import { lockOwner } from './lock-accounts.server.ts'
import { mailAccount } from './mail-account.server.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { AuthRefusal, noSuchInvitation } from './refusals.ts'
import { hasAtLeast } from './roles.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

/**
 * Invites someone to work here: they get an email, and the role once they accept. An open invitation of the same address is replaced.
 * Throws `validation_failed`, `already_staff`, `not_owner`, and the refusals of the limits.
 */
export async function inviteStaff(
  services: Services,
  caller: Caller,
  { account: { user } }: SignedIn,
  { email: typed, fullName, role }: { email: string; fullName: string; role: 'staff' | 'owner' },
): Promise<void> {
  const email = requireEmail(typed)
  await takeTurns(services, [limits.authInvite, user.id], [limits.authAsk, caller.clientKey])
  const known = await readUserByEmail(services.db, email)
  if (known && hasAtLeast(known.role, role)) throw new AuthRefusal(422, 'already_staff', 'This address already has that role')
  await mayMail(services, 'staff-invitation', email)
  const id = newId()
  const invitation = { id, email, fullName, role, engineerId: null, invitedBy: user.id, ...mailOf(services, id) }
  await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    await tx
      .insertInto('staffInvitations')
      .values({ ...invitation, createdAt: invitation.sentAt })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ ...invitation, createdAt: invitation.sentAt }))
      .execute()
    await mailAccount(services, tx, { kind: 'staff-invitation', invitationId: id })
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'staff.invite', subject: id, detail: { role } })
  })
  services.jobsAdded()
}

/** Sends an invitation again, with a new link and a new expiry. Throws `invitation_not_found`, `not_owner`, and the limits' refusals. */
export async function resendInvitation(services: Services, caller: Caller, { account: { user } }: SignedIn, id: string): Promise<void> {
  await takeTurns(services, [limits.authInvite, user.id], [limits.authAsk, caller.clientKey])
  const open = await services.db.selectFrom('staffInvitations').select('email').where('id', '=', id).executeTakeFirst()
  if (!open) throw noSuchInvitation()
  await mayMail(services, 'staff-invitation', open.email)
  await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    const sent = await tx
      .updateTable('staffInvitations')
      .set({ invitedBy: user.id, ...mailOf(services, id) })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!sent) throw noSuchInvitation()
    await mailAccount(services, tx, { kind: 'staff-invitation', invitationId: id })
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'staff.invite-again', subject: id })
  })
  services.jobsAdded()
}

/** Withdraws an invitation: its link stops working. Throws `invitation_not_found` if it was accepted or withdrawn before; `not_owner`. */
export async function withdrawInvitation(services: Services, { account: { user } }: SignedIn, id: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    const withdrawn = await tx.deleteFrom('staffInvitations').where('id', '=', id).returning('id').executeTakeFirst()
    if (!withdrawn) throw noSuchInvitation()
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'staff.withdraw-invitation', subject: id })
  })
}

/** The columns of an invitation that change with each email. */
export function mailOf(services: Services, id: string) {
  const now = services.clock.now()
  const sentAt = toInstant(now)
  return { sentAt, tokenHash: hashOf(invitationToken(services, { id, sentAt })), expiresAt: later(now, staffInvitationMs) }
}
