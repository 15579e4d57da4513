import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type FilePlace, readWhole } from '#app/platform/file-places.ts'
import { discardFiles } from '#app/platform/files-to-remove.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later } from '#app/values/clock.ts'
import { hashOf, hashOfBytes } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { BadBackup, backupKeys, openBytes, sealBytes } from './backup-file.server.ts'
import { withWorkFolder } from './work-folder.server.ts'

/* The files of photos are copied beside the backups, each once, encrypted with the same key: otherwise every night's archive would contain
   all of them. A copy stays until its photo is permanently removed, since older backups refer to it. */

/** A file that a row refers to. */
interface NamedFile {
  file: string
  sha256: string
}

/** A row that refers to files. Without all of them it is useless. */
interface Owner {
  table: 'photos' | 'portraits'
  id: string
  files: NamedFile[]
}

async function readOwners(db: Kysely<Tables>): Promise<Owner[]> {
  const photos = await db.selectFrom('photos').select(['id', 'file', 'sha256', 'smallFile', 'smallSha256']).execute()
  const portraits = await db.selectFrom('portraits').select(['engineerId', 'file', 'sha256']).execute()
  return [
    ...photos.map(({ id, file, sha256, smallFile, smallSha256 }) => ({
      ...{ table: 'photos' as const, id },
      files: [
        { file, sha256 },
        { file: smallFile, sha256: smallSha256 },
      ],
    })),
    ...portraits.map(({ engineerId, file, sha256 }) => ({ table: 'portraits' as const, id: engineerId, files: [{ file, sha256 }] })),
  ]
}

/** Every file that the data refers to. */
const readFiles = async (db: Kysely<Tables>): Promise<NamedFile[]> => (await readOwners(db)).flatMap(({ files }) => files)

/** The name shows the key: a copy under another key is made again, since that key may be removed. */
const copyName = (file: string, key: string) => `photo-${file}-${hashOf(key).slice(0, 8)}.age`
const fileOfCopy = (name: string) => /^photo-([\w-]{43}\.jpg)-[0-9a-f]{8}\.age$/.exec(name)?.[1]

/**
 * Copies to a place of backups every photo's file that it does not have, reads each copy back, and removes the copies of photos that were
 * removed. Returns how many files have copies there. Throws if one can't be copied.
 */
export async function copyPhotos({ db, files, config, secrets }: Services, place: FilePlace): Promise<number> {
  const keys = backupKeys(config, secrets)
  const [key = ''] = keys
  const there = new Set(await place.names())
  const wanted = await readFiles(db)
  await withWorkFolder(config.dataDir, async (folder) => {
    for (const { file, sha256 } of wanted) {
      const name = copyName(file, key)
      if (there.has(name)) continue
      const content = await readWhole(files, file).catch(async (error) => {
        if (await isReferred(db, file)) throw error
      })
      // Removed in the meantime.
      if (!content) continue
      if (hashOfBytes(content) !== sha256) throw new Error(`A photo file is damaged: ${file}`)
      const sealed = join(folder, 'copy')
      writeFileSync(sealed, await sealBytes(content, keys), { mode: 0o600 })
      await place.put(name, sealed)
      if (hashOfBytes(await openBytes(await readWhole(place, name), keys)) !== sha256) throw new Error(`A photo’s copy is damaged: ${name}`)
    }
  })
  const current = new Set(wanted.map(({ file }) => copyName(file, key)))
  const removed = new Set((await db.selectFrom('removedFiles').select('file').execute()).map(({ file }) => file))
  for (const name of there) {
    const file = fileOfCopy(name)
    const isOld = file !== undefined && !current.has(name) && current.has(copyName(file, key))
    if (file && (removed.has(file) || isOld)) await place.remove(name)
  }
  return wanted.length
}

const isReferred = async (db: Kysely<Tables>, file: string) => (await readFiles(db)).some((each) => each.file === file)

/** The photos in restored data. */
export interface RestoredPhotos {
  /** Files that rows refer to, each of which was opened and is unchanged. */
  proved: number
  /** Those of them that came from copies. */
  copied: number
  /** Photos whose file is missing everywhere: their rows are removed too. */
  lost: number
}

/**
 * Restores the files of all rows: those missing from the photos' place come from the copies in `places`. Photos that were removed since the
 * backup, or whose copies are gone or damaged, are removed from the data, so no row refers to a missing file. Files without a row are
 * removed after a week.
 */
export async function restorePhotos(services: Services, places: readonly FilePlace[]): Promise<RestoredPhotos> {
  const { db, files, config, secrets, log } = services
  const keys = backupKeys(config, secrets)
  const done: RestoredPhotos = { proved: 0, copied: 0, lost: 0 }
  const copies: { place: FilePlace; name: string; file: string }[] = []
  for (const place of places)
    for (const name of await place.names()) {
      const file = fileOfCopy(name)
      if (file) copies.push({ place, name, file })
    }
  const copiesOf = Map.groupBy(copies, ({ file }) => file)
  for (const owner of await readOwners(db)) {
    const found = await Promise.all(owner.files.map(findFile))
    if (found.includes('nowhere')) {
      done.lost += 1
      await removeOwner(services, owner)
      continue
    }
    for (const [at, content] of found.entries()) {
      done.proved += 1
      if (typeof content === 'string') continue
      await files.put(owner.files[at]?.file ?? '', content)
      done.copied += 1
    }
  }
  await discardOrphans(services)
  return done

  /** Finds a file: in its place and unchanged, in a copy, or missing. */
  async function findFile({ file, sha256 }: NamedFile): Promise<'kept' | 'nowhere' | Buffer> {
    const isIt = (content: Uint8Array) => hashOfBytes(content) === sha256
    if (await readWhole(files, file).then(isIt, () => false)) return 'kept'
    for (const { place, name } of copiesOf.get(file) ?? [])
      try {
        const content = Buffer.from(await openBytes(await readWhole(place, name), keys))
        if (isIt(content)) return content
      } catch (error) {
        log.warn({ place: place.name, name, error: loggable(error) }, 'a photo’s copy could not be opened')
      }
    return 'nowhere'
  }
}

/** Until then, the data that was replaced can be put back with its photos. */
const orphansKeptMs = days(7)

/** Has files that restored data doesn't refer to removed later: photos that were taken after the backup. */
async function discardOrphans({ db, clock, files }: Services): Promise<void> {
  const due = await db.selectFrom('filesToRemove').select('file').execute()
  const known = new Set([...(await readFiles(db)), ...due].map(({ file }) => file))
  const orphans = (await files.names()).filter((name) => /^[\w-]{43}\.jpg$/.test(name) && !known.has(name))
  const at = new Date(later(clock.now(), orphansKeptMs))
  for (let from = 0; from < orphans.length; from += 500) await discardFiles(db, at, orphans.slice(from, from + 500))
}

/** Removes a photo or portrait from the data, with the rest of its files. */
async function removeOwner({ db, clock }: Services, { table, id, files }: Owner): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (table === 'photos') await tx.deleteFrom('photos').where('id', '=', id).execute()
    else await tx.deleteFrom('portraits').where('engineerId', '=', id).execute()
    await discardFiles(
      tx,
      clock.now(),
      files.map(({ file }) => file),
    )
  })
}

/** Errors of copies, reported as a problem of the backup. */
export const photoProblem = (error: unknown): string =>
  error instanceof BadBackup ? error.message : `The photos could not be copied: ${loggable(error).message}`
