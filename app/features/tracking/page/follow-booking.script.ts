import { followFeed, markIn } from '#app/platform/follow-feed.ts'
import { linkFeed, readAgainMs } from '../follow-timing.ts'

/* Keeps the page of a private link up to date: when its feed reports a change, or from time to time, it fetches its own address and
   replaces the parts that changed (`data-live`). Parts that a visitor is typing in or using are left alone. Without this script, reloading
   updates the page. */

/** For this long after a return, as from paying in another tab, no one is in the middle of reading. */
const backMs = 10_000
/** An answer that takes longer has failed. */
const longestWaitMs = 10_000

const [, , token = '', page] = location.pathname.split('/')
/** A bill is followed even after its visit. */
const also = page === 'bill' ? '&bill=1' : ''
/** The server's HTML of each part: islands change it in the page. */
const sent = new Map<string, string>()
let endFeed: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let reading: AbortController | undefined
let hasEnded = false
/** The customer's last return to the page, by the page's clock. */
let backAt = Number.NEGATIVE_INFINITY

for (const part of livePartsOf(document)) sent.set(part.id, part.innerHTML)
document.addEventListener('visibilitychange', comeBack)
addEventListener('online', follow)
addEventListener('pagehide', rest)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('[data-read-on-change]')) readChosen(target)
})
follow()
// Chosen before this script loaded.
for (const field of document.querySelectorAll<HTMLInputElement>('[data-read-on-change]'))
  if (field.value !== field.defaultValue) readChosen(field)

/** The page requested by a field's form becomes the current page, which is fetched from then on. */
function readChosen(field: HTMLInputElement): void {
  if (!field.form || !field.checkValidity()) return
  const query = new URLSearchParams(new FormData(field.form) as unknown as Record<string, string>)
  history.replaceState(history.state, '', `${field.form.action}?${query}`)
  void read()
}

function livePartsOf(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-live]')]
}

/** The mark of the displayed data. */
const shown = () => document.querySelector<HTMLElement>('[data-mark]')?.dataset.mark

/** The page is shown again, after another tab or after the payment page. */
function comeBack(): void {
  backAt = performance.now()
  follow()
}

/** A hidden page holds no connection: browsers allow six for each host over HTTP/1.1. */
function follow(): void {
  rest()
  if (document.visibilityState !== 'visible') return
  readLater()
  if (hasEnded) return
  endFeed = followFeed(
    { ...linkFeed, path: `${linkFeed.path}?link=${encodeURIComponent(token)}${also}` },
    {
      onData: (json) => markIn(json) !== shown() && void read(),
      onState(state) {
        if (state !== 'ended') return
        hasEnded = true
        void read()
      },
    },
  )
}

function rest(): void {
  endFeed?.()
  clearTimeout(timer)
}

function readLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void read(), readAgainMs)
}

/** Reads this page again and shows the changes. */
async function read(): Promise<void> {
  reading?.abort()
  const mine = new AbortController()
  reading = mine
  const limit = setTimeout(() => mine.abort(), longestWaitMs)
  try {
    const answer = await fetch(location.href, { cache: 'no-store', signal: mine.signal })
    // The link is no longer valid: the reloaded page explains it.
    if (answer.status === 404) return location.reload()
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  } catch {
    // Offline, or too slow: the next time will do.
  } finally {
    clearTimeout(limit)
    if (reading === mine && document.visibilityState === 'visible') readLater()
  }
}

function show(page: Document): void {
  const heading = document.querySelector('h1')?.textContent
  for (const old of livePartsOf(document)) {
    const now = page.getElementById(old.id)
    if (now?.dataset.mark) old.dataset.mark = now.dataset.mark
    if (!now || sent.get(old.id) === now.innerHTML || isInUse(old)) continue
    sent.set(old.id, now.innerHTML)
    // Keeps open details open.
    for (const { id } of old.querySelectorAll('details[open]')) if (id) now.querySelector(`#${id}`)?.setAttribute('open', '')
    const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
    const adopted = document.importNode(now, true)
    const before = old.getBoundingClientRect()
    const below = topBelow(old)
    old.replaceWith(adopted)
    keepInPlace(adopted, before, topBelow(adopted) - below)
    if (focused) adopted.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus()
  }
  const news = document.querySelector('h1')?.textContent
  const said = document.getElementById('said')
  if (said && news && news !== heading) said.textContent = news
}

/** The most that the header covers. */
const headerPx = 120
const topBelow = (part: HTMLElement) => part.nextElementSibling?.getBoundingClientRect().top ?? 0

/**
 * Keeps the text that is being read in place while a part above it, or in view, changes its height. `moved`: by how many pixels it would
 * move. A part that appears at the top goes above the view, and a link leads up to it. One that shrinks keeps its height until it is out of
 * view. It needn't if nothing below it is in view, or the customer has just come back: no one loses their place then.
 */
function keepInPlace(part: HTMLElement, before: DOMRect, moved: number): void {
  const height = part.offsetHeight
  const appears = before.height === 0 && height > 0 && before.top < 2 * headerPx
  if (!part.closest('main')) return
  if (appears || document.querySelector<HTMLAnchorElement>('#news:not([hidden])')?.hash === `#${part.id}`) leadTo(part)
  if (height === before.height) return
  if (appears || before.bottom < headerPx) {
    const { style } = document.documentElement
    // Browsers that do this by themselves don't do it at the top of a page.
    style.overflowAnchor = 'none'
    scrollBy({ top: moved, behavior: 'instant' })
    requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty('overflow-anchor')))
  } else if (height < before.height && before.bottom < innerHeight && performance.now() - backAt > backMs) {
    part.style.minHeight = `${before.height}px`
    whenSeen(part, false, () => part.style.removeProperty('min-height'))
  }
}

/** Shows a link to a part above the view until that is seen; none to an empty one. */
function leadTo(part: HTMLElement): void {
  const news = document.querySelector<HTMLAnchorElement>('#news')
  if (!news) return
  const heading = part.querySelector('h2')?.textContent
  news.hash = part.id
  news.textContent = heading ? `${heading}: see the top of this page` : ''
  news.hidden = !heading
  whenSeen(part, true, () => {
    news.hidden = true
  })
}

/** Calls `then` once a part comes into view below the header, or leaves it. */
function whenSeen(part: HTMLElement, isSeen: boolean, then: () => void): void {
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== isSeen) return
      watch.disconnect()
      then()
    },
    { rootMargin: `-${headerPx}px 0px 0px` },
  )
  watch.observe(part)
}

/** Returns true if someone is using a part, or has entered something. */
const isInUse = (part: Element): boolean =>
  (part.contains(document.activeElement) && document.activeElement?.matches('input, textarea, select, button, summary')) ||
  [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[name=signer]')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
