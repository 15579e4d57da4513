import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormOptions } from '#app/features/intake/form-view.ts'
import { newToken } from '#app/values/ids.ts'
import { defaultPrices } from '#content/price-list.ts'
import { openApp } from '#test/support/app.ts'
import { sample, tries } from '#test/support/depth.ts'
import { everyNastyText } from '#test/support/hostile.ts'
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

const browserEncodings = { 'accept-encoding': 'gzip, deflate, br' }

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
  test('is there at each address of the sitemap, compressed', async () => {
    const server = await shared()
    const paths = [...(await ask(server, '/sitemap.xml')).text.matchAll(/<loc>([^<]+)/g)].map(([, page = '']) => new URL(page).pathname)
    expect(paths.length).toBeGreaterThan(50)
    // places.http.test.ts opens each of them.
    for (const path of [...sample(paths, 8), '/no-such-page']) {
      const page = await ask(server, path, browserEncodings)
      expect([path, page.status, page.headers['content-encoding']]).toEqual([path, path === '/no-such-page' ? 404 : 200, 'br'])
    }
  })

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

test('Another spelling of a page’s address leads for good to the page', async () => {
  const server = await shared()
  const answer = await ask(server, '//BOOK/?service=Burst%20Pipe')
  expect([answer.status, answer.headers.location]).toEqual([301, '/book?service=Burst%20Pipe'])
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
  /** The options offered at Friday 20 November 2026, 10:20 in London. */
  async function openOptions() {
    const { app } = await openApp('sqlite')
    return async (query: Record<string, string> | string) => {
      const response = await app.request(`/functions/v1/booking-options?${new URLSearchParams(query)}`)
      return { status: response.status, text: await response.clone().text(), options: (await response.json()) as FormOptions }
    }
  }

  test('says what is free, where the place is, the offer and the arrival, for what was answered so far', async () => {
    const ask = await openOptions()
    const options = async (answers: Record<string, string>) => (await ask(answers)).options
    const nothing = await options({})
    expect(nothing).toMatchObject({ at: '2026-11-20T10:20:00.000Z', slotsLeft: 5, nextAvailableMinutes: 55, day: '2026-11-20' })
    expect(nothing.slots.map(({ available }) => available)).toEqual([false, false, ...Array(10).fill(true)])
    expect(nothing).not.toHaveProperty('place')
    expect(nothing).toMatchObject({ redlineBy: '10.50am', rates: { standard: {}, redline: {} } })
    for (const level of Object.values(nothing.rates)) expect(level).not.toHaveProperty('offer')
    const summer = await options({ preferredDate: '2027-07-01' })
    expect(summer.slots[0]).toMatchObject({ startsAt: '2027-07-01T07:00:00.000Z', endsAt: '2027-07-01T09:00:00.000Z' })
    for (const preferredDate of ['2026-11-19', '2026-02-30', 'tomorrow', ''])
      expect((await options({ preferredDate })).day).toBe('2026-11-20')

    expect((await options({ postcode: 'SW1A1AA', borough: 'Kingston' })).place).toMatchObject({
      postcode: 'SW1A 1AA',
      borough: 'Westminster',
    })
    expect((await options({ postcode: 'nonsense', borough: 'Kingston' })).place).toMatchObject({ borough: 'Kingston', postcodeRead: false })
    expect((await options({ postcode: 'M1 1AE' })).place).toMatchObject({ borough: null, multiplierPercent: 100, inArea: false })
    expect((await options({ service: 'Boiler Breakdown', offer: 'callout-25' })).rates.standard.offer).toMatchObject({
      code: defaultPrices.boilerOffer.code,
    })
    expect((await options({ service: 'Burst Pipe', offer: defaultPrices.boilerOffer.code })).rates.standard.offer).toBeUndefined()
    const slot = { preferredDate: '2026-11-21', timeSlot: '22:00 - 00:00' }
    expect((await options(slot)).arrival).toBeTruthy()
    for (const gone of [{ timeSlot: '10:00 - 12:00' }, { timeSlot: 'noon' }, { preferredDate: '2026-11-19' }] as Record<string, string>[])
      expect((await options(gone)).arrival, JSON.stringify(gone)).toBeUndefined()
  })

  test('answers HEAD without a body on the built server, and refuses every other method', async () => {
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

  test('is never an error of the server, and says back no more of a long answer than it read', async () => {
    const options = await openOptions()
    const fields = ['serviceLevel', 'service', 'offer', 'postcode', 'borough', 'preferredDate', 'timeSlot']
    const texts = everyNastyText.flatMap(({ body }) =>
      Object.values<unknown>(JSON.parse(String(body))).filter((value) => typeof value === 'string'),
    )
    for (const text of sample([...new Set(texts)], 40))
      expect([200, 400], text).toContain((await options(Object.fromEntries(fields.map((field) => [field, text])))).status)
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
    for (const query of ['%zz', '=', '&&&', 'postcode=%ED%A0%80', 'postcode=a&postcode=b', '__proto__=x', `${'a=b&'.repeat(3_000)}`])
      expect((await options(query)).status, query.slice(0, 80)).toBe(200)
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
