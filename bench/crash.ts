import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Engine, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import { verdict } from './figures.ts'
import { drain } from './load.ts'
import { machineLine, makeFolder } from './machine.ts'
import { startDurablePostgres } from './postgres.ts'
import { type Answer, bookingPayload, copyBuild, ended, spawnServer, submitBooking, untilUp } from './server.ts'

/*
 * kill -9 under a load of bookings, again and again, then every booking sent again with its key: none that was acknowledged may be missing,
 * none may be there twice, and each has its emails once. And a disk that fills up: a clear answer, nothing half stored, and all of it
 * stored once there is room.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    kills: { type: 'string', default: '200' },
    connections: { type: 'string', default: '20' },
    /** Acknowledged bookings between two kills, on average. */
    bookings: { type: 'string', default: '60' },
    /** No further kill after so many minutes. */
    minutes: { type: 'string', default: '30' },
  },
})

interface Sent {
  number: number
  payload: Record<string, unknown>
  /** As acknowledged; undefined if unknown. */
  reference?: string
}

/** What is found at the end. */
interface Found {
  kills: number
  sent: number
  acknowledged: number
  lost: number
  doubled: number
  /** Answers that were neither 201 nor a broken line. */
  wrong: number
  /** Bookings with another number of emails than two. */
  wrongMails: number
  /** Bookings without their event or announcement. */
  halves: number
}

const secretKey = randomUUID()

/** A server on some data, and requests to it. */
async function openServer(entry: string, env: Record<string, string>) {
  const port = await freePort()
  const child = spawnServer({
    entry,
    port,
    env: { SECRET_KEY: secretKey, TRUST_PROXY: '1', WARM_PAGES: 'off', SAMPLE_DATA: 'off', ...env },
  })
  await untilUp(child, port)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  return {
    kill: () => child.kill('SIGKILL'),
    ended: (signal: NodeJS.Signals) => ended(child, signal),
    submit: (key: string, { number, payload }: Sent): Promise<Answer> => submitBooking({ port, agent }, number, key, payload),
  }
}

async function crash(engine: Engine, entry: string, folder: string, databaseUrl?: string): Promise<Found> {
  const dataDir = join(folder, `data-${engine}`)
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const all = new Map<string, Sent>()
  const until = performance.now() + Number(options.minutes) * 60_000
  let [kills, wrong, number] = [0, 0, 0]
  for (; kills < Number(options.kills) && performance.now() < until; kills++) {
    const server = await openServer(entry, env)
    // Anywhere in the life of a batch: between a few and twice as many as on average.
    let left = 1 + Math.floor(Math.random() * 2 * Number(options.bookings))
    const visit = async () => {
      while (left > 0) {
        const key = randomUUID()
        const sent: Sent = { number: ++number, payload: bookingPayload(number) }
        all.set(key, sent)
        const answer = await server.submit(key, sent).catch(() => undefined)
        if (!answer) return
        if (answer.status === 201) sent.reference = JSON.parse(answer.body).reference
        else wrong++
        if (--left === 0) server.kill()
      }
    }
    await Promise.all(Array.from({ length: Number(options.connections) }, visit))
    await server.ended('SIGKILL')
    if ((kills + 1) % 20 === 0) console.log(`  ${engine}: ${kills + 1} kills, ${all.size} sent`)
  }
  const server = await openServer(entry, env)
  const database = openDatabase({ databaseUrl, dataDir })
  try {
    const again = await sendAgain(server, all)
    await drain(database)
    return { kills, wrong: wrong + again.wrong, ...again.found, ...(await check(database, all)) }
  } finally {
    await database.db.destroy()
    await server.ended('SIGTERM')
  }
}

/** Sends every booking once more with its key: acknowledged ones must get the same answer. */
async function sendAgain(server: Awaited<ReturnType<typeof openServer>>, all: ReadonlyMap<string, Sent>) {
  const entries = [...all]
  let [wrong, lost] = [0, 0]
  const acknowledged = entries.filter(([, { reference }]) => reference).length
  const visit = async () => {
    for (let entry = entries.pop(); entry; entry = entries.pop()) {
      const [key, sent] = entry
      const answer = await server.submit(key, sent)
      if (answer.status !== 200 && answer.status !== 201) wrong++
      else if (sent.reference && (answer.status !== 200 || JSON.parse(answer.body).reference !== sent.reference)) lost++
    }
  }
  await Promise.all(Array.from({ length: 8 }, visit))
  return { wrong, found: { sent: all.size, acknowledged, lost } }
}

