import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
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
    await expect.poll(async () => (await get(path, headers)).etag).toBeTruthy()
    return get(path, headers)
  }
  /** True if the response comes from memory, after earlier requests had time to be stored. */
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

  test('is sent in the encoding that its client takes, whole, with its length and a strong tag', async () => {
    const site = await openSite(publicPages)
    for (const [at, [accepted, encoding]] of (
      [
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=0.0, gzip;q=0.5', 'gzip'],
        ['gzip;q=0, br;q=0', null],
      ] as const
    ).entries()) {
      const first = await site.get(`/${at}`, { 'accept-encoding': accepted })
      const page = await site.kept(`/${at}`, { 'accept-encoding': accepted })
      for (const answer of [first, page]) {
        expect([answer.status, answer.encoding, answer.text], accepted).toEqual([200, encoding, textOf(`/${at}`)])
        expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      }
      expect(page.headers.get('content-length')).toBe(String(page.bytes.length))
      expect(page.etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    }
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

  test('makes no entry, which would have no body', async () => {
    const site = await openSite(publicPages)
    for (let time = 0; time < 3; time++) await site.get('/', {}, 'HEAD')
    expect(await site.isKept('/')).toBe(false)
    expect((await site.kept('/')).text).toBe(textOf('/'))
  })
})

describe('If-None-Match', () => {
  // RFC 9110, section 13.1.2: a list of tags, compared weakly, or '*', which any current page matches.
  test('that names the tag, alone, weak or among others, is answered 304: no body, and what a cache has to know', async () => {
    const site = await openSite(({ path }) => new Response(textOf(path), { headers: byCookie }))
    const naming: ((tag: string) => string)[] = [
      (tag) => tag,
      (tag) => `W/${tag}`,
      (tag) => `W/"a",${tag},W/"b"`,
      (tag) => `"a,b" , W/${tag}`,
      () => '*',
    ]
    for (const header of naming)
      for (const accepted of ['br', 'gzip', '']) {
        const page = await site.kept('/', { 'accept-encoding': accepted })
        for (const method of ['GET', 'HEAD']) {
          const answer = await site.get('/', { 'accept-encoding': accepted, 'if-none-match': header(page.etag ?? '') }, method)
          expect([answer.status, answer.bytes.length]).toEqual([304, 0])
          for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy'])
            expect(answer.headers.get(name), name).toBe(page.headers.get(name))
          for (const name of ['content-length', 'content-encoding', 'set-cookie']) expect(answer.headers.get(name), name).toBeNull()
        }
      }
  })

  test('that names no tag of this page in this encoding is answered with the page', async () => {
    const site = await openSite(publicPages)
    const others: ((tag: string) => string)[] = [
      () => '"another"',
      (tag) => tag.replaceAll('"', ''),
      (tag) => `${tag.slice(0, -2)}"`,
      (tag) => `${tag.slice(0, -1)}x"`,
    ]
    const tags = new Map<string, string>()
    for (const accepted of ['br', 'gzip', '']) tags.set(accepted, (await site.kept('/', { 'accept-encoding': accepted })).etag ?? '')
    for (const [accepted, tag] of tags) {
      const elsewhere = [...tags.values()].filter((each) => each !== tag)
      for (const header of [...others.map((other) => other(tag)), ...elsewhere]) {
        const answer = await site.get('/', { 'accept-encoding': accepted, 'if-none-match': header })
        expect([answer.status, answer.text], header).toEqual([200, textOf('/')])
      }
    }
  })
})

describe('A query', () => {
  const queries = ['/?a=1', '/?', '/?utm_source=x&gclid=y', '/?%00']

  test('makes no entry, and is answered from memory only where the page says that it reads none', async () => {
    const site = await openSite(publicPages)
    for (const path of queries) {
      for (let time = 0; time < 3; time++) expect((await site.get(path)).text).toBe(textOf('/'))
      expect([await site.isKept(path), await site.isKept('/')], path).toEqual([false, false])
    }
    const page = await site.kept('/')
    const before = site.renders.length
    for (const path of queries) expect(await site.get(path), path).toMatchObject({ status: 200, etag: page.etag, text: page.text })
    expect(site.renders).toHaveLength(before)

    const said = [undefined, 'key-order', 'params=("utm_source")', 'params, except=("q")', 'params=?0']
    const reading = await openSite(({ request }) => {
      const { pathname, search } = new URL(request.url)
      const header = said[Number(pathname.slice(1))]
      return new Response(`for ${search}`, { headers: header === undefined ? shared : { ...shared, 'no-vary-search': header } })
    })
    for (const [at, header] of said.entries()) {
      await reading.kept(`/${at}`)
      for (const query of ['?q=1', '?q=2'])
        expect(await reading.get(`/${at}${query}`), header).toMatchObject({ text: `for ${query}`, etag: null })
    }
  })
})

describe('An answer that is no public page', () => {
  test('is rendered for everyone again', async () => {
    const responses: [string, () => Response][] = [
      ...[404, 500, 206].map((status): [string, () => Response] => [
        String(status),
        () => new Response(textOf('/'), { status, headers: anyQuery }),
      ]),
      ['a redirect', () => new Response(null, { status: 302, headers: { ...anyQuery, location: '/book' } })],
      ['one that sets a cookie', () => new Response(textOf('/'), { headers: { ...anyQuery, 'set-cookie': 'a=1' } })],
      ['private', () => new Response(textOf('/'), { headers: { ...html, 'cache-control': 'private, max-age=60' } })],
      ['not to be stored', () => new Response(textOf('/'), { headers: { ...html, 'cache-control': 'no-store' } })],
      ['silent about it', () => new Response(textOf('/'), { headers: html })],
    ]
    const site = await openSite(({ path }) => responses[Number(path.slice(1))]?.[1]() ?? new Response())
    for (const [at, [name, response]] of responses.entries()) {
      const { status, headers } = response()
      for (let time = 0; time < 3; time++) expect((await site.get(`/${at}`)).status).toBe(status)
      expect(await site.isKept(`/${at}`), name).toBe(false)
      const expected = headers.has('set-cookie') ? 'private, no-store' : (headers.get('cache-control') ?? 'private, no-store')
      expect((await site.get(`/${at}`)).headers.get('cache-control'), name).toBe(expected)
    }
  })

  test('is rendered for everyone again: the answer to any other method', async () => {
    const site = await openSite(({ request }) => new Response(`answer to ${request.method}`, { headers: anyQuery }))
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    for (const method of methods)
      for (let time = 0; time < 2; time++) expect((await site.get('/', {}, method)).text).toBe(`answer to ${method}`)
    expect(await site.isKept('/')).toBe(false)
    // Nor does it get the response stored for GET.
    const { etag } = await site.kept('/')
    for (const method of methods)
      expect(await site.get('/', { 'if-none-match': String(etag) }, method)).toMatchObject({ text: `answer to ${method}`, etag: null })
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

  const own = ['draft=x', '__Host-draft=x', 'a=1;\tdraft=x', 'draft=x; a=1', 'draft=', 'xdraft=1; draft=x']
  test('is rendered for them, and kept for no one', async () => {
    const site = await openSite(ownPages)
    for (const [at, cookie] of own.entries()) {
      const path = `/${at}`
      for (let time = 0; time < 3; time++) expect((await site.get(path, { cookie })).text.trim()).toBe(`for ${cookie}`)
      expect([await site.isKept(path, { cookie }), await site.isKept(path)], cookie).toEqual([false, false])
      const everybody = await site.kept(path)
      expect(everybody.text.trim()).toBe('for everybody')
      for (const tag of ['', String(everybody.etag)]) {
        const answer = await site.get(path, { cookie, 'if-none-match': tag })
        expect([answer.status, answer.text.trim(), answer.etag]).toEqual([200, `for ${cookie}`, null])
      }
    }
  })

  const others = ['xdraft=1', 'my-draft=1', 'a=draft=1', 'a="draft=1"', 'x__Host-draft=1', 'sid']
  test('comes from memory for a visitor with other cookies', async () => {
    const site = await openSite(ownPages)
    await site.kept('/')
    const before = site.renders.length
    for (const cookie of others) expect((await site.get('/', { cookie })).text.trim(), cookie).toBe('for everybody')
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
})

describe('A session’s cookie', () => {
  const render: Render = ({ request }) =>
    new Response(`for ${request.headers.get('cookie') ?? 'everybody'}`.padEnd(1_200), { headers: byCookie })

  test('that is no one’s has no page rendered', async () => {
    const site = await openSite(render)
    await site.kept('/')
    const before = site.renders.length
    for (const cookie of ['__Host-sid=made-up', 'a=1; sid=', 'sid=a; sid=b', `sid=${'x'.repeat(43)}`])
      for (const method of ['GET', 'HEAD']) {
        const answer = await site.get('/', { cookie }, method)
        expect(answer.status).toBe(200)
        if (method === 'GET') expect(answer.text.trim(), cookie).toBe('for everybody')
        // A cookie that this site could have set is cleared, by a response for this visitor only.
        const isPublic = /public/.test(answer.headers.get('cache-control') ?? '')
        expect(answer.headers.getSetCookie().join()).toMatch(isPublic ? /^$/ : /^sid=; Max-Age=0/)
      }
    expect(site.renders).toHaveLength(before)
  })

  test('that is someone’s has their page rendered, for them alone', async () => {
    const site = await openSite(render)
    const { services } = site.world
    const user = newUserRow(services, { email: 'cleo@example.com', emailConfirmedAt: services.clock.now().toISOString() })
    await services.db.insertInto('authUsers').values(user).execute()
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
  test('is kept for no one', async () => {
    const varying = ['Accept-Language, Cookie', '*', 'User-Agent']
    const site = await openSite(
      ({ path }) => new Response(`page ${path}`, { headers: { ...shared, vary: varying[Number(path.slice(1))] ?? '' } }),
    )
    for (const at of varying.keys()) {
      await site.get(`/${at}`)
      expect(await site.isKept(`/${at}`), varying[at]).toBe(false)
    }
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
  })

  test('carry a nonce of its own in every answer that no one else gets', async () => {
    const site = await openSite(({ visit }) => new Response(visit.nonce, { headers: html }))
    const answers = await Promise.all([1, 2, 3].map(() => site.get('/')))
    for (const { headers, text } of answers) expect(headers.get('content-security-policy')).toContain(`'nonce-${text}'`)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(3)
  })
})

describe('A day of London', () => {
  /** Shows the time it was rendered. */
  const datedPages: Render = ({ world }) => new Response(world.clock.now().toISOString().padEnd(1_100), { headers: anyQuery })

  test('ends at its midnight, and with it what is kept', async () => {
    const site = await openSite(datedPages)
    for (const [at, [begun, late, next]] of [
      ['2026-01-14T00:00:00.000Z', '2026-01-14T23:59:59.999Z', '2026-01-15T00:00:00.000Z'],
      // Both changes of the clocks, and a summer’s day over midnight of Greenwich.
      ['2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z', '2026-03-29T23:00:00.000Z'],
      ['2026-07-13T23:00:00.000Z', '2026-07-14T22:59:59.999Z', '2026-07-14T23:00:00.000Z'],
      ['2026-07-14T23:30:00.000Z', '2026-07-15T00:30:00.000Z', '2026-07-15T23:00:00.000Z'],
      ['2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z', '2026-10-26T00:00:00.000Z'],
    ].entries() as Iterable<[number, [string, string, string]]>) {
      const path = `/${at}`
      site.world.clock.set(begun)
      const page = await site.kept(path)
      expect(page.text.trim()).toBe(begun)
      site.world.clock.set(late)
      const before = site.renders.length
      expect(await site.get(path)).toMatchObject({ text: page.text, etag: page.etag })
      expect(site.renders).toHaveLength(before)
      site.world.clock.set(next)
      const asked: Record<string, string>[] = [{}, { 'if-none-match': String(page.etag) }, { 'accept-encoding': 'br' }]
      for (const headers of asked) expect(await site.get(path, headers)).toMatchObject({ status: 200, text: next.padEnd(1_100) })
      const anew = await site.kept(path)
      expect(anew.text.trim()).toBe(next)
      expect(anew.etag).not.toBe(page.etag)
    }
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
    const kept = (path: string) => expect.poll(async () => (await get(path)).etag).toBeTruthy()
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
