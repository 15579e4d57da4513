// @module-tag never-again
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { removeDueFiles } from '#app/platform/files-to-remove.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { bucketAccess, openBucket } from '#test/support/bucket.ts'
import { countOutcomes, freshWorld, openPeers } from '#test/support/fresh.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, racing, type World } from '#test/support/world.ts'
import { readPhotos } from './read-photos.server.ts'
import { removeOwnPhoto, removePhotoByEngineer, removePhotoByStaff } from './remove-photo.server.ts'
import { addPhotoByCustomer, addPhotoByEngineer, addPhotoByStaff, type SentPhoto } from './store-photo.server.ts'

const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer()

const photoOf = (changes: Partial<SentPhoto> = {}): SentPhoto => ({ kind: 'problem', key: newId(), data: jpeg, ...changes })

/** Sends it again if a busy machine takes too long to open it, as the refusal says. */
async function untilOpened(send: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if ((error as { code?: string }).code !== 'too_slow') throw error
    }
  }
}
const byCustomer = (services: Services, { id }: Booked, sent = photoOf()) =>
  untilOpened(() => addPhotoByCustomer(services, { bookingId: id, actor: 'customer', clientKey: newId() }, sent))
const byStaff = (services: Services, { id }: Booked) =>
  untilOpened(() => addPhotoByStaff(services, { bookingId: id, userId: newId() }, photoOf()))

const filesIn = ({ config }: Services) => {
  try {
    return readdirSync(config.files.dir).toSorted()
  } catch {
    return []
  }
}

/** The file names that rows refer to, and those due for removal. */
async function namesIn({ db }: Services) {
  const rows = await db.selectFrom('photos').select(['file', 'smallFile']).execute()
  const doomed = await db.selectFrom('filesToRemove').select('file').execute()
  return { kept: rows.flatMap(({ file, smallFile }) => [file, smallFile]).toSorted(), doomed: doomed.map(({ file }) => file).toSorted() }
}

/** An engineer who has the booking. */
async function engineerOf(world: World, booked: Booked, name = 'Dan Okoro') {
  const engineerId = await engineer(world, name)
  await booked.set({ engineerId, status: 'arrived' })
  return { engineerId, userId: newId() }
}

onOneEngine('Photos of a job', (engine) => {
  test('are stored once for each key, however often and by how many connections at a time they are sent', async () => {
    const { world, services } = await freshWorld(racing(engine))
    const booked = await bookOne(world)
    const sent = photoOf()
    const peers = openPeers(world, 4)
    const ids = await Promise.all(peers.map((peer) => byCustomer(peer, booked, sent)))
    ids.push(await byCustomer(services, booked, sent))
    expect(new Set(ids).size).toBe(1)
    expect(await readPhotos(services.db, booked.id)).toMatchObject([
      { id: ids[0], place: 1, takenBy: 'customer', actor: 'customer', kind: 'problem', width: 80, height: 60 },
    ])
    // An error after its row was stored leaves the photo its files.
    const failing = { ...services, jobsAdded: () => expect.fail('after the commit') }
    await expect(byCustomer(failing, booked, photoOf())).rejects.toThrow('after the commit')
    // Files uploaded by the others are removed within the hour; only the owner's are kept.
    world.clock.advance(hours(1))
    await removeDueFiles(services)
    const { kept, doomed } = await namesIn(services)
    expect([filesIn(services), doomed]).toEqual([kept, []])
    for (const name of kept) {
      expect(name).toMatch(/^[\w-]{43}\.jpg$/)
      expect(statSync(join(services.config.files.dir, name)).mode & 0o777).toBe(0o600)
    }
  })

  test('are at most five of a customer’s and twenty in all, also when all are sent at the same moment', async () => {
    const { world, services } = await freshWorld(racing(engine))
    const booked = await bookOne(world)
    const peers = openPeers(world, 4)
    const outcomes = countOutcomes(
      await Promise.allSettled(Array.from({ length: 8 }, (_, at) => byCustomer(peers[at % 4] ?? services, booked))),
    )
    expect(outcomes).toEqual({ ok: 5, PhotoRefused: 3 })
    for (let wave = 0; wave < 2; wave++)
      await Promise.allSettled(Array.from({ length: 9 }, (_, at) => byStaff(peers[at % 4] ?? services, booked)))
    const photos = await readPhotos(services.db, booked.id)
    expect(photos.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    await expect(byStaff(services, booked)).rejects.toMatchObject({ code: 'full' })
    // Removing a photo makes room for another.
    await removePhotoByStaff(services, { bookingId: booked.id, photoId: String(photos[7]?.id), userId: 'staff' })
    await byStaff(services, booked)
    await expect(byStaff(services, booked)).rejects.toMatchObject({ code: 'full' })
  })

  test('go with the erasure of their booking, also from a bucket that is down at that moment', async () => {
    const bucket = await openBucket()
    const { region: FILES_REGION, accessKeyId: FILES_ACCESS_KEY_ID, secretAccessKey: FILES_SECRET_ACCESS_KEY } = bucketAccess
    const world = await freshWorld(engine, { env: { FILES_URL: bucket.url, FILES_REGION, FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY } })
    const { services, clock } = world
    const [booked, other] = [await bookOne(world), await bookOne(world)]
    await byCustomer(services, booked)
    await byStaff(services, other)
    expect([bucket.objects.size, bucket.refused]).toEqual([4, []])
    await booked.become('completed')
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, booked.id))
    expect(await readPhotos(services.db, booked.id)).toEqual([])
    await expect(byStaff(services, booked)).rejects.toMatchObject({ code: 'not_found' })
    bucket.isDown = true
    await removeDueFiles(services)
    expect(bucket.objects.size).toBeGreaterThanOrEqual(4)
    bucket.isDown = false
    await removeDueFiles(services)
    expect((await namesIn(services)).doomed.length).toBeGreaterThanOrEqual(2)
    clock.advance(minutes(1))
    await removeDueFiles(services)
    const { kept, doomed } = await namesIn(services)
    expect([[...bucket.objects.keys()].toSorted(), doomed]).toEqual([kept, []])
    expect(kept).toHaveLength(2)
  })
})

