import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { StaffInvitationsTable, UserRole } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { readInvitationByToken } from './account-mails/staff-invitations.server.ts'
import { isBanned, type UserRow } from './account-rows.ts'
import { endWithChange } from './change-access.server.ts'
import { setRole } from './change-colleague.server.ts'
import { claimAddress } from './create-user.server.ts'
import { lockAddress, lockEngineer, lockUser } from './lock-accounts.server.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { linkExpired, userBanned } from './refusals.ts'
import { hasAtLeast, needsLongerPassword, raisedTo } from './roles.ts'
import { createSession } from './sessions.server.ts'
import { siteCookie } from './site-session.server.ts'
import { type StoredPassword, storedPassword } from './stored-password.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'
import { passwordProblem } from './weak-passwords.server.ts'

type InvitedRole = StaffInvitationsTable['role']

/** The role whose password rules apply: everyone who works here sees personal data. */
export const passwordRole = (role: InvitedRole): UserRole => (role === 'engineer' ? 'staff' : role)

/**
 * The data of an invitation's page; undefined if its link no longer works. `isKnown`: the address has an account; `needsLonger`: one with a
 * password that isn't known to suit the role.
 */
export async function readInvitation({ db, clock }: Services, token: string) {
  const invitation = await readInvitationByToken(db, token, clock.now())
  if (!invitation) return undefined
  const { email, fullName, role } = invitation
  const known = await readUserByEmail(db, email)
  const isKnown = Boolean(known?.emailConfirmedAt)
  return {
    email,
    fullName,
    role,
    isKnown,
    needsLonger: Boolean(known?.emailConfirmedAt && needsLongerPassword(raisedTo(passwordRole(role), known))),
  }
}

/**
 * Accepts an invitation by its email's link, which proves the address: gives the role, and signs in to the site like any email's link. An
 * existing account keeps its name and password, though it may need a longer password for its work; anyone else gets one with
 * this name and password. Returns the Set-Cookie header. Throws `otp_expired`, `weak_password`, `user_banned`, `over_request_rate_limit`.
 */
export async function acceptInvitation(
  services: Services,
  caller: Caller,
  { token, fullName, password }: { token: string; fullName: string; password: string },
): Promise<string> {
  await takeTurns(services, [limits.authVerify, caller.clientKey])
  const now = services.clock.now()
  const open = await readInvitation(services, token)
  if (!open) throw linkExpired()
  const { email, role } = open
  const stored = open.isKnown ? undefined : await hashAllowed(password, email, passwordRole(role))
  const cookie = await services.db.transaction().execute(async (tx) => {
    await lockAddress(services, tx, email)
    const known = await readUserByEmail(tx, email)
    const member = known && (await lockUser(tx, known.id))
    const { engineerId } = (await readInvitationByToken(tx, token, now)) ?? {}
    // Before the invitation, as by those who replace or withdraw it.
    if (engineerId) await lockEngineer(tx, engineerId)
    const taken = await tx
      .deleteFrom('staffInvitations')
      .where('tokenHash', '=', hashOf(token))
      .where('expiresAt', '>', toInstant(now))
      .returning(['id', 'role', 'engineerId', 'invitedBy'])
      .executeTakeFirst()
    if (!taken) throw linkExpired()
    if (member && isBanned(member, now)) throw userBanned(403)
    const user = member?.emailConfirmedAt ? member : stored && (await claimAddress(services, tx, { email, fullName, ...stored }))
    // The account was deleted since the page was loaded: the page then asks for a password.
    if (!user) throw linkExpired()
    const detail = { invitedBy: taken.invitedBy }
    await recordAudit(tx, now, { actor: user.id, action: 'staff.accept-invitation', subject: taken.id, detail })
    if (taken.engineerId) await becomeEngineer(services, tx, user, taken.engineerId)
    else if (taken.role !== 'engineer' && !hasAtLeast(user.role, taken.role))
      await setRole(services, tx, user, { role: taken.role, actor: user.id })
    return siteCookie(services, tx, await createSession(services, tx, { userId: user.id, method: 'invite', userAgent: caller.userAgent }))
  })
  services.jobsAdded()
  return cookie
}

/**
 * Gives an account the jobs of one engineer, and ends its sessions: jobs show door codes, so it signs in again with today's proofs, and with
 * a password that isn't known to suit staff it needs a longer one first. Throws `otp_expired` if they have left meanwhile.
 */
async function becomeEngineer(services: Services, tx: Transaction<Tables>, user: UserRow, engineerId: string): Promise<void> {
  const userId = user.id
  const before = await tx.selectFrom('engineers').select('userId').where('id', '=', engineerId).executeTakeFirst()
  await tx.updateTable('engineers').set({ userId: null }).where('userId', '=', userId).execute()
  const engineer = await tx
    .updateTable('engineers')
    .set({ userId })
    .where('id', '=', engineerId)
    .where('retiredAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!engineer) throw linkExpired()
  const { passwordSuitsStaff } = raisedTo('staff', user)
  await tx.updateTable('authUsers').set({ passwordSuitsStaff }).where('id', '=', userId).execute()
  await endWithChange(services, tx, 'engineer access given', { userId })
  if (before?.userId && before.userId !== userId)
    await endWithChange(services, tx, 'engineer access ended', { userId: before.userId, actor: userId })
}

async function hashAllowed(password: string, email: string, role: UserRole): Promise<StoredPassword> {
  const problem = await passwordProblem(password, email, role)
  if (problem) throw problem
  return storedPassword(password)
}
