import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { deleteExpired } from '#app/features/running/carry-out-retention.server.ts'
import { storedData } from '#app/features/running/privacy/stored-data.ts'
import { syntheticBody, syntheticHeader } from '#app/features/running/synthetic-booking.ts'
import { syntheticMark } from '#app/features/running/synthetic-mark.server.ts'
import { runSyntheticBooking } from '#app/features/running/synthetic-run.server.ts'
import { readBookingWay } from '#app/features/running/uptime-reads.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { createPhoneFirst } from '#app/platform/phone-first.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes, seconds } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { openApp } from '#test/support/app.ts'
import { openPeers } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'
import { jobHandlers } from './jobs.ts'

/** A world whose site is reachable at the URL it monitors. */
async function openSite(engine: Engine, env: Record<string, string> = {}) {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { world, app } = await openApp(engine, { env: { MONITOR_URL: url, ...env } })
  let answers: 'as always' | 'with an error' = 'as always'
  const listener = getRequestListener(app.fetch)
  server.on('request', (request, response) => {
    if (answers === 'as always') return listener(request, response)
    response.writeHead(500).end('{}')
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    ...world,
    url,
    break: () => (answers = 'with an error'),
    mend: () => (answers = 'as always'),
    /** Fifteen minutes later, with the result of that synthetic booking. */
    async nextRun() {
      world.clock.advance(minutes(15))
      return (await runSyntheticBooking(world.services))?.outcome
    },
    post: (mark: string, key: string) =>
      fetch(`${url}/functions/v1/submit-booking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, [syntheticHeader]: mark },
        body: JSON.stringify(syntheticBody),
      }),
  }
}

const tableNames = Object.keys(storedData) as (keyof Tables)[]

/** The number of rows in each table. */
async function countRows({ db }: Services): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tableNames) counts[name] = (await db.selectFrom(name).select(sql`1`.as('one')).execute()).length
  return counts
}

const differing = (before: Record<string, number>, after: Record<string, number>) =>
  tableNames.filter((name) => before[name] !== after[name]).sort()

onEachEngine('A booking that only tries the way', (engine) => {
  test('is stored by the real path and leaves nothing but word of how it went, in no table of any', async () => {
    const site = await openSite(engine)
    const before = await countRows(site.services)
    expect(await runSyntheticBooking(site.services)).toMatchObject({ outcome: 'ok', error: '' })
    expect(differing(before, await countRows(site.services))).toEqual(['monitorRounds', 'rateLimits', 'syntheticRuns'])
    expect(await runDueJobs(site.services, jobHandlers)).toBe(0)
    expect(await readBookingWay(site.services)).toMatchObject({ state: 'works', phoneFirstSince: null })
  })

  test('was committed whole before it is taken away: row, event, and the job that announces it', async () => {
    const site = await openSite(engine)
    const key = newToken()
    const before = await countRows(site.services)
    const response = await site.post(syntheticMark(site.services, key), key)
    expect(response.status).toBe(201)
    const { reference } = (await response.json()) as { reference: string }
    expect(differing(before, await countRows(site.services))).toEqual(['rateLimits', 'syntheticBookings'])
    const row = await site.services.db.selectFrom('syntheticBookings').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ reference, events: 1, jobs: 1 })
    expect(JSON.parse(row.booking)).toMatchObject({ reference, status: 'received', borough: 'Tower Hamlets', service: 'Burst Pipe' })
    // Its run died: a chore removes it.
    site.clock.advance(minutes(4))
    await deleteExpired(site.services)
    expect(await site.services.db.selectFrom('syntheticBookings').select('id').execute()).toHaveLength(1)
    site.clock.advance(minutes(1))
    await deleteExpired(site.services)
    expect(await site.services.db.selectFrom('syntheticBookings').select('id').execute()).toEqual([])
  })

  test('is made by the server alone: a mark that is guessed, old, or another’s is refused, and stores nothing', async () => {
    const site = await openSite(engine)
    const key = newToken()
    const mark = syntheticMark(site.services, key)
    const before = await countRows(site.services)
    expect((await site.post('guessed', key)).status).toBe(403)
    expect((await site.post(mark, newToken())).status).toBe(403)
    site.clock.advance(seconds(150))
    const late = await site.post(mark, key)
    expect(late.status).toBe(403)
    expect(await late.json()).toMatchObject({ error: { code: 'bad_mark' } })
    expect(await countRows(site.services)).toEqual(before)
  })

  test('that comes from instances which look at the same moment is one', async () => {
    const site = await openSite(engine)
    const peers = openPeers(site, 3)
    const runs = await Promise.all(peers.map((peer) => runSyntheticBooking(peer)))
    expect(runs.filter((run) => run?.outcome === 'ok')).toHaveLength(1)
    expect(runs.filter((run) => run === undefined)).toHaveLength(2)
    expect(await site.services.db.selectFrom('syntheticRuns').select('id').execute()).toHaveLength(1)
  })

  test('that fails twice has people ring, and staff told, until one works', async () => {
    const site = await openSite(engine, { STAFF_EMAIL: 'desk@example.com' })
    const { services } = site
    let changes = 0
    services.phoneFirst.onChange(() => changes++)
    site.break()
    expect(await site.nextRun()).toBe('failed')
    expect(services.phoneFirst.current()).toBeNull()
    expect(await site.nextRun()).toBe('failed')
    expect(services.phoneFirst.current()).toBe(site.clock.now().toISOString())
    expect(await site.nextRun()).toBe('failed')
    expect(changes).toBe(1)
    const otherInstance = createPhoneFirst(services)
    await otherInstance.refresh()
    expect(otherInstance.current()).toBe(services.phoneFirst.current())
    site.mend()
    expect(await site.nextRun()).toBe('ok')
    expect([services.phoneFirst.current(), changes]).toEqual([null, 2])
    await runDueJobs(services, jobHandlers)
    const mails = await services.db.selectFrom('localMail').select(['recipient', 'subject', 'message']).orderBy('id').execute()
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Online booking is failing: customers are being asked to call',
      'Online booking is working again',
    ])
    expect(mails.find(({ subject }) => subject.includes('failing'))?.message).toContain('The booking got a 500 response')
    const entries = await services.db
      .selectFrom('auditLog')
      .select('detail')
      .where('action', '=', 'site.phone-first')
      .orderBy('id')
      .execute()
    expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([{ isOn: true }, { isOn: false }])
  })

  test('a database that takes no entries turns the pages of the instance that sees it', async () => {
    const site = await openSite(engine)
    const { services } = site
    await sql`alter table monitor_rounds rename to monitor_rounds_away`.execute(services.db)
    expect(await site.nextRun()).toBe('failed')
    expect(services.phoneFirst.current()).toBeNull()
    expect(await site.nextRun()).toBe('failed')
    expect(services.phoneFirst.current()).not.toBeNull()
    await sql`alter table monitor_rounds_away rename to monitor_rounds`.execute(services.db)
    expect(await site.nextRun()).toBe('ok')
    expect(services.phoneFirst.current()).toBeNull()
  })
})
