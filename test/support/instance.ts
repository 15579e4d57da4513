import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, inject, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import type { Answer, Order } from './site-host.ts'
import { copySqlite, restFromUptimeChecks } from './templates.ts'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The built server, running in its own process. */
export interface Instance {
  url: string
  port: number
  process: ChildProcess
  /** Its output so far. */
  stdout(): string
  stderr(): string
  ended: Promise<Ended>
}

/** The copy of the build that this run tests. Throws if it was made from other sources: tests would prove nothing. */
export function builtServer(): string {
  if (inject('buildIsOld')) throw new Error('Build first: the sources have changed since. "npm test -- <file>" builds and runs one file.')
  return inject('build')
}

/** Returns the folder where this run's processes keep their compiled code. */
export const compiledFolder = (): string => join(dirname(inject('build')), 'compiled')

/** A data folder for the current test, with a migrated, empty embedded database. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-data-'))
  copySqlite(inject('templates'), folder)
  restFromUptimeChecks(folder)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the built server with these environment variables and none of the test process's. It is killed when the test ends. */
export async function spawnInstance(env: Record<string, string>): Promise<Instance> {
  const instance = await spawnServer(env)
  onTestFinished(() => killed(instance))
  return instance
}

/** Kills a server, and waits until its process has ended. */
export async function killed({ process: child, ended }: Instance): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/**
 * A module that ends a server when the connection to its parent breaks, so that an interrupted test run leaves no server running. It also
 * saves the compile cache for later servers: Node does so only when a process exits by itself, and these are killed. And it makes password
 * hashing cheap, as cheap-passwords.ts does for the tests' own process.
 */
const BEFORE_THE_SERVER = `
  import crypto from 'node:crypto'
  import { flushCompileCache, syncBuiltinESMExports } from 'node:module'
  import { Socket } from 'node:net'
  setTimeout(flushCompileCache, 1_000).unref()
  const { argon2 } = crypto
  crypto.argon2 = (kind, asked, done) =>
    argon2(kind, asked.memory === 19456 ? { ...asked, memory: 16, passes: 1 } : asked, done)
  syncBuiltinESMExports()
  new Socket({ fd: 3, readable: true }).on('close', () => process.exit()).on('error', () => undefined).resume().unref()
`

/** Loads a module that looks after a server's process. */
const lifeline = `--import=data:text/javascript,${encodeURIComponent(BEFORE_THE_SERVER)}`

/** The environment of a server's process, whichever site it serves. */
const surroundings = () => ({ PATH: process.env.PATH, NODE_ENV: 'production', NODE_COMPILE_CACHE: compiledFolder() })

/** The settings of a quiet site on a port of this machine. */
const quiet = (port: string) => ({
  LOG_LEVEL: 'warn',
  // Most tests load few pages.
  WARM_PAGES: 'off',
  SAMPLE_DATA: 'off',
  BACKUP_DIR: 'off',
  HOST: '127.0.0.1',
  PORT: port,
  SITE_URL: `http://127.0.0.1:${port}`,
  // It checks itself at its own address, whatever its public URL is.
  MONITOR_URL: `http://127.0.0.1:${port}`,
})

/** Starts the built server; the caller ends it. `build`: a build other than the one under test. */
export async function spawnServer(env: Record<string, string>, build = builtServer()): Promise<Instance> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [lifeline, join(build, 'server/index.js')], {
    env: { ...surroundings(), ...quiet(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  return { url: `http://127.0.0.1:${port}`, port: Number(port), ...watched(child) }
}

/** A process, its output, and its end. */
function watched(child: ChildProcess): Pick<Instance, 'process' | 'stdout' | 'stderr' | 'ended'> {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name]?.setEncoding('utf8').on('data', (chunk: string) => (printed[name] += chunk))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  return { process: child, stdout: () => printed.stdout, stderr: () => printed.stderr, ended }
}

/** A site in the process that this worker's sites share. */
export interface HostedSite {
  /** The lines for its operator that a separate server would print. */
  greeting: string
  close(): Promise<void>
}

let host: ReturnType<typeof startHost> | undefined

/** Serves a site with these settings in the process that this worker's sites share, which is started for the first of them. */
export async function hostSite(env: Record<string, string>): Promise<HostedSite> {
  host ??= startHost()
  const { ask } = await host
  const id = ++lastId
  const { greeting = '' } = await ask({ id, serve: { ...quiet(env.PORT ?? String(await freePort())), ...env } })
  return { greeting, close: async () => void (await ask({ id, close: true })) }
}

let lastId = 0

async function startHost() {
  const program = fileURLToPath(new URL('site-host.ts', import.meta.url))
  const child = spawn(process.execPath, [lifeline, program, builtServer()], {
    env: surroundings(),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr, ended } = watched(child)
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  const answerTo = (id: number) => {
    const answer = Promise.withResolvers<Answer>()
    waiting.set(id, answer)
    return answer.promise
  }
  child.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.problem) asked?.reject(new Error(answer.problem))
    else asked?.resolve(answer)
  })
  void ended.then(({ code, signal }) => {
    host = undefined
    const error = new Error(`The sites' process ended with ${code ?? signal}:\n${stdout()}${stderr()}`)
    for (const each of waiting.values()) each.reject(error)
    waiting.clear()
  })
  await answerTo(0)
  // It ends with this worker, which doesn't wait for it.
  child.unref()
  child.channel?.unref()
  for (const stream of child.stdio) (stream as Socket | null)?.unref?.()
  return {
    ask(order: Order): Promise<Answer> {
      const answer = answerTo(order.id)
      child.send(order)
      return answer
    },
  }
}

/** Starts the built server and waits until it reports that it is healthy. */
export async function openInstance(env: Record<string, string>): Promise<Instance> {
  const instance = await spawnInstance(env)
  await untilHealthy(instance)
  return instance
}

/**
 * One instance for a file's tests that leave nothing behind, started on a fresh embedded database by the first test that uses it. Call it
 * outside of tests.
 */
export function shareInstance(env: Record<string, string> = {}, { checksUptime = false } = {}): () => Promise<Instance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-data-'))
  copySqlite(inject('templates'), dataDir)
  if (!checksUptime) restFromUptimeChecks(dataDir)
  let starting: Promise<Instance> | undefined
  afterAll(async () => {
    if (starting) await killed(await starting)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const start = async () => {
    const instance = await spawnServer({ DATA_DIR: dataDir, ...env })
    await untilHealthy(instance)
    return instance
  }
  return () => {
    starting ??= start()
    return starting
  }
}

/** Waits until an instance reports that it is healthy; fails if it ends instead. */
export async function untilHealthy(instance: Instance): Promise<void> {
  const ended = instance.ended.then(({ code }) => {
    throw new Error(`The server ended with ${code}:\n${instance.stdout()}${instance.stderr()}`)
  })
  await Promise.race([answersHealthy(instance.url), ended])
}

async function answersHealthy(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/api/health`).then(
      (response) => response.arrayBuffer().then(() => response.status),
      () => 0,
    )
    if (status === 200) return
    await delay(50)
  }
}

/** The cookie that gives a browser access to /dev, from the link that a server with developer tools prints. */
export async function devCookie({ stdout, url }: Pick<Instance, 'stdout' | 'url'>): Promise<{ name: string; value: string; url: string }> {
  for (;;) {
    const link = /http\S+\/dev\?token=[\w-]+/.exec(stdout())?.[0]
    if (link) {
      const { headers } = await fetch(link, { redirect: 'manual' })
      const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? []
      return { name, value, url }
    }
    await delay(20)
  }
}
