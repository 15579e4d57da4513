// @module-tag never-again
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { createMonitor } from '#app/features/running/monitor.server.ts'
import { readErrors } from '#app/features/running/read-errors.server.ts'
import { readDropped, readPageSpeeds } from '#app/features/running/read-speed.server.ts'
import { mostReportBytes } from '#app/features/running/vitals-and-errors.ts'
import { minutes } from '#app/values/clock.ts'
import { appOf } from '#test/support/app.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { openStaffedSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

const site = 'http://localhost:3000'

async function openReports() {
  const world = await freshWorld('sqlite')
  const monitor = createMonitor(world.services, { patterns: ['/', '/book'] })
  onTestFinished(() => monitor.stop())
  const app = appOf(world.services, { monitor })
  const post = (path: string, body: string, headers: Record<string, string> = {}, from = '198.51.100.7') =>
    app.request(
      site + path,
      { method: 'POST', body, headers: { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'same-origin', ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    )
  return { ...world, monitor, app, post }
}

const report = (changes: Record<string, unknown> = {}) => ({
  page: '/book',
  device: 'phone',
  browser: 'chromium',
  metrics: [{ category: 'vitals', name: 'LCP', value: 900 }],
  errors: [{ kind: 'script', message: 'It broke', stack: '' }],
  ...changes,
})
const text = (changes?: Record<string, unknown>) => JSON.stringify(report(changes))

describe('A report of a page', () => {
  it('is taken at once, and what no one asked for is let go', async () => {
    const { post, monitor, services } = await openReports()
    const answer = await post('/api/reports', text({ userAgent: 'secret', email: 'jo@example.com' }))
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await post('/api/reports', text(), { 'content-type': 'application/json' })).status).toBe(204)
    await monitor.flush()
    expect((await readErrors(services)).map(({ message, count, page }) => [message, count, page])).toEqual([['It broke', 2, '/book']])
    expect((await readPageSpeeds(services)).map(({ visits }) => visits)).toEqual([2])
    const stored = JSON.stringify(await services.db.selectFrom('errorGroups').selectAll().execute())
    expect(stored).not.toMatch(/secret|jo@/)
  })

  it('is cleaned again here: what a page says is whatever someone sends', async () => {
    const { post, monitor, services } = await openReports()
    const message = 'jo@example.com 07700 900123 SW1A 1AA'
    await post(
      '/api/reports',
      text({ page: '/track/secret?x=1', errors: [{ kind: 'script', message, stack: 'https://evil.example/jo/secret.js:1:2' }] }),
    )
    await monitor.flush()
    const rows = await services.db.selectFrom('errorGroups').selectAll().execute()
    expect(rows.map((row) => [row.message, row.frame, row.page])).toEqual([['[email] [number] [postcode]', '', '(unknown)']])
    expect(JSON.stringify(rows)).not.toMatch(/secret|example/)
  })

  it('is refused if it is empty, too large or from another site, and nothing is stored', async () => {
    const { app, post, monitor, services } = await openReports()
    for (const [body, headers, status] of [
      ['{', {}, 400],
      ['{"__proto__":{"page":"/"}}', {}, 400],
      [text({ metrics: [{ category: 'vitals', name: 'LCP', value: -1 }] }), {}, 400],
      [text({ errors: Array.from({ length: 11 }, () => ({ kind: 'script', message: 'x', stack: '' })) }), {}, 400],
      [text({ page: 'x'.repeat(mostReportBytes) }), {}, 413],
      ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [text(), { 'sec-fetch-site': 'same-site' }, 403],
      [text(), { 'sec-fetch-site': '', origin: 'https://evil.example' }, 403],
    ] as [string, Record<string, string>, number][]) {
      const answer = await post('/api/reports', body, headers)
      expect([body.slice(0, 80), answer.status]).toEqual([body.slice(0, 80), status])
      expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } })
    }
    await monitor.flush()
    expect([await readErrors(services), await readPageSpeeds(services)]).toEqual([[], []])
    for (const path of ['/api/reports', '/api/reports/csp']) {
      const answer = await app.request(site + path)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('of a storm is refused beyond a limit for each client and for all, counted, and bookings go on', async () => {
    const { post, app, monitor, services, clock } = await openReports()
    const statuses = new Map<number, number>()
    const send = async (from: string) => {
      const { status } = await post('/api/reports', text(), {}, from)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let at = 0; at < 100; at++) await send('198.51.100.7')
    expect(statuses).toEqual(
      new Map([
        [204, 60],
        [429, 40],
      ]),
    )
    expect((await post('/api/reports', text(), {}, '198.51.100.8')).status).toBe(204)
    const many = Array.from({ length: 6_000 }, (_, at) => `203.0.${Math.floor(at / 250)}.${at % 250}`)
    await Promise.all(many.map(send))
    expect(statuses.get(204)).toBeLessThanOrEqual(6_000)
    expect((await post('/api/reports', text(), {}, '192.0.2.1')).status).toBe(429)
    const booked = await app.request(
      `${site}/functions/v1/submit-booking`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(bookingBody()),
      },
      { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
    )
    expect(booked.status).toBe(201)
    await monitor.flush()
    const [dropped] = await readDropped(services)
    expect(dropped).toEqual({ reason: 'too many reports', count: (statuses.get(429) ?? 0) + 1 })
    expect((await readErrors(services))[0]?.count).toBe((statuses.get(204) ?? 0) + 1)
    expect(await services.db.selectFrom('performanceMetrics').select('id').execute()).toHaveLength(100)
    clock.advance(minutes(1))
    expect((await post('/api/reports', text())).status).toBe(204)
  })
})

