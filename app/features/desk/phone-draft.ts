import type { LocalStorage } from '#app/platform/device-storage.ts'
import { type LocalItem, phoneDraftHours } from '#content/device-storage.ts'

/* A booking by phone that is not sent yet, on the dispatcher's device: it survives a closed tab. It is personal data, so it is encrypted
   with AES-256-GCM under a key that the server gives only to that member of staff while they are signed in. */

export interface PhoneDraft {
  /** When it was last edited: ms since 1970. */
  at: number
  fields: Record<string, string>
}

const item = 'phone-booking' satisfies LocalItem
const ivLength = 12
let turn = 0

/**
 * Stores the form's content, replacing what was stored before. `key`: 256 bits, base64url. Never throws; does nothing in a browser without
 * storage.
 */
export async function keepPhoneDraft(key: string, fields: Record<string, string>): Promise<void> {
  turn += 1
  const mine = turn
  try {
    const iv = crypto.getRandomValues(new Uint8Array(ivLength))
    const plain = new TextEncoder().encode(JSON.stringify({ at: Date.now(), fields } satisfies PhoneDraft))
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(key), plain)
    if (mine === turn) device().setItem(item, textOf([...iv, ...new Uint8Array(sealed)]))
  } catch {
    // A browser without storage or cryptography.
  }
}

/**
 * Returns the draft kept under this key in the last hours (`phoneDraftHours`); undefined if there is none, and older ones are deleted.
 * Never throws.
 */
export async function readPhoneDraft(key: string): Promise<PhoneDraft | undefined> {
  try {
    const kept = device().getItem(item)
    if (!kept) return undefined
    const bytes = bytesOf(kept)
    const iv = bytes.slice(0, ivLength)
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(key), bytes.slice(ivLength))
    const draft = JSON.parse(new TextDecoder().decode(plain)) as PhoneDraft
    if (Math.abs(Date.now() - draft.at) < phoneDraftHours * 3_600_000) return draft
  } catch {
    // Someone else's, or encrypted with an expired key.
  }
  forgetPhoneDraft()
  return undefined
}

/** Never throws. */
export function forgetPhoneDraft(): void {
  turn += 1
  try {
    device().removeItem(item)
  } catch {
    // Then nothing was kept.
  }
}

const device = (): LocalStorage => localStorage

const keyOf = (key: string) =>
  crypto.subtle.importKey('raw', bytesOf(key.replaceAll('-', '+').replaceAll('_', '/')), 'AES-GCM', false, ['encrypt', 'decrypt'])

const textOf = (bytes: readonly number[]) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
