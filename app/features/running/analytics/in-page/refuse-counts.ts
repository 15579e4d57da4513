import type { LocalStorage } from '#app/platform/device-storage.ts'
import { browserRefuses } from './consent.ts'

/* 'Don’t count my visits': the choice as stored on this device, and its control on /cookies. */

const name = 'counts-refused'

/** Returns true if nothing may be counted here. A device without storage couldn't keep the choice, so it counts as refused. */
export function refusesCounts(): boolean {
  try {
    const device: LocalStorage = localStorage
    return browserRefuses() || device.getItem(name) !== null
  } catch {
    return true
  }
}

function keepRefusal(refuses: boolean): void {
  try {
    const device: LocalStorage = localStorage
    if (refuses) device.setItem(name, '1')
    else device.removeItem(name)
  } catch {
    // Without storage nothing is counted, and the text shows that.
  }
}

/** On /cookies: the current choice and a button that changes it, replacing the text for browsers without scripts. */
export function showRefusal(): void {
  const control = document.getElementById('counts-choice')
  if (!control) return
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = '!mt-0'
  const key = document.createElement('button')
  key.type = 'button'
  key.className = 'key key-small key-outline mt-3'
  const show = () => {
    const refuses = refusesCounts()
    status.textContent = refuses
      ? browserRefuses()
        ? 'Your browser asks websites not to track you, so we don’t count your visits.'
        : 'We don’t count your visits.'
      : 'We count your visits without knowing they’re yours.'
    key.textContent = refuses ? 'Count my visits' : 'Don’t count my visits'
  }
  key.onclick = () => {
    keepRefusal(!refusesCounts())
    show()
  }
  // Another tab has changed it.
  addEventListener('storage', show)
  control.replaceChildren(status, ...(browserRefuses() ? [] : [key]))
  show()
}
