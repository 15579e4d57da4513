import { execFile, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'

/** PostgreSQL's programs are missing or too old for the server; the message lists what to install. */
export class PgProgramsMissing extends Error {
  constructor(serverMajor: number, found: readonly number[]) {
    const seen = found.length > 0 ? `only version ${found.join(', ')} is installed` : 'they are not installed'
    super(
      `Backups of PostgreSQL ${serverMajor} need its programs pg_dump and pg_restore, version ${serverMajor} or newer: ${seen}. ` +
        `On Debian or Ubuntu: apt-get install postgresql-client-${serverMajor}. Or set PG_BIN to the folder they’re in.`,
    )
  }
}

const debianFolder = '/usr/lib/postgresql'

/** The folder of `pg_dump` and `pg_restore` whose version is the server's, or the next newer one. Throws `PgProgramsMissing`. */
export async function findPgPrograms(serverMajor: number, folders: readonly string[] = programFolders()): Promise<string> {
  const versions: { folder: string; major: number }[] = []
  for (const folder of folders) {
    const majors = await Promise.all(['pg_dump', 'pg_restore'].map((name) => majorOf(join(folder, name))))
    const major = Math.min(...majors)
    if (major === serverMajor) return folder
    if (Number.isFinite(major)) versions.push({ folder, major })
  }
  const [best] = versions.filter(({ major }) => major > serverMajor).sort((a, b) => a.major - b.major)
  if (!best) throw new PgProgramsMissing(serverMajor, [...new Set(versions.map(({ major }) => major))])
  return best.folder
}

function programFolders(): string[] {
  const { PG_BIN, PATH = '' } = process.env
  return [...(PG_BIN ? [PG_BIN] : []), ...debianFolders(), ...PATH.split(delimiter).filter(Boolean)]
}

function debianFolders(): string[] {
  try {
    return readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'))
  } catch {
    return []
  }
}

/** The major version of a program; NaN if it can't be run. */
async function majorOf(program: string): Promise<number> {
  // Looking costs less than starting a process for each folder of the PATH.
  if (!existsSync(program)) return Number.NaN
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'])
    return Number(/ (\d+)/.exec(stdout)?.[1] ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}

/** How a program connects: the password is passed in the environment, which other accounts of the machine can't read. */
export function connectionOf(databaseUrl: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { address: url.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

/** Runs one of the programs to its end; `output` receives its output as fast as it is read. Throws with its error text. */
export async function runPgProgram(
  program: string,
  args: readonly string[],
  { env, output }: { env?: NodeJS.ProcessEnv; output?: Writable } = {},
): Promise<void> {
  const options: SpawnOptions = { env, stdio: ['ignore', output ? 'pipe' : 'ignore', 'pipe'] }
  const child = spawn(program, args, options)
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(0, 2_000)))
  if (output) child.stdout?.pipe(output)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${program} failed: ${complaint.trim() || `code ${code}`}`)
}
