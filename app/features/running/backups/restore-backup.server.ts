import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { recordAudit, sealAuditLog } from '#app/platform/audit.ts'
import type { Config } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { lockDataDir } from '#app/platform/data-lock.ts'
import { migrate, type OpenDatabase, openPostgres, openSqlite } from '#app/platform/database.ts'
import type { Erasure } from '#app/platform/erasures.ts'
import type { FilePlace } from '#app/platform/file-places.ts'
import type { Secrets } from '#app/platform/secrets.ts'
import { type Clock, toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { migrations } from '#db/migrations/index.ts'
import { readErasureLists, readErasures, replayErasures } from '../erasure-lists.server.ts'
import { type BackupRow, takeBackup } from '../take-backup.server.ts'
import { connectionOf, findPgPrograms, runPgProgram } from './engines/pg-programs.server.ts'
import { checkStructure, type Proof, proveData } from './engines/prove-data.server.ts'
import { serverMajor, sqliteFileIn } from './engines/snapshot.server.ts'
import { type BackupManifest, BadBackup, backupKeys, openBackup } from './files/backup-file.server.ts'
import { chooseBackup } from './files/backup-files.ts'
import { type RestoredPhotos, restorePhotos } from './files/photo-copies.server.ts'
import { backupPlaces } from './files/places.server.ts'

/** The data is in use: nothing was changed. */
export class DataInUse extends Error {}

interface Options {
  config: Config
  secrets: Secrets
  clock: Clock
  /** `latest`, a backup's name, a day or an instant. */
  wanted: string
  /** Searched in order. */
  places?: readonly FilePlace[]
}

/** The result of a restore. */
export interface Restored {
  manifest: BackupManifest
  from: string
  proof: Proof
  /** Accounts and bookings that were erased since the backup, and are erased again. */
  erasedAgain: { accounts: number; bookings: number }
  photos: RestoredPhotos
  /** New location of the previous data; undefined if there was none. */
  replaced: string | undefined
  /** The backups of the restored data: its log's head is compared with theirs from now on. */
  backedUp: BackupRow[]
}

/**
 * Restores the data from a backup. The copy is made beside the present data, verified (rows, constraints, audit log, one secret), migrated,
 * freed of what was erased since, and given the file of every photo. Only then does it replace the present data, which is kept. Throws
 * `DataDirInUse`, `DataInUse` while a server runs, `PlaceFailed`, and `BadBackup` if the backup is missing, damaged, of another moment, of a
 * newer version or under another key: then nothing has changed.
 */
export async function restoreBackup({ config, secrets, clock, wanted, places = backupPlaces(config) }: Options): Promise<Restored> {
  const [place, name] = await findBackup(places, wanted)
  const target = config.databaseUrl ? await postgresTarget(config.databaseUrl, clock) : sqliteTarget(config.dataDir, clock)
  const folder = makeFolder(config.dataDir)
  try {
    const file = sqliteFileIn(folder)
    const manifest = await openBackup(place, name, backupKeys(config, secrets), file)
    const engine = config.databaseUrl ? 'postgres' : 'sqlite'
    if (manifest.engine !== engine) throw new BadBackup(`The backup is from ${manifest.engine}, but the data is in ${engine}.`)
    if (manifest.migration && !Object.hasOwn(migrations, manifest.migration))
      throw new BadBackup(`A newer version of this site made the backup (${manifest.migration}). Install that one, then restore.`)
    const erasures = await target.readErasures()
    for (const each of new Set([place, ...places])) erasures.push(...(await readErasureLists(each)))
    const restored = await target.restore(folder, file)
    const services = createServices({ ...config, ...restored.config }, restored.database, { clock })
    let proof: Proof
    let erasedAgain: Restored['erasedAgain']
    let photos: RestoredPhotos
    try {
      proof = await proveData(restored.database, manifest, secrets)
      await migrate(restored.database)
      await sealAuditLog(services)
      erasedAgain = await replayErasures(services, erasures)
      photos = await restorePhotos(services, [...new Set([place, ...places])])
      const detail = { ...erasedAgain, backupOf: manifest.at }
      await recordAudit(services.db, clock.now(), { actor: 'system', action: 'data.restore', subject: 'data', detail })
      await checkStructure(restored.database)
    } finally {
      await restored.database.db.destroy()
    }
    const replaced = await target.replace(folder)
    return {
      manifest,
      from: `${name} in ${place.name}`,
      proof,
      erasedAgain,
      photos,
      replaced,
      backedUp: await backUpAnew(config, clock, places),
    }
  } finally {
    await target.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function findBackup(places: readonly FilePlace[], wanted: string): Promise<[FilePlace, string]> {
  if (places.length === 0)
    throw new BadBackup('Choose where to look for backups: set BACKUP_DIR or BACKUP_URL, or add a folder after the backup’s name.')
  for (const place of places) {
    const name = chooseBackup(await place.names(), wanted)
    if (name) return [place, name]
  }
  throw new BadBackup(`There is no backup '${wanted}' in ${places.map(({ name }) => name).join(' or ')}.`)
}

function makeFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return mkdtempSync(join(dataDir, 'unfinished-backup-'))
}

/** The newest backup must contain the restored data, so that its audit log's head matches too. */
async function backUpAnew(config: Config, clock: Clock, places: readonly FilePlace[]): Promise<BackupRow[]> {
  const database = config.databaseUrl ? openPostgres(config.databaseUrl, { poolSize: 2 }) : openSqlite(config.dataDir)
  try {
    return await takeBackup(createServices(config, database, { clock }), 'restore', places)
  } finally {
    await database.db.destroy()
  }
}

interface Target {
  /** The erasures recorded in the present data. */
  readErasures(): Promise<Erasure[]>
  /** Makes the restored data beside the present data. */
  restore(folder: string, file: string): Promise<{ database: OpenDatabase; config: Partial<Config> }>
  /** Replaces the present data. Returns where that is kept. */
  replace(folder: string): Promise<string | undefined>
  release(): Promise<void>
}

const stamp = (clock: Clock) => toInstant(clock.now()).replace(/\D/g, '').slice(0, 14)

/** The erasures listed in data that is about to be replaced; none if it can't be read, which may be the reason for the restore. */
async function erasuresIn(open: () => OpenDatabase): Promise<Awaited<ReturnType<typeof readErasures>>> {
  let present: OpenDatabase | undefined
  try {
    present = open()
    return await readErasures(present.db)
  } catch {
    return []
  } finally {
    await present?.db.destroy()
  }
}

/** The embedded data: locked, as by a running server. */
function sqliteTarget(dataDir: string, clock: Clock): Target {
  const release = lockDataDir(dataDir)
  const has = existsSync(sqliteFileIn(dataDir))
  return {
    async readErasures() {
      return has ? erasuresIn(() => openSqlite(dataDir)) : []
    },
    restore: async (folder) => ({ database: openSqlite(folder), config: {} }),
    async replace(folder) {
      const kept = join(dataDir, `replaced-${stamp(clock)}`)
      if (has) {
        mkdirSync(kept, { mode: 0o700 })
        for (const ending of ['-wal', '-shm', ''])
          if (existsSync(sqliteFileIn(dataDir) + ending)) renameSync(sqliteFileIn(dataDir) + ending, sqliteFileIn(kept) + ending)
      }
      renameSync(sqliteFileIn(folder), sqliteFileIn(dataDir))
      return has ? kept : undefined
    },
    release: async () => release(),
  }
}

/** A PostgreSQL database: the restored one takes its name, and the old one is renamed and kept. */
async function postgresTarget(databaseUrl: string, clock: Clock): Promise<Target> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  // PostgreSQL cuts names at 63 bytes, which would cut off the ending. Long names that begin alike stay apart.
  const named = (ending: string) =>
    name.length + ending.length <= 63 ? name + ending : `${name.slice(0, 54 - ending.length)}_${hashOf(name).slice(0, 8)}${ending}`
  const [fresh, kept] = [named(`_restored_${stamp(clock)}`), named(`_replaced_${stamp(clock)}`)]
  const urlOf = (database: string) => Object.assign(new URL(databaseUrl), { pathname: `/${encodeURIComponent(database)}` }).href
  const server = new pg.Client({ connectionString: urlOf(name === 'postgres' ? 'template1' : 'postgres') })
  await server.connect()
  const quoted = (each: string) => server.escapeIdentifier(each)
  const others = async () =>
    Number((await server.query('select count(*) as count from pg_stat_activity where datname = $1', [name])).rows[0].count)
  const refuse = async () => {
    const count = await others()
    if (count === 0) return
    await server.end()
    throw new DataInUse(
      `${count === 1 ? '1 connection is' : `${count} connections are`} using the database ${name}. Stop every server that uses it, then restore.`,
    )
  }
  await refuse()
  let isFresh = false
  return {
    async readErasures() {
      return erasuresIn(() => openPostgres(databaseUrl, { poolSize: 1 }))
    },
    async restore(_folder, file) {
      await server.query(`create database ${quoted(fresh)} template template0`)
      isFresh = true
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
      const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
      // In one transaction: there is no moment without data.
      await server.query('begin')
      if (rowCount) await server.query(`alter database ${quoted(name)} rename to ${quoted(kept)}`)
      await server.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
      await server.query('commit')
      isFresh = false
      return rowCount ? `the database ${kept}` : undefined
    },
    async release() {
      await server.query('rollback')
      if (isFresh) await server.query(`drop database if exists ${quoted(fresh)} with (force)`)
      await server.end()
    },
  }
}
