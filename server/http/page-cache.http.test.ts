import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSession } from '#app/features/accounts/sessions.server.ts'
import { beginSiteSession } from '#app/features/accounts/site-session.server.ts'
import type { Visit } from '#app/platform/services.ts'
import { createApp } from '#server/app.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { TestClock, type World } from '#test/support/world.ts'
import { createPageCache } from './page-cache.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const shared = { ...html, 'cache-control': 'public, max-age=0, must-revalidate' }
/** Headers of a page that doesn't depend on the query. */
const anyQuery = { ...shared, 'no-vary-search': 'params' }
/** Headers of a page that depends on the visitor's own cookie. */
const byCookie = { ...shared, vary: 'Cookie' }
const textOf = (path: string) => `<!doctype html><title>${path}</title>${'Zoë Ünal 李 😀 '.repeat(200)}`

type Render = (page: { path: string; request: Request; visit: Visit; world: World }) => Response | Promise<Response>

/** The real app with the test's own pages, which it counts. '/control' is always a page that may be cached, regardless of `render`. */
async function openSite(render: Render, options: Parameters<typeof freshWorld>[1] = {}) {
  const world = await freshWorld('sqlite', options)
  const buildDir = mkdtempSync(join(tmpdir(), 'plumbers-pages-'))
  mkdirSync(join(buildDir, 'client'))
  onTestFinished(() => rmSync(buildDir, { recursive: true, force: true }))
  const renders: string[] = []
  const app = createApp({
    services: world.services,
    health: async () => ({ status: 'ok', database: 'ok', jobs: 'ok' }),
    inline: { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] },
    buildDir,
    pages: async (request, visit) => {
      const { pathname: path, search } = new URL(request.url)
      renders.push(`${request.method} ${path}${search}`)
      return path === '/control' ? new Response(textOf(path), { headers: anyQuery }) : render({ path, request, visit, world })
    },
  })
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    readPage(await app.request(path, { headers, method }))
  /** Repeats a request until the response comes from memory. */
  const kept = async (path: string, headers: Record<string, string> = {}) => {
    await expect.poll(async () => (await get(path, headers)).etag, { timeout: 20_000, interval: 5 }).toBeTruthy()
    return get(path, headers)
  }
  /** Whether the response comes from memory, after earlier requests had time to be stored. */
  const isKept = async (path: string, headers: Record<string, string> = {}) => {
    await kept('/control')
    return (await get(path, headers)).etag !== null
  }
  return { app, world, renders, get, kept, isKept }
}

async function readPage(response: Response) {
  const { headers, status } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  const encoding = headers.get('content-encoding')
  const text = bytes.length === 0 ? '' : decoded(bytes, encoding).toString()
  return { status, headers, bytes, encoding, text, etag: headers.get('etag') }
}

const decoded = (bytes: Buffer, encoding: string | null) =>
  encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes

const publicPages: Render = ({ path }) => new Response(textOf(path), { headers: anyQuery })
const headersOf = ({ headers }: { headers: Headers }, ...without: string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !without.includes(name)))

