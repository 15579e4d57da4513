// @module-tag never-again
import { Agent, get, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#app/platform/database.ts'
import { newToken } from '#app/values/ids.ts'
import { migrations } from '#db/migrations/index.ts'
import { openCutLine } from '#test/support/cut-line.ts'
import { isDeep, tries } from '#test/support/depth.ts'
import { freePort } from '#test/support/free-port.ts'
import { empty, freshWorld, readStored } from '#test/support/fresh.ts'
import { devCookie, freshDataDir, type Instance, openInstance, spawnInstance, untilHealthy } from '#test/support/instance.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { shareSite } from '#test/support/site.ts'
import { bookingBody, onOneEngine, testSecret } from '#test/support/world.ts'

const webhookSecret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

/** For tests that only send it requests. The tests of its start are the first to use it. */
const shared = shareSite({ env: { DEV_TOOLS: 'on', RATE_LIMIT_SCALE: '1000000' }, ownProcess: true })

/** A PostgreSQL database for servers, with a pool for reading it. */
async function openPostgresWorld() {
  const { services, databaseUrl } = await freshWorld('postgres', { poolSize: 2 })
  return { services, db: services.db, env: { DATABASE_URL: String(databaseUrl), SECRET_KEY: testSecret } }
}

const submit = (url: string, key = newToken()) =>
  fetch(`${url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(bookingBody()),
  })

interface Answered {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

async function read(response: IncomingMessage): Promise<Answered> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

/** A submit with its body held back: `accepted` resolves when the server has started on it. */
function slowSubmit(instance: Instance, agent?: Agent) {
  const request = httpRequest(`${instance.url}/functions/v1/submit-booking`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'idempotency-key': newToken(), expect: '100-continue' },
  })
  const accepted = new Promise<void>((resolve) => request.once('continue', resolve))
  const answered = new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject)).then(read)
  answered.catch(() => undefined)
  request.flushHeaders()
  return { accepted, answered, finish: () => request.end(JSON.stringify(bookingBody())) }
}

/** Waits until the port is closed: the server has received the signal to stop. */
async function untilClosed(instance: Instance) {
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = connect(instance.port, '127.0.0.1', () => {
            socket.destroy()
            resolve('open')
          }).once('error', () => resolve('closed'))
        }),
      { timeout: 10_000, interval: 20 },
    )
    .toBe('closed')
}

const bookingsOnDisk = async (dataDir: string) => {
  const database = openSqlite(dataDir)
  const stored = await readStored(database)
  await database.db.destroy()
  return stored
}

describe('A server with wrong settings', () => {
  test('says all that is wrong at once, one line each with an example, and does not start', async () => {
    const wrong = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hunter2@host/db',
      SECRET_KEY: 'hunter2',
      WEBHOOK_URL: 'ftp://hunter2.example',
      SMTP_URL: 'http://hunter2@mail',
      DEV_TOOLS: 'maybe',
    }
    const server = await spawnInstance({ ...wrong, DATA_DIR: freshDataDir() })
    expect(await server.ended).toEqual({ code: 1, signal: null })
    const lines = server.stderr().trimEnd().split('\n')
    for (const name of Object.keys(wrong)) {
      expect(
        lines.filter((line) => line.startsWith(`${name} `)),
        name,
      ).toHaveLength(1)
      expect(lines.find((line) => line.startsWith(`${name} `))).toMatch(/e\.g\. |on or off|debug, info/)
    }
    expect(lines.filter((line) => !/^[A-Z_]+ /.test(line))).toEqual([])
    // An invalid value may be a secret.
    expect(server.stderr()).not.toContain('hunter2')
    expect(server.stdout()).toBe('')
  })

  test('says in one line that its port is taken', async () => {
    const { port } = (await shared()).instance()
    const second = await spawnInstance({ DATA_DIR: freshDataDir(), PORT: String(port) })
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.stderr()).toBe(`Port ${port} is in use. Stop the process that’s using it, or set PORT.\n`)
  })
})

describe('A server that starts', () => {
  test('says where it is, where the data is and where mail goes', async () => {
    const { url, settings, instance } = await shared()
    for (const said of [url, settings.DATA_DIR, '/dev/mailbox']) expect(instance().stdout()).toContain(said)
    expect(instance().stderr()).toBe('')
  })
})

onOneEngine('A server that is to stop,', (engine) => {
  const open = async () => {
    if (engine === 'postgres') {
      const { env, db } = await openPostgresWorld()
      return { env, stored: () => readStored({ db }) }
    }
    const dataDir = freshDataDir()
    return { env: { DATA_DIR: dataDir }, stored: () => bookingsOnDisk(dataDir) }
  }

  test('answers and stores what it has accepted, then ends, whatever else stays connected', async () => {
    const { env, stored } = await open()
    const server = await openInstance({ ...env, RATE_LIMIT_SCALE: '1000' })
    const [browser, agent] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
    for (const each of [browser, agent]) onTestFinished(() => each.destroy())
    const idle = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${server.url}/api/health`, { agent: browser }, resolve).once('error', reject),
    )
    expect((await read(idle)).status).toBe(200)
    for (const bytes of ['', 'POST /functions/v1/submit-booking HTTP/1.1\r\nHost: localhost\r\n']) await openSilent(server, bytes)
    // One connection each, and kept-alive connections.
    const inFlight = [undefined, undefined, undefined, agent, agent, agent].map((by) => slowSubmit(server, by))
    await Promise.all(inFlight.map(({ accepted }) => accepted))
    server.process.kill('SIGTERM')
    await untilClosed(server)
    for (const { finish } of inFlight) finish()
    const answers = await Promise.all(inFlight.map(({ answered }) => answered))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await server.ended).toEqual({ code: 0, signal: null })
    const { bookings, heartbeats } = await stored()
    expect(bookings.map(({ reference }) => reference).sort()).toEqual(answers.map(({ text }) => JSON.parse(text).reference).sort())
    expect(heartbeats).toEqual([])
  })
})

