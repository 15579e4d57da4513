import type { LocalStorage } from '#app/platform/device-storage.ts'
import type { LocalItem } from '#content/device-storage.ts'

/* A dispatcher's settings for the board, kept in their browser (content/legal/cookies.ts): sound, and single-key shortcuts. */

export type Choice = Extract<LocalItem, `board-${string}`>

/** The setting on this device; undefined if there is none, or storage is not allowed. */
export function readChoice(name: Choice): 'on' | 'off' | undefined {
  try {
    const device: LocalStorage = localStorage
    const value = device.getItem(name)
    return value === 'on' || value === 'off' ? value : undefined
  } catch {
    return undefined
  }
}

export function keepChoice(name: Choice, value: 'on' | 'off'): void {
  try {
    const device: LocalStorage = localStorage
    device.setItem(name, value)
  } catch {
    // Then it applies until the page is left.
  }
}
