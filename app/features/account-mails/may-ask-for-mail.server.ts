import { limits } from '#app/features/accounts/rate-limits.ts'
import { accountKey, type Caller, tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { isForSite } from '#app/features/client-apps/site-entry.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * Takes the turns for an email that anyone may ask for: of this client, and of all clients together, those of the API apart from the site's
 * own pages. So a stranger cannot use up the turns of the account's owner from fewer than five addresses. False where one is used up.
 */
export async function mayAskForMail(
  services: Services,
  { clientKey }: Caller,
  { kind, email, redirectTo }: { kind: string; email: string; redirectTo: string | undefined },
): Promise<boolean> {
  const asked = `${kind}:${isForSite(services, redirectTo) ? 'site' : 'api'}:${accountKey(services, email)}`
  const here = `${asked}:${clientKey}`
  return (
    (await tryTurns(services, [
      [limits.mail, here],
      [limits.mailHere, here],
      [limits.mails, asked],
    ])) === 0
  )
}
