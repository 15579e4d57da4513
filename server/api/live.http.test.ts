import { once } from 'node:events'
import { createServer, get, type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { type LiveView, liveFeed, readLiveView } from '#app/features/live/figures-schema.ts'
import { deleteExpired } from '#app/features/running/carry-out-retention.server.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { freshWorld, openPeers, submissionOf } from '#test/support/fresh.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'
import { listenHere } from '#test/support/listen.ts'
import { bodyOfVisitor, onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import { createMarkStream, type MarkFeed } from '../http/mark-stream.ts'
import { liveFigures } from './live.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148'
const quick = { pollMs: 20, keptMs: 0, slowMs: 0, flushMs: 5, beatMs: 20, checkAgainMs: 0 }

/** /api/live on its own port, as an instance serves it. */
async function openApi(services: Services, options: Partial<typeof quick> & { most?: number } = quick, changes: Partial<MarkFeed> = {}) {
  const live = createMarkStream(services, { ...liveFigures(services, options), ...changes }, options)
  const server = createServer((request, response) => void (live.serveAtOnce(request, response) || response.writeHead(404).end()))
  onTestFinished(() => live.stop())
  return { live, port: Number(new URL(await listenHere(server)).port) }
}

type Headers = Record<string, string>

/** One complete response. */
async function ask(port: number, headers: Headers = {}, method = 'GET') {
  const request = send({
    host: '127.0.0.1',
    port,
    path: liveFeed.path,
    method,
    agent: false,
    headers: { 'user-agent': firefox, ...headers },
  })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, headers: response.headers, text, json: text ? JSON.parse(text) : undefined }
}

/** A message that a page accepts completely. */
function read(json: string): LiveView {
  expect(readLiveView(json)).toEqual(JSON.parse(json))
  return JSON.parse(json)
}

const view = async (port: number) => read((await ask(port, { 'user-agent': 'Googlebot' })).text)

/** A page that listens to the stream. */
async function listen(port: number, headers: Headers = {}) {
  const request = get({
    host: '127.0.0.1',
    port,
    path: liveFeed.path,
    agent: false,
    headers: { accept: 'text/event-stream', 'user-agent': firefox, ...headers },
  })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const views: LiveView[] = []
  let text = ''
  let rest = ''
  let news = Promise.withResolvers<void>()
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    rest += chunk
    if (!rest.endsWith('\n\n')) return
    const blocks = rest.split('\n\n')
    rest = ''
    for (const block of blocks) {
      const data = /^event: live\ndata: (.+)$/.exec(block)?.[1]
      if (data) views.push(read(data))
    }
    news.resolve()
    news = Promise.withResolvers()
  })
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  response.on('error', () => undefined)
  return {
    response,
    ended,
    text: () => text,
    close: () => request.destroy(),
    /** The first event, past or future, that satisfies the condition. */
    async until(isTrue: (view: LiveView) => boolean): Promise<LiveView> {
      for (let at = 0; ; ) {
        for (; at < views.length; at++) if (isTrue(views[at] as LiveView)) return views[at] as LiveView
        await news.promise
      }
    },
  }
}

let visitor = 0
const takeSlot = (services: Services) => {
  visitor += 1
  const body = bodyOfVisitor(visitor, { serviceLevel: 'redline' })
  return submitBooking(services, submissionOf({ body, clientKey: `client ${visitor}` }))
}

const left = (count: number) => (view: LiveView) => view.slots?.left === count
const visits = ({ services }: World) => services.db.selectFrom('liveVisits').selectAll().execute()

