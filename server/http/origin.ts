/**
 * Whether an unsafe request was sent by a page of this site, by what browsers say of it: `Sec-Fetch-Site`, else `Origin`.
 * A request with neither comes from no browser of this decade, hence carries nobody's cookies against their will.
 */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return true
  return origin === siteUrl || origin === new URL(request.url).origin
}
