import type { Context } from 'hono'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { AuthRefusal, validationFailed } from '#app/features/accounts/refusals.ts'
import type { Caller } from '#app/features/accounts/take-turns.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { isUuid } from '#app/values/ids.ts'
import type { Bindings } from '../../http/client.ts'
import { parseJsonObject } from '../../http/json.ts'

/** A request's context for handlers. */
export interface AuthEnv {
  Bindings: Bindings
}
export type AuthContext = Context<AuthEnv>

/** The parts that handlers of /auth/v1 share. */
export interface AuthParts {
  services: Services
  caller(c: AuthContext): Caller
  /** Returns the owner of the request's bearer token. Throws as `authenticate` does. */
  signedIn(c: AuthContext): Promise<SignedIn>
  /** Throws unless the request carries the service key, or a token of the service. */
  requireService(c: AuthContext): Promise<void>
}

/** The body as a JSON object; an empty body counts as {}, since clients send DELETE and logout that way. Throws `bad_json`. */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  try {
    return text === '' ? {} : parseJsonObject(text)
  } catch (error) {
    if (error instanceof Refusal) throw new AuthRefusal(400, 'bad_json', error.message)
    throw error
  }
}

/** An id from a path. Throws `validation_failed` (404) if it isn't a UUID. */
export function readId(id: string | undefined, what: string): string {
  if (!id || !isUuid(id)) throw validationFailed(`${what} must be a UUID`, 404)
  return id.toLowerCase()
}
