import { changeStore } from '#app/platform/device-store.ts'
import { photosName } from '../waiting-flag.ts'

/** A photo that is to be sent. It stays on the device until the server has said that it has it. */
export interface WaitingPhoto {
  /** A UUID: sent twice with it, it is stored once. */
  key: string
  /** Where it is sent to. */
  action: string
  kind: string
  /** When it was taken, by this device's clock. */
  takenAt: string
  data: Blob
}

/** The photos that wait on this device. */
export const readWaiting = (): Promise<WaitingPhoto[]> => changeStore<WaitingPhoto>(photosName, '')

/** Keeps a photo safely on the disk. */
export const keepWaiting = (photo: WaitingPhoto): Promise<unknown> => changeStore<WaitingPhoto>(photosName, photo.key, () => photo)

/** Lets a photo go: the server has it, or its sender does not want it sent. */
export const dropWaiting = (key: string): Promise<unknown> => changeStore<WaitingPhoto>(photosName, key, () => undefined)
