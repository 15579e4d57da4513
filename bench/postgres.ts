import { chmodSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '#test/support/postgres.ts'

/** A PostgreSQL server with durable commits, and its data in `folder`. */
export interface DurablePostgres {
  /** Creates an empty database. Returns its address. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function startDurablePostgres(folder: string): Promise<DurablePostgres> {
  const { ensurePostgres } = await import(new URL('../scripts/ensure-postgres.mjs', import.meta.url).href)
  await ensurePostgres({ log: console.log })
  chmodSync(folder, 0o755)
  const { url, stop } = await startPostgres({ durableIn: folder })
  let count = 0
  return {
    stop,
    async createDatabase() {
      const database = new URL(url)
      database.pathname = `/bench_${++count}`
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`create database bench_${count}`)
      await client.end()
      return database.href
    },
  }
}
