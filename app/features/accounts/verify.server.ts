import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import type { MailTokenKind, Tables } from '#db/tables.ts'
import { createAuthCode } from './auth-codes.server.ts'
import { emailIdentityRow } from './create-user.server.ts'
import { type Caller, takeTurns } from './limits.server.ts'
import { lockAddress, lockUser } from './locks.server.ts'
import { notify } from './mail-account.server.ts'
import { type MailToken, takeCodeToken, takeLinkToken } from './mail-tokens.server.ts'
import { AuthRefusal, codeExpired, emailExists, invalidEmail, linkExpired, userBanned, validationFailed } from './refusals.ts'
import { isBanned, limits, type Method, readEmail } from './rules.ts'
import { type LinkType, readInput, Verify } from './schema.ts'
import { createSession, type OpenSession, sessionAnswer } from './sessions.server.ts'
import type { UserRow } from './user-view.ts'

/** What a call's `type` may stand for. 'email' is what newer clients say of any mail that signs in. */
export const kindsOf: Record<LinkType, readonly MailTokenKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  recovery: ['recovery'],
  magiclink: ['magiclink', 'signup'],
  email: ['magiclink', 'signup', 'invite'],
  email_change: ['email_change_current', 'email_change_new'],
}

/** The first of the two mails of a change of address has been confirmed: no session yet. */
export const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Takes what a mail has proved, by its link's token or its six digits, and signs in. Answers a session; for the first half of a change
 * of address, a message. Throws `otp_expired`, `validation_failed`, `user_banned`, `over_request_rate_limit`.
 */
export async function verify(services: Services, caller: Caller, body: unknown) {
  const input = readInput(Verify, body)
  await takeTurns(services, [limits.verify, caller.clientKey])
  if (input.type === 'sms' || input.type === 'phone_change')
    throw new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const kinds = kindsOf[input.type]
  const done = input.token_hash
    ? await verifyLink(services, caller, input.token_hash, kinds)
    : await verifyCode(services, caller, { email: input.email ?? '', code: input.token ?? '', kinds })
  return done.opened ? sessionAnswer(services, done.opened) : { msg: halfConfirmed, code: '200' }
}

interface Verified {
  token: MailToken
  /** Nothing after the first half of a change of address. */
  opened: OpenSession | undefined
}

async function verifyLink(services: Services, caller: Caller, token: string, kinds: readonly MailTokenKind[]): Promise<Verified> {
  return services.db.transaction().execute(async (tx) => {
    const taken = await takeLinkToken(services, tx, token, kinds)
    if (!taken) throw linkExpired()
    return { token: taken, opened: await confirm(services, tx, caller, taken) }
  })
}

async function verifyCode(
  services: Services,
  caller: Caller,
  { email: typed, code, kinds }: { email: string; code: string; kinds: readonly MailTokenKind[] },
): Promise<Verified> {
  if (!typed || !code) throw validationFailed('Verify requires either a token or a token hash')
  const email = readEmail(typed)
  if (!email) throw invalidEmail()
  const token = await takeCodeToken(services, email, code, kinds)
  if (!token) throw codeExpired()
  return { token, opened: await services.db.transaction().execute((tx) => confirm(services, tx, caller, token)) }
}

/**
 * The same for a link that somebody has opened in a browser: where it came from a client with PKCE, an authorisation code for that
 * client alone; else the session. Throws `otp_expired`, `user_banned`, `over_request_rate_limit`.
 */
export async function followLink(services: Services, caller: Caller, link: { token: string; type: LinkType }) {
  const { opened, authCode } = await openByLink(services, caller, link)
  return { authCode, session: opened && (await sessionAnswer(services, opened)) }
}

/** What a link opens: a session, or a code; neither after the first half of a change of address. Refuses as `followLink` does. */
export async function openByLink(
  services: Services,
  caller: Caller,
  { token, type }: { token: string; type: LinkType },
): Promise<{ opened?: OpenSession; authCode?: string }> {
  await takeTurns(services, [limits.verify, caller.clientKey])
  return services.db.transaction().execute(async (tx) => {
    const taken = await takeLinkToken(services, tx, token, kindsOf[type])
    if (!taken) throw linkExpired()
    if (!taken.codeChallenge) return { opened: await confirm(services, tx, caller, taken) }
    const { userId, kind, codeChallenge } = taken
    const isWhole = await confirmUser(services, tx, taken)
    return { authCode: isWhole ? await createAuthCode(services, tx, { userId, method: methodOf(kind), codeChallenge }) : undefined }
  })
}

