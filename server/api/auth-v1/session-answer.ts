import { tokensOf } from '#app/features/accounts/access-tokens.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { userNotFound } from '#app/features/accounts/refusals.ts'
import type { OpenSession } from '#app/features/accounts/sessions.server.ts'
import type { Services } from '#app/platform/services.ts'
import { userView } from './user-answer.ts'

/** A session's response by the contract: its tokens and the user (docs/api.md). Throws `user_not_found`. */
export async function sessionAnswer(services: Services, opened: OpenSession) {
  const account = await readAccount(services.db, opened.session.userId)
  if (!account) throw userNotFound()
  return { ...(await tokensOf(services, opened, account)), user: userView(account) }
}
