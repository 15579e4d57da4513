import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { MailTokenKind } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { tokensOf } from './access-tokens.server.ts'
import { isBanned, type UserRow } from './account-rows.ts'
import { createAuthCode } from './authorisation-codes.server.ts'
import { confirmEmailChange, isChangeToken } from './change-email.server.ts'
import { completeSignUp } from './complete-sign-up.server.ts'
import { readE164, requireEmail } from './email-and-phone.ts'
import { emailField, phoneField, readInput, shortText } from './input-fields.ts'
import { type LinkType, linkTypes } from './link-types.ts'
import { lockUser } from './lock-accounts.server.ts'
import { findCodeToken, type MailToken, takeLinkToken, takeToken } from './mail-tokens.server.ts'
import type { Method } from './proofs.ts'
import { codeExpired, invalidPhone, linkExpired, userBanned, validationFailed } from './refusals.ts'
import { hasSignedUp } from './registration-cookie.server.ts'
import { emptyAccount } from './sessions/empty-account.server.ts'
import { createSession, type OpenSession } from './sessions.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

const Verify = z.object({
  type: z.enum([...linkTypes, 'sms', 'phone_change']),
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  token: shortText(200).nullish(),
  token_hash: shortText(200).nullish(),
})

/** Kinds of token that each `type` stands for. Newer clients use 'email' for any email that signs in. */
export const kindsOf: Record<LinkType, readonly MailTokenKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  recovery: ['recovery'],
  magiclink: ['magiclink', 'signup'],
  email: ['magiclink', 'signup', 'invite'],
  email_change: ['email_change_current', 'email_change_new'],
}

/**
 * Takes an email's proof, by its link's token or its six digits, and signs in. Returns nothing after the first half of a change of address.
 * Throws `otp_expired`, `validation_failed`, `user_banned`, `over_request_rate_limit`.
 */
export async function verify(services: Services, caller: Caller, body: unknown): Promise<OpenSession | undefined> {
  const input = readInput(Verify, body)
  await takeTurns(services, [limits.authVerify, caller.clientKey])
  const { type } = input
  if (type === 'sms' || type === 'phone_change') throw phoneRefusal(input)
  const kinds = kindsOf[type]
  // Someone signing in by email has chosen no password: the email may be from a stranger's sign-up with their address.
  const isOwn = type === 'signup'
  return input.token_hash
    ? verifyLink(services, caller, { token: input.token_hash, kinds, isOwn })
    : verifyCode(services, caller, { email: input.email ?? '', code: input.token ?? '', kinds, isOwn })
}

/** We never text sign-in codes: any given one is wrong, like an expired one. */
function phoneRefusal({ phone, token, token_hash }: { phone?: string | null; token?: string | null; token_hash?: string | null }) {
  if (!token && !token_hash) return validationFailed('Verify requires either a token or a token hash')
  if (token && !readE164(phone ?? '')) return invalidPhone()
  return codeExpired()
}

interface Expected {
  kinds: readonly MailTokenKind[]
  /** True if the person who confirms also signed up. */
  isOwn: boolean
}

const verifyLink = (services: Services, caller: Caller, { token, kinds, isOwn }: Expected & { token: string }) =>
  useLink(services, token, kinds, (tx, taken) => confirm(services, tx, caller, taken, isOwn))

/** Takes the token of a link, once, and does with it what it is for. Throws `otp_expired`. */
function useLink<Result>(
  services: Services,
  token: string,
  kinds: readonly MailTokenKind[],
  use: (tx: Transaction<Tables>, taken: MailToken) => Promise<Result>,
): Promise<Result> {
  return services.db.transaction().execute(async (tx) => {
    const taken = await takeLinkToken(services, tx, token, kinds)
    if (!taken) throw linkExpired()
    return use(tx, taken)
  })
}

async function verifyCode(
  services: Services,
  caller: Caller,
  { email: typed, code, kinds, isOwn }: Expected & { email: string; code: string },
) {
  if (!typed || !code) throw validationFailed('Verify requires either a token or a token hash')
  const email = requireEmail(typed)
  const found = await findCodeToken(services, caller, { email, code, kinds })
  return services.db.transaction().execute(async (tx) => {
    const token = found && (await takeToken(services, tx, found))
    if (!token) throw codeExpired()
    // Of several sign-ups with the address, the newest email isn't always from its owner: a code doesn't show who requested it.
    return confirm(services, tx, caller, token, isOwn && (await isOnlySignUp(tx, token)))
  })
}

/** Returns true if no one else has signed up with the address and another password since. */
async function isOnlySignUp(tx: Transaction<Tables>, { userId, signUp }: MailToken): Promise<boolean> {
  const user = await tx.selectFrom('authUsers').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return user?.passwordHash === signUp?.passwordHash
}

