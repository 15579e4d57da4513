import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type AdapterFactory, type AdapterPayload, interactionPolicy } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { listenHere, type WhenDone } from './listen.ts'

/** Google's claims about a person in an ID token. */
interface OpenIdPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

/** A certified OpenID provider on this machine in place of Google, which can be made to misbehave. */
export interface OpenIdProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The person who signs in next, in a browser that isn't signed in there. */
  person: OpenIdPerson
  /** The person cancels instead. */
  cancels: boolean
  /** Replaces the issued ID token. `sign`: with the provider's own key, or another. */
  forge: ((claims: JWTPayload, sign: Sign) => Promise<string>) | undefined
  /** Its failure, for all matching paths. */
  away: { paths: RegExp; how: 'hangs up' | 'is silent' | 'fails' } | undefined
}

const keys = generateKeyPair('RS256', { extractable: true }).then(async (key) => ({ key, foreignKey: await generateKeyPair('RS256') }))

type Sign = (claims: JWTPayload, options?: { ownKey?: boolean }) => Promise<string>

/** Opens a provider with one client. `redirectUri`: that client's redirect URI. */
export async function openOpenIdProvider(redirectUri: string, whenDone: WhenDone = onTestFinished): Promise<OpenIdProvider> {
  const server = createServer((request, response) => void answer(request, response))
  const issuer = await listenHere(server, whenDone)
  const { key, foreignKey } = await keys
  const open: OpenIdProvider = {
    issuer,
    clientId: 'plumbers-of-london',
    clientSecret: 'secret-of-the-plumbers',
    person: newOpenIdPerson(),
    cancels: false,
    forge: undefined,
    away: undefined,
  }
  const people = new Map<string, OpenIdPerson>()
  const provider = new Provider(open.issuer, {
    clients: [
      {
        client_id: open.clientId,
        client_secret: open.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(key.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [newId()] },
    adapter: inMemory(),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    // Google's ID tokens include the user's claims; by the specification only the userinfo endpoint would.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction', policy: policy() },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const clientId = oidc.client?.clientId ?? ''
      const known = oidc.session?.grantIdFor(clientId)
      if (known) return oidc.provider.Grant.find(known)
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (open.away?.paths.test(path)) {
      if (open.away.how === 'hangs up') request.socket.destroy()
      if (open.away.how === 'fails') response.writeHead(503).end('away')
      return
    }
    if (path === '/interaction') return signIn(request, response)
    if (path === '/token' && open.forge) forgeIn(response, open.forge)
    return handle(request, response)
  }

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    people.set(open.person.sub, open.person)
    const result = open.cancels ? { error: 'access_denied' } : { login: { accountId: open.person.sub }, select_account: {} }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  const sign: Sign = (claims, { ownKey = true } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign((ownKey ? key : foreignKey).privateKey)

  function forgeIn(response: ServerResponse, forge: NonNullable<OpenIdProvider['forge']>) {
    const end = response.end.bind(response)
    const forged = async (text: string) => {
      const body = JSON.parse(text) as { id_token?: string }
      if (!body.id_token) return text
      return JSON.stringify({ ...body, id_token: await forge(decodeJwt(body.id_token), sign) })
    }
    response.end = ((text: string | Buffer) => {
      void forged(String(text)).then((other) => {
        response.setHeader('content-length', Buffer.byteLength(other))
        end(other)
      })
      return response
    }) as typeof response.end
  }

  return open
}

/** Stores issued tokens and sessions in memory. */
function inMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      upsert: async (id, payload) => void kept.set(keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid && payload.kind === model),
      findByUserCode: async () => undefined,
      consume: async (id) => void kept.set(keyOf(id), { ...kept.get(keyOf(id)), consumed: true }),
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}

/** Like Google, supports the prompt for choosing an account. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

/** A new, unique person with a verified address. */
export function newOpenIdPerson(changes: Partial<OpenIdPerson> = {}): OpenIdPerson {
  const id = newId()
  const picture = `https://pictures.example/${id}`
  return { sub: `g-${id}`, email: `person-${id}@example.com`, email_verified: true, name: 'Priya Raman', picture, ...changes }
}