onEachEngine('/api/live', (engine) => {
  test('says at once what is true, as a stream and as JSON', async () => {
    const { services } = await freshWorld(engine)
    const { port } = await openApi(services, { ...quick, beatMs: minutes(1) })
    const { response, until, text } = await listen(port)
    const now = services.clock.now().toISOString()
    const expected = {
      now,
      day: '2026-11-20',
      slots: { left: 5, at: now },
      next: { minutes: 55, at: now, until: '2026-11-20T11:15:00.000Z', by: '11.15am' },
      offer: null,
      viewing: null,
      recent: null,
    }
    expect(await until(() => true)).toEqual(expected)
    expect(text()).toMatch(/^retry: [3-7]\d{3}\n\nevent: live\ndata: \{/)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    const answer = await ask(port)
    expect(answer).toMatchObject({ status: 200, json: expected, headers: { 'cache-control': 'no-store', vary: 'Accept' } })
    // A later listener gets the same event.
    expect(await (await listen(port)).until(() => true)).toEqual(expected)
  })

  test('tells every listener when a slot is taken, when its hold runs out, and at midnight in London', async () => {
    const world = await freshWorld(engine, { payments: true, now: '2026-07-01T22:20:00.000Z' })
    const { services, clock } = world
    const { port } = await openApi(services)
    const pages = [await listen(port), await listen(port)]
    for (const page of pages) await page.until(left(5))
    await takeSlot(services)
    await takeSlot(services)
    for (const page of pages) expect(await page.until(left(3))).toMatchObject({ day: '2026-07-01' })
    clock.advance(minutes(30))
    const later = await listen(port)
    expect(await later.until(left(5))).toMatchObject({ day: '2026-07-01' })
    await takeSlot(services)
    await later.until(left(4))
    clock.set('2026-07-01T22:59:59.999Z')
    expect(await view(port)).toMatchObject({ day: '2026-07-01', slots: { left: 4 } })
    clock.advance(1)
    expect(await later.until(({ day }) => day === '2026-07-02')).toMatchObject({ slots: { left: 5 } })
  })

  test('says nothing while the figures cannot be read, and everything again once they can', async () => {
    const world = await freshWorld(engine, { payments: true })
    const { services } = world
    const { port } = await openApi(services)
    const page = await listen(port)
    await page.until(left(5))
    await sql`alter table redline_slots rename to redline_slots_away`.execute(services.db)
    await expect.poll(async () => (await ask(port)).status).toBe(503)
    expect((await ask(port)).headers['retry-after']).toBe('5')
    expect((await ask(port, { accept: 'text/event-stream' })).status).toBe(503)
    await sql`alter table redline_slots_away rename to redline_slots`.execute(services.db)
    await takeSlot(services)
    await page.until(left(4))
    expect((await ask(port)).status).toBe(200)
  })

  test('counts distinct visits of the last five minutes, on however many instances, and no one below two', async () => {
    const world = await freshWorld(engine, { env: { TRUST_PROXY: '1' } })
    const [first, second] = [await openApi(world.services), await openApi(openPeers(world, 1)[0] as Services)]
    const from = (address: string, userAgent = firefox) => ({ 'x-forwarded-for': address, 'user-agent': userAgent })
    const page = await listen(first.port, from('203.0.113.7'))
    await listen(second.port, from('203.0.113.7'))
    await ask(second.port, from('203.0.113.7'))
    await expect.poll(async () => (await visits(world)).length).toBe(1)
    expect((await view(second.port)).viewing).toBeNull()
    await ask(second.port, from('203.0.113.7', safari))
    expect((await page.until(({ viewing }) => viewing !== null)).viewing?.count).toBe(2)
    await ask(first.port, from('198.51.100.1'))
    await page.until(({ viewing }) => viewing?.count === 3)
    // Nothing stored identifies a visitor.
    expect(JSON.stringify(await visits(world))).not.toMatch(/203\.0|198\.51|Firefox|iPhone/)
    for (const { visitKey } of await visits(world)) expect(visitKey).toMatch(/^[\w-]{22}$/)
  })

  test('counts a page for as long as it is open, and no one for longer than five minutes', async () => {
    const world = await freshWorld(engine, { env: { TRUST_PROXY: '1' } })
    const { port, live } = await openApi(world.services)
    const pages = [await listen(port, { 'x-forwarded-for': '203.0.113.7' }), await listen(port, { 'x-forwarded-for': '203.0.113.8' })]
    const allSeenNow = async () => {
      const now = world.clock.now().toISOString()
      await expect.poll(async () => (await visits(world)).map(({ seenAt }) => seenAt)).toEqual([now, now])
    }
    await allSeenNow()
    for (let two = 0; two < 4; two++) {
      world.clock.advance(minutes(2))
      await allSeenNow()
    }
    for (const page of pages) page.close()
    await expect.poll(() => live.listening()).toBe(0)
    expect((await view(port)).viewing?.count).toBe(2)
    world.clock.advance(minutes(5) - 1)
    await deleteExpired(world.services)
    await expect.poll(async () => (await view(port)).viewing?.count).toBe(2)
    world.clock.advance(1)
    await expect.poll(async () => (await view(port)).viewing).toBeNull()
    expect(await visits(world)).toHaveLength(2)
    await deleteExpired(world.services)
    expect(await visits(world)).toEqual([])
  })
})

onOneEngine('Who is counted', (engine) => {
  test('is no one twice at midnight in London, when the keys of visits change', async () => {
    const world = await freshWorld(engine, { env: { TRUST_PROXY: '1' }, now: '2026-11-20T23:59:00.000Z' })
    const { port } = await openApi(world.services)
    const everybody = async () => {
      for (const each of [1, 2, 3]) await ask(port, { 'x-forwarded-for': `203.0.113.${each}` })
    }
    await everybody()
    await expect.poll(async () => (await view(port)).viewing?.count).toBe(3)
    world.clock.advance(minutes(2))
    await everybody()
    await expect.poll(async () => (await visits(world)).length).toBe(6)
    expect((await view(port)).viewing?.count).toBe(3)
  })

  test('is no robot, no program without a name, no page of another site, no HEAD, and five of one address at most', async () => {
    const world = await freshWorld(engine)
    const { live, port } = await openApi(world.services)
    await ask(port, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    await ask(port, { 'user-agent': '' })
    await ask(port, { 'user-agent': safari, 'sec-fetch-site': 'cross-site' })
    await ask(port, { 'user-agent': safari }, 'HEAD')
    await (await listen(port, { 'user-agent': 'curl/8.5.0' })).until(() => true)
    await ask(port, { 'sec-fetch-site': 'same-origin' })
    await expect.poll(async () => (await visits(world)).length).toBe(1)
    for (let each = 0; each < 20; each++) await ask(port, { 'user-agent': `${firefox} ${each}` })
    await live.stop()
    expect(await visits(world)).toHaveLength(5)
  })
})

describe('Instances on PostgreSQL', () => {
  /** The connections that listen for slot notifications. */
  const listeningPids = async ({ services }: World) => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like 'listen %' and state = 'idle' order by pid`.execute(services.db)
    return rows.map(({ pid }) => pid)
  }
  /** Polls so rarely that only a notification triggers a read within a test. */
  const seldom = { ...quick, pollMs: 3_600_000 }

  test('tell at once of a slot taken on another, and still do after the server ended their connections', async () => {
    const world = await freshWorld('postgres', { payments: true })
    const peers = openPeers(world, 2)
    const pages = []
    for (const peer of peers) pages.push(await listen((await openApi(peer, seldom)).port))
    for (const page of pages) await page.until(left(5))
    await expect.poll(async () => (await listeningPids(world)).length).toBe(2)
    const pids = await listeningPids(world)
    await takeSlot(peers[0] as Services)
    await Promise.all(pages.map((page) => page.until(left(4))))

    for (const pid of pids) await sql`select pg_terminate_backend(${pid})`.execute(world.services.db)
    // Notifications missed while disconnected are made up for by reading again after connecting.
    await takeSlot(world.services)
    await Promise.all(pages.map((page) => page.until(left(3))))
    await expect.poll(async () => (await listeningPids(world)).filter((pid) => !pids.includes(pid)).length).toBe(2)
    await takeSlot(peers[1] as Services)
    await Promise.all(pages.map((page) => page.until(left(2))))
  })

  test('hold no connection while no one listens', async () => {
    const world = await freshWorld('postgres')
    const { port } = await openApi(world.services)
    expect(await listeningPids(world)).toEqual([])
    for (let each = 0; each < 2; each++) {
      const page = await listen(port)
      await expect.poll(async () => (await listeningPids(world)).length).toBe(1)
      page.close()
      await expect.poll(() => listeningPids(world)).toEqual([])
    }
  })
})

describe('/api/live', () => {
  test('answers HEAD as GET, without the body, and other methods with 405', async () => {
    const { port } = await openApi((await freshWorld('sqlite')).services)
    const head = await ask(port, {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'cache-control': 'no-store' } })
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100)
    const stream = await ask(port, { accept: 'text/event-stream' }, 'HEAD')
    expect(stream).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
    for (const method of ['POST', 'OPTIONS'])
      expect(await ask(port, {}, method)).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
        json: { error: { code: 'method_not_allowed' } },
      })
  })

  test('is a stream for who asks for one', async () => {
    const { port } = await openApi((await freshWorld('sqlite')).services)
    for (const [accept, isStream] of [
      ['Text/Event-Stream; charset=utf-8', true],
      ['application/json;q=0.5, text/event-stream', true],
      ['text/event-stream;q=0, application/json', false],
      ['*/*', false],
    ] as const) {
      const { headers } = await ask(port, { accept }, 'HEAD')
      expect(headers['content-type']?.startsWith('text/event-stream'), accept).toBe(isStream)
    }
  })

  test('lets one address listen 30 times, others too, and JSON goes on', async () => {
    const { services } = await freshWorld('sqlite', { env: { TRUST_PROXY: '1' } })
    const { port, live } = await openApi(services)
    const mine = { 'x-forwarded-for': '2001:db8:1:2::3' }
    const pages = []
    for (let each = 0; each < 30; each++) pages.push(await listen(port, mine))
    // Another address of the same /64 is the same client.
    const refused = await ask(port, { accept: 'text/event-stream', 'x-forwarded-for': '2001:db8:1:2::99' })
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '60' }, json: { error: { code: 'too_many_listeners' } } })
    expect((await ask(port, mine)).status).toBe(200)
    expect((await listen(port, { 'x-forwarded-for': '2001:db8:1:3::3' })).response.statusCode).toBe(200)
    pages[7]?.close()
    await expect.poll(() => live.listening()).toBe(30)
    expect((await listen(port, mine)).response.statusCode).toBe(200)
  })

  test('lets no more listen in all than it can tell', async () => {
    const { services } = await freshWorld('sqlite', { env: { RATE_LIMIT_SCALE: '1000' } })
    const { port } = await openApi(services, { ...quick, most: 3 })
    for (let each = 0; each < 3; each++) await listen(port)
    expect((await ask(port, { accept: 'text/event-stream' })).status).toBe(503)
    expect((await ask(port)).status).toBe(200)
  })

  test('answers a client 600 times a minute, streams among them, and no other one less for it', async () => {
    const { services, clock } = await freshWorld('sqlite', { env: { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '0.01' } })
    const { port } = await openApi(services)
    const mine = { 'x-forwarded-for': '203.0.113.7' }
    for (let each = 0; each < 6; each++) expect((await ask(port, mine)).status).toBe(200)
    clock.advance(minutes(0.5))
    expect(await ask(port, mine)).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
    expect((await ask(port, { ...mine, accept: 'text/event-stream' })).status).toBe(429)
    expect((await ask(port, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200)
    clock.advance(minutes(0.5))
    expect((await ask(port, mine)).status).toBe(200)
  })

  function listenWithoutReading(port: number) {
    const silent = connect(port, '127.0.0.1').pause()
    silent.on('error', () => undefined)
    onTestFinished(() => void silent.destroy())
    silent.write(`GET ${liveFeed.path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`)
  }

  test('drops a listener that never reads; the others go on', { timeout: 60_000 }, async () => {
    const { services } = await freshWorld('sqlite', { now: '2026-11-20T09:00:00.000Z' })
    await submitBooking(services, submissionOf())
    // Without heartbeats, which could reach the reading page in the middle of a long event.
    const { port, live } = await openApi(services, { ...quick, beatMs: minutes(60) })
    const page = await listen(port)
    listenWithoutReading(port)
    await expect.poll(() => live.listening()).toBe(2)
    const tellOf = async (service: string) => {
      await services.db.updateTable('bookings').set({ service }).execute()
      await page.until(({ recent }) => recent?.jobs[0]?.service === service)
    }
    // Events of a megabyte fill the system's buffers for a connection that isn't read.
    for (let each = 0; live.listening() > 1 && each < 60; each++) await tellOf(`${each}`.padEnd(1_000_000, 'x'))
    expect(live.listening()).toBe(1)
    await tellOf('Burst Pipe')
  })

  test('closes although a listener never reads', async () => {
    const { services } = await freshWorld('sqlite')
    // The first event is more than the system buffers for a connection; without heartbeats, which would drop the listener.
    const { port, live } = await openApi(services, { beatMs: minutes(60) }, { json: () => 'x'.repeat(12_000_000) })
    listenWithoutReading(port)
    await expect.poll(() => live.listening()).toBe(1)
    live.close()
    await expect.poll(() => live.listening()).toBe(0)
  })

  test('keeps a quiet connection open by sending the figures again', async () => {
    const { services } = await freshWorld('sqlite')
    const { port } = await openApi(services)
    const page = await listen(port)
    await expect.poll(() => page.text().match(/event: live/g)?.length).toBeGreaterThan(2)
    expect(new Set(page.text().match(/"left":\d/g)).size).toBe(1)
  })

  test('ends every stream when it closes, and begins no more', async () => {
    const { services } = await freshWorld('sqlite')
    const { port, live } = await openApi(services)
    const pages = [await listen(port), await listen(port)]
    live.close()
    for (const page of pages) await page.ended
    expect((await ask(port, { accept: 'text/event-stream' })).status).toBe(503)
    await expect.poll(() => live.listening()).toBe(0)
  })

  test('survives whatever a client sends', async () => {
    const { services } = await freshWorld('sqlite', { env: { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '1000' } })
    const { port } = await openApi(services)
    for (const path of ['/api/lives', '/api/live/', '/api/live%20']) expect((await sendOnly(port, path)).statusCode).toBe(404)
    // Streams requested one after another on one connection, which closes before they start.
    const piled = connect(port, '127.0.0.1')
    piled.on('error', () => undefined)
    piled.write(`GET ${liveFeed.path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`.repeat(50))
    await once(piled, 'close')
    for (let each = 0; each < 50; each++)
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .end(`GET ${liveFeed.path} HTTP/1.1\r\n`)
        .destroy()
    expect(await view(port)).toMatchObject({ slots: { left: 5 } })
  })
})

async function sendOnly(port: number, path: string): Promise<IncomingMessage> {
  const request = get({ host: '127.0.0.1', port, path, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response
}

describe('The built server', () => {
  test('streams beside everything else, and stops at once with streams open', async () => {
    const instance = await openInstance({ DATA_DIR: freshDataDir() })
    const pages = []
    for (let each = 0; each < 20; each++) pages.push(await listen(instance.port))
    for (const page of pages) await page.until(left(5))
    instance.process.kill('SIGTERM')
    for (const page of pages) await page.ended
    expect(await instance.ended).toEqual({ code: 0, signal: null })
  })
})
