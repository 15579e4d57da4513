import { mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { OpenDatabase } from '#app/platform/database.ts'

/** What the figures were measured on: the folder on a real disk, and the lines that head a report. */

const tmpfs = 0x01021994

/** A temporary folder on disk, for the data of one run. /tmp may live in memory, where nothing is durable: /var/tmp does not. */
export function makeFolder(): { path: string; remove(): void } {
  const parent =
    process.env.BENCH_DIR ?? ['/var/tmp', tmpdir()].find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  const path = mkdtempSync(join(parent ?? tmpdir(), 'bench-'))
  if (statfsSync(path).type === tmpfs)
    console.log(`WARNING: ${dirname(path)} is kept in memory: nothing measured here is durable. Set BENCH_DIR.`)
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  // A bench that is stopped leaves nothing behind: 'exit' also ends the servers it started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  process.once('exit', remove)
  return { path, remove }
}

/** One line on the machine; the load average shows whether others were using it. */
export const machineLine = () =>
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores, ` +
  `load average ${loadavg()
    .slice(0, 2)
    .map((load) => load.toFixed(1))
    .join(' ')}`

/** The engine's name, version, and the settings that make it durable, as the engine itself states them. */
export async function engineLine({ db, engine }: OpenDatabase): Promise<string> {
  const one = async (query: string) => Object.values((await sql.raw<Record<string, unknown>>(query).execute(db)).rows[0] ?? {}).join('')
  if (engine === 'sqlite') {
    const [version, mode, sync] = [await one('select sqlite_version()'), await one('pragma journal_mode'), await one('pragma synchronous')]
    return `SQLite ${version}, journal_mode=${mode}, synchronous=${sync === '2' ? 'FULL' : sync}`
  }
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes']
  const values = await Promise.all(settings.map(async (name) => `${name}=${await one(`show ${name}`)}`))
  return `PostgreSQL ${(await one('show server_version')).split(' ')[0]}, ${values.join(', ')}`
}

/** Processor time that a process has used so far, in ms; 0 where /proc does not tell. */
export function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10 // user and system, in ticks of 10 ms
  } catch {
    return 0
  }
}
