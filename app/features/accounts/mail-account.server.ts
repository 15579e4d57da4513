import type { Kysely, Transaction } from 'kysely'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import type { PendingSignUp } from './mail-tokens.server.ts'

/**
 * An email about an account, as its job carries it, sealed. The recipient is looked up when it is sent. A request by someone who is not
 * signed in does the same work, and takes the same time, whether or not the account exists.
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
  /** The last one: the account no longer exists. `openBookings`: how many continue without it. */
  | { kind: 'deleted'; email: string; openBookings: number }
  | { kind: 'staff-invitation'; invitationId: string }

/** A change to how an account is entered, which its owner is notified of. */
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

/**
 * The key by which the job of an email is found: the user, or a keyed hash of the address if there may be no user. An invitation has its
 * own row.
 */
function aboutOf(services: Pick<Services, 'secrets'>, mail: AccountMail): string {
  if ('userId' in mail) return mail.userId
  return 'email' in mail ? addressKey(services, mail.email) : mail.invitationId
}

const addressKey = ({ secrets }: Pick<Services, 'secrets'>, email: string, keyId?: string) =>
  secrets.sign('account-mail', email.toLowerCase(), keyId)

/** The keys of jobs of emails to an address that may have no account, one for each secret key. */
export const addressKeysOf = (services: Pick<Services, 'secrets'>, email: string): string[] =>
  [services.secrets.currentKeyId, ...services.secrets.olderKeyIds].map((keyId) => addressKey(services, email, keyId))

/** The email in a job. */
export const readAccountMail = ({ secrets }: Pick<Services, 'secrets'>, payload: unknown): AccountMail =>
  JSON.parse(secrets.open('account-mail', String(payload))) as AccountMail

/** Notifies a user of a change, at `to` if that is no longer their address. */
export const notify = (services: Services, tx: Transaction<Tables>, userId: string, notice: Notice, to?: string): Promise<void> =>
  mailAccount(services, tx, { kind: 'notice', userId, notice, to })

/**
 * The jobs of emails about a user, sent or not, oldest first. Only those that may be the user's are opened; one whose key is gone can't be
 * sent, and is skipped.
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
    // Few jobs were added before jobs had a subject, and fewer are left each day.
    .where((eb) => eb.or([eb('about', 'in', [userId, ...keys]), eb('about', 'is', null)]))
    .orderBy('id')
    .execute()
  return jobs.filter(({ payload }) => {
    try {
      const mail = readAccountMail(services, JSON.parse(payload))
      if ('userId' in mail) return mail.userId === userId
      // The invitation's own row has its recipient.
      return 'email' in mail && (mail.email === email || mail.email === newEmail)
    } catch {
      return false
    }
  })
}