/** An email's link, opened in a browser. */
interface FollowedLink {
  token: string
  type: LinkType
  /** The cookie of the browser's last sign-up (registration-cookie.server.ts). */
  registration?: string | undefined
}

/**
 * The same for a link opened in a browser, for its client: with PKCE, an authorisation code that is useless to others; otherwise the
 * session. Throws `otp_expired`, `user_banned`, `over_request_rate_limit`.
 */
export async function followLink(services: Services, caller: Caller, link: FollowedLink) {
  await takeTurns(services, [limits.authVerify, caller.clientKey])
  const { opened, authCode } = await useLink(services, link.token, kindsOf[link.type], async (tx, taken): Promise<Opened> => {
    const { codeChallenge, userId, kind, signUp } = taken
    if (!codeChallenge) return { opened: await confirm(services, tx, caller, taken, isOwnSignUp(services, link, taken)) }
    const outcome = await confirmUser(services, tx, taken, false)
    if (outcome === 'half') return {}
    const pending = outcome === 'new' && signUp ? { signUp } : undefined
    return { authCode: await createAuthCode(services, tx, { userId, method: methodOf(kind), codeChallenge, pending }) }
  })
  return { authCode, session: opened && (await tokensOf(services, opened)) }
}

interface Opened {
  opened?: OpenSession | undefined
  authCode?: string
}

/**
 * The session opened by a link for the site itself, whichever client requested the email; nothing after the first half of a change of
 * address. Refuses as `followLink` does.
 */
export async function openByLink(services: Services, caller: Caller, link: FollowedLink): Promise<OpenSession | undefined> {
  await takeTurns(services, [limits.authVerify, caller.clientKey])
  return useLink(services, link.token, kindsOf[link.type], (tx, taken) =>
    confirm(services, tx, caller, taken, isOwnSignUp(services, link, taken)),
  )
}

/** Returns true if the browser that opens the link also signed up. */
export const isOwnSignUp = (
  services: Services,
  { registration }: Pick<FollowedLink, 'registration'>,
  { email, signUp }: MailToken,
): boolean => !!signUp?.passwordHash && hasSignedUp(services, registration, email, signUp.passwordHash)

async function confirm(
  services: Services,
  tx: Transaction<Tables>,
  caller: Caller,
  token: MailToken,
  isOwn: boolean,
): Promise<OpenSession | undefined> {
  const outcome = await confirmUser(services, tx, token, isOwn)
  return outcome === 'half'
    ? undefined
    : createSession(services, tx, { userId: token.userId, method: methodOf(token.kind), userAgent: caller.userAgent })
}

const methodOf = (kind: MailTokenKind): Method => (kind === 'recovery' || kind === 'magiclink' || kind === 'invite' ? kind : 'otp')

/**
 * Records what a token proves about its user: 'new' if the address was not confirmed before, 'half' if another email must be confirmed too.
 * `isOwn`: the person who confirms is the one who signed up.
 */
async function confirmUser(
  services: Services,
  tx: Transaction<Tables>,
  token: MailToken,
  isOwn: boolean,
): Promise<'new' | 'known' | 'half'> {
  const now = services.clock.now()
  const user = await lockUser(tx, token.userId)
  if (!user) throw linkExpired()
  if (isBanned(user, now)) throw userBanned(403)
  if (isChangeToken(token)) return (await confirmEmailChange(services, tx, user, token)) ? 'known' : 'half'
  if (token.email !== user.email) throw linkExpired()
  if (user.emailConfirmedAt) return 'known'
  await confirmEmail(services, tx, user, token, isOwn)
  return 'new'
}

/**
 * The address is theirs. An unconfirmed account's details may come from someone else: now those of the confirmed email apply, and a
 * sign-up's password and name only if the same person signed up. Otherwise there is no password: confirming an email must not let in a
 * stranger who signed up with the address and waits.
 */
async function confirmEmail(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  { kind, signUp }: MailToken,
  isOwn: boolean,
): Promise<void> {
  const at = toInstant(services.clock.now())
  const isContested = signUp && user.signUpContestedAt !== null && signUp.askedAt <= user.signUpContestedAt
  const isTheirs = signUp && (signUp.passwordHash === null || isOwn) && !isContested
  const nothing = { passwordHash: null, userMetadata: kind === 'invite' ? user.userMetadata : '{}' }
  await emptyAccount(services, tx, user.id)
  await tx
    .updateTable('authUsers')
    .set({ emailConfirmedAt: at, passwordHash: null, signUpContestedAt: null, updatedAt: at })
    .where('id', '=', user.id)
    .execute()
  await completeSignUp(services, tx, user.id, isTheirs ? signUp : nothing)
  await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'user.confirm', subject: user.id })
}
