// @module-tag never-again
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { createOutbox, Outbox, OutboxTimes } from '#app/features/intake/outbox.ts'
import { findChromium, findHeadlessShell, sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { takeContext } from './kept-pages.ts'
import { eventually } from './visitor.ts'

declare global {
  interface Window {
    outbox: { createOutbox: typeof createOutbox }
    box: Outbox
  }
}

/** Pauses are short enough to see many attempts, and sends have time enough never to time out. */
const quick: OutboxTimes = { pause: 20, longestPause: 100, send: 30_000, store: 10_000, keep: 86_400_000 }

/** A response to the browser, or none at all. */
type Answer = { status: number; headers: IncomingHttpHeaders; body: string } | 'hang up'

/** The connection between browser and server. The test decides what happens to a booking on its way. */
interface Line {
  /** The bookings that left the browser, in order. */
  posts: { at: number; key: unknown; body: Record<string, unknown> }[]
  /** The highest number that were in progress at the same time. */
  most: number
  through: (forward: () => Promise<Answer>) => Promise<Answer>
  carriesCookies: boolean
}

const pass: Line['through'] = (forward) => forward()
const lose: Line['through'] = async () => 'hang up'
const loseAnswer: Line['through'] = async (forward) => {
  await forward()
  return 'hang up'
}
const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Line['through'] =>
  async () => ({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

interface LineServer {
  url: string
  /** A line without history, which carries the requests from now on. */
  fresh(): Line
  close(): void
}

/** One server for all tests, so that their pages can be passed on. */
async function openLines(target: string): Promise<LineServer> {
  let current: Line & { underWay: number }
  const fresh = () => {
    current = { posts: [], most: 0, through: pass, carriesCookies: true, underWay: 0 }
    return current
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    const line = current
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const forward = async (): Promise<Answer> => {
      const headers = { ...request.headers }
      if (!line.carriesCookies) delete headers.cookie
      const answer = await ask(target + request.url, request.method ?? 'GET', headers, body)
      if (!line.carriesCookies && answer !== 'hang up') delete answer.headers['set-cookie']
      return answer
    }
    let answer: Answer
    if (request.method === 'POST') {
      line.posts.push({ at: Date.now(), key: request.headers['idempotency-key'], body: JSON.parse(body.toString()) })
      line.most = Math.max(line.most, ++line.underWay)
      answer = await line.through(forward)
      line.underWay--
    } else answer = await forward()
    if (answer === 'hang up') return void request.socket.destroy()
    // Each request gets its own connection: browsers retry on their own when a reused one ends without a response.
    response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, fresh, close }
}

function ask(url: string, method: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const request = openRequest(url, { method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of response) chunks.push(chunk)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() })
      } catch {
        resolve('hang up')
      }
    })
    request.once('error', () => resolve('hang up')).end(body)
  })
}

interface World {
  line: Line
  site: Site
  /** The bookings made since the world was opened, oldest first. */
  bookings(): Promise<Record<string, unknown>[]>
}

/** A site behind a connection, with no earlier bookings. */
async function openWorld(site: Site): Promise<World> {
  // An earlier test may have killed it.
  await site.start()
  const before = (await site.bookings()).length
  return { line: lines.fresh(), site, bookings: async () => (await site.bookings()).slice(before) }
}

let browser: Browser
let script: string
let shared: Site
let lines: LineServer
beforeAll(async () => {
  ;[browser, script, shared] = await Promise.all([sharedChromium(), bundle(), startSite({ ownProcess: true })])
  lines = await openLines(shared.url)
})
afterAll(async () => {
  lines?.close()
  await shared?.close()
})

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../app/features/intake/outbox.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'outbox' } },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('Nothing was built')
  return result.output[0].code
}

async function openContext(): Promise<BrowserContext> {
  const { context, giveBack } = await takeContext(browser, { serviceWorkers: 'block', bypassCSP: true, baseURL: lines.url })
  onTestFinished(giveBack)
  return context
}