async function confirm(services: Services, tx: Transaction<Tables>, caller: Caller, token: MailToken): Promise<OpenSession | undefined> {
  const isWhole = await confirmUser(services, tx, token)
  return isWhole
    ? createSession(services, tx, { userId: token.userId, method: methodOf(token.kind), userAgent: caller.userAgent })
    : undefined
}

const methodOf = (kind: MailTokenKind): Method => (kind === 'recovery' || kind === 'magiclink' || kind === 'invite' ? kind : 'otp')

/** Writes down what a token proves of its user. False where another mail has to be confirmed too. */
async function confirmUser(services: Services, tx: Transaction<Tables>, token: MailToken): Promise<boolean> {
  const now = services.clock.now()
  const user = await lockUser(tx, token.userId)
  if (!user) throw linkExpired()
  if (isBanned(user, now)) throw userBanned(403)
  if (isChangeToken(token)) return confirmEmailChange(services, tx, user, token)
  if (token.email !== user.email) throw linkExpired()
  if (!user.emailConfirmedAt) await confirmEmail(services, tx, user, token)
  return true
}

/**
 * The address is theirs. What an unconfirmed account says of itself may have been said by somebody else: what holds from now on is what
 * came with the mail that was confirmed, and nothing where it came without a password.
 */
async function confirmEmail(services: Services, tx: Transaction<Tables>, user: UserRow, { kind, signUp }: MailToken): Promise<void> {
  const at = toInstant(services.clock.now())
  const isContested = signUp && user.signUpContestedAt !== null && signUp.askedAt <= user.signUpContestedAt
  const passwordHash = (!isContested && signUp?.passwordHash) || null
  const userMetadata = (!isContested && signUp?.userMetadata) || (kind === 'invite' ? user.userMetadata : '{}')
  await tx
    .updateTable('authUsers')
    .set({ emailConfirmedAt: at, passwordHash, userMetadata, signUpContestedAt: null, updatedAt: at })
    .where('id', '=', user.id)
    .execute()
  const data = { ...JSON.parse(userMetadata), sub: user.id, email: user.email, email_verified: true, phone_verified: false }
  await tx
    .updateTable('authIdentities')
    .set({ identityData: JSON.stringify(data), updatedAt: at })
    .where('userId', '=', user.id)
    .where('provider', '=', 'email')
    .execute()
  await tx.deleteFrom('authMailTokens').where('userId', '=', user.id).where('kind', '=', 'signup').execute()
  await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'user.confirm', subject: user.id })
}

/** The bit of each confirmed half in `emailChangeHalves`. */
export const changeHalves = { email_change_new: 1, email_change_current: 2 } as const

type ChangeToken = MailToken & { kind: keyof typeof changeHalves }
const isChangeToken = (token: MailToken): token is ChangeToken => token.kind in changeHalves

async function confirmEmailChange(services: Services, tx: Transaction<Tables>, user: UserRow, token: ChangeToken): Promise<boolean> {
  const at = toInstant(services.clock.now())
  const mine = token.kind === 'email_change_new' ? user.newEmail : user.email
  if (!user.newEmail || token.email !== mine) throw linkExpired()
  // Which of the two, not how many: two mails to one of the addresses are one half.
  const halves = user.emailChangeHalves | changeHalves[token.kind]
  await tx.updateTable('authUsers').set({ emailChangeHalves: halves, updatedAt: at }).where('id', '=', user.id).execute()
  const wanted = user.email && user.emailConfirmedAt ? changeHalves.email_change_new | changeHalves.email_change_current : halves
  if (halves !== wanted) return false
  await changeEmail(services, tx, user, user.newEmail)
  return true
}

/** Gives a user another address, confirmed, unless somebody else has it by now. Throws `email_exists`. */
export async function changeEmail(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  email: string,
  { actor = user.id, emailConfirmedAt = toInstant(services.clock.now()) }: { actor?: string; emailConfirmedAt?: string | null } = {},
): Promise<void> {
  const at = toInstant(services.clock.now())
  await lockAddress(services, tx, email)
  const changed = await tx
    .updateTable('authUsers')
    .set({ email, emailConfirmedAt, newEmail: null, emailChangeHalves: 0, isAnonymous: 0, updatedAt: at })
    .where('id', '=', user.id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('authUsers as other').select('other.id').where('other.email', '=', email))),
    )
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
  await tx.deleteFrom('authMailTokens').where('userId', '=', user.id).execute()
  await recordAudit(tx, services.clock.now(), { actor, action: 'user.change-email', subject: user.id })
  if (user.email) await notify(services, tx, user.id, 'email_changed', user.email)
}
