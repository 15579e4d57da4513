import { hasAtLeast } from '#app/features/accounts/roles.ts'
import type { SignedIn } from '#app/features/sessions/authenticate.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import { readPasskeys } from './passkeys.server.ts'
import { hasPasskeys } from './webauthn.server.ts'

/** Whether someone is to be asked to add a passkey: staff and owners, who see other people's data, until they have one or say no. */
export async function isOfferedPasskey(services: Services, { account: { user } }: SignedIn): Promise<boolean> {
  if (!hasAtLeast(user.role, 'staff') || user.passkeyOfferClosedAt || !hasPasskeys(services)) return false
  return (await readPasskeys(services.db, user.id)).length === 0
}

/** Says no, for good: passkeys stay where they are, on the account page. */
export async function closePasskeyOffer({ db, clock }: Pick<Services, 'db' | 'clock'>, { account: { user } }: SignedIn): Promise<void> {
  await db
    .updateTable('authUsers')
    .set({ passkeyOfferClosedAt: toInstant(clock.now()) })
    .where('id', '=', user.id)
    .execute()
}
