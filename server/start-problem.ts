import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { BackupFailed } from '#app/features/running/backup-before-migration.server.ts'
import { ConfigProblems } from '#app/platform/config.ts'
import { DataDirInUse } from '#app/platform/data-lock.ts'
import { StoreUnavailable } from '#app/platform/errors.ts'

/** Minimum space for an empty database, its log and a few photos. */
const leastBytes = 100 * 2 ** 20

/**
 * One line for an error that an operator can fix; undefined for one that needs a developer. `dataDir`, `databaseUrl`: from the environment,
 * or the default.
 */
export function startProblem(error: unknown, { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string }): string | undefined {
  if (error instanceof ConfigProblems || error instanceof DataDirInUse || error instanceof BackupFailed) return error.message
  const {
    code = '',
    message = '',
    path,
    port,
  } = (error instanceof StoreUnavailable ? error.cause : error) as Partial<NodeJS.ErrnoException & { port: number }>
  if (databaseUrl && (/^(ECONN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|28|3D000|57P03)/.test(code) || /timeout/i.test(message)))
    return `PostgreSQL can’t be used (${code || message}): check DATABASE_URL, and that PostgreSQL is running.`
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop the process that’s using it, or set PORT.`
  if (/^(ENOSPC|EDQUOT|53100|SQLITE_FULL)/.test(code)) return fullText(databaseUrl && !path ? undefined : dataDir)
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|SQLITE_(READONLY|CANTOPEN|IOERR))/.test(code) && (!path || resolve(path).startsWith(dataDir)))
    return `The data folder ${dataDir} can’t be written to (${code}). Let this user write there, or set DATA_DIR to another folder.`
  return undefined
}

function fullText(dataDir: string | undefined): string {
  if (!dataDir) return 'PostgreSQL’s disk is full. Make room there, then start again.'
  const { bavail, bsize } = statfsSync(existing(dataDir))
  const database = statSync(join(dataDir, 'plumbers.sqlite'), { throwIfNoEntry: false })?.size ?? 0
  // A migration and a backup each write the whole database once more.
  const needed = leastBytes + 2 * database
  return `The disk of the data folder ${dataDir} is full: ${megabytes(bavail * bsize)} free, about ${megabytes(needed)} needed. Make room, or set DATA_DIR to another folder.`
}

/** The folder, or the nearest existing one above it. */
const existing = (folder: string): string => (existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder)))

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
