import { keepOffline } from './features/offline/register.ts'
import { collect } from './features/running/collector.ts'
import { keepErrors } from './features/running/early-errors.ts'
import { afterLoad } from './platform/after-load.ts'
import { hideCallBar } from './platform/hide-call-bar.ts'
import { openFolded } from './platform/open-folded.ts'
import { smoothJumps } from './platform/smooth-jumps.ts'
import { completeDialogs } from './ui/complete-dialogs.ts'
import { markFailedPictures } from './ui/failed-pictures.ts'

/* Script of every public page besides its islands, run once the browser is idle: separate, without the runtime. It must not import anything
   that islands share (`common` in vite.islands.config.ts), or every page would fetch that; modules needed later are imported later
   (`afterLoad`). */

const errors = keepErrors()
collect(() => import('./features/running/ask-for-tag.ts'))
completeDialogs()
markFailedPictures()
smoothJumps()
openFolded()
hideCallBar()
const maps = document.querySelectorAll<HTMLImageElement>('img[src^="/maps/"]')
if (maps.length) afterLoad(0, () => import('./platform/link-maps.ts').then(({ linkMaps }) => linkMaps(maps)))
const promises = document.querySelectorAll<HTMLElement>('[data-promise]')
if (promises.length) afterLoad(0, () => import('./features/live/keep-promise.ts').then(({ keepPromise }) => keepPromise(promises)))
if ('serviceWorker' in navigator) afterLoad(3_000, keepOffline)
afterLoad(5_000, () => import('./features/running/monitor-page.ts').then(({ monitorPage }) => monitorPage(errors)))
