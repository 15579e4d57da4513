// @module-tag never-again

import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { darkStyles } from '#app/features/messages/wording/render-html.tsx'
import { runDueJobs } from '#app/platform/jobs.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { openApp, readAnswer, type TestApp } from '#test/support/app.ts'
import { sellSlots } from '#test/support/booked.ts'
import { tries } from '#test/support/depth.ts'
import { fillDisk, readStored } from '#test/support/fresh.ts'
import { everyNastyText, type HostileRequest, hostileRequest } from '#test/support/hostile.ts'
import { bookingBody, onEachEngine, onOneEngine } from '#test/support/world.ts'

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringContaining('geolocation=()'),
}

/** Checks what every response must and must not contain. */
async function expectSound(response: Response) {
  expect(Object.fromEntries(response.headers)).toMatchObject(securityHeaders)
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const text = await response.clone().text()
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|\.js:\d|sqlite|postgres|insert into/i)
}

/** The same. Returns the body. */
async function soundAnswer(response: Response) {
  await expectSound(response)
  return readAnswer(response)
}

const readCookie = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')[0] ?? ''

/** A security token and its cookie. */
async function fetchToken({ app }: TestApp, headers: Record<string, string> = {}) {
  const response = await app.request('/functions/v1/csrf-token', { headers })
  const { json } = await readAnswer(response.clone())
  return { response, csrfToken: json.csrfToken ?? '', cookie: readCookie(response) }
}

const bookingsIn = async ({ world }: TestApp) => (await readStored(world.services)).bookings

