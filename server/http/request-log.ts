import type { MiddlewareHandler } from 'hono'
import type { Monitor } from '#app/features/running/monitor.server.ts'
import { type Log, loggablePath } from '#app/platform/log.ts'
import type { Bindings } from './client.ts'

interface Served {
  method?: string
  path?: string
  status: number
  durationMs: number
}

/** One line per request: method, path, status, milliseconds. No query, no address, no body. */
export const logRequest = (log: Log, { path = '', ...served }: Served): void => log.info({ ...served, path: loggablePath(path) }, 'request')

/** Logs and counts every answered request, except those that the server sends itself at start. */
export const requestLog =
  (log: Log, monitor?: Pick<Monitor, 'response'>): MiddlewareHandler =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    if ((c.env as Bindings | undefined)?.isWarming) return
    const tookMs = performance.now() - startedAt
    const durationMs = Math.round(tookMs)
    monitor?.response(c.req.path, c.res.status, tookMs)
    logRequest(log, { method: c.req.method, path: c.req.path, status: c.res.status, durationMs })
  }
