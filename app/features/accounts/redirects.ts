/*
 * Back to where somebody came from, with what they came for (AUTH-WIRE section 5). Tokens and errors travel in the fragment, which
 * browsers send to no server.
 */

interface SessionTokens {
  access_token: string
  expires_at: number
  expires_in: number
  refresh_token: string
  token_type: string
}

/** To a client that waits for the session itself. `extras`: the flow's type, a provider's tokens. */
export function sessionRedirect(target: string, session: SessionTokens, extras: Record<string, string> = {}): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session
  const fields = {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type,
    ...extras,
  }
  return withFragment(target, fields)
}

/** To a client that has the verifier of a PKCE flow. */
export function codeRedirect(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

export interface RedirectError {
  error: string
  error_code: string
  error_description: string
}

/** To a client that is to hear why it got nothing. `withQuery`: the client of a PKCE flow reads the query. */
export function errorRedirect(target: string, error: RedirectError, { withQuery = false } = {}): string {
  const url = new URL(target)
  if (withQuery) for (const [name, value] of Object.entries(error)) url.searchParams.set(name, value)
  return withFragment(url.href, { ...error, sb: '' })
}

function withFragment(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(fields).toString()
  return url.href
}
