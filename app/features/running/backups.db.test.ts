// @module-tag never-again
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { authenticate } from '#app/features/accounts/authenticate.server.ts'
import { eraseEndedBookings } from '#app/features/booking/erase-bookings.server.ts'
import { removePhotoByStaff } from '#app/features/visit/remove-photo.server.ts'
import { addPhotoByStaff } from '#app/features/visit/store-photo.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { checkAudit } from '#app/platform/audit-heads.ts'
import { createServices, secretsOf } from '#app/platform/create-services.ts'
import { DataDirInUse, lockDataDir } from '#app/platform/data-lock.ts'
import { type Engine, openDatabase } from '#app/platform/database.ts'
import { type FilePlace, folderPlace, PlaceFailed } from '#app/platform/file-places.ts'
import { removeDueFiles } from '#app/platform/files-to-remove.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { saveSetting } from '#app/platform/settings.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { hashOfBytes, newId } from '#app/values/ids.ts'
import { migrations } from '#db/migrations/index.ts'
import { jobHandlers } from '#server/jobs.ts'
import { openAuth, signedUp } from '#test/support/auth.ts'
import { bookOne } from '#test/support/booked.ts'
import { type Bucket, bucketAccess, openBucket } from '#test/support/bucket.ts'
import { tries } from '#test/support/depth.ts'
import { empty, freshWorld, openPeers } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { BackupFailed, backUpBeforeMigration } from './backup-before-migration.server.ts'
import { keepBackups } from './backup-round.server.ts'
import { findPgPrograms, PgProgramsMissing } from './backups/engines/pg-programs.server.ts'
import { serverMajor } from './backups/engines/snapshot.server.ts'
import { DataInUse } from './backups/engines/successor.server.ts'
import { BadBackup, backupKeys, openBackup, writeBackup } from './backups/files/backup-file.server.ts'
import { backupName } from './backups/files/backup-files.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { restoreBackup } from './backups/restore-backup.server.ts'
import { deleteAccount } from './delete-account.server.ts'
import { listErasures, listsToRemove } from './erasure-lists.server.ts'
import { erasePerson } from './person-data.server.ts'
import { readBackupViews } from './read-backups.server.ts'
import { rememberBackupHeads, takeBackup } from './take-backup.server.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbers-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Settings with a backup folder; on PostgreSQL also a data folder for temporary files. */
const withBackups = (engine: Engine) => ({
  BACKUP_DIR: freshFolder(),
  ...(engine === 'postgres' && { DATA_DIR: freshFolder() }),
})

/** The same site after a restart: the stored data with empty caches. */
function reopened({ services: { config, clock } }: World): Services {
  const database = openDatabase(config)
  onTestFinished(() => database.db.destroy())
  return createServices(config, database, { clock })
}

const restore = (
  { services: { config, secrets, clock } }: World,
  wanted = 'latest',
  also: Partial<Parameters<typeof restoreBackup>[0]> = {},
) => restoreBackup({ config, secrets, clock, wanted, ...also })

