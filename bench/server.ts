import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The built server as a process of its own, and what one says to it over HTTP. */

const root = fileURLToPath(new URL('..', import.meta.url))
const upLimitMs = 30_000
const answerLimitMs = 30_000

/** Copies the build, so that one made meanwhile does not change what is measured. Returns the path of its start file. */
export function copyBuild(folder: string): string {
  if (!existsSync(join(root, 'build/server/index.js'))) throw new Error('There is no build: use "npm run bench"')
  const copy = join(folder, 'site')
  mkdirSync(copy)
  cpSync(join(root, 'build'), join(copy, 'build'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
  return join(copy, 'build/server/index.js')
}

export interface ServerOptions {
  entry: string
  port: number
  env: Record<string, string>
  nodeArgs?: string[]
}

/**
 * Starts the server as `npm start` does, with exactly the environment given. Its log is shown where BENCH_LOG is set; BENCH_NODE_ARGS are
 * further arguments of Node, to try what they do.
 */
export function spawnServer({ entry, port, env, nodeArgs = [] }: ServerOptions): ChildProcess {
  const fixed = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    BACKUP_DIR: 'off',
  }
  const tried = process.env.BENCH_NODE_ARGS?.split(' ') ?? []
  const child = spawn(process.execPath, ['--max-semi-space-size=4', ...tried, ...nodeArgs, entry], {
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      NODE_COMPILE_CACHE: join(dirname(entry), 'compiled'),
      ...fixed,
      ...env,
    },
    stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  const endWithThis = () => child.kill('SIGKILL')
  process.once('exit', endWithThis)
  child.once('exit', () => process.off('exit', endWithThis))
  return child
}

/** Waits until the server says that it can store a booking. Throws when it ends or takes too long. */
export async function untilUp(child: ChildProcess, port: number): Promise<void> {
  for (const limit = performance.now() + upLimitMs; ; await delay(5)) {
    const status = await send({ port, agent: false }, 'GET', '/api/health').then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
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
  body: string
}

export interface Line {
  port: number
  /** One connection is kept open by an agent with one socket. */
  agent: http.Agent | false
}

/** One request and its whole answer. Rejects when the connection breaks. */
export function send(
  { port, agent }: Line,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const length = body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}
  const request = http.request({ host: '127.0.0.1', port, agent, method, path, headers: { ...length, ...headers } }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    response.on('error', reject)
  })
  request.setTimeout(answerLimitMs, () => request.destroy(new Error('No answer')))
  request.on('error', reject)
  request.end(body)
  return promise
}

/** One booking. The client's address is its own for each of 131,072 numbers, as it would be behind one proxy (TRUST_PROXY=1). */
export const submitBooking = (line: Line, client: number, key: string, payload: Record<string, unknown>): Promise<Answer> =>
  send(
    line,
    'POST',
    '/functions/v1/submit-booking',
    { 'idempotency-key': key, 'x-forwarded-for': `198.${18 + ((client >> 16) & 1)}.${(client >> 8) & 255}.${client & 255}` },
    JSON.stringify(payload),
  )

/** What a visitor's form sends; `number` makes it a booking of its own. */
export const bookingPayload = (number: number | string): Record<string, unknown> => ({
  serviceLevel: 'standard',
  name: `Visitor ${number}`,
  phone: '07700 900264',
  email: `visitor-${number}@example.com`,
  service: 'Burst Pipe',
  description: 'Water is coming through the kitchen ceiling, the stopcock is stuck',
  postcode: 'E1 1FR',
  address: '12 Whitechapel Road',
  timeSlot: 'ASAP',
  submittedAt: new Date().toISOString(),
  triggered_from: 'http://localhost',
  estimatedPrice: 142.5,
  detectedBorough: 'Tower Hamlets',
  company: '',
})
