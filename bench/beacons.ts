import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { caps } from '#app/features/monitoring/vitals-and-errors.ts'
import { type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import { median, percentile, printTable } from './figures.ts'
import { drain, load } from './load.ts'
import { engineLine, machineLine, makeFolder } from './machine.ts'
import { copyBuild, ended, send, spawnServer, untilUp } from './server.ts'

/*
 * A storm of reports from pages while bookings are submitted: rounds of bookings alone and with reports, in turn, on one server; what is
 * stored of the reports, and how much the database grows by them. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    beacons: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    /** RATE_LIMIT_SCALE: with 1 the limits refuse most of a storm; with more all of it is taken. */
    scale: { type: 'string', default: '1000000' },
  },
})
const [beacons, connections, rounds, seconds] = [options.beacons, options.connections, options.rounds, options.seconds].map(Number) as [
  number,
  number,
  number,
  number,
]
const beaconLines = 8
const flushedAfterMs = 30_000

interface Round {
  medianMs: number
  p99Ms: number
  perSecond: number
  errors: number
}

async function main(): Promise<number> {
  const folder = makeFolder()
  const dataDir = join(folder.path, 'data')
  const port = await freePort()
  const server = spawnServer({
    entry: copyBuild(folder.path),
    port,
    env: { DATA_DIR: dataDir, SECRET_KEY: randomUUID(), RATE_LIMIT_SCALE: options.scale, TRUST_PROXY: '1', SAMPLE_DATA: 'off' },
  })
  try {
    await untilUp(server, port)
    const database = openDatabase({ databaseUrl: undefined, dataDir })
    console.log(`${beacons} reports of pages in ${rounds} rounds, beside bookings at ${connections} connections, ${seconds} s each`)
    console.log(`${machineLine()}\n${await engineLine(database)}`)
    await load({ port }, connections, 2)
    await drain(database)
    const [alone, beside]: [Round[], Round[]] = [[], []]
    const statuses = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      alone.push(await measure(port))
      await drain(database)
      const storm = sendBeacons(port, round, Math.ceil(beacons / rounds), statuses)
      beside.push(await measure(port))
      await storm
      await drain(database)
    }
    const grown = await growth(database, dataDir, port, statuses)
    await database.db.destroy()
    return report(alone, beside, statuses, grown)
  } finally {
    await ended(server, 'SIGTERM')
    folder.remove()
  }
}

async function measure(port: number): Promise<Round> {
  const { durations, errors, perSecond } = await load({ port }, connections, seconds)
  return { medianMs: median(durations), p99Ms: percentile(durations, 0.99), perSecond, errors }
}

/** Spread over the time in which bookings are submitted; every one of a client, a page and an error of its own. */
async function sendBeacons(port: number, round: number, count: number, statuses: Map<number, number>) {
  const everyMs = (seconds * 1_000 * beaconLines) / count
  const startedAt = performance.now()
  const sendSome = async (line: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = line, turn = 0; at < count; at += beaconLines, turn++) {
      const waitMs = startedAt + turn * everyMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      const from = { 'x-forwarded-for': `198.19.${(at >> 8) & 255}.${at & 255}`, 'sec-fetch-site': 'same-origin' }
      const { status } = await send({ port, agent }, 'POST', '/api/reports', from, JSON.stringify(beacon(round * count + at))).catch(
        () => ({ status: 0 }),
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: beaconLines }, (_, line) => sendSome(line)))
}

const pages = ['/', '/book', '/pricing', '/blog', '/plumbers-hackney', '/track/secret']
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

function beacon(number: number) {
  const metrics = ['LCP', 'INP', 'CLS', 'TTFB', 'FID'].map((name) => ({
    category: 'vitals',
    name,
    value: name === 'CLS' ? (number % 50) / 100 : (number * 37) % 6_000,
  }))
  const errors = [{ kind: 'script', message: `It broke in ${letters(number)}`, stack: '' }]
  return { page: pages[number % pages.length], device: number % 3 ? 'phone' : 'desktop', browser: 'chromium', metrics, errors }
}

