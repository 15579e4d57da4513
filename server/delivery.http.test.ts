import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormOptions } from '#app/features/intake/form-view.ts'
import { newToken } from '#app/values/ids.ts'
import { openApp } from '#test/support/app.ts'
import { sample } from '#test/support/depth.ts'
import { everyNastyText } from '#test/support/hostile.ts'
import { builtServer, devCookie, freshDataDir, type Instance, killed, openInstance, shareInstance } from '#test/support/instance.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Header names in the order received, in lower case. */
  names: string[]
  bytes: Buffer
  text: string
}

/** Sends a request over a socket with the path exactly as written, without following redirects; to /dev with its cookie. */
async function ask(
  instance: Instance,
  path: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const dev = path.startsWith('/dev/') ? await devCookie(instance) : undefined
  const sent = dev ? { cookie: `${dev.name}=${dev.value}`, ...headers } : headers
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest({ host: '127.0.0.1', port: instance.port, path, method, headers: sent }, resolve).once('error', reject).end(body),
  )
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const encoding = response.headers['content-encoding']
  const decoded =
    bytes.length === 0 ? bytes : encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  const names = response.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return { status: response.statusCode ?? 0, headers: response.headers, names, bytes, text: decoded.toString() }
}

/** Repeats a request until the response comes from memory. */
async function kept(instance: Instance, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  await expect.poll(async () => (await ask(instance, path, headers)).headers.etag, { timeout: 30_000, interval: 20 }).toBeTruthy()
  return ask(instance, path, headers)
}

const shared = shareInstance({ RATE_LIMIT_SCALE: '1000' })
const sharedOnHttps = shareInstance({ SITE_URL: 'https://plumbers.example' })
const publicPaths = [
  '/',
  '/book',
  '/gas-emergency',
  '/emergency-boiler-repair',
  '/locations',
  '/plumbers-city-london',
  '/plumbers-st-pauls',
  '/blog',
  '/blog/find-your-stopcock',
  '/terms',
  '/claims',
]
const documents = [...publicPaths, '/pricing', '/payment-success', '/no-such-page']
const everyPage = [...documents, '/book?step=2', '/dev/error', '/dev/failing', '/dev/failing?as=teapot', '/track/nobody']

/** The sources of each directive of a response's policy. */
function policyOf({ headers }: Answer): (directive: string) => string[] {
  const directives = String(headers['content-security-policy']).split(';')
  const known = new Map(directives.map((each) => each.trim().split(/\s+/)).map(([name = '', ...sources]) => [name, sources]))
  return (directive) => known.get(directive) ?? known.get('default-src') ?? []
}

const browserEncodings = { 'accept-encoding': 'gzip, deflate, br' }
/** A page of twice the aim means that something got in by accident. The aims themselves are the bench's (`bench/page-answer.ts`). */
const ACCIDENT_BYTES = 32 * 1024

interface Inline {
  name: string
  attributes: string
  text: string
}

/** Without the data for search engines, which browsers don't run. */
const elements = (page: Answer): Inline[] =>
  [...page.text.matchAll(/<(script|style)\b(?![^>]*type="application\/ld\+json")([^>]*)>([\s\S]*?)<\/\1>/gi)].map(
    ([, name = '', attributes = '', text = '']) => ({
      name: name.toLowerCase(),
      attributes,
      text,
    }),
  )
const inlineOf = (page: Answer) => elements(page).filter(({ attributes }) => !/\ssrc=/.test(attributes))
const starterOf = (page: Answer) => inlineOf(page).find(({ name, attributes }) => name === 'script' && attributes === '')?.text ?? ''

function isAllowed({ name, attributes, text }: Inline, page: Answer): boolean {
  const sources = policyOf(page)(`${name}-src`)
  const hash = createHash('sha256').update(text).digest('base64')
  const nonce = /\bnonce="([^"]+)"/.exec(attributes)?.[1]
  return sources.includes(`'sha256-${hash}'`) || (nonce !== undefined && sources.includes(`'nonce-${nonce}'`))
}

/** The first responses for each page from a new server. The earliest requests fill the cache, and claim to be for another host. */
const firstAnswers = (() => {
  let asking: Promise<Map<string, Answer[]>> | undefined
  const askEach = async () => {
    const server = await shared()
    const answers = new Map<string, Answer[]>()
    for (const path of [...everyPage, '/book?a=1'])
      answers.set(path, [
        await ask(server, path, { host: 'evil.example' }),
        await ask(server, path, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }),
        await ask(server, `http://evil.example${path}`),
        await ask(server, path),
      ])
    return answers
  }
  return () => (asking ??= askEach())
})()

