import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { AuditHead } from '#app/platform/audit.ts'
import type { Config } from '#app/platform/config.ts'
import type { Engine } from '#app/platform/database.ts'
import type { FilePlace } from '#app/platform/file-places.ts'
import type { Secrets } from '#app/platform/secrets.ts'
import type { Instant } from '#app/values/clock.ts'
import type { BackupsTable } from '#db/tables/running.ts'
import { backupName } from './backup-files.ts'

/* A backup is one file in the age format (C2SP/age: ChaCha20-Poly1305, encrypted and authenticated block by block), so that the age program
   can open it too. Inside is gzip: a line of JSON that describes the backup, then the data: an SQLite file, or an archive of pg_dump. */

/** The contents of a backup when it was made. */
export interface BackupManifest {
  format: 1
  at: Instant
  engine: Engine
  reason: BackupsTable['reason']
  /** The newest migration in the data. */
  migration: string
  /** Rows by table. */
  rows: Record<string, number>
  /** Of the audit log; null if the data is older than it. */
  auditHead: AuditHead | null
  /** The key of SECRET_KEY that secrets in the data are sealed with. */
  secretKeyId: string
}

const Manifest = z.object({
  format: z.literal(1),
  at: z.iso.datetime({ precision: 3 }),
  engine: z.enum(['sqlite', 'postgres']),
  reason: z.enum(['nightly', 'migration', 'manual', 'restore']),
  migration: z.string(),
  rows: z.record(z.string(), z.number()),
  auditHead: z.object({ position: z.number(), hash: z.string() }).nullable(),
  secretKeyId: z.string(),
}) satisfies z.ZodType<BackupManifest>

/** A backup that cannot be used, and why. */
export class BadBackup extends Error {}

/** The keys of backups: those of BACKUP_KEY, of which the first encrypts; then those derived from SECRET_KEY. */
export const backupKeys = ({ backup }: Pick<Config, 'backup'>, secrets: Pick<Secrets, 'keysFor'>): string[] => [
  ...backup.keys,
  ...secrets.keysFor('backup'),
]

/** Writes the backup of a file of data. */
export async function writeBackup(manifest: BackupManifest, dataFile: string, target: string, keys: readonly string[]): Promise<void> {
  const encrypter = await encrypterWith(keys)
  await pipeline(
    async function* () {
      yield Buffer.from(`${JSON.stringify(manifest)}\n`)
      yield* createReadStream(dataFile)
    },
    createGzip(),
    (source: AsyncIterable<Uint8Array>) => throughWeb(source, (stream) => encrypter.encrypt(stream)),
    createWriteStream(target, { mode: 0o600, flush: true }),
  )
}

/**
 * Opens a backup and writes its data to a file. Throws `BadBackup` if it is damaged, none of the keys fits, or it is another backup than its
 * name says: an older one in its place would bring back old data as the newest.
 */
export async function openBackup(place: FilePlace, name: string, keys: readonly string[], dataFile: string): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined
  const sealed = await place.get(name)
  await readable(
    pipeline(
      sealed,
      withHeader,
      decrypting(keys),
      createGunzip(),
      (source: AsyncIterable<Uint8Array>) => afterManifest(source, (found) => (manifest = found)),
      createWriteStream(dataFile, { mode: 0o600, flush: true }),
    ),
  )
  return named(name, manifest)
}

/** The manifest of a backup: only its beginning is read. Throws as `openBackup` does. */
export async function readManifest(place: FilePlace, name: string, keys: readonly string[]): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined
  const sealed = await place.get(name)
  const gunzip = createGunzip()
  const feeding = pipeline(sealed, withHeader, decrypting(keys), gunzip)
  const reading = (async () => {
    for await (const _ of afterManifest(gunzip, (found) => (manifest = found))) break
    gunzip.destroy()
  })()
  // The stream isn't read to its end, so it closes early, which is no error.
  await readable(Promise.all([reading, feeding.catch((error) => (manifest ? undefined : Promise.reject(error)))]))
  return named(name, manifest)
}

