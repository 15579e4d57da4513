import { offlineSettingName } from './setting.ts'

/* Registers the service worker 3 s after a page has loaded, and lets a newer one take over unnoticed. */

/** Never throws: without service workers the site works as it is. */
export async function keepOffline(): Promise<void> {
  try {
    const { serviceWorker } = navigator
    if (isOff()) return await remove(serviceWorker)
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // The worker checks that it has everything this page names.
    const urls = [...document.querySelectorAll<HTMLElement>('[data-island]')].flatMap((island) => (island.dataset.island ?? '').split(' '))
    registration.waiting?.postMessage({ takeOverFor: urls.filter(Boolean) })
  } catch {
    // Private windows, blocked storage, a lost connection.
  }
}

const isOff = () => document.querySelector(`meta[name=${offlineSettingName}]`) !== null

/** The owner has switched it off: removes everything except waiting bookings, which belong to the outbox. */
async function remove(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
