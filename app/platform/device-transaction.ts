import type { DatabaseName } from '#content/device-storage.ts'
import type { Databases } from './device-storage.ts'

interface StoreAccess<Result> {
  store: string
  options?: IDBObjectStoreParameters
  mode: IDBTransactionMode
  /** Asks the store; what the returned function returns once the transaction has ended is the result. */
  ask: (store: IDBObjectStore) => () => Result
}

/**
 * One transaction on a browser database with one store. Resolves once it has taken effect on disk; rejects if it can't. The database is
 * opened for each: an open one would keep the page out of the back-forward cache, and may be closed at any time.
 */
export function inDeviceTransaction<Result>(name: DatabaseName, { store, options, mode, ask }: StoreAccess<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = (indexedDB as Databases).open(name)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store, options)
    opening.onerror = reject
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(store, mode, { durability: 'strict' })
      // WebKit keeps a page for Back with its transactions open, and every other page would wait for the store.
      const abort = () => {
        try {
          transaction.abort()
        } catch {
          // It has ended, or is being committed.
        }
      }
      addEventListener('pagehide', abort)
      const result = ask(transaction.objectStore(store))
      // Takes effect when the transaction has ended.
      opening.result.close()
      transaction.oncomplete = () => {
        removeEventListener('pagehide', abort)
        resolve(result())
      }
      transaction.onabort = reject
    }
  })
}
