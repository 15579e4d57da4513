import { expect } from 'vitest'

/** The page that a visitor has reached. */
export interface Arrival {
  /** With its fragment, as in the address bar. */
  url: URL
  status: number
  headers: Headers
  text: string
}

/** A browser that only handles redirects and cookies: cookies are kept by host and path, for all ports of a host. */
export interface Visitor {
  /** Follows redirects from an address. `stopBefore`: a path that isn't requested; its URL is returned instead. */
  go(address: string | URL, options?: { stopBefore?: string; init?: RequestInit }): Promise<Arrival>
  /** The cookies it has now. */
  cookies: Cookie[]
}

interface Cookie {
  host: string
  name: string
  value: string
  path: string
  /** Its attributes, as sent. */
  sent: string
}

const mostHops = 12

export function openVisitor(): Visitor {
  const cookies: Cookie[] = []
  const cookieHeader = (url: URL) =>
    cookies
      .filter(({ host, path }) => host === url.hostname && (url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/'))))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  const keep = (url: URL, sent: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(sent) ?? []
    const path = /;\s*path=([^;]+)/i.exec(sent)?.[1] ?? '/'
    const known = cookies.findIndex((each) => each.host === url.hostname && each.name === name && each.path === path)
    if (known >= 0) cookies.splice(known, 1)
    const isGone = /max-age=0/i.test(sent) || Date.parse(/expires=([^;]+)/i.exec(sent)?.[1] ?? '') < Date.now()
    if (!isGone) cookies.push({ host: url.hostname, name, value, path, sent })
  }
  return {
    cookies,
    async go(address, { stopBefore, init } = {}) {
      let url = new URL(address)
      for (let hop = 0; hop < mostHops; hop += 1) {
        const first = hop === 0 ? init : undefined
        const response = await fetch(url, { ...first, redirect: 'manual', headers: { ...first?.headers, cookie: cookieHeader(url) } })
        for (const sent of response.headers.getSetCookie()) keep(url, sent)
        const location = response.headers.get('location')
        const arrival = { url, status: response.status, headers: response.headers, text: await response.text() }
        if (!location) return arrival
        url = new URL(location, url)
        if (url.pathname === stopBefore) return { ...arrival, url }
      }
      return expect.fail(`Redirects without end, the last to ${url}`)
    },
  }
}