onOneEngine('POST submit-booking', (engine) => {
  test('answers 201 with the booking’s reference, 200 with the same when it is sent again, and 409 to its key with other content', async () => {
    const it = await openApp(engine)
    const headers = { 'idempotency-key': 'the-key-of-this-booking' }
    const created = await it.submit(bookingBody(), headers)
    await expectSound(created)
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    const answer = await readAnswer(created)
    expect(answer.json).toEqual({
      reference: expect.stringMatching(/^BK-[0-9A-Z]{8}$/),
      status: 'received',
      trackingUrl: expect.stringMatching(/^http:\/\/localhost:3000\/track\/[\w-]{43}$/),
      estimatedPricePence: expect.any(Number),
    })
    expect(await readAnswer(await it.submit(bookingBody(), headers))).toMatchObject({ status: 200, json: answer.json })
    const reused = await it.submit(bookingBody({ name: 'Somebody Else' }), headers)
    expect(await soundAnswer(reused)).toMatchObject({ status: 409, json: { error: { code: 'key_reused' } } })
    expect(await bookingsIn(it)).toMatchObject([
      { reference: answer.json.reference, trackingTokenHash: hashOf(answer.json.trackingUrl?.split('/').at(-1) ?? '') },
    ])
  })

  test('answers 200 with the same also while the disk is full, and 503 not_stored to a booking that is new', async () => {
    const it = await openApp('sqlite')
    const long = { description: 'Water through the kitchen ceiling. '.repeat(25) }
    const send = (key: string) => it.submit(bookingBody(long), { 'idempotency-key': key })
    const { json } = await readAnswer(await send('stored'))
    const makeRoom = await fillDisk(it.world.services)
    const refused = await send('new')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await readAnswer(refused)).toMatchObject({ json: { error: { code: 'not_stored' } } })
    const before = await readStored(it.world.services)
    const again = await send('stored')
    expect([again.status, await again.json()]).toEqual([200, json])
    // Not even a turn of the client's limit is written.
    expect(await readStored(it.world.services)).toEqual(before)
    await makeRoom()
    expect((await send('new')).status).toBe(201)
  })

  test('answers 400 with the fields that are wrong', async () => {
    const it = await openApp(engine)
    const response = await it.submit(bookingBody({ email: 'nobody', service: 'Roof', name: '' }))
    await expectSound(response)
    const { status, json } = await readAnswer(response)
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'invalid' })
    expect(Object.keys(json.error?.fields ?? {}).sort()).toEqual(['email', 'name', 'service'])
    expect(await bookingsIn(it)).toEqual([])
  })

  test('answers 409 sold_out when Red Line has no slot left', async () => {
    const it = await openApp(engine, { payments: true })
    const redline = bookingBody({ serviceLevel: 'redline' })
    // A client that takes every hold as fast as the limit allows gets only one.
    for (const isHeld of [true, false, false, false, false]) {
      const answer = await readAnswer(await it.submit(redline, {}, '192.0.2.1'))
      expect(answer).toMatchObject({ status: 201, json: { status: 'awaiting_payment', payment: { isHeld } } })
    }
    await sellSlots(it.world, 4)
    const before = await bookingsIn(it)
    const response = await it.submit(redline, {}, '192.0.2.99')
    expect(await soundAnswer(response)).toMatchObject({ status: 409, json: { error: { code: 'sold_out' } } })
    expect(await bookingsIn(it)).toEqual(before)
  })

  test('answers 503 payment_not_configured where Red Line cannot be paid, and offers the standard service', async () => {
    const it = await openApp(engine)
    const response = await it.submit(bookingBody({ serviceLevel: 'redline' }))
    expect(await soundAnswer(response)).toMatchObject({
      status: 503,
      json: { error: { code: 'payment_not_configured', alternative: 'standard' } },
    })
    expect(await bookingsIn(it)).toEqual([])
  })

  test('answers 429 with Retry-After to the sixth submit of an address, and 201 when that time is over', async () => {
    const it = await openApp(engine)
    for (let turn = 0; turn < 5; turn++) expect((await it.submit(bookingBody())).status).toBe(201)
    it.world.clock.advance(15_000)
    const response = await it.submit(bookingBody())
    expect(await soundAnswer(response)).toMatchObject({
      status: 429,
      json: { error: { title: expect.any(String), message: expect.any(String) } },
    })
    expect(response.headers.get('retry-after')).toBe('45')
    expect((await it.submit(bookingBody(), {}, '192.0.2.7')).status).toBe(201)
    it.world.clock.advance(45_000)
    expect((await it.submit(bookingBody())).status).toBe(201)
  })

  test('counts an IPv6 client by its network, and believes no address that a client writes itself', async () => {
    const it = await openApp(engine)
    for (let each = 1; each <= 5; each++) await it.submit(bookingBody(), {}, `2001:db8:1:2::${each}`)
    expect((await it.submit(bookingBody(), {}, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await it.submit(bookingBody(), {}, '2001:db8:1:3::1')).status).toBe(201)
    for (let each = 1; each <= 5; each++) await it.submit(bookingBody(), { 'x-forwarded-for': `203.0.113.${each}` }, '192.0.2.1')
    expect((await it.submit(bookingBody(), { 'x-forwarded-for': '203.0.113.9' }, '192.0.2.1')).status).toBe(429)
  })

  test('counts the address that the trusted proxy saw, where there is one', async () => {
    const it = await openApp(engine, { env: { TRUST_PROXY: '1' } })
    const from = (address: string) => it.submit(bookingBody(), { 'x-forwarded-for': `198.51.100.1, ${address}` }, '10.0.0.1')
    for (let each = 1; each <= 5; each++) expect((await from('203.0.113.1')).status).toBe(201)
    expect((await from('203.0.113.1')).status).toBe(429)
    expect((await from('203.0.113.2')).status).toBe(201)
    const { rateLimits } = await readStored(it.world.services)
    // The address itself isn't stored.
    expect(JSON.stringify(rateLimits)).not.toMatch(/203\.0\.113/)
  })
})