describe('A public page', () => {
  test('is not rendered again once it is stored, whatever the request', async () => {
    const site = await openSite(publicPages)
    await site.kept('/gas-emergency')
    const before = site.renders.length
    for (const accepted of ['br', 'gzip', '', 'identity', '*'])
      for (const method of ['GET', 'HEAD'])
        expect((await site.get('/gas-emergency', { 'accept-encoding': accepted, cookie: 'draft=x' }, method)).status).toBe(200)
    expect(site.renders).toHaveLength(before)
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['', null],
    ['identity', null],
    ['zstd', null],
  ])('is sent to a client that takes %j as %s, whole, with its length and a strong tag', async (accepted, encoding) => {
    const site = await openSite(publicPages)
    const first = await site.get('/', { 'accept-encoding': accepted })
    const page = await site.kept('/', { 'accept-encoding': accepted })
    for (const answer of [first, page]) {
      expect(answer.status).toBe(200)
      expect(answer.encoding).toBe(encoding)
      expect(answer.text).toBe(textOf('/'))
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    }
    expect(page.headers.get('content-length')).toBe(String(page.bytes.length))
    expect(page.etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
  })

  test('is sent whole to a client that takes anything', async () => {
    const site = await openSite(publicPages)
    const page = await site.kept('/', { 'accept-encoding': '*' })
    expect([null, 'br', 'gzip']).toContain(page.encoding)
    expect(page.text).toBe(textOf('/'))
  })

  test('has another tag in every encoding, the same at every request, and another where its text is another', async () => {
    const site = await openSite(publicPages)
    const tags = async (path: string) => {
      await site.kept(path)
      return Promise.all(['br', 'gzip', ''].map(async (accepted) => (await site.get(path, { 'accept-encoding': accepted })).etag))
    }
    const [home, book] = [await tags('/'), await tags('/book')]
    expect(new Set([...home, ...book]).size).toBe(6)
    expect(await tags('/')).toEqual(home)
  })

  test.each(['', 'x', 'a\u0000b', textOf('/large').repeat(100)])('of any length comes back as it was: %#', async (text) => {
    const site = await openSite(() => new Response(text, { headers: anyQuery }))
    for (const accepted of ['br', 'gzip', '']) {
      const page = await site.kept('/', { 'accept-encoding': accepted })
      expect(page.text === text).toBe(true)
      expect(page.headers.get('content-length')).toBe(String(page.bytes.length))
    }
  })

  test('asked for by many at once is answered to each of them, in the encoding each takes', async () => {
    const site = await openSite(publicPages)
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, at) => {
        const [accepted = '', encoding = null] = [['br', 'br'], ['gzip', 'gzip'], ['']][at % 3] ?? []
        return { page: await site.get(`/page-${at % 5}`, { 'accept-encoding': accepted }), at, encoding }
      }),
    )
    for (const { page, at, encoding } of answers) {
      expect(page.status).toBe(200)
      expect(page.encoding).toBe(encoding)
      expect(page.text).toBe(textOf(`/page-${at % 5}`))
    }
  })

  test('asked for while it is being rendered and kept is never answered in halves or with another page', async () => {
    const site = await openSite(publicPages)
    for (let round = 0; round < 40; round++) {
      const paths = ['/', `/page-${round}`, '/control']
      const answers = await Promise.all(paths.map((path) => site.get(path, { 'accept-encoding': round % 2 ? 'br' : '' })))
      expect(answers.map(({ text }) => text)).toEqual(paths.map(textOf))
    }
  })
})

describe('HEAD', () => {
  test('of a page that is kept has the headers of GET and no body', async () => {
    const site = await openSite(publicPages)
    for (const accepted of ['br', 'gzip', '']) {
      const page = await site.kept('/', { 'accept-encoding': accepted })
      const head = await site.get('/', { 'accept-encoding': accepted }, 'HEAD')
      expect(head.status).toBe(200)
      expect(head.bytes).toHaveLength(0)
      expect(headersOf(head)).toEqual(headersOf(page))
    }
  })

  test('of a page that is not kept has the headers of GET, but for those of the body', async () => {
    const site = await openSite(({ path }) => new Response(textOf(path), { headers: { ...html, 'cache-control': 'no-cache' } }))
    const ofBody = ['content-length', 'content-encoding', 'content-security-policy']
    const [page, head] = [await site.get('/', { 'accept-encoding': 'br' }), await site.get('/', { 'accept-encoding': 'br' }, 'HEAD')]
    expect(head.bytes).toHaveLength(0)
    expect(headersOf(head, ...ofBody)).toEqual(headersOf(page, ...ofBody))
  })

  test('makes no entry, which would have no body', async () => {
    const site = await openSite(publicPages)
    for (let time = 0; time < 3; time++) await site.get('/', {}, 'HEAD')
    expect(await site.isKept('/')).toBe(false)
    expect((await site.kept('/')).text).toBe(textOf('/'))
  })
})

