import type { IncomingMessage } from 'node:http'

/** A name or an address, and a port: neither user nor path, nor anything that a URL would parse differently. */
const oneHost = /^([a-z\d._-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Returns true if a request has exactly one valid Host header (RFC 9112, section 3.2). Node uses the first of two: a proxy that uses the
 * last would route to another site. An HTTP/1.0 request may have none; Node refuses later versions without one.
 */
export function hasOneHost({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count++
  if (count === 0) return httpVersion === '1.0'
  return count === 1 && host !== undefined && oneHost.test(host) && Number(/:(\d+)$/.exec(host)?.[1] ?? 0) <= 65_535
}
