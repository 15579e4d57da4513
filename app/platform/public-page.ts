/** Headers of a page that is the same for everyone and for any query: kept in memory, revalidated by browsers. */
export const publicPage = () => ({ 'Cache-Control': 'public, max-age=0, must-revalidate', 'No-Vary-Search': 'params' })

/** The headers of the same page while it shows a fallback. */
export const notKept = { 'Cache-Control': 'no-store' }

/** Private pages: not cached, not indexed, and without referrer to other sites. */
export const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
}

/** The headers of a private page that may be refused, or whose form may be: a refusal may say how long to wait. */
export function privateFormHeaders({ actionHeaders, loaderHeaders }: { actionHeaders: Headers; loaderHeaders: Headers }) {
  const retryAfter = actionHeaders.get('Retry-After') ?? loaderHeaders.get('Retry-After')
  return { ...privateHeaders, ...(retryAfter && { 'Retry-After': retryAfter }) }
}

/** The title of a page that search engines leave out. */
export const privateMeta = (title: string) => [{ title: `${title} | Emergency Plumbers London` }, { name: 'robots', content: 'noindex' }]

/** A file to download, for its reader alone. */
export const privateFile = (body: BodyInit, type: string, name: string) =>
  new Response(body, { headers: { ...privateHeaders, 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` } })