describe('If-None-Match', () => {
  // RFC 9110, section 13.1.2: a list of tags, compared weakly, or '*', which any current page matches.
  test.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the tag, made weak by a proxy', (tag) => `W/${tag}`],
    ['the tag among others', (tag) => `"a", ${tag}, "b"`],
    ['the tag among others without spaces', (tag) => `W/"a",${tag},W/"b"`],
    ['the weak tag among others', (tag) => `"a,b" , W/${tag}`],
    ['any tag', () => '*'],
  ])('that names %s is answered 304: no body, and what a cache has to know', async (_, header) => {
    const site = await openSite(({ path }) => new Response(textOf(path), { headers: byCookie }))
    for (const accepted of ['br', 'gzip', '']) {
      const page = await site.kept('/', { 'accept-encoding': accepted })
      for (const method of ['GET', 'HEAD']) {
        const answer = await site.get('/', { 'accept-encoding': accepted, 'if-none-match': header(page.etag ?? '') }, method)
        expect(answer.status).toBe(304)
        expect(answer.bytes).toHaveLength(0)
        for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy'])
          expect(answer.headers.get(name), name).toBe(page.headers.get(name))
        for (const name of ['content-length', 'content-encoding', 'set-cookie']) expect(answer.headers.get(name), name).toBeNull()
      }
    }
  })

  test.each<[string, (tag: string) => string]>([
    ['nothing', () => ''],
    ['another tag', () => '"another"'],
    ['the tag without its quotes', (tag) => tag.replaceAll('"', '')],
    ['the beginning of the tag', (tag) => `${tag.slice(0, -2)}"`],
    ['a tag that begins like it', (tag) => `${tag.slice(0, -1)}x"`],
    ['a tag that ends like it', (tag) => `"x${tag.slice(1)}`],
    ['the tag of another encoding', (tag) => `${tag.slice(0, -1).replace(/-\w\w$/, '')}-zz"`],
  ])('that names %s is answered with the page', async (_, header) => {
    const site = await openSite(publicPages)
    for (const accepted of ['br', 'gzip', '']) {
      const page = await site.kept('/', { 'accept-encoding': accepted })
      const answer = await site.get('/', { 'accept-encoding': accepted, 'if-none-match': header(page.etag ?? '') })
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(textOf('/'))
    }
  })

  test('with the tag of one encoding is answered with the page to a client that takes another', async () => {
    const site = await openSite(publicPages)
    const page = await site.kept('/', { 'accept-encoding': 'br' })
    const answer = await site.get('/', { 'accept-encoding': 'gzip', 'if-none-match': page.etag ?? '' })
    expect([answer.status, answer.encoding, answer.text]).toEqual([200, 'gzip', textOf('/')])
  })

  test('does not answer a POST', async () => {
    const site = await openSite(publicPages)
    const page = await site.kept('/')
    const answer = await site.get('/', { 'if-none-match': page.etag ?? '' }, 'POST')
    expect(answer.status).toBe(200)
    expect(site.renders.at(-1)).toBe('POST /')
  })
})

describe('A query', () => {
  const queries = ['/?a=1', '/?', '/?utm_source=x&gclid=y', '/?=', '/?%00', '/?a=1#b']

  test.each(queries)('makes no entry: %s', async (path) => {
    const site = await openSite(publicPages)
    for (let time = 0; time < 3; time++) expect((await site.get(path)).text).toBe(textOf('/'))
    expect(await site.isKept(path)).toBe(false)
    expect(await site.isKept('/')).toBe(false)
  })

  test.each(queries)('is answered from memory where the page says that it reads none: %s', async (path) => {
    const site = await openSite(publicPages)
    const page = await site.kept('/')
    const before = site.renders.length
    expect(await site.get(path)).toMatchObject({ status: 200, etag: page.etag, text: page.text })
    expect(site.renders).toHaveLength(before)
  })

  test.each([undefined, 'key-order', 'params=("utm_source")', 'params, except=("q")', 'params=?0'])(
    'is rendered where the page does not say so: No-Vary-Search %s',
    async (said) => {
      const headers = said === undefined ? shared : { ...shared, 'no-vary-search': said }
      const site = await openSite(({ request }) => new Response(`for ${new URL(request.url).search}`, { headers }))
      await site.kept('/')
      for (const query of ['?q=1', '?q=2']) {
        const answer = await site.get(`/${query}`)
        expect(answer.text).toBe(`for ${query}`)
        expect(answer.etag).toBeNull()
      }
    },
  )
})