/** The error of a PostgreSQL backup on a machine without pg_dump; undefined if the backup works. */
async function cannotDump({ db, engine }: Services): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined
  try {
    await findPgPrograms(await serverMajor(db))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const referencesIn = async ({ db }: Services) =>
  (await db.selectFrom('bookings').select('reference').orderBy('id').execute()).map(({ reference }) => reference)

onEachEngine('A backup', (engine) => {
  test('is opened and checked, and brings everything back to its point, beside what it replaces', { timeout: 300_000 }, async () => {
    const world = await freshWorld(engine, { isAlone: true, env: withBackups(engine) })
    const { services, clock } = world
    await bookOne(world, { name: 'Priya Raman' })
    await fillBookings(services.db, tries(40, 10_000))
    await saveSetting(services, 'webhookUrl', 'https://hooks.zapier.com/hooks/catch/1/abc')
    const [made] = await takeBackup(services, 'manual')
    const missing = await cannotDump(services)
    if (missing) return expect(made).toMatchObject({ problem: missing.slice(0, 300), name: '' })
    expect(made).toMatchObject({ problem: '', bookings: tries(41, 10_001), proof: { opened: 'settings' } })
    const [place] = backupPlaces(services.config)
    const file = join(String(place?.name), String(made?.name))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(readdirSync(services.config.dataDir).filter((name) => name.startsWith('unfinished'))).toEqual([])

    const before = await referencesIn(services)
    clock.advance(hours(1))
    await bookOne(world, { name: 'After The Backup' })
    const lost = (await referencesIn(services)).at(-1)
    await services.db.destroy()
    const restored = await restore(world)
    expect(restored).toMatchObject({
      proof: { bookings: before.length, opened: 'settings' },
      erasedAgain: { accounts: 0, bookings: 0 },
      backedUp: [{ problem: '', reason: 'restore', bookings: before.length }],
    })
    const now = reopened(world)
    expect(await referencesIn(now)).toEqual(before)
    expect(await now.db.selectFrom('auditLog').select('action').orderBy('position', 'desc').limit(1).execute()).toEqual([
      { action: 'data.restore' },
    ])
    expect(await checkAudit(now)).toMatchObject({ outside: 0 })
    // The replaced data is kept, including what was added after the backup.
    const kept = String(restored.replaced)
    const url = new URL(world.databaseUrl ?? 'postgres://none')
    url.pathname = kept.replace('the database ', '/')
    const database = openDatabase({ databaseUrl: world.databaseUrl && url.href, dataDir: kept })
    expect((await database.db.selectFrom('bookings').select('reference').orderBy('id').execute()).at(-1)?.reference).toBe(lost)
    await database.db.destroy()
  })

  test('is not put in the place of data that a server uses', async () => {
    const world = await freshWorld(engine, { isAlone: true, env: withBackups(engine) })
    await bookOne(world)
    const [made] = await takeBackup(world.services, 'manual')
    if (made?.problem) writeFileSync(join(String(world.services.config.backup.dir), backupName(world.clock.now())), 'any')
    const release = engine === 'sqlite' ? lockDataDir(world.services.config.dataDir) : () => undefined
    await expect(restore(world)).rejects.toThrow(engine === 'sqlite' ? DataDirInUse : DataInUse)
    release()
    expect(await referencesIn(world.services)).toHaveLength(1)
  })
})

/** Sends the same again and again after `first`, until no one takes it. */
function sendEndlessly(response: ServerResponse, part: string, first: Buffer = Buffer.alloc(0)): void {
  const body = Buffer.alloc(64 * 1024, part)
  const send = () => {
    while (!response.destroyed && response.write(body));
  }
  response.write(first)
  response.on('drain', send)
  send()
}

/** Every file under a folder, with a code of its content. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'lock.sqlite')
    .map(({ parentPath, name }) => `${parentPath}/${name} ${hashOfBytes(readFileSync(join(parentPath, name)))}`)
    .toSorted()

test('A bucket in other hands brings back nothing, writes nothing, and leads nowhere else', { timeout: 600_000 }, async () => {
  const [bucket, elsewhere] = [await openBucket(), await openBucket()]
  const { region, accessKeyId: BACKUP_ACCESS_KEY_ID, secretAccessKey: BACKUP_SECRET_ACCESS_KEY } = bucketAccess
  const env = { BACKUP_URL: bucket.url, BACKUP_REGION: region, BACKUP_ACCESS_KEY_ID, BACKUP_SECRET_ACCESS_KEY, BACKUP_DIR: 'off' }
  const world = await freshWorld('sqlite', { isAlone: true, env })
  const { services, clock } = world
  const { db, config, secrets } = services
  const booked = await bookOne(world)
  await photograph(world, booked)
  const [older] = await takeBackup(services, 'nightly')
  clock.advance(days(1))
  await bookOne(world)
  const [newest] = await takeBackup(services, 'nightly')
  // Of a version that is still to come, and one whose own word on itself is wrong, which only our key can write.
  clock.advance(days(1))
  await sql`insert into kysely_migration (name, timestamp) values ('9999-to-come', '2036-01-01')`.execute(db)
  const [later] = await takeBackup(services, 'nightly')
  await sql`delete from kysely_migration where name = '9999-to-come'`.execute(db)
  const folder = freshFolder()
  const manifest = await openBackup(
    backupPlaces(config)[0] as FilePlace,
    String(newest?.name),
    backupKeys(config, secrets),
    join(folder, 'data'),
  )
  await writeBackup(
    { ...manifest, rows: { ...manifest.rows, bookings: 1 } },
    join(folder, 'data'),
    join(folder, 'lie'),
    backupKeys(config, secrets),
  )
  await db.destroy()

  const names = { older: String(older?.name), newest: String(newest?.name), later: String(later?.name) }
  const whole = bucket.objects.get(names.newest) ?? Buffer.alloc(0)
  const photo = [...bucket.objects].find(([name]) => name.startsWith('photo-'))?.[1] ?? Buffer.alloc(0)
  const stored =
    (content: Buffer | undefined): Bucket['lie'] =>
    (key, response) =>
      key === names.newest && response.end(content)
  const listed =
    (answer: (response: ServerResponse, query: URLSearchParams) => unknown): Bucket['lie'] =>
    (key, response, query) =>
      key === '' && answer(response.setHeader('content-type', 'application/xml'), query)
  const list = (inside: string) => `<?xml version="1.0"?>${inside}`
  const listOf = (names: string[], end = '<IsTruncated>false</IsTruncated>') =>
    list(`<ListBucketResult>${names.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('')}${end}</ListBucketResult>`)
  const erasures =
    (content: string): Bucket['lie'] =>
    (key, response, query) => {
      const name = 'erasures-2026-11-22T03-00-00-000Z-a.jsonl'
      if (key === name) return response.end(content)
      if (key !== '' || query.has('continuation-token')) return false
      return response.end(listOf([names.newest, name]))
    }
  const damaged = /^The backup is damaged \(.+\)\.$/
  const unlisted = /doesn’t list its files as buckets do\.$/
  const attacks: [string, Bucket['lie'], RegExp, wanted?: string][] = [
    ['the older backup as the newest', stored(bucket.objects.get(names.older)), /^What is stored as .* is another backup, made at /],
    ['a photo’s copy as a backup', stored(photo), damaged],
    ['a backup of a later version', undefined, /^A newer version of this site made the backup \(9999-to-come\)/, names.later],
    [
      'a backup that says less of itself than is in it',
      stored(readFileSync(join(folder, 'lie'))),
      /^The backup has 2 rows in bookings, not 1\.$/,
    ],
    ['a first line that never ends', (key, response) => key === names.newest && sendEndlessly(response, 'a'), damaged],
    ['a backup that never ends', (key, response) => key === names.newest && sendEndlessly(response, 'a', whole.subarray(0, -20)), damaged],
    ['work for hours', stored(Buffer.from(whole.toString('latin1').replace(/^(.*\n-> scrypt \S+) 10/, '$1 30'), 'latin1')), damaged],
    ['a missing part', stored(whole.subarray(5_000)), damaged],
    [
      'names outside',
      listed((response) => response.end(listOf(['../../plumbers-2026-11-22T03-00-00-000Z.age', '/etc/passwd', 'photo-../../x.age']))),
      /^There is no backup 'latest' in /,
    ],
    ['a list that never ends', listed((response) => sendEndlessly(response, '<a></a>')), unlisted],
    [
      'pages that never end',
      listed((response, query) => {
        const next = `<NextContinuationToken>${Number(query.get('continuation-token')) + 1}</NextContinuationToken>`
        response.end(listOf(['x'.repeat(900_000)], `<IsTruncated>true</IsTruncated>${next}`))
      }),
      unlisted,
    ],
    ['tags that never close', listed((response) => response.end(list('<a>'.repeat(300_000)))), unlisted],
    ['nested tags', listed((response) => response.end(list('<a>'.repeat(20_000) + '</a>'.repeat(20_000)))), unlisted],
    [
      'entities',
      listed((response) =>
        response.end(list('<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><ListBucketResult>&b;</ListBucketResult>')),
      ),
      unlisted,
    ],
    ['an error that never ends', listed((response) => sendEndlessly(response.writeHead(500), '<a>')), /can’t be used: S3 returned 500/],
    ['a list elsewhere', listed((response) => response.writeHead(307, { location: elsewhere.url }).end()), /redirects to another address/],
    [
      'a backup elsewhere',
      (key, response) => key === names.newest && response.writeHead(302, { location: `${elsewhere.url}/${key}` }).end(),
      /redirects to another address/,
    ],
    ['erasures of nothing', erasures('null\n'), /^The list of erasures .* is damaged\./],
    [
      'erasures under a key of no one',
      erasures(JSON.stringify({ at: '2026-11-22T03:00:00.000Z', kind: 'booking', keyId: 'ffffffff', mac: 'a' })),
      /^Erasures are listed under the key ffffffff/,
    ],
    [
      'erasures that never end',
      (key, response, query) => (key.startsWith('erasures-') ? sendEndlessly(response, '\n') : erasures('')?.(key, response, query)),
      /is longer than any file can be\.$/,
    ],
  ]
  const before = filesIn(config.dataDir)
  for (const [name, lie, refusal, wanted = names.newest] of attacks) {
    bucket.lie = lie
    const refused = await restore(world, name === 'names outside' ? 'latest' : wanted).catch((error) => error)
    expect([name, refused], name).toEqual([name, expect.any(Error)])
    expect([name, refused.message]).toEqual([name, expect.stringMatching(refusal)])
    expect(refused instanceof BadBackup || refused instanceof PlaceFailed, name).toBe(true)
    expect(filesIn(config.dataDir)).toEqual(before)
  }
  expect([elsewhere.taken, elsewhere.refused]).toEqual([[], []])
  bucket.lie = undefined
  expect(await restore(world, names.newest)).toMatchObject({ proof: { bookings: 2 }, photos: { proved: 2 } })
})

/** A photo of a job, uploaded by staff. */
const photograph = async ({ services }: World, { id }: { id: string }) =>
  addPhotoByStaff(services, { bookingId: id, userId: 'staff' }, { kind: 'problem', key: newId(), data: await jpegOf() })
const jpegOf = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()

onOneEngine('Photos', (engine) => {
  test('are copied once beside the backups, encrypted, and come back with the data: each row has its file', async () => {
    const world = await freshWorld(engine, { isAlone: true, env: withBackups(engine) })
    const { services, clock } = world
    const dir = String(services.config.backup.dir)
    const copies = () => readdirSync(dir).filter((name) => name.startsWith('photo-'))
    const [first, second, third] = [await bookOne(world), await bookOne(world), await bookOne(world)]
    for (const booked of [first, second, second, third]) await photograph(world, booked)
    const rows = async (from: Services) => from.db.selectFrom('photos').selectAll().orderBy('id').execute()
    const before = await rows(services)
    const contents = new Map(
      readdirSync(services.config.files.dir).map((name) => [name, readFileSync(join(services.config.files.dir, name))]),
    )

    const [made] = await takeBackup(services, 'nightly')
    const missing = await cannotDump(services)
    if (missing) return expect(made?.problem).toBe(missing.slice(0, 300))
    expect([made?.problem, made?.photos, copies().length]).toEqual(['', 8, 8])
    for (const name of copies()) {
      expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(dir, name)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    }
    const madeAt = copies().map((name) => statSync(join(dir, name)).mtimeMs)
    clock.advance(days(1))
    // One photo is removed and one booking erased: their copies are deleted by the next backup.
    await removePhotoByStaff(services, { bookingId: second.id, photoId: String(before[2]?.id), userId: 'staff' })
    await third.become('completed')
    await services.db.updateTable('bookings').set({ eraseAskedAt: clock.now().toISOString() }).where('id', '=', third.id).execute()
    await services.db.deleteFrom('jobs').execute()
    expect(await eraseEndedBookings(services)).toBe(1)
    await removeDueFiles(services)
    await listErasures(services)
    // A copy under a retired key is deleted once there's a copy under the current key.
    writeFileSync(join(dir, `photo-${before[0]?.file}-00000000.age`), 'under an older key')
    expect(await takeBackup(services, 'nightly')).toMatchObject([{ problem: '', photos: 4 }])
    expect(copies()).toHaveLength(4)
    expect(
      copies()
        .map((name) => statSync(join(dir, name)).mtimeMs)
        .every((at) => madeAt.includes(at)),
    ).toBe(true)

    // The machine is lost: the older backup still has a removed photo and an erased booking.
    await services.db.destroy()
    rmSync(services.config.files.dir, { recursive: true })
    const restored = await restore(world, String(made?.name))
    expect(restored).toMatchObject({ photos: { proved: 4, copied: 4, lost: 1 }, erasedAgain: { bookings: 1 }, backedUp: [{ problem: '' }] })
    const now = reopened(world)
    expect((await rows(now)).map(({ id }) => id)).toEqual([before[0]?.id, before[1]?.id])
    for (const { file, smallFile } of await rows(now))
      for (const name of [file, smallFile]) {
        const path = join(now.config.files.dir, name)
        expect([statSync(path).mode & 0o777, readFileSync(path).equals(contents.get(name) ?? Buffer.alloc(0))]).toEqual([0o600, true])
      }
  })

  test('that can’t be copied are told as a backup that failed; a damaged copy brings nothing back, and keeps no other', async () => {
    const world = await freshWorld(engine, { isAlone: true, env: withBackups(engine) })
    const { services } = world
    const dir = String(services.config.backup.dir)
    const booked = await bookOne(world)
    const [kept, lost] = [await photograph(world, booked), await photograph(world, booked)]
    const { file } = await services.db.selectFrom('photos').select('file').where('id', '=', lost).executeTakeFirstOrThrow()
    const whole = readFileSync(join(services.config.files.dir, file))
    rmSync(join(services.config.files.dir, file))
    const [made] = await takeBackup(services, 'nightly')
    if (await cannotDump(services)) return
    expect(made).toMatchObject({ problem: expect.stringContaining('The photos could not be copied') })
    writeFileSync(join(services.config.files.dir, file), whole)
    expect(await takeBackup(services, 'nightly')).toMatchObject([{ problem: '', photos: 4 }])
    await services.db.destroy()
    rmSync(services.config.files.dir, { recursive: true })
    const copy = join(dir, String(readdirSync(dir).find((name) => name.includes(file))))
    writeFileSync(copy, readFileSync(copy).fill(0, 200, 260))
    // A photo taken after the backup: the restored database has no row for it.
    const orphan = `${'o'.repeat(43)}.jpg`
    mkdirSync(services.config.files.dir, { recursive: true })
    writeFileSync(join(services.config.files.dir, orphan), whole)
    expect(await restore(world)).toMatchObject({ photos: { proved: 2, copied: 2, lost: 1 } })
    const toRemove = await reopened(world).db.selectFrom('filesToRemove').select('dueAt').where('file', '=', orphan).execute()
    expect(toRemove).toEqual([{ dueAt: later(services.clock.now(), days(7)) }])
    expect(await reopened(world).db.selectFrom('photos').select('id').execute()).toEqual([{ id: kept }])
  })
})

onOneEngine('Backups', (engine) => {
  test('that are damaged, cut off or made under another key change nothing; those under an older key open', async () => {
    const world = await freshWorld(engine, { isAlone: true, env: withBackups(engine) })
    const { services } = world
    await bookOne(world)
    await saveSetting(services, 'webhookUrl', 'https://hooks.zapier.com/hooks/catch/1/abc')
    const [made] = await takeBackup(services, 'manual')
    const file = join(String(services.config.backup.dir), String(made?.name))
    const whole = readFileSync(file)
    const references = await referencesIn(services)
    await services.db.destroy()
    const changed = Buffer.from(whole)
    changed[whole.length - 100] = (changed[whole.length - 100] ?? 0) ^ 1
    for (const content of [changed, whole.subarray(0, whole.length - 1), whole.subarray(0, 100), Buffer.from('no backup')]) {
      writeFileSync(file, content)
      await expect(restore(world)).rejects.toThrow(/The backup is damaged/)
    }
    writeFileSync(file, whole)
    const other = { secretKeys: ['another-key-0123456789abcdef0123456789abcdef'] }
    const config = { ...services.config, ...other }
    await expect(restore(world, 'latest', { config, secrets: secretsOf(config) })).rejects.toThrow(/with another key/)
    // The backup's own key opens it, but the secrets in it are sealed with a key that is missing.
    const keys = { ...config, backup: { ...config.backup, keys: services.secrets.keysFor('backup') } }
    await expect(restore(world, 'latest', { config: keys, secrets: secretsOf(keys) })).rejects.toThrow(BadBackup)
    await expect(restore(world, '2020-01-01')).rejects.toThrow(/There is no backup '2020-01-01'/)
    const now = reopened(world)
    expect(await referencesIn(now)).toEqual(references)
    expect(readdirSync(services.config.dataDir).filter((name) => /^(unfinished|replaced)/.test(name))).toEqual([])
    await now.db.destroy()
    const rotated = { ...services.config, secretKeys: [...other.secretKeys, ...services.config.secretKeys] }
    expect(await restore(world, 'latest', { config: rotated, secrets: secretsOf(rotated) })).toMatchObject({ proof: { bookings: 1 } })
  })

  test('do not bring back who was erased since, though the data is gone, nor the next time', async () => {
    const auth = await openAuth(engine, { isAlone: true, env: withBackups(engine) })
    const { world } = auth
    const { services } = world
    const { person, session } = await signedUp(auth)
    const booked = await bookOne(world, { email: person.email, name: 'Erased Person' })
    const later = await bookOne(world, { email: person.email, name: 'Erased Later' })
    const open = await bookOne(world, { email: person.email, name: 'Not Over Yet' })
    const other = await bookOne(world, { email: 'stays@example.com', name: 'Stays Here' })
    const phone = '+447700900555'
    const caller = await bookOne(world, { phone, email: 'caller@example.com', name: 'Erased Caller' })
    const at = toInstant(world.clock.now())
    await services.db.insertInto('enquiries').values({ id: newId(), providerKey: 'x', at, phone, kind: 'missed', text: '' }).execute()
    for (const each of [booked, other]) await each.become('completed')
    await auth.letters()
    await takeBackup(services, 'manual')

    const signedIn = await authenticate(services, `Bearer ${session.access_token}`)
    await deleteAccount(services, { clientKey: 'client', userAgent: 'node' }, signedIn, 'DELETE')
    await erasePerson(services, { ownerId: 'owner', contact: { emails: [], phones: [phone] }, isChecked: true })
    await later.become('completed')
    await auth.letters()
    expect(await eraseEndedBookings(services)).toBe(1)
    world.clock.advance(minutes(1))
    await listErasures(services)
    await listErasures(services)
    const dir = String(services.config.backup.dir)
    const lists = readdirSync(dir).filter((name) => name.startsWith('erasures-'))
    expect(lists).toHaveLength(1)
    const listed = readFileSync(join(dir, String(lists[0])), 'utf8')
    expect(
      listed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['booking', 'customer', 'contact', 'booking'])
    for (const known of [phone, person.email, booked.id, signedIn.account.user.id]) expect(listed).not.toContain(known)
    // It goes with the last backup that may have their data: also one that began just before the erasure was stored.
    const oldestAt = (instant: string) => listsToRemove(lists, backupName(instant))
    const [day = ''] = String(lists[0]).slice('erasures-'.length).split('T')
    expect([oldestAt(`${day}T23:00:00.000Z`), oldestAt(`${addDays(day, 1)}T03:00:00.000Z`)]).toEqual([[], lists])
    // Only the list of erasures is left: the database is lost.
    await services.db.deleteFrom('erasures').execute()
    await services.db.destroy()

    for (const turn of ['first', 'second']) {
      const { erasedAgain } = await restore(
        world,
        turn === 'first'
          ? 'latest'
          : String(
              readdirSync(dir)
                .toSorted()
                .find((name) => name.endsWith('.age')),
            ),
      )
      expect(erasedAgain).toEqual({ accounts: 1, bookings: 1 })
      world.clock.advance(minutes(1))
    }
    const now = reopened(world)
    expect(await now.db.selectFrom('authUsers').select('id').where('email', '=', person.email).execute()).toEqual([])
    const rows = await now.db.selectFrom('bookings').select(['id', 'name', 'eraseAskedAt']).orderBy('id').execute()
    expect(rows).toMatchObject([
      { id: booked.id, name: 'Deleted customer' },
      { id: later.id, name: 'Deleted customer' },
      { id: open.id, name: 'Not Over Yet', eraseAskedAt: expect.any(String) },
      { id: other.id, name: 'Stays Here', eraseAskedAt: null },
      { id: caller.id, name: 'Erased Caller', eraseAskedAt: expect.any(String) },
    ])
    expect(await now.db.selectFrom('enquiries').select('id').execute()).toEqual([])
  })

  test('leave the machine encrypted, in requests that the bucket’s own reckoning takes, and come back', async () => {
    const bucket = await openBucket()
    const { region, accessKeyId: BACKUP_ACCESS_KEY_ID, secretAccessKey: BACKUP_SECRET_ACCESS_KEY } = bucketAccess
    const env = {
      BACKUP_URL: bucket.url,
      BACKUP_REGION: region,
      BACKUP_ACCESS_KEY_ID,
      BACKUP_SECRET_ACCESS_KEY,
      BACKUP_KEY: 'k'.repeat(40),
    }
    const world = await freshWorld(engine, { isAlone: true, env: { ...withBackups(engine), ...env, BACKUP_DIR: 'off' } })
    const { services, clock } = world
    await bookOne(world, { name: 'Priya Raman', email: 'priya.raman@example.com' })
    for (let night = 0; night < 3; night++) {
      const [made] = await takeBackup(services, 'nightly')
      expect(made).toMatchObject({ place: bucket.url, problem: '', bookings: 1 })
      clock.advance(days(1))
    }
    expect(bucket.refused).toEqual([])
    expect(bucket.objects.size).toBe(3)
    for (const content of bucket.objects.values()) {
      expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      expect(content.includes('Priya')).toBe(false)
    }
    // More than one page of the bucket listing; expired backups are deleted.
    const old = 'plumbers-2020-01-01T03-00-00-000Z.age'
    for (let index = 0; index < 14; index++) bucket.objects.set(old.replace('2020', String(2006 + index)), Buffer.from('old'))
    expect(await takeBackup(services, 'nightly')).toMatchObject([{ problem: '' }])
    expect(bucket.taken.filter((asked) => asked.startsWith('DELETE'))).toHaveLength(3)

    await services.db.destroy()
    expect(await restore(world)).toMatchObject({ proof: { bookings: 1 }, backedUp: [{ problem: '' }] })

    const wrong = {
      ...services.config,
      backup: { ...services.config.backup, bucket: { url: bucket.url, ...bucketAccess, secretAccessKey: 'wrong-one' } },
    }
    const now = { ...reopened(world), config: wrong }
    expect(await takeBackup(now, 'manual')).toMatchObject([{ name: '', problem: expect.stringMatching(/403|SignatureDoesNotMatch/) }])
    expect(JSON.stringify(await now.db.selectFrom('backups').selectAll().execute())).not.toContain('wrong-one')
  })

  test('are made at three at night, by one of several instances, tried again after a failure, and missed aloud', {
    timeout: 300_000,
  }, async () => {
    const postgres = await freshWorld(racing(engine))
    const racers = (await cannotDump(postgres.services)) ? 'sqlite' : racing(engine)
    const world = await freshWorld(racers, {
      now: '2026-11-20T10:20:00.000Z',
      env: { ...withBackups(racers), STAFF_EMAIL: 'desk@example.co.uk' },
    })
    const { clock, services } = world
    const peers = openPeers(world, 3)
    const { db } = services
    const made = async () =>
      (await db.selectFrom('backups').select(['at', 'problem']).orderBy('id').execute()).map(({ at, problem }) => [at, problem === ''])
    const everyone = () => Promise.all(peers.map(keepBackups))
    await everyone()
    await everyone()
    clock.set('2026-11-21T03:00:00.000Z')
    await everyone()
    expect(await made()).toEqual([
      ['2026-11-20T10:20:00.000Z', true],
      ['2026-11-21T03:00:00.000Z', true],
    ])

    // Replace the folder with a file, so that writing fails.
    const dir = String(services.config.backup.dir)
    rmSync(dir, { recursive: true })
    writeFileSync(dir, '')
    for (const at of ['2026-11-22T03:00:00.000Z', '2026-11-22T03:30:00.000Z', '2026-11-22T04:00:00.000Z']) {
      clock.set(at)
      await everyone()
    }
    expect((await made()).slice(2)).toEqual([
      ['2026-11-22T03:00:00.000Z', false],
      ['2026-11-22T04:00:00.000Z', false],
    ])
    const letters = async () => {
      await runDueJobs(services, jobHandlers)
      return db.selectFrom('localMail').select(['recipient', 'subject', 'message']).execute()
    }
    expect(await letters()).toEqual([])
    expect(await readBackupViews(services)).toMatchObject([{ isLate: false, problem: expect.stringContaining('EEXIST') }])
    for (const at of ['2026-11-22T05:00:00.000Z', '2026-11-22T06:00:00.000Z']) {
      clock.set(at)
      await everyone()
    }
    expect(await letters()).toMatchObject([
      { recipient: 'desk@example.co.uk', subject: 'Backups are late', message: expect.stringContaining('Saturday 21 November, 3am') },
    ])
    expect(await readBackupViews(services)).toMatchObject([{ isLate: true }])
    rmSync(dir)
    mkdirSync(dir)
    clock.set('2026-11-22T07:00:00.000Z')
    await everyone()
    expect(await readBackupViews(services)).toMatchObject([{ isLate: false, problem: '' }])
  })

  test('know the heads of the audit log: one that was cut is told behind a restart, though it was backed up since, and not after a restoration', async () => {
    const world = await freshWorld(engine, { isAlone: true, env: withBackups(engine) })
    const { services, clock } = world
    const { db } = services
    await bookOne(world)
    const write = (subject: string) => recordAudit(db, clock.now(), { actor: 'system', action: 'setting.store', subject })
    for (const subject of ['a', 'b']) await write(subject)
    await takeBackup(services, 'nightly')
    await write('c')
    clock.advance(days(1))
    const [before] = await takeBackup(services, 'nightly')
    const entries = await db.selectFrom('auditLog').selectAll().orderBy('position').execute()
    await db.deleteFrom('auditLog').where('position', '=', 3).execute()
    await db
      .updateTable('auditHead')
      .set({ position: 2, chainHash: String(entries[1]?.chainHash) })
      .execute()
    clock.advance(days(1))
    expect(await takeBackup(services, 'nightly')).toMatchObject([{ problem: '' }])
    const cut = reopened(world)
    expect(await checkAudit(cut)).not.toHaveProperty('missing')
    await rememberBackupHeads(cut)
    expect(await checkAudit(cut)).toMatchObject({ missing: { position: 3 } })

    await Promise.all([db.destroy(), cut.db.destroy()])
    clock.advance(days(1))
    await restore(world, String(before?.name))
    clock.advance(days(1))
    const restored = reopened(world)
    await rememberBackupHeads(restored)
    expect(await checkAudit(restored)).toMatchObject({ chained: 4, outside: 0 })
    expect(await checkAudit(restored)).not.toHaveProperty('missing')
  })

  test('say what to install where PostgreSQL’s programs are missing or too old, and take the ones that fit best', async () => {
    const folders = [14, 16, 18].map((version) => {
      const folder = freshFolder()
      for (const name of ['pg_dump', 'pg_restore'])
        writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}.3 (Debian)"\n`, { mode: 0o755 })
      return folder
    })
    expect(await findPgPrograms(15, folders)).toBe(folders[1])
    expect(await findPgPrograms(18, folders)).toBe(folders[2])
    const tooOld = findPgPrograms(19, folders)
    await expect(tooOld).rejects.toThrow(PgProgramsMissing)
    await expect(tooOld).rejects.toThrow(/only version 14, 16, 18 is installed.*apt-get install postgresql-client-19/)
    await expect(findPgPrograms(15, [freshFolder()])).rejects.toThrow(/they are not installed/)
  })
})

