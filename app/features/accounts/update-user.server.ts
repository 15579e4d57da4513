import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import { verifyPassword } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { mergedMetadata } from './account-rows.ts'
import { mayMail } from './ask-for-mail.server.ts'
import { requireRecentProof, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { changeEmail } from './change-email.server.ts'
import { challengeOf } from './client-apps/pkce.ts'
import { requireEmail } from './email-and-phone.ts'
import {
  challengeFields,
  emailField,
  metadataField,
  mostMetadata,
  passwordField,
  phoneField,
  readInput,
  shortText,
} from './input-fields.ts'
import { lockUser } from './lock-accounts.server.ts'
import { mailAccount } from './mail-account.server.ts'
import { judgeProof, type NewProof } from './prove-again.server.ts'
import { readAccount } from './read-accounts.server.ts'
import { AuthRefusal, sessionNotFound, userNotFound, validationFailed } from './refusals.ts'
import { setPassword } from './set-password.server.ts'
import { passwordRoleOf } from './site-session.server.ts'
import { storedPassword } from './stored-password.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'
import { passwordProblem } from './weak-passwords.server.ts'

const UpdateUser = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  password: passwordField.nullish(),
  current_password: passwordField.nullish(),
  nonce: shortText(20).nullish(),
  data: metadataField,
  app_metadata: z.unknown().optional(),
  ...challengeFields,
})

/**
 * Changes a user's metadata, password or address; the address only once its emails are confirmed. A user with a second factor must have
 * used it. A new password or address needs a proof no older than ten minutes, the old password, or an emailed code. A new password ends all
 * other sessions, a pending change of address, and all waiting emails. Only the email to a new address says whether it has an account.
 * Throws `validation_failed`, `weak_password`, `same_password`, `current_password_invalid`, `reauthentication_needed`, `insufficient_aal`,
 * `not_admin`, and the limits' refusals; `email_exists` if addresses don't need confirming. Returns the updated user.
 */
export async function updateUser(services: Services, caller: Caller, signedIn: SignedIn, body: unknown, redirectTo?: string) {
  const input = readInput(UpdateUser, body)
  const { user } = signedIn.account
  if (input.app_metadata !== undefined && input.app_metadata !== null)
    throw new AuthRefusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (input.phone) throw new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
  await takeTurns(services, [limits.authAsk, caller.clientKey])
  const codeChallenge = challengeOf(input)
  // Once for both: an emailed code works once.
  let proof: Promise<void> | undefined
  const prove = () => {
    proof ??= requireProof(services, caller, signedIn, { current: input.current_password, nonce: input.nonce })
    return proof
  }
  const password = input.password ? await judgeNewPassword(services, signedIn, input.password, prove) : undefined
  const email = input.email ? await judgeNewEmail(services, signedIn, input.email, prove) : undefined

  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id)
    await requireOpen(tx, signedIn)
    if (input.data) await mergeMetadata(services, tx, user.id, input.data)
    if (password) await setPassword(services, tx, user, { ...password, keepSessionId: signedIn.session.id })
    if (email && services.config.auth.autoconfirm) await changeEmail(services, tx, user, email, { keepSessionId: signedIn.session.id })
    else if (email) await beginEmailChange(services, tx, user.id, { email, redirectTo, codeChallenge })
  })
  services.jobsAdded()
  const account = await readAccount(services.db, user.id)
  if (!account) throw userNotFound()
  return account.user
}

/** The session may have ended while a password was hashed; everything that ends it for the user holds the user's lock. */
async function requireOpen(tx: Transaction<Tables>, { session }: SignedIn): Promise<void> {
  if (!(await tx.selectFrom('authSessions').select('id').where('id', '=', session.id).executeTakeFirst())) throw sessionNotFound()
}

async function judgeNewPassword({ db }: Services, signedIn: SignedIn, password: string, prove: () => Promise<void>) {
  requireSecondFactor(signedIn, 401, mfaMessage)
  const { user } = signedIn.account
  const problem = await passwordProblem(password, user.email ?? '', await passwordRoleOf(db, user))
  if (problem) throw problem
  await prove()
  if (user.passwordHash && (await verifyPassword(user.passwordHash, password)))
    throw new AuthRefusal(422, 'same_password', 'New password should be different from the old password.')
  return storedPassword(password)
}

const mfaMessage = 'AAL2 session is required to update email or password when MFA is enabled.'

/**
 * A given password or emailed code counts; without either, only a session with a recent proof. Anonymous users have nothing to prove yet.
 */
async function requireProof(services: Services, caller: Caller, signedIn: SignedIn, proof: NewProof): Promise<void> {
  const { user } = signedIn.account
  if (!user.passwordHash && !user.email) return
  if (await judgeProof(services, caller, user, proof)) return
  requireRecentProof(services, signedIn, 'Password or email update')
}

async function judgeNewEmail(
  services: Services,
  signedIn: SignedIn,
  typed: string,
  prove: () => Promise<void>,
): Promise<string | undefined> {
  requireSecondFactor(signedIn, 401, mfaMessage)
  const email = requireEmail(typed)
  const { user } = signedIn.account
  if (email === user.email) return undefined
  await prove()
  await mayMail(services, 'email_change', user.email ?? email)
  return email
}

async function mergeMetadata(services: Services, tx: Transaction<Tables>, userId: string, data: Record<string, unknown>): Promise<void> {
  const { userMetadata } = await tx.selectFrom('authUsers').select('userMetadata').where('id', '=', userId).executeTakeFirstOrThrow()
  const text = mergedMetadata(userMetadata, data)
  if (text.length > mostMetadata) throw validationFailed('data is not valid: with what is already stored, it would be too large')
  await tx
    .updateTable('authUsers')
    .set({ userMetadata: text, updatedAt: toInstant(services.clock.now()) })
    .where('id', '=', userId)
    .execute()
  await recordAudit(tx, services.clock.now(), { actor: userId, action: 'user.change-data', subject: userId })
}

async function beginEmailChange(
  services: Services,
  tx: Transaction<Tables>,
  userId: string,
  { email, redirectTo, codeChallenge }: { email: string; redirectTo?: string; codeChallenge?: string },
): Promise<void> {
  const at = toInstant(services.clock.now())
  await tx
    .updateTable('authUsers')
    .set({ newEmail: email, emailChangeSentAt: at, emailChangeHalves: 0, updatedAt: at })
    .where('id', '=', userId)
    .execute()
  await tx
    .deleteFrom('authMailTokens')
    .where('userId', '=', userId)
    .where('kind', 'in', ['email_change_current', 'email_change_new'])
    .execute()
  await mailAccount(services, tx, { kind: 'email-change', userId, redirectTo, codeChallenge })
  await recordAudit(tx, services.clock.now(), { actor: userId, action: 'user.ask-email-change', subject: userId })
}
