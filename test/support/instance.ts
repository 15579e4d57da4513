import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The built server, running as a process of its own. */
export interface Instance {
  url: string
  port: number
  process: ChildProcess
  /** What it has printed so far. */
  stdout(): string
  stderr(): string
  ended: Promise<Ended>
}

let copied: string | undefined
afterAll(() => {
  if (copied) rmSync(dirname(copied), { recursive: true, force: true })
  copied = undefined
})

/** A copy of the build, so that a build made meanwhile does not change the server under test. Gone when the tests end. */
export function builtServer(): string {
  if (copied) return copied
  if (!existsSync(join(root, 'build/server/index.js'))) throw new Error('There is no build: run "npm test", which builds first.')
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-build-'))
  cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  copied = join(folder, 'build')
  return copied
}

/** A folder of this test's own for an embedded database. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the built server with these environment variables and nothing of the tests' own. It is killed when the test ends. */
export async function spawnInstance(env: Record<string, string>): Promise<Instance> {
  const instance = await spawnServer(env)
  onTestFinished(() => killed(instance))
  return instance
}

async function killed({ process: child, ended }: Instance): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

async function spawnServer(env: Record<string, string>): Promise<Instance> {
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(builtServer(), 'server/index.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SAMPLE_DATA: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: url,
      // It checks itself, whatever address it has been told that visitors use.
      MONITOR_URL: url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (chunk: string) => (printed[name] += chunk))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  return { url, port, process: child, stdout: () => printed.stdout, stderr: () => printed.stderr, ended }
}

/** Starts the built server and waits until it says that it is healthy. */
export async function openInstance(env: Record<string, string>): Promise<Instance> {
  const instance = await spawnInstance(env)
  await untilHealthy(instance)
  return instance
}

/**
 * One instance for the tests of a file that leave nothing behind in it, started on a fresh embedded database with the first that asks
 * for it. To be called outside of tests.
 */
export function shareInstance(env: Record<string, string> = {}): () => Promise<Instance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-data-'))
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

/** Waits until an instance says that it is healthy; fails when it ends instead. */
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
