import { onTestFinished } from 'vitest'
import { openFront } from './front.ts'
import { type Github, openGithub } from './github.ts'
import { type OpenIdProvider, openOpenIdProvider } from './openid-provider.ts'
import { type Site, startSite } from './site.ts'

/** The built site with a Google and a GitHub of its own, for the test that runs. */
export async function openProviderSite(env: Record<string, string> = {}): Promise<Site & { google: OpenIdProvider; github: Github }> {
  const front = await openFront()
  const google = await openOpenIdProvider(`${front.url}/auth/v1/callback`)
  const github = await openGithub()
  const site = await startSite({
    env: {
      SITE_URL: front.url,
      AUTH_AUTOCONFIRM: 'on',
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      AUTH_GOOGLE_ISSUER: google.issuer,
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      AUTH_GITHUB_URL: github.url,
      ...env,
    },
  })
  onTestFinished(site.close)
  front.origins = [site.url]
  return { ...site, url: front.url, google, github }
}
