import type { Transaction } from 'kysely'
import type { Contact } from '#app/features/booking/erase-bookings.server.ts'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Deletes the data under addresses and numbers without a booking or an account, in the caller's transaction, with messages from them that
 * an owner chose to show. A number that asked for no more texts stays on that list. `until`: only data from before then. `about`: keys of
 * emails to someone without an account.
 */
export async function deleteContact(
  tx: Transaction<Tables>,
  { emails, phones }: Contact,
  about: readonly string[],
  until: Instant = '9999',
): Promise<void> {
  await tx
    .deleteFrom('localMail')
    .where('recipient', 'in', ['', ...emails, ...phones])
    .where('at', '<=', until)
    .execute()
  if (about.length > 0)
    await tx.deleteFrom('jobs').where('about', 'in', about).where('state', '!=', 'waiting').where('createdAt', '<=', until).execute()
  if (emails.length + phones.length > 0)
    await tx
      .deleteFrom('chosenMessages')
      .where('consentContact', 'in', [...emails, ...phones])
      .where('addedAt', '<=', until)
      .execute()
  if (phones.length === 0) return
  await tx.deleteFrom('enquiries').where('phone', 'in', phones).where('at', '<=', until).execute()
  await tx.deleteFrom('textNumbers').where('phone', 'in', phones).where('stoppedAt', 'is', null).execute()
}