/** Opens an outbox on an address of the site that runs no other script: in the tab that was left last, or a new one. */
async function visit(context: BrowserContext, times: Partial<OutboxTimes> = {}): Promise<Page> {
  const page = leftTab ?? (await context.newPage())
  leftTab = undefined
  await page.goto('/api/health')
  await load(page, times)
  return page
}

async function load(page: Page, times: Partial<OutboxTimes> = {}) {
  await page.addScriptTag({ content: script })
  await page.evaluate(
    (given) => {
      window.box = window.outbox.createOutbox(given)
    },
    { ...quick, ...times },
  )
}

const submit = (page: Page, key: string, body = bookingBody()) =>
  page.evaluate(([content, name]) => window.box.submit(content, name), [body, key] as const)
const resume = (page: Page) => page.evaluate(() => window.box.resume())
const state = (page: Page) => page.evaluate(() => window.box.getState())
const delivered = async (page: Page) => (await state(page)).delivered.map(({ acknowledgement }) => acknowledgement.reference)
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('booking-outbox'))

/** What is stored on the device, read without the outbox. */
const onDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('booking-outbox')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const reading = opening.result.transaction('booking-outbox').objectStore('booking-outbox').getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = reject
          opening.result.close()
        }
      }),
  )

let world: World
let context: BrowserContext
/** A tab whose page has been left. */
let leftTab: Page | undefined
beforeEach(async () => {
  world = await openWorld(shared)
  leftTab = undefined
  context = await openContext()
})

/** Leaves a page, which ends its outbox as closing the tab does. Its tab can be used for the next visit. */
async function leave(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  leftTab = page
}

/** Stores a booking on the device that the server doesn't have. */
async function keep(key: string, body = bookingBody()): Promise<void> {
  world.line.through = lose
  const page = await visit(context, { pause: 3_600_000, longestPause: 3_600_000 })
  expect(await submit(page, key, body)).toEqual({ at: 'kept' })
  await leave(page)
  world.line.posts.length = 0
}

describe('A booking that the server takes at once', () => {
  it('is on the device before it leaves, acknowledged with its reference, stored once however often it is submitted, and leaves nothing there', async () => {
    const page = await visit(context)
    const key = randomUUID()
    let found: unknown[] = []
    world.line.through = async (forward) => {
      world.line.through = pass
      found = [await onDevice(page), await flag(page), (await state(page)).kept]
      return forward()
    }
    const outcome = await submit(page, key, bookingBody({ csrfToken: 'a-secret' }))
    // With the flag for other pages.
    expect(found).toMatchObject([[{ key, body: bookingBody() }], '1', [{ key, state: 'sending' }]])
    expect(JSON.stringify(found)).not.toContain('a-secret')
    const stored = await world.bookings()
    expect(stored).toMatchObject([{ name: 'Priya Raman', phone: '+447700900264' }])
    expect(outcome).toMatchObject({ at: 'acknowledged', acknowledgement: { reference: stored[0]?.reference, status: 'received' } })
    expect(await state(page)).toMatchObject({ kept: [], delivered: [{ key }], durable: true })
    expect(await onDevice(page)).toEqual([])
    expect(await flag(page)).toBeNull()

    // Twice at once, and again later.
    world.line.posts.length = 0
    const outcomes = await page.evaluate(
      async ([body, other]) => {
        const both = await Promise.all([window.box.submit(body, other), window.box.submit(body, other)])
        return [...both, await window.box.submit(body, other)]
      },
      [bookingBody(), randomUUID()] as const,
    )
    const [, booking, ...others] = await world.bookings()
    expect(others).toEqual([])
    expect(outcomes.map((each) => each.at === 'acknowledged' && each.acknowledgement.reference)).toEqual(Array(3).fill(booking?.reference))
    expect(await delivered(page)).toEqual([stored[0]?.reference, booking?.reference])
    expect(world.line.posts).toHaveLength(2)
    expect(world.line.most).toBe(1)
  })
})