onOneEngine('A photo', (engine, test) => {
  test('that cannot be stored leaves nothing behind, and can be sent again: a full disk, a bucket that is down', async (world) => {
    const { services, clock } = world
    const booked = await bookOne(world)
    const { dir } = services.config.files
    // A file replaces the folder, so that writing fails.
    writeFileSync(dir, '')
    const sent = photoOf()
    await expect(byCustomer(services, booked, sent)).rejects.toMatchObject({ code: 'not_stored', status: 503 })
    expect(await readPhotos(services.db, booked.id)).toEqual([])
    rmSync(dir)
    await byCustomer(services, booked, sent)
    clock.advance(hours(1))
    await removeDueFiles(services)
    const { kept, doomed } = await namesIn(services)
    expect([kept.length, filesIn(services), doomed]).toEqual([2, kept, []])
  })

  test('takes a turn of its customer before it is opened, also if it is refused', async () => {
    const { world, services } = await freshWorld(engine, { env: { RATE_LIMIT_SCALE: '0.1' } })
    const booked = await bookOne(world)
    const send = (clientKey: string, data = jpeg) =>
      addPhotoByCustomer(services, { bookingId: booked.id, actor: 'customer', clientKey }, photoOf({ data }))
    for (let turn = 0; turn < 3; turn++) await expect(send('one', jpeg.subarray(0, 200))).rejects.toMatchObject({ code: 'damaged' })
    await expect(send('one')).rejects.toMatchObject({ code: 'too_many', status: 429 })
    await send('another')
  })

  test('of a customer is theirs to remove until the visit is over; no one else’s, and none that is another job’s', async (world) => {
    const { services } = world
    const [booked, other] = [await bookOne(world), await bookOne(world)]
    const own = await byCustomer(services, booked)
    const ours = await byStaff(services, booked)
    const others = await byCustomer(services, other)
    const remove = (photoId: string) => removeOwnPhoto(services, { bookingId: booked.id, actor: 'customer', photoId })
    for (const id of [ours, others, newId()]) await remove(id)
    expect((await readPhotos(services.db, booked.id)).map(({ id }) => id).toSorted()).toEqual([own, ours].toSorted())
    expect(await readPhotos(services.db, other.id)).toHaveLength(1)
    await booked.become('completed')
    await expect(remove(own)).rejects.toMatchObject({ code: 'over' })
    await expect(byCustomer(services, booked)).rejects.toMatchObject({ code: 'over' })
    await booked.become('received')
    await remove(own)
    expect((await readPhotos(services.db, booked.id)).map(({ id }) => id)).toEqual([ours])
    await removeDueFiles(services)
    expect(filesIn(services)).toEqual((await namesIn(services)).kept)
  })

  test('of an engineer is taken at the phone’s time put right, at their own jobs alone, also once the job is done', async (world) => {
    const { services, clock } = world
    const [booked, other] = [await bookOne(world), await bookOne(world)]
    clock.advance(minutes(30))
    const [own, others] = [await engineerOf(world, booked), await engineerOf(world, other, 'Eve Stone')]
    await booked.become('completed')
    const act = { bookingId: booked.id, ...own }
    // The phone's clock is an hour fast, and it was offline for ten minutes.
    const phone = { at: '2026-11-20T11:40:00.000Z', sentAt: '2026-11-20T11:50:00.000Z' }
    const sent = photoOf({ kind: 'after', phone })
    const id = await addPhotoByEngineer(services, act, sent)
    expect(await addPhotoByEngineer(services, act, sent)).toBe(id)
    expect(await readPhotos(services.db, booked.id)).toMatchObject([
      {
        id,
        kind: 'after',
        takenBy: 'engineer',
        actor: own.userId,
        takenAt: '2026-11-20T10:40:00.000Z',
        uploadedAt: '2026-11-20T10:50:00.000Z',
      },
    ])
    await expect(addPhotoByEngineer(services, { bookingId: other.id, ...own }, photoOf())).rejects.toMatchObject({ code: 'not_found' })
    await expect(removePhotoByEngineer(services, { bookingId: booked.id, ...others, photoId: id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await booked.set({ engineerId: others.engineerId })
    await expect(addPhotoByEngineer(services, act, photoOf())).rejects.toMatchObject({ code: 'not_found' })
    // An engineer can't remove photos that a colleague took earlier.
    await removePhotoByEngineer(services, { bookingId: booked.id, ...others, photoId: id })
    expect(await readPhotos(services.db, booked.id)).toHaveLength(1)
    expect(await services.db.selectFrom('auditLog').select(['action', 'actor']).where('action', '=', 'booking.photo').execute()).toEqual([
      { action: 'booking.photo', actor: own.userId },
    ])
  })
})
