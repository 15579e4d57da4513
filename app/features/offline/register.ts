import { offlineSettingName } from './setting.ts'

/*
 * Registers the service worker, 3 s after a page has loaded, and lets a newer one take over as
 * soon as no one can tell.
 */

/** Never throws: a browser without service workers, or one that refuses, has the site as it is. */
export async function keepOffline(): Promise<void> {
  try {
    const { serviceWorker } = navigator
    if (isOff()) return await remove(serviceWorker)
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // It asks itself whether it can give this page everything that the page names.
    const urls = [...document.querySelectorAll<HTMLElement>('[data-island]')].flatMap((island) => (island.dataset.island ?? '').split(' '))
    registration.waiting?.postMessage({ takeOverFor: urls.filter(Boolean) })
  } catch {
    // Private windows, blocked storage, a line that broke.
  }
}

const isOff = () => document.querySelector(`meta[name=${offlineSettingName}]`) !== null

/** The owner has switched it off: nothing of it is left, but bookings that wait are the outbox's. */
async function remove(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