/** A connection that sends nothing more, and that the server has accepted. */
async function openSilent(server: Instance, bytes: string) {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.write(bytes)
  // Answered afterwards on another connection: by then the server has accepted the first.
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
}

describe('A server that is to stop', () => {
  test('finishes the webhook it is sending, and leaves what it has not begun', async () => {
    const dataDir = freshDataDir()
    const receiver = await openReceiver('silence')
    const server = await openInstance({ DATA_DIR: dataDir, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: webhookSecret })
    const arrived = receiver.next()
    expect((await submit(server.url)).status).toBe(201)
    await arrived
    server.process.kill('SIGINT')
    await untilClosed(server)
    receiver.answerHeld(204)
    expect(await server.ended).toEqual({ code: 0, signal: null })
    const { jobs } = await bookingsOnDisk(dataDir)
    expect(jobs.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'announce done',
      'customer-confirmation done',
      'staff-email done',
      'staff-webhook done',
    ])
  })
})

describe('A submit that waits for the database when the server is to stop', () => {
  test('is answered when the database goes on, and stored', async () => {
    const { env, db } = await openPostgresWorld()
    const server = await openInstance(env)
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (tx) => {
      await sql`lock table bookings in exclusive mode`.execute(tx)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const answered = submit(server.url)
    await expect
      .poll(
        async () =>
          (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)).rows
            .length,
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0)
    server.process.kill('SIGTERM')
    await untilClosed(server)
    held.resolve()
    await holding
    expect((await answered).status).toBe(201)
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect((await readStored({ db })).bookings).toHaveLength(1)
  })
})

describe('A server that cannot reach PostgreSQL', () => {
  test('refuses with 503 and a time to try again whatever needs it, and serves it all once it is back', { timeout: 60_000 }, async () => {
    const { env } = await openPostgresWorld()
    const line = await openCutLine(env.DATABASE_URL)
    const server = await openInstance({ ...env, DATABASE_URL: line.url, RATE_LIMIT_SCALE: '1000' })
    const key = newToken()
    const track = new URL(((await (await submit(server.url, key)).json()) as { trackingUrl: string }).trackingUrl).pathname
    const signIn = { tab: 'sign-in', email: 'someone@example.com', password: 'of their own' }
    const form = (fields: Record<string, string>) => ({
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
    })
    const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    const requests: [path: string, request: RequestInit][] = [
      ['/functions/v1/submit-booking', { ...json(bookingBody()), headers: { 'idempotency-key': key, 'content-type': 'application/json' } }],
      ['/functions/v1/booking-options?postcode=E1+1FR', {}],
      ['/functions/v1/payment-status?session_id=cs_1', {}],
      ['/rest/v1/blog_posts?select=title', {}],
      ['/auth/v1/token?grant_type=password', json(signIn)],
      ['/api/track?link=unknown', {}],
      ['/api/health', {}],
      [track, {}],
      [`${track}/booking.ics`, {}],
      [track, form({ intent: 'cancel' })],
      ['/auth', form(signIn)],
      ['/book', form({ name: 'Priya Raman' })],
    ]
    const askAll = () => Promise.all(requests.map(([path, request]) => fetch(server.url + path, { redirect: 'manual', ...request })))
    line.cut()
    for (const [index, response] of (await askAll()).entries()) {
      const [path, { method = 'GET' }] = requests[index] as (typeof requests)[number]
      expect([method, path, response.status]).toEqual([method, path, 503])
      expect([path, Number(response.headers.get('retry-after'))]).toEqual([path, 5])
      expect(await response.text()).not.toMatch(/\n\s+at |ECONN|terminated|postgres/i)
    }
    // No copy of it is kept yet: it is rendered without its live part.
    expect((await fetch(server.url)).status).toBe(200)
    line.mend()
    await untilHealthy(server)
    const back = await askAll()
    expect(back.map(({ status }, index) => [requests[index]?.[0], status]).filter(([, status]) => Number(status) >= 500)).toEqual([])
    expect(back[0]?.status).toBe(200)
  })
})

