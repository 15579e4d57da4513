import type { Caches } from '#app/platform/device-storage.ts'
import { type CacheName, engineerCopyHours } from '#content/device-storage.ts'

/* The engineer's pages on their phone, for when there is no connection: their jobs of today and tomorrow, each page with its scripts and
   style, so a copy never meets a script of another build, and with its photos. They belong to one engineer, and are deleted when that
   engineer signs out, someone else signs in, the server rejects the session, or after two days. For the service worker. */

const name = 'engineer' satisfies CacheName
const openCopies = () => (caches as Caches).open(name)

/** A page's request to the worker: addresses of an engineer's pages to keep, each with a mark that changes with its content. */
export interface KeepRequest {
  engineerId: string
  pages: readonly { path: string; mark: string }[]
  /** More files that those pages may request. */
  files?: readonly string[]
}

const forHeader = 'X-Kept-For'
const markHeader = 'X-Kept-Mark'

/** Returns true if a copy may still be shown. */
const isRecent = (copy: Response): boolean => Date.now() - Date.parse(copy.headers.get('Date') ?? '') < engineerCopyHours * 3_600_000

const photoPath = /\/engineer\/jobs\/[\w-]+\/photos\/[\w-]+(?:\/small)?/g

/** Returns true if this is the address of a job's photo, in full or small. */
export const isPhoto = (path: string): boolean => path.replace(photoPath, '') === ''

/** The photos that a page shows or links to, by their addresses. */
const photosIn = (html: string): string[] => [...new Set(html.match(photoPath))]

/** The files of the site that a page names: its scripts, its style and its font. */
export const filesIn = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g))]

const manifestStart = 'window.__reactRouterManifest='

/** The scripts that a script imports, now or later; of the manifest, which names all pages' scripts, those of an engineer's pages. */
export function importsIn(script: string): string[] {
  const among = script.startsWith(manifestStart) ? engineersRoutesIn(script) : script
  return [...new Set([...among.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`))]
}

/** The manifest's entries of an engineer's pages; the whole manifest if it can't be read. */
function engineersRoutesIn(manifest: string): string {
  try {
    const { routes }: { routes: Record<string, { path?: string }> } = JSON.parse(manifest.slice(manifestStart.length).replace(/;\s*$/, ''))
    return JSON.stringify(Object.values(routes).filter(({ path }) => path?.startsWith('engineer')))
  } catch {
    return manifest
  }
}

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

/** The copy of a photo: every small one of the kept pages, and those in full that were opened. Undefined if there is none. */
export async function engineerPhoto(url: string): Promise<Response | undefined> {
  const copy = await engineerFile(url)
  return copy && isRecent(copy) ? copy : undefined
}

/** Keeps a photo that was opened, if it belongs to a kept page. */
export async function keepPhoto(url: string, answer: Response): Promise<void> {
  const page = url.replace(/\/photos\/.*/, '')
  if (isPicture(answer) && (await engineerFile(page))) await (await openCopies()).put(url, answer.clone())
}

const isPicture = ({ status, headers }: Response) => status === 200 && headers.get('Content-Type') === 'image/jpeg'

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

/**
 * Keeps the requested pages and deletes all others. Pages with the same mark are not fetched again; one that can't be fetched with all its
 * files because the connection has gone stays as it was, and is fetched at the next request.
 */
export async function keepForEngineer({ engineerId, pages, files = [] }: KeepRequest, origin: string): Promise<void> {
  if (await hasCopiesOfAnother(engineerId)) await forgetEngineer()
  const copies = await openCopies()
  const kept = new Set((await copies.keys()).map(({ url }) => url))
  const wanted = new Set<string>()
  const missing = new Set<string>()
  const keepFile = async (url: string) => {
    if (wanted.has(url)) return !missing.has(url)
    wanted.add(url)
    const isThere = kept.has(url) || (await added(copies, url))
    const isWhole = isThere && (!url.endsWith('.js') || (await keepFiles(await importsOf(url, copies))))
    if (!isWhole) missing.add(url)
    return isWhole
  }
  // A page is kept only with all its files, including scripts that are imported later. Returns whether they are there.
  const keepFiles = async (paths: readonly string[]): Promise<boolean> => {
    let isWhole = true
    for (const path of paths) if (!(await keepFile(origin + path))) isWhole = false
    return isWhole
  }
  const photos = new Set<string>()
  for (const { path, mark } of pages) {
    const url = origin + path
    const known = await copies.match(url, { ignoreVary: true })
    const earlier = known && isRecent(known) ? known : undefined
    const copy = earlier?.headers.get(markHeader) === mark ? earlier : ((await fetchCopy(url, engineerId, mark)) ?? earlier)
    if (copy === 'turned away') return void (await forgetEngineer())
    if (!copy || copy === 'gone') continue
    wanted.add(url)
    const html = await copy.clone().text()
    for (const photo of photosIn(html)) photos.add(origin + photo)
    if ((await keepFiles(filesIn(html))) && copy !== earlier) await copies.put(url, copy)
  }
  await keepFiles(files)
  // Photos last: the pages needed for work come first.
  for (const url of photos) {
    wanted.add(url)
    if (url.endsWith('/small') && !(await engineerPhoto(url))) await fetchPhoto(copies, url)
  }
  // An earlier copy of a page that is not whole needs its earlier files.
  if (missing.size > 0) return
  for (const request of await copies.keys()) if (!wanted.has(request.url)) await copies.delete(request)
}

const added = (copies: Cache, url: string): Promise<boolean> =>
  copies.add(url).then(
    () => true,
    () => false,
  )

/** Imports of the scripts read so far: scripts' names change with their content. */
const knownImports = new Map<string, readonly string[]>()

async function importsOf(url: string, copies: Cache): Promise<readonly string[]> {
  const known = knownImports.get(url)
  if (known) return known
  const imports = importsIn((await (await copies.match(url, { ignoreVary: true }))?.text()) ?? '')
  knownImports.set(url, imports)
  return imports
}

async function fetchPhoto(copies: Cache, url: string): Promise<void> {
  const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined)
  if (answer && isPicture(answer)) await copies.put(url, answer)
}

/** Returns true if copies of another engineer are kept. All kept pages belong to the same one. */
async function hasCopiesOfAnother(engineerId: string): Promise<boolean> {
  const copies = await openCopies()
  for (const request of await copies.keys()) {
    if (!new URL(request.url).pathname.startsWith('/engineer')) continue
    const whose = (await copies.match(request, { ignoreVary: true }))?.headers.get(forHeader)
    if (whose) return whose !== engineerId
  }
  return false
}

/** Returns undefined if the site doesn't answer now, and 'gone' if it has no such page. */
async function fetchCopy(url: string, engineerId: string, mark: string): Promise<Response | 'turned away' | 'gone' | undefined> {
  const answer = await fetch(url, { redirect: 'manual', cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!answer || answer.status >= 500 || answer.status === 429) return undefined
  if (isTurnedAway(answer)) return 'turned away'
  if (answer.status !== 200 || !/^text\/html\b/i.test(answer.headers.get('Content-Type') ?? '')) return 'gone'
  const headers = new Headers(answer.headers)
  for (const each of ['Content-Encoding', 'Content-Length', 'ETag', 'Vary']) headers.delete(each)
  headers.set(forHeader, engineerId)
  headers.set(markHeader, mark)
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString())
  // The connection may break off in the middle.
  const html = await answer.text().catch(() => undefined)
  return html === undefined ? undefined : new Response(html, { headers })
}
