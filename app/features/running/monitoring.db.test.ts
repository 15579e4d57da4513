import { describe, expect, onTestFinished, test } from 'vitest'
import type { Engine } from '#app/platform/database.ts'
import { hours } from '#app/values/clock.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { createMonitor } from './monitor.server.ts'
import { countOpenErrors, readErrors } from './read-errors.server.ts'
import { readAnswers, readDropped, readNewestMetrics, readPageSpeeds, readTimes, readVitals } from './read-speed.server.ts'
import { type PageReport, violationsIn } from './report-schema.ts'
import { pruneReports, storeReports } from './store-reports.server.ts'
import { caps } from './vitals-and-errors.ts'

const patterns = ['/', '/book', '/track/:token', '/plumbers-hackney']

async function openMonitor(engine: Engine, now?: string) {
  const world = await freshWorld(engine, now ? { now } : {})
  const monitor = createMonitor(world.services, { patterns, release: 'b1' })
  onTestFinished(() => monitor.stop())
  return { ...world, monitor }
}

const report = (changes: Partial<PageReport> = {}): PageReport => ({
  page: '/track/secret-token',
  device: 'phone',
  browser: 'chromium',
  metrics: [],
  errors: [],
  ...changes,
})
const vital = (name: 'LCP' | 'CLS', value: number) => ({ category: 'vitals' as const, name, value })
const error = (message: string, stack = '') => ({ kind: 'script' as const, message, stack })

onOneEngine('What visits report', (engine) => {
  test('is counted by hour and by London day, and read as percentiles by day', async () => {
    // Summer time ends at 01:00 UTC: 1am to 2am occurs twice in London.
    const { services, clock, monitor } = await openMonitor(engine, '2026-10-25T00:30:00.000Z')
    monitor.visit(report({ metrics: [vital('LCP', 1_000), vital('CLS', 0.05)] }))
    monitor.response('/book', 200, 12)
    await monitor.flush()
    clock.set('2026-10-25T01:30:00.000Z')
    monitor.visit(report({ metrics: [vital('LCP', 1_000)] }))
    monitor.response('/book', 503, 14)
    await monitor.flush()
    clock.set('2026-10-25T23:59:59.000Z')
    monitor.visit(report({ page: '/plumbers-hackney', device: 'desktop', metrics: [vital('LCP', 4_000)] }))
    await monitor.flush()
    const rows = await services.db
      .selectFrom('measureCounts')
      .selectAll()
      .where('metric', '=', 'LCP')
      .orderBy('span')
      .orderBy('period')
      .execute()
    expect(rows.map(({ span, period, page, detail, count }) => [span, period, page, detail, count].join(' ')).toSorted()).toEqual([
      'day 2026-10-25 /plumbers-:area desktop 1',
      'day 2026-10-25 /track/:token phone 2',
      'hour 2026-10-25T00 /track/:token phone 1',
      'hour 2026-10-25T01 /track/:token phone 1',
      'hour 2026-10-25T23 /plumbers-:area desktop 1',
    ])
    const points = (await readVitals(services, { by: 'day', device: 'phone' })).LCP.points
    expect(points).toHaveLength(28)
    expect(points.at(-1)?.at).toBe('Sun 25 Oct')
    expect(points.at(-1)?.value).toBeGreaterThan(800)
    expect(points.at(-1)?.value).toBeLessThan(1_200)
    // A day without measurements isn't a day with 0%.
    expect(points.at(-2)?.value).toBeNull()
    const { times, failures } = await readAnswers(services, { by: 'hour' })
    const labels = times[0]?.points.map(({ at }) => at) ?? []
    expect(labels).toContain('Sun 25 Oct, 1am')
    expect(labels).toContain('Sun 25 Oct, 1am again')
    expect(new Set(labels).size).toBe(48)
    expect(failures.points.find(({ at }) => at === 'Sun 25 Oct, 1am again')?.value).toBe(1)
    expect(failures.points.find(({ at }) => at === 'Sun 25 Oct, 1am')?.value).toBe(0)
    expect((await readPageSpeeds(services)).map(({ page, device, visits }) => [page, device, visits])).toEqual([
      ['/track/:token', 'phone', 2],
      ['/plumbers-:area', 'desktop', 1],
    ])
    expect((await readTimes(services, 'response')).map(({ page, answers, failures: failed }) => [page, answers, failed])).toEqual([
      ['/book', 2, 1],
    ])
    expect(JSON.stringify(await services.db.selectFrom('performanceMetrics').selectAll().execute())).not.toContain('secret')
  })

  test('stays within the caps however much there is', async () => {
    const { services, clock, monitor } = await openMonitor(engine)
    for (let round = 0; round < 13; round++) {
      for (let view = 0; view < 200; view++) monitor.visit(report({ metrics: [vital('LCP', view), vital('CLS', view / 1_000)] }))
      for (let kind = 0; kind < 90; kind++)
        monitor.visit(report({ errors: [error(`Error of round ${'abcdefghijklm'[round]} ${words[kind]}`)] }))
      clock.advance(hours(1))
      await monitor.flush()
    }
    const count = async (table: 'performanceMetrics' | 'errorGroups') => (await services.db.selectFrom(table).selectAll().execute()).length
    expect(await count('performanceMetrics')).toBe(caps.metrics)
    expect(await count('errorGroups')).toBe(caps.errorGroups)
    const left = await services.db.selectFrom('errorGroups').select('message').execute()
    expect(left.some(({ message }) => message.includes('round m'))).toBe(true)
    expect(left.some(({ message }) => message.includes('round a'))).toBe(false)
    expect((await readNewestMetrics(services)).length).toBe(20)
  })

  test('of too many made-up kinds in an hour is one kind, and what real ones there were stay', async () => {
    const { services, monitor } = await openMonitor(engine)
    monitor.visit(report({ errors: [error('The real one')] }))
    for (let kind = 0; kind < 1_000; kind++)
      monitor.visit(report({ errors: [error(`Made up ${words[kind % 90]} ${words[Math.floor(kind / 90)]}`)] }))
    monitor.visit(report({ errors: [error('The real one')] }))
    await monitor.flush()
    const rows = await readErrors(services)
    expect(rows.length).toBeLessThanOrEqual(101)
    expect(rows.find(({ message }) => message === 'The real one')?.count).toBe(2)
    expect(rows.find(({ message }) => message.startsWith('Other errors'))?.count).toBeGreaterThan(800)
  })
})