describe('A booking that the server refuses', () => {
  const refusedCleanly = async (page: Page, outcome: unknown, expected: Record<string, unknown>) => {
    expect(outcome).toMatchObject({ at: 'refused', ...expected })
    expect(await state(page)).toEqual({ kept: [], delivered: [], durable: true })
    expect(await onDevice(page)).toEqual([])
    expect(await flag(page)).toBeNull()
  }

  it('for its content, its key, its size, its payment or the limit is not kept, says why, and can be put right with the same key', async () => {
    const page = await visit(context)
    await refusedCleanly(page, await submit(page, randomUUID(), bookingBody({ phone: '0771 44' })), {
      status: 400,
      error: { code: 'invalid', fields: { phone: 'Please enter a valid phone number. Enter a UK number, like 07700 900123.' } },
    })
    await refusedCleanly(page, await submit(page, randomUUID(), bookingBody({ serviceLevel: 'redline' })), {
      status: 503,
      error: { code: 'payment_not_configured', title: 'Configuration Error' },
    })
    await refusedCleanly(page, await submit(page, randomUUID(), bookingBody({ description: 'x'.repeat(70_000) })), {
      status: 413,
      error: { code: 'too_large' },
    })
    // The server's own answer to the sixth in a minute: functions-v1.http.test.ts has it.
    const error = { code: 'too_many_requests', title: 'Too Many Requests', message: 'Please wait a moment before submitting again.' }
    world.line.through = say(429, { error }, { 'retry-after': '45' })
    await refusedCleanly(page, await submit(page, randomUUID()), { status: 429, error, retryAfterSeconds: 45 })
    world.line.through = pass
    expect(await world.bookings()).toEqual([])
    const key = randomUUID()
    expect(await submit(page, key, bookingBody({ phone: '' }))).toMatchObject({ at: 'refused' })
    expect(await submit(page, key)).toMatchObject({ at: 'acknowledged' })
    await load(page)
    await refusedCleanly(page, await submit(page, key, bookingBody({ name: 'Somebody Else' })), {
      status: 409,
      error: { code: 'key_reused' },
    })
    expect(await world.bookings()).toHaveLength(1)
  })

  it('for its token goes through by the fresh one without a word, and in a browser that keeps no cookies all the same', async () => {
    const page = await visit(context)
    expect(await submit(page, randomUUID(), bookingBody({ csrfToken: 'stale' }))).toMatchObject({ at: 'acknowledged' })
    expect(world.line.posts).toHaveLength(2)
    expect(await submit(page, randomUUID())).toMatchObject({ at: 'acknowledged' })
    expect(world.line.posts).toHaveLength(3)
    expect(await world.bookings()).toHaveLength(2)
    world.line.carriesCookies = false
    await context.clearCookies()
    const { csrfToken } = await page.evaluate(async () => (await fetch('/functions/v1/csrf-token')).json())
    expect(await submit(page, randomUUID(), bookingBody({ csrfToken }))).toMatchObject({ at: 'acknowledged' })
    expect(await world.bookings()).toHaveLength(3)
  })
})

describe('A booking whose answer does not come', () => {
  it('or was lost after the server had stored it, or is that of a portal, a proxy or a broken server, is kept, however much it looks like success, and sent again as the same booking', async () => {
    const page = await visit(context, { send: 300 })
    const answers = [
      loseAnswer,
      // None within the time for it.
      () => new Promise<Answer>(() => undefined),
      say(500, 'Internal Server Error'),
      say(200, '<h1>Welcome to Station WiFi</h1>', { 'content-type': 'text/html' }),
      say(200, {}),
      say(200, 'null'),
      say(302, '', { location: '/api/health' }),
      say(403, '<h1>Blocked</h1>'),
      say(400, { error: 'Bad request' }),
      say(404, { message: 'no route' }),
      say(408, { error: { code: 'timeout', message: 'Too slow' } }),
      say(429, { error: 'slow down' }),
      say(500, { error: { code: 'internal', message: 'Something went wrong on our side. Please call us.' } }),
      say(502, '<h1>We’re updating the site</h1>', { 'content-type': 'text/html' }),
      say(503, { error: { code: 'timeout', message: 'The request took too long. Please try again.' } }),
    ]
    const key = randomUUID()
    world.line.through = async (forward) => (answers.shift() ?? pass)(forward)
    expect(await submit(page, key)).toEqual({ at: 'kept' })
    await eventually(async () => (await delivered(page)).length).toBe(1)
    expect(answers).toEqual([])
    expect(await world.bookings()).toHaveLength(1)
  })

  it('because the server was killed before it stored it, or after, is one booking when the server is back', async () => {
    const page = await visit(context)
    for (const moment of ['before', 'after'] as const) {
      world.line.through = async (forward) => {
        world.line.through = lose
        if (moment === 'after') await forward()
        await world.site.kill()
        return 'hang up'
      }
      expect(await submit(page, randomUUID())).toEqual({ at: 'kept' })
      await world.site.start()
      world.line.through = pass
      await eventually(async () => (await state(page)).kept).toEqual([])
    }
    expect(await delivered(page)).toEqual((await world.bookings()).map(({ reference }) => reference))
    expect(await delivered(page)).toHaveLength(2)
  })
})

