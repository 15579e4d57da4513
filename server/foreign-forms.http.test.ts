// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { openApp } from '#test/support/app.ts'
import { isDeep } from '#test/support/depth.ts'
import { pagePatterns } from '#test/support/page-patterns.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/* No page of another website can act here on a visitor's behalf. Tests every page and server route with every unsafe method. */

const shared = shareSite({ accounts: true })
const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE']
const foreign: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
]

/** All of them at full depth; otherwise one, a different one for each request. */
const foreignTo = (question: number) => (isDeep ? foreign : foreign.slice(question % foreign.length).slice(0, 1))

/** All of them at full depth; otherwise POST, and a different second one for each request. */
const unsafeOf = (question: number) => (isDeep ? unsafe : ['POST', unsafe[1 + (question % (unsafe.length - 1))] ?? ''])

/** Routes that other websites may call, each with the reason why that is safe. */
const exempt = [
  // Bearer tokens only: cookies are never read, and browsers never send a bearer token automatically.
  /^\/auth\/v1\//,
  // Bearer tokens only.
  /^\/rest\/v1\//,
  // The payment provider's messages: signed, and not sent by browsers.
  /^\/functions\/v1\/payment-events\//,
]

/** Every page's path, with its parameters filled in. */
const pages = pagePatterns.map((pattern) => pattern.replace(/:\w+\??/g, 'anything').replace('*', 'no-such-page'))

describe('An unsafe request from another website', () => {
  it('is refused by every page, of a signed-in owner too, and changes nothing', async () => {
    const site = await shared()
    const owner = openPlainBrowser(site.url)
    await owner.signIn(await site.sampleOf('owner'))
    // An existing booking, whose page has actions.
    const booked = await owner.ask('/functions/v1/submit-booking', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.url },
      body: JSON.stringify(bookingBody()),
    })
    const token = String(JSON.parse(booked.text).trackingUrl).split('/').at(-1) ?? ''
    await site.mailTo(String(bookingBody().email), /./)
    const addresses = pages.map((path) => path.replace(/^(\/track|\/book\/confirmed)\/anything/, `$1/${token}`))
    const users = () => site.db.selectFrom('authUsers').selectAll().orderBy('id').execute()
    const others = async () => ({
      bookings: await site.db.selectFrom('bookings').selectAll().execute(),
      drafts: await site.db.selectFrom('bookingDrafts').selectAll().execute(),
      sessions: await site.db.selectFrom('siteSessions').select(['idHash', 'sessionId']).execute(),
      invitations: await site.db.selectFrom('staffInvitations').selectAll().execute(),
      audit: await site.db.selectFrom('auditLog').select('id').orderBy('id').execute(),
      mails: await site.db.selectFrom('localMail').select('id').execute(),
    })
    const before = [await users(), await others()]
    expect(pages.length).toBeGreaterThan(60)
    for (const [at, path] of addresses.entries())
      for (const [by, method] of unsafeOf(at).entries())
        for (const headers of foreignTo(at + by)) {
          const intent = path.startsWith('/track/') ? 'cancel' : 'remove'
          const fields = { intent, role: 'customer', go: 'submit', tab: 'sign-in' }
          const { status, headers: answered } = await owner.ask(path, { method, headers, body: new URLSearchParams(fields) })
          expect([path, method, headers, status]).toEqual([path, method, headers, 403])
          expect(answered.getSetCookie().join()).not.toMatch(/sid=/)
        }
    // The URLs to which a hydrated page sends its forms.
    for (const [at, path] of addresses.entries())
      for (const headers of foreignTo(at)) {
        const { status } = await owner.ask(`${path === '/' ? '/_root' : path}.data`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ a: 'b' }),
        })
        expect([path, headers, status]).toEqual([path, headers, 403])
      }
    expect([await users(), await others()]).toEqual(before)
    expect((await owner.open('/staff/people')).status).toBe(200)
  })

  it('is refused by every other route of the server, or not understood', async () => {
    const { app } = await openApp('sqlite')
    // Without middleware (`use`), which has a wildcard and every method.
    const known = new Set(app.routes.map(({ path }) => path).filter((path) => !path.includes('*')))
    const asked = [...known].filter((path) => !exempt.some((each) => each.test(`${path}/`)))
    expect(asked).toContain('/functions/v1/submit-booking')
    // Requests passed on to the pages are refused before they get there; a page that accepts them is never called.
    for (const path of [...asked, '/', '/any/page'])
      for (const method of unsafe)
        for (const headers of foreign) {
          const response = await app.request(
            path.replace(/:\w+/g, 'anything'),
            { method, headers: { 'content-type': 'application/json', 'idempotency-key': 'k', ...headers }, body: '{}' },
            { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
          )
          expect([403, 404, 405], `${method} ${path} ${JSON.stringify(headers)}`).toContain(response.status)
          if (known.has(path) && method === 'POST' && path === '/functions/v1/submit-booking') expect(response.status).toBe(403)
        }
  })

  it('is taken from browsers that say nothing of where a form is, and from this site', async () => {
    const site = await shared()
    const owner = openPlainBrowser(site.url)
    const sample = await site.sampleOf('owner')
    const fields = { tab: 'sign-in', ...sample }
    for (const headers of [{}, { Origin: site.url }, { 'Sec-Fetch-Site': 'same-origin' }] as Record<string, string>[])
      expect((await openPlainBrowser(site.url).post('/auth', fields, headers)).status).toBe(303)
    await owner.post('/auth', fields)
    expect((await owner.open('/blog-admin')).status).toBe(200)
  })
})
