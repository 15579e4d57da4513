import type { Databases, LocalStorage } from '#app/platform/device-storage.ts'
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

/** The photos that wait on this device, in the order in which they were chosen. */
export const readWaiting = (): Promise<WaitingPhoto[]> => inStore('readonly', (store) => store.getAll())

/** Keeps a photo safely on the disk. */
export const keepWaiting = (photo: WaitingPhoto): Promise<unknown> => inStore('readwrite', (store) => store.put(photo))

/** Lets a photo go: the server has it, or its sender does not want it sent. */
export const dropWaiting = (key: string): Promise<unknown> => inStore('readwrite', (store) => store.delete(key))

function inStore<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = (indexedDB as Databases).open(photosName)
    opening.onupgradeneeded = () => opening.result.createObjectStore(photosName, { keyPath: 'key' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(photosName, mode, { durability: 'strict' })
      const store = transaction.objectStore(photosName)
      const acting = act(store)
      const counting = store.count()
      // In here, where no other tab can change the store.
      counting.onsuccess = () => setFlag(counting.result > 0)
      database.close()
      transaction.oncomplete = () => resolve(acting.result)
      transaction.onabort = () => reject(transaction.error)
    }
  })
}

function setFlag(isOn: boolean) {
  try {
    const device: LocalStorage = localStorage
    if (isOn) device.setItem(photosName, '1')
    else device.removeItem(photosName)
  } catch {}
}
