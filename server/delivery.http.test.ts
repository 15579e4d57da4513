import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormOptions } from '#app/features/intake/form-view.ts'
import { newToken } from '#app/values/ids.ts'
import { openApp } from '#test/support/app.ts'
import { sample, tries } from '#test/support/depth.ts'
import { builtServer, devCookie, type Instance, shareInstance } from '#test/support/instance.ts'

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
  await expect.poll(async () => (await ask(instance, path, headers)).headers.etag).toBeTruthy()
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

describe('A public page as it goes out', () => {
  test('has one script, the same on each', async () => {
    const server = await shared()
    const pages = await Promise.all(documents.map((path) => ask(server, path)))
    expect(new Set(pages.map(starterOf)).size).toBe(1)
    expect(starterOf(pages[0] as Answer)).toContain('/islands/')
    for (const page of pages) expect(elements(page).filter(({ name }) => name === 'script')).toHaveLength(2)
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

  test('has every header once, from memory and in a 304', async () => {
    const server = await sharedOnHttps()
    for (const path of sample(publicPaths, 3)) {
      const page = await kept(server, path, { 'accept-encoding': 'br' })
      const again = await ask(server, path, { 'accept-encoding': 'br', 'if-none-match': String(page.headers.etag) })
      expect([page.status, again.status]).toEqual([200, 304])
      for (const { names, headers } of [page, again]) {
        expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
        expect(headers).toMatchObject({
          'cache-control': 'public, max-age=0, must-revalidate',
          date: expect.stringContaining('GMT'),
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          vary: expect.stringMatching(/Accept-Encoding$/),
        })
      }
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

describe('The files of the build', () => {
  const named = (page: Answer) => [
    ...new Set([...page.text.replaceAll('&quot;', '"').matchAll(/\/islands\/[\w.-]+\.js/g)].map(([address]) => address)),
  ]

  test('that pages name are there, kept for ever, compressed when they were built', async () => {
    const server = await shared()
    const addresses = new Set<string>()
    for (const path of [...documents, '/dev/ui']) for (const address of named(await ask(server, path))) addresses.add(address)
    expect(addresses.size).toBeGreaterThan(2)
    const script = readdirSync(join(builtServer(), 'client/assets')).find((name) => name.endsWith('.js'))
    addresses.add(`/assets/${script}`)
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

  test('are kept for ever only where their name changes with what they say', async () => {
    const server = await shared()
    for (const name of readdirSync(join(builtServer(), 'islands'))) {
      const { headers } = await ask(server, `/islands/${name}`)
      if (!/-[\w-]{6}\.js(?:\.br|\.gz)?$/.test(name)) expect(headers['cache-control'] ?? '', name).not.toContain('immutable')
    }
  })

  test('are all that is served there', async () => {
    const server = await shared()
    const names = ['', 'gone-12345678.js', '../server/index.js', '..%2fserver%2findex.js', '..\\server\\index.js', '%00']
    for (const name of [...names, '../../package.json', '%2e%2e/%2e%2e/package.json', 'x/../../server/index.js', '/server/index.js'])
      for (const folder of ['islands', 'assets']) {
        const { status, headers, text } = await ask(server, `/${folder}/${name}`)
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
  /** The options offered at Friday 20 November 2026, 10:20 in London. */
  async function openOptions() {
    const { app } = await openApp('sqlite')
    return async (query: Record<string, string> | string) => {
      const response = await app.request(`/functions/v1/booking-options?${new URLSearchParams(query)}`)
      return { status: response.status, text: await response.clone().text(), options: (await response.json()) as FormOptions }
    }
  }

  test('is never an error of the server, and says back no more of a long answer than it read', async () => {
    const options = await openOptions()
    const fields = ['serviceLevel', 'service', 'offer', 'postcode', 'borough', 'preferredDate', 'timeSlot']
    for (const preferredDate of [
      '9999-12-31',
      '0000-01-01',
      '+010000-01-01',
      '275760-09-13',
      '2026-11-20T00:00',
      `${'9'.repeat(5_000)}-12-31`,
    ])
      for (const timeSlot of ['', 'ASAP', '06:00 - 08:00', 'Tonight 02:00 - 04:00'])
        expect((await options({ preferredDate, timeSlot })).status, `${preferredDate} ${timeSlot}`).toBe(200)
    const { text } = await options({ postcode: 'E'.repeat(12_000), borough: 'x'.repeat(12_000) })
    expect(text.length).toBeLessThan(5_000)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.string({ unit: 'binary', maxLength: 300 }), async (field, value) => {
        expect((await options(`${field}=${encodeURIComponent(value.toWellFormed())}`)).status).toBe(200)
      }),
      { numRuns: tries(25, 100) },
    )
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

describe('The booking page', () => {
  test('with a query makes no entry, and begins a draft, of one visitor alone, only if it says something to the form', async () => {
    const server = await shared()
    for (const query of ['utm_source=mail', 'offer=boiler-65', 'service=Burst%20Pipe', 'step=2']) {
      const pages = await Promise.all([1, 2, 3].map(() => ask(server, `/book?${query}`)))
      await kept(server, '/book')
      pages.push(await ask(server, `/book?${query}`))
      const begun = pages.flatMap(({ headers }) => headers['set-cookie']?.[0]?.split(';')[0] ?? [])
      expect(new Set(begun).size, query).toBe(/service|step/.test(query) ? pages.length : 0)
      for (const page of pages) expect([page.status, page.headers.etag], query).toEqual([200, undefined])
      if (begun.length > 0) expect(pages.filter(isPublic)).toEqual([])
    }
  })

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
})
