import type { BrowserContext, Page } from 'playwright-core'

/*
 * Replaces the tag service: its script, which records the commands that the page sends and sets the cookies that Google's sets, and the
 * host that it reports to. No request of the tests leaves the machine.
 */

export const measurementId = 'G-TEST123456'

/** A command that the page sent to the tag, with its arguments. */
type Told = [command: string, ...rest: unknown[]]

interface FakeTag {
  /** The requests to hosts other than the site's, in order. */
  requests: string[]
  /** The bodies of the requests to the tag service. */
  bodies: string[]
}

/** Intercepts every request to another host. */
export async function fakeTag(context: BrowserContext, siteUrl: string): Promise<FakeTag> {
  const tag: FakeTag = { requests: [], bodies: [] }
  await context.route(
    (url) => url.origin !== siteUrl,
    async (route) => {
      const request = route.request()
      tag.requests.push(request.url())
      tag.bodies.push(request.postData() ?? '')
      if (!request.url().startsWith('https://www.googletagmanager.com/'))
        return route.fulfill({ contentType: 'text/html', body: 'Elsewhere' })
      return route.fulfill({ contentType: 'text/javascript', body: `(${behaveAsTag})('${measurementId}')` })
    },
  )
  return tag
}

/** Every command to the tag on this device, oldest first. Stored on the device, because pages also send commands while they unload. */
export const told = (page: Page): Promise<Told[]> =>
  page.evaluate(() => {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('fake-tag'))
    const all = kept.flatMap((key): { at: number; command: Told }[] => JSON.parse(localStorage.getItem(key) ?? '[]'))
    return all.toSorted((a, b) => a.at - b.at).map(({ command }) => command)
  })

/** The recorded events, with name and parameters, without the test page view, which is sent by a timer. */
export async function eventsOf(page: Page): Promise<[string, Record<string, unknown>][]> {
  const events = (await told(page)).filter(([command]) => command === 'event') as [string, string, Record<string, unknown>][]
  return events.filter(([, , { is_test }]) => !is_test).map(([, name, parameters]) => [name, parameters])
}

/** Runs in the page. */
function behaveAsTag(id: string) {
  const queue = (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer
  // Each page has its own list, because two pages writing to one list at the same time would overwrite each other.
  const own = `fake-tag ${Math.random()}`
  const isOff = () => (window as unknown as Record<string, unknown>)[`ga-disable-${id}`] === true
  const hear = (command: ArrayLike<unknown>) => {
    if (isOff()) return
    const heard = JSON.parse(localStorage.getItem(own) ?? '[]')
    localStorage.setItem(own, JSON.stringify([...heard, { at: Date.now(), command: [...Array.from(command)] }]))
    if (command[0] !== 'event') return
    fetch('https://region1.google-analytics.com/g/collect', {
      method: 'POST',
      mode: 'no-cors',
      keepalive: true,
      body: JSON.stringify(Array.from(command)),
    }).catch(() => {})
  }
  // biome-ignore-start lint/suspicious/noDocumentCookie: as Google's tag does
  document.cookie = '_ga=GA1.1.1.1; path=/; max-age=1000'
  document.cookie = `_ga_${id.slice(2)}=GS2.1; path=/; max-age=1000`
  // biome-ignore-end lint/suspicious/noDocumentCookie: as Google's tag does
  for (const command of [...queue]) hear(command)
  queue.push = (...commands) => {
    for (const command of commands) hear(command)
    return 0
  }
}
