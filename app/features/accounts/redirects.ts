/* Redirects at the end of a flow that left the page: a sign-in at a provider, an email's link (docs/api.md). The target was checked before
   (`redirectTarget`). Secrets travel in the fragment, which servers don't see. */

/** The part of a session that travels in a URL. */
interface RedirectedSession {
  access_token: string
  refresh_token: string
  expires_in: number
  expires_at: number
  token_type: string
}

/**
 * The target with a session in its fragment. `extras`: additional values, e.g. an email's `type`, a provider's token; undefined ones are
 * left out.
 */
export function sessionRedirect(
  target: string,
  { access_token, refresh_token, expires_in, expires_at, token_type }: RedirectedSession,
  extras: Partial<Record<'type' | 'provider_token' | 'provider_refresh_token', string>> = {},
): string {
  return withFragment(target, {
    access_token,
    refresh_token,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    token_type,
    sb: '',
    ...extras,
  })
}

/** The target with an authorisation code in its query, for the client with the verifier. */
export function codeRedirect(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/**
 * The target with a refusal in its fragment, in the terms of RFC 6749 (`error`) and of the contract (`error_code`). `withQuery`: in its query
 * too, for clients with PKCE.
 */
export function errorRedirect(
  target: string,
  { status, code, message }: { status: number; code: string; message: string },
  { withQuery }: { withQuery: boolean },
): string {
  const fields = { error: oauthErrorOf(status), error_code: code, error_description: message }
  const url = new URL(target)
  if (withQuery) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return withFragment(url.href, { ...fields, sb: '' })
}

/** RFC 6749's error code for a refusal's status (docs/api.md). */
function oauthErrorOf(status: number): string {
  if (status === 400) return 'invalid_request'
  if (status === 401) return 'unauthorized_client'
  if (status === 429) return 'temporarily_unavailable'
  return status < 500 ? 'access_denied' : 'server_error'
}

/** Clients look for names, not for an order; the contract's service sorts them. */
function withFragment(target: string, fields: Record<string, string | undefined>): string {
  const url = new URL(target)
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  url.hash = new URLSearchParams(given.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return url.href
}

/** Returns the requested address if its origin is exactly one of ours, otherwise the site itself. */
export function redirectTarget(asked: string | undefined, origins: readonly string[]): string {
  const site = `${origins[0]}/`
  if (!asked || !URL.canParse(asked)) return site
  const url = new URL(asked)
  // A blob: address has the origin of the page that made it.
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  return isPage && origins.includes(url.origin) && !url.username && !url.password ? url.href : site
}
