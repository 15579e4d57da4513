import type { Kysely, Selectable } from 'kysely'
import { nameOf } from '#app/features/accounts/account-rows.ts'
import { type Instant, toInstant } from '#app/platform/clock.ts'
import { hashOf } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import type { StaffInvitationsTable, Tables } from '#db/tables.ts'

/*
 * An invitation to work here: a row that only its mail's link accepts. The link's token is made from the row by the secret key, so that
 * none waits in a queue, and an email that is tried again is the same mail. One that is sent again has a new token: the old link is dead.
 */

type StaffInvitation = Selectable<StaffInvitationsTable>

/** The token of the email that was asked for at this moment. */
export const invitationToken = ({ secrets }: Pick<Services, 'secrets'>, { id, sentAt }: { id: string; sentAt: Instant }): string =>
  secrets.sign('staff-invitation', `${id} ${sentAt}`)

/** The invitation that a link leads to; nothing where it was accepted, withdrawn, sent again, or is too old. Takes nothing. */
export const readInvitationByToken = (db: Kysely<Tables>, token: string, now: Date): Promise<StaffInvitation | undefined> =>
  db
    .selectFrom('staffInvitations')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', toInstant(now))
    .executeTakeFirst()

/** An invitation's mail. */
export interface InvitationMail {
  kind: 'staff_invitation'
  to: string
  link: string
  role: StaffInvitation['role']
  invitedBy: string
}

/** An invitation's mail; none where it is gone. */
export async function prepareInvitation(services: Services, invitationId: string): Promise<InvitationMail[]> {
  const invitation = await services.db.selectFrom('staffInvitations').selectAll().where('id', '=', invitationId).executeTakeFirst()
  if (!invitation || invitation.expiresAt <= toInstant(services.clock.now())) return []
  const { email, role, invitedBy } = invitation
  const inviter = await services.db.selectFrom('authUsers').selectAll().where('id', '=', invitedBy).executeTakeFirstOrThrow()
  const link = `${services.config.siteUrl}/auth/invitation?token=${invitationToken(services, invitation)}`
  return [{ kind: 'staff_invitation', to: email, link, role, invitedBy: nameOf(inviter) }]
}
