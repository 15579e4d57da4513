import { createReadStream, openAsBlob } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import { minutes } from '#app/platform/clock.ts'
import type { Config } from '#app/platform/config.ts'
import { newId } from '#app/platform/ids.ts'

/** Where backups, and the lists of erasures, are kept: files that are written once, read and removed. */
export interface BackupPlace {
  /** For people: a folder, or a bucket's address. */
  name: string
  names(): Promise<string[]>
  /** Copies a file there; it is there whole or not at all. */
  put(name: string, file: string): Promise<void>
  get(name: string): Promise<Readable>
  remove(name: string): Promise<void>
}

/** The places that the configuration names. */
export const backupPlaces = ({ backup: { dir, bucket } }: Pick<Config, 'backup'>): BackupPlace[] => [
  ...(dir ? [folderPlace(dir)] : []),
  ...(bucket ? [bucketPlace(bucket)] : []),
]

/** A folder that only this account can look into. */
export function folderPlace(dir: string): BackupPlace {
  return {
    name: resolve(dir),
    names: () => readdir(dir).catch((error) => (error.code === 'ENOENT' ? [] : Promise.reject(error))),
    async put(name, file) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const partial = join(dir, `${name}.${newId()}.partial`)
      try {
        await copyFile(file, partial)
        await chmod(partial, 0o600)
        await sync(partial)
        await rename(partial, join(dir, name))
        await sync(dir)
      } finally {
        await rm(partial, { force: true })
      }
    },
    get: async (name) => createReadStream(join(dir, name)),
    remove: (name) => rm(join(dir, name)),
  }
}

/** Has the disk, not only the system's memory, hold it. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A bucket of an S3-compatible service. */
function bucketPlace({ url, ...access }: NonNullable<Config['backup']['bucket']>): BackupPlace {
  let client: S3mini | undefined
  const bucket = async () => {
    client ??= new (await import('s3mini')).S3mini({ endpoint: url, requestAbortTimeout: minutes(30), ...access })
    return client
  }
  return {
    name: url,
    async names() {
      const objects = await (await bucket()).listObjects()
      if (!objects) throw new Error(`There is no bucket at ${url}`)
      return objects.map(({ Key }) => Key)
    },
    async put(name, file) {
      const content = await openAsBlob(file)
      await (await bucket()).putObject(name, content, 'application/octet-stream', undefined, undefined, content.size)
    },
    async get(name) {
      const response = await (await bucket()).getObjectResponse(name)
      if (!response?.body) throw new Error(`There is no ${name} at ${url}`)
      return Readable.fromWeb(response.body as unknown as WebStream)
    },
    async remove(name) {
      await (await bucket()).deleteObject(name)
    },
  }
}
