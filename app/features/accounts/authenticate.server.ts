import type { Transaction } from 'kysely'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { audience, issuerOf } from './access-tokens.server.ts'
import { type Account, isBanned } from './account-rows.ts'
import { lockUser } from './lock-accounts.server.ts'
import { isRecentProof } from './proofs.ts'
import { readAccount } from './read-accounts.server.ts'
import { badJwt, insufficientAal, noAuthorization, reauthenticationNeeded, sessionNotFound, userBanned, userNotFound } from './refusals.ts'
import { sessionIsOver } from './session-length.ts'
import { proofsOf, type SessionRow } from './sessions.server.ts'

/** The user of a bearer token and its session, at the lower of its level and the token's. */
export interface SignedIn {
  account: Account
  session: SessionRow
}

/**
 * Authenticates an Authorization header: the token must be ours and valid, and its session must not have ended. Throws `no_authorization`,
 * `bad_jwt`, `user_not_found`, `session_not_found` or `user_banned` (docs/api.md).
 */
export async function authenticate(services: Services, authorization: string | undefined): Promise<SignedIn> {
  const token = bearerOf(authorization)
  if (!token || token === services.config.apiAnonKey) throw noAuthorization()
  const claims = await services.signingKeys.verify(token, { issuer: issuerOf(services), audience }).catch(() => {
    throw badJwt()
  })
  const session = await services.db.selectFrom('authSessions').selectAll().where('id', '=', String(claims.session_id)).executeTakeFirst()
  const account = await readAccount(services.db, String(claims.sub))
  if (!account) throw userNotFound()
  const now = services.clock.now()
  if (!session || session.userId !== account.user.id || sessionIsOver(session, account.user.role, now)) throw sessionNotFound()
  if (isBanned(account.user, now)) throw userBanned(403)
  // A token from before the second factor keeps its level: a thief's copy is not raised with the owner's session.
  return { account, session: claims.aal === 'aal2' ? session : { ...session, aal: 'aal1' } }
}

/**
 * The user and session as they are now, with the user's row locked until the transaction ends: other changes to the user's factors wait.
 * Throws `user_not_found`, `session_not_found` if they have gone.
 */
export async function lockSignedIn(tx: Transaction<Tables>, { account: { user }, session: known }: SignedIn): Promise<SignedIn> {
  await lockUser(tx, user.id)
  const account = await readAccount(tx, user.id)
  if (!account) throw userNotFound()
  const session = await tx.selectFrom('authSessions').selectAll().where('id', '=', known.id).executeTakeFirst()
  if (!session) throw sessionNotFound()
  return { account, session: known.aal === 'aal2' ? session : { ...session, aal: 'aal1' } }
}

/**
 * Returns true if a request is made by a service: it carries API_SERVICE_KEY, or a token of a service role signed with a key of
 * AUTH_SIGNING_KEYS_FILE. Each exists only where it is configured.
 */
export async function isService({ config, signingKeys }: Services, authorization: string | undefined): Promise<boolean> {
  const token = bearerOf(authorization)
  if (!token) return false
  if (config.apiServiceKey !== undefined && sameSecret(token, config.apiServiceKey)) return true
  const claims = await signingKeys.verifyOwn(token).catch(() => undefined)
  // The same keys sign the tokens of users, each of which has a session and our audience: such a token is never the service's.
  return claims !== undefined && serviceRoles.includes(claims.role) && claims.session_id === undefined && claims.aud !== audience
}

const serviceRoles: readonly unknown[] = ['service_role', 'supabase_admin']

/** Returns true if someone has a second factor that the session hasn't used. */
export const lacksSecondStep = ({ account, session }: SignedIn): boolean =>
  session.aal === 'aal1' && account.factors.some(({ status }) => status === 'verified')

/** Changing how someone signs in requires the second factor of users who have one. */
export function requireSecondFactor(signedIn: SignedIn, status: 401 | 403 | 422, message?: string): void {
  if (lacksSecondStep(signedIn)) throw insufficientAal(status, message)
}

/**
 * Changing how someone signs in requires a recent proof: a session left open, or stolen, is not enough (ASVS 7.5.1). `what`: the change,
 * for the message. Throws `reauthentication_needed`.
 */
export function requireRecentProof({ clock }: Pick<Services, 'clock'>, { session }: SignedIn, what: string): void {
  if (!isRecentProof(proofsOf(session), clock.now())) throw reauthenticationNeeded(what)
}

const bearerOf = (authorization = '') => /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1]
