import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { type AuditHead, readAuditHead } from '#app/platform/audit.ts'
import type { Config } from '#app/platform/config.ts'
import { type OpenDatabase, openSqlite } from '#app/platform/database.ts'
import type { Tables } from '#db/tables.ts'
import type { BackupManifest } from '../files/backup-file.server.ts'
import { connectionOf, findPgPrograms, runPgProgram } from './pg-programs.server.ts'

/** The contents of the data at one moment. */
type DataFacts = Pick<BackupManifest, 'migration' | 'rows' | 'auditHead'>

/**
 * Copies the data, as it is at one moment, to a file: an SQLite file, or an archive of pg_dump, without blocking writers. `folder`: empty,
 * for temporary files.
 */
export const takeSnapshot = (config: Config, database: OpenDatabase, folder: string): Promise<{ file: string; facts: DataFacts }> =>
  database.engine === 'sqlite' ? snapshotSqlite(config.dataDir, folder) : snapshotPostgres(config.databaseUrl ?? '', database, folder)

/** The file of the data in a folder, named as `openSqlite` expects. */
export const sqliteFileIn = (folder: string) => join(folder, 'plumbers.sqlite')

async function snapshotSqlite(dataDir: string, folder: string) {
  const file = sqliteFileIn(folder)
  const source = new SqliteDatabase(sqliteFileIn(dataDir), { readonly: true })
  try {
    // One transaction for all of it: otherwise the copy would start again at every write of the server.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await source.backup(file)
  } finally {
    source.close()
  }
  const copy = openSqlite(folder)
  try {
    return { file, facts: await readFacts(copy.db) }
  } finally {
    await copy.db.destroy()
  }
}

async function snapshotPostgres(databaseUrl: string, { db }: OpenDatabase, folder: string) {
  const file = join(folder, 'plumbers.dump')
  const programs = await findPgPrograms(await serverMajor(db))
  const { address, env } = connectionOf(databaseUrl)
  // pg_dump reads the same snapshot that is counted here.
  const facts = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
      const counted = await readFacts(tx)
      const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`, `--file=${file}`]
      await runPgProgram(join(programs, 'pg_dump'), [...args, `--dbname=${address}`], { env })
      return counted
    })
  return { file, facts }
}

/** The major version of the server behind a PostgreSQL database. */
export async function serverMajor(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

/** Counts every table, also in data that is older than this version. */
export async function readFacts(db: Kysely<Tables>): Promise<DataFacts> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).filter(
    ({ schema, isView }) => !isView && (schema === undefined || schema === 'public'),
  )
  const names = tables.map(({ name }) => name)
  const rows: Record<string, number> = {}
  for (const name of names.filter((each) => !each.startsWith('kysely_')).toSorted()) {
    const counted = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    rows[name] = Number(counted.rows[0]?.count)
  }
  return { rows, migration: await newestMigration(db, names), auditHead: names.includes('audit_head') ? await headIn(db) : null }
}

const headIn = async (db: Kysely<Tables>): Promise<AuditHead | null> => {
  const head = await readAuditHead(db)
  return head.position > 0 ? head : null
}

async function newestMigration(db: Kysely<Tables>, tables: readonly string[]): Promise<string> {
  if (!tables.includes('kysely_migration')) return ''
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}