describe('A page', () => {
  test('runs and shows with its own policy all that stands inside it, which allows no more than is known beforehand', async () => {
    const answers = await firstAnswers()
    for (const [path, pages] of answers) {
      // Rendered for this visitor, not cached yet.
      expect(pages[0]?.headers.etag, path).toBeUndefined()
      for (const page of pages) {
        const inline = inlineOf(page)
        expect(inline.length, path).toBeGreaterThan(0)
        for (const element of inline) expect(isAllowed(element, page), `${path}: ${element.name} ${element.text.slice(0, 60)}`).toBe(true)
        const of = policyOf(page)
        for (const directive of ['script-src', 'style-src', 'object-src', 'frame-src', 'connect-src', 'worker-src'])
          for (const source of of(directive))
            expect(source, `${path} ${directive}`).toMatch(/^'(?:self|none|sha256-[\w+/]{43}=|nonce-[\w-]{43})'$/)
        expect(of('base-uri')).toEqual(["'none'"])
        expect(of('frame-ancestors')).toEqual(["'none'"])
      }
    }
    for (const path of publicPaths) {
      const page = await kept(await shared(), path)
      for (const element of inlineOf(page)) expect(isAllowed(element, page), `kept ${path}: ${element.text.slice(0, 60)}`).toBe(true)
    }
  })

  test('has no style, handler, address or base that its policy forbids', async () => {
    for (const [path, pages] of await firstAnswers()) {
      const markup = (pages.at(-1)?.text ?? '').replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/gi, '$1')
      expect(markup, path).not.toMatch(/\sstyle=/i)
      expect(markup, path).not.toMatch(/<[^>]*\son[a-z]+=/i)
      expect(markup, path).not.toMatch(/(?:href|src|action)="\s*(?:javascript|vbscript|data:text)/i)
      expect(markup, path).not.toMatch(/<base\b|<iframe\b|<object\b|<embed\b/i)
      const fetched = [...markup.matchAll(/<(?:script|img|source|link)\b[^>]*?\s(?:src|href)="([^"]*)"/g)].map(
        ([, address = '']) => address,
      )
      for (const address of fetched) expect(address, path).toMatch(/^(?:\/(?!\/)|data:image\/|http:\/\/127\.0\.0\.1:)/)
    }
  })

  test('does not say under which host it was asked for, so that no one can put one there for others', async () => {
    for (const [path, pages] of await firstAnswers())
      for (const page of pages) expect(page.text + JSON.stringify(page.headers), path).not.toContain('evil.example')
    for (const path of publicPaths) expect((await kept(await shared(), path)).text, path).not.toContain('evil.example')
  })

  test('that many read carries nothing of one response: no nonce, no cookie, no draft', async () => {
    const server = await shared()
    for (const path of publicPaths) {
      const page = await kept(server, path)
      expect(String(page.headers['cache-control']), path).toContain('public')
      expect(JSON.stringify(page.headers), path).not.toMatch(/nonce-|set-cookie/)
      expect(page.text, path).not.toMatch(/\bnonce=/)
      expect(page.text, path).not.toMatch(/name="draft" value="[^"]+"/)
    }
  })

  test('of an error that happened on the server is shown to one visitor only', async () => {
    const server = await shared()
    for (const path of ['/no-such-page', '/dev/failing', '/dev/failing?as=teapot', '/track/nobody', '/book/confirmed/nobody'])
      for (const method of ['GET', 'POST']) {
        const page = await ask(server, path, {}, method)
        expect(page.status, path).toBeGreaterThanOrEqual(400)
        expect(page.headers['cache-control'], path).toMatch(/private|no-store/)
        expect(page.headers.etag, path).toBeUndefined()
      }
  })
})

describe('The data of a page, which a hydrated page asks for,', () => {
  test('is kept for no one, since it carries what belongs to one response', async () => {
    const server = await shared()
    for (const path of ['/_.data', '/.data', '/book.data', '/gas-emergency.data']) {
      await ask(server, path)
      await kept(server, '/gas-emergency')
      const [one, two] = [await ask(server, path), await ask(server, path)]
      const nonceIn = ({ text }: Answer) => /"nonce","([\w-]{43})"/.exec(text)?.[1]
      expect(nonceIn(two) === undefined || nonceIn(two) !== nonceIn(one), path).toBe(true)
    }
  })
})

