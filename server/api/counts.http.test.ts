import { describe, expect, it } from 'vitest'
import { keepCounts } from '#app/features/running/keep-counts.server.ts'
import { appOf } from '#test/support/app.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openSite } from '#test/support/site.ts'

const browser =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const own = { 'content-type': 'application/json', 'user-agent': browser, 'sec-fetch-site': 'same-origin' }
const beacon = (changes: Record<string, unknown> = {}) => ({
  path: '/pricing',
  referrer: '',
  medium: '',
  events: [['page_view', null]],
  ...changes,
})

/** The application in a fresh world, and its counts. */
async function openCounts() {
  const world = await freshWorld('sqlite')
  const counts = keepCounts(world.services)
  const patterns = ['/track/:token', '/auth', '/blog-admin', '/blog-admin/:id', '/staff', '/engineer/*', '/dev', '/*']
  const app = appOf(world.services, { counts, patterns })
  const post = (body: unknown, headers: Record<string, string | undefined> = {}, from = '127.0.0.1') => {
    const said = Object.entries({ ...own, ...headers }).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return app.request(
      '/api/counts',
      { method: 'POST', headers: said, body: typeof body === 'string' ? body : JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: from } } },
    )
  }
  const counted = async () => {
    await counts.stop()
    return world.services.db.selectFrom('counts').selectAll().execute()
  }
  return { world, app, post, counted }
}

describe('POST /api/counts', () => {
  it('counts what a page says, and keeps nothing of who said it', async () => {
    const { post, counted, world } = await openCounts()
    const answer = await post(
      beacon({ referrer: 'https://www.google.com/', events: Object.entries({ page_view: null, scroll_depth: 25, nonsense: 'Priya' }) }),
    )
    expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([204, '', null])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await counted()).toEqual([
      { day: '2026-11-20', event: 'page_view', label: '', path: '/pricing', area: '', channel: 'search', count: 1 },
      { day: '2026-11-20', event: 'scroll_depth', label: '25', path: '/pricing', area: '', channel: 'search', count: 1 },
    ])
    // Rate limits aren't recorded either.
    expect(await world.services.db.selectFrom('rateLimits').selectAll().execute()).toEqual([])
  })

  it('counts a page that is not public by its route in app/routes.ts, where no one works, and makes no row of another name', async () => {
    const { post, counted } = await openCounts()
    const known = ['/track/:token', '/auth', '/blog-admin', 'not-found']
    const others = ['/track/aB3dE5gH7jK9mN1pQ3sT5', '/blog-admin/:id', '/staff', '/engineer/*', '/dev', '/*', '/made/:up']
    for (const path of [...known, ...others]) expect((await post(beacon({ path }))).status).toBe(204)
    expect(Object.fromEntries((await counted()).map(({ path, count }) => [path, count]))).toEqual({
      ...Object.fromEntries(known.map((path) => [path, 1])),
      other: 7,
    })
  })

  it('refuses what comes from elsewhere, and takes a browser’s word by its origin where it says no more', async () => {
    const { post, counted } = await openCounts()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      { 'sec-fetch-site': undefined },
    ]) {
      const answer = await post(beacon(), headers)
      expect([answer.status, (await answer.json()).error.code]).toEqual([403, 'foreign_origin'])
    }
    expect((await post(beacon(), { 'sec-fetch-site': undefined, origin: 'http://localhost:3000' })).status).toBe(204)
    expect((await counted()).map(({ count }) => count)).toEqual([1])
  })

  it('does not count robots, programs without a name, and pages fetched ahead, and refuses what is no count', async () => {
    const { post, app, counted } = await openCounts()
    for (const headers of [
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': undefined },
      { 'sec-purpose': 'prefetch;prerender' },
    ])
      expect((await post(beacon(), headers)).status).toBe(204)
    for (const [body, status, code] of [
      ['{', 400, 'invalid_json'],
      [beacon({ events: [] }), 400, 'invalid'],
      [beacon({ events: Array(51).fill(['page_view', null]) }), 400, 'invalid'],
      [beacon({ events: [['page_view', { a: 1 }]] }), 400, 'invalid'],
      [beacon({ path: 'x'.repeat(5_000) }), 413, 'too_large'],
    ] as const) {
      const answer = await post(body)
      expect([answer.status, (await answer.json()).error.code]).toEqual([status, code])
    }
    expect((await post(beacon(), { 'content-type': 'text/plain' })).status).toBe(415)
    const read = await app.request('/api/counts')
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await counted()).toEqual([])
  })

  it('takes so many from a client in a minute, others go on, and the next minute is new', async () => {
    const { post, counted, world } = await openCounts()
    const statuses: number[] = []
    for (let each = 0; each < 242; each++) statuses.push((await post(beacon())).status)
    expect(statuses.slice(239)).toEqual([204, 429, 429])
    const refused = await post(beacon())
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(beacon(), {}, '203.0.113.7')).status).toBe(204)
    world.clock.advance(61_000)
    expect((await post(beacon())).status).toBe(204)
    expect((await counted()).map(({ count }) => count)).toEqual([242])
  })
})

it('What was counted before a stop is there after it', async () => {
  const site = await openSite({ accounts: true, env: { SAMPLE_DATA: 'off' }, ownProcess: true })
  const answer = await fetch(`${site.url}/api/counts`, { method: 'POST', headers: own, body: JSON.stringify(beacon()) })
  expect(answer.status).toBe(204)
  expect(await site.stop()).toMatchObject({ code: 0 })
  expect(await site.db.selectFrom('counts').select(['event', 'path', 'count']).execute()).toEqual([
    { event: 'page_view', path: '/pricing', count: 1 },
  ])
})
