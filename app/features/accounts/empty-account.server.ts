import type { Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'

/**
 * Removes every way into an account that someone other than the owner of its address may have set up before that address was confirmed.
 * Runs in the caller's transaction, which holds the user's lock and confirms the address. The caller deals with the password and with
 * emails that are still waiting.
 */
export async function emptyAccount(tx: Transaction<Tables>, userId: string): Promise<void> {
  await tx
    .updateTable('authUsers')
    .set({ newEmail: null, emailChangeHalves: 0, phone: '', phoneConfirmedAt: null, factorFailures: 0, factorsLockedUntil: null })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('authIdentities').where('userId', '=', userId).where('provider', '!=', 'email').execute()
  for (const table of ['authFactors', 'authPasskeys', 'authSessions', 'authCodes'] as const)
    await tx.deleteFrom(table).where('userId', '=', userId).execute()
  await tx.deleteFrom('authFlows').where('linkingUserId', '=', userId).execute()
}