describe.each(['sqlite', 'postgres'] as const)('kill -9 under load, on %s,', (engine) => {
  const lives = tries(1, 40)
  const load = tries(30, 60)
  const timeout = isDeep ? 30 * 60_000 : 60_000
  test('loses no booking that was acknowledged nor its mails, and sending all of them again doubles none', { timeout }, async () => {
    const scale = { RATE_LIMIT_SCALE: '1000000' }
    const postgres = engine === 'postgres' ? await openPostgresWorld() : undefined
    const env = postgres ? { ...postgres.env, ...scale } : { DATA_DIR: freshDataDir(), ...scale }
    const acknowledged = new Map<string, string>()
    const sent = new Set<string>()
    for (let life = 0; life < lives; life++) {
      const server = await openInstance(env)
      const killAt = acknowledged.size + load
      const clients = Array.from({ length: 8 }, async () => {
        for (;;) {
          const key = newToken()
          sent.add(key)
          try {
            const response = await submit(server.url, key)
            const { reference } = (await response.json()) as { reference: string }
            if (response.ok) acknowledged.set(key, reference)
          } catch {
            return
          }
          if (acknowledged.size >= killAt) server.process.kill('SIGKILL')
        }
      })
      await Promise.all(clients)
      expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(load * lives)

    const server = await openInstance(env)
    const again: [key: string, reference: string][] = []
    const left = [...sent]
    // Not thousands at a time: the server refuses requests that would wait too long.
    const sendAgain = async () => {
      for (let key = left.pop(); key; key = left.pop()) again.push([key, (await (await submit(server.url, key)).json()).reference])
    }
    await Promise.all(Array.from({ length: 8 }, sendAgain))
    for (const [key, reference] of again) if (acknowledged.has(key)) expect(reference).toBe(acknowledged.get(key))
    const stored = () => (postgres ? readStored(postgres) : bookingsOnDisk(String((env as { DATA_DIR?: string }).DATA_DIR)))
    // Interrupted jobs are free again when their one-minute lease expires: waited for only at full depth.
    if (isDeep) {
      const waiting = async () => (await stored()).jobs.filter(({ state }) => state === 'waiting').length
      await expect.poll(waiting, { timeout: 15 * 60_000, interval: 2_000 }).toBe(0)
      const { localMail } = await stored()
      const mailed = (reference: string) => localMail.filter(({ subject }) => String(subject).includes(reference)).length
      const unequal = again.filter(([, reference]) => mailed(reference) !== mailed(String(again[0]?.[1])))
      expect(unequal, 'bookings with more or fewer mails than others').toEqual([])
      expect(mailed(String(again[0]?.[1]))).toBeGreaterThanOrEqual(2)
    }
    server.process.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    const { bookings, bookingEvents } = await stored()
    expect(bookings).toHaveLength(sent.size)
    expect(new Set(bookings.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(sent.size)
    expect(bookingEvents).toHaveLength(sent.size)
  })
})

describe('Servers that start at the same moment on one empty database', () => {
  test('all come up healthy, share its bookings, print no password of it, and stop in order', { timeout: 90_000 }, async () => {
    const { env, db, services } = await openPostgresWorld()
    await empty(services)
    const count = tries(2, 10)
    const url = new URL(env.DATABASE_URL)
    url.password = 'hunter2'
    const servers = await Promise.all(Array.from({ length: count }, () => spawnInstance({ ...env, DATABASE_URL: url.href })))
    await Promise.all(servers.map(untilHealthy))
    const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(ran.rows.map(({ name }) => name)).toEqual(Object.keys(migrations).sort())
    const key = newToken()
    const answers = await Promise.all(servers.map(async ({ url }) => (await (await submit(url, key)).json()) as { reference: string }))
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
    const { bookings, heartbeats } = await readStored({ db })
    expect(bookings).toHaveLength(1)
    expect(heartbeats).toHaveLength(count)
    for (const server of servers) server.process.kill('SIGTERM')
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(Array(count).fill({ code: 0, signal: null }))
    for (const { stdout, stderr } of servers) {
      expect(stdout()).toContain(url.host)
      expect(stdout() + stderr()).not.toContain('hunter2')
    }
    const jobs = (await readStored({ db })).jobs
    expect(jobs.every(({ attempts }) => Number(attempts) <= 1)).toBe(true)
  })
})

describe('Bytes that are no proper request', () => {
  const post = (lines: string[], body = '') =>
    ['POST /functions/v1/submit-booking HTTP/1.1', 'Host: localhost', ...lines, '', body].join('\r\n')
  const json = JSON.stringify(bookingBody())
  const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const cases: [string, string | Buffer][] = [
    ['noise', Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 37) % 256))],
    ['a greeting of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b<script>\r\nConnection: close\r\n\r\n'],
    ['two lengths', post(['Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 300', 'Connection: close'], json)],
    [
      'a length and chunks',
      post(['Content-Type: application/json', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Connection: close'], chunked(json)),
    ],
    ['a length that is negative', post(['Content-Type: application/json', 'Content-Length: -5', 'Connection: close'], json)],
    ['chunks that are none', post(['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close'], 'zz\r\n{}\r\n')],
    ['a folded header', post(['Content-Type: application/json', 'X-A: a', ' b', 'Connection: close', 'Content-Length: 2'], '{}')],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X-Long: '.padEnd(70_000, 'x')}\r\n\r\n`],
    ['a path that is no path', 'GET //evil.example/../.. HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    [
      'UTF-8 cut in the middle',
      Buffer.concat([
        Buffer.from(post(['Content-Type: application/json', 'Content-Length: 12', 'Connection: close'])),
        Buffer.from('{"name":"\xe2\x82', 'latin1'),
        Buffer.from('"}'),
      ]),
    ],
    [
      'a body in gzip',
      Buffer.concat([
        Buffer.from(
          post([
            'Content-Type: application/json',
            'Content-Encoding: gzip',
            `Content-Length: ${gzipSync(json).length}`,
            'Connection: close',
          ]),
        ),
        gzipSync(json),
      ]),
    ],
    [
      'a second request smuggled in',
      post(
        ['Content-Type: application/json', 'Transfer-Encoding : chunked', 'Content-Length: 4', 'Connection: close'],
        `0\r\n\r\nGET /dev/mailbox HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ),
    ],
  ]

  test('are answered as such, or hung up on, and the server goes on', { timeout: 60_000 }, async () => {
    const server = (await shared()).instance()
    for (const [name, bytes] of cases) {
      const answer = await exchange(server.port, bytes)
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
      for (const status of statuses) expect(status, `${name}: ${answer.slice(0, 300)}`).toBeLessThan(500)
      if (name === 'TRACE') expect(statuses).toEqual([405])
      expect(answer, name).not.toMatch(/\n\s+at |node_modules/)
    }
    await untilHealthy(server)
    expect((await submit(server.url)).status).toBe(201)
    expect(server.stderr()).not.toMatch(/uncaught|unhandled/i)
  })

  test('that name two hosts, or none that is one, are refused before anything answers, on every path', async () => {
    const server = (await shared()).instance()
    const site = `127.0.0.1:${server.port}`
    const wrong = [
      ...[`Host: ${site}\r\nHost: ${site}`, `Host: ${site}\r\nhOST: evil.example`, `Host: evil.example\r\nHost: ${site}`],
      ...[`user@${site}`, `evil.example@${site}`, `${site}/path`, `${site}#x`, `${site}?x`, `${site}, evil.example`].map(
        (host) => `Host: ${host}`,
      ),
      ...['127.0.0.1:', '127.0.0.1:port', '127.0.0.1:99999', '127.0.0.1:-1', '127.0.0.1:80:80', '[::1', 'caf\xe9.example', ''].map(
        (host) => `Host: ${host}`,
      ),
    ]
    const targets = ['/', '/api/health', '/api/live', '/track/x', 'http://evil.example/']
    for (const [nth, lines] of wrong.entries()) {
      const answer = await exchange(server.port, `GET ${targets[nth % targets.length]} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`)
      expect(answer, lines).toMatch(/^HTTP\/1\.1 400 /)
    }
    for (const host of [site, 'LOCALHOST', '[::1]:3000', 'plumbers_web:8080']) {
      const answer = await exchange(server.port, `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(answer, host).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  /** Sends the bytes and reads until the server closes the connection. */
  const exchange = (port: number, bytes: string | Buffer) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
      socket.setEncoding('latin1').on('data', (chunk) => {
        answer += chunk
      })
      socket.on('error', () => undefined).once('close', () => resolve(answer))
    })
})

describe('What the built server answers', () => {
  test('has security headers on every page, error and file, and never a stack trace', async () => {
    const server = (await shared()).instance()
    for (const path of ['/', '/no-such-page', '/track/nobody', '/gas-emergency', '/api/health', '/assets/none.js', '/dev/mailbox']) {
      const response = await fetch(server.url + path)
      const text = await response.text()
      expect(response.status, path).toBeLessThan(500)
      for (const [name, value] of [
        ['x-content-type-options', /^nosniff$/],
        ['content-security-policy', /frame-ancestors 'none'/],
        ['referrer-policy', /./],
        ['permissions-policy', /./],
        ['cross-origin-opener-policy', /^same-origin$/],
        ['x-frame-options', /^DENY$/],
      ] as const)
        expect(response.headers.get(name) ?? '', `${path}: ${name}`).toMatch(value)
      expect(response.headers.get('content-security-policy'), path).not.toMatch(/unsafe-inline|unsafe-eval/)
      expect(text, path).not.toMatch(/\n\s+at .*:\d+:\d+/)
    }
  })

  test('names the source in the log of an error that no one expected', async () => {
    const local = (await shared()).instance()
    const { name, value } = await devCookie(local)
    expect((await fetch(`${local.url}/dev/failing`, { headers: { cookie: `${name}=${value}` } })).status).toBe(500)
    await expect.poll(local.stdout).toMatch(/app\/routes\/dev\/failing\.tsx:\d+:\d+/)
  })

  test('shows developer tools not at all on a public site', async () => {
    const port = await freePort()
    const live = await openInstance({ DATA_DIR: freshDataDir(), PORT: String(port), SITE_URL: 'https://plumbers.example.co.uk' })
    expect((await fetch(`${live.url}/dev/mailbox`)).status).toBe(404)
    expect(live.stdout()).not.toContain('/dev?token=')
  })

  test('shows developer tools to no one who has not read what it printed, also behind a proxy that says nothing of itself', async () => {
    const local = (await shared()).instance()
    // Such a proxy sends this machine's address as the host, and no client address.
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(local.url + path, { headers, redirect: 'manual' })).status
    for (const path of [
      '/dev?token=',
      '/dev?token=guess',
      '/dev/failing',
      '/dev/mailbox.data',
      '/dev/mailbox/an-id/html',
      '/dev%2fmailbox',
    ])
      expect(await status(path), path).toBe(404)
    expect(await status('/dev/mailbox', { cookie: 'dev=guess' })).toBe(404)
    // A payment page opens only at its own URL, not with the checkout's id alone.
    const booked = await fetch(`${local.url}/functions/v1/submit-booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bookingBody({ serviceLevel: 'redline' })),
    })
    const { payment } = (await booked.json()) as { payment: { url: string } }
    const page = (await fetch(payment.url, { redirect: 'manual' })).headers.get('location') ?? ''
    const { pathname } = new URL(page)
    const { name, value } = await devCookie(local)
    const cookie = `${name}=${value}`
    for (const path of [pathname, `${pathname}.data`]) expect(await status(path), path).toBe(404)
    for (const path of [pathname, `${pathname}.data`, pathname.replace('dev', 'Dev')]) {
      const pressed = await fetch(local.url + path, { method: 'POST', body: new URLSearchParams({ how: 'pay' }), redirect: 'manual' })
      expect(pressed.status, path).toBe(404)
    }
    expect(await status(pathname, { cookie })).toBe(200)
    const id = page.split('/').at(-1)
    for (const path of [`/dev/pay/${id}`, `/dev/pay/${'A'.repeat(43)}/${id}`]) expect(await status(path, { cookie }), path).toBe(404)
  })
})
