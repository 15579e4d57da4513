import { answerPasskey } from '#app/features/accounts/answer-passkey.server.ts'
import { landingPath } from '#app/features/accounts/landing.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { challengeNotFound } from '#app/features/accounts/refusals.ts'
import { beginPasskeySignIn, keepPasskeyHolder, openByPasskey, passkeyHolder } from '#app/features/accounts/sign-in-with-passkey.server.ts'
import { siteCookie } from '#app/features/accounts/site-session.server.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/passkey'
import { nextIn } from './from-address.server.ts'

/** Signing in with a passkey, for the script of the sign-in page. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  return answerPasskey(request, {
    async ask() {
      const { holder, cookie } = keepPasskeyHolder(visit)
      return { json: await beginPasskeySignIn(services, visit, holder), cookie }
    },
    async take(answer) {
      const holder = passkeyHolder(visit)
      if (!holder) throw challengeNotFound()
      const opened = await openByPasskey(services, visit, answer, holder)
      const cookie = await services.db.transaction().execute((tx) => siteCookie(services, tx, opened))
      const account = await readAccount(services.db, opened.session.userId)
      const next = nextIn(request)
      return { json: { path: account ? await landingPath(services, next, account.user) : next }, cookie }
    },
  })
}
