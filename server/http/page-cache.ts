import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Clock } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { type Encoding, encodingFor, varyByEncoding } from './compress-page.ts'

/*
 * Cache of public pages, rendered once and kept in memory as the bytes to send. A page's headers control it: `Cache-Control: public`: it
 * may be kept; `No-Vary-Search: params`: it reads no query; `Vary: Cookie`: a visitor's own cookie changes it; `Expires`: until when it is
 * valid, if that is before the day's end.
 */

interface Entry {
  /** Words about time on a page are for a London day: they expire at midnight there. In ms since 1970. */
  until: number
  anyQuery: boolean
  variesByCookie: boolean
  bodies: Record<Encoding, Body>
}

/** A page in one encoding, with its headers as Node takes them: names and values in turn. Built once, sent unchanged. */
interface Body {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  headers: string[]
  /** For a response without the page, to a browser that has it. */
  headersOfUnchanged: string[]
}

export interface PageCache {
  /**
   * Responds from memory if possible; all other requests are passed on. `isSomebody`: returns true if the session cookie among a request's
   * is valid; an invalid or expired one gets the cached page.
   */
  serve(isSomebody: (cookies: string) => Promise<boolean>): MiddlewareHandler
  /** The same before any framework, for the most common requests. Returns true if it responded. */
  serveAtOnce(request: IncomingMessage, response: ServerResponse): boolean
  /** Keeps a page that was just rendered, if it may be kept. Returns a response with the same content. */
  keep(c: Context, page: Response): Promise<Response>
  /** Resolves when every page given to `keep` so far is stored. */
  stored(): Promise<void>
  /** Forgets all pages, because their data has changed. */
  purge(): void
}

/** The parts of a request that the response depends on. */
interface Asked {
  method: string
  path: string
  hasQuery: boolean
  header(name: string): string | undefined
}

interface Answer {
  status: number
  /** Names and values in turn. */
  headers: string[]
  body: Uint8Array<ArrayBuffer> | null
}

/** More than the site has pages: bounds the memory in any case. */
const mostEntries = 500
/** A window of 256 KB, which holds any page. */
const windowBits = 18
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
/** With a draft, pages that show it aren't cached; when signed in, none is: the header decides. */
const draftCookie = /(?:^|;\s*)(?:__Host-)?draft=/
const sessionCookie = /(?:^|;\s*)(?:__Host-)?sid=/
const isOwnPage = (cookies: string, byDraft: boolean, bySession: boolean) =>
  (bySession && sessionCookie.test(cookies)) || (byDraft && draftCookie.test(cookies))

/**
 * `always`: headers that the application adds to every response. `brotliQuality`: 11 for pages with many readers; less if much is
 * compressed and little of it read.
 */
