import {
  allowInsecureRequests,
  ClientError,
  Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import { z } from 'zod'
import type { Config } from '#app/platform/config.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { hours } from '#app/values/clock.ts'
import { readEmail } from '../email-and-phone.ts'
import { AuthRefusal, validationFailed } from '../refusals.ts'

/* Google and GitHub for signing in: their addresses, scopes, and profile data. openid-client does all requests and checks. */

/** Someone, as a provider knows them. */
export interface ProviderPerson {
  provider: string
  /** The provider's own id for them, which never changes. */
  subject: string
  email: string | undefined
  /** True if the provider has verified the address; an unverified one proves nothing. */
  emailVerified: boolean
  /** The provider's profile, as the contract's identity_data. */
  data: Record<string, unknown>
}

export type ProviderAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers

/** A provider that is configured here. */
export interface Provider {
  name: string
  /** The scope we always request. */
  scope: string
  /** True if it returns an ID token with our nonce. */
  hasIdToken: boolean
  /** How to talk to it. Throws `provider_unavailable`. */
  configuration(): Promise<Configuration>
  /** Returns the person who signed in there. */
  person(configuration: Configuration, answer: ProviderAnswer): Promise<ProviderPerson>
}

/** Three requests in a row must fit into one of ours. */
const answerSeconds = 4

/** The provider of that name. Throws `validation_failed` if there is none, or it is not configured. */
export function providerOf(services: Services, name: string | undefined): Provider {
  const { google, github } = services.config.auth
  if (name === 'google' && google) return googleProvider(services, google)
  if (name === 'github' && github) return githubProvider(github)
  const why =
    name === 'google' || name === 'github' ? 'provider is not enabled' : `Provider ${(name ?? '').slice(0, 40)} could not be found`
  throw validationFailed(`Unsupported provider: ${why}`)
}

/** Handles a provider that doesn't respond, or responds wrongly. The caller's request was right; so no 5xx (docs/api.md). */
function providerUnavailable({ log }: Pick<Services, 'log'>, provider: string, error: unknown): AuthRefusal {
  log.warn({ provider, error: loggable(error) }, 'a sign-in provider did not answer')
  return new AuthRefusal(400, 'provider_unavailable', 'We can’t reach the sign-in provider. Please try again in a moment.')
}

/** The error of a failed exchange with a provider: it is down, or its answer is invalid. */
export function failedExchange(services: Services, provider: string, error: unknown): AuthRefusal {
  if (!(error instanceof ClientError || error instanceof ResponseBodyError || error instanceof z.ZodError) || isSilence(error))
    return providerUnavailable(services, provider, error)
  services.log.warn({ provider, error: loggable(error), code: 'code' in error ? error.code : undefined }, 'a sign-in could not be verified')
  return new AuthRefusal(400, 'bad_oauth_callback', 'Unable to verify the sign-in provider’s response')
}

const isSilence = (error: Error) => error instanceof ClientError && (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT')

/** Google's configuration is fetched at first use, and again once a day. Instances of one process share it. */
const discovered = new WeakMap<Config, { found: Promise<Configuration>; until: number }>()

function googleProvider(services: Services, google: NonNullable<Config['auth']['google']>): Provider {
  return {
    name: 'google',
    scope: 'openid email profile',
    hasIdToken: true,
    async configuration() {
      const now = services.clock.now().getTime()
      const known = discovered.get(services.config)
      if (known && known.until > now) return known.found
      const found = discoverGoogle(google).catch((error: unknown) => {
        discovered.delete(services.config)
        throw providerUnavailable(services, 'google', error)
      })
      discovered.set(services.config, { found, until: now + hours(24) })
      return found
    },
    async person(_configuration, answer) {
      const claims: Record<string, unknown> = { ...answer.claims() }
      const { sub, name, picture, email } = claims
      return personOf('google', { iss: google.issuer, sub, name, picture, email, email_verified: claims.email_verified === true })
    },
  }
}

/** The issuer is the configured one, its ID tokens are signed by its published keys, by RS256 and nothing else. */
const discoverGoogle = ({ issuer, clientId, clientSecret }: NonNullable<Config['auth']['google']>): Promise<Configuration> =>
  discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, id_token_signed_response_alg: 'RS256', [clockTolerance]: 10 },
    undefined,
    { timeout: answerSeconds, execute: [enableNonRepudiationChecks, ...insecureOnLoopback(issuer)] },
  )

/** The configuration allows http on this machine only. */
const insecureOnLoopback = (url: string) => (url.startsWith('http:') ? [allowInsecureRequests] : [])

const GithubUser = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

function githubProvider({ url, apiUrl, clientId, clientSecret }: NonNullable<Config['auth']['github']>): Provider {
  return {
    name: 'github',
    scope: 'read:user user:email',
    hasIdToken: false,
    async configuration() {
      const configuration = new Configuration(
        { issuer: url, authorization_endpoint: `${url}/login/oauth/authorize`, token_endpoint: `${url}/login/oauth/access_token` },
        clientId,
        clientSecret,
      )
      configuration.timeout = answerSeconds
      for (const allow of insecureOnLoopback(url)) allow(configuration)
      return configuration
    },
    // The profile's own address may be anything: only the list of addresses shows which ones GitHub has verified.
    async person(configuration, { access_token: token }) {
      const [user, emails] = await Promise.all([
        askGithub(configuration, token, `${apiUrl}/user`, GithubUser),
        askGithub(configuration, token, `${apiUrl}/user/emails`, GithubEmails),
      ])
      const primary = emails.find((each) => each.primary)
      return personOf('github', {
        iss: url,
        sub: String(user.id),
        name: user.name ?? user.login,
        picture: user.avatar_url,
        user_name: user.login,
        email: primary?.email,
        email_verified: primary?.verified === true,
      })
    },
  }
}

const githubHeaders = {
  accept: 'application/vnd.github+json',
  'user-agent': 'emergency-plumbers-london',
  'x-github-api-version': '2022-11-28',
}

async function askGithub<Schema extends z.ZodType>(
  configuration: Configuration,
  token: string,
  url: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetchProtectedResource(configuration, token, new URL(url), 'GET', null, new Headers(githubHeaders))
  if (!response.ok) throw new Error(`GitHub answered ${response.status}`)
  return schema.parse(await response.json())
}

interface Claims {
  sub?: unknown
  iss: string
  name?: unknown
  picture?: unknown
  user_name?: string
  email?: unknown
  email_verified: boolean
}

function personOf(provider: string, { sub, iss, name, picture, user_name, email: typed, email_verified }: Claims) {
  const subject = z.string().min(1).max(255).parse(sub)
  const email = typeof typed === 'string' ? readEmail(typed) : undefined
  // The provider verified its own spelling of the address: one that we had to correct may be someone else's.
  const emailVerified = email !== undefined && email_verified && email === String(typed).toLowerCase()
  const fullName = shortText(name)
  const avatar = typeof picture === 'string' && /^https:\/\/\S{1,500}$/.test(picture) ? picture : undefined
  const data = {
    iss,
    sub: subject,
    provider_id: subject,
    name: fullName,
    full_name: fullName,
    avatar_url: avatar,
    picture: avatar,
    user_name: shortText(user_name),
    preferred_username: shortText(user_name),
    email,
    email_verified: emailVerified,
    phone_verified: false,
  }
  return { provider, subject, email, emailVerified, data } satisfies ProviderPerson
}

const shortText = (text: unknown): string | undefined =>
  typeof text === 'string' && text !== '' ? text.replaceAll('\0', '').toWellFormed().slice(0, 200) : undefined