describe('A booking made offline', () => {
  const submittedAt = new Date(Date.now() - 60_000).toISOString()

  it('is sent as soon as the browser is online, or someone comes back to the page, long before the next try is due', async () => {
    const page = await visit(context, { pause: 3_600_000, longestPause: 3_600_000 })
    await context.setOffline(true)
    expect(await submit(page, randomUUID(), bookingBody({ submittedAt }))).toEqual({ at: 'kept' })
    await context.setOffline(false)
    await eventually(() => delivered(page)).toHaveLength(1)
    expect(await world.bookings()).toMatchObject([{ submittedAt }])
    for (const [before, event] of ['visibilitychange', 'pageshow'].entries()) {
      world.line.through = lose
      expect(await submit(page, randomUUID())).toEqual({ at: 'kept' })
      world.line.through = pass
      await page.evaluate((type) => document.dispatchEvent(new Event(type, { bubbles: true })), event)
      await eventually(() => delivered(page)).toHaveLength(before + 2)
      expect(await world.bookings()).toHaveLength(before + 2)
    }
  })

  it('goes as it was, when other content comes under its key, and stays when it is submitted again and refused this time', async () => {
    const key = randomUUID()
    await keep(key)
    const page = await visit(context, { pause: 3_600_000, longestPause: 3_600_000 })
    expect(await submit(page, key, bookingBody({ name: 'Somebody Else' }))).toMatchObject({ at: 'refused', error: { code: 'key_reused' } })
    world.line.through = say(429, { error: { code: 'too_many_requests', message: 'Please wait a moment before submitting again.' } })
    expect(await submit(page, key)).toEqual({ at: 'kept' })
    expect((await state(page)).kept).toMatchObject([{ key, state: 'waiting' }])
    world.line.through = say(409, { error: { code: 'sold_out', message: 'No Red Line slot is left today.' } })
    expect(await submit(page, key)).toMatchObject({ at: 'refused', error: { code: 'sold_out' } })
    expect((await state(page)).kept).toMatchObject([{ key, state: 'refused', refusal: { code: 'sold_out' } }])
    // Nothing of a refused booking is stored on the server, so it may be corrected and sent again.
    world.line.through = pass
    expect(await submit(page, key, bookingBody({ name: 'Priya Raman-Smith' }))).toMatchObject({ at: 'acknowledged' })
    expect(await onDevice(page)).toEqual([])
    expect(await world.bookings()).toMatchObject([{ name: 'Priya Raman-Smith' }])
    const other = randomUUID()
    world.line.through = lose
    expect(await submit(page, other)).toEqual({ at: 'kept' })
    world.line.through = pass
    expect(await submit(page, other, bookingBody({ name: 'Somebody Else' }))).toMatchObject({
      at: 'refused',
      error: { code: 'key_reused' },
    })
    expect(await submit(page, other, bookingBody())).toMatchObject({ at: 'acknowledged' })
    expect(await world.bookings()).toMatchObject([{ name: 'Priya Raman-Smith' }, { name: 'Priya Raman' }])
  })

  it('that the server then refuses stays, with the reason, until the visitor has decided', async () => {
    const key = randomUUID()
    await keep(key)
    const page = await visit(context)
    const error = { code: 'sold_out', message: 'No Red Line slot is left today.' }
    world.line.through = say(409, { error })
    await resume(page)
    await eventually(() => state(page)).toMatchObject({ kept: [{ key, state: 'refused', refusal: error }], delivered: [] })
    expect(await flag(page)).toBe('1')
    const next = await visit(context)
    await resume(next)
    await eventually(async () => (await state(next)).kept).toMatchObject([{ key, state: 'refused', refusal: error }])
    await next.evaluate((name) => window.box.discard(name), key)
    await eventually(async () => (await state(page)).kept).toEqual([])
    expect(await onDevice(page)).toEqual([])
    expect(await flag(page)).toBeNull()
    expect(world.line.posts).toHaveLength(1)
  })

  it('that the server then asks to wait waits as long as it says, whatever happens meanwhile', async () => {
    await keep(randomUUID())
    const page = await visit(context, { longestPause: 5_000 })
    const error = { code: 'too_many_requests', message: 'Please wait a moment before submitting again.' }
    world.line.through = async (forward) => {
      world.line.through = pass
      return say(429, { error }, { 'retry-after': '1' })(forward)
    }
    await resume(page)
    await eventually(() => state(page)).toMatchObject({ kept: [{ state: 'waiting', refusal: error }] })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await resume(page)
    await eventually(() => delivered(page)).toHaveLength(1)
    const [first, second] = world.line.posts
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
    expect(world.line.posts).toHaveLength(2)
    expect(await world.bookings()).toHaveLength(1)
  })

  it('too long ago is not sent, and says so', async () => {
    const key = randomUUID()
    await keep(key)
    world.line.through = pass
    const page = await visit(context, { keep: 0 })
    await resume(page)
    await eventually(async () => (await state(page)).kept).toMatchObject([{ key, state: 'refused', refusal: { code: 'too_old' } }])
    expect(world.line.posts).toEqual([])
    expect(await world.bookings()).toEqual([])
  })

  it('is still there after the browser has crashed', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'plumbers-profile-'))
    onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
    world.line.through = lose
    const crashing = await openProfile(profile)
    expect(await submit(await visitIn(crashing.context), randomUUID(), bookingBody({ submittedAt }))).toEqual({ at: 'kept' })
    await crashing.kill()
    world.line.through = pass
    const page = await visitIn((await openProfile(profile)).context)
    await resume(page)
    await eventually(() => delivered(page)).toHaveLength(1)
    expect(await world.bookings()).toMatchObject([{ submittedAt }])
  })

  const visitIn = async (persistent: BrowserContext) => {
    const page = await persistent.newPage()
    const session = await persistent.newCDPSession(page)
    await session.send('Page.enable')
    await session.send('Page.setBypassCSP', { enabled: true })
    await page.goto(`${lines.url}/api/health`)
    await load(page)
    return page
  }
})

