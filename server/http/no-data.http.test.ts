// @module-tag never-again
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { freshWorld } from '#test/support/fresh.ts'

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
