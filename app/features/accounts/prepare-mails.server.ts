import type { Kysely, Transaction } from 'kysely'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { MailTokenKind } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import { type InvitationMail, prepareInvitation } from './account-mails/staff-invitations.server.ts'
import type { UserRow } from './account-rows.ts'
import { createEmailUser, newUserRow } from './create-user.server.ts'
import type { LinkType } from './link-types.ts'
import { lockUser } from './lock-accounts.server.ts'
import { type AccountMail, type Notice, readAccountMail } from './mail-account.server.ts'
import { createMailToken, type PendingSignUp } from './mail-tokens.server.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { redirectTarget } from './redirects.ts'
import { isForSite } from './site-entry.ts'

/** An email about an account, ready to be worded. */
export type PreparedMail =
  | InvitationMail
  | ({ to: string } /** `code`: absent if the site itself asked, whose pages only take the link. */ & (
      | { kind: MailTokenKind; link: string; code?: string }
      | { kind: 'exists'; signInLink: string }
      | { kind: 'notice'; notice: Notice }
      | { kind: 'deleted'; openBookings: number }
    ))

/**
 * Looks up the recipient of a job's email and makes its token. Returns nothing if there is no one to write to, nothing left to confirm, or
 * a change has voided it since it was asked for (`mailsVoidBefore`). Doing it again for the same job makes the same emails, until their link
 * is used or replaced.
 */
export async function prepareMails(
  services: Services,
  { jobId, createdAt }: Pick<JobContext, 'jobId' | 'createdAt'>,
  payload: unknown,
): Promise<PreparedMail[]> {
  const mail = readAccountMail(services, payload)
  if (mail.kind === 'deleted') return [{ kind: 'deleted', to: mail.email, openBookings: mail.openBookings }]
  if (mail.kind === 'staff-invitation') return prepareInvitation(services, mail.invitationId)
  return services.db.transaction().execute(async (tx) => {
    const known = await readRecipient(services, tx, mail)
    // Locked before it is judged: a change that is being made voids this email too.
    const user = known && (await lockUser(tx, known.id))
    if (!user) return []
    const isVoid = user.mailsVoidBefore !== null && createdAt < user.mailsVoidBefore
    if (isVoid && mail.kind !== 'notice' && mail.kind !== 'exists') return []
    // An anonymous user has no address yet except the one they ask for.
    if (mail.kind === 'email-change' || mail.kind === 'email-change-again') return emailChange(services, tx, jobId, user, mail)
    if (!user.email) return []
    switch (mail.kind) {
      case 'signup':
        return user.emailConfirmedAt ? [] : confirmation(services, tx, jobId, user, mail, mail.signUp)
      case 'signup-again': {
        const { passwordHash, passwordSuitsStaff, userMetadata } = user
        const signUp = { passwordHash, passwordSuitsStaff, userMetadata, askedAt: user.createdAt }
        return user.emailConfirmedAt ? [] : confirmation(services, tx, jobId, user, mail, signUp)
      }
      case 'invite':
        return linked(services, tx, jobId, { ...mail, user, to: user.email })
      case 'recovery':
        await stamp(services, tx, user, 'recoverySentAt')
        return linked(services, tx, jobId, { ...mail, kind: 'recovery', user, to: user.email })
      case 'magiclink': {
        const signUp = { passwordHash: null, userMetadata: mail.userMetadata, askedAt: createdAt }
        return linked(services, tx, jobId, { ...mail, user, to: user.email, signUp })
      }
      case 'reauthentication':
        return linked(services, tx, jobId, { kind: 'reauthentication', user, to: user.email })
      case 'exists':
        return [existing(services, user.email)]
      case 'notice':
        return [{ kind: 'notice', to: mail.to ?? user.email, notice: mail.notice }]
    }
  })
}

/** To an address that someone tried to sign up with, and that has an account already. */
const existing = ({ config }: Services, to: string): PreparedMail => ({ kind: 'exists', to, signInLink: `${config.siteUrl}/auth` })

type UserMail = Exclude<AccountMail, { kind: 'deleted' | 'staff-invitation' }>

async function readRecipient(services: Services, tx: Transaction<Tables>, mail: UserMail): Promise<UserRow | undefined> {
  if ('userId' in mail) return tx.selectFrom('authUsers').selectAll().where('id', '=', mail.userId).executeTakeFirst()
  const known = await readUserByEmail(tx, mail.email)
  if (known || mail.kind !== 'magiclink' || !mail.createUser) return known
  const { email, userMetadata } = mail
  // If another request created the user first, that user is taken.
  return (await createEmailUser(services, tx, newUserRow(services, { email, userMetadata }))) ?? readUserByEmail(tx, email)
}

interface Way {
  redirectTo?: string
  codeChallenge?: string
}

async function confirmation(services: Services, tx: Kysely<Tables>, jobId: string, user: UserRow, way: Way, signUp: PendingSignUp) {
  await stamp(services, tx, user, 'confirmationSentAt')
  return linked(services, tx, jobId, { ...way, kind: 'signup', user, to: user.email ?? '', signUp })
}

/**
 * To both addresses: someone who only has the session can't take the account from the owner of the mailbox. A new address that has an
 * account already gets a note instead.
 */
async function emailChange(
  services: Services,
  tx: Kysely<Tables>,
  jobId: string,
  user: UserRow,
  { redirectTo, codeChallenge }: Way,
): Promise<PreparedMail[]> {
  if (!user.newEmail) return []
  const way = { redirectTo, codeChallenge, user }
  const mails: PreparedMail[] = (await readUserByEmail(tx, user.newEmail))
    ? [existing(services, user.newEmail)]
    : await linked(services, tx, jobId, { ...way, kind: 'email_change_new', to: user.newEmail })
  if (user.email && user.emailConfirmedAt)
    mails.push(...(await linked(services, tx, jobId, { ...way, kind: 'email_change_current', to: user.email })))
  return mails
}

interface Linked extends Way {
  kind: MailTokenKind
  user: UserRow
  to: string
  signUp?: PendingSignUp
}

async function linked(
  services: Services,
  tx: Kysely<Tables>,
  jobId: string,
  { kind, user, to, signUp, redirectTo, codeChallenge }: Linked,
): Promise<PreparedMail[]> {
  const token = { kind, userId: user.id, email: to, signUp: signUp ?? null, codeChallenge: codeChallenge ?? null }
  const made = await createMailToken(services, tx, jobId, token)
  if (!made) return []
  const code = isForSite(services, redirectTo) ? undefined : made.code
  return [{ kind, to, code, link: linkOf(services, kind, made.token, redirectTo) }]
}

/**
 * Returns the page that an email's link opens, where a button confirms it: email scanners open links but press no buttons (docs/api.md).
 */
export function linkOf({ config }: Services, kind: MailTokenKind, token: string, redirectTo: string | undefined): string {
  const url = new URL('/auth/verify' satisfies SitePath, config.siteUrl)
  url.search = new URLSearchParams({
    token,
    type: linkTypeOf(kind),
    redirect_to: redirectTarget(redirectTo, config.auth.redirectOrigins),
  }).toString()
  return url.href
}

const linkTypeOf = (kind: MailTokenKind): LinkType =>
  kind === 'email_change_current' || kind === 'email_change_new' ? 'email_change' : kind === 'reauthentication' ? 'email' : kind

const stamp = ({ clock }: Services, tx: Kysely<Tables>, { id }: UserRow, field: 'confirmationSentAt' | 'recoverySentAt') =>
  tx
    .updateTable('authUsers')
    .set({ [field]: toInstant(clock.now()) })
    .where('id', '=', id)
    .execute()
