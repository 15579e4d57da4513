import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { mayMail } from './ask-for-mail.server.ts'
import { endWithChange } from './change-access.server.ts'
import { requireEmail } from './email-and-phone.ts'
import { mailOf } from './invite-staff.server.ts'
import { lockEngineer, lockStaff, lockUser } from './lock-accounts.server.ts'
import { mailAccount } from './mail-account.server.ts'
import { AuthRefusal } from './refusals.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

/** An engineer's access to their jobs, as staff see it. */
export interface EngineerAccess {
  /** The email address of the account that they use; undefined: they have none. */
  email?: string
  /** An open invitation: its address, and when its link expires. */
  invited?: { email: string; expiresAt: string }
}

/** How an engineer has access to their jobs now. */
export async function readEngineerAccess({ db, clock }: Services, engineerId: string): Promise<EngineerAccess> {
  const account = await db
    .selectFrom('engineers')
    .innerJoin('authUsers', 'authUsers.id', 'engineers.userId')
    .select('authUsers.email')
    .where('engineers.id', '=', engineerId)
    .executeTakeFirst()
  const invited = await db
    .selectFrom('staffInvitations')
    .select(['email', 'expiresAt'])
    .where('engineerId', '=', engineerId)
    .where('expiresAt', '>', toInstant(clock.now()))
    .executeTakeFirst()
  return { email: account?.email ?? undefined, invited }
}

/**
 * Invites an engineer by email to see their jobs on their phone. An open invitation of the same address, or for the same engineer, is
 * replaced. Throws `validation_failed`, `not_staff`, `engineer_has_left`, `is_staff_invitation`, and the refusals of the limits.
 */
export async function inviteEngineer(
  services: Services,
  caller: Caller,
  { staffId, engineerId, email: typed }: { staffId: string; engineerId: string; email: string },
): Promise<void> {
  const email = requireEmail(typed)
  await takeTurns(services, [limits.authInvite, staffId], [limits.authAsk, caller.clientKey])
  await mayMail(services, 'staff-invitation', email)
  const id = newId()
  await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, staffId)
    const engineer = await lockEngineer(tx, engineerId)
    if (!engineer || engineer.retiredAt) throw new AuthRefusal(409, 'engineer_has_left', 'We can’t find that engineer, or they’ve left')
    const known = await tx.selectFrom('staffInvitations').select('role').where('email', '=', email).executeTakeFirst()
    // Future staff must accept that invitation first: this one would replace it.
    if (known && known.role !== 'engineer') throw new AuthRefusal(409, 'is_staff_invitation', 'This address has another invitation')
    await tx
      .deleteFrom('staffInvitations')
      .where((eb) => eb.or([eb('engineerId', '=', engineerId), eb('email', '=', email)]))
      .execute()
    const invitation = { id, email, fullName: engineer.name, role: 'engineer' as const, engineerId, invitedBy: staffId }
    const mail = mailOf(services, id)
    await tx
      .insertInto('staffInvitations')
      .values({ ...invitation, ...mail, createdAt: mail.sentAt })
      .execute()
    await mailAccount(services, tx, { kind: 'staff-invitation', invitationId: id })
    await recordAudit(tx, services.clock.now(), { actor: staffId, action: 'engineer.invite', subject: engineerId })
  })
  services.jobsAdded()
}

/**
 * Ends an engineer's access to their jobs immediately: an open invitation is void, their calendar feed is revoked, and all devices of their
 * account are signed out. The account stays. The caller has checked that `staffId` is staff.
 */
export async function endEngineerAccess(
  services: Services,
  { staffId, engineerId }: { staffId: string; engineerId: string },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('engineers').select('userId').where('id', '=', engineerId).executeTakeFirst()
    if (known?.userId) await lockUser(tx, known.userId)
    const engineer = await lockEngineer(tx, engineerId)
    if (!engineer) return
    await tx.deleteFrom('staffInvitations').where('engineerId', '=', engineerId).execute()
    await tx.deleteFrom('calendarFeeds').where('engineerId', '=', engineerId).execute()
    if (engineer.userId) {
      await tx.updateTable('engineers').set({ userId: null }).where('id', '=', engineerId).execute()
      await endWithChange(services, tx, 'engineer access ended', { userId: engineer.userId, actor: staffId })
    }
    await recordAudit(tx, services.clock.now(), { actor: staffId, action: 'engineer.end-access', subject: engineerId })
  })
}
