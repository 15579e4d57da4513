/** The mark in a page whose site has no service worker (SERVICE_WORKER=off). */
export const offlineSettingName = 'service-worker-off'
