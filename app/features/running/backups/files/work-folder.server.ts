import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { days } from '#app/values/clock.ts'

/* Unencrypted copies of the data in its folder: those that are worked on, and the data from before an update. */

const workPrefix = 'unfinished-backup-'
/** The folder of the data that an update replaced. */
export const beforeUpdate = 'before-update'

/** Does work with an empty folder for temporary files, and removes it afterwards. */
export async function withWorkFolder<Result>(dataDir: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(dataDir, workPrefix))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Removes unencrypted copies of the data: what a killed process left behind, after a day; the data from before an update, after a week, since
 * it still has what is erased meanwhile.
 */
export function removeLeftovers(dataDir: string, now: Date): void {
  for (const { name } of readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const keptMs = name.startsWith(workPrefix) ? days(1) : name === beforeUpdate ? days(7) : undefined
    const path = join(dataDir, name)
    if (keptMs !== undefined && statSync(path).mtimeMs < now.getTime() - keptMs) rmSync(path, { recursive: true, force: true })
  }
}
