import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Engine, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import { checkBookings, jobsWaiting } from './crash-check.ts'
import { median, printTable } from './figures.ts'
import { engineLine, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { type Answer, bookingPayload, copyBuild, ended, spawnServer, submitBooking, untilUp } from './server.ts'
import { receiveWebhooks } from './webhook-receiver.ts'

/*
 * kill -9 of the server at random moments under booking load, then: is every acknowledged booking there exactly once, and was
 * everybody told of it (DESIGN 9)? Ends with 1 when anything was lost or doubled. docs/benchmarks.md says what the figures mean.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    kills: { type: 'string', default: '50' },
    clients: { type: 'string', default: '8' },
  },
})

const longestUpMs = 1_200
/** A client waits up to this long between bookings, so that the outbox keeps up and is hit by the kills too. */
const longestPauseMs = 60
const retryMs = 15
/** A booking still not acknowledged after this long is given up, and counted. */
const giveUpMs = 60_000
/** A job that was running when its server was killed is free again when its lease of a minute has run out. */
const drainLimitMs = 10 * 60_000

/** A booking as its visitor knows it. */
export interface Submitted {
  /** Its own, like its key: what a row is recognised by, however the key is stored. */
  email: string
  /** All the references that answers to this key have named: one, if nothing is doubled. */
  references: Set<string>
}

interface Load {
  submitted: Submitted[]
  /** Answers that repeated an earlier one (200). */
  replays: number
  /** Of these, the ones whose first answer a kill had swallowed: stored, not yet known to the visitor. */
  rescued: number
  /** Attempts that ended without an answer. */
  broken: number
  /** Answers that are no acknowledgement; there should be none. */
  refusals: string[]
  givenUp: number
}

async function main(): Promise<number> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  let wrong = 0
  try {
    const entry = copyBuild(folder.path)
    console.log(`kill -9 under load: ${options.kills} kills, ${options.clients} clients\n${machineLine()}`)
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      wrong += await runEngine(
        entry,
        engine,
        join(folder.path, engine),
        engine === 'postgres' ? await postgres?.createDatabase() : undefined,
      )
    }
  } finally {
    await postgres?.stop()
    folder.remove()
  }
  console.log(`\n${machineLine()}\n${wrong === 0 ? 'Nothing was lost, nothing was doubled.' : `WRONG: ${wrong} findings, see above.`}`)
  return wrong === 0 ? 0 : 1
}

/** Answers how many things were lost, doubled or otherwise wrong. */
async function runEngine(entry: string, engine: Engine, dataDir: string, databaseUrl: string | undefined): Promise<number> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = await receiveWebhooks(secret)
  const port = await freePort()
  const start = () =>
    spawnServer({
      entry,
      port,
      env: {
        DATA_DIR: dataDir,
        SECRET_KEY: 'crash-bench-key-0123456789abcdef0123456789',
        RATE_LIMIT_SCALE: '1000000',
        TRUST_PROXY: '1',
        DEV_TOOLS: 'on',
        WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/hook`,
        WEBHOOK_SECRET: secret,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
    })
  let server = start()
  await untilUp(server, port)
  const database = openDatabase({ databaseUrl, dataDir })
  console.log(`\n${await engineLine(database)}`)

  const load: Load = { submitted: [], replays: 0, rescued: 0, broken: 0, refusals: [], givenUp: 0 }
  const stopping = new AbortController()
  const clients = Array.from({ length: Number(options.clients) }, (_, client) => visit(port, client, load, stopping.signal))
  const upMs: number[] = []
  let killedStarting = 0
  for (let kill = 1; kill <= Number(options.kills); kill++) {
    await delay(Math.random() * longestUpMs)
    const killedAt = performance.now()
    await ended(server, 'SIGKILL')
    server = start()
    // Now and then the next kill comes while it starts: in the middle of reading its key, migrating, claiming jobs.
    if (kill < Number(options.kills) && Math.random() < 0.15) {
      killedStarting++
      continue
    }
    await untilUp(server, port)
    upMs.push(performance.now() - killedAt)
  }
  stopping.abort()
  await Promise.all(clients)

  const drainedAfterMs = await drain(database.db)
  const found = await checkBookings(database, load.submitted, receiver.deliveries)
  await ended(server, 'SIGTERM')
  await database.db.destroy()
  await receiver.close()

  const deliveries = [...receiver.deliveries.values()].flat()
  const distinct = new Set(deliveries.map(({ webhookId }) => webhookId)).size
  const wrongs = {
    ...found.wrong,
    'answers that refused a booking': load.refusals.length,
    'bookings never acknowledged': load.givenUp,
    'webhooks with a bad signature': receiver.badSignatures(),
  }
  printTable(
    [engine, 'count'],
    Object.entries({
      kills: options.kills,
      'of these while starting': killedStarting,
      'bookings acknowledged': load.submitted.length,
      'attempts without an answer': load.broken,
      'answers that were replays': load.replays,
      'of these after a broken attempt': load.rescued,
      'webhook deliveries': deliveries.length,
      'webhook deliveries repeated': deliveries.length - distinct,
      ...found.counts,
      ...wrongs,
      'up again after a kill, median ms': median(upMs).toFixed(0),
      'up again after a kill, worst ms': Math.max(...upMs).toFixed(0),
      'outbox drained after the load, s': (drainedAfterMs / 1000).toFixed(1),
    }).map(([name, value]) => [name, String(value)]),
  )
  for (const example of [...found.examples, ...load.refusals.slice(0, 5)]) console.log(`  ${example}`)
  return Object.values(wrongs).reduce((sum, count) => sum + count, 0)
}

let bookingNumber = 0

/** One visitor after another: each books once, and tries again with the same key and content until it is acknowledged. */
async function visit(port: number, client: number, load: Load, stop: AbortSignal): Promise<void> {
  const agents = [0, 1].map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }))
  while (!stop.aborted) {
    const payload = bookingPayload(++bookingNumber)
    const key = randomUUID()
    const booking: Submitted = { email: String(payload.email), references: new Set() }
    // Every eighth visitor presses twice: two connections, one key, at the same moment.
    const presses = bookingNumber % 8 === 0 ? agents : agents.slice(0, 1)
    await Promise.all(presses.map((agent) => untilAcknowledged(load, booking, () => submitBooking({ port, agent }, client, key, payload))))
    if (booking.references.size > 0) load.submitted.push(booking)
    else load.givenUp++
    await delay(Math.random() * longestPauseMs)
  }
  for (const agent of agents) agent.destroy()
}

async function untilAcknowledged(load: Load, booking: Submitted, submit: () => Promise<Answer>): Promise<void> {
  const givesUpAt = performance.now() + giveUpMs
  for (let attempt = 1; performance.now() < givesUpAt; attempt++) {
    const answer = await submit().catch(() => undefined)
    if (answer?.status === 201 || answer?.status === 200) {
      if (answer.status === 200) load.replays++
      if (answer.status === 200 && attempt > 1) load.rescued++
      booking.references.add(JSON.parse(answer.body).reference)
      return
    }
    if (answer) load.refusals.push(`refused with ${answer.status}: ${answer.body.slice(0, 200)}`)
    else load.broken++
    await delay(retryMs)
  }
}

/** Milliseconds until no job waits any more. */
async function drain(db: Parameters<typeof jobsWaiting>[0]): Promise<number> {
  const startedAt = performance.now()
  while ((await jobsWaiting(db)) > 0) {
    if (performance.now() - startedAt > drainLimitMs) break // the check names what is missing
    await delay(250)
  }
  return performance.now() - startedAt
}

process.exitCode = await main()
