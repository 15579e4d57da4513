import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { readBookingWay, readUptimeNow } from '#app/features/running/uptime-reads.server.ts'
import { uptimeStates } from '#app/features/running/uptime-rounds.ts'
import type { OpenDatabase } from '#app/platform/database.ts'
import { loggable } from '#app/platform/log.ts'
import type { PatternOf } from '#app/platform/route-pattern.ts'
import type { Services } from '#app/platform/services.ts'

/*
 * The Prometheus metrics. Loaded only if METRICS_TOKEN is set. Labels are bounded: route patterns, a few
 * methods, status classes and states. The database is queried only on a scrape.
 */

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A histogram has 13 lines for each route and method, and anyone can send any method anywhere. */
const timedMethods = new Set(['GET', 'POST'])

/** `jobKinds`: all kinds of jobs, so that dead jobs are found by an index. */
export function createMetrics(services: Services, { pool, jobKinds }: Pick<OpenDatabase, 'pool'> & { jobKinds: readonly string[] }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const registers = [registry]

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, excluding streams.',
    labelNames: ['route', 'method'] as const,
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, excluding streams.',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `plumbers_${name}`, help, labelNames: [...labelNames], registers })

  const bookings = gauge('bookings_stored', 'Stored bookings, by level and channel.', ['level', 'channel'])
  const jobs = gauge('jobs', 'Jobs that are waiting or have been given up on.', ['state'])
  const oldestJob = gauge('oldest_due_job_age_seconds', 'How long the oldest job has been due.')
  const slots = gauge('red_line_slots_left', 'Red Line slots left today.')
  const uptime = gauge('uptime_state', '1 for the current state of an endpoint.', ['endpoint', 'state'])
  const way = gauge('booking_way_state', '1 for the current state of online booking, according to the latest test booking.', ['state'])
  const phoneFirst = gauge('phone_first', '1 while the public pages ask people to call first.')
  const connections = pool && gauge('db_connections', 'Connections in the pool, and requests waiting for one.', ['state'])

  async function measure(): Promise<void> {
    const now = services.clock.now()
    const { db } = services
    const counted = await db
      .selectFrom('bookings')
      .select(['serviceLevel', 'channel', (eb) => eb.fn.countAll<number | string>().as('count')])
      .groupBy(['serviceLevel', 'channel'])
      .execute()
    bookings.reset()
    for (const { serviceLevel, channel, count } of counted) bookings.set({ level: serviceLevel, channel }, Number(count))

    for (const state of ['waiting', 'dead'] as const) {
      const { count } = await db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('kind', 'in', jobKinds)
        .where('state', '=', state)
        .executeTakeFirstOrThrow()
      jobs.set({ state }, Number(count))
    }
    const oldest = await db.selectFrom('jobs').select('runAt').where('state', '=', 'waiting').orderBy('runAt').limit(1).executeTakeFirst()
    oldestJob.set(oldest ? Math.max(0, (now.getTime() - new Date(oldest.runAt).getTime()) / 1000) : 0)

    slots.set(await readSlotsLeft(db, now))
    for (const { endpoint, status } of await readUptimeNow(services))
      for (const state of uptimeStates) uptime.set({ endpoint, state }, status === state ? 1 : 0)
    const { state: booking } = await readBookingWay(services)
    for (const state of ['works', 'failing', 'unknown'] as const) way.set({ state }, booking === state ? 1 : 0)
  }

  return {
    contentType: registry.contentType,
    /** Counts a request after its response. */
    observe(request: IncomingMessage, response: ServerResponse, patternOf: PatternOf) {
      const startedAt = performance.now()
      response.once('close', () => {
        if (String(response.getHeader('content-type')).startsWith('text/event-stream')) return
        const { method = '' } = request
        const route = patternOf((request.url ?? '').split('?', 1)[0] ?? '')
        const status = `${Math.floor(response.statusCode / 100)}xx`
        requests.inc({ route, method: methods.has(method) ? method : 'other', status })
        durations.observe({ route, method: timedMethods.has(method) ? method : 'other' }, (performance.now() - startedAt) / 1000)
      })
    },
    /** All metrics in Prometheus's text format. If the database doesn't respond, only those this process keeps. */
    async text(): Promise<string> {
      phoneFirst.set(services.phoneFirst.current() === null ? 0 : 1)
      const used = pool?.()
      if (used) for (const [state, count] of Object.entries(used)) connections?.set({ state }, count)
      try {
        await measure()
      } catch (error) {
        services.log.error({ error: loggable(error) }, 'metrics: the database is not responding')
        for (const stale of [bookings, jobs, oldestJob, slots, uptime, way]) stale.reset()
      }
      return registry.metrics()
    },
  }
}