async function check({ db }: OpenDatabase, all: ReadonlyMap<string, Sent>) {
  const bookings = await db.selectFrom('bookings').select(['id', 'email', 'reference']).execute()
  const events = await db.selectFrom('bookingEvents').select(['bookingId']).execute()
  const jobs = await db.selectFrom('jobs').select(['about', 'kind']).execute()
  const mails = await db.selectFrom('localMail').select('subject').execute()
  const countOf = (values: readonly (string | null)[]) => {
    const counts = new Map<string, number>()
    for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  const [byEmail, eventsOf] = [countOf(bookings.map(({ email }) => email)), countOf(events.map(({ bookingId }) => bookingId))]
  const announced = countOf(jobs.filter(({ kind }) => kind === 'announce').map(({ about }) => about))
  const mailed = countOf(mails.map(({ subject }) => /BK-\w{8}/.exec(subject)?.[0] ?? null))
  return {
    doubled: bookings.length - byEmail.size + Math.max(0, bookings.length - all.size),
    halves: bookings.filter(({ id }) => eventsOf.get(id) !== 1 || announced.get(id) !== 1).length,
    wrongMails: bookings.filter(({ reference }) => mailed.get(reference) !== 2).length,
  }
}

interface FullDisk {
  /** How often which answer was given while there was no room. */
  answers: Record<string, number>
  found: Pick<Found, 'lost' | 'doubled' | 'wrong' | 'halves' | 'wrongMails'>
}

/** A small file system of its own is filled up under the server. Undefined where this user may mount none. */
async function fullDisk(entry: string, folder: string): Promise<FullDisk | undefined> {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  const env = { DATA_DIR: join(disk, 'data') }
  const ballast = join(disk, 'ballast')
  try {
    const server = await openServer(entry, env)
    const all = new Map<string, Sent>()
    const answers: Record<string, number> = {}
    let wrong = 0
    const send = async (from: number, count: number, isFull: boolean) => {
      const sending = Array.from({ length: count }, async (_, each) => {
        const [key, sent] = [randomUUID(), { number: from + each, payload: bookingPayload(`${from + each}`) } as Sent]
        all.set(key, sent)
        const answer = await server.submit(key, sent)
        if (isFull) answers[nameOf(answer)] = (answers[nameOf(answer)] ?? 0) + 1
        if (answer.status === 201) sent.reference = JSON.parse(answer.body).reference
        else if (!isFull || answer.status !== 503) wrong++
      })
      await Promise.all(sending)
    }
    await send(1, 20, false)
    fill(ballast)
    for (let round = 1; round <= 20; round++) await send(round * 1_000, 20, true)
    rmSync(ballast)
    const again = await sendAgain(server, all)
    const database = openDatabase({ databaseUrl: undefined, ...{ dataDir: env.DATA_DIR } })
    await drain(database)
    const checked = await check(database, all)
    await database.db.destroy()
    await server.ended('SIGTERM')
    return { answers, found: { wrong: wrong + again.wrong, lost: again.found.lost, ...checked } }
  } finally {
    execFileSync('umount', ['-l', disk], { stdio: 'pipe' })
  }
}

const nameOf = ({ status, body }: Answer) => (status === 201 ? '201' : `${status} ${JSON.parse(body).error?.code ?? ''}`)

/** Writes until nothing more goes in. */
function fill(path: string): void {
  for (const size of [1_048_576, 65_536, 4_096, 512])
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size, 1), { flag: 'a' })
    } catch {
      // Full, for this size.
    }
}

async function main(): Promise<number> {
  const folder = makeFolder()
  const engines = options.engines.split(',') as Engine[]
  let isWrong = false
  const judge = (name: string, { lost, doubled, wrong, halves, wrongMails }: FullDisk['found']) => {
    const isMet = lost + doubled + wrong + halves + wrongMails === 0
    isWrong ||= !isMet
    verdict(
      isMet,
      `${name}: ${lost} lost, ${doubled} doubled, ${halves} half stored, ${wrongMails} with other mails than two, ${wrong} wrong answers`,
    )
  }
  try {
    const entry = copyBuild(folder.path)
    console.log(`kill -9 under load: ${options.kills} times at most, ${options.connections} connections\n${machineLine()}`)
    for (const engine of engines) {
      const postgres = engine === 'postgres' ? await startDurablePostgres(folder.path) : undefined
      const found = await crash(engine, entry, folder.path, await postgres?.createDatabase())
      await postgres?.stop()
      judge(`${engine}, ${found.kills} kills, ${found.sent} sent, ${found.acknowledged} acknowledged`, found)
    }
    if (engines.includes('sqlite')) {
      const disk = await fullDisk(entry, folder.path)
      if (!disk) console.log('Full disk: not measured, this user may mount no file system')
      else {
        console.log(
          `Full disk: answers ${Object.entries(disk.answers)
            .map(([name, count]) => `${count} x ${name}`)
            .join(', ')}`,
        )
        judge('full disk', disk.found)
      }
    }
    console.log(machineLine())
  } finally {
    folder.remove()
  }
  return isWrong ? 1 : 0
}

process.exitCode = await main()
