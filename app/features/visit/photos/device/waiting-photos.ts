import { changeStore } from '#app/features/offline/device-queue.ts'
import { photosName } from '../waiting-flag.ts'

/** A photo to be sent. It stays on the device until the server has confirmed it. */
export interface WaitingPhoto {
  /** A UUID: sending it twice stores one photo. */
  key: string
  /** The address to send it to. */
  action: string
  kind: string
  /** By this device's clock. */
  takenAt: string
  data: Blob
}

/** The photos that wait on this device. */
export const readWaiting = (): Promise<WaitingPhoto[]> => changeStore<WaitingPhoto>(photosName, '')

/** Stores a photo on the disk. */
export const keepWaiting = (photo: WaitingPhoto): Promise<unknown> => changeStore<WaitingPhoto>(photosName, photo.key, () => photo)

/** Deletes a photo: the server has it, or its sender doesn't want it sent. */
export const dropWaiting = (key: string): Promise<unknown> => changeStore<WaitingPhoto>(photosName, key, () => undefined)
