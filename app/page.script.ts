import { keepOffline } from './features/offline/register.ts'
import { collect } from './features/running/collector.ts'
import { keepErrors } from './features/running/early-errors.ts'
import { afterLoad } from './platform/after-load.ts'
import type { LocalStorage } from './platform/device-storage.ts'
import { completeDialogs } from './ui/complete-dialogs.ts'

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
layOut()
startRare()
const maps = document.querySelectorAll<HTMLImageElement>('img[src^="/maps/"]')
if (maps.length) afterLoad(0, () => import('./platform/link-maps.ts').then(({ linkMaps }) => linkMaps(maps)))
const promises = document.querySelectorAll<HTMLElement>('[data-promise]')
if (promises.length) afterLoad(0, () => import('./features/live/keep-promise.ts').then(({ keepPromise }) => keepPromise(promises)))
if ('serviceWorker' in navigator) afterLoad(3_000, keepOffline)
afterLoad(5_000, () => import('./features/running/monitor-page.ts').then(({ monitorPage }) => monitorPage(errors)))

/** Marks the box of each picture that can't be loaded, now or later, or has failed before: `Picture` then shows that in it. */
function markFailedPictures(): void {
  const mark = (image: EventTarget | null) => image instanceof Element && image.closest('[data-image]')?.setAttribute('data-failed', '')
  document.addEventListener('error', ({ target }) => mark(target), true)
  for (const image of document.images) if (image.complete && !image.naturalWidth) mark(image)
}

const longestMs = 400
/** Content above the target is laid out as it comes near, which moves the target. */
const settledMs = 1_000

/** Links within the page scroll smoothly, for 400 ms at most; arriving from another page jumps straight there. */
function smoothJumps(): void {
  const { style } = document.documentElement
  let end = 0
  const stop = () => {
    end = 0
  }
  for (const moved of ['wheel', 'touchstart', 'keydown']) addEventListener(moved, stop, { passive: true })
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]')
    if (link?.pathname !== location.pathname || matchMedia('(prefers-reduced-motion:reduce)').matches) return
    style.scrollBehavior = 'smooth'
    end = performance.now() + settledMs
    const align = () => {
      style.scrollBehavior = ''
      if (performance.now() > end) return
      document.getElementById(link.hash.slice(1))?.scrollIntoView()
      requestAnimationFrame(align)
    }
    setTimeout(align, longestMs)
  })
}

/** Opens the folded parts around the target of the address, in browsers that don't: Firefox before 139, Safari before 26. */
function openFolded(): void {
  const open = () => {
    const target = document.querySelector(':target')
    const closed = target?.closest('details:not([open])')
    if (!closed) return
    closed.setAttribute('open', '')
    open()
    target?.scrollIntoView()
  }
  open()
  addEventListener('hashchange', open)
}

/** Marks the page while its booking form is in view, which hides the call bar (site.css), in browsers without scroll timelines. */
function hideCallBar(): void {
  const form = document.querySelector('main form[action="/book"]')
  if (!form || CSS.supports('view-timeline: --booking')) return
  new IntersectionObserver((entries) => {
    document.body.toggleAttribute('data-form-in-view', entries.at(-1)?.isIntersecting)
  }).observe(form)
}

/**
 * Lays out deferred sections one by one when there is time, so that anchors and the scroll bar are right. Only below the view: nothing visible
 * moves.
 */
function layOut(): void {
  const section = [...document.querySelectorAll('.lazy')].find((each) => each.getBoundingClientRect().top > innerHeight)
  section?.classList.remove('lazy')
  if (section) (window.requestIdleCallback ?? setTimeout)(layOut)
}

/** Starts the islands of few visits: a booking that this device keeps, and the pop-up for visitors who can leave by the top edge. */
function startRare(): void {
  const start = (when: string) => document.querySelector(`[data-when=${when}]`)?.dispatchEvent(new Event('island-start'))
  try {
    const device: LocalStorage = localStorage
    if (device['booking-outbox']) start('outbox')
  } catch {
    // A browser that keeps nothing.
  }
  // The specification's delay.
  if (matchMedia('(hover) and (pointer:fine)').matches) setTimeout(start, 5_000, 'mouse')
}
