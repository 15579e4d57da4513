import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#test/support/free-port.ts'
import { findPostgres } from '#test/support/postgres.ts'
import { ended } from './server.ts'

/** A PostgreSQL server that keeps what it acknowledged: `fsync`, `synchronous_commit` and `full_page_writes` are on. */
export interface DurablePostgres {
  /** An empty database's address. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

const startLimitMs = 60_000
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** Starts a durable server with its data in `folder`, or uses the one in BENCH_POSTGRES_URL. */
export async function startDurablePostgres(folder: string): Promise<DurablePostgres> {
  const given = process.env.BENCH_POSTGRES_URL
  if (given) return serverAt(given, async () => undefined)
  const { ensurePostgres } = await import(new URL('../scripts/ensure-postgres.mjs', import.meta.url).href)
  await ensurePostgres({ log: console.log })
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL programs found: install it, or set PG_BIN or BENCH_POSTGRES_URL.')
  const user = serverUser()
  const home = join(folder, 'postgres')
  mkdirSync(home)
  if (user.uid !== undefined && user.gid !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(home, user.uid, user.gid)
  }
  const bin = programs.packaged && user.uid !== undefined ? copyFor(user, programs.packaged, home) : programs.bin
  const data = join(home, 'data')
  const options = { ...user, cwd: home, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C'], {
    ...options,
    stdio: 'pipe',
  })
  const port = await freePort()
  const set = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...set], { ...options, stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGINT'))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilItAnswers(url, child)
  return serverAt(url, () => ended(child, 'SIGINT'))
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.')
}

/** The npm package's programs where another user can reach them. */
function copyFor({ uid, gid }: { uid?: number; gid?: number }, packaged: string, home: string): string {
  const copy = join(home, 'programs')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy])
  return join(copy, 'bin')
}

function serverAt(url: string, stop: () => Promise<void>): DurablePostgres {
  let count = 0
  return {
    stop,
    async createDatabase() {
      const name = `bench_${process.pid}_${++count}`
      await query(url, `create database ${name}`)
      const database = new URL(url)
      database.pathname = `/${name}`
      return database.href
    },
  }
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const limit = Date.now() + startLimitMs; ; await delay(50)) {
    const answered = await query(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (answered) return
    if (child.exitCode !== null || Date.now() > limit) throw new Error('PostgreSQL did not start')
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}
