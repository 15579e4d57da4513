// @module-tag never-again

import { expect, test } from 'vitest'
import { tooManyText } from '#app/platform/errors.ts'
import { minutes } from '#app/values/clock.ts'
import { createApp } from '#server/app.ts'
import { freshWorld } from '#test/support/fresh.ts'

test('One client has 300 pages and files of private links, accounts and downloads a minute, however they are spelled', async () => {
  const { services, clock } = await freshWorld('sqlite', { env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
  const health = async () => ({ status: 'ok', database: 'ok', jobs: 'ok' }) as const
  const app = createApp({ services, health, pages: async () => new Response('page') })
  const ask = (path: string, client = 1) => app.request(path, { method: 'POST', headers: { 'x-forwarded-for': `203.0.113.${client}` } })
  const counted = [
    ...['/track/abc', '/TRACK/abc', '//track/abc/bill', '/track/abc/bill/bill.pdf', '/track/abc.data', '/book/confirmed/abc'],
    ...[
      '/account',
      '/account/bookings',
      '/account.data',
      '/pay/2026-0001/abc',
      '/staff/bills/xero.csv',
      '/staff/analytics/pages.csv',
      '/%74rack/abc',
    ],
  ]
  for (let nth = 0; nth < 300; nth++) expect((await ask(counted[nth % counted.length] ?? '')).status).toBe(200)
  for (const path of counted) {
    const refused = await ask(path)
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 429, '60'])
    expect(await refused.text()).toContain(tooManyText)
  }
  for (const path of ['/', '/staff', '/staff/bookings/abc', '/engineer', '/auth'])
    expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect((await ask('/account', 2)).status).toBe(200)
  clock.advance(minutes(1))
  expect((await ask('/account')).status).toBe(200)
})

test('The data of a public page is nowhere: no request for it has anything rendered or read', async () => {
  const { services } = await freshWorld('sqlite')
  const rendered: string[] = []
  const app = createApp({
    services,
    health: async () => ({ status: 'ok', database: 'ok', jobs: 'ok' }),
    pages: async (request) => {
      rendered.push(new URL(request.url).pathname)
      return new Response('data')
    },
  })
  const ask = async (path: string, init?: RequestInit) => (await app.request(path, { redirect: 'manual', ...init })).status
  const spelled = ['/claims.data', '/claims/_.data', '/%63laims.data', '/claims%2Edata', '/claims.dat%61']
  const others = ['/_root.data', '/_.data', '/.data', '/book.data', '/plumbers-camden.data', '/blog.data', '/blog/any-post.data']
  for (const path of [...spelled, ...others])
    for (const query of ['', '?x=1', '?_routes=root']) expect([path, await ask(path + query)]).toEqual([path, 404])
  for (const path of ['/Claims.data', '/claims/.data', '//claims.data', '/CLAIMS/_.DATA'])
    expect([301, 404], path).toContain(await ask(path))
  const headers = { origin: services.config.siteUrl }
  for (const path of ['/claims.data', '/CLAIMS.data', '//claims.data'])
    expect([path, await ask(path, { method: 'POST', headers })]).toEqual([path, 404])
  expect(rendered).toEqual([])
  // Pages with client-side navigation fetch their data.
  for (const path of ['/staff.data', '/account/password.data', '/auth.data']) expect(await ask(path)).toBe(200)
})
