import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtServer, freshDataDir, openInstance, shareInstance } from '#test/support/instance.ts'

const shared = shareInstance()
const buildId = () => readFileSync(join(builtServer(), 'worker/build-id'), 'utf8')

test('the service worker is asked for at every visit, is a script for the whole site, and may ask this site only', async () => {
  const { url } = await shared()
  const answer = await fetch(`${url}/sw.js`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
  expect(answer.headers.get('content-encoding')).toBeTruthy()
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).toContain(buildId())
})

test('every page says of which build it is, from memory too, and lets a worker of this site start', async () => {
  const { url } = await shared()
  for (const path of ['/', '/', '/gas-emergency', '/offline', '/auth']) {
    const page = await fetch(url + path)
    expect(page.headers.get('x-build'), path).toBe(buildId())
    expect(page.headers.get('content-security-policy'), path).toContain("worker-src 'self'")
    expect(await page.text(), path).not.toContain('service-worker-off')
  }
})

test('switched off, it is a script that removes it, and public pages say so', async () => {
  const { url } = await openInstance({ DATA_DIR: freshDataDir(), SERVICE_WORKER: 'off' })
  const answer = await fetch(`${url}/sw.js`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  const script = await answer.text()
  expect(script).toContain('unregister()')
  expect(script).not.toContain('booking-outbox')
  expect(await (await fetch(`${url}/`)).text()).toContain('<meta name="service-worker-off"')
})