function named(name: string, manifest: BackupManifest | undefined): BackupManifest {
  if (!manifest) throw new BadBackup('The backup is empty.')
  if (backupName(manifest.at) !== name) throw new BadBackup(`What is stored as ${name} is another backup, made at ${manifest.at}.`)
  return manifest
}

/** Encrypts a small file with the first of these keys. */
export const sealBytes = async (content: Uint8Array, keys: readonly string[]): Promise<Uint8Array> =>
  (await encrypterWith(keys)).encrypt(content)

/** Decrypts what `sealBytes` made. Throws `BadBackup` if it is damaged, or none of the keys fits. */
export async function openBytes(sealed: Uint8Array, keys: readonly string[]): Promise<Uint8Array> {
  const decrypter = await decrypterWith(keys)
  checkHeader(sealed)
  return readable(decrypter.decrypt(sealed))
}

/** The library is loaded only for a backup, not at every start. */
const library = () => import('age-encryption')

/** The keys are random, not chosen by people, so stretching them gains nothing. */
const scryptWorkFactor = 10

async function encrypterWith([key = '']: readonly string[]) {
  const { Encrypter } = await library()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  return encrypter
}

async function decrypterWith(keys: readonly string[]) {
  const { Decrypter } = await library()
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addPassphrase(key)
  return decrypter
}

const decrypting = (keys: readonly string[]) => (source: AsyncIterable<Uint8Array>) =>
  throughWeb(source, async (stream) => (await decrypterWith(keys)).decrypt(stream))

/**
 * The header of a passphrase-encrypted age file, with its work factor: at most that of age's own program. The library would read an endless
 * first line into memory, and accept any work factor.
 */
const ageHeader = /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} (?:[1-9]|1[0-8])\n[\w+/]{43}\n--- [\w+/]{43}\n/
const longestHeader = 200

function checkHeader(head: Uint8Array): void {
  if (!ageHeader.test(Buffer.from(head.subarray(0, longestHeader)).toString('latin1')))
    throw new BadBackup('The backup is damaged (it doesn’t begin as a backup does).')
}

const withHeader = (source: AsyncIterable<Uint8Array>) =>
  afterHead(source, (head, isEnd) => {
    if (head.length < longestHeader && !isEnd) return undefined
    checkHeader(head)
    return head
  })

/** Replaces the beginning of a stream by what `take` returns for it: undefined until enough of it is there. */
async function* afterHead(
  source: AsyncIterable<Uint8Array>,
  take: (head: Buffer, isEnd: boolean) => Buffer | undefined,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const part of source) {
    if (!head) {
      yield part
      continue
    }
    head = Buffer.concat([head, part])
    const rest = take(head, false)
    if (!rest) continue
    yield rest
    head = undefined
  }
  const rest = head && take(head, true)
  if (rest) yield rest
}

async function* throughWeb(
  source: AsyncIterable<Uint8Array>,
  change: (stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  const stream = Readable.toWeb(Readable.from(source, { objectMode: false })) as unknown as ReadableStream<Uint8Array>
  yield* (await change(stream)) as unknown as WebStream<Uint8Array>
}

const longestManifest = 1_000_000

/** The stream after the first line, which is passed to `found`. */
const afterManifest = (source: AsyncIterable<Uint8Array>, found: (manifest: BackupManifest) => void) =>
  afterHead(source, (head) => {
    const end = head.indexOf('\n')
    if (end < 0 && head.length < longestManifest) return undefined
    const manifest = end < 0 ? undefined : Manifest.safeParse(JSON.parse(head.toString('utf8', 0, end))).data
    if (!manifest) throw new BadBackup('This version can’t read this kind of backup.')
    found(manifest)
    return head.subarray(end + 1)
  })

/** Turns the different errors of the library and of zlib for damaged data into one. */
async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BadBackup || (error as NodeJS.ErrnoException).syscall) throw error
    const { message } = error as Error
    const isForeign = /no identity matched|incorrect HMAC/.test(message)
    throw new BadBackup(
      isForeign
        ? 'The backup was made with another key: set BACKUP_KEY and SECRET_KEY to the keys it was made with.'
        : `The backup is damaged (${message}).`,
    )
  }
}
