import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import type { SqlCounts } from './count-sql.ts'
import { cpuMs, engineLine } from './machine.ts'
import type { DurablePostgres } from './postgres.ts'
import { ended, spawnServer, untilUp } from './server.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The servers on data of their own, and a second, bare database of the same engine on the same disk. */
export interface Stage {
  ports: number[]
  database: OpenDatabase
  barePlace: string
  /** Of all servers together, so far. */
  used(): Promise<SqlCounts & { cpuMs: number }>
  close(): Promise<void>
}

export interface StageOptions {
  instances?: number
  /** Without it, SQLite. */
  postgres?: DurablePostgres
  /** A folder for CPU profiles. */
  profile?: string
  env?: Record<string, string>
}

/** Starts servers in `folder`, with their statements counted. */
export async function openStage(
  entry: string,
  folder: string,
  { instances = 1, postgres, profile, env = {} }: StageOptions,
): Promise<Stage> {
  const [dataDir, bareDir] = [join(folder, 'data'), join(folder, 'bare')]
  mkdirSync(bareDir, { recursive: true })
  const [databaseUrl, bareUrl] = [await postgres?.createDatabase(), await postgres?.createDatabase()]
  const bare = openDatabase({ databaseUrl: bareUrl, dataDir: bareDir })
  await migrate(bare)
  await bare.db.destroy()
  const common = {
    ...{ DATA_DIR: dataDir, SECRET_KEY: randomUUID(), TRUST_PROXY: '1' },
    // Rendered and compressed meanwhile, they would be part of what is measured in the first seconds alone.
    WARM_PAGES: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  }
  const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : []
  const start = async () => {
    const port = await freePort()
    const nodeArgs = ['--import', fileOf('./count-sql.ts'), ...profiled]
    const child = spawnServer({ entry, port, env: common, nodeArgs })
    await untilUp(child, port)
    return { port, child }
  }
  const servers = await Promise.all(Array.from({ length: instances }, start))
  const database = openDatabase({ databaseUrl, dataDir })
  console.log(`\n${await engineLine(database)}`)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    ports: servers.map(({ port }) => port),
    database,
    barePlace: bareUrl ?? bareDir,
    async used() {
      const counts = await Promise.all(
        servers.map(async ({ child }): Promise<SqlCounts> => {
          const answer = once(child, 'message')
          child.send('counts')
          return (await answer)[0]
        }),
      )
      return {
        cpuMs: sum(servers.map(({ child }) => cpuMs(child.pid))),
        statements: sum(counts.map(({ statements }) => statements)),
        commits: sum(counts.map(({ commits }) => commits)),
        texts: counts.map(({ texts }) => texts).reduce(added),
        stallMs: Math.max(...counts.map(({ stallMs }) => stallMs)),
      }
    },
    async close() {
      await database.db.destroy()
      await Promise.all(servers.map(({ child }) => ended(child, 'SIGTERM')))
    },
  }
}

const added = (one: Record<string, number>, other: Record<string, number>) => {
  const sums = { ...one }
  for (const [text, count] of Object.entries(other)) sums[text] = (sums[text] ?? 0) + count
  return sums
}
