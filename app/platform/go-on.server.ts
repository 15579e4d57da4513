import { redirectDocument } from 'react-router'

/**
 * On to another page from a form, with Set-Cookie headers. A whole page load, since public pages are documents of their own.
 * A form that must not be gone back to says `replace`: of a page load, only the form decides that.
 */
export function goOn(path: string, ...cookies: readonly string[]): Response {
  const response = redirectDocument(path, 303)
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