describe('The security token', () => {
  const opened = () => openApp('sqlite', { env: { RATE_LIMIT_SCALE: '1000' } })

  test('comes with a cookie that scripts cannot read, and fits it', async () => {
    const it = await opened()
    const { response, csrfToken, cookie } = await fetchToken(it)
    await expectSound(response)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('set-cookie')).toMatch(/^csrf=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(csrfToken).not.toBe(cookie.split('=')[1])
    const booked = await it.submit(bookingBody({ csrfToken }), { cookie, 'sec-fetch-site': 'cross-site' })
    expect(booked.status).toBe(201)
  })

  test('on https is bound to the host by its cookie’s name', async () => {
    const it = await openApp('sqlite', { env: { SITE_URL: 'https://plumbers.example.co.uk' } })
    const { response } = await fetchToken(it)
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-csrf=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
  })

  test('that is wrong is answered 403 with a fresh one, which then works with its cookie', async () => {
    const it = await opened()
    const other = await fetchToken(it)
    const refused = await it.submit(bookingBody({ csrfToken: other.csrfToken }))
    await expectSound(refused)
    expect(refused.status).toBe(403)
    const { json } = await readAnswer(refused)
    expect(json.error?.code).toBe('csrf_mismatch')
    expect(await bookingsIn(it)).toEqual([])
    const retried = await it.submit(bookingBody({ csrfToken: json.csrfToken }), { cookie: readCookie(refused) })
    expect(retried.status).toBe(201)
  })

  test('is the one that fits the cookie that a browser has, also in place of a wrong one, and sets none again', async () => {
    const it = await opened()
    const { csrfToken, cookie } = await fetchToken(it)
    const again = await fetchToken(it, { cookie: `other=1; ${cookie}` })
    const refused = await it.submit(bookingBody({ csrfToken: 'stale' }), { cookie })
    expect([again.csrfToken, (await readAnswer(refused)).json.csrfToken]).toEqual([csrfToken, csrfToken])
    for (const { headers } of [again.response, refused]) expect(headers.get('set-cookie')).toBeNull()
  })

  test('that is not the one of its cookie is refused', async () => {
    const it = await opened()
    const { csrfToken, cookie } = await fetchToken(it)
    const another = await fetchToken(await openApp('sqlite', { env: { SECRET_KEY: 'another-secret-0123456789abcdef0123456789' } }))
    const wrong: [unknown, string?][] = [
      [csrfToken, `csrf=${'A'.repeat(43)}`],
      [csrfToken, ''],
      [csrfToken.slice(1)],
      [`${csrfToken}A`],
      [cookie.split('=')[1]],
      [1],
      [[csrfToken]],
      [true],
      [another.csrfToken, another.cookie],
    ]
    for (const [token, sent = cookie] of wrong)
      expect((await it.submit(bookingBody({ csrfToken: token }), { cookie: sent }, '192.0.2.1')).status, String(token)).toBe(403)
    expect(await bookingsIn(it)).toEqual([])
  })

  test('absent is judged by what the browser says of where a form is', async () => {
    const it = await opened()
    for (const csrfToken of [undefined, null, ''])
      for (const [headers, status] of [
        [{ origin: 'https://evil.example' }, 403],
        [{ 'sec-fetch-site': 'same-site' }, 403],
        [{ origin: 'http://localhost:3000' }, 201],
        [{}, 201],
      ] as [Record<string, string>, number][])
        expect((await it.submit(bookingBody({ csrfToken }), headers)).status, JSON.stringify({ csrfToken, headers })).toBe(status)
  })
})

