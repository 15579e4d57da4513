import { newPerson } from './auth.ts'
import type { Site } from './site.ts'

/** A browser without JavaScript: keeps cookies, posts forms and doesn't follow redirects automatically. */
export function openPlainBrowser(siteUrl: string, userAgent = 'node') {
  const cookies = new Map<string, string>()
  async function ask(path: string, init: RequestInit = {}) {
    const response = await fetch(new URL(path, siteUrl), {
      redirect: 'manual',
      ...init,
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'User-Agent': userAgent,
        ...(init.headers as Record<string, string>),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/Max-Age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, location: response.headers.get('location'), text: await response.text() }
  }
  return {
    cookies,
    ask,
    open: (path: string) => ask(path),
    post: (
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = { Origin: siteUrl, 'Sec-Fetch-Site': 'same-origin' },
    ) => ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    /** Signs in and returns the response. */
    async signIn({ email, password }: { email: string; password: string }, next = '/') {
      return this.post(`/auth?next=${encodeURIComponent(next)}`, { tab: 'sign-in', email, password })
    },
  }
}

export type PlainBrowser = ReturnType<typeof openPlainBrowser>

/** Someone who has signed up, and signed in with the link in the email. */
export async function openConfirmedMember(site: Pick<Site, 'url' | 'mailTo'>, person = newPerson(), browser = openPlainBrowser(site.url)) {
  const { name, email, password } = person
  await browser.post('/auth', { tab: 'sign-up', fullName: name, email, password })
  const pressed = await browser.post(linkIn(await site.mailTo(email, 'Confirm your email address')), {})
  if (pressed.location !== '/account/bookings?said=signed-in') throw new Error(`Not signed in: ${pressed.status} ${pressed.location}`)
  return { browser, person }
}

/** The headers that a browser sends with a form on another website. */
export const foreignForm = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }

/** The link in an account email. */
export const linkIn = (text: string): string => /http\S+\/auth\/verify\S+/.exec(text)?.[0] ?? ''
