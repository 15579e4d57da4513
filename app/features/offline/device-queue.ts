import type { LocalStorage } from '#app/platform/device-storage.ts'
import { inDeviceTransaction } from '#app/platform/device-transaction.ts'
import type { DatabaseName, LocalItem } from '#content/device-storage.ts'

/* Queues of items that wait on a device until the server has them: each kind is stored by key in its own database, changed one item at a
   time, and sent by pages, tabs and the service worker. A kind defines how its items are sent and how answers are read. */

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

/** In the service worker there is no page: no timers, and no one to tell. */
export const isPage = typeof document !== 'undefined'

interface QueueKind<Item, State> {
  /** The name of its database, the flag that there is something in it, its lock and its channel. */
  name: StoreName
  /** The browser's store counts as broken after this time, in ms. */
  storeMs: number
  /** The queue as pages see it. `isDurable` is false if an item is kept in memory only: it is lost when the page is closed. */
  stateOf(items: readonly Item[], isDurable: boolean): State
  /** Sends what is due; with a `reason`, the connection may be back. */
  send(reason?: unknown): unknown
  /** Another tab or the worker has changed the store, or tells `news`. */
  heard(news: unknown): unknown
  /** Called with the stored items each time the store has answered. */
  onStored?(items: readonly Item[]): void
}

export interface DeviceQueue<Item, State> {
  /** The stored items, and those in memory whose last change could not be stored. */
  items(): readonly Item[]
  /**
   * Changes one item, on disk, or in memory if that fails; without arguments it only reads. Another key puts it in the old one's place.
   * Returns whether the store answered.
   */
  change(key?: string, to?: (item?: Item) => Item | undefined): Promise<boolean>
  /** Tells this page's listeners if the state has changed. */
  publish(): void
  /** Tells other tabs. */
  tell(news: unknown): void
  /** Sends after this many ms, in place of any earlier plan; undefined: cancels it. */
  sendIn(ms: number | undefined): void
  /** The same object until something changes. */
  getState(): State
  subscribe(listener: () => void): () => void
}

/** One kind's queue in this page or worker. All queues of a browser share one store. */
export function deviceQueue<Item extends { key: string }, State>(kind: QueueKind<Item, State>): DeviceQueue<Item, State> {
  let items: Item[] = []
  /** Keys whose last change could not be stored: for these, `items` is right and the store is not. */
  const unsaved = new Set<string>()
  const isUnsaved = (item: Item) => unsaved.has(item.key)
  const listeners = new Set<() => void>()
  let state = kind.stateOf(items, true)
  let channel: BroadcastChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const queue: DeviceQueue<Item, State> = {
    items: () => items,
    async change(key = '', to) {
      // The item at the time of the change, not at the time of the read.
      const own = () => items.find((item) => item.key === key)
      let stored: Item[] | undefined
      try {
        stored = await Promise.race([
          changeStore<Item>(kind.name, key, to && ((item) => to(unsaved.has(key) ? own() : item))),
          new Promise<never>((_, reject) => setTimeout(reject, kind.storeMs)),
        ])
        if (to) {
          unsaved.delete(key)
          queue.tell(0)
        }
        kind.onStored?.(stored)
        items = [...stored.filter((item) => !isUnsaved(item)), ...items.filter(isUnsaved)]
      } catch {
        if (to) {
          const item = to(own())
          for (const each of [key, item?.key ?? key]) unsaved.add(each)
          items = exchange(items, key, item)
        }
      }
      queue.publish()
      return stored !== undefined
    },
    publish() {
      const next = kind.stateOf(items, !items.some(isUnsaved))
      if (JSON.stringify(next) === JSON.stringify(state)) return
      state = next
      for (const listener of listeners) listener()
    },
    tell: (news) => channel?.postMessage(news),
    sendIn(ms) {
      clearTimeout(timer)
      if (isPage && ms !== undefined) timer = setTimeout(() => void kind.send(), ms)
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  if (isPage) whenLineMayBeBack(kind.send)
  try {
    channel = new BroadcastChannel(kind.name)
    channel.onmessage = ({ data }) => void kind.heard(data)
  } catch {}
  return queue
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

/** Calls `send` whenever the connection may be back, until the returned function is called. For pages. */
export function whenLineMayBeBack(send: (reason: unknown) => unknown): () => void {
  const stop = new AbortController()
  document.addEventListener('visibilitychange', () => document.hidden || send(true), stop)
  for (const event of ['online', 'pageshow']) addEventListener(event, send, stop)
  return () => stop.abort()
}

/** Milliseconds until the next try: `asked`, or `pause` doubled for each attempt, times 0.5 to 1 by chance; at most `longestPause`. */
export const pauseAfter = (attempts: number, { pause, longestPause }: { pause: number; longestPause: number }, asked = 0): number =>
  Math.min(asked || pause * 2 ** attempts * (0.5 + Math.random() / 2), longestPause)
