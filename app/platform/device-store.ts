import type { DatabaseName, LocalItem } from '#content/device-storage.ts'
import type { LocalStorage } from './device-storage.ts'
import { inDeviceTransaction } from './device-transaction.ts'

/* Items that a browser keeps until the server has them: stored by key in their own database, changed one at a time, and sent one after
   another by pages, tabs and the service worker. For the booking outbox and for engineers' acts. */

type StoreName = DatabaseName & LocalItem

/** The items with the one of this key replaced or removed. */
export const exchange = <Item extends { key: string }>(items: readonly Item[], key: string, item?: Item): Item[] =>
  items.filter((each) => each.key !== key).concat(item ?? [])

/** Changes one item of a store, durably; returns all items. While there are any, local storage has '1' under the same name. */
export async function changeStore<Item extends { key: string }>(
  name: StoreName,
  key: string,
  to?: (item?: Item) => Item | undefined,
): Promise<Item[]> {
  let items: Item[] = []
  const ask = (store: IDBObjectStore) => {
    const reading = store.getAll()
    reading.onsuccess = () => {
      items = reading.result
      if (to) {
        const item = to(items.find((each) => each.key === key))
        items = exchange(items, key, item)
        store.delete(key)
        if (item) store.put(item)
      }
      // Inside the transaction, so no other tab can change the store.
      setFlag(name, items.length > 0)
    }
    return reading
  }
  await inDeviceTransaction(name, name, to ? 'readwrite' : 'readonly', ask, { keyPath: 'key' })
  return items
}

function setFlag(name: StoreName, isOn: boolean) {
  try {
    const device: LocalStorage = localStorage
    if (isOn) device.setItem(name, '1')
    else device.removeItem(name)
  } catch {}
}

/** Items as a page or the worker knows them: those on disk, and in memory those whose last change could not be stored. */
interface KeptItems<Item> {
  items: Item[]
  /** The stored items; undefined if they could not be read or changed. */
  stored?: Item[]
  /** False if something is kept in memory only: it is lost when the page is closed. */
  durable: boolean
}

/**
 * Changes the items of a store one at a time, on disk, or in memory if that fails; without arguments it only reads. `storeMs`: the time
 * limit of the store.
 */
export function keepItems<Item extends { key: string }>(name: StoreName, storeMs: number) {
  let items: Item[] = []
  /** Keys whose last change could not be stored: for these, `items` is right and the store is not. */
  const unsaved = new Set<string>()
  return async (key = '', to?: (item?: Item) => Item | undefined): Promise<KeptItems<Item>> => {
    // The item at the time of the change, not at the time of the read.
    const own = () => items.find((item) => item.key === key)
    const isUnsaved = (item: Item) => unsaved.has(item.key)
    let stored: Item[] | undefined
    try {
      stored = await Promise.race([
        changeStore<Item>(name, key, to && ((item) => to(unsaved.has(key) ? own() : item))),
        new Promise<never>((_, reject) => setTimeout(reject, storeMs)),
      ])
      if (to) unsaved.delete(key)
      items = [...stored.filter((item) => !isUnsaved(item)), ...items.filter(isUnsaved)]
    } catch {
      if (to) {
        unsaved.add(key)
        items = exchange(items, key, to(own()))
      }
    }
    return { items, stored, durable: !items.some(isUnsaved) }
  }
}

/** Runs a job while no other tab runs one of this name; after `patience` milliseconds it ignores a tab that sleeps with the lock. */
export async function alone<T>(name: string, patience: number, job: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  const once = () => (running ??= job())
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(patience) }, once)
  } catch {
    return once()
  }
}

/** Makes the service worker send once the connection is back, even with no page open. Only in browsers with Background Sync. */
export async function askForSync(tag: StoreName): Promise<void> {
  try {
    const { sync } = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } }
    await sync.register(tag)
  } catch {}
}

/** Calls `send` whenever the connection may be back. For pages. */
export function whenLineMayBeBack(send: (reason: unknown) => unknown): void {
  document.addEventListener('visibilitychange', () => document.hidden || send(true))
  for (const event of ['online', 'pageshow']) addEventListener(event, send)
}

/** Milliseconds until the next try, after `attempts` that failed: `pause`, twice that …, less up to half by chance, or what the server `asked` for; up to `longestPause`. */
export const pauseAfter = (attempts: number, { pause, longestPause }: { pause: number; longestPause: number }, asked = 0): number =>
  Math.min(asked || pause * 2 ** attempts * (0.5 + Math.random() / 2), longestPause)
