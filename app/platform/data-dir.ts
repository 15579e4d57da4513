import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates the data folder if it is missing, and makes its files readable by their owner only: they contain bookings, sign-in links and the
 * key, and an existing folder, such as a mounted volume, may be open to all users of the machine. The folder's own mode isn't changed, nor
 * are files that belong to another user.
 */
export function openDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) if (entry.isFile()) closeToOthers(join(dataDir, entry.name))
}

/** Returns the path of a database file in the data folder, created for its owner only: SQLite gives the files beside it the same mode. */
export function databaseFile(dataDir: string, name: string): string {
  openDataDir(dataDir)
  const path = join(dataDir, name)
  closeSync(openSync(path, 'a', 0o600))
  return path
}

function closeToOthers(path: string): void {
  try {
    if (statSync(path).mode & 0o077) chmodSync(path, 0o600)
  } catch (error) {
    // ENOENT: SQLite has removed its log meanwhile.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
