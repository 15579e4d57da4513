import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import { hashPassword, isOutdated, verifyPassword } from '#app/platform/passwords.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { isBanned } from './account-rows.ts'
import { readEmail } from './email-and-phone.ts'
import { emailField, passwordField, phoneField, readInput } from './input-fields.ts'
import { suitsStaff } from './password-length.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { AuthRefusal, emailNotConfirmed, invalidCredentials, userBanned, validationFailed } from './refusals.ts'
import { createSession } from './sessions.server.ts'
import { accountKey, type Caller, takeTurns } from './take-turns.server.ts'

const PasswordGrant = z.object({ email: emailField.nullish(), phone: phoneField.nullish(), password: passwordField.nullish() })

/**
 * Opens a session by address and password; `isKnown`: whether the browser has been signed in to the account of an address. Throws
 * `invalid_credentials`, the same and after the same work for an unknown address, one without a password and a wrong password; only with
 * the right password also `email_not_confirmed` and `user_banned`; `over_request_rate_limit`.
 */
export async function openByPassword(services: Services, caller: Caller, body: unknown, isKnown = (_email: string) => false) {
  const input = readInput(PasswordGrant, body)
  if (input.phone && !input.email) throw new AuthRefusal(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!input.email || !input.password) throw validationFailed('missing email or phone')
  // An older account may have an address that is no longer accepted.
  const email = readEmail(input.email) ?? plainCode(input.email).toLowerCase()
  const account = accountKey(services, email)
  await takeTurns(
    services,
    [limits.authToken, caller.clientKey],
    [limits.authSignInHere, `${caller.clientKey}:${account}`],
    [limits.authSignIn, account],
  )
  const user = await readUserByEmail(services.db, email)
  if (!(await verifyPassword(user?.passwordHash, input.password, { isKnown: isKnown(email) })) || !user) {
    await recordAudit(services.db, services.clock.now(), { actor: 'anybody', action: 'session.refuse', subject: user?.id ?? 'nobody' })
    throw invalidCredentials()
  }
  if (isBanned(user, services.clock.now())) throw userBanned()
  if (!user.emailConfirmedAt) throw emailNotConfirmed()
  const renewed = user.passwordHash && isOutdated(user.passwordHash) ? await hashPassword(input.password) : user.passwordHash
  const passwordSuitsStaff = suitsStaff(input.password)
  const opened = await services.db.transaction().execute(async (tx) => {
    // Not if the password was changed while this one was checked: sessions of the old one have been ended.
    const stillHolds = await tx
      .updateTable('authUsers')
      .set({ passwordHash: renewed, passwordSuitsStaff })
      .where('id', '=', user.id)
      .where('passwordHash', '=', user.passwordHash)
      .returning('id')
      .executeTakeFirst()
    return stillHolds && createSession(services, tx, { userId: user.id, method: 'password', userAgent: caller.userAgent })
  })
  if (!opened) throw invalidCredentials()
  return { opened, user, password: input.password }
}
