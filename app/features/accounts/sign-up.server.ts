import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { Account, UserRow } from './account-rows.ts'
import { mayAskForMail } from './ask-for-mail.server.ts'
import { challengeOf } from './client-apps/pkce.ts'
import { createEmailUser, emailIdentityRow, newUserRow } from './create-user.server.ts'
import { requireEmail } from './email-and-phone.ts'
import { challengeFields, emailField, metadataField, passwordField, phoneField, readInput } from './input-fields.ts'
import { mailAccount } from './mail-account.server.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { AuthRefusal, signupDisabled, userAlreadyExists, validationFailed } from './refusals.ts'
import { createSession, type OpenSession } from './sessions.server.ts'
import { type StoredPassword, storedPassword } from './stored-password.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'
import { passwordProblem } from './weak-passwords.server.ts'

const SignUp = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  password: passwordField.nullish(),
  data: metadataField,
  ...challengeFields,
})

/** The result of signing up: a session, or a user whose address is unconfirmed; with a password, its hash. */
type SignedUp = { passwordHash?: string } & ({ opened: OpenSession; user?: undefined } | { opened?: undefined; user: Account })

/**
 * Signs someone up. Without confirmation the session is opened; with it, the user is returned, and sent an email with a link. An address
 * that has an account gets the same answer after the same work, and an email that says so. Throws `signup_disabled`, `validation_failed`,
 * `weak_password`, `user_already_exists` (only without confirmation), `over_request_rate_limit`.
 */
export async function openBySignUp(services: Services, caller: Caller, body: unknown, redirectTo?: string): Promise<SignedUp> {
  const { config } = services
  const input = readInput(SignUp, body)
  if (!config.auth.signup) throw signupDisabled()
  await takeTurns(services, [limits.authAsk, caller.clientKey])
  if (!input.email && !input.phone && !input.password) return signUpAnonymously(services, caller, JSON.stringify(input.data ?? {}))
  if (input.phone && !input.email) throw new AuthRefusal(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const email = requireEmail(input.email ?? '')
  if (!input.password) throw validationFailed('Signup requires a valid password')
  const problem = await passwordProblem(input.password, email)
  if (problem) throw problem
  const codeChallenge = challengeOf(input)
  // One salt per address: a form sent twice with the same password is recognised without another hash.
  const stored = await storedPassword(input.password, Buffer.from(services.secrets.sign('sign-up-salt', email), 'base64url'))
  const signUp = { ...stored, userMetadata: JSON.stringify(input.data ?? {}) }
  const done = config.auth.autoconfirm
    ? await signUpAtOnce(services, caller, email, signUp)
    : await signUpByMail(services, caller, { email, signUp, redirectTo, codeChallenge })
  return { ...done, passwordHash: stored.passwordHash }
}

async function signUpAtOnce(services: Services, caller: Caller, email: string, signUp: NewSignUp) {
  const emailConfirmedAt = toInstant(services.clock.now())
  const opened = await services.db.transaction().execute(async (tx) => {
    const user = await createEmailUser(services, tx, newUserRow(services, { ...signUp, email, emailConfirmedAt }))
    return user && createSession(services, tx, { userId: user.id, method: 'password', userAgent: caller.userAgent })
  })
  if (!opened) throw userAlreadyExists()
  return { opened }
}

type NewSignUp = StoredPassword & Pick<UserRow, 'userMetadata'>

interface SignUpByMail {
  email: string
  signUp: NewSignUp
  redirectTo?: string
  codeChallenge?: string
}

/** Returns the user, or a lookalike: only the email shows that an address isn't new. */
async function signUpByMail(services: Services, caller: Caller, { email, signUp, redirectTo, codeChallenge }: SignUpByMail) {
  const mayMail = await mayAskForMail(services, caller, { kind: 'signup', email, redirectTo })
  const at = toInstant(services.clock.now())
  const row = newUserRow(services, { ...signUp, email, confirmationSentAt: at })
  const identity = emailIdentityRow(services, row)
  const pending = { ...signUp, askedAt: at }
  await services.db.transaction().execute(async (tx) => {
    const created = await createEmailUser(services, tx, row, 'anybody', identity)
    const user = created ?? (await readUserByEmail(tx, email))
    if (!user) throw new Error('An address was both taken and free in one transaction')
    if (!created) await contest(services, tx, user, { passwordHash: signUp.passwordHash, isMailed: mayMail })
    if (!mayMail) return
    await mailAccount(
      services,
      tx,
      user.emailConfirmedAt
        ? { kind: 'exists', userId: user.id }
        : { kind: 'signup', userId: user.id, signUp: pending, redirectTo, codeChallenge },
    )
  })
  services.jobsAdded()
  return { user: { user: row, identities: [identity], factors: [] } }
}

/**
 * Two sign-ups with different passwords for one unconfirmed address. Only the emails can tell whose it is, and each sets its own password:
 * until then there is none. If the second got no email, its owner may take the first one's for it: then that one confirms the address, and
 * sets no password.
 */
async function contest(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  { passwordHash, isMailed }: { passwordHash: string; isMailed: boolean },
) {
  await tx
    .updateTable('authUsers')
    .set({ passwordHash: null, userMetadata: '{}', ...(!isMailed && { signUpContestedAt: toInstant(services.clock.now()) }) })
    .where('id', '=', user.id)
    .where('emailConfirmedAt', 'is', null)
    .where((eb) => eb.or([eb('passwordHash', 'is', null), eb('passwordHash', '!=', passwordHash)]))
    .execute()
  await recordAudit(tx, services.clock.now(), { actor: 'anybody', action: 'user.sign-up-again', subject: user.id })
}

async function signUpAnonymously(services: Services, caller: Caller, userMetadata: string) {
  if (!services.config.auth.anonymous) throw new AuthRefusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const opened = await services.db.transaction().execute(async (tx) => {
    const user = newUserRow(services, { isAnonymous: 1, userMetadata })
    await tx.insertInto('authUsers').values(user).execute()
    const detail = { provider: 'anonymous' }
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'user.create', subject: user.id, detail })
    return createSession(services, tx, { userId: user.id, method: 'anonymous', userAgent: caller.userAgent })
  })
  return { opened }
}
