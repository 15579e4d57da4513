import { type SecureName, secureMinutes, type TabItem } from '#content/device-storage.ts'
import type { SessionStorage } from './device-storage.ts'
import { inDeviceTransaction } from './device-transaction.ts'

/* Session storage that can't be read from disk: AES-256-GCM under a non-extractable key, for half an hour at most. Limits, and the reason
   for the key's place: docs/decisions/0020-encrypted-session-storage.md. */

/** The stored form, as JSON. */
interface SecureItem {
  /** Base64: a 12-byte nonce, then the ciphertext. */
  data: string
  /** The times it was stored and expires: ms since 1970. */
  timestamp: number
  expiresAt: number
  /** SHA-256 of the other three; the key is found by it. */
  checksum: string
}

/** Prefix of keys in session storage, and of encryption keys in IndexedDB. */
export const securePrefix = 'secure-session'
const longestMs = secureMinutes * 60_000
const sweepEveryMs = 5 * 60_000
/** A browser's store that takes longer counts as broken. */
const patienceMs = 3_000
const keyLength = 32
const ivLength = 12

const nameOf = (name: SecureName): TabItem => `${securePrefix}:${name}`

/**
 * Keeps a value for this tab, for `forMs` or half an hour, whichever is shorter; over one that was kept under this name. Returns whether
 * it could: never throws, and a browser that lacks cryptography or storage keeps nothing.
 */
export async function keepSecurely(name: SecureName, value: unknown, forMs: number): Promise<boolean> {
  try {
    const timestamp = Date.now()
    const expiresAt = timestamp + Math.min(forMs, longestMs)
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: keyLength * 8 }, false, ['encrypt', 'decrypt'])
    const iv = crypto.getRandomValues(new Uint8Array(ivLength))
    const plain = new TextEncoder().encode(JSON.stringify(value))
    const sealed = new Uint8Array(await crypto.subtle.encrypt(sealing(name, iv, timestamp, expiresAt), key, plain))
    const data = btoa(Array.from([...iv, ...sealed], (byte) => String.fromCharCode(byte)).join(''))
    const checksum = await checksumOf({ data, timestamp, expiresAt })
    await withKeys('readwrite', (keys) => keys.put({ key, expiresAt } satisfies KeptKey, checksum))
    await forgetSecurely(name)
    const tab: SessionStorage = sessionStorage
    tab.setItem(nameOf(name), JSON.stringify({ data, timestamp, expiresAt, checksum } satisfies SecureItem))
    return true
  } catch {
    return false
  }
}

/** Returns the value of a name; undefined if there is none, it has expired, or it was tampered with. Never throws. */
export async function readSecurely(name: SecureName): Promise<unknown> {
  try {
    const item = itemOf(nameOf(name))
    if (!item) return undefined
    const { data, timestamp, expiresAt, checksum } = item
    const isWhole = isCurrent(item) && (await checksumOf(item)) === checksum
    const kept = isWhole ? await withKeys<KeptKey | undefined>('readonly', (keys) => keys.get(checksum)) : undefined
    if (kept) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const [iv, sealed] = [bytes.slice(0, ivLength), bytes.slice(ivLength)]
      const plain = await crypto.subtle.decrypt(sealing(name, iv, timestamp, expiresAt), kept.key, sealed)
      return JSON.parse(new TextDecoder().decode(plain))
    }
  } catch {
    // It was tampered with, or the browser has lost the key.
  }
  await forgetSecurely(name)
  return undefined
}

/** Deletes the value of a name, and its key. Never throws. */
export async function forgetSecurely(name: SecureName): Promise<void> {
  try {
    const tab: SessionStorage = sessionStorage
    const item = itemOf(nameOf(name))
    tab.removeItem(nameOf(name))
    if (item) await withKeys('readwrite', (keys) => keys.delete(item.checksum))
  } catch {
    // Nothing was kept.
  }
}

/** Removes expired items of this tab, and expired keys. */
async function sweep(): Promise<void> {
  try {
    const tab: SessionStorage = sessionStorage
    const names = Object.keys(tab).filter((name): name is TabItem => name.startsWith(`${securePrefix}:`))
    for (const name of names) {
      const item = itemOf(name)
      if (!item || !isCurrent(item)) tab.removeItem(name)
    }
    await withKeys('readwrite', (keys) => {
      const all = keys.openCursor()
      all.onsuccess = () => {
        if (!all.result) return
        if (!isKept(all.result.value)) all.result.delete()
        all.result.continue()
      }
      return all
    })
  } catch {
    // A browser that keeps nothing.
  }
}
void sweep()
setInterval(sweep, sweepEveryMs)

interface KeptKey {
  key: CryptoKey
  expiresAt: number
}

const isKept = ({ expiresAt }: KeptKey) => Date.now() < expiresAt && expiresAt <= Date.now() + longestMs

/** Setting the clock back extends nothing. */
const isCurrent = ({ timestamp, expiresAt }: SecureItem) =>
  timestamp <= Date.now() && Date.now() < expiresAt && expiresAt - timestamp <= longestMs

function itemOf(name: TabItem): SecureItem | undefined {
  try {
    const tab: SessionStorage = sessionStorage
    const item = JSON.parse(tab.getItem(name) ?? '') as Partial<SecureItem> | null
    const isItem = typeof item?.data === 'string' && typeof item.checksum === 'string'
    return isItem && Number.isFinite(item.timestamp) && Number.isFinite(item.expiresAt) ? (item as SecureItem) : undefined
  } catch {
    return undefined
  }
}

/** Its name and times are authenticated, so no one can extend an item or move it. */
const sealing = (name: SecureName, iv: Uint8Array<ArrayBuffer>, timestamp: number, expiresAt: number) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${name} ${timestamp} ${expiresAt}`),
})

async function checksumOf({ data, timestamp, expiresAt }: Omit<SecureItem, 'checksum'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${data} ${timestamp} ${expiresAt}`))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Makes one request to the keys' store. */
const withKeys = <Result>(mode: IDBTransactionMode, ask: (keys: IDBObjectStore) => IDBRequest): Promise<Result> =>
  Promise.race([
    inDeviceTransaction<Result>(securePrefix, 'keys', mode, ask),
    new Promise<never>((_, reject) => setTimeout(reject, patienceMs)),
  ])
