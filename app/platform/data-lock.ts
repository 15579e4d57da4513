import SqliteDatabase from 'better-sqlite3'
import { databaseFile } from './data-dir.ts'

/** Another process has this data directory open. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`Another process is already using the data in ${dataDir}. Stop it, or set DATA_DIR to another folder.`)
  }
}

/**
 * Claims an embedded data directory for this process: an exclusive SQLite transaction on a file beside the data, so a kernel lock, which is
 * released whenever and however the process ends. Returns the function that releases it. Throws `DataDirInUse`.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = new SqliteDatabase(databaseFile(dataDir, 'lock.sqlite'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new DataDirInUse(dataDir) : error
  }
  return () => file.close()
}