describe('An answer that is no public page', () => {
  test.each<[string, () => Response]>([
    ['not found', () => new Response(textOf('/'), { status: 404, headers: anyQuery })],
    ['gone', () => new Response(textOf('/'), { status: 410, headers: anyQuery })],
    ['an error', () => new Response(textOf('/'), { status: 500, headers: anyQuery })],
    ['too much', () => new Response(textOf('/'), { status: 429, headers: anyQuery })],
    ['a part', () => new Response(textOf('/'), { status: 206, headers: anyQuery })],
    ['a redirect', () => new Response(null, { status: 302, headers: { ...anyQuery, location: '/book' } })],
    ['a redirect for good', () => new Response(null, { status: 301, headers: { ...anyQuery, location: '/book' } })],
    ['one that sets a cookie', () => new Response(textOf('/'), { headers: { ...anyQuery, 'set-cookie': 'a=1' } })],
    ['private', () => new Response(textOf('/'), { headers: { ...html, 'cache-control': 'private, max-age=60' } })],
    ['not to be stored', () => new Response(textOf('/'), { headers: { ...html, 'cache-control': 'no-store' } })],
    ['silent about it', () => new Response(textOf('/'), { headers: html })],
  ])('is rendered for everyone again: %s', async (_, answer) => {
    const site = await openSite(answer)
    const { status } = answer()
    for (let time = 0; time < 3; time++) expect((await site.get('/')).status).toBe(status)
    expect(await site.isKept('/')).toBe(false)
    const said = answer().headers
    const expected = said.has('set-cookie') ? 'private, no-store' : (said.get('cache-control') ?? 'private, no-store')
    expect((await site.get('/')).headers.get('cache-control')).toBe(expected)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('is rendered for everyone again: the answer to %s', async (method) => {
    const site = await openSite(({ request }) => new Response(`answer to ${request.method}`, { headers: anyQuery }))
    for (let time = 0; time < 3; time++) expect((await site.get('/', {}, method)).text).toBe(`answer to ${method}`)
    expect(await site.isKept('/')).toBe(false)
    // Nor does it get the response stored for GET.
    await site.kept('/')
    const answer = await site.get('/', {}, method)
    expect([answer.text, answer.etag]).toEqual([`answer to ${method}`, null])
  })

  test('is rendered for everyone again: a page that fails, or breaks off', async () => {
    let failing = true
    const site = await openSite(({ path }) => {
      if (!failing) return publicPages({ path } as Parameters<Render>[0])
      if (path === '/fails') throw new Error('a page that fails')
      const half = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('<!doctype html><p>half'))
        },
        pull: (controller) => controller.error(new Error('a page that breaks off')),
      })
      return new Response(half, { headers: anyQuery })
    })
    for (const path of ['/fails', '/breaks-off']) {
      const answer = await site.get(path)
      expect(answer.status).toBe(500)
      expect(answer.text).not.toContain('half')
      expect(await site.isKept(path)).toBe(false)
    }
    failing = false
    for (const path of ['/fails', '/breaks-off']) expect((await site.kept(path)).text).toBe(textOf(path))
  })
})

