import { redirectDocument } from 'react-router'

/**
 * On to another page, in place of the one that asked: going back does not lead to it again. A whole page load, since public pages are
 * documents of their own (DESIGN 8). `cookies`: Set-Cookie headers.
 */
export function goOn(path: string, ...cookies: readonly string[]): Response {
  const response = redirectDocument(path, 303)
  response.headers.set('X-Remix-Replace', 'true')
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
