import { Hono } from 'hono'
import type { Health } from '#app/platform/health.ts'

/** GET, HEAD /api/health: 200 if this instance can store a booking and notify staff, else 503. */
export function healthApi(readHealth: () => Promise<Health>) {
  const api = new Hono()
  api.get('/', async (c) => {
    const health = await readHealth()
    const isOk = health.status === 'ok'
    return c.json(health, isOk ? 200 : 503, { 'Cache-Control': 'no-store', ...(!isOk && { 'Retry-After': '5' }) })
  })
  api.all('/', (c) => c.json({ error: { code: 'method_not_allowed', message: 'Use GET or HEAD.' } }, 405, { Allow: 'GET, HEAD' }))
  return api
}
