import type { LocalStorage } from '#app/platform/device-storage.ts'
import { type Choice, choiceIn, storedChoice } from './consented-events.ts'

/* A visitor's choice, kept on this device and shared by all tabs. */

const name = 'analytics-consent'

/** Returns true if the browser asks not to be tracked: that counts as a refusal, and the visitor isn't asked. */
export function browserRefuses(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** The current choice; undefined if the visitor has yet to be asked. A device without storage counts as refused. */
export function readChoice(): Choice | undefined {
  if (browserRefuses()) return 'refused'
  try {
    const device: LocalStorage = localStorage
    return choiceIn(device.getItem(name), new Date())
  } catch {
    return 'refused'
  }
}

/** Stores a choice and returns the one that applies from now on: a refusal if it can't be stored. */
export function keepChoice(choice: Choice): Choice {
  try {
    const device: LocalStorage = localStorage
    device.setItem(name, storedChoice(choice, new Date()))
    return choice
  } catch {
    return 'refused'
  }
}

/** Calls back when another tab has changed the choice, or this page returns from the back/forward cache. */
export function onChoiceElsewhere(changed: () => void): void {
  // No key: all storage was cleared.
  addEventListener('storage', ({ key }) => (key === name || key === null) && changed())
  addEventListener('pageshow', ({ persisted }) => persisted && changed())
}
