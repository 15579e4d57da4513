import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { secretPlaces, withoutSecrets } from '#app/platform/private-path.ts'
import { createApp } from '#server/app.ts'
import { tries } from '#test/support/depth.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { canonicalPath } from './canonical-path.ts'

const site = 'http://localhost:3000'

describe('canonicalPath', () => {
  test.each([
    ['/', '/'],
    ['/BOOK', '/book'],
    ['///', '/'],
    // A mistyped path must not redirect off the site.
    ['//evil.example/', '/evil.example'],
    ['/https://evil.example/', '/https:/evil.example'],
    ['/%2F%2FEvil', '/%2F%2Fevil'],
    ['/A%2FB/', '/a%2Fb'],
    ['/%25', '/%25'],
    // Tokens and names are kept as written.
    ['/book/confirmed/AbC', '/book/confirmed/AbC'],
    ['/dev/mailbox/AbC', '/dev/mailbox/AbC'],
    ['/assets/app-AbC.js', '/assets/app-AbC.js'],
    ['/track', '/track'],
    ['/track/', '/track/'],
  ])('of %s is %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical)
  })

  it('keeps the secret of every private link', () => {
    for (const place of secretPlaces) {
      const path = `/${place.replaceAll('\\/', '/').replace('[^/]+', '1')}/AbC`
      expect(canonicalPath(path)).toBe(path)
      expect(withoutSecrets(path)).not.toContain('AbC')
    }
  })

  it('of a canonical path is that path', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyPath,
          fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `/${text}`),
        ),
        (path) => {
          const canonical = canonicalPath(path)
          expect(canonicalPath(canonical)).toBe(canonical)
        },
      ),
      { numRuns: tries(250, 1_000) },
    )
  })

  it('never changes the letters of a secret, whatever follows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('/track/', '/book/confirmed/', '/staff/wall/open/'),
        fc.stringMatching(/^[\w-]{1,43}$/),
        (folder, token) => {
          expect(canonicalPath(folder + token)).toBe(folder + token)
        },
      ),
    )
  })
})

/** Paths that people mistype and attackers invent. */
const anyPath = fc
  .array(
    fc.constantFrom(
      ...['', '.', '..', 'BOOK', 'Evil.example', 'http:', '@evil.example', ':80', ';x', 'É', 'İ', ' ', '\\', '\t'],
      ...'%2f %2F %5C %5c %09 %0A %0D%0A %00 %20 %25 %252F %3F %23 %zz % %E0%A4%A %C3%89 %E2%98%83 %2e%2e %2E %ED%A0%80 %7F'.split(' '),
    ),
    { maxLength: 5 },
  )
  .chain((parts) => fc.constantFrom('/', '//', '').map((glue) => `/${parts.join(glue)}`))

/** The real app; every path has a page. No request here changes anything. */
let world: World
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  world = await openWorld('sqlite')
  app = createApp({
    services: world.services,
    health: async () => ({ status: 'ok', database: 'ok', jobs: 'ok' }),
    pages: async () => new Response('page', { headers: { 'content-type': 'text/html' } }),
  })
})
afterAll(() => world.close())

const request = (path: string, method = 'GET') => app.request(new Request(site + path, { method }))

/** The address to which a redirect from `from` leads a browser. */
const destination = (response: Response, from: string) => new URL(response.headers.get('location') ?? '', new URL(site + from))

describe('another spelling of an address', () => {
  test('leads for good to the one, and is not left for another by a method that would lose what is sent', async () => {
    for (const [path, canonical] of [
      ['//BOOK/', '/book'],
      ['/book/?step=2&Name=Ann%20O%27Hara%2B1#x', '/book?step=2&Name=Ann%20O%27Hara%2B1'],
      ['/BOOK?a=%E2%98%83&b=%252F&c=A+b', '/book?a=%E2%98%83&b=%252F&c=A+b'],
      ['/%E2%98%83/?a=%20', '/%E2%98%83?a=%20'],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const response = await request(path, method)
        expect([response.status, destination(response, path).href, await response.text()]).toEqual([301, site + canonical, ''])
      }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) expect((await request('/BOOK/', method)).status).toBe(200)
  })

  test.each([
    ...['//Evil.example/', '/\\/Evil.example/', '/%5cEvil.example/', '/%2f%5CEvil.example/', '/%09/Evil.example', '/%0D/Evil.example/'],
    ...['/..//Evil.example/', '/%2e%2e//Evil.example/', '/@Evil.example/', '/:80@Evil.example/', '/A%0D%0ASet-Cookie:%20x=1', '/A%00'],
  ])('%s does not lead off the site, and sets nothing', async (path) => {
    const response = await request(path)
    expect([200, 301, 400, 404]).toContain(response.status)
    expect(response.headers.get('set-cookie')).toBeNull()
    if (response.status === 301) expect(destination(response, path).origin).toBe(site)
  })

  it('is left once: what it leads to is on the site, has the same query, and leads nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, fc.constantFrom('', '?a=B', '?next=//Evil.example', '?q=%20%2F%5C'), async (path, query) => {
        const first = await request(path + query)
        if (first.status === 200) return
        expect(first.status).toBe(301)
        const to = destination(first, path)
        expect(to.origin).toBe(site)
        expect(to.search).toBe(query)
        // As is, and from clients that write escapes in one letter case (RFC 3986, section 6.2.2.1).
        for (const change of [(text: string) => text, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()]) {
          const pathname = to.pathname.replace(/%[\da-f]{2}/gi, change)
          expect([pathname, (await request(pathname + to.search)).status]).toEqual([pathname, 200])
        }
      }),
      { numRuns: tries(125, 500) },
    )
  })

  test.each(['//track/AbC', '/Track/AbC', '/TRACK/AbC', '/book//confirmed/AbC', '/Book/Confirmed/AbC/'])(
    '%s never leads to another secret than the one that was written',
    async (path) => {
      const response = await request(path)
      if (response.status === 301) expect(destination(response, path).pathname).toMatch(/\/AbC\/?$/)
    },
  )
})
