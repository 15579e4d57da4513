import type { Kysely, Selectable } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { StaffInvitationsTable } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { nameOf } from '../account-rows.ts'

/* An invitation to work here: a row that only the link in its email accepts. The link's token is derived from the row and the secret key,
   so none waits in a queue, and a retried email is the same. Sending it again makes a new token, and the old link stops working. */

type StaffInvitation = Selectable<StaffInvitationsTable>

/** Returns the token of the email that was requested at this moment. */
export const invitationToken = ({ secrets }: Pick<Services, 'secrets'>, { id, sentAt }: { id: string; sentAt: Instant }): string =>
  secrets.sign('staff-invitation', `${id} ${sentAt}`)

/** The invitation of a link, without accepting it; undefined if it was accepted, withdrawn, sent again or is too old. */
export const readInvitationByToken = (db: Kysely<Tables>, token: string, now: Date): Promise<StaffInvitation | undefined> =>
  db
    .selectFrom('staffInvitations')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', toInstant(now))
    .executeTakeFirst()

/** An invitation's email. */
export interface InvitationMail {
  kind: 'staff_invitation'
  to: string
  link: string
  role: StaffInvitation['role']
  invitedBy: string
}

/** An invitation's email; nothing if the invitation is gone. */
export async function prepareInvitation(services: Services, invitationId: string): Promise<InvitationMail[]> {
  const invitation = await services.db.selectFrom('staffInvitations').selectAll().where('id', '=', invitationId).executeTakeFirst()
  if (!invitation || invitation.expiresAt <= toInstant(services.clock.now())) return []
  const { email, role, invitedBy } = invitation
  const inviter = await services.db.selectFrom('authUsers').selectAll().where('id', '=', invitedBy).executeTakeFirstOrThrow()
  const link = `${services.config.siteUrl}/auth/invitation?token=${invitationToken(services, invitation)}`
  return [{ kind: 'staff_invitation', to: email, link, role, invitedBy: nameOf(inviter) }]
}
