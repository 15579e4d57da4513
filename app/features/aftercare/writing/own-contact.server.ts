import type { Transaction } from 'kysely'
import { mailboxOf } from '#app/features/booking/mailbox.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Returns true if a booking's private link went to one of us: its email address is confirmed as that of someone who works here, or it was
 * texted to a phone that was theirs before it was booked. An address that isn't confirmed and a number that was entered later don't count,
 * or an owner could enter a customer's to silence them.
 */
export async function isOfOneOfUs(
  { config }: Pick<Services, 'config'>,
  tx: Transaction<Tables>,
  { email, phone, contactBy, createdAt }: Pick<Booking, 'email' | 'phone' | 'contactBy' | 'createdAt'>,
): Promise<boolean> {
  const engineers = await tx.selectFrom('engineers').select(['id', 'userId', 'phone', 'createdAt']).execute()
  const accounts = await tx
    .selectFrom('authUsers')
    .select(['id', 'email', 'emailConfirmedAt', 'phone', 'createdAt'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('role', 'in', ['staff', 'owner']),
        eb('id', 'in', selectFrom('engineers').select('userId').where('userId', 'is not', null).$castTo<{ userId: string }>()),
      ]),
    )
    .execute()
  const emails = [staffAddress(config), ...accounts.map((account) => (account.emailConfirmedAt ? account.email : null))]
  if (email !== '' && emails.some((own) => own && mailboxOf(own) === mailboxOf(email))) return true
  if (phone === '' || (email !== '' && contactBy === 'email')) return false
  const ids = [...accounts, ...engineers].filter((each) => each.phone === phone && each.createdAt < createdAt).map(({ id }) => id)
  if (ids.length === 0) return false
  const changedSince = await tx
    .selectFrom('auditLog')
    .select('subject')
    .where('action', 'in', ['user.change-phone', 'engineer.change'])
    .where('subject', 'in', ids)
    .where('at', '>=', createdAt)
    .execute()
  return ids.some((id) => !changedSince.some(({ subject }) => subject === id))
}
