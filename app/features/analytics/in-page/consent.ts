import type { LocalStorage } from '#app/platform/device-storage.ts'
import { type Choice, choiceIn, storedChoice } from './consented-events.ts'

/* What a visitor has said, as this device keeps it; every tab of the site agrees. */

const name = 'analytics-consent'

/** Whether the browser itself asks not to be counted: that is a refusal, and no one is asked. */
export function browserRefuses(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** What holds now; nothing where the visitor is still to be asked. A device that keeps nothing counts as refused. */
export function readChoice(): Choice | undefined {
  if (browserRefuses()) return 'refused'
  try {
    const device: LocalStorage = localStorage
    return choiceIn(device.getItem(name), new Date())
  } catch {
    return 'refused'
  }
}

/** Keeps a choice; gives what holds from now on, which is a refusal where it cannot be kept. */
export function keepChoice(choice: Choice): Choice {
  try {
    const device: LocalStorage = localStorage
    device.setItem(name, storedChoice(choice, new Date()))
    return choice
  } catch {
    return 'refused'
  }
}

/** Calls back when another tab has changed something, or this page comes back from where browsers keep pages. */
export function onChoiceElsewhere(changed: () => void): void {
  // Without a key: everything was deleted.
  addEventListener('storage', ({ key }) => (key === name || key === null) && changed())
  addEventListener('pageshow', ({ persisted }) => persisted && changed())
}
