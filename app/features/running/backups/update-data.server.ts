import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/platform/config.ts'
import { migrate, openDatabase } from '#app/platform/database.ts'
import { flushToDisk } from '#app/platform/file-places.ts'
import type { Clock } from '#app/values/clock.ts'
import { migrations } from '#db/migrations/index.ts'
import { backUpData } from '../backup-before-migration.server.ts'
import { recordBackups } from '../take-backup.server.ts'
import { checkStructure } from './engines/prove-data.server.ts'
import { readFacts, sqliteFileIn, takeSnapshot } from './engines/snapshot.server.ts'
import { openSuccessor } from './engines/successor.server.ts'
import { BadBackup } from './files/backup-file.server.ts'
import { beforeUpdate } from './files/work-folder.server.ts'

const names = { fresh: 'update', kept: beforeUpdate }
const folderIn = (dataDir: string) => join(dataDir, names.fresh)

interface Options {
  config: Config
  clock: Clock
  /** Starts this version on the migrated copy, and throws if it doesn't answer as it should. */
  start(copy: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void>
  /** To see if it works: the data may be in use, and the copy is dropped. */
  isTrial: boolean
}

/**
 * Makes the data of this version beside that of the one before, which must not run: backs it up, copies it, migrates the copy and
 * checks it. Returns the places of the backup; on return the copy is on disk, for `replaceByUpdate`. Throws `BadBackup`, `BackupFailed`,
 * `DataDirInUse`, `DataInUse` or what `start` throws: then nothing has changed.
 */
export async function copyForUpdate({ config, clock, start, isTrial }: Options): Promise<string[]> {
  const successor = await openSuccessor(config, names, isTrial)
  const folder = folderIn(config.dataDir)
  let isKept = false
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    const present = openDatabase(config, { poolSize: 2 })
    const { file, facts, backedUp } = await (async () => {
      try {
        const rows = isTrial ? [] : await backUpData(config, present, clock)
        return { ...(await takeSnapshot(config, present, folder)), backedUp: rows }
      } finally {
        await present.db.destroy()
      }
    })()
    if (facts.migration && !Object.hasOwn(migrations, facts.migration))
      throw new BadBackup(`The data is from a newer version of this site (${facts.migration}). Update to that one or a later one.`)
    const { database, config: own } = await successor.fill(folder, file)
    try {
      await migrate(database)
      const { rows } = await readFacts(database.db)
      // A migration doesn't remove rows: that is for chores, which run on data that has a backup. A start may remove old ones.
      for (const [table, count] of Object.entries(facts.rows))
        if (table in rows && Number(rows[table]) < count) throw new BadBackup(`Of ${count} rows in ${table}, ${rows[table]} are left.`)
      await checkStructure(database)
      await start({ databaseUrl: undefined, dataDir: folder, ...own })
      await recordBackups(database.db, clock.now(), backedUp)
    } finally {
      await database.db.destroy()
    }
    if (!config.databaseUrl) {
      // The last connection has moved everything from the log into the file.
      if (existsSync(`${sqliteFileIn(folder)}-wal`)) throw new BadBackup('The copy is still open in another process.')
      await flushToDisk(sqliteFileIn(folder))
    }
    await flushToDisk(folder)
    isKept = !isTrial
    return backedUp.map(({ place }) => place)
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true })
    await successor.release(isKept)
  }
}

/** Puts the copy in the place of the data, and returns where that is kept. If it was cut off, repeating it completes it. */
export async function replaceByUpdate(config: Config): Promise<string | undefined> {
  const successor = await openSuccessor(config, names)
  const folder = folderIn(config.dataDir)
  try {
    const kept = await successor.replace(folder)
    rmSync(folder, { recursive: true, force: true })
    return kept
  } finally {
    await successor.release(true)
  }
}
