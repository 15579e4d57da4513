import type { DatabaseName } from '#content/device-storage.ts'
import type { Databases } from './device-storage.ts'

/**
 * One transaction on a browser database with one store. Resolves with the result of the request that `ask` makes, once it has taken effect
 * on disk; rejects if it can't. The database is opened for each: an open one would keep the page out of the back-forward cache, and may be
 * closed at any time.
 */
export const inDeviceTransaction = <Result>(
  name: DatabaseName,
  store: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
  options?: IDBObjectStoreParameters,
): Promise<Result> =>
  new Promise((resolve, reject) => {
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
          // The transaction has ended, or is being committed.
        }
      }
      addEventListener('pagehide', abort)
      const asked = ask(transaction.objectStore(store))
      // Takes effect when the transaction has ended.
      opening.result.close()
      transaction.oncomplete = () => {
        removeEventListener('pagehide', abort)
        resolve(asked.result)
      }
      transaction.onabort = reject
    }
  })
