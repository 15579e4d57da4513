// @module-tag never-again
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { createOutbox, Outbox, OutboxTimes } from '#app/features/intake/outbox.ts'
import { findChromium, findHeadlessShell } from '#test/support/chromium.ts'
import { bodyOf, listenHere } from '#test/support/listen.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { eventually, openQuietContext, shareChromium } from './visitor.ts'

declare global {
  interface Window {
    outbox: { createOutbox: typeof createOutbox }
    box: Outbox
  }
}

/** Pauses are short enough for many attempts, and sends long enough never to time out. */
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
  /** A connection without history, which carries the requests from now on. */
  fresh(): Line
}

/** One server for all tests, so that their pages can be passed on. */
async function openLines(target: string): Promise<LineServer> {
  let current: Line & { underWay: number }
  const fresh = () => {
    current = { posts: [], most: 0, through: pass, carriesCookies: true, underWay: 0 }
    return current
  }
  const server = createServer(async (request, response) => {
    const own = current
    const body = await bodyOf(request)
    const forward = async (): Promise<Answer> => {
      const headers = { ...request.headers }
      if (!own.carriesCookies) delete headers.cookie
      const answer = await ask(target + request.url, request.method ?? 'GET', headers, body)
      if (!own.carriesCookies && answer !== 'hang up') delete answer.headers['set-cookie']
      return answer
    }
    let answer: Answer
    if (request.method === 'POST') {
      own.posts.push({ at: Date.now(), key: request.headers['idempotency-key'], body: JSON.parse(body.toString()) })
      own.most = Math.max(own.most, ++own.underWay)
      answer = await own.through(forward)
      own.underWay--
    } else answer = await forward()
    if (answer === 'hang up') return void request.socket.destroy()
    // Each request gets its own connection: browsers retry on their own when a reused one ends without a response.
    response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body)
  })
  return { url: await listenHere(server, (close) => endings.push(close)), fresh }
}

function ask(url: string, method: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const request = openRequest(url, { method, headers, agent: false }, async (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: (await bodyOf(response)).toString() })
      } catch {
        resolve('hang up')
      }
    })
    request.once('error', () => resolve('hang up')).end(body)
  })
}

