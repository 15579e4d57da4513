import type { Transaction } from 'kysely'
import type { Account } from '#app/features/accounts/account-rows.ts'
import { requireRecentProof, requireSecondFactor, type SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { confirmsDeletion } from '#app/features/accounts/deletion-word.ts'
import { keepAnOwner, lockOwners, lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { accountMailJobsOf, mailAccount } from '#app/features/accounts/mail-account.server.ts'
import { AuthRefusal, sessionNotFound } from '#app/features/accounts/refusals.ts'
import { type Caller, takeTurns } from '#app/features/accounts/take-turns.server.ts'
import { dropDraftsOf, eraseBookingsOf } from '#app/features/booking/erase-bookings.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { recordErasure } from '#app/platform/erasures.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Deletes the signed-in user's account with all their data, in one transaction (docs/decisions/0017-deleting-an-account.md): bookings that
 * are over lose what names them, others do once they are over. A last email says so. Two at once, and once more afterwards, are one.
 * `typed`: what was typed to confirm it. Throws `not_confirmed`, `insufficient_aal`, `reauthentication_needed`, `last_owner`,
 * `session_not_found`, `over_request_rate_limit`.
 */
export async function deleteAccount(services: Services, caller: Caller, signedIn: SignedIn, typed: string): Promise<void> {
  if (!confirmsDeletion(typed)) throw new AuthRefusal(422, 'not_confirmed', 'The deletion was not confirmed')
  requireSecondFactor(signedIn, 403)
  requireRecentProof(services, signedIn, 'Deleting the account')
  await takeTurns(services, [limits.authAsk, caller.clientKey])
  const { id, role } = signedIn.account.user
  await services.db.transaction().execute(async (tx) => {
    // Before the user's own row, which is one of them: otherwise two owners could deadlock.
    const owners = role === 'owner' ? await lockOwners(services, tx) : []
    const user = await lockUser(tx, id)
    if (!user) return
    const session = await tx.selectFrom('authSessions').select('id').where('id', '=', signedIn.session.id).executeTakeFirst()
    if (!session) throw sessionNotFound()
    keepAnOwner(owners, id)
    const account = { ...signedIn.account, user }
    const openBookings = await eraseAccount(services, tx, account)
    await recordAudit(tx, services.clock.now(), { actor: id, action: 'user.delete', subject: id, detail: { openBookings } })
    if (user.email && user.emailConfirmedAt) await mailAccount(services, tx, { kind: 'deleted', email: user.email, openBookings })
  })
  services.jobsAdded()
  services.pagesChanged()
}

/**
 * Deletes an account with all its data, in the caller's transaction; also when a restored backup still has it. Returns how many bookings
 * stay open without it.
 */
export async function eraseAccount(services: Services, tx: Transaction<Tables>, account: Account): Promise<number> {
  const { id, email, emailConfirmedAt } = account.user
  const contact = { emails: email && emailConfirmedAt ? [email] : [], phones: [] }
  const openBookings = await eraseBookingsOf(services, tx, contact)
  await dropDraftsOf(tx, contact)
  if (email && emailConfirmedAt) await tx.deleteFrom('chosenMessages').where('consentContact', '=', email).execute()
  await deleteMails(services, tx, account)
  if (email) await tx.deleteFrom('staffInvitations').where('email', '=', email).execute()
  await tx
    .deleteFrom('calendarFeeds')
    .where('engineerId', 'in', (eb) => eb.selectFrom('engineers').select('id').where('userId', '=', id))
    .execute()
  await tx.deleteFrom('authUsers').where('id', '=', id).execute()
  await recordErasure(services, tx, 'customer', id)
  return openBookings
}

/** Deletes the emails and texts that wait for someone, the stored copies of sent ones, and what came in from their confirmed numbers. */
async function deleteMails(services: Services, tx: Transaction<Tables>, { user, factors }: Account): Promise<void> {
  for (const { id } of await accountMailJobsOf(services, tx, user)) {
    await tx.deleteFrom('jobs').where('id', '=', id).execute()
    await tx.deleteFrom('localMail').where('id', 'like', `${id}-%`).execute()
  }
  const recipients = recipientsOf({ user, factors })
  if (recipients.length > 0) await tx.deleteFrom('localMail').where('recipient', 'in', recipients).execute()
  const numbers = numbersOf(factors.filter(({ status }) => status === 'verified'))
  if (numbers.length > 0) await tx.deleteFrom('enquiries').where('phone', 'in', numbers).execute()
}

/** Returns the addresses and numbers that emails and texts to someone are sent to. */
export const recipientsOf = ({ user, factors }: Pick<Account, 'user' | 'factors'>): string[] => [
  ...[user.email, user.newEmail].filter((email) => email !== null),
  ...numbersOf(factors),
]

/** The numbers of second steps, in E.164. */
export const numbersOf = (factors: Account['factors']): string[] => factors.flatMap(({ phone }) => (phone ? [`+${phone}`] : []))
