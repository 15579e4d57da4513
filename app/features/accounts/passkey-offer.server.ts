import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SignedIn } from './authenticate.server.ts'
import { readPasskeys } from './passkeys.server.ts'
import { hasAtLeast } from './roles.ts'
import { hasPasskeys } from './webauthn.server.ts'

/** Returns true for staff and owners, who see other people's data, until they have a passkey or have seen the offer. */
export async function isOfferedPasskey(services: Services, { account: { user } }: SignedIn): Promise<boolean> {
  if (!hasAtLeast(user.role, 'staff') || user.passkeyOfferClosedAt || !hasPasskeys(services)) return false
  return (await readPasskeys(services.db, user.id)).length === 0
}

/** Ends the offer for good: passkeys can still be added on the account page. */
export async function closePasskeyOffer({ db, clock }: Pick<Services, 'db' | 'clock'>, { account: { user } }: SignedIn): Promise<void> {
  await db
    .updateTable('authUsers')
    .set({ passkeyOfferClosedAt: toInstant(clock.now()) })
    .where('id', '=', user.id)
    .execute()
}
