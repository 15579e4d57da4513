import type { Kysely, Transaction } from 'kysely'
import type { UserRow } from '#app/features/accounts/account-rows.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { PendingSignUp } from './mail-tokens.server.ts'

/**
 * An email about an account, as its job carries it, sealed: who it is for is found out when it is sent. What was asked for by someone
 * who is not signed in does the same work, and takes the same time, whether or not there is such an account.
 */
export type AccountMail =
  | { kind: 'signup'; userId: string; signUp: PendingSignUp; redirectTo?: string; codeChallenge?: string }
  | { kind: 'invite'; userId: string; redirectTo?: string }
  | { kind: 'exists'; userId: string }
  | { kind: 'recovery' | 'signup-again' | 'email-change-again'; email: string; redirectTo?: string; codeChallenge?: string }
  | { kind: 'magiclink'; email: string; redirectTo?: string; codeChallenge?: string; createUser: boolean; userMetadata: string }
  | { kind: 'email-change'; userId: string; redirectTo?: string; codeChallenge?: string }
  | { kind: 'reauthentication'; userId: string }
  | { kind: 'notice'; userId: string; notice: Notice; to?: string }
  /** The last one: there is no account any more. `openBookings`: how many go on without it. */
  | { kind: 'deleted'; email: string; openBookings: number }
  | { kind: 'staff-invitation'; invitationId: string }

/** What someone is told of who changed how their account is entered. */
export type Notice =
  | 'password_changed'
  | 'email_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_blocked'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'role_customer'
  | 'role_staff'
  | 'role_owner'

/** Adds an email to the outbox, in the caller's transaction. Call `services.jobsAdded()` after it commits. */
export async function mailAccount(services: Services, tx: Transaction<Tables>, ...mails: readonly AccountMail[]): Promise<void> {
  const jobs = mails.map((mail) => ({
    kind: 'account-mail',
    payload: services.secrets.seal('account-mail', JSON.stringify(mail)),
    about: aboutOf(services, mail),
  }))
  await enqueue(tx, services.clock.now(), jobs)
}

/** By what the job of an email is found: the user, or a keyed hash of the address where there may be no user. An invitation has its own row. */
function aboutOf(services: Pick<Services, 'secrets'>, mail: AccountMail): string {
  if ('userId' in mail) return mail.userId
  return 'email' in mail ? addressKey(services, mail.email) : mail.invitationId
}

const addressKey = ({ secrets }: Pick<Services, 'secrets'>, email: string, keyId?: string) =>
  secrets.sign('account-mail', email.toLowerCase(), keyId)

/** By what the jobs of emails to an address that may have no account are found, under every key there is. */
export const addressKeysOf = (services: Pick<Services, 'secrets'>, email: string): string[] =>
  [services.secrets.currentKeyId, ...services.secrets.olderKeyIds].map((keyId) => addressKey(services, email, keyId))

/** A job's mail. */
export const readAccountMail = ({ secrets }: Pick<Services, 'secrets'>, payload: unknown): AccountMail =>
  JSON.parse(secrets.open('account-mail', String(payload))) as AccountMail

/** Tells a user what has changed, at `to` where that is not their address any more. */
export const notify = (services: Services, tx: Transaction<Tables>, userId: string, notice: Notice, to?: string): Promise<void> =>
  mailAccount(services, tx, { kind: 'notice', userId, notice, to })

/**
 * The jobs of emails about a user, sent or not, oldest first. What they carry is sealed, and opened only of those that may be the user's;
 * one whose key is gone can be sent to no one, and is passed over.
 */
export async function accountMailJobsOf(
  services: Pick<Services, 'secrets'>,
  db: Kysely<Tables>,
  { id: userId, email, newEmail }: Pick<UserRow, 'id' | 'email' | 'newEmail'>,
) {
  const addresses = [email, newEmail].filter((address) => address !== null)
  const keys = addresses.flatMap((address) => addressKeysOf(services, address))
  const jobs = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'account-mail')
    // Those that were added before jobs said what they are about are few, and fewer each day.
    .where((eb) => eb.or([eb('about', 'in', [userId, ...keys]), eb('about', 'is', null)]))
    .orderBy('id')
    .execute()
  return jobs.filter(({ payload }) => {
    try {
      const mail = readAccountMail(services, JSON.parse(payload))
      if ('userId' in mail) return mail.userId === userId
      // Whom an invitation is for stands in its own row.
      return 'email' in mail && (mail.email === email || mail.email === newEmail)
    } catch {
      return false
    }
  })
}
