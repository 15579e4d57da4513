import { afterAll, onTestFinished } from 'vitest'
import { openFront } from './front.ts'
import type { Github } from './github.ts'
import type { WhenDone } from './listen.ts'
import type { OpenIdProvider } from './openid-provider.ts'
import { openAccountProviders } from './provider-world.ts'
import { type Site, startSite } from './site.ts'

export type ProviderSite = Site & { google: OpenIdProvider; github: Github }

/** The built site with its own Google and GitHub, for the current test unless `whenDone` says otherwise. */
async function openProviderSite(env: Record<string, string> = {}, whenDone: WhenDone = onTestFinished): Promise<ProviderSite> {
  const front = await openFront(whenDone)
  const { google, github, settings } = await openAccountProviders(front.url, whenDone)
  const site = await startSite({ env: { AUTH_AUTOCONFIRM: 'on', ...settings, ...env } })
  whenDone(site.close)
  front.origins = [site.url]
  return { ...site, url: front.url, google, github }
}

/** One such site for a file's tests, opened by the first test that uses it. Call it outside of tests. */
export function shareProviderSite(): () => Promise<ProviderSite> {
  const open: (() => Promise<void>)[] = []
  let starting: Promise<ProviderSite> | undefined
  afterAll(async () => {
    for (const close of open.reverse()) await close()
  })
  return () => {
    starting ??= openProviderSite({}, (close) => void open.push(close))
    return starting
  }
}
