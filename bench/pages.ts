import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { postPath } from '#app/features/site/post-list.ts'
import { publicPages } from '#app/features/site/site-map.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { freePort } from '#test/support/free-port.ts'
import { printTable, verdict } from './figures.ts'
import { cpuMs, machineLine, makeFolder, memoryMb } from './machine.ts'
import { reportBrowser } from './page-browser.ts'
import { reportLoad } from './page-load.ts'
import { type Answer, copyBuild, ended, send, spawnServer, untilUp } from './server.ts'

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
const budget = { pageBytes: 18_432, homeBytes: 24_576, memoryMb: 150, startMs: 1_000 }
const paths = options.paths.split(',')
const everyPath = [...new Set([...publicPages.map(({ path }) => path), ...builtInPosts.map(({ slug }) => postPath(slug)), ...paths])]
const parts = new Set(options.only.split(','))

const folder = makeFolder()
const entry = copyBuild(folder.path)
const port = await freePort()

async function start(env: Record<string, string> = {}) {
  const common = {
    DATA_DIR: join(folder.path, 'data'),
    SECRET_KEY: secretKey,
    RATE_LIMIT_SCALE: '1000000',
    SITE_URL: `http://127.0.0.1:${port}`,
  }
  const child = spawnServer({ entry, port, env: { ...common, ...env } })
  await untilUp(child, port)
  return child
}

const get = (path: string) => send({ port, agent: false }, 'GET', path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
const kb = (bytes: number) => bytes.toLocaleString('en-GB')

function reportBytes(first: ReadonlyMap<string, Answer>, kept: ReadonlyMap<string, Answer>): void {
  console.log('\nBytes of the body, first request after a start and from then on')
  const rows = everyPath.map((path) => {
    const answers = [first.get(path), kept.get(path)].filter((answer) => answer !== undefined)
    const isBrotli = answers.every(({ headers }) => headers['content-encoding'] === 'br')
    const most = path === '/' ? budget.homeBytes : budget.pageBytes
    return { path, bytes: answers.map(({ body }) => body.length), isBrotli, most }
  })
  printTable(
    ['page', 'first', 'then', 'RATIO'],
    rows.map(({ path, bytes, most }) => [path, ...bytes.map(kb), (Math.max(...bytes) / most).toFixed(2)]),
  )
  const over = rows.filter(({ bytes, isBrotli, most }) => !isBrotli || Math.max(...bytes) > most).map(({ path }) => path)
  verdict(
    over.length === 0,
    `at most ${kb(budget.pageBytes)} bytes of brotli, / ${kb(budget.homeBytes)}: ${over.join(' ') || 'every page'}`,
  )
}

/** Waits until the server has used next to no processor time for three seconds: pages rendered in advance are work, not rest. */
async function untilAtRest(pid: number | undefined): Promise<void> {
  for (let [quiet, before] = [0, cpuMs(pid)]; quiet < 3; ) {
    await delay(1_000)
    quiet = cpuMs(pid) - before < 50 ? quiet + 1 : 0
    before = cpuMs(pid)
  }
}

const secretKey = randomUUID()
let child = await start({ WARM_PAGES: 'off' })
try {
  console.log(`public pages\n${machineLine()}`)
  const first = new Map<string, Answer>()
  if (parts.has('bytes')) for (const path of everyPath) first.set(path, await get(path))
  await ended(child, 'SIGTERM')
  const startedAt = performance.now()
  child = await start()
  const startMs = performance.now() - startedAt
  if (parts.has('start'))
    verdict(startMs <= budget.startMs, `second start: healthy after ${startMs.toFixed(0)} ms, at most ${budget.startMs}`)
  await untilAtRest(child.pid)
  const kept = new Map<string, Answer>()
  for (const path of everyPath) kept.set(path, await get(path))
  if (parts.has('memory')) {
    await untilAtRest(child.pid)
    const [now, peak] = [memoryMb(child.pid, 'VmRSS'), memoryMb(child.pid, 'VmHWM')]
    verdict(
      now === undefined ? now : now <= budget.memoryMb,
      `memory at rest: ${now?.toFixed(0)} MB, ${peak?.toFixed(0)} at the most; at most ${budget.memoryMb}`,
    )
  }
  if (parts.has('bytes')) reportBytes(first, kept)
  const pages = new Map(paths.map((path) => [path, kept.get(path) as Answer]))
  if (parts.has('browser')) await reportBrowser(port, pages, Number(options.rounds))
  if (parts.has('load'))
    await reportLoad({ port, pid: child.pid }, pages, join(folder.path, 'nginx'), {
      rounds: Number(options.rounds),
      seconds: Number(options.seconds),
    })
  console.log(machineLine())
} finally {
  await ended(child, 'SIGTERM')
  folder.remove()
}