describe('Several pages of one browser', () => {
  it('send a kept booking one at a time, and all of them learn its reference', async () => {
    await keep(randomUUID())
    const tabs = [await visit(context), await visit(context), await visit(context)]
    let rounds = 0
    world.line.through = async (forward) => {
      if (++rounds > 3) return forward()
      // The events that make a tab send happen in all tabs, so all of them try.
      await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
      for (const tab of tabs) await eventually(async () => (await state(tab)).kept[0]?.state).toBe('sending')
      return 'hang up'
    }
    await Promise.all(tabs.map(resume))
    for (const tab of tabs) await eventually(() => delivered(tab)).toHaveLength(1)
    const [booking, ...others] = await world.bookings()
    expect(others).toEqual([])
    for (const tab of tabs)
      expect(await state(tab)).toMatchObject({ kept: [], delivered: [{ acknowledgement: booking && { reference: booking.reference } }] })
    expect(world.line.most).toBe(1)
    expect(rounds).toBe(4)
  })

  it('let another one go on when the one that sends is closed', async () => {
    const closing = await visit(context)
    const other = await visit(context)
    const goesOn = Promise.withResolvers<void>()
    world.line.through = async (forward) => {
      world.line.through = pass
      await eventually(async () => (await state(other)).kept[0]?.state).toBe('sending')
      await closing.close()
      await eventually(() => delivered(other)).toHaveLength(1)
      goesOn.resolve()
      return forward()
    }
    await submit(closing, randomUUID()).catch(() => undefined)
    await goesOn.promise
    expect(world.line.posts).toHaveLength(2)
    expect(await world.bookings()).toMatchObject([{ reference: (await delivered(other))[0] }])
  })

  it('do not wait for ever for one that sleeps in the middle of sending', async () => {
    const key = randomUUID()
    await keep(key)
    world.line.through = pass
    const asleep = await visit(context)
    await asleep.evaluate(
      (name) => new Promise<void>((held) => void navigator.locks.request(name, () => new Promise(() => held()))),
      `booking-outbox:${key}`,
    )
    const page = await visit(context, { send: 500 })
    await resume(page)
    await eventually(() => delivered(page)).toHaveLength(1)
    expect(await world.bookings()).toHaveLength(1)
  })
})

