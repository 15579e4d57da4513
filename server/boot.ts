import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { refreshPageArrivals } from '#app/features/capacity/page-arrival.server.ts'
import { boardFeed } from '#app/features/desk/board-timing.ts'
import { liveFeed } from '#app/features/live/figures-schema.ts'
import { listenTo } from '#app/features/live/listen.server.ts'
import { paymentsOf } from '#app/features/payments/providers.server.ts'
import { backUpBeforeMigration } from '#app/features/running/backup-before-migration.server.ts'
import { keepCounts } from '#app/features/running/keep-counts.server.ts'
import { createMonitor } from '#app/features/running/monitor.server.ts'
import { recordBackups } from '#app/features/running/take-backup.server.ts'
import { watchOutgoing } from '#app/features/running/watch-outgoing.server.ts'
import { linkFeed } from '#app/features/tracking/follow-timing.ts'
import { engineerFeed } from '#app/features/visit/live-timing.ts'
import { sealAuditLog } from '#app/platform/audit.ts'
import type { Config } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { lockDataDir } from '#app/platform/data-lock.ts'
import { migrate, openDatabase } from '#app/platform/database.ts'
import { readHealth } from '#app/platform/health.ts'
import { releaseLeases } from '#app/platform/jobs.ts'
import { type Log, loggable } from '#app/platform/log.ts'
import { rememberOpening } from '#app/platform/opening.ts'
import { replaceNulInUrl } from '#app/platform/received-text.ts'
import { createPatternOf } from '#app/platform/route-pattern.ts'
import type { Services } from '#app/platform/services.ts'
import { coalesced } from '#app/platform/single-flight.ts'
import { idleWorker, startWorker } from '#app/platform/worker.ts'
import { type Clock, systemClock } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { boardMarks } from './api/board.ts'
import { engineerMarks } from './api/engineer.ts'
import { liveFigures } from './api/live.ts'
import { trackMarks } from './api/track.ts'
import { createApp } from './app.ts'
import type { Bindings } from './http/client.ts'
import { securityHeadersOf } from './http/headers.ts'
import { hasOneHost } from './http/host.ts'
import { createMarkStream } from './http/mark-stream.ts'
import { createPageCache } from './http/page-cache.ts'
import { logRequest } from './http/request-log.ts'
import { chores, jobHandlers, promptChores } from './jobs.ts'
import { inlineSources, plainPaths, preloadLink, renderPage, siteBuild } from './pages.ts'
import { startRounds } from './rounds.ts'

/** From this many concurrent requests, the outbox slows down. */
const manyRequests = 8

/**
 * A whole instance, up to but not including the socket: claims the data, migrates, starts the worker, composes the app.
 * `isIdle`: jobs and chores wait, as on a copy of the data. Throws `DataDirInUse` when another process has the embedded database.
 */