describe('A body', () => {
  const limitBytes = 64 * 1024
  const padded = (bytes: number) => {
    const empty = JSON.stringify(bookingBody({ padding: '' }))
    return JSON.stringify(bookingBody({ padding: 'x'.repeat(bytes - empty.length) }))
  }

  test('of 64 KiB is read, one byte more is 413', async () => {
    const it = await openApp('sqlite')
    expect((await it.submit(padded(limitBytes))).status).toBe(201)
    const response = await it.submit(padded(limitBytes + 1))
    expect(await soundAnswer(response)).toMatchObject({ status: 413, json: { error: { code: 'too_large' } } })
    expect(await bookingsIn(it)).toHaveLength(1)
  })

  test('that says it is too large is 413 before it is sent, and one that does not say so when it is', async () => {
    const it = await openApp('sqlite')
    const declared = await it.submit('{}', { 'content-length': String(limitBytes + 1) })
    expect(declared.status).toBe(413)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 8_192
        controller.enqueue(new Uint8Array(8_192).fill(0x20))
      },
    })
    const request = new Request('http://localhost:3000/functions/v1/submit-booking', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    const response = await it.app.request(request)
    await expectSound(response)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(limitBytes * 4)
  })

  test('that is no JSON is 415 by its type, which a form of another site can send, or 400', async () => {
    const it = await openApp('sqlite', { env: { RATE_LIMIT_SCALE: '1000' } })
    for (const type of ['text/plain', '']) {
      const response = await it.submit(bookingBody(), { 'content-type': type })
      expect(await soundAnswer(response), type).toMatchObject({ status: 415, json: { error: { code: 'unsupported_media_type' } } })
    }
    for (const text of ['', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`]) {
      const response = await it.submit(text)
      expect(await soundAnswer(response), text.slice(0, 20)).toMatchObject({ status: 400, json: { error: { code: 'invalid_json' } } })
    }
    expect(await bookingsIn(it)).toEqual([])
    expect((await it.submit(bookingBody(), { 'content-type': 'APPLICATION/JSON ;charset=x' })).status).toBe(201)
  })
})

test('The Idempotency-Key is at most 200 letters, digits and signs, and never stored as markup', async () => {
  const it = await openApp('sqlite', { env: { RATE_LIMIT_SCALE: '1000' } })
  for (const key of ['with space', 'ümlaut', 'x'.repeat(201)]) {
    const response = await it.submit(bookingBody(), { 'idempotency-key': key })
    expect(await soundAnswer(response), key).toMatchObject({ status: 400, json: { error: { code: 'invalid_key' } } })
  }
  expect(await bookingsIn(it)).toEqual([])
  for (const key of ['x'.repeat(200), 'AZaz09-_.', '<script>alert(1)</script>', 'javascript:alert(1)'])
    expect((await it.submit(bookingBody(), { 'idempotency-key': key })).status, key).toBe(201)
  for (const { idempotencyKey } of await bookingsIn(it)) expect(idempotencyKey).not.toMatch(/[<>]|javascript:/)
})

describe('Everything else', () => {
  test('with another method is 405 and says what is allowed; HEAD has no body', async () => {
    const it = await openApp('sqlite')
    for (const [method, path, allow] of [
      ['GET', '/functions/v1/submit-booking', 'POST'],
      ['OPTIONS', '/functions/v1/submit-booking', 'POST'],
      ['POST', '/functions/v1/csrf-token', 'GET, HEAD'],
    ] as const) {
      const response = await it.app.request(path, { method })
      await expectSound(response)
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    const head = await it.app.request('/functions/v1/csrf-token', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('is a page, with a policy that runs no inline script without its nonce', async () => {
    const it = await openApp('sqlite')
    for (const path of ['/', '/functions/v1/nothing', '/functions/v2/submit-booking', '/functions/v1/submit-booking/']) {
      const response = await it.app.request(path)
      await expectSound(response)
      expect(await response.text(), path).toBe('page')
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
      expect(policy).toContain("default-src 'none'")
    }
  })

  test('that breaks is 500 with an id that the log has too, and nothing of what broke', async () => {
    const it = await openApp('sqlite')
    const error = vi.spyOn(it.world.services.log, 'error')
    await it.world.services.db.destroy()
    const response = await it.submit(bookingBody())
    await expectSound(response)
    const { status, json, text } = await readAnswer(response)
    expect(status).toBe(500)
    expect(json).toEqual({ error: { code: 'internal', message: expect.any(String), errorId: expect.any(String) } })
    expect(text).not.toMatch(/connection|database|destroy/i)
    expect(JSON.stringify(error.mock.calls)).toContain(json.error?.errorId)
    expect(JSON.stringify(error.mock.calls)).not.toMatch(/priya|07700/i)
  })

  test('that someone types stays out of the log', async () => {
    const it = await openApp('sqlite')
    const written: unknown[] = []
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      vi.spyOn(it.world.services.log, level).mockImplementation((...line: unknown[]) => void written.push(line))
    await it.submit(bookingBody({ estimatedPrice: 1, detectedBorough: 'Secretborough', submittedAt: '2026-11-01T00:00:00.000Z' }))
    await it.submit(bookingBody({ name: '' }))
    await it.submit(bookingBody(), { 'idempotency-key': newToken() })
    expect(written.length).toBeGreaterThan(0)
    expect(JSON.stringify(written)).not.toMatch(/priya|raman|07700|900264|example\.com|ceiling|Secretborough|E1 1FR/i)
  })
})

// --- Hostile input ---

const openHostileApp = (engine: 'sqlite' | 'postgres') =>
  openApp(engine, { env: { RATE_LIMIT_SCALE: '1000000', STAFF_EMAIL: 'desk@example.com' } })

/** Sends one hostile request. Every response must name the problem, and never be a server error. */
async function sendHostile({ app }: TestApp, { body, headers }: HostileRequest) {
  const response = await app.request('/functions/v1/submit-booking', { method: 'POST', headers, body })
  await expectSound(response)
  const { status, json } = await readAnswer(response)
  if (status === 503) expect(json.error?.code).toBe('payment_not_configured')
  else expect([200, 201, 400, 403, 409, 413, 415]).toContain(status)
  expect(status < 300 ? json.reference : json.error?.code).toBeTruthy()
  return status
}

/** Every string in a row, including those inside its JSON. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Checks that nothing stored would run as script if a page showed it unescaped. */
async function expectNothingThatRuns(it: TestApp) {
  const { bookings, bookingEvents } = await readStored(it.world.services)
  for (const row of [...bookings, ...bookingEvents])
    for (const text of [...textsOf(row), ...textsOf(JSON.parse(String(row.frozenTerms ?? 'null')))]) {
      expect(text).not.toMatch(/[<>]/)
      expect(text).not.toMatch(/(java|vb)script\s*:|data\s*:\s*text\/html|\bon[a-z]+\s*=/i)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/)
      expect(text.isWellFormed()).toBe(true)
    }
  return bookings.length
}

const mailTags =
  /^<(!doctype html|\/?(html|head|title|body|div|p|h1|h2|table|tbody|tr|th|td|ul|li|a|meta|br|span|strong)((\s[a-zA-Z-]+="[^"<>]*")*)\s*\/?)>$/
const mailLinks =
  /^(tel:\+?\d+|http:\/\/localhost:3000\/(track\/[\w-]{43}|staff\/bookings\/[0-9a-f-]{36}|(terms|privacy|claims|guarantee|gas-emergency|contact)?(#[a-z-]+)?))$/
const calendarLines =
  /^(BEGIN|END|VERSION|PRODID|METHOD|NAME|X-WR-CALNAME|REFRESH-INTERVAL;VALUE=DURATION|UID|SEQUENCE|DTSTAMP|DTSTART|DTEND|SUMMARY|LOCATION|DESCRIPTION|ORGANIZER;CN="[\w ]+"|URL(;VALUE=URI)?|STATUS|LAST-MODIFIED|X-[A-Z-]+):/

/** Checks that booking emails contain only the site's own tags and links, and their calendar files only its own lines. */
async function expectMailsOfOurOwn({ world }: TestApp) {
  await runDueJobs(world.services, jobHandlers)
  const { localMail, jobs } = await readStored(world.services)
  expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['done']))
  for (const { message, recipient } of localMail) {
    expect(recipient).toMatch(/^[^\s@<>,;]+@[^\s@<>,;]+$/)
    const { html: whole, attachments } = JSON.parse(String(message)) as { html: string; attachments?: { content: string }[] }
    const html = whole.replace(`<style>${darkStyles}</style>`, '')
    for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(mailTags)
    for (const [, link] of html.matchAll(/href="([^"]*)"/g)) expect(link).toMatch(mailLinks)
    expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#x27);)/)
    for (const { content } of attachments ?? [])
      for (const line of content
        .replace(/\r\n[ \t]/g, '')
        .trimEnd()
        .split('\r\n'))
        expect(line).toMatch(calendarLines)
  }
  return localMail.length
}

onEachEngine('Hostile input', (engine) => {
  // PostgreSQL needs only a few runs, for what it alone refuses, such as NUL.
  const runs = engine === 'sqlite' ? tries(60, 2_000) : tries(30, 300)

  test('never breaks the server, and nothing of it is stored or mailed that a page would run', { timeout: 120_000 }, async () => {
    const it = await openHostileApp(engine)
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (request) => {
        const status = await sendHostile(it, request)
        seen.set(status, (seen.get(status) ?? 0) + 1)
      }),
      { numRuns: runs, seed: 20_261_120, endOnFailure: true },
    )
    // Every kind of response has occurred, so the requests were hostile and not just malformed.
    for (const status of [201, 400, 403, 415, 503]) expect(seen.get(status), `answers ${status}`).toBeGreaterThan(0)
    expect(seen.get(201)).toBeGreaterThan(runs / 10)
    expect(await expectNothingThatRuns(it)).toBe(seen.get(201))
    expect(await expectMailsOfOurOwn(it)).toBeGreaterThan(runs / 10)
  })
})

describe('Every known trick', () => {
  test('in every free field is stored harmless, or refused', { timeout: 60_000 }, async () => {
    const it = await openHostileApp('sqlite')
    const statuses = []
    for (const request of everyNastyText) statuses.push(await sendHostile(it, request))
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(everyNastyText.length / 2)
    await expectNothingThatRuns(it)
    await expectMailsOfOurOwn(it)
  })
})
