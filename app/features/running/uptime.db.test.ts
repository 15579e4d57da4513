import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { checkUptime, keepUptimeDays } from './uptime-check.server.ts'
import { readUptimeHistory, readUptimeNow } from './uptime-reads.server.ts'

/** A site that gives the set responses, and the requests it received. */
async function openSite(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const wellSite = () => openSite((_request, response) => response.end())

onOneEngine('Uptime', (engine) => {
  const open = (url: string, now?: string) => freshWorld(engine, { env: { MONITOR_URL: url }, now })
  const states = async (world: Awaited<ReturnType<typeof open>>) => (await readUptimeNow(world.services)).map(({ status }) => status)

  test('is asked of the three endpoints by HEAD, and is unknown until then and once it is old', async () => {
    const site = await wellSite()
    const world = await open(site.url)
    expect(await states(world)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(await checkUptime(world.services)).toBe(true)
    expect(site.asked.toSorted()).toEqual(['HEAD /', 'HEAD /api/health', 'HEAD /emergency-boiler-repair'])
    expect(await states(world)).toEqual(['up', 'up', 'up'])
    world.clock.advance(minutes(11))
    expect(await states(world)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('an error is down, a slow answer degraded, one that never comes down', async () => {
    const site = await openSite((request, response) => {
      if (request.url === '/') response.writeHead(503).end()
      else if (request.url === '/api/health') response.end()
    })
    const world = await open(site.url)
    // Each reading of this timer is six seconds after the one before.
    let ms = 0
    const timer = () => (ms += 6_000)
    await checkUptime(world.services, { limitMs: 5_000, timer })
    expect(await readUptimeNow(world.services)).toMatchObject([
      { endpoint: '/', status: 'down', error: 'It answered 503' },
      { endpoint: '/emergency-boiler-repair', status: 'down', responseMs: null, error: 'No answer within 5 seconds' },
      { endpoint: '/api/health', status: 'degraded', error: '' },
    ])
  })

  test('instances that look at the same moment do one round', async () => {
    const site = await wellSite()
    const world = await open(site.url)
    const peers = openPeers(world, 4)
    const round = async () => (await Promise.all(peers.map((peer) => checkUptime(peer)))).filter(Boolean).length
    expect(await round()).toBe(1)
    expect(await round()).toBe(0)
    world.clock.advance(minutes(5))
    expect(await round()).toBe(1)
    expect(await world.services.db.selectFrom('uptimeChecks').select('id').execute()).toHaveLength(6)
  })

  test('a start looks at once, unless another instance has just done so; a clock that was set back stops nothing', async () => {
    const { url } = await wellSite()
    const { services, clock } = await open(url, '2026-11-20T10:20:00.000Z')
    const starts = () => checkUptime(services, { atStart: true })
    expect(await starts()).toBe(true)
    clock.advance(30_000)
    expect(await starts()).toBe(false)
    clock.advance(30_000)
    expect(await starts()).toBe(true)
    clock.set('2026-11-20T08:00:00.000Z')
    expect(await checkUptime(services)).toBe(true)
  })

  test('a day over which the clocks change is summed up once it is over, with what no one saw', async () => {
    const { url } = await wellSite()
    const world = await open(url, '2026-10-24T22:55:00.000Z')
    const { services, clock } = world
    const peers = openPeers(world, 3)
    // The last round of Saturday, then two of Sunday: the clocks go back at 02:00 in London, so Sunday has 25 hours.
    await checkUptime(services)
    for (const at of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']) {
      clock.set(at)
      await checkUptime(services)
    }
    clock.set('2026-10-26T00:05:00.000Z')
    await keepUptimeDays(services)
    expect(await services.db.selectFrom('uptimeDays').select('day').where('endpoint', '=', '/').execute()).toEqual([{ day: '2026-10-24' }])
    clock.set('2026-10-26T00:10:00.000Z')
    await Promise.all(peers.map(keepUptimeDays))
    const days = await services.db.selectFrom('uptimeDays').selectAll().where('endpoint', '=', '/').orderBy('day').execute()
    expect(days).toMatchObject([
      { day: '2026-10-24', up: 1, degraded: 0, down: 0, unknown: 287 },
      { day: '2026-10-25', up: 2, degraded: 0, down: 0, unknown: 298 },
    ])
    const [home] = await readUptimeHistory(services, 7)
    expect(home?.cells.map(({ day, counts }) => [day, counts.up, counts.unknown])).toEqual([
      ...['2026-10-20', '2026-10-21', '2026-10-22', '2026-10-23'].map((day) => [day, 0, 288]),
      ['2026-10-24', 1, 287],
      ['2026-10-25', 2, 298],
      ['2026-10-26', 0, 2],
    ])
    expect(home?.counts.unknown).toBe(4 * 288 + 287 + 298 + 2)
    expect(home?.p95Ms).toBeGreaterThanOrEqual(home?.p50Ms ?? Number.POSITIVE_INFINITY)
  })

  test('days without checks are summed up too', async () => {
    const { url } = await wellSite()
    const { services, clock } = await open(url, '2026-05-01T10:00:00.000Z')
    await checkUptime(services)
    clock.set('2026-09-01T10:00:00.000Z')
    await keepUptimeDays(services)
    const days = await services.db
      .selectFrom('uptimeDays')
      .select(['day', 'up', 'unknown'])
      .where('endpoint', '=', '/')
      .orderBy('day')
      .execute()
    expect(days).toHaveLength(123)
    expect([days[0], days.at(-1)]).toEqual([
      { day: '2026-05-01', up: 1, unknown: 287 },
      { day: '2026-08-31', up: 0, unknown: 288 },
    ])
  })
})
