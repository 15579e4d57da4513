import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Engine } from '#app/platform/database.ts'
import { startPostgres } from '#test/support/postgres.ts'

/** An empty database, a folder for the files beside it, and the server's settings for both. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  env: Record<string, string>
}

/** Measures on each of the engines in turn, with as many empty databases as it asks for in `folder`. PostgreSQL's commits are durable. */
export async function onEngines(
  folder: string,
  engines: string,
  measure: (engine: Engine, newPlace: () => Promise<Place>) => Promise<void>,
): Promise<void> {
  const { ensurePostgres } = await import(new URL('../scripts/ensure-postgres.mjs', import.meta.url).href)
  chmodSync(folder, 0o755)
  for (const engine of engines.split(',') as Engine[]) {
    if (engine === 'postgres') await ensurePostgres({ log: console.log })
    const postgres = engine === 'postgres' ? await startPostgres({ durableIn: folder }) : undefined
    let places = 0
    try {
      await measure(engine, async () => {
        const name = `${engine}_${++places}`
        const dataDir = join(folder, name)
        mkdirSync(dataDir)
        const databaseUrl = postgres && (await createDatabase(postgres.url, name))
        const env = { DATA_DIR: dataDir, SECRET_KEY: randomUUID(), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
        return { dataDir, databaseUrl, env }
      })
    } finally {
      await postgres?.stop()
    }
  }
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(name, server).href
}
