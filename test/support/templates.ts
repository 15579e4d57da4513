import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, openPostgres, openSqlite } from '#app/platform/database.ts'
import { newId } from '#app/platform/ids.ts'

/** Migrated, empty databases that tests copy instead of migrating one each. */
export interface Templates {
  /** The path of a closed SQLite file. */
  sqliteFile: string
  /** The name of a PostgreSQL database that nothing is connected to. */
  postgresName: string
}

/** Migrates one database per engine from nothing. `folder`: where the SQLite file goes. `drop` removes the one on PostgreSQL. */
export async function makeTemplates(folder: string, postgresUrl: string): Promise<{ made: Templates; drop(): Promise<void> }> {
  const sqlite = openSqlite(folder)
  await migrate(sqlite)
  await sqlite.db.destroy()
  const postgresName = `template_${newId().replaceAll('-', '')}`
  await runOnServer(postgresUrl, `create database ${postgresName}`)
  const postgres = openPostgres(urlOf(postgresUrl, postgresName))
  await migrate(postgres)
  await postgres.db.destroy()
  return {
    made: { sqliteFile: join(folder, 'plumbers.sqlite'), postgresName },
    drop: () => runOnServer(postgresUrl, `drop database ${postgresName} with (force)`),
  }
}

/** Puts a migrated, empty SQLite database into a data folder, where the server and `openSqlite` look for it. */
export function copySqlite({ sqliteFile }: Templates, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  copyFileSync(sqliteFile, join(dataDir, 'plumbers.sqlite'))
}

/** Makes a migrated, empty PostgreSQL database. Returns its address, and how to remove it. */
export async function copyPostgres(serverUrl: string, { postgresName }: Templates): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `test_${newId().replaceAll('-', '')}`
  await runOnServer(serverUrl, `create database ${name} template ${postgresName}`)
  return { url: urlOf(serverUrl, name), remove: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`) }
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement that creates or drops a database. */
async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