describe('A public page as it goes out', () => {
  test('is compressed for the first visitor after a start, and far from too large', async () => {
    const visited = await openInstance({ DATA_DIR: freshDataDir(), WARM_PAGES: 'on' })
    // The first visitor after a start.
    const first = await ask(visited, '/', browserEncodings)
    // Kills the server before it spends seconds on the other pages.
    await killed(visited)
    expect(first.headers['content-encoding']).toBe('br')

    const server = await shared()
    const paths = [...(await ask(server, '/sitemap.xml')).text.matchAll(/<loc>([^<]+)/g)].map(([, page = '']) => new URL(page).pathname)
    expect(paths.length).toBeGreaterThan(50)
    for (const path of [...paths, '/no-such-page']) {
      const page = await ask(server, path, browserEncodings)
      expect([page.status, page.headers['content-encoding']], path).toEqual([path === '/no-such-page' ? 404 : 200, 'br'])
      expect(page.bytes.length, path).toBeLessThanOrEqual(ACCIDENT_BYTES)
    }
  })

  test('has one small script, the same on each', async () => {
    const server = await shared()
    const starters = await Promise.all(documents.map(async (path) => starterOf(await ask(server, path))))
    expect(new Set(starters).size).toBe(1)
    const [starter = ''] = starters
    expect(starter).toContain('/islands/')
    expect(brotliCompressSync(starter).length).toBeLessThanOrEqual(4_096)
    for (const path of documents) expect(elements(await ask(server, path)).filter(({ name }) => name === 'script')).toHaveLength(2)
  })

  test('is the same text in every encoding, with its length, also for HEAD and 304', async () => {
    const server = await shared()
    for (const path of publicPaths) {
      const plain = await kept(server, path)
      for (const accepted of ['br', 'gzip', 'identity', '*']) {
        const page = await ask(server, path, { 'accept-encoding': accepted })
        expect(page.text, `${path} ${accepted}`).toBe(plain.text)
        expect(page.headers['content-length']).toBe(String(page.bytes.length))
        expect(page.headers['transfer-encoding']).toBeUndefined()
        const head = await ask(server, path, { 'accept-encoding': accepted }, 'HEAD')
        expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, page.headers['content-length']])
        const again = await ask(server, path, { 'accept-encoding': accepted, 'if-none-match': String(page.headers.etag) })
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, page.headers.etag])
      }
    }
  })

  test('comes whole over one connection, however HEAD, 304 and pages follow each other', async () => {
    const server = await shared()
    const page = await kept(server, '/gas-emergency')
    const line = (method: string, more = '') => `${method} /gas-emergency HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
    const bytes = [line('HEAD'), line('GET', `If-None-Match: ${page.headers.etag}\r\n`), line('HEAD'), line('GET', 'Connection: close\r\n')]
    const answer = await exchange(server.port, bytes.join(''))
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '304', '200', '200'])
    expect(answer.match(/<!DOCTYPE html>/gi)).toHaveLength(1)
    expect(answer.endsWith('</html>')).toBe(true)
  })

  test('has every header once, and those that every answer has', async () => {
    const server = await sharedOnHttps()
    for (const path of sample(publicPaths, 3)) {
      const page = await kept(server, path, { 'accept-encoding': 'br' })
      const again = await ask(server, path, { 'accept-encoding': 'br', 'if-none-match': String(page.headers.etag) })
      expect([page.status, again.status]).toEqual([200, 304])
      for (const { names, headers } of [page, again]) {
        expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
        expect(headers).toMatchObject({
          'cache-control': 'public, max-age=0, must-revalidate',
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          date: expect.stringContaining('GMT'),
          'permissions-policy': expect.stringContaining('geolocation=()'),
          'referrer-policy': 'strict-origin-when-cross-origin',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          vary: expect.stringMatching(/Accept-Encoding$/),
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        })
      }
    }
  })

  test('is not what a request with another method or a body gets', async () => {
    const server = await shared()
    for (const path of publicPaths) {
      const page = await kept(server, path)
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const answer = await ask(server, path, { 'if-none-match': String(page.headers.etag) }, method)
        expect(answer.headers.etag, `${method} ${path}`).toBeUndefined()
        expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${method} ${path}`).toBeLessThan(500)
      }
    }
  })

  test('is not what a visitor with a draft gets, wherever the cookie stands among others', async () => {
    const server = await shared()
    const { headers } = await kept(server, '/book')
    const draft = newToken()
    for (const cookie of [`draft=${draft}`, `a=1; draft=${draft}; b=2`, `a=1;draft=${draft}`, ['a=1', `draft=${draft}`]]) {
      const answer = await ask(server, '/book', { cookie, 'if-none-match': String(headers.etag) })
      expect(answer.status, String(cookie)).toBe(200)
      expect(answer.headers.etag, String(cookie)).toBeUndefined()
    }
  })

  test('makes no entry under another spelling of its address', async () => {
    const server = await shared()
    const page = await kept(server, '/book')
    for (const path of ['/./book', '/x/../book', '/%62ook', '/x/%2e%2e/book', '/book/.', '/%42ook', '/b%4F%4fk']) {
      const answer = await ask(server, path)
      if (answer.status === 200) expect(answer.headers.etag, path).toBe(page.headers.etag)
      else expect([301, 400, 404], path).toContain(answer.status)
    }
  })
})

/** Sends the bytes and reads until the server hangs up. */
const exchange = (port: number, bytes: string) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined).once('close', () => resolve(answer.trimEnd()))
  })

