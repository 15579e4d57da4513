import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import { verifyPassword } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { isBanned } from './account-rows.ts'
import { setRole } from './change-colleague.server.ts'
import { claimAddress } from './create-user.server.ts'
import { requireEmail } from './email-and-phone.ts'
import { readFirstOwnerLink } from './first-owner-link.server.ts'
import { hasOwner, lockAddress, lockUser } from './lock-accounts.server.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { emailExists, linkExpired, userBanned } from './refusals.ts'
import { createSession } from './sessions.server.ts'
import { siteCookie } from './site-session.server.ts'
import { storedPassword } from './stored-password.server.ts'
import { accountKey, type Caller, takeTurns } from './take-turns.server.ts'
import { passwordProblem } from './weak-passwords.server.ts'

/**
 * Makes the first owner by the link printed at start: confirmed, and signed in to the site. Returns the Set-Cookie header. For an existing
 * confirmed account its own password is required. Of several at the same time, one succeeds. Throws `otp_expired`, `validation_failed`,
 * `weak_password`, `email_exists` (wrong password for an existing account), `user_banned`, `over_request_rate_limit`.
 */
export async function makeFirstOwner(
  services: Services,
  caller: Caller,
  { token, fullName, email: typed, password }: { token: string; fullName: string; email: string; password: string },
): Promise<string> {
  await takeTurns(services, [limits.authVerify, caller.clientKey])
  if ((await readFirstOwnerLink(services, token)) !== 'open') throw linkExpired()
  const email = requireEmail(typed)
  const problem = await passwordProblem(password, email, 'owner')
  if (problem) throw problem
  const proved = await provePassword(services, caller, email, password)
  const stored = await storedPassword(password)
  const now = services.clock.now()
  const cookie = await services.db.transaction().execute(async (tx) => {
    await lockAddress(services, tx, email)
    const known = await readUserByEmail(tx, email)
    const member = known?.emailConfirmedAt ? await lockUser(tx, known.id) : undefined
    const taken = await tx
      .deleteFrom('firstOwnerLink')
      .where('tokenHash', '=', hashOf(token))
      .where('expiresAt', '>', toInstant(now))
      .returning('onlyOne')
      .executeTakeFirst()
    if (!taken || (await hasOwner(tx))) throw linkExpired()
    // Confirmed, or its password changed, since the check.
    if (member && member.passwordHash !== proved) throw emailExists()
    if (member && isBanned(member, now)) throw userBanned(403)
    const user = member ?? (await claimAddress(services, tx, { email, fullName, ...stored }))
    await recordAudit(tx, now, { actor: user.id, action: 'user.become-first-owner', subject: user.id })
    // An earlier account was proved by the same password.
    const { passwordSuitsStaff } = stored
    await setRole(services, tx, { ...user, passwordSuitsStaff }, { role: 'owner', actor: user.id })
    return siteCookie(services, tx, await createSession(services, tx, { userId: user.id, method: 'password', userAgent: caller.userAgent }))
  })
  services.jobsAdded()
  return cookie
}

/**
 * The link gives no access to someone's account: its owner proves it with the password, within the limits of signing in. Returns the hash
 * that was matched; undefined if there is no such account.
 */
async function provePassword(services: Services, caller: Caller, email: string, password: string): Promise<string | undefined> {
  const known = await readUserByEmail(services.db, email)
  if (!known?.emailConfirmedAt) return undefined
  const account = accountKey(services, email)
  await takeTurns(services, [limits.authSignInHere, `${caller.clientKey}:${account}`], [limits.authSignIn, account])
  if (!known.passwordHash || !(await verifyPassword(known.passwordHash, password))) throw emailExists()
  return known.passwordHash
}