export function createPageCache(clock: Clock, always: readonly [string, string][] = [], brotliQuality = 11): PageCache {
  const entries = new Map<string, Entry>()
  let version = 0
  /** One page at a time: the strongest compression takes its memory only once. */
  let storing: Promise<void> = Promise.resolve()
  const queued = new Set<string>()

  /** The state when rendering began: later changes aren't in the response. */
  const begun = new WeakMap<Context, { version: number; until: number }>()
  const situation = () => ({ version, until: new Date(instantOf(addDays(londonDay(clock.now()), 1), 0)).getTime() })

  async function store(path: string, page: Response, body: Uint8Array<ArrayBuffer>, then: { version: number; until: number }) {
    if (!hasRoom(path)) return
    const headers = [...always.filter(([name]) => !page.headers.has(name)), ...page.headers].filter(([name]) => name !== 'content-length')
    const entry: Entry = {
      until: Math.min(then.until, expiryOf(page)),
      anyQuery: page.headers.get('no-vary-search') === 'params',
      variesByCookie: variesByCookie(page),
      bodies: await encodings(body, headers.flat(), brotliQuality),
    }
    if (then.version === version && clock.now().getTime() < then.until) entries.set(path, entry)
  }

  /** The room of yesterday's pages is free. */
  function hasRoom(path: string): boolean {
    if (entries.has(path) || entries.size < mostEntries) return true
    for (const [old, { until }] of entries) if (until <= clock.now().getTime()) entries.delete(old)
    return entries.size < mostEntries
  }

  /** `bySession`: whether a session's cookie counts. */
  function answerTo({ method, path, hasQuery, header }: Asked, bySession = true): Answer | undefined {
    const entry = method === 'GET' || method === 'HEAD' ? entries.get(path) : undefined
    if (!entry || clock.now().getTime() >= entry.until) return undefined
    if ((hasQuery && !entry.anyQuery) || isOwnPage(header('cookie') ?? '', entry.variesByCookie, bySession)) return undefined
    const encoding = encodingFor(header('accept-encoding') ?? '')
    const { bytes, etag, headers, headersOfUnchanged } = entry.bodies[encoding]
    const known = header('if-none-match')
    if (known && (known.trim() === '*' || known.includes(etag))) return { status: 304, headers: headersOfUnchanged, body: null }
    return { status: 200, headers, body: method === 'HEAD' ? null : bytes }
  }

  return {
    serve: (isSomebody) => async (c, next) => {
      const asked = { method: c.req.method, path: c.req.path, hasQuery: hasQuery(c.req.url), header: (name: string) => c.req.header(name) }
      const cookies = c.req.header('cookie') ?? ''
      const answer = answerTo(asked, false)
      if (answer && !(sessionCookie.test(cookies) && (await isSomebody(cookies)))) return responseOf(answer)
      begun.set(c, situation())
      await next()
    },
    serveAtOnce({ method = '', url = '', headers }, response) {
      const [path = '', query] = url.split('?', 2)
      const answer = answerTo({ method, path, hasQuery: query !== undefined, header: (name) => headers[name] as string | undefined })
      if (!answer) return false
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body)
      return true
    },
    async keep(c, page) {
      if (!mayKeep(c, page)) return page
      varyByEncoding(page.headers)
      const body = new Uint8Array(await page.arrayBuffer())
      const { headers } = page
      const { path } = c.req
      const then = begun.get(c) ?? situation()
      // One of several concurrent ones is enough.
      if (!queued.has(path)) {
        queued.add(path)
        storing = storing
          .then(() => store(path, page, body, then))
          .catch(() => undefined)
          .finally(() => queued.delete(path))
      }
      return new Response(body, { headers })
    },
    stored: () => storing,
    purge() {
      version++
      entries.clear()
    },
  }
}

function responseOf({ status, headers, body }: Answer): Response {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : []))
  return new Response(body, { status, headers: pairs })
}

/** In ms since 1970; infinity if the page has no expiry. */
function expiryOf(page: Response): number {
  const expires = Date.parse(page.headers.get('expires') ?? '')
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires
}

const variesByCookie = (page: Response) => /\bcookie\b/i.test(page.headers.get('vary') ?? '')
const hasQuery = (url: string) => url.includes('?')

/** Only a complete public response to a plain address: queries and errors never make entries. */
function mayKeep(c: Context, page: Response): boolean {
  return (
    c.req.method === 'GET' &&
    page.status === 200 &&
    !hasQuery(c.req.url) &&
    /\bpublic\b/.test(page.headers.get('cache-control') ?? '') &&
    /^text\/html\b/.test(page.headers.get('content-type') ?? '') &&
    /^((cookie|accept-encoding)\s*,?\s*)*$/i.test(page.headers.get('vary') ?? '') &&
    !page.headers.has('content-encoding') &&
    !page.headers.has('etag') &&
    !page.headers.has('set-cookie') &&
    !isOwnPage(c.req.header('cookie') ?? '', variesByCookie(page), true)
  )
}

async function encodings(bytes: Uint8Array<ArrayBuffer>, headers: readonly string[], quality: number): Promise<Entry['bodies']> {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: quality,
    [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [zlib.BROTLI_PARAM_LGWIN]: windowBits,
  }
  const br = new Uint8Array(await brotli(bytes, { params }))
  const gzip = new Uint8Array(await deflate(bytes, { level: 9 }))
  const bodyOf = (bytes: Uint8Array<ArrayBuffer>, etag: string, encoded: readonly string[]): Body => {
    const headersOfUnchanged = [...headers, 'etag', etag]
    return { bytes, etag, headers: [...headersOfUnchanged, ...encoded, 'content-length', String(bytes.length)], headersOfUnchanged }
  }
  return {
    br: bodyOf(br, `"${hash}-br"`, ['content-encoding', 'br']),
    gzip: bodyOf(gzip, `"${hash}-gz"`, ['content-encoding', 'gzip']),
    identity: bodyOf(bytes, `"${hash}"`, []),
  }
}
