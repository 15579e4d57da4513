import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#app/platform/database.ts'
import { newToken } from '#app/values/ids.ts'
import { freePort } from './free-port.ts'
import { builtServer, compiledFolder } from './instance.ts'
import { copyPostgres, copySqlite } from './templates.ts'
import { bookingBody, testSecret } from './world.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Ends the process that loads it with SIGKILL, just before a change of files or the start of a program. The file KILLS has a line for each
 * time: which program, and either the words that the call must contain or the number of the call. Each is used once.
 */
const KILLER = `
  import childProcess from 'node:child_process'
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  import { basename } from 'node:path'
  const { readFileSync, writeFileSync, existsSync } = fs
  const name = [basename(process.argv[1] ?? ''), ...process.argv.slice(2)].join(' ')
  let calls = 0
  function mayEnd(call) {
    if (!existsSync(process.env.KILLS)) return
    const [first = '', ...rest] = readFileSync(process.env.KILLS, 'utf8').split('\\n')
    const [program, at] = first.split(' | ')
    if (!at || !name.startsWith(program)) return
    calls += 1
    if (/^[0-9]+$/.test(at) ? calls !== Number(at) : !call.includes(at)) return
    writeFileSync(process.env.KILLS, rest.join('\\n'))
    process.kill(process.pid, 'SIGKILL')
    for (;;);
  }
  const watch = (module, names) => {
    for (const each of names) {
      const real = module[each]
      module[each] = (...given) => (mayEnd(each + ' ' + given.filter((part) => typeof part === 'string').join(' ')), real(...given))
    }
  }
  watch(fs, ['mkdirSync', 'renameSync', 'rmSync', 'symlinkSync', 'fsyncSync', 'writeFileSync'])
  watch(fs.promises, ['open', 'rename', 'rm', 'copyFile'])
  watch(childProcess, ['spawn', 'spawnSync'])
  syncBuiltinESMExports()
`
const withKiller = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(KILLER)}` }

interface ReleaseOptions {
  /** Its commit was made at this time. */
  date: string
  /** Code that its server runs before it starts: a migration, or a fault. */
  first?: string
}

/** Makes a tarball of a release: the build under test, and this project's own code. */
export function packRelease(version: string, { date, first = '' }: ReleaseOptions): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const top = join(folder, version)
  const file = join(folder, `${version}.tar.gz`)
  for (const part of ['node/bin', 'build/server']) mkdirSync(join(top, part), { recursive: true })
  for (const part of ['deploy', 'scripts', 'package.json']) cpSync(join(repository, part), join(top, part), { recursive: true })
  for (const part of ['app', 'server', 'content', 'db', 'node_modules']) symlinkSync(join(repository, part), join(top, part))
  symlinkSync(process.execPath, join(top, 'node/bin/node'))
  writeFileSync(
    join(top, 'build/server/index.js'),
    `${first}\nconst { main } = await import(${JSON.stringify(join(builtServer(), 'server/index.js'))})\nawait main()\n`,
  )
  writeFileSync(join(top, 'RELEASE'), `version=${version}\ndate=${date}\nplatform=${process.platform}-${process.arch}\n`)
  const inShell = (command: string, cwd: string) => execFileSync('sh', ['-c', command], { cwd })
  inShell('find . -type f ! -name SHA256SUMS -exec sha256sum {} + > SHA256SUMS', top)
  inShell(`tar -czf ${version}.tar.gz ${version} && sha256sum ${version}.tar.gz > ${version}.tar.gz.sha256`, folder)
  return file
}

/** An SQL statement as code for `first`, run on the data that the server is started with. */
export const migrating = (statement: string) => `
  const { DATA_DIR, DATABASE_URL } = process.env
  const { default: Sqlite } = await import(${JSON.stringify(join(repository, 'node_modules/better-sqlite3/lib/index.js'))})
  const { default: pg } = await import(${JSON.stringify(join(repository, 'node_modules/pg/lib/index.js'))})
  if (DATABASE_URL) {
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    await client.query(${JSON.stringify(statement)})
    await client.end()
  } else {
    const file = new Sqlite(DATA_DIR + '/plumbers.sqlite')
    file.exec(${JSON.stringify(statement)})
    file.close()
  }