describe('A page that a visitor’s own cookie changes', () => {
  /** Personal content marked `public`, as a faulty page might send it. */
  const ownPages: Render = ({ request }) =>
    new Response(`for ${request.headers.get('cookie') ?? 'everybody'}`.padEnd(1_200), { headers: byCookie })

  const own = [
    'draft=x',
    '__Host-draft=x',
    'a=1; draft=x',
    'a=1;draft=x',
    'a=1;\tdraft=x',
    'draft=x; a=1',
    'a=1; __Host-draft=x; b=2',
    'draft=',
    'xdraft=1; draft=x',
  ]
  test.each(own)('is rendered for a visitor with the cookie %j, and kept for no one', async (cookie) => {
    const site = await openSite(ownPages)
    for (let time = 0; time < 3; time++) expect((await site.get('/', { cookie })).text.trim()).toBe(`for ${cookie}`)
    expect(await site.isKept('/', { cookie })).toBe(false)
    expect(await site.isKept('/')).toBe(false)
    const everybody = await site.kept('/')
    expect(everybody.text.trim()).toBe('for everybody')
    for (const tag of ['', String(everybody.etag)]) {
      const answer = await site.get('/', { cookie, 'if-none-match': tag })
      expect([answer.status, answer.text.trim(), answer.etag]).toEqual([200, `for ${cookie}`, null])
    }
  })

  const others = [
    'xdraft=1',
    'draftx=1',
    'my-draft=1',
    'a=draft=1',
    'a="draft=1"',
    'drafts=1; sidx=1',
    'x__Host-draft=1',
    '__Host-sidecar=1',
    'sid',
  ]
  test.each(others)('comes from memory for a visitor with the cookie %j', async (cookie) => {
    const site = await openSite(ownPages)
    await site.kept('/')
    const before = site.renders.length
    expect((await site.get('/', { cookie })).text.trim()).toBe('for everybody')
    expect(site.renders).toHaveLength(before)
  })

  test('never reaches another visitor, however their requests are mixed', async () => {
    const site = await openSite(ownPages)
    const visitors = [undefined, 'draft=ann', '__Host-draft=ben', 'draft=cleo', undefined]
    await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const cookie = visitors[at % visitors.length]
        const answer = await site.get('/', { 'accept-encoding': at % 2 ? 'br' : '', ...(cookie && { cookie }) })
        expect(answer.text.trim()).toBe(`for ${cookie ?? 'everybody'}`)
      }),
    )
    expect((await site.kept('/')).text.trim()).toBe('for everybody')
  })

  test.each(['cookie', 'COOKIE', 'Accept-Encoding,cookie'])('says so as Vary: %s', async (vary) => {
    const site = await openSite(
      ({ request }) => new Response(request.headers.get('cookie') ?? 'everybody', { headers: { ...shared, vary } }),
    )
    await site.kept('/')
    expect((await site.get('/', { cookie: 'draft=x' })).text).toBe('draft=x')
  })
})