/** What is stored once all that was taken is written, and the bytes that it takes. */
async function growth({ db }: OpenDatabase, dataDir: string, port: number, statuses: ReadonlyMap<number, number>) {
  const count = async (table: 'performanceMetrics' | 'errorGroups' | 'measureCounts') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number | string>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows,
    )
  const counted = async () => {
    const { sum } = await db
      .selectFrom('measureCounts')
      .select((eb) => eb.fn.sum<number | string | null>('count').as('sum'))
      .where('span', '=', 'day')
      .where('metric', '=', 'LCP')
      .executeTakeFirstOrThrow()
    return Number(sum ?? 0)
  }
  const taken = statuses.get(204) ?? 0
  for (const until = performance.now() + flushedAfterMs; (await counted()) < taken && performance.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 250))
  const bytes = await sql<{ name: string; bytes: number }>`
    select name, sum(pgsize) as bytes from dbstat where name like '%measure_counts%' or name like '%performance_metrics%' or name like '%error_groups%' group by name`.execute(
    db,
  )
  await send({ port, agent: false }, 'GET', '/api/health')
  return {
    counted: await counted(),
    metrics: await count('performanceMetrics'),
    errors: await count('errorGroups'),
    counts: await count('measureCounts'),
    bytes: bytes.rows.reduce((sum, row) => sum + Number(row.bytes), 0),
    databaseBytes: statSync(join(dataDir, 'plumbers.sqlite')).size,
  }
}

/** Prints the table. Answers the exit code: 1 where a booking failed, a report was lost, or a cap did not hold. */
function report(
  alone: readonly Round[],
  beside: readonly Round[],
  statuses: ReadonlyMap<number, number>,
  grown: Awaited<ReturnType<typeof growth>>,
) {
  const of = (all: readonly Round[], figure: (round: Round) => number) => median(all.map(figure))
  const row = (name: string, all: readonly Round[]) => [
    name,
    of(all, ({ perSecond }) => perSecond).toFixed(0),
    of(all, ({ medianMs }) => medianMs).toFixed(2),
    of(all, ({ p99Ms }) => p99Ms).toFixed(2),
    String(all.reduce((sum, { errors }) => sum + errors, 0)),
  ]
  const ratio = (figure: (round: Round) => number) =>
    median(beside.map((round, at) => figure(round) / figure(alone[at] ?? round))).toFixed(2)
  console.log('')
  printTable(
    ['bookings', 'bookings/s', 'median ms', 'p99 ms', 'errors'],
    [
      row('alone', alone),
      row('with reports', beside),
      ['RATIO', ratio(({ perSecond }) => perSecond), ratio(({ medianMs }) => medianMs), ratio(({ p99Ms }) => p99Ms), ''],
    ],
  )
  console.log(`\nReports: ${[...statuses].map(([status, count]) => `${count} answered ${status}`).join(', ')}; counted ${grown.counted}`)
  console.log(
    `Kept: ${grown.metrics} metrics (cap ${caps.metrics}), ${grown.errors} kinds of error (cap ${caps.errorGroups}), ${grown.counts} rows of counts (cap ${caps.counts})`,
  )
  console.log(`They take ${(grown.bytes / 1024).toFixed(0)} KB of a database of ${(grown.databaseBytes / 1024).toFixed(0)} KB`)
  console.log(machineLine())
  const isLost = grown.counted !== (statuses.get(204) ?? 0) || statuses.has(0)
  const isOver = grown.metrics > caps.metrics || grown.errors > caps.errorGroups || grown.counts > caps.counts
  const hasFailed = [...alone, ...beside].some(({ errors }) => errors > 0)
  if (isLost || isOver || hasFailed) console.log('WRONG: a report was lost, a cap did not hold, or a booking failed')
  return isLost || isOver || hasFailed ? 1 : 0
}

process.exitCode = await main()
