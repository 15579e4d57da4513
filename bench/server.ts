import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase } from '#app/platform/database.ts'

/** The built server in its own process, and requests to it. */

const root = fileURLToPath(new URL('..', import.meta.url))
const upLimitMs = 120_000
const drainLimitMs = 10 * 60_000

/** Copies the build, so that a build made meanwhile doesn't affect the measurement. Returns the path of its start file. */
export function copyBuild(folder: string): string {
  if (!existsSync(join(root, 'build/server/index.js'))) throw new Error('There is no build: use "npm run bench"')
  const copy = join(folder, 'site')
  mkdirSync(copy)
  cpSync(join(root, 'build'), join(copy, 'build'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
  return join(copy, 'build/server/index.js')
}

interface ServerOptions {
  entry: string
  port: number
  env: Record<string, string>
  nodeArgs?: string[]
}

/** Starts the server as `npm start` does, with exactly the environment given. BENCH_LOG shows its log; BENCH_NODE_ARGS adds Node's arguments. */
export function spawnServer({ entry, port, env, nodeArgs = [] }: ServerOptions): ChildProcess {
  const tried = process.env.BENCH_NODE_ARGS?.split(' ') ?? []
  const child = spawn(process.execPath, ['--max-semi-space-size=4', ...tried, ...nodeArgs, entry], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      BACKUP_DIR: 'off',
      // As on a real site: samples are only loaded on a developer's machine.
      SAMPLE_DATA: 'off',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      NODE_COMPILE_CACHE: join(dirname(entry), 'compiled'),
      ...env,
    },
    stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  const endWithThis = () => child.kill('SIGKILL')
  process.once('exit', endWithThis)
  child.once('exit', () => process.off('exit', endWithThis))
  return child
}

/** Waits until the server is healthy. Throws if it ends or takes too long. */
export async function untilUp(child: ChildProcess, port: number): Promise<void> {
  for (const limit = performance.now() + upLimitMs; ; await delay(5)) {
    const answer = await send({ port, agent: false }, 'GET', '/api/health').catch(() => undefined)
    if (answer?.status === 200) return
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > limit) throw new Error('The server did not come up')
  }
}

/** Ends a process that this one started, and waits for it. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill(signal)
  await promise
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface Line {
  port: number
  agent: http.Agent | false
}

/** One request and its whole answer, not decoded. Rejects if the connection breaks. */
export function send(
  { port, agent }: Line,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = http.request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
    response.on('error', reject)
  })
  request.setTimeout(30_000, () => request.destroy(new Error('No answer')))
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Returns the body of a visitor's form. Each number is another visitor. */
export const bookingPayload = (number: number): Record<string, unknown> => ({
  serviceLevel: 'standard',
  name: `Visitor ${number}`,
  phone: `07${700_000_000 + number}`,
  email: `visitor-${number}@example.com`,
  service: 'Burst Pipe',
  description: 'Water is coming through the kitchen ceiling, the stopcock is stuck',
  postcode: 'E1 1FR',
  address: `${number} Whitechapel Road`,
  timeSlot: 'ASAP',
  submittedAt: new Date().toISOString(),
  triggered_from: 'http://localhost',
  estimatedPrice: 142.5,
  detectedBorough: 'Tower Hamlets',
  company: '',
})

/** Sends a booking from an address of the visitor's own, as behind one proxy (TRUST_PROXY=1). */
export function submitBooking(line: Line, number: number, key: string, payload: Record<string, unknown>): Promise<Answer> {
  const address = `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': address }
  return send(line, 'POST', '/functions/v1/submit-booking', headers, JSON.stringify(payload))
}

let visitors = 0

/** New bookings on so many connections, one after another on each, for some seconds. */
export async function loadBookings(port: number, connections: number, forSeconds: number) {
  const durations: number[] = []
  let errors = 0
  const startedAt = performance.now()
  const visit = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    while (performance.now() < startedAt + forSeconds * 1_000) {
      const number = ++visitors
      const sentAt = performance.now()
      const answer = await submitBooking({ port, agent }, number, randomUUID(), bookingPayload(number)).catch(() => undefined)
      if (answer?.status === 201) durations.push(performance.now() - sentAt)
      else errors++
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, visit))
  return { durations, errors, perSecond: durations.length / ((performance.now() - startedAt) / 1_000) }
}

/** Waits until no job waits. */
export async function drain({ db }: OpenDatabase): Promise<void> {
  for (const limit = performance.now() + drainLimitMs; ; await delay(25)) {
    const waiting = await db.selectFrom('jobs').select('id').where('state', '=', 'waiting').limit(1).executeTakeFirst()
    if (!waiting) return
    if (performance.now() > limit) throw new Error('The outbox does not drain')
  }
}
