import { Hono } from 'hono'
import { sameSecret } from '#app/platform/secrets.ts'

/** GET /metrics, for Prometheus: only with the bearer token, and only if one is set. */
export function metricsApi(token: string, metrics: { contentType: string; text(): Promise<string> }) {
  const api = new Hono()
  api.get('/', async (c) => {
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!sameSecret(bearer, token))
      return c.text('Send METRICS_TOKEN as a bearer token.\n', 401, { 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' })
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
  })
  return api
}
