import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#app/platform/config.ts'
import { lockDataDir } from '#app/platform/data-lock.ts'
import { type OpenDatabase, openPostgres, openSqlite } from '#app/platform/database.ts'
import { flushToDisk } from '#app/platform/file-places.ts'
import { hashOf } from '#app/values/ids.ts'
import { connectionOf, findPgPrograms, runPgProgram } from './pg-programs.server.ts'
import { serverMajor, sqliteFileIn } from './snapshot.server.ts'

/** The data is in use: nothing was changed. */
export class DataInUse extends Error {}

/** Data that is made beside the present data, to take its place. */
interface Successor {
  /** Fills it from a copy in `folder`: an SQLite file, or an archive of pg_dump. Returns it, with the configuration for services on it. */
  fill(folder: string, file: string): Promise<{ database: OpenDatabase; config: Partial<Config> }>
  /**
   * Puts it in the place of the present data, and returns where that is kept; undefined if there was none. If this was cut off at any
   * moment, repeating it completes it.
   */
  replace(folder: string): Promise<string | undefined>
  /** Ends the claim on the data. Drops a database that was filled but has not replaced the present one, unless it `isKept` for later. */
  release(isKept?: boolean): Promise<void>
}

/** Names of the new data until it is in place, and of the old data after that: folders, or endings of databases' names. */
interface Names {
  fresh: string
  kept: string
}

/**
 * Claims the data, so that no server can use it meanwhile; with `isShared` it may be in use, and can't be replaced. Throws `DataDirInUse`
 * or `DataInUse`.
 */
export async function openSuccessor(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  names: Names,
  isShared = false,
): Promise<Successor> {
  const unlock = isShared ? () => undefined : lockDataDir(dataDir)
  try {
    return databaseUrl ? await postgresSuccessor(databaseUrl, names, isShared, unlock) : sqliteSuccessor(dataDir, names, isShared, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An SQLite file in a folder of the data folder. */
function sqliteSuccessor(dataDir: string, names: Names, isShared: boolean, unlock: () => void): Successor {
  const kept = join(dataDir, names.kept)
  const [present, old] = [sqliteFileIn(dataDir), sqliteFileIn(kept)]
  return {
    async fill(folder) {
      if (!isShared) rmSync(kept, { recursive: true, force: true })
      return { database: openSqlite(folder), config: {} }
    },
    async replace(folder) {
      const fresh = sqliteFileIn(folder)
      if (existsSync(fresh)) {
        for (const ending of ['-wal', '-shm', '']) {
          if (!existsSync(present + ending)) continue
          mkdirSync(kept, { recursive: true, mode: 0o700 })
          // Once the old data is kept, a file in its place was made by a program that looked for it after this was cut off.
          if (existsSync(old)) rmSync(present + ending)
          else renameSync(present + ending, old + ending)
        }
        if (existsSync(kept)) await flushToDisk(kept)
        renameSync(fresh, present)
        await flushToDisk(dataDir)
      }
      return existsSync(kept) ? kept : undefined
    },
    release: async () => unlock(),
  }
}

/** A PostgreSQL database of its own: it takes the present one's name, and that one is renamed and kept. */
async function postgresSuccessor(databaseUrl: string, names: Names, isShared: boolean, unlock: () => void): Promise<Successor> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  // PostgreSQL cuts names at 63 bytes, which would cut off the ending. Long names that begin alike stay apart.
  const named = (ending: string) =>
    name.length + ending.length <= 63 ? name + ending : `${name.slice(0, 54 - ending.length)}_${hashOf(name).slice(0, 8)}${ending}`
  const [fresh, kept] = [names.fresh, names.kept].map((each) => named(`_${each.replaceAll('-', '_')}`)) as [string, string]
  const urlOf = (database: string) => Object.assign(new URL(databaseUrl), { pathname: `/${encodeURIComponent(database)}` }).href
  const server = new pg.Client({ connectionString: urlOf(name === 'postgres' ? 'template1' : 'postgres') })
  await server.connect()
  const quoted = (each: string) => server.escapeIdentifier(each)
  const isThere = async (database: string) =>
    Boolean((await server.query('select from pg_database where datname = $1', [database])).rowCount)
  const drop = (database: string) => server.query(`drop database if exists ${quoted(database)} with (force)`)
  const users = async () =>
    Number((await server.query('select count(*) as count from pg_stat_activity where datname = $1', [name])).rows[0].count)
  const count = isShared ? 0 : await users()
  if (count > 0) {
    await server.end()
    throw new DataInUse(
      `${count === 1 ? '1 connection is' : `${count} connections are`} using the database ${name}. Stop every server that uses it, then try again.`,
    )
  }
  let isFilled = false
  return {
    async fill(_folder, file) {
      if (!isShared) await drop(kept)
      await drop(fresh)
      await server.query(`create database ${quoted(fresh)} template template0`)
      isFilled = true
      const database = openPostgres(urlOf(fresh), { poolSize: 4 })
      const { address, env } = connectionOf(urlOf(fresh))
      try {
        const program = join(await findPgPrograms(await serverMajor(database.db)), 'pg_restore')
        await runPgProgram(
          program,
          ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', `--dbname=${address}`, file],
          {
            env,
          },
        )
      } catch (error) {
        await database.db.destroy()
        throw error
      }
      return { database, config: { databaseUrl: urlOf(fresh) } }
    },
    async replace() {
      if (await isThere(fresh)) {
        // In one transaction: there is no moment without data.
        await server.query('begin')
        if (await isThere(name)) await server.query(`alter database ${quoted(name)} rename to ${quoted(kept)}`)
        await server.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
        await server.query('commit')
        isFilled = false
      }
      return (await isThere(kept)) ? `the database ${kept}` : undefined
    },
    async release(isKept = false) {
      await server.query('rollback')
      if (isFilled && !isKept) await drop(fresh)
      await server.end()
      unlock()
    },
  }
}
