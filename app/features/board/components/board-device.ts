import type { LocalStorage } from '#app/platform/device-storage.ts'
import type { LocalItem } from '#content/device-storage.ts'

/* What a dispatcher's browser remembers of the board (content/legal/cookies.ts): whether it sounds, and whether single keys act. */

export type Choice = Extract<LocalItem, `board-${string}`>

/** What was chosen on this device; undefined where nothing was, or where nothing may be kept. */
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
    // It then holds until the page is left.
  }
}
