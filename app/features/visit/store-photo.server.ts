import type { Transaction } from 'kysely'
import { tryTurns } from '#app/features/accounts/take-turns.server.ts'
import { actOnBooking, type Change, type CustomerAct, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import type { DeviceTime } from '#app/platform/device-time.ts'
import { isFinal } from '#app/platform/errors.ts'
import { discardFiles, keepFiles, putFiles } from '#app/platform/files-to-remove.ts'
import { limits } from '#app/platform/limits.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct, requireOwn } from './act-by-engineer.server.ts'
import { actTime } from './engineer-acts/act-time.ts'
import { mostOfCustomer, mostPhotos } from './photo-limits.ts'
import { type CleanPicture, cleanPhoto } from './photos/encode/clean-picture.server.ts'
import type { PhotoKind, TakenBy } from './photos/photo-kinds.ts'
import { PhotoRefused } from './refusals.ts'

/** A photo as it was sent. */
export interface SentPhoto {
  kind: PhotoKind
  /** A UUID of this upload: sending it twice stores one photo. */
  key: string
  /** The time of the photo by the device's clock; absent: now. */
  phone?: DeviceTime
  data: Uint8Array
}

type Keep = (tx: Transaction<Tables>, locked: LockedBooking) => Promise<Change | undefined>

/**
 * Stores a customer's photo, five at most, until their visit is over. Returns its id. Throws `PhotoRefused` or
 * `BookingNotFound`.
 */
export async function addPhotoByCustomer(services: Services, act: CustomerAct, sent: SentPhoto): Promise<string> {
  const photo: NewPhoto = { ...sent, bookingId: act.bookingId, takenBy: 'customer', actor: act.actor, client: act.clientKey }
  return store(services, photo, (keep) => actOnBooking(services, act, keep))
}

/**
 * Stores a photo added by staff. `userId`: the caller has checked that they are staff. Returns its id. Throws `PhotoRefused` or
 * `BookingNotFound`.
 */
export const addPhotoByStaff = (services: Services, act: { bookingId: string; userId: string }, sent: SentPhoto): Promise<string> =>
  store(services, { ...sent, bookingId: act.bookingId, takenBy: 'staff', actor: act.userId, client: act.userId }, (keep) =>
    actOnBooking(services, { bookingId: act.bookingId, actor: act.userId }, keep),
  )

/**
 * Stores a photo that an engineer took at their own job, also after the visit, since the phone may have had no connection; once the bill is
 * issued, only one that was taken before. Returns its id. Throws `PhotoRefused`, and as `actByEngineer` does.
 */
export async function addPhotoByEngineer(
  services: Services,
  act: Pick<OwnAct, 'bookingId' | 'engineerId' | 'userId'>,
  sent: SentPhoto,
): Promise<string> {
  await requireOwn(services, act)
  return store(services, { ...sent, bookingId: act.bookingId, takenBy: 'engineer', actor: act.userId, client: act.userId }, (keep) =>
    actByEngineer(services, { ...act, key: sent.key, kind: 'photo', phone: sent.phone }, (tx, { at: _, ...locked }) => keep(tx, locked)),
  )
}

interface NewPhoto extends SentPhoto {
  bookingId: string
  takenBy: TakenBy
  actor: string
  /** The sender, whose photos are processed one after another. */
  client: string
}

/** Cleans a photo, writes its files, and has `act` write its row. If that fails, the files are removed. */
async function store(services: Services, photo: NewPhoto, act: (keep: Keep) => Promise<unknown>): Promise<string> {
  const known = await readKnown(services.db, photo)
  if (known) return known.id
  await requireRoom(services.db, photo)
  if (photo.takenBy === 'customer') await takeTurn(services, photo)
  const { whole, small } = await cleanPhoto(photo.data, photo.client)
  const names = await put(services, [whole.data, small.data])
  try {
    await act((tx, locked) => insert(tx, locked, { ...photo, names, whole, small }))
  } catch (error) {
    // Another error may come after the row was stored. If it wasn't, its files are removed within the hour.
    if (isFinal(error)) await discardFiles(services.db, services.clock.now(), names)
    throw error
  }
  const kept = await readKnown(services.db, photo)
  if (!kept) throw new BookingNotFound()
  return kept.id
}

/** Takes a customer's turn, which stays used if the photo is refused. Throws `PhotoRefused` if there is none left. */
async function takeTurn(services: Services, { client, bookingId }: NewPhoto): Promise<void> {
  const waitSeconds = await tryTurns(services, [
    [limits.photo, client],
    [limits.photos, bookingId],
  ])
  if (waitSeconds > 0) throw new PhotoRefused('too_many', waitSeconds)
}

const uploadKeyOf = ({ bookingId, key }: Pick<NewPhoto, 'bookingId' | 'key'>) => hashOf(`${bookingId}:${key}`)

const readKnown = (db: Services['db'] | Transaction<Tables>, photo: Pick<NewPhoto, 'bookingId' | 'key'>) =>
  db
    .selectFrom('photos')
    .select('id')
    .where('bookingId', '=', photo.bookingId)
    .where('uploadKey', '=', uploadKeyOf(photo))
    .executeTakeFirst()

/** The first free place of a job. Throws `PhotoRefused` if there is none. */
async function requireRoom(db: Services['db'] | Transaction<Tables>, { bookingId, takenBy }: NewPhoto): Promise<number> {
  const photos = await db.selectFrom('photos').select(['place', 'takenBy']).where('bookingId', '=', bookingId).execute()
  const taken = new Set(photos.map(({ place }) => place))
  const free = Array.from({ length: mostPhotos }, (_, at) => at + 1).find((place) => !taken.has(place))
  if (takenBy === 'customer' && photos.filter((photo) => photo.takenBy === 'customer').length >= mostOfCustomer)
    throw new PhotoRefused('full_customer')
  if (!free) throw new PhotoRefused('full')
  return free
}

async function put(services: Services, contents: readonly Uint8Array[]): Promise<string[]> {
  try {
    return await putFiles(services, contents)
  } catch (error) {
    services.log.error({ error: loggable(error) }, 'a photo could not be stored')
    throw new PhotoRefused('not_stored', 60)
  }
}

async function insert(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { names, whole, small, ...photo }: NewPhoto & { names: string[]; whole: CleanPicture; small: CleanPicture },
): Promise<Change | undefined> {
  if (booking.erasedAt) throw new BookingNotFound()
  if (photo.takenBy === 'customer' && hasEnded(booking.status)) throw new PhotoRefused('over')
  // The same upload was faster on another connection.
  if (await readKnown(tx, photo)) return undefined
  const place = await requireRoom(tx, photo)
  const { bookingId, takenBy, actor, kind } = photo
  const [file = '', smallFile = ''] = names
  const receivedAt = toInstant(now)
  const { at: takenAt } = actTime(photo.phone, { receivedAt, notBefore: takenBy === 'engineer' ? booking.createdAt : '' })
  await tx
    .insertInto('photos')
    .values({
      ...{ id: newId(), bookingId, place, uploadKey: uploadKeyOf(photo), takenBy, actor, kind, takenAt, uploadedAt: receivedAt },
      ...{ file, bytes: whole.bytes, width: whole.width, height: whole.height, sha256: whole.sha256 },
      ...{ smallFile, smallBytes: small.bytes, smallWidth: small.width, smallHeight: small.height, smallSha256: small.sha256 },
    })
    .execute()
  await keepFiles(tx, names)
  return { action: 'booking.photo', detail: { kind, takenBy } }
}