describe('A session’s cookie', () => {
  const render: Render = ({ request }) =>
    new Response(`for ${request.headers.get('cookie') ?? 'everybody'}`.padEnd(1_200), { headers: byCookie })

  test.each(['sid=made-up', '__Host-sid=made-up', 'a=1; sid=', 'sid=a; sid=b', `sid=${'x'.repeat(43)}`])(
    'that is no one’s has no page rendered: %s',
    async (cookie) => {
      const site = await openSite(render)
      await site.kept('/')
      const before = site.renders.length
      for (const method of ['GET', 'HEAD']) {
        const answer = await site.get('/', { cookie }, method)
        expect(answer.status).toBe(200)
        if (method === 'GET') expect(answer.text.trim()).toBe('for everybody')
        // A cookie that this site could have set is cleared, by a response for this visitor only.
        const isPublic = /public/.test(answer.headers.get('cache-control') ?? '')
        expect(answer.headers.getSetCookie().join()).toMatch(isPublic ? /^$/ : /^sid=; Max-Age=0/)
      }
      expect(site.renders).toHaveLength(before)
    },
  )

  test('that is someone’s has their page rendered, for them alone', async () => {
    const site = await openSite(render)
    const { services } = site.world
    const at = services.clock.now().toISOString()
    const person = { email: 'cleo@example.com', password: 'correct horse battery' }
    await site.app.request('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    await services.db.updateTable('authUsers').set({ emailConfirmedAt: at }).where('email', '=', person.email).execute()
    const user = await services.db.selectFrom('authUsers').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
    const set = await services.db.transaction().execute(async (tx) => {
      const { session } = await createSession(services, tx, { userId: user.id, method: 'password', userAgent: '' })
      return beginSiteSession(services, tx, { sessionId: session.id, role: 'customer' })
    })
    const cookie = set.split(';')[0] ?? ''
    await site.kept('/')
    for (let time = 0; time < 2; time++) {
      const answer = await site.get('/', { cookie })
      expect([answer.text.trim(), answer.headers.get('cache-control'), answer.etag]).toEqual([`for ${cookie}`, 'private, no-store', null])
    }
    await services.db.deleteFrom('siteSessions').execute()
    expect((await site.get('/', { cookie })).text.trim()).toBe('for everybody')
  })
})

describe('A page that anything else of the request changes', () => {
  test.each(['Accept-Language, Cookie', '*', 'User-Agent'])('is kept for no one: Vary: %s', async (vary) => {
    const site = await openSite(({ path }) => new Response(`page ${path}`, { headers: path === '/other' ? shared : { ...shared, vary } }))
    await site.get('/')
    // Pages are stored in order: once the second is, the first would be too.
    await site.kept('/other')
    expect((await site.get('/')).etag).toBeNull()
  })
})

describe('The headers of a public page', () => {
  test('are the same from memory as at first', async () => {
    const env = { SITE_URL: 'https://plumbers.example', TRUST_PROXY: '1' }
    const ofPage = { ...byCookie, link: '</a.css>; rel=preload, </b.css>; rel=preload', 'content-language': 'en-GB', 'x-own': 'ä' }
    const site = await openSite(({ path }) => new Response(textOf(path), { headers: ofPage }), { env })
    const first = await site.get('/')
    expect(first.etag).toBeNull()
    const page = await site.kept('/')
    const ofMemory = ['etag', 'content-length']
    expect(headersOf(page, ...ofMemory)).toEqual(headersOf(first, ...ofMemory))
    expect(headersOf(page)).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-script';"),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })

  test('carry nothing of one response: no nonce, no cookie', async () => {
    const nonces: string[] = []
    const site = await openSite(({ path, visit }) => {
      nonces.push(visit.nonce)
      return new Response(textOf(path), { headers: anyQuery })
    })
    const answers = [await site.get('/'), await site.kept('/')]
    for (const { headers } of answers) {
      const said = JSON.stringify([...headers])
      expect(said).not.toContain('nonce-')
      for (const nonce of nonces) expect(said).not.toContain(nonce)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
    }
  })

  test('carry a nonce of its own in every answer that no one else gets', async () => {
    const site = await openSite(({ visit }) => new Response(visit.nonce, { headers: html }))
    const answers = await Promise.all([1, 2, 3].map(() => site.get('/')))
    for (const { headers, text } of answers) expect(headers.get('content-security-policy')).toContain(`'nonce-${text}'`)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(3)
  })

  test.each([[undefined], ['Cookie'], ['Accept-Encoding'], ['accept-encoding, Cookie'], ['Cookie, Accept-Encoding']])(
    'name the encoding once among what the answer varies by: %s',
    async (vary) => {
      const headers = vary === undefined ? shared : { ...shared, vary }
      const site = await openSite(({ path }) => new Response(textOf(path), { headers }))
      for (const accepted of ['br', '']) {
        const answers = [await site.get('/', { 'accept-encoding': accepted }), await site.kept('/', { 'accept-encoding': accepted })]
        for (const answer of answers) expect(answer.headers.get('vary')?.match(/accept-encoding/gi)).toHaveLength(1)
      }
    },
  )
})

describe('A day of London', () => {
  /** Shows the time at which it was rendered. */
  const datedPages: Render = ({ world }) => new Response(world.clock.now().toISOString().padEnd(1_100), { headers: anyQuery })

  test.each([
    ['in winter', '2026-01-14T00:00:00.000Z', '2026-01-14T23:59:59.999Z', '2026-01-15T00:00:00.000Z'],
    ['in summer', '2026-07-13T23:00:00.000Z', '2026-07-14T22:59:59.999Z', '2026-07-14T23:00:00.000Z'],
    ['on which clocks go forward', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z', '2026-03-29T23:00:00.000Z'],
    ['on which clocks go back', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z', '2026-10-26T00:00:00.000Z'],
    ['in summer, over midnight of Greenwich', '2026-07-14T23:30:00.000Z', '2026-07-15T00:30:00.000Z', '2026-07-15T23:00:00.000Z'],
  ])('%s ends at its midnight, and with it what is kept', async (_, begun, late, next) => {
    const site = await openSite(datedPages, { now: begun })
    const page = await site.kept('/')
    expect(page.text.trim()).toBe(begun)
    site.world.clock.set(late)
    const before = site.renders.length
    expect(await site.get('/')).toMatchObject({ text: page.text, etag: page.etag })
    expect(site.renders).toHaveLength(before)
    site.world.clock.set(next)
    const asked: Record<string, string>[] = [{}, { 'if-none-match': String(page.etag) }, { 'accept-encoding': 'br' }]
    for (const headers of asked) expect(await site.get('/', headers)).toMatchObject({ status: 200, text: next.padEnd(1_100) })
    const anew = await site.kept('/')
    expect(anew.text.trim()).toBe(next)
    expect(anew.etag).not.toBe(page.etag)
  })

  test('is that of the words on the page: one that was begun before midnight is not kept for the day after', async () => {
    const [before, after] = ['2026-01-14T23:59:59.999Z', '2026-01-15T00:00:00.000Z']
    const site = await openSite(
      ({ world, path }) => {
        const page = datedPages({ world, path } as Parameters<Render>[0])
        world.clock.set(after)
        return page
      },
      { now: before },
    )
    expect((await site.get('/')).text.trim()).toBe(before)
    expect((await site.kept('/control')).status).toBe(200)
    expect((await site.get('/')).text.trim()).toBe(after)
  })

  test('ends before its midnight where the page says so itself, and never later', async () => {
    const dated = (day: string, time: string) => `${day}T${time}Z`
    const site = await openSite(
      ({ world, path }) => {
        const expires = path === '/hour' ? '2026-01-14T18:00:00Z' : '2026-01-20T18:00:00Z'
        const headers = { ...anyQuery, expires: new Date(expires).toUTCString() }
        return new Response(world.clock.now().toISOString(), { headers })
      },
      { now: dated('2026-01-14', '17:59:00.000') },
    )
    const [hour, week] = [await site.kept('/hour'), await site.kept('/week')]
    expect(hour.headers.get('expires')).toBe('Wed, 14 Jan 2026 18:00:00 GMT')
    site.world.clock.set(dated('2026-01-14', '17:59:59.999'))
    expect(await site.get('/hour')).toMatchObject({ text: hour.text, etag: hour.etag })
    site.world.clock.set(dated('2026-01-14', '18:00:00.000'))
    for (const known of ['', String(hour.etag)])
      expect(await site.get('/hour', { 'if-none-match': known })).toMatchObject({ status: 200, text: dated('2026-01-14', '18:00:00.000') })
    expect(await site.get('/week')).toMatchObject({ text: week.text, etag: week.etag })
    site.world.clock.set(dated('2026-01-15', '00:00:00.000'))
    expect((await site.get('/week')).text).toBe(dated('2026-01-15', '00:00:00.000'))
    // A page that expires before it is stored isn't served.
    expect(await site.isKept('/hour')).toBe(false)
  })
})

describe('Memory', () => {
  test('has room for 500 pages at most; the others are rendered, and what is kept stays', { timeout: 120_000 }, async () => {
    const site = await openSite(({ path }) => new Response(`page ${path}`, { headers: anyQuery }))
    await site.kept('/first')
    const paths = Array.from({ length: 520 }, (_, at) => `/p-${at}`)
    const countKept = async () => {
      const answers = await Promise.all(paths.map((path) => site.get(path)))
      expect(answers.map(({ text }) => text)).toEqual(paths.map((path) => `page ${path}`))
      return answers.filter(({ etag }) => etag !== null).length
    }
    // '/first' is one of the 500.
    await expect.poll(countKept, { timeout: 60_000, interval: 250 }).toBeGreaterThanOrEqual(499)
    expect(await countKept()).toBeLessThanOrEqual(499)
    expect((await site.get('/first')).etag).not.toBeNull()
    // A full cache still refreshes its pages.
    site.world.clock.advance(24 * 3_600_000)
    expect((await site.get('/first')).etag).toBeNull()
    expect((await site.kept('/first')).text).toBe('page /first')
  })

  test('has one entry for a page, however its address is escaped', async () => {
    const site = await openSite(({ path }) => new Response(path.padEnd(1_100), { headers: anyQuery }))
    const page = await site.kept('/book')
    for (const spelling of ['/%62ook', '/bo%6Fk', '/./book', '/x/../book', '/x/%2e%2e/book', '/book#part'])
      expect(await site.get(spelling), spelling).toMatchObject({ status: 200, etag: page.etag, text: page.text })
    for (const spelling of ['/%42ook', '/b%4F%4fk', '/BOOK', '/%62ook/', '//book'])
      expect((await site.get(spelling)).status, spelling).toBe(301)
  })
})

describe('A purge', () => {
  /** A separate cache with pages that show the current data. */
  function openPurgeable() {
    const cache = createPageCache(new TestClock('2026-11-20T10:20:00.000Z'))
    const data = { text: 'old', held: undefined as Promise<void> | undefined, reading: undefined as (() => void) | undefined }
    const app = new Hono().use(cache.serve(async () => false)).get('*', async (c) => {
      const text = c.req.path === '/control' ? 'control' : data.text
      if (c.req.path !== '/control' && data.held) {
        data.reading?.()
        await data.held
      }
      return cache.keep(c, new Response(text, { headers: anyQuery }))
    })
    const get = async (path: string) => readPage(await app.request(path))
    const kept = (path: string) => expect.poll(async () => (await get(path)).etag, { timeout: 20_000, interval: 5 }).toBeTruthy()
    return { cache, data, get, kept }
  }

  test('forgets every page, at once', async () => {
    const { cache, data, get, kept } = openPurgeable()
    for (const path of ['/', '/book', '/areas']) await kept(path)
    data.text = 'new'
    cache.purge()
    for (const path of ['/', '/book', '/areas']) expect(await get(path)).toMatchObject({ text: 'new', etag: null })
    await kept('/')
    expect((await get('/')).text).toBe('new')
  })

  test('also forgets the pages that are just being compressed', async () => {
    const { cache, data, get, kept } = openPurgeable()
    for (let round = 0; round < 20; round++) {
      data.text = `data ${round}`
      cache.purge()
      expect((await get('/')).text).toBe(data.text)
    }
    cache.purge()
    data.text = 'newest'
    await kept('/control')
    await kept('/')
    expect((await get('/')).text).toBe('newest')
  })

  test('also forgets the pages that are just being rendered from what was', async () => {
    const { cache, data, get, kept } = openPurgeable()
    const [held, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    data.held = held.promise
    data.reading = reading.resolve
    const slow = get('/')
    await reading.promise
    data.text = 'new'
    data.held = undefined
    cache.purge()
    held.resolve()
    expect((await slow).text).toBe('old')
    await kept('/control')
    expect((await get('/')).text).toBe('new')
  })
})
