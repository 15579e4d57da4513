import { afterEach, expect, it, vi } from 'vitest'
import { engineerCopy, engineerFile, engineerPhoto, isPhoto, keepForEngineer, keepPhoto } from './engineer-copies.ts'

const site = 'https://plumbers.example'
const [day, job, gone] = ['/engineer', '/engineer/jobs/1', '/engineer/jobs/2'] as const
const [photo, small] = [`${job}/photos/7`, `${job}/photos/7/small`] as const

/** A browser's caches and connection: `line` is down, or the site's answers by path. */
function phone() {
  const stored = new Map<string, Map<string, Response>>()
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  const line: { isUp: boolean; pages: Record<string, string | number> } = { isUp: true, pages: {} }
  const asked: string[] = []
  const answer = async (request: RequestInfo | URL) => {
    const path = new URL(urlOf(request)).pathname
    asked.push(path)
    const page = line.pages[path] ?? 404
    if (!line.isUp) throw new TypeError('Failed to fetch')
    if (typeof page === 'number') return new Response('', { status: page })
    const type = isPhoto(path) ? 'image/jpeg' : path.startsWith('/assets') ? 'text/css' : 'text/html'
    return new Response(page, { headers: { 'Content-Type': type, Date: new Date().toUTCString() } })
  }
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, entries)
    return {
      match: async (request: RequestInfo | URL) => entries.get(urlOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void entries.set(urlOf(request), response),
      async add(url: string) {
        const response = await answer(url)
        if (!response.ok) throw new TypeError('Request failed')
        entries.set(url, response)
      },
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (request: RequestInfo | URL) => entries.delete(urlOf(request)),
    }
  }
  vi.stubGlobal('caches', { open, has: async (name: string) => stored.has(name), delete: async (name: string) => stored.delete(name) })
  vi.stubGlobal('fetch', answer)
  const keep = (marks: Record<string, string>) =>
    keepForEngineer({ engineerId: 'dan', pages: Object.entries(marks).map(([path, mark]) => ({ path, mark })) }, site).catch(
      () => undefined,
    )
  const read = async (path: string) => (await engineerCopy(site + path))?.text()
  return { line, asked, keep, read }
}
afterEach(() => vi.unstubAllGlobals())

it('A copy stays while its new version can’t be fetched, and is fetched once there is signal again', async () => {
  const { line, keep, read } = phone()
  line.pages = { [day]: 'first day', [job]: 'first job', [gone]: 'another job' }
  await keep({ [day]: 'a', [job]: 'a', [gone]: 'a' })
  line.isUp = false
  await keep({ [day]: 'b', [job]: 'b', [gone]: 'b' })
  expect([await read(day), await read(job)]).toEqual(['first day', 'first job'])
  line.isUp = true
  line.pages = { [day]: 503, [job]: 'second job', [gone]: 404 }
  await keep({ [day]: 'b', [job]: 'b', [gone]: 'b' })
  expect([await read(day), await read(job), await read(gone)]).toEqual(['first day', 'second job', undefined])
  line.pages = { ...line.pages, [job]: 302 }
  await keep({ [day]: 'b', [job]: 'c' })
  expect(await read(job), 'no page any more').toBeUndefined()
})

it('A page whose script can’t be fetched stays as it was with its files, stops no other, and is fetched with the next request', async () => {
  const { line, keep, read } = phone()
  const file = async (path: string) => (await engineerFile(site + path))?.text()
  const [old, fresh, later] = ['/assets/old.js', '/assets/fresh.js', '/assets/later.js'] as const
  line.pages = { [day]: `first ${old}`, [old]: 'old' }
  await keep({ [day]: 'a' })
  line.pages = { [day]: `second ${fresh}`, [job]: 'job', [gone]: `also ${fresh}`, [fresh]: `import("./later.js")` }
  await keep({ [day]: 'b', [job]: 'b', [gone]: 'b' })
  expect([await read(day), await read(job), await read(gone), await file(old)]).toEqual([`first ${old}`, 'job', undefined, 'old'])
  line.pages = { ...line.pages, [later]: 'later' }
  await keep({ [day]: 'b', [job]: 'b', [gone]: 'b' })
  expect(await read(day)).toEqual(`second ${fresh}`)
  expect(await read(gone)).toEqual(`also ${fresh}`)
  expect(await file(later)).toEqual('later')
  expect(await file(old)).toBe(undefined)
})

it('The small photos of a page are kept with it, and in full those that were opened; they go with their page', async () => {
  const { line, asked, keep } = phone()
  line.pages = { [job]: `<a href="${photo}"><img src="${small}"/></a>`, [small]: 'small', [photo]: 'full' }
  const photoText = async (path: string) => (await engineerPhoto(site + path))?.text()
  await keepPhoto(site + photo, await fetch(site + photo))
  expect(await photoText(photo), 'of no kept page').toBeUndefined()
  await keep({ [job]: 'a' })
  expect([await photoText(small), await photoText(photo)]).toEqual(['small', undefined])
  await keepPhoto(site + photo, await fetch(site + photo))
  await keep({ [job]: 'b' })
  expect([await photoText(small), await photoText(photo)]).toEqual(['small', 'full'])
  expect(asked.filter((path) => path === small)).toHaveLength(1)
  line.pages = { [job]: 'removed' }
  await keep({ [job]: 'c' })
  expect([await photoText(small), await photoText(photo)]).toEqual([undefined, undefined])
  for (const path of [photo, small]) expect(isPhoto(path)).toBe(true)
  for (const path of [job, `${job}/photos`, `${photo}/large`, `/track/x${photo}`, `${photo}.data`])
    expect([path, isPhoto(path)]).toEqual([path, false])
})