export async function boot(config: Config, options: { buildDir?: string; clock?: Clock; isIdle?: boolean } = {}) {
  const clock = options.clock ?? systemClock
  const unlock = config.databaseUrl ? undefined : lockDataDir(config.dataDir)
  // Loaded only if needed.
  const tracing = config.otlpEndpoint ? await import('./traces.ts') : undefined
  const traces = config.otlpEndpoint ? tracing?.startTraces(config.otlpEndpoint) : undefined
  let log: Log | undefined
  const database = openDatabase(config, {
    onStatement: traces?.onStatement,
    // During the start, changes that can't be stored are logged as an error.
    onLost: (cause) => log?.error({ error: loggable(cause) }, 'changes could not be stored'),
    onBack: () => log?.info('changes can be stored again'),
  })
  const backedUp = await backUpBeforeMigration(config, database, clock)
  await migrate(database)
  const pageCache = createPageCache(clock, securityHeadersOf(config.siteUrl), config.warmPages ? 11 : 5)
  const created = createServices(config, database, {
    clock,
    payments: paymentsOf,
    jobsAdded: () => {
      worker.wake()
      for (const stream of markStreams) stream.wake()
    },
    pagesChanged: () => pageCache.purge(),
  })
  const build = await siteBuild()
  const monitor = createMonitor(created, build)
  const services: Services = { ...created, log: monitor.watching(created.log) }
  log = services.log
  if (tracing) services.mail = tracing.tracedMail(services.mail, config.smtpUrl ? new URL(config.smtpUrl).hostname : 'local')
  const metrics = config.metricsToken
    ? (await import('./metrics.ts')).createMetrics(services, { pool: database.pool, jobKinds: Object.keys(jobHandlers) })
    : undefined
  const stopWatching = watchOutgoing(monitor)
  await sealAuditLog(services)
  await recordBackups(services.db, clock.now(), backedUp)
  if (services.engine === 'sqlite') await releaseLeases(services)
  const refreshAll = ({ analyticsId, published, phoneFirst, onlinePause }: Services) =>
    Promise.all([analyticsId, published, phoneFirst, onlinePause].map((each) => each.refresh()))
  const pageArrivals = coalesced(() => refreshPageArrivals(services))
  await refreshAll(services)
  await rememberOpening(services)
  let requestsNow = 0
  const handlers = tracing ? tracing.tracedJobs(jobHandlers) : jobHandlers
  const isBusy = () => requestsNow >= manyRequests
  const worker = options.isIdle ? idleWorker() : startWorker(services, handlers, { prompt: promptChores, chores }, isBusy)
  const health = () => readHealth(services, worker.instance)
  // Changes by other instances, announced by the database.
  const stopsListening = ['blog_posts', 'reviews'].map((channel) =>
    config.databaseUrl ? listenTo(config.databaseUrl, channel, () => pageCache.purge()) : () => undefined,
  )
  const counts = keepCounts(services)
  const parts = {
    services,
    health,
    pages: renderPage,
    inline: inlineSources,
    preloadLink,
    pageCache,
    metrics,
    counts,
    patterns: build.patterns,
    monitor,
  }
  const app = createApp({ ...parts, buildDir: options.buildDir })
  services.analyticsId.onChange(() => pageCache.purge())
  services.phoneFirst.onChange(() => pageCache.purge())
  // Another instance may have stored others.
  const looking = setInterval(() => {
    void refreshAll(services)
    void pageArrivals.run()
  }, 1_000)
  let rounds: ReturnType<typeof startRounds> | undefined
  let roundsEnding: Promise<void> | undefined
  const markStreams = [liveFigures, boardMarks, trackMarks, engineerMarks].map((feedOf) => createMarkStream(services, feedOf(services)))
  const listener = getRequestListener(app.fetch)
  const patternOf =
    metrics || traces
      ? createPatternOf([
          ...[liveFeed, boardFeed, linkFeed, engineerFeed].map(({ path }) => path),
          ...app.routes.map(({ path }) => path),
          ...build.patterns,
        ])
      : () => ''
  async function answerByApp(request: IncomingMessage, response: ServerResponse) {
    requestsNow++
    try {
      await listener(request, response)
    } finally {
      requestsNow--
    }
  }
  function answer(request: IncomingMessage, response: ServerResponse) {
    if (!hasOneHost(request)) return void response.writeHead(400, { Connection: 'close' }).end()
    request.url = replaceNulInUrl(request.url ?? '/')
    if (markStreams.some((each) => each.serveAtOnce(request, response))) return
    const startedAt = performance.now()
    if (!pageCache.serveAtOnce(request, response)) return void answerByApp(request, response)
    const path = request.url?.split('?', 1)[0] ?? ''
    monitor.response(path, response.statusCode, performance.now() - startedAt)
    logRequest(services.log, { method: request.method, path, status: response.statusCode, durationMs: 0 })
  }
  return {
    services,
    /** Handles a request of Node's server: live figures and cached pages directly, everything else through the application. */
    listener(request: IncomingMessage, response: ServerResponse) {
      metrics?.observe(request, response, patternOf)
      if (traces) return traces.inRequest(request, response, patternOf, () => answer(request, response))
      return answer(request, response)
    },
    /**
     * Renders pages and keeps them compressed, so that their first visitor gets the small page without waiting: all public ones, or those
     * named. Requests are answered in between.
     */
    async warm(paths?: readonly SitePath[]) {
      for (const path of paths ?? (await plainPaths())) {
        await app.request(path, {}, { isWarming: true } satisfies Bindings)
        // Rendering doesn't wait for anything: without this all pages would be one turn of the event loop.
        await turnOfTheLoop()
      }
      await pageCache.stored()
    },
    /** Starts the site's own checks, once it can be reached. */
    startRounds() {
      rounds = startRounds(services)
    },
    /** Ends streams, which don't end on their own: live figures, the board and bookings; and the checks that request this server itself. */
    endStreams() {
      roundsEnding = rounds?.stop()
      for (const stream of markStreams) stream.close()
    },
    /** Finishes the jobs that run, then closes the database and frees the data directory. */
    async stop() {
      for (const stopListening of stopsListening) stopListening()
      clearInterval(looking)
      await pageArrivals.settled()
      await (roundsEnding ?? rounds?.stop())
      await Promise.all([worker.stop(), ...[...markStreams, counts].map((each) => each.stop())])
      stopWatching()
      await monitor.stop()
      await refreshAll(services)
      await traces?.stop()
      await database.db.destroy()
      unlock?.()
    },
  }
}