`

export type Installed = Awaited<ReturnType<typeof install>>

/**
 * Installs a release below a folder of its own, and runs it as a service that is restarted whenever it ends, with all its child processes.
 * `systemctl restart` waits for `mayRestart`.
 */
export async function install(tarball: string, { engine = 'sqlite' }: { engine?: 'sqlite' | 'postgres' } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'server-'))
  const [state, opt] = [join(root, 'var/lib/plumbers'), join(root, 'opt/plumbers')]
  const dataDir = join(state, 'data')
  for (const folder of [dataDir, join(opt, 'releases'), join(root, 'etc/plumbers'), join(root, 'bin')])
    mkdirSync(folder, { recursive: true })
  copySqlite(inject('templates'), dataDir)
  const postgres = engine === 'postgres' ? await copyPostgres(inject('postgresUrl'), inject('templates'), true) : undefined
  if (postgres) rmSync(join(dataDir, 'plumbers.sqlite'))
  const version = basename(tarball, '.tar.gz')
  execFileSync('tar', ['-xzf', tarball, '-C', join(opt, 'releases')])
  symlinkSync(join(opt, 'releases', version), join(state, 'release'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings: Record<string, string> = {
    ...{ DATA_DIR: dataDir, BACKUP_DIR: join(root, 'var/backups/plumbers'), PORT: String(port), HOST: '127.0.0.1' },
    ...{ SITE_URL: 'https://www.example.co.uk', STAFF_EMAIL: 'owner@example.co.uk', SECRET_KEY: testSecret },
    ...{ SAMPLE_DATA: 'off', DEV_TOOLS: 'off', WARM_PAGES: 'off', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000' },
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(root, 'etc/plumbers/settings.env'), lines.join('\n'))
  const kills = join(root, 'kills')
  const env = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    ROOT: root,
    KILLS: kills,
    NODE_COMPILE_CACHE: compiledFolder(),
    ...withKiller,
  }
  const systemctl = `#!/bin/sh
    cd ${root}; old=$(cat pid); touch asked
    while [ ! -e may-restart ]; do sleep 0.02; done
    kill -TERM $old; while [ "$(cat pid)" = $old ]; do sleep 0.02; done`
  writeFileSync(join(root, 'bin/systemctl'), systemctl)
  chmodSync(join(root, 'bin/systemctl'), 0o755)

  let service: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let output = ''
  const start = () => {
    const release = join(state, 'release')
    const child = spawn(join(release, 'node/bin/node'), [join(release, 'deploy/launch.mjs')], {
      ...{ cwd: state, env: { ...env, ...settings }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    })
    service = child
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
    writeFileSync(join(root, 'pid'), String(child.pid))
    ended = new Promise<void>((resolve) =>
      child.once('exit', () => {
        endGroup(child)
        if (service === child) start()
        resolve()
      }),
    )
  }
  start()
  onTestFinished(async () => {
    const last = service
    service = undefined
    if (last) endGroup(last)
    await ended
    rmSync(root, { recursive: true, force: true })
    postgres?.release()
  })
  const runs = () => basename(readlinkSync(join(state, 'release')))
  return {
    root,
    dataDir,
    url,
    output: () => output,
    /** The version that is current. */
    runs,
    /** Waits until the site answers, and returns its version. */
    async up(): Promise<string> {
      for (;;) {
        if (
          await fetch(`${url}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return runs()
        await delay(20)
      }
    },
    /** Books a visit, and returns its distinct email address once it is acknowledged. */
    async book(): Promise<string> {
      const email = `${newToken().slice(0, 12)}@example.com`
      const { status } = await fetch(`${url}/functions/v1/submit-booking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': newToken() },
        body: JSON.stringify(bookingBody({ email })),
      })
      if (status !== 201) throw new Error(`Not booked: ${status}\n${output}`)
      return email
    },
    /** The emails of the bookings in the data, and whether the newer release's migration is there. */
    async stored() {
      const { db } = openDatabase({ databaseUrl: postgres?.url, dataDir })
      const rows = await db.selectFrom('bookings').select('email').execute()
      const tables = await db.introspection.getTables()
      await db.destroy()
      return { emails: rows.map(({ email }) => email), isMigrated: tables.some(({ name }) => name === 'added') }
    },
    /** The processes to end: a program, and the call before which it ends, by a part of it or by number. */
    kill: (...ends: `${string} | ${string | number}`[]) => writeFileSync(kills, ends.join('\n')),
    /** The kills that have not happened yet. */
    killsLeft: () => (existsSync(kills) ? readFileSync(kills, 'utf8').split('\n').filter(Boolean) : []),
    /** Switches releases as `update` does after a good trial. `before` runs before the stop. Returns when the switch is over. */
    async switchTo(given: string, before: () => Promise<unknown>) {
      const [folder, link] = [join(opt, 'releases', basename(given, '.tar.gz')), join(state, 'next')]
      if (!existsSync(folder)) execFileSync('tar', ['-xzf', given, '-C', join(opt, 'releases')])
      await before()
      symlinkSync(folder, link)
      service?.kill('SIGTERM')
      while (existsSync(link) || existsSync(join(state, 'ready'))) await delay(20)
    },
    /** Runs `update` of the current release. `before` runs between its trial and the stop. */
    async update(given: string, before: () => Promise<unknown> = async () => undefined) {
      for (const name of ['asked', 'may-restart']) rmSync(join(root, name), { force: true })
      const child = spawn(join(state, 'release/deploy/update'), [basename(given)], {
        cwd: dirname(given),
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
      const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
      let isOver = false
      void closed.then(() => (isOver = true))
      while (!isOver && !existsSync(join(root, 'asked'))) await delay(20)
      if (!isOver) await before()
      appendFileSync(join(root, 'may-restart'), '')
      return { code: await closed, printed, wasStopped: existsSync(join(root, 'asked')) }
    },
  }
}

/** Ends what a process started too, as systemd does. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
