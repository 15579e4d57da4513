import { londonDayHour, londonTimeText } from '#app/platform/london-intl.ts'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
/* Decides which responses the service worker keeps on a device. Pure: used by the worker and by tests. */

/** The header with the build of a page. */
export const buildHeader = 'X-Build'

/** The page shown for an address without a copy, while there is no connection. */
export const offlinePath = '/offline' satisfies SitePath

/** Kept from the first visit on: advice for water and gas emergencies, and the way to book. */
export const corePaths = [
  offlinePath,
  '/gas-emergency' satisfies SitePath,
  '/blog/find-your-stopcock' satisfies SitePath,
  '/book' satisfies SitePath,
  '/',
] as const

/** The pages kept on a device that asks to save data. */
export const leastPaths: readonly string[] = corePaths.slice(0, 2)

/** If there is a copy, a connection that delivers no page in this time counts as broken. */
export const patienceSeconds = 4

/**
 * Returns how the worker handles a page's address. 'kept': a copy, if there is no connection. 'said': it is personal, so it isn't kept, and
 * without a connection the offline page is shown. 'engineer': kept for the signed-in engineer (engineer-copies.ts). 'other': the worker
 * does nothing.
 */
export function answererOf(path: string): 'kept' | 'said' | 'engineer' | 'other' {
  if (/^\/engineer(\/|$)/.test(path)) return path === '/engineer/acts' || /\.\w+$/.test(path) ? 'other' : 'engineer'
  if (/^\/(track|t|review|payment-success|new-link|book\/confirmed)(\/|$)/.test(path)) return 'said'
  if (/^\/(auth|account|staff|blog-admin|dev|security-dashboard|api|functions|rest|metrics)(\/|$)/.test(path)) return 'other'
  // Files: a calendar, a feed, the lists for search engines.
  return /\.\w+$/.test(path) ? 'other' : 'kept'
}

/** Returns true if an address is a file whose name changes with its content, or an image of public pages. */
export const isPublicFile = (path: string): boolean =>
  /^\/islands\/[\w.-]+\.js$/.test(path) || /^\/assets\/[\w.-]+\.(woff2|svg|png|webp|avif|jpe?g)$/.test(path) || isNamedPicture(path)

/** A picture whose name stays when its content changes. */
const isNamedPicture = (path: string): boolean => /^\/(drawings|maps|icons)\/[^/]+\.(svg|png)$/.test(path)

/** The facts of a response that the worker checks. */
export type AnswerFacts = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>

/** Returns true if a response is a complete public page of this build: never private, an error, or from elsewhere. */
export function mayKeepPage(path: string, answer: AnswerFacts, build: string): boolean {
  return (
    answererOf(path) === 'kept' &&
    isWhole(answer) &&
    /^text\/html\b/i.test(answer.headers.get('Content-Type') ?? '') &&
    /\bpublic\b/i.test(answer.headers.get('Cache-Control') ?? '') &&
    answer.headers.get(buildHeader) === build
  )
}

/** Returns true if a response is a complete public file. */
export const mayKeepFile = (path: string, answer: AnswerFacts): boolean => isPublicFile(path) && isWhole(answer)

const isWhole = ({ status, type, redirected, headers }: AnswerFacts) =>
  status === 200 && type === 'basic' && !redirected && !/\b(no-store|private)\b/i.test(headers.get('Cache-Control') ?? '')

/** The address under which a page is kept: without campaign parameters. */
export const keyOf = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** The pictures that a page shows, by their addresses. */
export const picturesIn = (html: string): string[] =>
  [...new Set([...html.matchAll(/\bsrc="(\/[^"]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&')))].filter(
    (path) => isPublicFile(path) && !path.endsWith('.js'),
  )

/** Returns the page with a note above its content: it is a copy, from this time. Words and look suit gas advice too. */
export function withNote(html: string, at: Date): string {
  const when = Number.isNaN(at.getTime()) ? '' : ` from ${longDayText(londonDayHour(at.getTime()).day)}, ${londonTimeText(at.getTime())}`
  const words = `You’re offline or have a weak connection, so this is the copy saved on your device${when}. Some figures may have changed.`
  return html.replace(
    /<main\b/,
    () =>
      `<aside aria-label="Saved copy" data-kept-copy class="border-b-2 border-ink bg-lamp"><p class="mx-auto max-w-[1240px] px-4 py-2 text-sm md:px-8">${words}</p></aside><main`,
  )
}
