import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { Engine } from '#app/platform/database.ts'
import { median, percentile, printTable } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { type Answer, copyBuild, send } from './server.ts'
import { openStage, type Stage } from './stage.ts'

/*
 * A session's next tokens over HTTP (grant_type=refresh_token) beside the bare transaction of its two writes, the turn under the limit and
 * the session, on the same engine and disk. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    connections: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    /** A folder for the server's CPU profiles. */
    profile: { type: 'string' },
  },
})
const [connections, rounds, seconds] = [Number(options.connections), Number(options.rounds), Number(options.seconds)]

/** Someone with a session and a connection of their own. */
class Visitor {
  readonly #line: { port: number; agent: http.Agent }
  readonly #address: string
  #token = ''
  constructor(port: number, number: number) {
    this.#line = { port, agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) }
    this.#address = `198.18.${number >> 8}.${number & 255}`
  }
  signIn = () => this.#ask('/auth/v1/signup', {})
  refresh = () => this.#ask('/auth/v1/token?grant_type=refresh_token', { refresh_token: this.#token })
  leave = () => this.#line.agent.destroy()
  async #ask(path: string, body: object): Promise<void> {
    const answer: Answer = await send(this.#line, 'POST', path, { 'x-forwarded-for': this.#address }, JSON.stringify(body))
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
    this.#token = JSON.parse(answer.body).refresh_token
  }
}

async function load(visitors: readonly Visitor[]) {
  const durations: number[] = []
  const startedAt = performance.now()
  const visit = async (visitor: Visitor) => {
    for (const until = startedAt + seconds * 1000; performance.now() < until; ) {
      const sentAt = performance.now()
      await visitor.refresh()
      durations.push(performance.now() - sentAt)
    }
  }
  await Promise.all(visitors.map(visit))
  return { durations, perSecond: durations.length / ((performance.now() - startedAt) / 1000) }
}

const writes = (at: (number: number) => string) => [
  `insert into rate_limits (key, turns, expires_at) values (${at(1)}, ${at(2)}, ${at(3)})
    on conflict (key) do update set turns = excluded.turns, expires_at = excluded.expires_at`,
  `update settings set sealed_value = ${at(1)}, updated_at = ${at(2)} where name = ${at(3)}`,
]
const values = (client: number) => {
  const now = new Date().toISOString()
  return [
    [`bare-${client}`, randomUUID(), now],
    [randomUUID(), now, `session-${client}`],
  ]
}

/** Transactions for a second of two durable writes, by as many clients; SQLite has one writer, whatever their number. */
async function bare(place: string): Promise<number> {
  const work = place.startsWith('postgres') ? await openPostgres(place) : openSqlite(place)
  const startedAt = performance.now()
  let done = 0
  const run = async (each: () => unknown) => {
    for (const until = startedAt + seconds * 1000; performance.now() < until; done++) await each()
  }
  await Promise.all(work.each.map(run))
  const perSecond = done / ((performance.now() - startedAt) / 1000)
  await work.close()
  return perSecond
}

const insertRow = (at: (number: number) => string) =>
  `insert into settings (name, sealed_value, updated_at) values (${at(1)}, '', '') on conflict (name) do nothing`

function openSqlite(folder: string) {
  const db = new SqliteDatabase(join(folder, 'plumbers.sqlite'))
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) db.pragma(pragma)
  db.prepare(insertRow(() => '?')).run('session-0')
  const statements = writes(() => '?').map((text) => db.prepare(text))
  const each = db.transaction(() => {
    for (const [index, row] of values(0).entries()) statements[index]?.run(row)
  })
  return { each: [each], close: async () => void db.close() }
}

async function openPostgres(url: string) {
  const placeholder = (number: number) => `$${number}`
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  for (const number of clients.keys()) await clients[0]?.query(insertRow(placeholder), [`session-${number}`])
  const each = clients.map((client, number) => async () => {
    await client.query('begin')
    for (const [index, row] of values(number).entries())
      await client.query({ name: `write-${index}`, text: writes(placeholder)[index] ?? '', values: row })
    await client.query('commit')
  })
  return { each, close: () => Promise.all(clients.map((client) => client.end())) }
}

async function measure(engine: Engine, stage: Stage): Promise<string[]> {
  const visitors = Array.from({ length: connections }, (_, number) => new Visitor(stage.ports[0] ?? 0, number))
  for (const visitor of visitors) await visitor.signIn()
  await load(visitors)
  const found: Record<'perSecond' | 'bare' | 'median' | 'p99' | 'cpuMs' | 'statements' | 'commits', number>[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await stage.used()
    const { durations, perSecond } = await load(visitors)
    const after = await stage.used()
    const each = (name: 'cpuMs' | 'statements' | 'commits') => (after[name] - before[name]) / durations.length
    const used = { cpuMs: each('cpuMs'), statements: each('statements'), commits: each('commits') }
    found.push({ perSecond, bare: await bare(stage.barePlace), median: median(durations), p99: percentile(durations, 0.99), ...used })
  }
  for (const visitor of visitors) visitor.leave()
  const of = (name: keyof (typeof found)[number]) => median(found.map((each) => each[name]))
  return [
    `${engine}, ${connections} connections`,
    ...[of('perSecond'), of('bare')].map((each) => each.toFixed(0)),
    (of('perSecond') / of('bare')).toFixed(2),
    ...[of('median'), of('p99'), of('statements'), of('commits'), of('cpuMs')].map((each) => each.toFixed(2)),
  ]
}

async function main(): Promise<void> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  try {
    const entry = copyBuild(folder.path)
    console.log(`Refresh tokens, and the bare transaction in turn: ${rounds} rounds of ${seconds} s\n${machineLine()}`)
    const rows: string[][] = []
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      const env = { AUTH_ANONYMOUS: 'on', RATE_LIMIT_SCALE: '1000000' }
      const used = { postgres: engine === 'postgres' ? postgres : undefined, profile: options.profile, env }
      const stage = await openStage(entry, join(folder.path, engine), used)
      try {
        rows.push(await measure(engine, stage))
      } finally {
        await stage.close()
      }
    }
    console.log('')
    printTable(['', 'refreshes/s', 'bare tx/s', 'RATIO', 'median ms', 'p99 ms', 'statements', 'commits', 'CPU ms'], rows)
    console.log(machineLine())
  } finally {
    await postgres?.stop()
    folder.remove()
  }
}

await main()