describe('Another spelling of a page’s address', () => {
  test.each([
    ['/BOOK/', '/book'],
    ['/book/', '/book'],
    ['//book', '/book'],
    ['/Gas-Emergency?a=B', '/gas-emergency?a=B'],
    ['/BOOK/?service=Burst%20Pipe', '/book?service=Burst%20Pipe'],
  ])('%s leads for good to %s', async (path, location) => {
    const server = await shared()
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(server, path, {}, method)
      expect([answer.status, answer.headers.location]).toEqual([301, location])
    }
    expect((await ask(server, location)).status).toBe(200)
  })

  test.each([
    '//Evil.example/',
    '///Evil.example',
    '/%5CEvil.example',
    '/%5C%5CEvil.example/',
    '/%09/Evil.example/',
    '/\\Evil.example/',
    '/.//Evil.example/',
    '/..//Evil.example/',
    '/%2f%2fEvil.example/',
  ])('%s does not lead to another site, whatever browsers make of it', async (path) => {
    const server = await shared()
    const answer = await ask(server, path)
    expect(answer.status).toBeLessThan(500)
    if (answer.headers.location !== undefined) expect(new URL(answer.headers.location, new URL(server.url + path)).origin).toBe(server.url)
  })

  test('is no error of the server, whatever it contains, and adds no header', async () => {
    const server = await shared()
    for (const path of ['/A%00', '/A%0D%0ASet-Cookie:%20x=1', '/%0A/', '/A%7F', '/%E2%98%83A', '/%C3%89', '/A%', '/A%zz', '/A%ED%A0%80']) {
      const answer = await ask(server, path)
      expect(answer.status, path).toBeLessThan(500)
      expect(answer.headers['set-cookie'], path).toBeUndefined()
    }
  })
})