describe('What a policy refused', () => {
  const violation = JSON.stringify({
    'csp-report': {
      'document-uri': `${site}/book?a=b`,
      'violated-directive': "script-src 'self'",
      'blocked-uri': 'https://evil.example/x?y',
      'script-sample': 'secret',
    },
  })

  it('is stored like an error, without query and sample', async () => {
    const { post, monitor, services } = await openReports()
    expect((await post('/api/reports/csp', violation, { 'content-type': 'application/csp-report' })).status).toBe(204)
    expect(
      (await post('/api/reports/csp', violation, { 'content-type': 'application/csp-report', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await post('/api/reports/csp', '{}', { 'content-type': 'application/csp-report' })).status).toBe(400)
    await monitor.flush()
    const rows = await services.db.selectFrom('errorGroups').selectAll().execute()
    expect(rows.map(({ kind, message, page, count }) => [kind, message, page, count])).toEqual([
      ['csp', 'script-src: https://evil.example', '/book', 1],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/secret|\?/)
  })
})

test.each([
  ['http://localhost:3000', false],
  ['https://plumbers.example', true],
])('the pages of %s say where violations are told', async (siteUrl, isHttps) => {
  const { services } = await freshWorld('sqlite', { env: { SITE_URL: siteUrl, ...(isHttps && { SECRET_KEY: 'k'.repeat(40) }) } })
  const { headers } = await appOf(services).request(`${siteUrl}/`)
  expect(headers.get('content-security-policy')).toMatch(
    isHttps ? /; report-uri \/api\/reports\/csp; report-to csp$/ : /; report-uri \/api\/reports\/csp$/,
  )
  expect(headers.get('reporting-endpoints')).toBe(isHttps ? 'csp="/api/reports/csp"' : null)
})

describe('The page for staff', () => {
  it('shows what was reported, resolves it once, without JavaScript, and opens it again when it is seen again', async () => {
    const running = await openStaffedSite()
    const staff = openPlainBrowser(running.url)
    await staff.signIn(await running.sampleOf('staff'))
    const send = () =>
      fetch(`${running.url}/api/reports`, {
        method: 'POST',
        body: text({ errors: [{ kind: 'react', message: 'A part broke', stack: '' }] }),
        headers: { origin: running.url },
      })
    // Counts are stored every few seconds; querying the database is cheap.
    const told = () => running.db.selectFrom('errorGroups').select('count').where('message', '=', 'A part broke').executeTakeFirst()
    await send()
    await expect.poll(told).toEqual({ count: 1 })
    expect((await staff.open('/staff/monitoring')).text).toContain('A part broke')
    const page = (await staff.open('/staff/monitoring?kind=react&page=/book&device=phone&by=day')).text
    expect(page).toContain('A part broke')
    expect((await staff.open('/staff/monitoring?kind=x&page=%3Cscript%3E&device=y&by=z')).status).toBe(200)
    const fingerprint = /name="fingerprint" value="([0-9a-f]+)"/.exec(page)?.[1] ?? ''
    for (const press of [1, 2])
      expect([press, await staff.post('/staff/monitoring?kind=react', { fingerprint })]).toMatchObject([
        press,
        { status: 303, location: '/staff/monitoring?kind=react&done=resolved' },
      ])
    expect((await staff.open('/staff/monitoring')).text).not.toContain(`name="fingerprint" value="${fingerprint}"`)
    expect(await running.db.selectFrom('auditLog').select('subject').where('action', '=', 'error.resolve').execute()).toEqual([
      { subject: fingerprint },
    ])
    await staff.post('/staff/monitoring', { fingerprint: 'unknown' })
    await send()
    await expect.poll(told).toEqual({ count: 2 })
    expect((await staff.open('/staff/monitoring')).text).toContain(`name="fingerprint" value="${fingerprint}"`)
  })
})
