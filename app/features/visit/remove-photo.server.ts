import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { discardFiles } from '#app/platform/files-to-remove.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import type { TakenBy } from './photos/photo-kinds.ts'
import { PhotoRefused } from './refusals.ts'
import { removePhotoKind } from './removed-photos.ts'

interface Removal {
  bookingId: string
  photoId: string
}

/**
 * Removes a customer's own photo, until their visit is over. Does nothing if it is already gone. Throws `PhotoRefused` or
 * `BookingNotFound`.
 */
export const removeOwnPhoto = (services: Services, { bookingId, photoId, actor }: Removal & { actor: string }): Promise<void> =>
  actOnBooking(services, { bookingId, actor }, async (tx, locked) => {
    if (hasEnded(locked.booking.status)) throw new PhotoRefused('over')
    return remove(tx, locked, { photoId, takenBy: 'customer' })
  })

/** Removes a photo that the engineer took at a job of their own; nothing if it is already gone. Throws as `actByEngineer` does. */
export const removePhotoByEngineer = (services: Services, { photoId, ...act }: Removal & Omit<OwnAct, 'seen'>): Promise<void> =>
  actByEngineer(services, { ...act, kind: removePhotoKind }, (tx, { at: _, ...locked }) =>
    remove(tx, locked, { photoId, actor: act.userId }),
  )

/** Removes a photo of a job. `userId`: the caller has checked that they are staff. Throws `BookingNotFound`. */
export const removePhotoByStaff = (services: Services, { bookingId, photoId, userId }: Removal & { userId: string }): Promise<void> =>
  actOnBooking(services, { bookingId, actor: userId }, (tx, locked) => remove(tx, locked, { photoId }))

async function remove(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { photoId, ...whose }: { photoId: string; takenBy?: TakenBy; actor?: string },
): Promise<Change | undefined> {
  const photo = await tx
    .deleteFrom('photos')
    .where('bookingId', '=', booking.id)
    .where('id', '=', photoId)
    .$if(whose.takenBy !== undefined, (query) => query.where('takenBy', '=', whose.takenBy ?? 'customer'))
    .$if(whose.actor !== undefined, (query) => query.where('actor', '=', whose.actor ?? ''))
    .returning(['file', 'smallFile', 'sha256', 'kind', 'takenBy'])
    .executeTakeFirst()
  if (!photo) return undefined
  await discardFiles(tx, now, [photo.file, photo.smallFile])
  return { action: 'booking.remove-photo', detail: { photo: photoId, sha256: photo.sha256, kind: photo.kind, takenBy: photo.takenBy } }
}
