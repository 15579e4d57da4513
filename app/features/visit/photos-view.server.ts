import { hasEnded } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { mostOfCustomer, mostPhotos } from './photo-limits.ts'
import { kindsOf, type PhotoKind } from './photos/photo-kinds.ts'
import { isForCustomer, type Photo, type PhotoView, photoViews, readPhotos } from './read-photos.server.ts'

/** The photos part of a job's page. */
export interface PhotosOfJob {
  shown: PhotoView[]
  /** The address for sending and removing photos. */
  action: string
  /** The kinds that its reader may add; empty if they may add nothing. */
  kinds: readonly PhotoKind[]
  /** The most likely kind of the next one. */
  chosen?: PhotoKind
  uploadKey: string
  isFull: boolean
  /** The page that sends them, if it isn't the job's. */
  from?: 'door'
}

interface Seen {
  bookingId: string
  /** The address of the photos of this job, for its reader. */
  action: string
}

/** The photos of a booking for staff. */
export async function readPhotosForStaff(services: Services, { bookingId, action }: Seen): Promise<PhotosOfJob> {
  const photos = await readPhotos(services.db, bookingId)
  return viewOf(services, photos, { action, kinds: kindsOf.staff, mayRemove: () => true })
}

/** The photos of a job for its engineer, who changes nothing once it is billed; `userId`: of their account. */
export async function readPhotosForEngineer(
  services: Services,
  { bookingId, action, userId, isBilled = false }: Seen & { userId: string; isBilled?: boolean },
): Promise<PhotosOfJob> {
  const photos = await readPhotos(services.db, bookingId)
  const hasBefore = photos.some(({ kind, takenBy }) => takenBy === 'engineer' && kind === 'before')
  return {
    ...viewOf(services, photos, {
      action,
      kinds: isBilled ? [] : kindsOf.engineer,
      mayRemove: ({ actor }) => !isBilled && actor === userId,
    }),
    chosen: hasBefore ? 'after' : 'before',
  }
}

/** The photos of a booking for its customer; undefined if there are none and none can be added. */
export async function readPhotosForCustomer(
  services: Services,
  booking: Pick<Booking, 'id' | 'status'>,
  action: string,
): Promise<PhotosOfJob | undefined> {
  const isOver = hasEnded(booking.status)
  const photos = (await readPhotos(services.db, booking.id)).filter((photo) => isForCustomer(booking, photo))
  if (isOver && photos.length === 0) return undefined
  const own = photos.filter(({ takenBy }) => takenBy === 'customer')
  const kinds = isOver ? [] : kindsOf.customer
  return {
    ...viewOf(services, photos, { action, kinds, reader: 'customer', mayRemove: ({ takenBy }) => !isOver && takenBy === 'customer' }),
    isFull: own.length >= mostOfCustomer,
  }
}

const viewOf = (
  { clock }: Pick<Services, 'clock'>,
  photos: readonly Photo[],
  {
    action,
    kinds,
    reader = 'us',
    mayRemove,
  }: Pick<PhotosOfJob, 'action' | 'kinds'> & { reader?: 'us' | 'customer'; mayRemove(photo: Photo): boolean },
): PhotosOfJob => ({
  shown: photoViews(photos, { under: action, now: toInstant(clock.now()), reader, mayRemove }),
  ...{ action, kinds, uploadKey: newId(), isFull: photos.length >= mostPhotos },
})
