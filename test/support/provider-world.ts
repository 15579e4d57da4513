import type { GoTrueClient, Provider } from '@supabase/auth-js'
import { expect } from 'vitest'
import type { Engine } from '#app/platform/database.ts'
import { type AuthWorld, openAuth } from './auth.ts'
import { type Front, openFront } from './front.ts'
import { type Github, openGithub } from './github.ts'
import type { WhenDone } from './listen.ts'
import { type OpenIdProvider, openOpenIdProvider } from './openid-provider.ts'
import { openVisitor } from './visitor.ts'

/** Instances behind one address, with their own Google and GitHub. */
export interface ProviderWorld {
  auth: AuthWorld
  front: Front
  google: OpenIdProvider
  github: Github
  client(options?: Parameters<AuthWorld['client']>[0]): GoTrueClient
}

/** Opens a Google and a GitHub for the site at this address; `settings`: their addresses, for the site. */
export async function openAccountProviders(siteUrl: string, whenDone?: WhenDone) {
  const google = await openOpenIdProvider(`${siteUrl}/auth/v1/callback`, whenDone)
  const github = await openGithub(whenDone)
  const settings = {
    SITE_URL: siteUrl,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    AUTH_GOOGLE_ISSUER: google.issuer,
    GITHUB_CLIENT_ID: github.clientId,
    GITHUB_CLIENT_SECRET: github.clientSecret,
    AUTH_GITHUB_URL: github.url,
  }
  return { google, github, settings }
}

/** Opens them; limits are out of reach, unless `env` lowers them. */
export async function openProviders(
  engine: Engine,
  { env = {}, instances = 1 }: { env?: Record<string, string>; instances?: number } = {},
): Promise<ProviderWorld> {
  const front = await openFront()
  const { google, github, settings } = await openAccountProviders(front.url)
  const auth = await openAuth(engine, { instances, env: { ...settings, ...env } })
  front.origins = auth.urls.map((url) => new URL(url).origin)
  const client: ProviderWorld['client'] = (options) => auth.client({ url: `${front.url}/auth/v1`, ...options })
  return { auth, front, google, github, client }
}

/** The URL to which the client sends a browser to sign in. */
export async function signInUrl(client: GoTrueClient, provider: Provider, options: object = {}): Promise<string> {
  const { data, error } = await client.signInWithOAuth({ provider, options: { skipBrowserRedirect: true, ...options } })
  expect(error).toBeNull()
  return data.url ?? ''
}

/** The fields of a query or a fragment. */
export const fieldsOf = (text: string) => Object.fromEntries(new URLSearchParams(text.replace(/^[#?]/, '')))

/** Signs in through a provider in a browser, and returns the client with the session from the fragment. */
export async function signInThrough(world: ProviderWorld, provider: Provider) {
  const client = world.client()
  const { url } = await openVisitor().go(await signInUrl(client, provider))
  const fields = fieldsOf(url.hash)
  expect(fields).toMatchObject({ access_token: expect.any(String) })
  const { data, error } = await client.setSession({ access_token: fields.access_token ?? '', refresh_token: fields.refresh_token ?? '' })
  expect(error).toBeNull()
  return { client, user: data.user as NonNullable<typeof data.user>, fields }
}

/** The fragment after a failed sign-in. Every response on the way is a redirect or a page, never a server error. */
export async function failedSignIn(world: ProviderWorld, provider: Provider) {
  const { url, status } = await openVisitor().go(await signInUrl(world.client(), provider))
  expect(status).toBe(200)
  expect(fieldsOf(url.hash)).not.toHaveProperty('access_token')
  return fieldsOf(url.hash)
}
