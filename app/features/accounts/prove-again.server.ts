import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import { verifyPassword } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { UserRow } from './account-rows.ts'
import type { SignedIn } from './authenticate.server.ts'
import { lockUser } from './lock-accounts.server.ts'
import { findCodeToken, takeToken } from './mail-tokens.server.ts'
import { withProof } from './proofs.ts'
import { AuthRefusal, sessionNotFound } from './refusals.ts'
import { proofsOf } from './sessions.server.ts'
import { accountKey, type Caller, takeTurns } from './take-turns.server.ts'

/** A new proof of identity: the password, or the code of an email from `reauthenticate`. */
export interface NewProof {
  current?: string | null
  nonce?: string | null
}

/**
 * Checks the given proof, the password first; returns which of the two it was, or nothing if none was given. Throws
 * `current_password_invalid`, `reauthentication_not_valid`, `over_request_rate_limit`.
 */
export async function judgeProof(
  services: Services,
  caller: Caller,
  user: UserRow,
  { current, nonce }: NewProof,
): Promise<'password' | 'otp' | undefined> {
  if (current) {
    const account = accountKey(services, user.email ?? user.id)
    await takeTurns(services, [limits.authSignInHere, `${caller.clientKey}:${account}`], [limits.authSignIn, account])
    if (await verifyPassword(user.passwordHash, current, { isKnown: true })) return 'password'
    throw new AuthRefusal(400, 'current_password_invalid', 'Current password is incorrect')
  }
  if (nonce) {
    const asked = user.email && { email: user.email, code: nonce, kinds: ['reauthentication'] as const }
    const found = asked && (await findCodeToken(services, caller, asked))
    if (found && (await services.db.transaction().execute((tx) => takeToken(services, tx, found)))) return 'otp'
    throw new AuthRefusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  return undefined
}

/**
 * Renews the proof of a session, so that for ten minutes it may change how the user signs in. Throws as `judgeProof`,
 * `reauthentication_not_valid` if nothing was given, and `session_not_found`.
 */
export async function proveAgain(services: Services, caller: Caller, { account, session }: SignedIn, proof: NewProof): Promise<void> {
  const { user } = account
  const method = await judgeProof(services, caller, user, proof)
  if (!method) throw new AuthRefusal(422, 'reauthentication_not_valid', 'A password or a code is required')
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id)
    const current = await tx.selectFrom('authSessions').select('amr').where('id', '=', session.id).executeTakeFirst()
    // A password change in the meantime has ended this session.
    if (!current) throw sessionNotFound()
    const amr = JSON.stringify(withProof(proofsOf(current), method, toInstant(now)))
    await tx.updateTable('authSessions').set({ amr }).where('id', '=', session.id).execute()
    await recordAudit(tx, now, { actor: user.id, action: 'session.prove', subject: session.id, detail: { method } })
  })
}
