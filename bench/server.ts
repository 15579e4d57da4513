import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'

/** The built server in its own process, and requests to it. */

const root = fileURLToPath(new URL('..', import.meta.url))
const { SERVER_ARGS, serverEnv } = await import(new URL('../deploy/lib/server.mjs', import.meta.url).href)
const upLimitMs = 120_000
const drainLimitMs = 10 * 60_000

export interface Server {
  port: number
  child: ChildProcess
}

/**
 * Starts the server as `npm start` does, with exactly the environment given, and waits until it is healthy. BENCH_LOG shows its log;
 * BENCH_NODE_ARGS adds Node's arguments.
 */
export async function startServer(env: Record<string, string>, nodeArgs: string[] = []): Promise<Server> {
  const port = await freePort()
  const tried = process.env.BENCH_NODE_ARGS?.split(' ') ?? []
  const child = spawn(process.execPath, [...SERVER_ARGS, ...tried, ...nodeArgs, join(root, 'build/server/index.js')], {
    env: {
      PATH: process.env.PATH ?? '',
      ...serverEnv(join(root, 'node_modules/.cache/compiled')),
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'error',
      BACKUP_DIR: 'off',
      // As on a real site: samples are only loaded on a developer's machine.
      SAMPLE_DATA: 'off',
      ...env,
    },
    stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  await untilUp(child, port, '/api/health')
  return { port, child }
}

/** Waits until a server answers with 200. Throws if it ends or takes too long. It ends with this process at the latest. */
export async function untilUp(child: ChildProcess, port: number, path: string): Promise<void> {
  const endWithThis = () => child.kill('SIGKILL')
  process.once('exit', endWithThis)
  child.once('exit', () => process.off('exit', endWithThis))
  for (const limit = performance.now() + upLimitMs; ; await delay(5)) {
    const answer = await send({ port }, 'GET', path).catch(() => undefined)
    if (answer?.status === 200) return
    if (hasEnded(child) || performance.now() > limit) throw new Error(`${child.spawnfile} did not come up`)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Ends a process that this one started, and waits for it. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Without an agent, each request has a connection of its own. */
export interface Line {
  port: number
  agent?: http.Agent
}

/** One request and its whole answer, not decoded. Rejects if the connection breaks. */
export async function send(line: Line, method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  const request = http.request({ host: '127.0.0.1', agent: false, ...line, method, path, headers, timeout: 30_000 })
  request.once('timeout', () => request.destroy(new Error('No answer')))
  // A connection that breaks after the head is reported here too, and the body's reader rejects.
  request.on('error', () => undefined)
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
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