test('Embedded data is backed up before a migration, and is not changed where that fails', async () => {
  const world = await freshWorld('sqlite')
  const { services } = world
  const { db, config, clock } = services
  const { id } = await bookOne(world)
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await backUpBeforeMigration(config, services, clock)).toEqual([])
  // The database of an earlier version, from before there were backups.
  await empty(services)
  const earlier = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await earlier.migrateTo('0023-passkeys')).error).toBeUndefined()
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info('bookings')`.execute(db)
  const ofThen = new Set(columns.map(({ name }) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())))
  const booked = Object.fromEntries(Object.entries(booking).filter(([column]) => ofThen.has(column))) as typeof booking
  await db.insertInto('bookings').values(booked).execute()
  expect(await backUpBeforeMigration(config, services, clock)).toMatchObject([{ problem: '', reason: 'migration', bookings: 1 }])
  expect((await folderPlace(String(config.backup.dir)).names()).length).toBe(1)
  rmSync(String(config.backup.dir), { recursive: true })
  writeFileSync(String(config.backup.dir), '')
  await expect(backUpBeforeMigration(config, services, clock)).rejects.toThrow(BackupFailed)
  expect(await backUpBeforeMigration({ ...config, backup: { ...config.backup, dir: undefined } }, services, clock)).toEqual([])

  // It's restored in its old schema, then migrated.
  rmSync(String(config.backup.dir))
  await backUpBeforeMigration(config, services, clock)
  await db.destroy()
  expect(await restore(world)).toMatchObject({ proof: { bookings: 1 } })
  expect(await referencesIn(reopened(world))).toHaveLength(1)
})

test('Embedded data that no longer opens is replaced, and kept as it is', async () => {
  const world = await freshWorld('sqlite')
  const { services } = world
  await bookOne(world)
  await takeBackup(services, 'manual')
  await services.db.destroy()
  const { dataDir } = services.config
  const damaged = 'no database '.repeat(1_000)
  writeFileSync(join(dataDir, 'plumbers.sqlite'), damaged)
  const { proof, replaced } = await restore(world)
  expect(proof).toMatchObject({ bookings: 1 })
  expect(readFileSync(join(String(replaced), 'plumbers.sqlite'), 'utf8')).toBe(damaged)
  expect(await referencesIn(reopened(world))).toHaveLength(1)
})