const words = Array.from({ length: 90 }, (_, at) => `${'bcdfghjklm'[at % 10]}${'aeiouyaei'[Math.floor(at / 10)]}x`)

onOneEngine('Errors', (engine) => {
  test('that are the same are one, with how often, when, and the newest few; of the next build too', async () => {
    const { services, clock, monitor } = await openMonitor(engine)
    const stack = (build: string) => `/islands/common-${build}.js:1:10`
    for (let time = 0; time < 5; time++) {
      monitor.visit(report({ errors: [error('It broke for jo@example.com', stack('aaaaaaaa'))] }))
      clock.advance(hours(1))
      await monitor.flush()
    }
    const next = createMonitor(services, { patterns, release: 'b2' })
    onTestFinished(() => next.stop())
    next.visit(report({ errors: [error('It broke for al@example.com', stack('bbbbbbbb'))] }))
    await next.flush()
    const [row, ...others] = await readErrors(services)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      kind: 'script',
      message: 'It broke for [email]',
      page: '/track/:token',
      count: 6,
      release: 'b2',
      resolved: null,
    })
    expect(row?.frame).toBe('common-bbbbbbbb.js:1:10')
    expect(row?.firstSeen).toBe('Fri 20 Nov, 10.20am')
    expect(row?.samples.length).toBeLessThanOrEqual(caps.samplesPerGroup)
    expect(JSON.stringify(await services.db.selectFrom('errorGroups').selectAll().execute())).not.toMatch(/example\.com|secret/)
  })

  test('of the server come from its log, cleaned, and the log still says them', async () => {
    const { services, monitor } = await openMonitor(engine)
    const said: unknown[] = []
    const none = () => undefined
    const log = monitor.watching({ debug: none, info: none, warn: none, error: (...all: unknown[]) => void said.push(all) })
    log.error({ errorId: 'id-1', error: new Error('no such table: x for jo@example.com') }, 'request failed')
    log.error({ error: { type: 'TypeError', message: 'bad', stack: 'at /srv/app/platform/jobs.ts:1:2' } }, 'page failed')
    log.error('plain')
    monitor.response('/book', 503, 3)
    monitor.response('/book', 500, 3)
    await monitor.flush()
    const rows = await readErrors(services, 'server')
    expect(rows.map(({ message, page }) => [message, page]).toSorted()).toEqual([
      ['Answered 503', '/book'],
      ['page failed: TypeError: bad', ''],
      ['request failed: Error: no such table: x for [address]', ''],
      ['string: plain', ''],
    ])
    expect(rows.find(({ message }) => message.startsWith('request'))?.samples[0]?.text).toContain('id-1')
    expect(said).toHaveLength(3)
    expect(await countOpenErrors(services)).toEqual([{ kind: 'server', count: 4 }])
  })

  test('that cannot be stored wait, and are stored once', async () => {
    const { services, monitor } = await openMonitor(engine)
    const { db } = services
    monitor.visit(report({ metrics: [vital('LCP', 10)], errors: [error('Waits')] }))
    await db.schema.alterTable('error_groups').renameTo('away').execute()
    await monitor.flush()
    monitor.visit(report({ metrics: [vital('LCP', 10)], errors: [error('Waits')] }))
    await db.schema.alterTable('away').renameTo('error_groups').execute()
    await monitor.flush()
    await monitor.flush()
    expect((await readErrors(services)).map(({ message, count }) => [message, count])).toEqual([['Waits', 2]])
    const counted = await db.selectFrom('measureCounts').select('count').where('metric', '=', 'LCP').execute()
    expect(counted.map(({ count }) => count)).toEqual([2, 2])
    expect(await db.selectFrom('performanceMetrics').select('id').execute()).toHaveLength(2)
  })
})

