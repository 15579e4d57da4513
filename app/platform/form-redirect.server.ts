import { redirectDocument } from 'react-router'

/**
 * Redirects a form to another page, with Set-Cookie headers, as a full page load, since public pages are separate documents. A form that
 * must not stay in the history sets `replace`: for page loads only the form can.
 */
export function goOn(path: string, ...cookies: readonly string[]): Response {
  const response = redirectDocument(path, 303)
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
