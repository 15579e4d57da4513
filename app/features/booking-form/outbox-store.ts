import type { Databases, LocalStorage } from '#app/platform/device-storage.ts'
import type { Kept } from './kept-booking.ts'

/** What the outbox goes by on the device. */
export const outboxName = 'booking-outbox'

/** The items with another one in the place of the one of this key, or with none. */
export const exchange = (items: readonly Kept[], key: string, item?: Kept) => items.filter((each) => each.key !== key).concat(item ?? [])

/** Changes one item of the store, or none, safely on disk; gives all items after it. */
export function changeStore(key: string, to?: (item?: Kept) => Kept | undefined): Promise<Kept[]> {
  return new Promise((resolve, reject) => {
    const opening = (indexedDB as Databases).open(outboxName)
    opening.onupgradeneeded = () => opening.result.createObjectStore(outboxName, { keyPath: 'key' })
    opening.onerror = reject
    opening.onsuccess = () => {
      // Opened for each change: an open database would keep the page out of the back-forward cache, and may be closed any time.
      const database = opening.result
      const transaction = database.transaction(outboxName, to ? 'readwrite' : 'readonly', { durability: 'strict' })
      const store = transaction.objectStore(outboxName)
      let items: Kept[] = []
      const reading = store.getAll()
      reading.onsuccess = () => {
        items = reading.result
        if (to) {
          const item = to(items.find((each) => each.key === key))
          items = exchange(items, key, item)
          store.delete(key)
          if (item) store.put(item)
        }
        // In here, where no other tab can change the store.
        setFlag(items.length > 0)
      }
      // Takes effect when the transaction has ended.
      database.close()
      transaction.oncomplete = () => resolve(items)
      transaction.onabort = reject
    }
  })
}

function setFlag(isOn: boolean) {
  try {
    const device: LocalStorage = localStorage
    if (isOn) device.setItem(outboxName, '1')
    else device.removeItem(outboxName)
  } catch {}
}
