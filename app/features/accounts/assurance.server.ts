import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { sessionNotFound } from './refusals.ts'
import { withFactor, withoutFactors } from './rules.ts'
import { advanceSession, type OpenSession, proofsOf, type SessionRow } from './sessions.server.ts'
import type { FactorRow } from './user-view.ts'

/*
 * How sure we are of who has a session: aal1 by one proof, aal2 by a second factor (AUTH-WIRE section 5). Both ways under the lock of
 * the user's factors.
 */

/**
 * Raises a session to aal2 by a factor, and ends the user's sessions that are still at aal1. The refresh token moves on by two, so that
 * the one from before never leads to aal2. Throws `session_not_found`.
 */
export async function raiseSession(
  services: Services,
  tx: Transaction<Tables>,
  { id, userId, amr }: SessionRow,
  factor: FactorRow,
): Promise<OpenSession> {
  const now = services.clock.now()
  const proofs = withFactor(proofsOf({ amr }), factor.kind, toInstant(now))
  // A refresh may come between reading the count and using it: this takes the row first.
  const raised = await tx
    .updateTable('authSessions')
    .set({ aal: 'aal2', amr: JSON.stringify(proofs), factorId: factor.id })
    .where('id', '=', id)
    .returning('refreshCount')
    .executeTakeFirst()
  const opened = raised && (await advanceSession(services, tx, { id, count: raised.refreshCount, steps: 2 }))
  if (!opened) throw sessionNotFound()
  const ended = await tx.deleteFrom('authSessions').where('userId', '=', userId).where('aal', '=', 'aal1').returning('id').execute()
  for (const session of ended)
    await recordAudit(tx, now, {
      actor: userId,
      action: 'session.end',
      subject: session.id,
      detail: { reason: 'another session was raised' },
    })
  await recordAudit(tx, now, { actor: userId, action: 'session.raise', subject: id, detail: { factor: factor.id, kind: factor.kind } })
  return opened
}

/** What a factor raised falls back to aal1. */
export async function lowerSessions(tx: Transaction<Tables>, factorId: string): Promise<void> {
  const sessions = await tx.selectFrom('authSessions').select(['id', 'amr']).where('factorId', '=', factorId).execute()
  for (const { id, amr } of sessions)
    await tx
      .updateTable('authSessions')
      .set({ aal: 'aal1', factorId: null, amr: JSON.stringify(withoutFactors(proofsOf({ amr }))) })
      .where('id', '=', id)
      .execute()
}
