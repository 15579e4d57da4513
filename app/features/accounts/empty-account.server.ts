import type { Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'

/**
 * Takes everything off an account by which somebody could enter it who is not the owner of its address, in the caller's transaction, which
 * holds the user's lock and confirms the address: until then the account may have been anybody's. The password and the waiting mails are
 * the caller's.
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
