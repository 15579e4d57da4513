import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { isForSite } from '../site-entry.ts'
import { accountKey, type Caller, tryTurns } from '../take-turns.server.ts'

/**
 * Takes a turn for an email that anyone may ask for, from this client's limit and from the limit of all clients; requests to the API and
 * from the site's own pages have separate limits. So a stranger needs at least five addresses to use up the turns of the account's owner.
 * False if a limit is used up.
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
      [limits.authMail, here],
      [limits.authMailHere, here],
      [limits.authMails, asked],
    ])) === 0
  )
}
