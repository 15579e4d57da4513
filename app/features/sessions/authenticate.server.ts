import type { Transaction } from 'kysely'
import type { Account } from '#app/features/accounts/account-rows.ts'
import { isBanned } from '#app/features/accounts/account-rows.ts'
import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import {
  badJwt,
  insufficientAal,
  noAuthorization,
  reauthenticationNeeded,
  sessionNotFound,
  userBanned,
  userNotFound,
} from '#app/features/accounts/refusals.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { audience, issuerOf } from './access-tokens.server.ts'
import { isRecentProof } from './proofs.ts'
import { sessionIsOver } from './session-length.ts'
import { proofsOf, type SessionRow } from './sessions.server.ts'

/** Who a bearer token belongs to, and the session that it is of, at the lower of its level and the token's. */
export interface SignedIn {
  account: Account
  session: SessionRow
}

/**
 * Who asks, by the value of an Authorization header: the token must be ours and in time, and its session must not have been ended.
 * Throws `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found` or `user_banned` (docs/api.md).
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
  // A token from before the second factor stays what it was: whoever had got hold of it is not raised with its owner.
  return { account, session: claims.aal === 'aal2' ? session : { ...session, aal: 'aal1' } }
}

/**
 * Who asks, as it is now, with the user's row locked until the transaction ends: whatever else concerns this user's factors, on
 * any instance, waits. Throws `user_not_found`, `session_not_found` where they are gone meanwhile.
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
 * Whether a request may do what the service does: it carries API_SERVICE_KEY, or a token of a service role that the owner of
 * AUTH_SIGNING_KEYS_FILE has signed. Each exists only where it is configured.
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

/** What changes how someone signs in wants the second factor of whoever has one. */
export function requireSecondFactor({ account, session }: SignedIn, status: 401 | 403 | 422, message?: string): void {
  if (session.aal === 'aal1' && account.factors.some((factor) => factor.status === 'verified')) throw insufficientAal(status, message)
}

/**
 * What changes how someone signs in wants a fresh proof of who asks: a session that was left open, or stolen, is none (ASVS 7.5.1).
 * `what`: what is being changed, for the message. Throws `reauthentication_needed`.
 */
export function requireRecentProof({ clock }: Pick<Services, 'clock'>, { session }: SignedIn, what: string): void {
  if (!isRecentProof(proofsOf(session), clock.now())) throw reauthenticationNeeded(what)
}

const bearerOf = (authorization = '') => /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1]
