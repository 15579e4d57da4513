import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import { printTable, verdict } from './figures.ts'
import { drain } from './load.ts'
import { cpuMs, machineLine, makeFolder } from './machine.ts'
import { findNginx } from './nginx.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { type Answer, bookingPayload, copyBuild, ended, send, spawnServer, submitBooking, untilUp } from './server.ts'

/*
 * One, two and three instances behind nginx on PostgreSQL: bookings for a second of their processor time; then, with three, kill -9 of one
 * under load, and a restart of each in turn, while bookings, pages and streams of live figures go on.
 */

const { values: options } = parseArgs({
  options: {
    instances: { type: 'string', default: '1,2,3' },
    connections: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '8' },
  },
})
const seconds = Number(options.seconds)
const warmUpMs = 2_000
const budget = { share: 0.85, throughput: 2.5, cores: 6 }
const pages = ['/', '/book', '/pricing', '/api/health']

interface Instance {
  port: number
  child: ChildProcess
}

/** Instances on a database of their own, behind an nginx. */
interface Site {
  front: number
  database: OpenDatabase
  instances: Instance[]
  start(port: number): Promise<ChildProcess>
  close(): Promise<void>
}

async function openSite(folder: string, entry: string, count: number, postgres: DurablePostgres, nginx: string): Promise<Site> {
  const databaseUrl = await postgres.createDatabase()
  mkdirSync(folder)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), SECRET_KEY: randomUUID(), TRUST_PROXY: '1', WARM_PAGES: 'off' }
  const start = async (port: number) => {
    const child = spawnServer({ entry, port, env: { ...env, SITE_URL: `http://127.0.0.1:${front}` } })
    await untilUp(child, port)
    return child
  }
  const front = await freePort()
  const instances: Instance[] = []
  for (let each = 0; each < count; each++) {
    const port = await freePort()
    instances.push({ port, child: await start(port) })
  }
  chmodSync(folder, 0o755)
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf(folder, front, instances))
  const child = spawn(nginx, ['-e', 'stderr', '-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'ignore'] })
  process.once('exit', () => child.kill('SIGKILL'))
  await delay(300)
  const database = openDatabase({ databaseUrl, dataDir: folder })
  const close = async () => {
    await database.db.destroy()
    await Promise.all(instances.map((each) => ended(each.child, 'SIGTERM')))
    await ended(child, 'SIGTERM')
  }
  return { front, database, instances, start, close }
}

/** A request that an instance leaves unanswered goes to another: a booking's key keeps it from being doubled. */
const configOf = (folder: string, front: number, instances: readonly Instance[]) => `
daemon off;
master_process off;
pid "${join(folder, 'pid')}";
events { worker_connections 2048; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path "${folder}";`).join('\n  ')}
  access_log off;
  upstream site {
    ${instances.map(({ port }) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${front};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto http;
      proxy_next_upstream error timeout non_idempotent;
      proxy_connect_timeout 2s;
    }
  }
}
`

interface Load {
  /** References by key; '' where the answer was none. */
  bookings: Map<string, string>
  perSecond: number
  /** Requests that were not answered with 200 or 201, by what came instead. */
  bad: Map<string, number>
  pagesRead: number
  streamEvents: number
}

let number = 0

/** Bookings on so many connections, and beside them pages and a stream of live figures, until the time is over or `work` has ended. */
async function load(front: number, work: Promise<unknown>): Promise<Load> {
  const result: Load = { bookings: new Map(), perSecond: 0, bad: new Map(), pagesRead: 0, streamEvents: 0 }
  let isOver = false
  const startedAt = performance.now()
  const over = work.finally(() => (isOver = true))
  const note = (what: string, answer: Answer | undefined) => {
    if (answer?.status === 200 || answer?.status === 201) return
    const name = `${what}: ${answer ? answer.status : 'no answer'}`
    result.bad.set(name, (result.bad.get(name) ?? 0) + 1)
  }
  const book = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const key = randomUUID()
      const answer = await submitBooking({ port: front, agent }, ++number, key, bookingPayload(number)).catch(() => undefined)
      result.bookings.set(key, answer?.status === 201 ? JSON.parse(answer.body).reference : '')
      note('booking', answer)
    }
    agent.destroy()
  }
  const read = async () => {
    for (let at = 0; !isOver; at++) {
      const path = pages[at % pages.length] ?? '/'
      note(path, await send({ port: front, agent: false }, 'GET', path).catch(() => undefined))
      result.pagesRead++
      await delay(20)
    }
  }
  const stream = listen(front, () => result.streamEvents++)
  await Promise.all([...Array.from({ length: Number(options.connections) }, book), read(), over])
  result.perSecond = [...result.bookings.values()].filter(Boolean).length / ((performance.now() - startedAt) / 1000)
  stream.stop()
  return result
}

/** A page that is open: it comes back whenever its stream ends. */
function listen(port: number, heard: () => void) {
  let request: http.ClientRequest | undefined
  let isOver = false
  const open = () => {
    if (isOver) return
    request = http.get(
      { host: '127.0.0.1', port, path: '/api/live', headers: { accept: 'text/event-stream', 'user-agent': 'Mozilla/5.0' } },
      (response) => {
        response.on('data', (chunk: Buffer) => chunk.includes('event:') && heard())
        response.on('close', () => setTimeout(open, 200))
        response.on('error', () => undefined)
      },
    )
    request.on('error', () => setTimeout(open, 200))
  }
  open()
  return {
    stop() {
      isOver = true
      request?.destroy()
    },
  }
}

interface Checked {
  lost: number
  doubled: number
  wrongMails: number
}

/** What became of the bookings of some loads, once the outbox is empty. */
async function check({ database: { db } }: Site, loads: readonly Load[]): Promise<Checked> {
  const stored = await db.selectFrom('bookings').select(['reference', 'email']).execute()
  const references = new Set(stored.map(({ reference }) => reference))
  const mails = await db.selectFrom('localMail').select('subject').execute()
  const mailed = new Map<string, number>()
  for (const { subject } of mails) {
    const reference = /BK-\w{8}/.exec(subject)?.[0] ?? ''
    mailed.set(reference, (mailed.get(reference) ?? 0) + 1)
  }
  const acknowledged = loads.flatMap(({ bookings }) => [...bookings.values()].filter(Boolean))
  return {
    lost: acknowledged.filter((reference) => !references.has(reference)).length,
    doubled: stored.length - new Set(stored.map(({ email }) => email)).size,
    wrongMails: stored.filter(({ reference }) => mailed.get(reference) !== 2).length,
  }
}

const badText = ({ bad }: Load) => [...bad].map(([name, count]) => `${count} x ${name}`).join(', ') || 'none'

async function main(): Promise<number> {
  const found = findNginx()
  if (!found) {
    console.log('nginx is not installed: not measured')
    return 0
  }
  const folder = makeFolder()
  let isWrong = false
  const judge = (isMet: boolean, line: string) => {
    isWrong ||= !isMet
    verdict(isMet, line)
  }
  let postgres: DurablePostgres | undefined
  try {
    const entry = copyBuild(folder.path)
    postgres = await startDurablePostgres(folder.path)
    console.log(
      `instances behind nginx ${found.version} on PostgreSQL, ${options.connections} connections, ${seconds} s\n${machineLine()}\n`,
    )
    const rows: { count: number; perSecond: number; perCpuSecond: number }[] = []
    for (const count of options.instances.split(',').map(Number)) {
      const site = await openSite(join(folder.path, `site-${count}`), entry, count, postgres, found.command)
      try {
        // As many bookings for each instance: code that has hardly run is slow, and of three instances each would run a third as often.
        await load(site.front, delay(warmUpMs * count))
        await drain(site.database)
        const used = () => site.instances.reduce((sum, { child }) => sum + cpuMs(child.pid), 0)
        const before = used()
        const measured = await load(site.front, delay(seconds * 1_000))
        await drain(site.database)
        rows.push({ count, perSecond: measured.perSecond, perCpuSecond: (measured.bookings.size / (used() - before)) * 1_000 })
        judge(measured.bad.size === 0, `${count} instances, nothing but bookings and pages: bad answers ${badText(measured)}`)
        if (count === 3) await disturb(site, judge)
      } finally {
        await site.close()
      }
    }
    report(rows)
    console.log(machineLine())
  } finally {
    await postgres?.stop()
    folder.remove()
  }
  return isWrong ? 1 : 0
}

async function disturb(site: Site, judge: (isMet: boolean, line: string) => void): Promise<void> {
  const [killed] = site.instances
  if (!killed) return
  const kill = async () => {
    await delay(2_000)
    await ended(killed.child, 'SIGKILL')
    await delay(3_000)
    killed.child = await site.start(killed.port)
    await delay(1_000)
  }
  const afterKill = await load(site.front, kill())
  const restart = async () => {
    for (const instance of site.instances) {
      await ended(instance.child, 'SIGTERM')
      instance.child = await site.start(instance.port)
      await delay(1_500)
    }
  }
  const whileRestarting = await load(site.front, restart())
  console.log('  waiting for the jobs that the killed one had, whose leases end within a minute')
  await drain(site.database)
  const { lost, doubled, wrongMails } = await check(site, [afterKill, whileRestarting])
  judge(
    lost + doubled + wrongMails === 0,
    `kill -9 of one of three under load: ${lost} lost, ${doubled} doubled, ${wrongMails} with other mails than two`,
  )
  console.log(
    `  ${afterKill.bookings.size} bookings, ${afterKill.pagesRead} pages, ${afterKill.streamEvents} events; bad answers: ${badText(afterKill)}`,
  )
  judge(
    whileRestarting.bad.size === 0,
    `each of three restarted in turn: ${whileRestarting.bookings.size} bookings, ${whileRestarting.pagesRead} pages, ${whileRestarting.streamEvents} events; bad answers: ${badText(whileRestarting)}`,
  )
}

function report(rows: readonly { count: number; perSecond: number; perCpuSecond: number }[]): void {
  const [one] = rows
  console.log('')
  printTable(
    ['instances', 'bookings/s', 'bookings per processor-second', 'SHARE'],
    rows.map(({ count, perSecond, perCpuSecond }) => [
      String(count),
      perSecond.toFixed(0),
      perCpuSecond.toFixed(0),
      one ? (perCpuSecond / one.perCpuSecond).toFixed(2) : '',
    ]),
  )
  console.log(`Budget: bookings for a second of processor time at least ${budget.share} x those of one instance`)
  for (const { count, perCpuSecond } of rows.slice(1))
    if (one) verdict(perCpuSecond / one.perCpuSecond >= budget.share, `${count} instances: ${(perCpuSecond / one.perCpuSecond).toFixed(2)}`)
  const cores = availableParallelism()
  const last = rows.at(-1)
  console.log(`Budget: throughput of three at least ${budget.throughput} x that of one, where there are ${budget.cores} cores or more`)
  if (cores < budget.cores || !one || !last) verdict(undefined, `not measured: ${cores} cores`)
  else verdict(last.perSecond >= budget.throughput * one.perSecond, `${(last.perSecond / one.perSecond).toFixed(2)}`)
}

process.exitCode = await main()
