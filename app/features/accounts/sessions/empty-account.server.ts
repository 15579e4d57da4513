import type { Transaction } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { endWithChange } from '../change-access.server.ts'

/**
 * Removes every way into an account that someone other than the owner of its address may have set up before that address was confirmed.
 * Runs in the caller's transaction, which holds the user's lock and confirms the address. The caller deals with the password.
 */
export async function emptyAccount(services: Pick<Services, 'clock'>, tx: Transaction<Tables>, userId: string): Promise<void> {
  await tx
    .updateTable('authUsers')
    .set({ phone: '', phoneConfirmedAt: null, factorFailures: 0, factorsLockedUntil: null })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('authIdentities').where('userId', '=', userId).where('provider', '!=', 'email').execute()
  for (const table of ['authFactors', 'authPasskeys'] as const) await tx.deleteFrom(table).where('userId', '=', userId).execute()
  await endWithChange(services, tx, 'address proved', { userId })
  await tx.deleteFrom('authFlows').where('linkingUserId', '=', userId).execute()
}
