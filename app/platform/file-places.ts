import { createReadStream, openAsBlob } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import { minutes, seconds } from './clock.ts'
import type { BucketConfig, Config } from './config.ts'
import { newId } from './ids.ts'

/** Storage for files that are written once, read and removed: backups, photos. Names contain no folders. */
export interface FilePlace {
  /** For people: a folder, or a bucket's address. */
  name: string
  names(): Promise<string[]>
  /** Stores a file: bytes, or a copy of the file at a path. It is stored completely or not at all. */
  put(name: string, content: string | Uint8Array): Promise<void>
  /** Throws if there is no such file; a folder does so when the stream is read. */
  get(name: string): Promise<Readable>
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>
}

/** A folder that only this account can look into. */
export function folderPlace(dir: string): FilePlace {
  return {
    name: resolve(dir),
    names: () => readdir(dir).catch((error) => (error.code === 'ENOENT' ? [] : Promise.reject(error))),
    async put(name, content) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const partial = join(dir, `${name}.${newId()}.partial`)
      try {
        if (typeof content === 'string') await copyFile(content, partial)
        else await writeFile(partial, content, { mode: 0o600, flag: 'wx' })
        await chmod(partial, 0o600)
        await sync(partial)
        await rename(partial, join(dir, name))
        await sync(dir)
      } finally {
        await rm(partial, { force: true })
      }
    },
    get: async (name) => createReadStream(join(dir, name)),
    remove: (name) => rm(join(dir, name), { force: true }),
  }
}

/** Flushes the file to disk. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A bucket of an S3-compatible service. `patienceMs`: how long one request may take. */
export function bucketPlace({ url, ...access }: BucketConfig, patienceMs = minutes(30)): FilePlace {
  let client: S3mini | undefined
  const bucket = async () => {
    client ??= new (await import('s3mini')).S3mini({ endpoint: url, requestAbortTimeout: patienceMs, ...access })
    return client
  }
  return {
    name: url,
    async names() {
      const objects = await (await bucket()).listObjects()
      if (!objects) throw new Error(`There is no bucket at ${url}`)
      return objects.map(({ Key }) => Key)
    },
    async put(name, content) {
      const data = typeof content === 'string' ? await openAsBlob(content) : new Blob([content as Uint8Array<ArrayBuffer>])
      await (await bucket()).putObject(name, data, 'application/octet-stream', undefined, undefined, data.size)
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

/** Where photos are kept: the bucket that is configured, or a folder in the data folder. */
export const photoFiles = ({ files: { dir, bucket } }: Pick<Config, 'files'>): FilePlace =>
  bucket ? bucketPlace(bucket, seconds(10)) : folderPlace(dir)

/** A whole file, which has to fit into memory. Throws if there is none. */
export const readWhole = async (place: FilePlace, name: string): Promise<Buffer> => buffer(await place.get(name))
