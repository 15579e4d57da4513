import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { FactorRow } from '../account-rows.ts'
import { endWithChange } from '../change-access.server.ts'
import { withFactor, withoutFactors } from '../proofs.ts'
import { sessionNotFound } from '../refusals.ts'
import { advanceSession, type OpenSession, proofsOf, type SessionRow } from '../sessions.server.ts'

/* A session's assurance: aal1 by one proof, aal2 by a second factor (docs/api.md). Both changes happen under the lock of the user's
   factors. */

/** A second factor, or a passkey used instead. */
type RaisedBy = Pick<FactorRow, 'id' | 'kind'> | { id: string; kind: 'passkey' }

/**
 * Raises a session to aal2 by a factor, and ends the user's sessions that are still at aal1; by a recovery code all others, since a phone
 * may be lost. The refresh token moves on by two, so that the one from before never leads to aal2. Throws `session_not_found`.
 */
export async function raiseSession(
  services: Services,
  tx: Transaction<Tables>,
  { id, userId, amr }: SessionRow,
  by: RaisedBy,
): Promise<OpenSession> {
  const now = services.clock.now()
  const proofs = withFactor(proofsOf({ amr }), by.kind, toInstant(now))
  const raisedBy = by.kind === 'passkey' ? { passkeyId: by.id } : { factorId: by.id }
  // A refresh may come between reading the count and using it: this locks the row first.
  const raised = await tx
    .updateTable('authSessions')
    .set({ aal: 'aal2', amr: JSON.stringify(proofs), ...raisedBy })
    .where('id', '=', id)
    .returning('refreshCount')
    .executeTakeFirst()
  const opened = raised && (await advanceSession(services, tx, { id, count: raised.refreshCount, steps: 2 }))
  if (!opened) throw sessionNotFound()
  await endWithChange(services, tx, by.kind === 'recovery_code' ? 'recovery code used' : 'second step taken', { userId, sessionId: id })
  await recordAudit(tx, now, { actor: userId, action: 'session.raise', subject: id, detail: { factor: by.id, kind: by.kind } })
  return opened
}

/** Lowers sessions raised by a factor to aal1, unless a passkey opened them. */
export async function lowerSessions(tx: Transaction<Tables>, factorId: string): Promise<void> {
  const sessions = await tx.selectFrom('authSessions').select(['id', 'amr', 'passkeyId']).where('factorId', '=', factorId).execute()
  for (const { id, amr, passkeyId } of sessions)
    await tx
      .updateTable('authSessions')
      .set({ aal: passkeyId ? 'aal2' : 'aal1', factorId: null, amr: JSON.stringify(withoutFactors(proofsOf({ amr }))) })
      .where('id', '=', id)
      .execute()
}
