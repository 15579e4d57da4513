import type { Kysely, Selectable } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { AuthSessionsTable } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import type { Method, Proof } from './proofs.ts'
import { refreshTokenHash, refreshTokenOf } from './refresh-token.server.ts'
import { userNotFound } from './refusals.ts'
import { clientSessionLength, siteSessionLength } from './session-length.ts'

export type SessionRow = Selectable<AuthSessionsTable>

/** A session that was just made or refreshed, with its only valid token. */
export interface OpenSession {
  session: SessionRow
  refreshToken: string
}

export const proofsOf = ({ amr }: Pick<SessionRow, 'amr'>): Proof[] => JSON.parse(amr) as Proof[]

/** The most devices at a time; one more signs out the least recently used. */
const mostSessions = 50

/** Begins a session, in the caller's transaction, with its audit entry. A passkey is two proofs in one: the device, and its unlocking. */
export async function createSession(
  services: Services,
  tx: Kysely<Tables>,
  { userId, method, userAgent, passkeyId = null }: { userId: string; method: Method; userAgent: string; passkeyId?: string | null },
): Promise<OpenSession> {
  const now = services.clock.now()
  const at = toInstant(now)
  const id = newId()
  const keyId = services.secrets.currentKeyId
  const refreshToken = refreshTokenOf(services, { sessionId: id, count: 0 }, keyId)
  const session: SessionRow = {
    id,
    userId,
    aal: passkeyId ? 'aal2' : 'aal1',
    amr: JSON.stringify([{ method, at }] satisfies Proof[]),
    factorId: null,
    passkeyId,
    refreshTokenHash: refreshTokenHash(refreshToken),
    refreshCount: 0,
    refreshKeyId: keyId,
    refreshedAt: at,
    endsAt: later(now, clientSessionLength.mostMs),
    userAgent: userAgent.slice(0, 200),
    createdAt: at,
  }
  // The user's row first, as everywhere (lock-accounts.server.ts).
  const user = await tx.updateTable('authUsers').set({ lastSignInAt: at }).where('id', '=', userId).returning('id').executeTakeFirst()
  if (!user) throw userNotFound()
  await tx.insertInto('authSessions').values(session).execute()
  await tx
    .deleteFrom('authSessions')
    .where('userId', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('authSessions')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('refreshedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(mostSessions),
    )
    .execute()
  await recordAudit(tx, now, { actor: userId, action: 'session.create', subject: id, detail: { method } })
  return { session, refreshToken }
}

/**
 * Moves a session on to its next refresh token, `steps` further (2 where the token before must not lead on within the grace). Returns
 * nothing if its token is no longer the current one, or the session has expired (`sessionIsOver`). `tokenHash`: of the presented token, if
 * any.
 */
export async function advanceSession(
  services: Services,
  tx: Kysely<Tables>,
  { id, count, tokenHash, steps = 1 }: Advance,
): Promise<OpenSession | undefined> {
  const now = services.clock.now()
  const refreshKeyId = services.secrets.currentKeyId
  const refreshCount = count + steps
  const refreshToken = refreshTokenOf(services, { sessionId: id, count: refreshCount }, refreshKeyId)
  const { staff } = siteSessionLength
  const session = await tx
    .updateTable('authSessions')
    .set({ refreshTokenHash: refreshTokenHash(refreshToken), refreshCount, refreshKeyId, refreshedAt: toInstant(now) })
    .where('id', '=', id)
    .where('refreshCount', '=', count)
    .$if(tokenHash !== undefined, (query) => query.where('refreshTokenHash', '=', tokenHash ?? ''))
    .where('endsAt', '>', toInstant(now))
    .where('refreshedAt', '>', later(now, -clientSessionLength.idleMs))
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('authUsers')
            .select('authUsers.id')
            .whereRef('authUsers.id', '=', 'authSessions.userId')
            .where('authUsers.role', '=', 'customer'),
        ),
        and([eb('authSessions.createdAt', '>', later(now, -staff.mostMs)), eb('authSessions.refreshedAt', '>', later(now, -staff.idleMs))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  return session && { session, refreshToken }
}

interface Advance {
  id: string
  count: number
  tokenHash?: string
  steps?: 1 | 2
}

/** This session, all, all but this one, or all but this one that are at aal1. */
export type SessionScope = 'local' | 'global' | 'others' | 'aal1'

/** Ends sessions of a user, in the caller's transaction, with an audit entry if there were any. */
export async function endSessions(
  services: Pick<Services, 'clock'>,
  tx: Kysely<Tables>,
  { userId, sessionId, scope, actor = userId, reason }: EndSessions,
): Promise<void> {
  let which = tx.deleteFrom('authSessions').where('userId', '=', userId)
  if (scope === 'local') which = which.where('id', '=', sessionId ?? '')
  if (scope === 'others' || scope === 'aal1') which = which.where('id', '!=', sessionId ?? '')
  if (scope === 'aal1') which = which.where('aal', '=', 'aal1')
  const ended = await which.returning('id').execute()
  if (ended.length === 0) return
  await recordAudit(tx, services.clock.now(), { actor, action: 'session.end', subject: sessionId ?? userId, detail: { scope, reason } })
}

interface EndSessions {
  userId: string
  sessionId?: string
  scope: SessionScope
  actor?: string
  reason: string
}
