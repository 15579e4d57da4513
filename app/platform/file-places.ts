import { createReadStream, openAsBlob } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import { minutes, seconds } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { BucketConfig, Config } from './config.ts'

/** Storage for files that are written once, read and removed: backups, photos. Names contain no folders. */
export interface FilePlace {
  /** For people: a folder, or a bucket's address. */
  name: string
  names(): Promise<string[]>
  /** Stores a file: bytes, or a copy of the file at a path. It is stored completely or not at all. */
  put(name: string, content: string | Uint8Array): Promise<void>
  /** Throws if there is no such file; a folder does so when the stream is read. */
  get(name: string): Promise<Readable>
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>
}

/** A folder that only this account can read. */
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
        await flushToDisk(partial)
        await rename(partial, join(dir, name))
        await flushToDisk(dir)
      } finally {
        await rm(partial, { force: true })
      }
    },
    get: async (name) => createReadStream(join(dir, name)),
    remove: (name) => rm(join(dir, name), { force: true }),
  }
}

/** Flushes a file, or the names in a folder, to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A place that can't be used, and why. */
export class PlaceFailed extends Error {}

/** A bucket of an S3-compatible service. `patienceMs`: how long one request may take. Everything throws `PlaceFailed`. */
export function bucketPlace({ url, ...access }: BucketConfig, patienceMs = minutes(30)): FilePlace {
  let client: S3mini | undefined
  async function ask<Result>(work: (bucket: S3mini) => Promise<Result>): Promise<Result> {
    client ??= new (await import('s3mini')).S3mini({ endpoint: url, requestAbortTimeout: patienceMs, fetch: wary(url), ...access })
    try {
      return await work(client)
    } catch (error) {
      const { message, cause } = error as Error
      throw error instanceof PlaceFailed ? error : new PlaceFailed(`The bucket ${url} can’t be used: ${message}`, { cause })
    }
  }
  return {
    name: url,
    async names() {
      const objects = await ask((bucket) => bucket.listObjects())
      if (!objects) throw new PlaceFailed(`There is no bucket at ${url}`)
      return objects.map(({ Key }) => Key).filter((name) => typeof name === 'string')
    },
    async put(name, content) {
      const data = typeof content === 'string' ? await openAsBlob(content) : new Blob([content as Uint8Array<ArrayBuffer>])
      await ask((bucket) => bucket.putObject(name, data, 'application/octet-stream', undefined, undefined, data.size))
    },
    async get(name) {
      const response = await ask((bucket) => bucket.getObjectResponse(name))
      if (!response?.body) throw new PlaceFailed(`There is no ${name} at ${url}`)
      return Readable.fromWeb(response.body as unknown as WebStream)
    },
    async remove(name) {
      await ask((bucket) => bucket.deleteObject(name))
    },
  }
}

/** The bytes of one page of a list, a thousand names. */
const longestPage = 1024 * 1024
const longestList = 100 * longestPage
const longestError = 16 * 1024

/**
 * Fetches from a bucket that may have fallen into other hands. It follows no redirect: a request signed for one server isn't valid for
 * another. Lists and errors are read here, up to a length, and only if they are plain XML: the library's patterns take hours for tags that
 * don't close.
 */
function wary(url: string): typeof fetch {
  let listed = 0
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400)
      throw new PlaceFailed(`The bucket ${url} redirects to another address. Set the address that it has now.`)
    const query = new URL(String(input)).searchParams
    const isList = query.has('list-type')
    if (response.ok && !isList) return response
    const text = await beginningOf(response, isList ? longestPage : longestError)
    const { status, headers } = response
    if (!response.ok) return new Response(isPlainXml(text) ? text : '', { status, headers })
    listed = text.length + (query.has('continuation-token') ? listed : 0)
    if (listed > longestList || !isPlainXml(text)) throw new PlaceFailed(`The bucket ${url} doesn’t list its files as buckets do.`)
    return new Response(text, { status, headers })
  }
}

/** Returns a response's text, cut to a maximum length. */
async function beginningOf({ body }: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > most) break
  }
  return Buffer.concat(parts).toString('utf8', 0, most)
}

/** Returns true if every tag is closed, nesting is shallow and there are no declarations. Takes linear time. */
function isPlainXml(text: string): boolean {
  const open: string[] = []
  for (const part of text
    .replace(/^<\?xml [^<>]*\?>/, '')
    .split('<')
    .slice(1)) {
    const [, end, name, isEmpty] = /^(\/?)([a-z][\w.-]*)(?:\s[^>]*?)?(\/?)>/i.exec(part) ?? []
    if (name === undefined || (end && open.pop() !== name)) return false
    if (!end && !isEmpty) open.push(name)
    if (open.length > 5) return false
  }
  return open.length === 0
}

/** Returns the configured bucket, or a folder in the data folder. */
export const photoFiles = ({ files: { dir, bucket } }: Pick<Config, 'files'>): FilePlace =>
  bucket ? bucketPlace(bucket, seconds(10)) : folderPlace(dir)

/** More than a photo, its copy or a list has. */
const mostBytes = 16 * 1024 * 1024

/** A whole file, which has to fit into memory. Throws if there is none, or it is longer than any file can be. */
export async function readWhole(place: FilePlace, name: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of await place.get(name)) {
    parts.push(part)
    length += part.length
    if (length > mostBytes) throw new PlaceFailed(`${name} in ${place.name} is longer than any file can be.`)
  }
  return Buffer.concat(parts)
}