shareChromium()
let script: string
let site: Site
let lines: LineServer
const endings: (() => unknown)[] = []
beforeAll(async () => {
  ;[script, site] = await Promise.all([bundle(), startSite({ ownProcess: true })])
  lines = await openLines(site.url)
})
afterAll(async () => {
  for (const ending of endings) await ending()
  await site?.close()
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

/** Opens an outbox on an address of the site that runs no other script: in the tab that was left last, or a new one. */
async function visit(times: Partial<OutboxTimes> = {}): Promise<Page> {
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

/** The device's stored bookings, read without the outbox's code. */
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

let line: Line
let context: BrowserContext
let bookingsBefore = 0
/** A tab whose page has been left. */
let leftTab: Page | undefined
beforeEach(async () => {
  // An earlier test may have killed it.
  await site.start()
  bookingsBefore = (await site.bookings()).length
  line = lines.fresh()
  leftTab = undefined
  context = await openQuietContext(lines.url, { bypassCSP: true })
})
/** The bookings made in this test, oldest first. */
const bookings = async () => (await site.bookings()).slice(bookingsBefore)

/** Stores a booking on the device that the server doesn't have. */
async function keep(key: string): Promise<void> {
  line.through = lose
  const page = await visit({ pause: 3_600_000, longestPause: 3_600_000 })
  expect(await submit(page, key, bookingBody())).toEqual({ at: 'kept' })
  // Leaving the page ends its outbox, as closing the tab does. Its tab can be used for the next visit.
  await page.goto('/robots.txt')
  leftTab = page
  line.posts.length = 0
}

describe('A booking that the server takes at once', () => {
  it('is on the device before it leaves, acknowledged with its reference, stored once however often it is submitted, and leaves nothing there', async () => {
    const page = await visit()
    const key = randomUUID()
    let found: unknown[] = []
    line.through = async (forward) => {
      line.through = pass
      found = [await onDevice(page), await flag(page), (await state(page)).kept]
      return forward()
    }
    const outcome = await submit(page, key, bookingBody({ csrfToken: 'a-secret' }))
    // With the flag for other pages.
    expect(found).toMatchObject([[{ key, body: bookingBody() }], '1', [{ key, state: 'sending' }]])
    expect(JSON.stringify(found)).not.toContain('a-secret')
    const stored = await bookings()
    expect(stored).toMatchObject([{ name: 'Priya Raman', phone: '+447700900264' }])
    expect(outcome).toMatchObject({ at: 'acknowledged', acknowledgement: { reference: stored[0]?.reference, status: 'received' } })
    expect(await state(page)).toMatchObject({ kept: [], delivered: [{ key }], durable: true })
    expect(await onDevice(page)).toEqual([])
    expect(await flag(page)).toBeNull()

    // Twice at once, and again later.
    line.posts.length = 0
    const outcomes = await page.evaluate(
      async ([body, other]) => {
        const both = await Promise.all([window.box.submit(body, other), window.box.submit(body, other)])
        return [...both, await window.box.submit(body, other)]
      },
      [bookingBody(), randomUUID()] as const,
    )
    const [, booking, ...others] = await bookings()
    expect(others).toEqual([])
    expect(outcomes.map((each) => each.at === 'acknowledged' && each.acknowledgement.reference)).toEqual(Array(3).fill(booking?.reference))
    expect(await delivered(page)).toEqual([stored[0]?.reference, booking?.reference])
    expect(line.posts).toHaveLength(2)
    expect(line.most).toBe(1)
  })
})

describe('A booking that the server refuses', () => {
  it('for its content, its key, its size, its payment or the limit is not kept, says why, and can be put right with the same key', async () => {
    const page = await visit()
    const refusals = [
      [bookingBody({ phone: '0771 44' }), { status: 400, error: { code: 'invalid', fields: { phone: expect.any(String) } } }],
      [bookingBody({ serviceLevel: 'redline' }), { status: 503, error: { code: 'payment_not_configured' } }],
      [bookingBody({ description: 'x'.repeat(70_000) }), { status: 413, error: { code: 'too_large' } }],
    ] as const
    for (const [body, expected] of refusals) expect(await submit(page, randomUUID(), body)).toMatchObject({ at: 'refused', ...expected })
    // The server's own answer to the sixth in a minute: functions-v1.http.test.ts has it.
    const error = { code: 'too_many_requests', title: 'Too Many Requests', message: 'Please wait a moment before submitting again.' }
    line.through = say(429, { error }, { 'retry-after': '45' })
    expect(await submit(page, randomUUID())).toMatchObject({ at: 'refused', status: 429, error, retryAfterSeconds: 45 })
    line.through = pass
    const key = randomUUID()
    expect(await submit(page, key, bookingBody({ phone: '' }))).toMatchObject({ at: 'refused' })
    expect(await state(page)).toEqual({ kept: [], delivered: [], durable: true })
    expect([await onDevice(page), await flag(page), await bookings()]).toEqual([[], null, []])
    expect(await submit(page, key)).toMatchObject({ at: 'acknowledged' })
    await load(page)
    const other = await submit(page, key, bookingBody({ name: 'Somebody Else' }))
    expect(other).toMatchObject({ at: 'refused', status: 409, error: { code: 'key_reused' } })
    expect(await bookings()).toHaveLength(1)
  })

  it('for its token goes through by the fresh one without a word, and in a browser that keeps no cookies all the same', async () => {
    const page = await visit()
    expect(await submit(page, randomUUID(), bookingBody({ csrfToken: 'stale' }))).toMatchObject({ at: 'acknowledged' })
    expect(line.posts).toHaveLength(2)
    expect(await submit(page, randomUUID())).toMatchObject({ at: 'acknowledged' })
    expect(line.posts).toHaveLength(3)
    expect(await bookings()).toHaveLength(2)
    line.carriesCookies = false
    await context.clearCookies()
    const { csrfToken } = await page.evaluate(async () => (await fetch('/functions/v1/csrf-token')).json())
    expect(await submit(page, randomUUID(), bookingBody({ csrfToken }))).toMatchObject({ at: 'acknowledged' })
    expect(await bookings()).toHaveLength(3)
  })
})

describe('A booking whose answer does not come', () => {
  it('or was lost after the server had stored it, or is that of a portal, a proxy or a broken server, is kept, however much it looks like success, and sent again as the same booking', async () => {
    const page = await visit({ send: 300 })
    const answers = [
      loseAnswer,
      // No answer within the time for it.
      () => new Promise<Answer>(() => undefined),
      say(200, '<h1>Welcome to Station WiFi</h1>', { 'content-type': 'text/html' }),
      say(200, {}),
      say(200, 'null'),
      say(302, '', { location: '/api/health' }),
      say(403, '<h1>Blocked</h1>'),
      say(400, { error: 'Bad request' }),
      say(429, { error: 'slow down' }),
      say(500, { error: { code: 'internal', message: 'Something went wrong on our side. Please call us.' } }),
      say(503, { error: { code: 'timeout', message: 'The request took too long. Please try again.' } }),
    ]
    const key = randomUUID()
    line.through = async (forward) => (answers.shift() ?? pass)(forward)
    expect(await submit(page, key)).toEqual({ at: 'kept' })
    await eventually(async () => (await delivered(page)).length).toBe(1)
    expect(answers).toEqual([])
    expect(await bookings()).toHaveLength(1)
  })

  it('because the server was killed before it stored it, or after, is one booking when the server is back', async () => {
    const page = await visit()
    for (const moment of ['before', 'after'] as const) {
      line.through = async (forward) => {
        line.through = lose
        if (moment === 'after') await forward()
        await site.kill()
        return 'hang up'
      }
      expect(await submit(page, randomUUID())).toEqual({ at: 'kept' })
      await site.start()
      line.through = pass
      await eventually(async () => (await state(page)).kept).toEqual([])
    }
    expect(await delivered(page)).toEqual((await bookings()).map(({ reference }) => reference))
    expect(await delivered(page)).toHaveLength(2)
  })
})

describe('A booking made offline', () => {
  const submittedAt = new Date(Date.now() - 60_000).toISOString()

  it('is sent as soon as the browser is online, or someone comes back to the page, long before the next try is due', async () => {
    const page = await visit({ pause: 3_600_000, longestPause: 3_600_000 })
    await context.setOffline(true)
    expect(await submit(page, randomUUID(), bookingBody({ submittedAt }))).toEqual({ at: 'kept' })
    await context.setOffline(false)
    await eventually(() => delivered(page)).toHaveLength(1)
    expect(await bookings()).toMatchObject([{ submittedAt }])
    for (const [before, event] of ['visibilitychange', 'pageshow'].entries()) {
      line.through = lose
      expect(await submit(page, randomUUID())).toEqual({ at: 'kept' })
      line.through = pass
      await page.evaluate((type) => document.dispatchEvent(new Event(type, { bubbles: true })), event)
      await eventually(() => delivered(page)).toHaveLength(before + 2)
      expect(await bookings()).toHaveLength(before + 2)
    }
  })

  it('goes as it was, when other content comes under its key, and stays when it is submitted again and refused this time', async () => {
    const key = randomUUID()
    await keep(key)
    const page = await visit({ pause: 3_600_000, longestPause: 3_600_000 })
    expect(await submit(page, key, bookingBody({ name: 'Somebody Else' }))).toMatchObject({ at: 'refused', error: { code: 'key_reused' } })
    line.through = say(429, { error: { code: 'too_many_requests', message: 'Please wait a moment before submitting again.' } })
    expect(await submit(page, key)).toEqual({ at: 'kept' })
    expect((await state(page)).kept).toMatchObject([{ key, state: 'waiting' }])
    line.through = say(409, { error: { code: 'sold_out', message: 'No Red Line slot is left today.' } })
    expect(await submit(page, key)).toMatchObject({ at: 'refused', error: { code: 'sold_out' } })
    expect((await state(page)).kept).toMatchObject([{ key, state: 'refused', refusal: { code: 'sold_out' } }])
    // Nothing of a refused booking is stored on the server, so it may be corrected and sent again.
    line.through = pass
    expect(await submit(page, key, bookingBody({ name: 'Priya Raman-Smith' }))).toMatchObject({ at: 'acknowledged' })
    expect(await onDevice(page)).toEqual([])
    expect(await bookings()).toMatchObject([{ name: 'Priya Raman-Smith' }])
  })

  it('that the server then refuses stays, with the reason, until the visitor has decided', async () => {
    const key = randomUUID()
    await keep(key)
    const page = await visit()
    const error = { code: 'sold_out', message: 'No Red Line slot is left today.' }
    line.through = say(409, { error })
    await resume(page)
    await eventually(() => state(page)).toMatchObject({ kept: [{ key, state: 'refused', refusal: error }], delivered: [] })
    expect(await flag(page)).toBe('1')
    const next = await visit()
    await resume(next)
    await eventually(async () => (await state(next)).kept).toMatchObject([{ key, state: 'refused', refusal: error }])
    await next.evaluate((name) => window.box.discard(name), key)
    await eventually(async () => (await state(page)).kept).toEqual([])
    expect(await onDevice(page)).toEqual([])
    expect(await flag(page)).toBeNull()
    expect(line.posts).toHaveLength(1)
  })

  it('that the server then asks to wait waits as long as it says, whatever happens meanwhile', async () => {
    await keep(randomUUID())
    const page = await visit({ longestPause: 5_000 })
    const error = { code: 'too_many_requests', message: 'Please wait a moment before submitting again.' }
    line.through = async (forward) => {
      line.through = pass
      return say(429, { error }, { 'retry-after': '1' })(forward)
    }
    await resume(page)
    await eventually(() => state(page)).toMatchObject({ kept: [{ state: 'waiting', refusal: error }] })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await resume(page)
    await eventually(() => delivered(page)).toHaveLength(1)
    const [first, second] = line.posts
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
    expect(line.posts).toHaveLength(2)
    expect(await bookings()).toHaveLength(1)
  })

  it('too long ago is not sent, and says so', async () => {
    const key = randomUUID()
    await keep(key)
    line.through = pass
    const page = await visit({ keep: 0 })
    await resume(page)
    await eventually(async () => (await state(page)).kept).toMatchObject([{ key, state: 'refused', refusal: { code: 'too_old' } }])
    expect(line.posts).toEqual([])
    expect(await bookings()).toEqual([])
  })

  it('is still there after the browser has crashed', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'plumbers-profile-'))
    onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
    line.through = lose
    const crashing = await openProfile(profile)
    expect(await submit(await visitIn(crashing.context), randomUUID(), bookingBody({ submittedAt }))).toEqual({ at: 'kept' })
    await crashing.kill()
    line.through = pass
    const page = await visitIn((await openProfile(profile)).context)
    await resume(page)
    await eventually(() => delivered(page)).toHaveLength(1)
    expect(await bookings()).toMatchObject([{ submittedAt }])
  })

  async function visitIn(persistent: BrowserContext): Promise<Page> {
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
    const tabs = [await visit(), await visit(), await visit()]
    let rounds = 0
    line.through = async (forward) => {
      if (++rounds > 3) return forward()
      // The events that make a tab send happen in all tabs, so all of them try.
      await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
      for (const tab of tabs) await eventually(async () => (await state(tab)).kept[0]?.state).toBe('sending')
      return 'hang up'
    }
    await Promise.all(tabs.map(resume))
    for (const tab of tabs) await eventually(() => delivered(tab)).toHaveLength(1)
    const [booking, ...others] = await bookings()
    expect(others).toEqual([])
    for (const tab of tabs)
      expect(await state(tab)).toMatchObject({ kept: [], delivered: [{ acknowledgement: booking && { reference: booking.reference } }] })
    expect(line.most).toBe(1)
    expect(rounds).toBe(4)
  })

  it('let another one go on when the one that sends is closed', async () => {
    const closing = await visit()
    const other = await visit()
    const goesOn = Promise.withResolvers<void>()
    line.through = async (forward) => {
      line.through = pass
      await eventually(async () => (await state(other)).kept[0]?.state).toBe('sending')
      await closing.close()
      await eventually(() => delivered(other)).toHaveLength(1)
      goesOn.resolve()
      return forward()
    }
    await submit(closing, randomUUID()).catch(() => undefined)
    await goesOn.promise
    expect(line.posts).toHaveLength(2)
    expect(await bookings()).toMatchObject([{ reference: (await delivered(other))[0] }])
  })

  it('do not wait for ever for one that sleeps in the middle of sending', async () => {
    const key = randomUUID()
    await keep(key)
    line.through = pass
    const asleep = await visit()
    await asleep.evaluate(
      (name) => new Promise<void>((held) => void navigator.locks.request(name, () => new Promise(() => held()))),
      `booking-outbox:${key}`,
    )
    const page = await visit({ send: 500 })
    await resume(page)
    await eventually(() => delivered(page)).toHaveLength(1)
    expect(await bookings()).toHaveLength(1)
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
      const page = await visit({ store: 300 })
      line.through = loseAnswer
      expect(await submit(page, randomUUID())).toEqual({ at: 'kept' })
      expect(await state(page)).toMatchObject({ durable: false, kept: [{}] })
      await eventually(() => line.posts.length).toBeGreaterThan(2)
      line.through = pass
      await eventually(() => delivered(page)).toHaveLength(1)
      expect(await state(page)).toMatchObject({ durable: true, kept: [] })
      expect(await bookings()).toHaveLength(1)
    },
  )
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
