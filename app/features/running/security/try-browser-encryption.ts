import type { SessionStorage } from '#app/platform/device-storage.ts'
import { forgetSecurely, keepSecurely, readSecurely, securePrefix } from '#app/platform/secure-session.ts'

/**
 * Tests encryption in this browser: a text comes back, is unreadable in storage, and is refused after a change. Leaves nothing behind.
 * Never throws.
 */
export async function tryBrowserEncryption(): Promise<boolean> {
  const text = 'The stopcock is under the sink.'
  const place = `${securePrefix}:self-test` as const
  try {
    if (!(await keepSecurely('self-test', text, 60_000))) return false
    const tab: SessionStorage = sessionStorage
    const kept = tab.getItem(place) ?? ''
    const hides = kept !== '' && !kept.includes(text) && !kept.includes(btoa(text).slice(0, 20))
    const opens = (await readSecurely('self-test')) === text
    const item = JSON.parse(kept) as { expiresAt: number }
    tab.setItem(place, JSON.stringify({ ...item, expiresAt: item.expiresAt + 1 }))
    const refusesChanged = (await readSecurely('self-test')) === undefined
    return opens && hides && refusesChanged
  } catch {
    return false
  } finally {
    await forgetSecurely('self-test')
  }
}
