import { followFeed, markIn } from '#app/platform/follow-feed.ts'
import { linkFeed, readAgainMs } from '../follow-timing.ts'

/* Keeps the page of a private link up to date: when its feed reports a change, or from time to time, it fetches its own address and
   replaces the parts that changed (`data-live`). Parts that a visitor is typing in or using are left alone. Without this script, reloading
   updates the page. */

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

for (const part of livePartsOf(document)) sent.set(part.id, part.innerHTML)
document.addEventListener('visibilitychange', follow)
addEventListener('online', follow)
addEventListener('pagehide', rest)
addEventListener('pageshow', ({ persisted }) => persisted && follow())
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
    const { height, top } = old.getBoundingClientRect()
    const below = topBelow(old)
    old.replaceWith(adopted)
    if (height === 0 && adopted.offsetHeight > 0 && top < innerHeight) putAbove(adopted, topBelow(adopted) - below)
    else keepRoom(adopted, height)
    if (focused) adopted.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus()
  }
  const news = document.querySelector('h1')?.textContent
  const said = document.getElementById('said')
  if (said && news && news !== heading) said.textContent = news
}

/** A part that has become lower keeps its height until it is out of view, so that nothing moves under the reader's eyes or thumb. */
function keepRoom(part: HTMLElement, height: number): void {
  if (part.offsetHeight >= height || !part.closest('main')) return
  part.style.minHeight = `${height}px`
  new IntersectionObserver(([seen], observer) => {
    if (seen?.isIntersecting) return
    observer.disconnect()
    part.style.minHeight = ''
  }).observe(part)
}

const topBelow = (part: HTMLElement) => part.nextElementSibling?.getBoundingClientRect().top ?? 0

/** A part that appears is put above what is read, which stays where it is; a link leads up to it. `moved`: by how much, in pixels. */
function putAbove(part: HTMLElement, moved: number): void {
  const { style } = document.documentElement
  // Browsers that keep what is read in place by themselves don't do it at the top of a page.
  style.overflowAnchor = 'none'
  scrollBy({ top: moved, behavior: 'instant' })
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty('overflow-anchor')))
  const news = document.querySelector<HTMLAnchorElement>('#news')
  const heading = part.querySelector('h2')?.textContent
  if (!news || !heading) return
  news.hash = part.id
  news.textContent = heading
  news.hidden = false
  const read = new IntersectionObserver(
    ([seen]) => {
      if (!seen?.isIntersecting) return
      news.hidden = true
      read.disconnect()
    },
    { rootMargin: '-120px 0px 0px' },
  )
  read.observe(part)
}

/** Returns true if someone is using a part, or has entered something. */
const isInUse = (part: Element): boolean =>
  (part.contains(document.activeElement) && document.activeElement?.matches('input, textarea, select, button, summary')) ||
  [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[name=signer]')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
