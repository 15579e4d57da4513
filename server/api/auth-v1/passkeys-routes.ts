import type { Hono } from 'hono'
import {
  listPasskeysByService,
  passkeyView,
  readPasskeys,
  removePasskey,
  removePasskeyByService,
  renamePasskey,
} from '#app/features/accounts/passkeys.server.ts'
import { addPasskey, beginPasskey } from '#app/features/accounts/register-passkey.server.ts'
import { beginPasskeySignIn, openByPasskey } from '#app/features/accounts/sign-in-with-passkey.server.ts'
import { type AuthContext, type AuthEnv, type AuthParts, readBody, readId } from './request.ts'
import { sessionAnswer } from './session-answer.ts'

/** Passkeys, as the client's `signInWithPasskey`, `registerPasskey`, `passkey.*` and `admin.passkey.*` call for them (docs/api.md). */
export function addPasskeyRoutes(api: Hono<AuthEnv>, { services, caller, signedIn }: AuthParts): void {
  const passkeyId = (c: AuthContext) => readId(c.req.param('id'), 'passkey_id')

  api.post('/passkeys/authentication/options', async (c) => c.json(await beginPasskeySignIn(services, caller(c))))
  api.post('/passkeys/authentication/verify', async (c) =>
    c.json(await sessionAnswer(services, await openByPasskey(services, caller(c), await readBody(c)))),
  )
  api.post('/passkeys/registration/options', async (c) => c.json(await beginPasskey(services, caller(c), await signedIn(c))))
  api.post('/passkeys/registration/verify', async (c) =>
    c.json(await addPasskey(services, caller(c), await signedIn(c), await readBody(c))),
  )
  api.get('/passkeys', async (c) => c.json((await readPasskeys(services.db, (await signedIn(c)).account.user.id)).map(passkeyView)))
  api.patch('/passkeys/:id', async (c) => c.json(await renamePasskey(services, await signedIn(c), passkeyId(c), await readBody(c))))
  api.delete('/passkeys/:id', async (c) => {
    await removePasskey(services, await signedIn(c), passkeyId(c))
    return c.body(null, 204)
  })

  // Behind the check of all that is for the service.
  const userId = (c: AuthContext) => readId(c.req.param('user'), 'user_id')
  api.get('/admin/users/:user/passkeys', async (c) => c.json(await listPasskeysByService(services, userId(c))))
  api.delete('/admin/users/:user/passkeys/:id', async (c) => {
    await removePasskeyByService(services, userId(c), passkeyId(c))
    return c.body(null, 204)
  })
}
