import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postPath } from '#app/features/site/post-list.ts'
import { publicPages } from '#app/features/site/site-map.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { report } from './figures.ts'
import { cpuMs, machineLine, makeFolder, memoryMb } from './machine.ts'
import { reportBrowser } from './page-browser.ts'
import { reportLoad } from './page-load.ts'
import { type Answer, ended, send, startServer } from './server.ts'

/*
 * Public pages: second start, memory at rest, bytes, requests, scripts and paint beside the same page as a static file without JavaScript,
 * processor time beside nginx with the same bytes. docs/benchmarks.md explains the columns.
 */

const { values: options } = parseArgs({
  options: {
    /** For what takes a browser or load. Bytes are those of every public page. */
    paths: { type: 'string', default: '/,/book,/emergency-boiler-repair,/plumbers-city-london,/plumbers-st-pauls,/pricing,/blog' },
    only: { type: 'string', default: 'start,memory,bytes,browser,load' },
    /** A paint varies by a fifth from one visit to the next. */
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
  },
})
const budget = { pageBytes: 18_432, homeBytes: 24_576 }
const paths = options.paths.split(',')
const everyPath = [...new Set([...publicPages.map(({ path }) => path), ...builtInPosts.map(({ slug }) => postPath(slug)), ...paths])]
const parts = new Set(options.only.split(','))

const folder = makeFolder()
const env = { DATA_DIR: join(folder, 'data'), SECRET_KEY: randomUUID(), RATE_LIMIT_SCALE: '1000000' }

/** Every public page, as a browser gets it. */
async function everyPage(port: number): Promise<Map<string, Answer>> {
  const pages = new Map<string, Answer>()
  for (const path of everyPath) pages.set(path, await send({ port }, 'GET', path, { 'accept-encoding': 'gzip, deflate, br, zstd' }))
  return pages
}

function reportBytes(first: ReadonlyMap<string, Answer>, kept: ReadonlyMap<string, Answer>): void {
  console.log(`\nBytes of the brotli body; RATIO to ${budget.pageBytes}, / to ${budget.homeBytes}`)
  const bytesOf = (answer: Answer | undefined) =>
    answer?.headers['content-encoding'] === 'br' ? answer.body.length : Number.POSITIVE_INFINITY
  const rows = everyPath.map((path) => ({ name: path, cold: bytesOf(first.get(path)), warm: bytesOf(kept.get(path)) }))
  report(rows, [
    { heading: 'first', of: (row) => row.cold },
    { heading: 'then', of: (row) => row.warm },
    {
      heading: 'RATIO',
      of: (row) => Math.max(row.cold, row.warm) / (row.name === '/' ? budget.homeBytes : budget.pageBytes),
      digits: 2,
      most: 1,
    },
  ])
}

/** Waits until the server has used next to no processor time for three seconds: pages rendered in advance are work, not rest. */
async function untilAtRest(pid: number | undefined): Promise<void> {
  for (let [quiet, before] = [0, cpuMs(pid)]; quiet < 3; ) {
    await delay(1_000)
    quiet = cpuMs(pid) - before < 50 ? quiet + 1 : 0
    before = cpuMs(pid)
  }
}

console.log(`public pages\n${machineLine()}`)
const cold = await startServer({ ...env, WARM_PAGES: 'off' })
const first = parts.has('bytes') ? await everyPage(cold.port) : undefined
await ended(cold.child)
const startedAt = performance.now()
const site = await startServer(env)
const startMs = performance.now() - startedAt
await untilAtRest(site.child.pid)
const kept = await everyPage(site.port)
if (parts.has('memory')) await untilAtRest(site.child.pid)
const ofServer = [
  ...(parts.has('start') ? [{ heading: 'second start ms', of: () => startMs, most: 1_000 }] : []),
  ...(parts.has('memory') ? [{ heading: 'memory at rest MB', of: () => memoryMb(site.child.pid), most: 150 }] : []),
]
if (ofServer.length > 0) report([{ name: 'server' }], ofServer)
if (first) reportBytes(first, kept)
const pages = new Map(paths.map((path) => [path, kept.get(path) as Answer]))
if (parts.has('browser')) await reportBrowser(site.port, pages, Number(options.rounds))
if (parts.has('load')) await reportLoad(site, pages, join(folder, 'nginx'), Number(options.rounds), Number(options.seconds))
console.log(machineLine())
await ended(site.child)
