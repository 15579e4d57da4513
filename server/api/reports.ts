import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Monitor } from '#app/features/running/monitor.server.ts'
import { PageReport, violationsIn } from '#app/features/running/report-schema.ts'
import { mostReportBytes } from '#app/features/running/vitals-and-errors.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { parseReceivedJson } from '#app/platform/received-text.ts'
import type { Services } from '#app/platform/services.ts'
import { type Clock, minutes } from '#app/values/clock.ts'
import { type Bindings, clientAddress, limitScope } from '../http/client.ts'
import { errorResponse, methodNotAllowed } from '../http/errors.ts'
import { depthOf } from '../http/json.ts'
import { isSameOrigin } from '../http/origin.ts'

/* POST /api/reports: measurements and errors of pages. POST /api/reports/csp: browsers' reports of violations of a page's policy. Both
   respond before anything is stored (app/features/running/monitor.server.ts). */

/** Reports of one client in a minute: several tabs of a household. */
const mostPerClient = 60
/** For all clients together; more are counted only. */
const mostOfAll = 6_000
/** Clients counted at a time. */
const mostClients = 20_000
const deepest = 8

/** Without a monitor, reports are accepted and dropped. */
export function reportsApi({ config, clock, log }: Pick<Services, 'config' | 'clock' | 'log'>, monitor: Monitor | undefined) {
  const api = new Hono<{ Bindings: Bindings }>()
  const takesTurn = countTurns(clock, Math.max(1, mostPerClient * config.rateLimitScale), Math.max(1, mostOfAll * config.rateLimitScale))

  api.use(async (c, next) => {
    if (c.req.method !== 'POST') throw methodNotAllowed('POST')
    if (!isSameOrigin(c.req.raw, config.siteUrl)) throw new CodedRefusal(403, 'foreign_origin', 'Only pages on this site can send reports.')
    if (!takesTurn(limitScope(clientAddress(c, config.trustedProxies)))) {
      monitor?.dropped('too many reports')
      throw new CodedRefusal(429, 'too_many_requests', 'Please send fewer reports.', { retryAfterSeconds: 60 })
    }
    await next()
  })
  api.use(
    bodyLimit({
      maxSize: mostReportBytes,
      onError: () => {
        monitor?.dropped('not understood')
        throw new CodedRefusal(413, 'too_large', 'That report is too large.')
      },
    }),
  )

  api.post('/', (c) =>
    take(c, ['text/plain', 'application/json'], (body) => {
      const report = PageReport.safeParse(body)
      if (report.success) monitor?.visit(report.data)
      return report.success
    }),
  )
  api.post('/csp', (c) =>
    take(c, ['application/csp-report', 'application/reports+json', 'application/json'], (body) => {
      const violations = violationsIn(body)
      for (const violation of violations ?? []) monitor?.violation(violation)
      return violations !== undefined
    }),
  )
  api.onError((error, c) => errorResponse(c, error, log))
  return api

  /** Responds 204, or with the problem of the body. `report` returns true if it understood the body. */
  async function take(c: Context, types: readonly string[], report: (body: unknown) => boolean) {
    const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!types.includes(type)) {
      monitor?.dropped('not understood')
      throw new CodedRefusal(415, 'unsupported_media_type', `Send ${types.join(' or ')}.`)
    }
    if (report(jsonIn(await c.req.text()))) return c.body(null, 204)
    monitor?.dropped('not understood')
    throw new CodedRefusal(400, 'invalid_report', 'That isn’t a report from a page.')
  }
}

/** Returns undefined for text that isn't JSON, or is nested too deeply. */
function jsonIn(text: string): unknown {
  if (depthOf(text) > deepest) return undefined
  try {
    return parseReceivedJson(text)
  } catch {
    return undefined
  }
}

/** Counts the requests of each client, and of all together, in the present minute; returns true if one more may be taken. */
function countTurns(clock: Clock, perClient: number, ofAll: number) {
  const counts = new Map<string, number>()
  let all = 0
  let windowEnds = 0
  return (scope: string): boolean => {
    const now = clock.now().getTime()
    if (now >= windowEnds) {
      counts.clear()
      all = 0
      windowEnds = now + minutes(1)
    }
    const count = (counts.get(scope) ?? 0) + 1
    if (counts.size < mostClients || counts.has(scope)) counts.set(scope, count)
    all++
    return count <= perClient && all <= ofAll
  }
}
