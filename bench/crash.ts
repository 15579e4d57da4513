import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Engine, migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { onEngines, type Place } from './engines.ts'
import { verdict } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { bookingPayload, drain, ended, startServer, submitBooking } from './server.ts'

/*
 * Tests for losses and duplicates. `kill -9` under load, again and again, then every booking sent again with its key: none that was
 * acknowledged may be missing, none may be there twice, each has its two emails. And Red Line slots bought through three processes: exactly
 * five are sold.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    kills: { type: 'string', default: '50' },
    attempts: { type: 'string', default: '2000' },
  },
})
const connections = 20
/** Bookings acknowledged between two kills are at most twice as many. */
const bookingsPerKill = 40
const slots = 5
const buyers = fileURLToPath(new URL('../test/support/redline-buyers.ts', import.meta.url))

interface Sent {
  key: string
  number: number
  payload: Record<string, unknown>
  /** As acknowledged; `undefined` if unknown. */
  reference?: string
}

async function openServer(env: Record<string, string>) {
  const { port, child } = await startServer({ TRUST_PROXY: '1', WARM_PAGES: 'off', ...env })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  return {
    end: (signal: NodeJS.Signals) => ended(child, signal),
    submit: ({ key, number, payload }: Sent) => submitBooking({ port, agent }, number, key, payload),
  }
}

async function crash(engine: Engine, place: Place): Promise<boolean> {
  const all: Sent[] = []
  let [wrong, lost] = [0, 0]
  for (let kill = 0; kill < Number(options.kills); kill++) {
    const server = await openServer(place.env)
    let left = 1 + Math.floor(Math.random() * 2 * bookingsPerKill)
    let ending: Promise<void> | undefined
    const visit = async () => {
      while (!ending) {
        const sent: Sent = { key: randomUUID(), number: all.length, payload: bookingPayload(all.length) }
        all.push(sent)
        const answer = await server.submit(sent).catch(() => undefined)
        if (answer?.status === 201) sent.reference = JSON.parse(answer.body.toString()).reference
        else if (answer) wrong++
        if (--left === 0) ending = server.end('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: connections }, visit))
    await ending
  }
  const acknowledged = all.filter(({ reference }) => reference).length
  const server = await openServer(place.env)
  for (const sent of all) {
    const answer = await server.submit(sent)
    if (answer.status !== 200 && answer.status !== 201) wrong++
    else if (sent.reference && (answer.status !== 200 || JSON.parse(answer.body.toString()).reference !== sent.reference)) lost++
  }
  const database = openDatabase(place)
  await drain(database)
  const { doubled, wrongEmails } = await check(database, all.length)
  await database.db.destroy()
  await server.end('SIGTERM')
  const isMet = lost + doubled + wrong + wrongEmails === 0
  verdict(
    isMet,
    `${engine}, ${options.kills} kills, ${all.length} sent, ${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled, ${wrongEmails} without exactly two emails, ${wrong} wrong answers`,
  )
  return isMet
}

async function check({ db }: OpenDatabase, sent: number) {
  const bookings = await db.selectFrom('bookings').select('reference').execute()
  const emails = Map.groupBy(await db.selectFrom('localMail').select('subject').execute(), ({ subject }) => /BK-\w{8}/.exec(subject)?.[0])
  return { doubled: bookings.length - sent, wrongEmails: bookings.filter(({ reference }) => emails.get(reference)?.length !== 2).length }
}

/** Many visitors in three processes book, open the payment page and pay for the day's Red Line slots at the same moment. */
async function sellSlots(place: Place): Promise<boolean> {
  const database = openDatabase(place)
  await migrate(database)
  const now = new Date().toISOString()
  const perProcess = Math.round(Number(options.attempts) / 3)
  const processes = [1, 2, 3].map((each) => {
    const env = { ...process.env, ...place.env, LOG_LEVEL: 'silent', NOW: now, BUYERS: String(perProcess), PREFIX: `process ${each}` }
    return spawn(process.execPath, [buyers], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  })
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')))
  const outputs = processes.map((child) => {
    child.stdin.end('go\n')
    return text(child.stdout)
  })
  const paid = (await Promise.all(outputs)).map((output) => JSON.parse(output).paid.length).reduce((sum, each) => sum + each, 0)
  const sold = await database.db.selectFrom('redlineSlots').select('slot').where('heldUntil', 'is', null).execute()
  await database.db.destroy()
  const isMet = sold.length === slots
  verdict(isMet, `${3 * perProcess} attempts in 3 processes, ${paid} payments: ${sold.length} slots sold of ${slots}`)
  return isMet
}

const folder = makeFolder()
console.log(`kill -9 under load, and slots sold by three processes\n${machineLine()}`)
const met: boolean[] = []
await onEngines(folder, options.engines, async (engine, newPlace) => {
  met.push(await crash(engine, await newPlace()))
  if (engine === 'postgres') met.push(await sellSlots(await newPlace()))
})
process.exitCode = met.every(Boolean) ? 0 : 1
