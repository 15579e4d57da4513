import type { Kysely } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { endSessions, type SessionScope } from './sessions.server.ts'

/** The parts of a session that a change ends. A session's cookie, access and refresh tokens and passkey challenges end with it. */
interface Ending {
  /** 'others': all but the one that makes the change, if one does. 'aal1': those without the second step. */
  sessions: SessionScope
  /** Links and codes that were emailed, or wait to be, and a change of address that isn't confirmed yet. */
  emails?: true
  /** Invitations that they sent, and their calendar of all jobs. */
  invitations?: true
}

/**
 * Sessions and links that end when a role, password, address or sign-in method changes (docs/decisions/0102-what-ends-with-a-change.md).
 * Authorisation codes end with every change, since they open sessions. Wall screens belong to the firm and stay.
 */
const endings = {
  'role raised': { sessions: 'global', emails: true },
  'role lowered': { sessions: 'global', emails: true, invitations: true },
  'engineer access given': { sessions: 'global', emails: true },
  'engineer access ended': { sessions: 'global', emails: true },
  'password changed': { sessions: 'others', emails: true },
  'address proved': { sessions: 'global', emails: true },
  'address changed': { sessions: 'others', emails: true },
  'provider linked': { sessions: 'others' },
  'provider unlinked': { sessions: 'others' },
  'passkey added': { sessions: 'others' },
  'passkey removed': { sessions: 'others' },
  'second step taken': { sessions: 'aal1' },
  'recovery code used': { sessions: 'others' },
  'second step removed by the service': { sessions: 'global' },
  banned: { sessions: 'global', emails: true, invitations: true },
} as const satisfies Record<string, Ending>

type AccessChange = keyof typeof endings

/**
 * Ends sessions and links as `endings` lists for a change, in the transaction that makes it and holds the user's lock. `sessionId`: the
 * session that makes it.
 */
export async function endWithChange(
  services: Pick<Services, 'clock'>,
  tx: Kysely<Tables>,
  change: AccessChange,
  { userId, sessionId, actor }: { userId: string; sessionId?: string; actor?: string },
): Promise<void> {
  const { sessions: scope, emails, invitations }: Ending = endings[change]
  await tx.deleteFrom('authCodes').where('userId', '=', userId).execute()
  if (emails) {
    const mailsVoidBefore = toInstant(services.clock.now())
    // Kept, so that a retried email doesn't bring its link back.
    await tx
      .updateTable('authMailTokens')
      .set({ usedAt: mailsVoidBefore })
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute()
    await tx.updateTable('authUsers').set({ mailsVoidBefore, newEmail: null, emailChangeHalves: 0 }).where('id', '=', userId).execute()
  }
  if (invitations) {
    await tx.deleteFrom('staffInvitations').where('invitedBy', '=', userId).execute()
    await tx.deleteFrom('calendarFeeds').where('userId', '=', userId).execute()
  }
  await endSessions(services, tx, { userId, sessionId, scope, actor, reason: change })
}
