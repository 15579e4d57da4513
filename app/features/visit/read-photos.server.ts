import type { Kysely, Selectable } from 'kysely'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { isUuid } from '#app/values/ids.ts'
import type { PhotosTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'
import { photoText } from './photo-text.ts'
import { photoKinds } from './photos/photo-kinds.ts'

export type Photo = Selectable<PhotosTable>

/** The photos of a job, in the order they were taken. */
export const readPhotos = (db: Kysely<Tables>, bookingId: string): Promise<Photo[]> =>
  db.selectFrom('photos').selectAll().where('bookingId', '=', bookingId).orderBy('takenAt').orderBy('id').execute()

/** Returns one photo of a job; undefined if it isn't one of its photos. */
export const readPhoto = async (db: Kysely<Tables>, bookingId: string, photoId: string): Promise<Photo | undefined> =>
  isUuid(photoId)
    ? db.selectFrom('photos').selectAll().where('bookingId', '=', bookingId).where('id', '=', photoId.toLowerCase()).executeTakeFirst()
    : undefined

/** The number of photos that the customers of some bookings have sent, by the bookings' ids; those without are left out. */
export async function readCustomerPhotoCounts(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, number>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('photos')
    .select(({ fn }) => ['bookingId', fn.countAll<number | string>().as('count')])
    .where('bookingId', 'in', bookingIds)
    .where('takenBy', '=', 'customer')
    .groupBy('bookingId')
    .execute()
  return new Map(rows.map(({ bookingId, count }) => [bookingId, Number(count)]))
}

/** The photos that were added to a job, as staff read it in a booking's history. */
export async function readPhotoHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db.selectFrom('photos').select(['id', 'uploadedAt', 'actor', 'kind']).where('bookingId', '=', bookingId).execute()
  return rows.map(({ id, uploadedAt, actor, kind }) => ({
    id,
    at: uploadedAt,
    actor,
    what: `added a photo: ${photoKinds[kind].label.toLowerCase()}`,
  }))
}

/** Returns true if a job's customer may see a photo: their own, and, once the visit is over, the engineer's before and after the work. */
export const isForCustomer = ({ status }: Pick<Booking, 'status'>, { takenBy, kind }: Pick<Photo, 'takenBy' | 'kind'>): boolean =>
  takenBy === 'customer' || (takenBy === 'engineer' && hasEnded(status) && (kind === 'before' || kind === 'after'))

/** A photo as pages show it. */
export interface PhotoView {
  id: string
  kind: PhotosTable['kind']
  /** Label of the photo. */
  text: string
  href: string
  smallHref: string
  width: number
  height: number
  isRemovable: boolean
}

/** Photos as a page shows them. `under`: the start of their addresses; `now`: an instant; `mayRemove`: true if the reader may. */
export const photoViews = (
  photos: readonly Photo[],
  { under, now, reader, mayRemove }: { under: string; now: string; reader: 'us' | 'customer'; mayRemove(photo: Photo): boolean },
): PhotoView[] =>
  photos.map((photo) => ({
    id: photo.id,
    kind: photo.kind,
    text: photoText(photo, { now, reader }),
    href: `${under}/${photo.id}`,
    smallHref: `${under}/${photo.id}/small`,
    width: photo.smallWidth,
    height: photo.smallHeight,
    isRemovable: mayRemove(photo),
  }))

/** The file of a photo in the size named by an address, `small` or none. Throws a 404 for any other. */
export function fileOf(photo: Photo, size: string | undefined): { file: string; sha256: string } {
  if (size === undefined) return photo
  if (size !== 'small') throw notFound()
  return { file: photo.smallFile, sha256: photo.smallSha256 }
}