describe('A browser whose store is broken', () => {
  const breaking = {
    'never answers': () => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
    },
    'has no local storage, locks or channels either': () => {
      const blocked = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      IDBFactory.prototype.open = blocked
      for (const name of ['localStorage', 'BroadcastChannel']) Object.defineProperty(window, name, { get: blocked })
      Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
    },
  }
  it.each(Object.entries(breaking))(
    'and %s still delivers when the line is back, and says that the page must stay open',
    async (_, breakIt) => {
      await context.addInitScript(breakIt)
      const page = await visit(context, { store: 300 })
      world.line.through = loseAnswer
      expect(await submit(page, randomUUID())).toEqual({ at: 'kept' })
      expect(await state(page)).toMatchObject({ durable: false, kept: [{}] })
      await eventually(() => world.line.posts.length).toBeGreaterThan(2)
      world.line.through = pass
      await eventually(() => delivered(page)).toHaveLength(1)
      expect(await state(page)).toMatchObject({ durable: true, kept: [] })
      expect(await world.bookings()).toHaveLength(1)
    },
  )

  further.it('only when something shall change sends what it kept before, and not for ever', async () => {
    await keep(randomUUID())
    world.line.through = pass
    await context.addInitScript(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    const tabs = [await visit(context), await visit(context)]
    for (const tab of tabs) {
      await resume(tab)
      await eventually(async () => (await state(tab)).kept).toEqual([])
      await eventually(() => delivered(tab)).toHaveLength(1)
    }
    const known = world.line.posts.length
    for (const tab of tabs) {
      await resume(tab)
      // Submits another booking: once it is done, the earlier steps have finished.
      await submit(tab, randomUUID())
    }
    expect(world.line.posts).toHaveLength(known + 2)
    expect(known).toBeLessThanOrEqual(2)
    expect(await world.bookings()).toHaveLength(3)
  })
})

/** After being killed, Chromium may draw its windows first and not respond meanwhile. */
async function connect(url: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await chromium.connectOverCDP(url, { timeout: 10_000 })
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

/** Starts Chromium with a profile on disk, to be killed later. */
async function openProfile(profile: string) {
  const path = findHeadlessShell() ?? findChromium()
  if (!path) throw new Error('No Chromium found')
  const args = [
    '--headless=new',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
    '--hide-crash-restore-bubble',
    '--remote-debugging-port=0',
  ]
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  const child = spawn(path, [...args, `--user-data-dir=${profile}`], { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    // Kills its process group, which includes its helpers.
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  onTestFinished(kill)
  for await (const text of createInterface({ input: child.stderr })) {
    const url = /^DevTools listening on (ws:\S+)/.exec(text)?.[1]
    if (!url) continue
    const connected = await connect(url)
    const [persistent] = connected.contexts()
    if (!persistent) throw new Error('No profile')
    return { context: persistent, kill }
  }
  throw new Error('Chromium did not start')
}
