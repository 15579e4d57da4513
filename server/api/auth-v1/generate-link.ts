import type { Transaction } from 'kysely'
import { z } from 'zod'
import { mergedMetadata, type UserRow } from '#app/features/accounts/account-rows.ts'
import { createEmailUser, newUserRow } from '#app/features/accounts/create-user.server.ts'
import { requireEmail } from '#app/features/accounts/email-and-phone.ts'
import { emailField, metadataField, passwordField, readInput } from '#app/features/accounts/input-fields.ts'
import { createMailToken, type PendingSignUp } from '#app/features/accounts/mail-tokens.server.ts'
import { linkOf } from '#app/features/accounts/prepare-mails.server.ts'
import { readUserByEmail } from '#app/features/accounts/read-accounts.server.ts'
import { redirectTarget } from '#app/features/accounts/redirects.ts'
import { emailExists, noSuchUser, validationFailed } from '#app/features/accounts/refusals.ts'
import { storedPassword } from '#app/features/accounts/stored-password.server.ts'
import { passwordProblem } from '#app/features/accounts/weak-passwords.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { MailTokenKind } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { showUser } from './admin-users.ts'
import { makeInvited } from './invite-user.ts'

const GenerateLink = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: emailField,
  password: passwordField.nullish(),
  new_email: emailField.nullish(),
  data: metadataField.nullish(),
})

interface Wanted {
  kind: Exclude<MailTokenKind, 'reauthentication'>
  email: string
  newEmail: string | undefined
  data: Record<string, unknown> | null | undefined
  signUp: PendingSignUp | undefined
}

/**
 * Returns what an email would have contained, for a service that sends its own: the link, its token, the six digits and the user. `signup`,
 * `invite` and `magiclink` create an unknown user. Throws `validation_failed`, `weak_password`, `user_not_found`, `email_exists`.
 */
export async function generateLink(services: Services, body: unknown, redirectTo?: string) {
  const input = readInput(GenerateLink, body)
  const email = requireEmail(input.email)
  const isChange = input.type === 'email_change_current' || input.type === 'email_change_new'
  const newEmail = isChange ? requireEmail(input.new_email ?? '') : undefined
  const signUp = input.type === 'signup' ? await pendingSignUp(services, input.password, input.data) : undefined
  const { user, made } = await services.db.transaction().execute(async (tx) => {
    const user = await userFor(services, tx, { kind: input.type, email, newEmail, data: input.data, signUp })
    const to = input.type === 'email_change_new' ? (newEmail ?? '') : email
    const token = { kind: input.type, userId: user.id, email: to, signUp: signUp ?? null, codeChallenge: null }
    const made = await createMailToken(services, tx, newId(), token)
    if (!made) throw new Error('The token of a new id was known already')
    const detail = { type: input.type }
    await recordAudit(tx, services.clock.now(), { actor: 'service', action: 'user.generate-link', subject: user.id, detail })
    return { user, made }
  })
  return {
    ...(await showUser(services, user.id)),
    action_link: linkOf(services, input.type, made.token, redirectTo),
    email_otp: made.code,
    hashed_token: made.token,
    redirect_to: redirectTarget(redirectTo, services.config.auth.redirectOrigins),
    verification_type: input.type,
  }
}

async function pendingSignUp({ clock }: Services, password: string | null | undefined, data: Wanted['data']): Promise<PendingSignUp> {
  if (!password) throw validationFailed('Signup requires a valid password')
  const problem = await passwordProblem(password)
  if (problem) throw problem
  return {
    ...(await storedPassword(password)),
    userMetadata: mergedMetadata('{}', data ?? {}),
    askedAt: toInstant(clock.now()),
  }
}

async function userFor(services: Services, tx: Transaction<Tables>, wanted: Wanted): Promise<UserRow> {
  const { kind, email, data, signUp } = wanted
  if (kind === 'invite') return makeInvited(services, tx, email, data)
  const isNew = kind === 'signup' || kind === 'magiclink'
  const fields = signUp
    ? { passwordHash: signUp.passwordHash, passwordSuitsStaff: signUp.passwordSuitsStaff, userMetadata: signUp.userMetadata }
    : { userMetadata: mergedMetadata('{}', data ?? {}) }
  const created = isNew && (await createEmailUser(services, tx, newUserRow(services, { email, ...fields }), 'service'))
  const user = created || (await readUserByEmail(tx, email))
  if (!user) throw noSuchUser()
  if (kind === 'signup' && user.emailConfirmedAt) throw emailExists()
  if (wanted.newEmail) await beginChange(services, tx, user, wanted.newEmail)
  return user
}

/** Both links of a change of address belong together: the second doesn't begin another change. */
async function beginChange(services: Services, tx: Transaction<Tables>, user: UserRow, newEmail: string): Promise<void> {
  if (await readUserByEmail(tx, newEmail)) throw emailExists()
  if (user.newEmail === newEmail) return
  const at = toInstant(services.clock.now())
  await tx
    .updateTable('authUsers')
    .set({ newEmail, emailChangeSentAt: at, emailChangeHalves: 0, updatedAt: at })
    .where('id', '=', user.id)
    .execute()
  await tx
    .deleteFrom('authMailTokens')
    .where('userId', '=', user.id)
    .where('kind', 'in', ['email_change_current', 'email_change_new'])
    .execute()
}