describe('The files of the islands', () => {
  const named = (page: Answer) => [
    ...new Set([...page.text.replaceAll('&quot;', '"').matchAll(/\/islands\/[\w.-]+\.js/g)].map(([address]) => address)),
  ]

  test('that pages name are there, kept for ever, compressed when they were built', async () => {
    const server = await shared()
    const addresses = new Set<string>()
    for (const path of [...documents, '/dev/ui']) for (const address of named(await ask(server, path))) addresses.add(address)
    expect(addresses.size).toBeGreaterThan(2)
    for (const address of addresses) {
      const plain = await ask(server, address)
      const brotli = await ask(server, address, { 'accept-encoding': 'gzip, deflate, br' })
      for (const { status, headers } of [plain, brotli]) {
        expect(status, address).toBe(200)
        expect(headers['cache-control'], address).toBe('public, max-age=31536000, immutable')
        expect(headers['content-type'], address).toMatch(/^text\/javascript/)
        expect(headers['x-content-type-options'], address).toBe('nosniff')
        expect(headers.vary, address).toBe('Accept-Encoding')
        expect(headers['set-cookie'], address).toBeUndefined()
      }
      expect(brotli.text, address).toBe(plain.text)
      if (plain.bytes.length > 200) expect(brotli.headers['content-encoding'], address).toBe('br')
      const head = await ask(server, address, {}, 'HEAD')
      expect([head.status, head.bytes.length], address).toEqual([200, 0])
    }
  })

  /** Bytes of a file of the islands as it goes out. */
  function sizeOf(name: string): number {
    const path = join(builtServer(), 'islands', name)
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  }

  test('that prepare and send photos, fetched when one is chosen, are at most 12 KB together', () => {
    const scripts = readdirSync(join(builtServer(), 'islands')).filter((name) => /-photos[\w.-]*\.js$/.test(name))
    expect(scripts.map((name) => name.slice(0, 11)).sort()).toEqual(['choose-phot', 'send-photos'])
    expect(scripts.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(12 * 1024)
  })

  test('of a page are at most 110 KB together, with all that they import', async () => {
    const server = await shared()
    const folder = join(builtServer(), 'islands')
    const importsOf = (file: string): string[] =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)["']\.\/([\w.-]+\.js)["']/g)].map(([, name = '']) => name)
    for (const path of documents) {
      const page = await ask(server, path)
      const files = new Set(named(page).map((address) => basename(address)))
      for (const file of files) for (const name of importsOf(file)) files.add(name)
      const sizes = [...files].map(sizeOf)
      const starterBytes = brotliCompressSync(starterOf(page)).length
      expect(
        sizes.reduce((sum, bytes) => sum + bytes, starterBytes),
        path,
      ).toBeLessThanOrEqual(110 * 1024)
    }
  })

  test('that they fetch in turn are there as well', async () => {
    const server = await shared()
    const folder = join(builtServer(), 'islands')
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    for (const name of scripts) {
      const fetched = [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import)\s*\(?\s*[`"']\.?\/([\w./-]+\.js)[`"']/g)]
      for (const [, path = ''] of fetched) {
        const address = path.startsWith('islands/') ? `/${path}` : `/islands/${path}`
        expect((await ask(server, address)).status, `${name} imports ${path}`).toBe(200)
      }
    }
  })

  test('are kept for ever only where their name changes with what they say', async () => {
    const server = await shared()
    for (const name of readdirSync(join(builtServer(), 'islands'))) {
      const { headers } = await ask(server, `/islands/${name}`)
      if (!/-[\w-]{6}\.js(?:\.br|\.gz)?$/.test(name)) expect(headers['cache-control'] ?? '', name).not.toContain('immutable')
    }
  })

  test('are all that is served there', async () => {
    const server = await shared()
    const paths = ['', 'gone-12345678.js', '../server/index.js', '..%2fserver%2findex.js', '%2e%2e/server/index.js', '..\\server\\index.js']
    for (const name of [...paths, '..%5cserver%5cindex.js', '%00', '../../package.json', 'x/../../server/index.js', '/server/index.js']) {
      const { status, headers, text } = await ask(server, `/islands/${name}`)
      expect(status, name).toBeGreaterThanOrEqual(300)
      expect(status, name).toBeLessThan(500)
      expect(headers['cache-control'] ?? '', name).not.toContain('immutable')
      expect(text, name).not.toMatch(/better-sqlite3|"dependencies"|createRequestHandler/)
    }
    for (const path of ['/server/index.js', '/build/server/index.js', '/client/assets', '/package.json', '/.stamp', '/islands'])
      expect((await ask(server, path)).status, path).toBe(404)
  })
})

describe('GET booking-options', () => {
  /** The options offered at Friday 20 November 2026, 10:20 in London, or at another time. */
  async function openOptions(now?: string) {
    const { app } = await openApp('sqlite', { now })
    return async (answers: Record<string, string>) => {
      const response = await app.request(`/functions/v1/booking-options?${new URLSearchParams(answers)}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      return (await response.json()) as FormOptions
    }
  }
  const free = ({ slots }: FormOptions) => slots.filter(({ available }) => available).map(({ text }) => text)

  test('says what is free today when nothing is answered yet, and nothing of place, offer or slot', async () => {
    const options = await openOptions()
    const answer = await options({})
    expect(answer).toMatchObject({ at: '2026-11-20T10:20:00.000Z', slotsLeft: 5, nextAvailableMinutes: 55, today: '2026-11-20' })
    expect(answer.day).toBe('2026-11-20')
    expect(answer.slots).toHaveLength(12)
    expect(free(answer)).toEqual([
      ...['12:00 - 14:00', '14:00 - 16:00', '16:00 - 18:00', '18:00 - 20:00', '20:00 - 22:00', '22:00 - 00:00'],
      ...['00:00 - 02:00', '02:00 - 04:00', '04:00 - 06:00', '06:00 - 08:00'],
    ])
    expect(answer).not.toHaveProperty('place')
    expect(answer).not.toHaveProperty('offer')
    // 10:20 plus 55 minutes is the end of the window; it starts 45 minutes earlier.
    expect(answer).toMatchObject({ asap: 'Today, 10.30am to 11.15am', arrival: 'Today, between 10.30am and 11.15am' })
  })

  test('says the slots of the day that is asked for, by London’s clocks', async () => {
    const options = await openOptions()
    const tomorrow = await options({ preferredDate: '2026-11-21' })
    expect(tomorrow.day).toBe('2026-11-21')
    expect(free(tomorrow)).toEqual(tomorrow.slots.map(({ text }) => text))
    expect(tomorrow.slots[0]).toMatchObject({
      text: '08:00 - 10:00',
      startsAt: '2026-11-21T08:00:00.000Z',
      endsAt: '2026-11-21T10:00:00.000Z',
    })
    const summer = await options({ preferredDate: '2027-07-01' })
    expect(summer.slots[0]).toMatchObject({ startsAt: '2027-07-01T07:00:00.000Z', endsAt: '2027-07-01T09:00:00.000Z' })
    const night = await (await openOptions('2026-11-20T00:20:00.000Z'))({})
    expect(free(night).filter((text) => text.startsWith('Tonight'))).toEqual([
      'Tonight 02:00 - 04:00',
      'Tonight 04:00 - 06:00',
      'Tonight 06:00 - 08:00',
    ])
  })

  test.each(['2026-11-19', '1999-01-01', '2026-02-30', 'tomorrow', '', '20/11/2026'])(
    'says the slots of today for the date %j',
    async (preferredDate) => {
      expect((await (await openOptions())({ preferredDate })).day).toBe('2026-11-20')
    },
  )

  test.each<[Record<string, string>, Partial<FormOptions['place']>]>([
    [{ postcode: 'e1 1fr' }, { postcode: 'E1 1FR', borough: 'Tower Hamlets', inArea: true, postcodeRead: true }],
    [{ postcode: 'SW1A1AA' }, { postcode: 'SW1A 1AA', borough: 'Westminster', multiplierPercent: 115 }],
    [{ borough: 'Kingston' }, { borough: 'Kingston', multiplierPercent: 110, inArea: true }],
    [
      { postcode: 'SW1A 1AA', borough: 'Kingston' },
      { borough: 'Westminster', multiplierPercent: 115 },
    ],
    [{ postcode: 'M1 1AE' }, { borough: null, multiplierPercent: 100, inArea: false }],
    [
      { postcode: 'nonsense', borough: 'Kingston' },
      { borough: 'Kingston', postcodeRead: false },
    ],
  ])('says where %j lies', async (answers, place) => {
    expect((await (await openOptions())(answers)).place).toMatchObject(place ?? {})
  })

  test('says the offer for the service and the days it is for, whatever a link says, and no other', async () => {
    const boiler = { service: 'Boiler Breakdown' }
    const during = await openOptions()
    for (const answers of [boiler, { ...boiler, offer: 'callout-25' }, { ...boiler, serviceLevel: 'redline' }])
      expect((await during(answers)).offer).toMatchObject({ code: 'boiler-65', discountPence: 5_400 })
    expect((await during({ service: 'Burst Pipe' })).offer).toBeUndefined()
    expect((await during({ offer: 'boiler-65' })).offer).toBeUndefined()
    expect((await (await openOptions('2026-10-31T23:59:59.000Z'))(boiler)).offer).toBeUndefined()
    expect((await (await openOptions('2027-01-31T23:59:59.000Z'))(boiler)).offer).toBeDefined()
    expect((await (await openOptions('2027-02-01T00:00:00.000Z'))(boiler)).offer).toBeUndefined()
  })

  test('says the arrival that the answers lead to, and none where they lead to none', async () => {
    const options = await openOptions()
    const arrivalOf = async (answers: Record<string, string>) => (await options(answers)).arrival
    expect(await arrivalOf({ serviceLevel: 'redline' })).toBe('15 to 30 minutes after your payment')
    expect(await arrivalOf({ timeSlot: 'ASAP' })).toBe('Today, between 10.30am and 11.15am')
    expect(await arrivalOf({ timeSlot: '14:00 - 16:00' })).toBe('Today, 2pm to 4pm')
    expect(await arrivalOf({ preferredDate: '2026-11-21', timeSlot: '22:00 - 00:00' })).toBe('Tomorrow, 10pm to midnight')
    expect(await arrivalOf({ preferredDate: '2026-11-22', timeSlot: 'ASAP' })).toBe('Sunday 22 November, 8am to 10am')
    const impossible: Record<string, string>[] = [
      { timeSlot: '10:00 - 12:00' },
      { timeSlot: '09:30 - 11:30' },
      { timeSlot: 'noon' },
      { preferredDate: '2026-11-19' },
    ]
    for (const answers of impossible) expect(await arrivalOf(answers), JSON.stringify(answers)).toBeUndefined()
  })

  test('says the same on the built server, to HEAD without a body, and refuses every other method', async () => {
    const server = await shared()
    const path = '/functions/v1/booking-options?postcode=E1%201FR'
    const get = await ask(server, path)
    expect([get.status, get.headers['cache-control'], get.headers['content-type']]).toEqual([200, 'no-store', 'application/json'])
    expect(JSON.parse(get.text)).toMatchObject({ slotsLeft: 5, place: { borough: 'Tower Hamlets' }, slots: expect.any(Array) })
    const head = await ask(server, path, {}, 'HEAD')
    expect([head.status, head.bytes.length, head.headers['cache-control']]).toEqual([200, 0, 'no-store'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await ask(server, path, {}, method)
      expect([refused.status, refused.headers.allow], method).toEqual([405, 'GET, HEAD'])
    }
  })

  const fields = ['serviceLevel', 'service', 'offer', 'postcode', 'borough', 'preferredDate', 'timeSlot']
  /** The texts of hostile bookings. */
  const nastyTexts = [...new Set(everyNastyText.flatMap(({ body }) => Object.values<unknown>(JSON.parse(String(body)))))].filter(
    (value) => typeof value === 'string',
  )

  test('is never an error of the server, whatever is asked', async () => {
    const { app } = await openApp('sqlite')
    const expectSound = async (query: string) => {
      const response = await app.request(`/functions/v1/booking-options?${query}`)
      expect([200, 400], `${query.slice(0, 200)}: ${await response.clone().text()}`).toContain(response.status)
      await response.json()
    }
    expect(nastyTexts.length).toBeGreaterThan(50)
    for (const field of fields)
      for (const text of sample(nastyTexts, 12)) await expectSound(new URLSearchParams({ [field]: text }).toString())
    for (const text of nastyTexts) await expectSound(new URLSearchParams(fields.map((field) => [field, text])).toString())
  })

  test.each([
    '9999-12-31',
    '9999-12-30',
    '0000-01-01',
    '0001-01-01',
    '+010000-01-01',
    '-000001-01-01',
    '275760-09-13',
    '2026-11-20T00:00',
    '2027-11-20',
    '2999-01-01',
  ])('is never an error of the server for the date %s', async (preferredDate) => {
    const { app } = await openApp('sqlite')
    for (const timeSlot of ['', 'ASAP', '08:00 - 10:00', '06:00 - 08:00', 'Tonight 02:00 - 04:00']) {
      const query = new URLSearchParams({ preferredDate, timeSlot })
      expect((await app.request(`/functions/v1/booking-options?${query}`)).status, `${query}`).toBe(200)
    }
  })

  test('is never an error of the server for any text, any escape or any number of fields', async () => {
    const { app } = await openApp('sqlite')
    const status = async (query: string) => (await app.request(`/functions/v1/booking-options?${query}`)).status
    for (const query of [
      ...['%', '%zz', '%00', '=', '&&&', 'postcode', 'postcode=%E0%A4%A', 'postcode=%ED%A0%80', 'postcode[]=a', 'postcode=a&postcode=b'],
      ...['__proto__=x', 'constructor=x', 'preferredDate=__proto__', `postcode=${'E'.repeat(12_000)}`, `${'a=b&'.repeat(3_000)}`],
      `preferredDate=${'9'.repeat(5_000)}-12-31`,
      `offer=${'%F0%9F%98%80'.repeat(101)}`,
      `postcode=${'%F0%9F%98%80'.repeat(99)}x%F0%9F%98%80`,
    ])
      expect(await status(query), query.slice(0, 80)).toBe(200)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.string({ unit: 'binary', maxLength: 300 }), async (field, text) => {
        expect(await status(`${field}=${encodeURIComponent(text.toWellFormed())}`)).toBe(200)
      }),
      { numRuns: 300 },
    )
  })

  test('says back no more of a long answer than it read', async () => {
    const { app } = await openApp('sqlite')
    const response = await app.request(`/functions/v1/booking-options?postcode=${'E'.repeat(12_000)}&borough=${'x'.repeat(12_000)}`)
    expect((await response.text()).length).toBeLessThan(5_000)
  })
})

/** A visitor whose browser keeps cookies and runs no scripts. */
class Visitor {
  cookie = ''
  readonly server: Instance
  constructor(server: Instance) {
    this.server = server
  }
  get draft() {
    return this.cookie.split('=')[1] ?? ''
  }
  async get(path: string) {
    return this.#remember(await ask(this.server, path, this.cookie ? { cookie: this.cookie } : {}))
  }
  async send(fields: Record<string, string>) {
    const body = new URLSearchParams({ ...(this.draft && { draft: this.draft }), ...fields }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(this.cookie && { cookie: this.cookie }) }
    return this.#remember(await ask(this.server, '/book', headers, 'POST', body))
  }
  #remember(answer: Answer) {
    const [set] = answer.headers['set-cookie'] ?? []
    if (set) this.cookie = set.split(';')[0] ?? ''
    return answer
  }
}

const isPublic = ({ headers }: Answer) => /\bpublic\b/.test(String(headers['cache-control']))
const shown = ({ text }: Answer) => /name="step" value="(\d)"/.exec(text)?.[1]

describe('The booking page', () => {
  test('is the same for everyone who has not begun, and sets no cookie', async () => {
    const server = await shared()
    for (const page of [
      await ask(server, '/book'),
      await kept(server, '/book'),
      await ask(server, '/book', { cookie: 'xdraft=1; drafts=2' }),
    ]) {
      expect(page.status).toBe(200)
      expect(isPublic(page)).toBe(true)
      expect(page.headers['set-cookie']).toBeUndefined()
      expect(page.headers.vary).toBe('Cookie, Accept-Encoding')
      expect(shown(page)).toBe('1')
    }
  })

  test('is the visitor’s own once there is a draft: its step, its answers, kept by no one', async () => {
    const server = await shared()
    const ann = new Visitor(server)
    await ann.send({ step: '1', go: 'next', serviceLevel: 'standard' })
    expect(ann.draft).toMatch(/^[\w-]{43}$/)
    const sent = await ann.send({ step: '2', go: 'next', name: 'Ann Uniquename', phone: '07700 900264', email: 'ann@example.com' })
    expect([sent.status, sent.headers.location]).toEqual([303, '/book?step=3'])
    await kept(server, '/book')
    for (const [path, step] of [
      ['/book', '1'],
      ['/book?step=2', '2'],
      ['/book?step=3', '3'],
      // Step 3 is not complete yet.
      ['/book?step=4', '3'],
    ] as const) {
      const page = await ann.get(path)
      expect(page.status, path).toBe(200)
      expect(isPublic(page), path).toBe(false)
      expect(page.headers['cache-control'], path).toMatch(/no-store/)
      expect(page.headers.etag, path).toBeUndefined()
      expect(shown(page), path).toBe(step)
      expect(page.text, path).toContain(ann.draft)
    }
    expect((await ann.get('/book?step=2')).text).toContain('Ann Uniquename')
    for (const path of ['/book?step=2', '/book?step=3', '/book'])
      expect((await ask(server, path)).text, path).not.toContain('Ann Uniquename')
  })

  test('begins no draft for a query that says nothing to the form, and makes no entry of it', async () => {
    const server = await shared()
    await kept(server, '/book')
    for (const query of ['x=1', 'utm_source=mail', 'gclid=abc', 'offer=boiler-65']) {
      const page = await ask(server, `/book?${query}`)
      expect([page.status, page.headers['set-cookie'], page.headers.etag], query).toEqual([200, undefined, undefined])
      expect(shown(page), query).toBe('1')
    }
  })

  test.each(['service=Burst%20Pipe', 'step=2', 'borough=Camden'])(
    'with the query %s is one visitor’s own and makes no entry',
    async (query) => {
      const server = await shared()
      const pages = await Promise.all(Array.from({ length: 4 }, () => ask(server, `/book?${query}`)))
      await kept(server, '/book')
      pages.push(await ask(server, `/book?${query}`))
      expect(new Set(pages.map(({ headers }) => headers['set-cookie']?.[0]?.split(';')[0])).size).toBe(pages.length)
      for (const page of pages) {
        expect(isPublic(page)).toBe(false)
        expect(page.headers.etag).toBeUndefined()
      }
    },
  )

  test('never shows one visitor’s draft or cookie to another, however their requests are mixed', async () => {
    const server = await shared()
    const [ann, ben] = [new Visitor(server), new Visitor(server)]
    for (const [visitor, name] of [
      [ann, 'Ann Uniquename'],
      [ben, 'Ben Othername'],
    ] as const) {
      await visitor.send({ step: '1', go: 'next', serviceLevel: 'standard' })
      await visitor.send({ step: '2', go: 'next', name, phone: '07700 900264', email: 'a@example.com' })
    }
    const secrets = [ann.draft, ben.draft, 'Ann Uniquename', 'Ben Othername']
    const said = (page: Answer) => secrets.filter((secret) => `${page.text}${JSON.stringify(page.headers)}`.includes(secret))
    for (let round = 0; round < 5; round++)
      await Promise.all([
        ...Array.from({ length: 4 }, async (_, at) => {
          const accepted = ['br', 'gzip', '', '*'][at] ?? ''
          const everybody = await ask(server, '/book', { 'accept-encoding': accepted })
          expect(said(everybody)).toEqual([])
          expect(everybody.headers['set-cookie']).toBeUndefined()
          expect(isPublic(everybody)).toBe(true)
        }),
        ...[ann, ben].flatMap((visitor) =>
          ['/book', '/book?step=2'].map(async (path) => {
            const headers = { cookie: visitor.cookie, 'accept-encoding': round % 2 ? 'br' : '' }
            const own = await ask(server, path, headers)
            expect(said(own)).toContain(visitor.draft)
            expect(said(own)).not.toContain(visitor === ann ? ben.draft : ann.draft)
            expect(said(own)).not.toContain(visitor === ann ? 'Ben Othername' : 'Ann Uniquename')
            expect(isPublic(own)).toBe(false)
          }),
        ),
      ])
    expect(said(await kept(server, '/book'))).toEqual([])
  })

  test('on https knows the visitor by the cookie that is bound to the host', async () => {
    const server = await sharedOnHttps()
    await kept(server, '/book')
    const draft = newToken()
    for (const cookie of [`__Host-draft=${draft}`, `a=1; __Host-draft=${draft}`]) {
      const page = await ask(server, '/book', { cookie })
      expect(isPublic(page)).toBe(false)
      expect(page.headers['set-cookie']?.[0]).toMatch(/^__Host-draft=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    }
    expect(isPublic(await ask(server, '/book'))).toBe(true)
  })

  test.each(['9999-12-31', '0000-01-01', '2026-02-30'])(
    'is never an error of the server for the date %s, then or later',
    async (preferredDate) => {
      const server = await shared()
      const visitor = new Visitor(server)
      await visitor.send({ step: '1', go: 'next', serviceLevel: 'standard' })
      await visitor.send({ step: '2', go: 'next', name: 'Ann Uniquename', phone: '07700 900264', email: 'ann@example.com' })
      const answers: [string, Answer][] = []
      for (const go of ['slots', 'next']) answers.push([go, await visitor.send({ step: '3', go, service: 'Burst Pipe', preferredDate })])
      for (const path of ['/book', '/book?step=3']) answers.push([path, await visitor.get(path)])
      expect(answers.filter(([, { status }]) => status >= 500).map(([name]) => name)).toEqual([])
    },
  )
})