onOneEngine('Instances that store at the same moment', (engine) => {
  test('add up, and none waits for another for ever', async () => {
    const world = await freshWorld(racing(engine))
    const peers = openPeers(world, 4)
    const monitors = peers.map((services) => createMonitor(services, { patterns }))
    onTestFinished(async () => void (await Promise.all(monitors.map((monitor) => monitor.stop()))))
    for (let round = 0; round < 5; round++) {
      for (const [at, monitor] of monitors.entries())
        for (const page of at % 2 ? ['/', '/book'] : ['/book', '/'])
          monitor.visit(report({ page, metrics: [vital('LCP', 10)], errors: [error(`Of ${page}`)] }))
      await Promise.all([...monitors.map((monitor) => monitor.flush()), pruneReports(world.services)])
    }
    expect((await readErrors(world.services)).map(({ count }) => count)).toEqual([20, 20])
    expect((await readPageSpeeds(world.services)).map(({ visits }) => visits)).toEqual([20, 20])
  })
})

onOneEngine('Counts beyond the cap', (engine) => {
  test('go with their oldest hours and days', async () => {
    const { services } = await openMonitor(engine)
    const counts = (hour: string) =>
      Array.from({ length: 60 }, (_, bucket) => ({ hour, metric: 'LCP', page: '/', detail: 'phone', bucket, count: 1 }))
    await storeReports(services, { counts: [...counts('2026-11-18T10'), ...counts('2026-11-20T09')], metrics: [], errors: [] })
    await pruneReports(services, 130)
    const periods = await services.db.selectFrom('measureCounts').select('period').distinct().orderBy('period').execute()
    expect(periods.map(({ period }) => period)).toEqual(['2026-11-18', '2026-11-20'])
    expect(await readDropped(services)).toEqual([])
  })
})

describe('A violation of the policy', () => {
  const legacy = (changes: Record<string, unknown>) => ({
    'csp-report': {
      'document-uri': 'https://site.example/track/secret?a=b',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'inline',
      ...changes,
    },
  })

  test('of an extension, or of no page of ours, is noise', () => {
    for (const changes of [
      { 'blocked-uri': 'chrome-extension' },
      { 'source-file': 'moz-extension://abc/x.js' },
      { 'document-uri': 'about' },
      { 'blocked-uri': 'about' },
    ])
      expect(violationsIn(legacy(changes))).toEqual([])
  })

  test('is known by its page, directive, source and place, without queries', () => {
    expect(
      violationsIn(
        legacy({
          'blocked-uri': 'https://evil.example/x?token=1',
          'source-file': 'https://site.example/assets/a-AbCdEfGh.js?x',
          'line-number': 1,
        }),
      ),
    ).toEqual([
      {
        page: '/track/secret',
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        frame: 'https://site.example/assets/a-AbCdEfGh.js:1:0',
      },
    ])
    const modern = {
      type: 'csp-violation',
      body: { documentURL: 'https://site.example/', effectiveDirective: 'img-src', blockedURL: 'data', sample: 'jo@example.com' },
    }
    expect(violationsIn([modern, { type: 'deprecation', body: {} }])).toEqual([
      { page: '/', directive: 'img-src', blocked: 'data', frame: '' },
    ])
    for (const nothing of [null, 5, 'x', {}, { 'csp-report': 5 }, [5]]) expect(violationsIn(nothing)).toBeUndefined()
  })
})
