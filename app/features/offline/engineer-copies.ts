import type { Caches } from '#app/platform/device-storage.ts'
import { type CacheName, engineerCopyHours } from '#content/device-storage.ts'

/* The engineer's pages on their phone, for when there is no connection: their jobs of today and tomorrow, each page with its scripts and
   style, so a copy never meets a script of another build. They belong to one engineer, and are deleted when that engineer signs out,
   someone else signs in, the server rejects the session, or after two days. For the service worker. */

const name = 'engineer' satisfies CacheName
const openCopies = () => (caches as Caches).open(name)

/** What a page asks the worker to keep: addresses of an engineer's pages, each with a mark that changes with its content. */
export interface KeepRequest {
  engineerId: string
  pages: readonly { path: string; mark: string }[]
  /** More files that those pages may request. */
  files?: readonly string[]
}

const forHeader = 'X-Kept-For'
const markHeader = 'X-Kept-Mark'

/** Whether a copy may still be shown. */
const isRecent = (copy: Response): boolean => Date.now() - Date.parse(copy.headers.get('Date') ?? '') < engineerCopyHours * 3_600_000

/** The files of the site that a page names: its scripts, its style and its font. */
export const filesIn = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g))]

/** The scripts that a script imports, now or later. */
export const importsIn = (script: string): string[] => [
  ...new Set([...script.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`)),
]

/** The session is no longer the engineer's: a redirect to sign in, or 403. */
export const isTurnedAway = ({ type, status, redirected }: Pick<Response, 'type' | 'status' | 'redirected'>): boolean =>
  type === 'opaqueredirect' || redirected || status === 401 || status === 403

/** The copy of a page; undefined if there is none or it is too old. Deletes old copies. */
export async function engineerCopy(url: string): Promise<Response | undefined> {
  if (!(await caches.has(name))) return undefined
  const { origin, pathname } = new URL(url)
  const copies = await openCopies()
  const copy = await copies.match(origin + pathname, { ignoreVary: true })
  if (!copy || isRecent(copy)) return copy
  await forgetEngineer()
  return undefined
}

/** A file that the copies need. */
export const engineerFile = async (url: string): Promise<Response | undefined> =>
  (await caches.has(name)) ? (await openCopies()).match(url, { ignoreVary: true }) : undefined

/** Deletes everything kept of an engineer's jobs. */
export const forgetEngineer = (): Promise<boolean> => caches.delete(name)

/** Deletes copies that are too old to be shown. */
export async function forgetOldCopies(): Promise<void> {
  if (!(await caches.has(name))) return
  const copies = await openCopies()
  for (const request of await copies.keys()) {
    const copy = await copies.match(request, { ignoreVary: true })
    if (copy?.headers.has(forHeader) && !isRecent(copy)) return void (await forgetEngineer())
  }
}

/** Keeps the requested pages and deletes all others; pages with the same mark are not fetched again. */
export async function keepForEngineer({ engineerId, pages, files = [] }: KeepRequest, origin: string): Promise<void> {
  if (await hasCopiesOfAnother(engineerId)) await forgetEngineer()
  const copies = await openCopies()
  const wanted = new Set<string>()
  // A page is kept only with all its files, including scripts that are imported later.
  const keepFiles = async (paths: readonly string[]) => {
    for (const url of paths.map((path) => origin + path)) {
      if (wanted.has(url)) continue
      wanted.add(url)
      if (!(await copies.match(url, { ignoreVary: true }))) await copies.add(url)
      const script = url.endsWith('.js') ? await copies.match(url, { ignoreVary: true }) : undefined
      if (script) await keepFiles(importsIn(await script.text()))
    }
  }
  for (const { path, mark } of pages) {
    const url = origin + path
    const copy = (await ownCopy(copies, url, engineerId, mark)) ?? (await fetchCopy(url, engineerId, mark))
    if (copy === 'turned away') return void (await forgetEngineer())
    if (!copy) continue
    wanted.add(url)
    await keepFiles(filesIn(await copy.clone().text()))
    await copies.put(url, copy)
  }
  await keepFiles(files)
  for (const request of await copies.keys()) if (!wanted.has(request.url)) await copies.delete(request)
}

/** Whether copies of another engineer are kept. */
async function hasCopiesOfAnother(engineerId: string): Promise<boolean> {
  const copies = await openCopies()
  for (const request of await copies.keys()) {
    const whose = (await copies.match(request, { ignoreVary: true }))?.headers.get(forHeader)
    if (whose && whose !== engineerId) return true
  }
  return false
}

async function ownCopy(copies: Cache, url: string, engineerId: string, mark: string): Promise<Response | undefined> {
  const copy = await copies.match(url, { ignoreVary: true })
  const isSame = copy?.headers.get(forHeader) === engineerId && copy.headers.get(markHeader) === mark
  return copy && isSame && isRecent(copy) ? copy : undefined
}

/** Undefined: no connection, or no page. */
async function fetchCopy(url: string, engineerId: string, mark: string): Promise<Response | 'turned away' | undefined> {
  const answer = await fetch(url, { redirect: 'manual', cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!answer) return undefined
  if (isTurnedAway(answer)) return 'turned away'
  if (answer.status !== 200 || !/^text\/html\b/i.test(answer.headers.get('Content-Type') ?? '')) return undefined
  const headers = new Headers(answer.headers)
  for (const each of ['Content-Encoding', 'Content-Length', 'ETag', 'Vary']) headers.delete(each)
  headers.set(forHeader, engineerId)
  headers.set(markHeader, mark)
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString())
  return new Response(await answer.text(), { headers })
}
