import type { Kysely } from 'kysely'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'

/* Files and the rows that refer to them cannot be written together. So a file is listed for removal before it is stored, and taken off that
   list in the transaction that writes its row; deleting a row lists its file. Due files are removed, with retries. */

/** Longer than any request needs to write its row. */
const unfinishedMs = hours(1)

/** Stores files under random names, which are removed again unless `keepFiles` gets them. Returns the names. Throws as the place does. */
export async function putFiles({ db, clock, files }: Services, contents: readonly Uint8Array[]): Promise<string[]> {
  const names = contents.map(() => `${newToken()}.jpg`)
  const dueAt = later(clock.now(), unfinishedMs)
  await db
    .insertInto('filesToRemove')
    .values(names.map((file) => ({ file, dueAt, tries: 0 })))
    .execute()
  for (const [at, content] of contents.entries()) await files.put(names[at] ?? '', content)
  return names
}

/** Keeps stored files, in the transaction that writes the row which refers to them. */
export async function keepFiles(tx: Kysely<Tables>, names: readonly string[]): Promise<void> {
  await tx.deleteFrom('filesToRemove').where('file', 'in', names).execute()
}

/** Has files removed soon, in the transaction that removes the row which referred to them. */
export async function discardFiles(tx: Kysely<Tables>, now: Date, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const dueAt = toInstant(now)
  await tx
    .insertInto('filesToRemove')
    .values(names.map((file) => ({ file, dueAt, tries: 0 })))
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ dueAt }))
    .execute()
}

const atOnce = 100
const longestPauseMs = hours(6)

/** Removals are remembered this long: a backup may have a copy of a file. */
const knownForMs = days(400)

/** Chore: removes the files that are due. A failed removal is tried again without end, after a minute and then twice as long each time. */
export async function removeDueFiles({ db, clock, files, log }: Services): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('removedFiles').where('removedAt', '<', later(now, -knownForMs)).execute()
  const due = await db.selectFrom('filesToRemove').selectAll().where('dueAt', '<=', toInstant(now)).orderBy('dueAt').limit(atOnce).execute()
  for (const { file, tries } of due)
    try {
      await files.remove(file)
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('removedFiles')
          .values({ file, removedAt: toInstant(now) })
          .onConflict((conflict) => conflict.column('file').doNothing())
          .execute()
        await tx.deleteFrom('filesToRemove').where('file', '=', file).execute()
      })
    } catch (error) {
      log.error({ tries: tries + 1, error: loggable(error) }, 'a photo’s file could not be removed')
      const dueAt = later(now, Math.min(longestPauseMs, minutes(1) * 2 ** Math.min(tries, 20)))
      await db
        .updateTable('filesToRemove')
        .set({ dueAt, tries: tries + 1 })
        .where('file', '=', file)
        .execute()
    }
}
