import { randomUUID } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postPath } from '#app/features/site/post-list.ts'
import { publicPages } from '#app/features/site/site-map.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { freePort } from '#test/support/free-port.ts'
import { verdict } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { budget, type PageAnswer, warm } from './page-answer.ts'
import { reportBytes } from './page-bytes.ts'
import { reportMemory } from './page-memory.ts'
import { reportBrowser } from './page-paint.ts'
import { reportPhotos } from './page-photos.ts'
import { reportThroughput } from './page-throughput.ts'
import { copyBuild, ended, spawnServer, untilUp } from './server.ts'

/*
 * Public pages: bytes, requests and scripts, paint beside the same page as a static file without JavaScript, processor time beside nginx
 * with the same bytes, memory at rest, second start; and photos that are made to be expensive. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    /** Of what takes a browser or load; bytes are those of every public page. */
    paths: {
      type: 'string',
      default:
        '/,/book,/gas-emergency,/emergency-boiler-repair,/locations,/plumbers-city-london,/plumbers-st-pauls,/pricing,/blog,/blog/find-your-stopcock,/terms,/definitely-not-a-page',
    },
    only: { type: 'string', default: 'start,memory,bytes,browser,throughput,photos' },
    /** Of paint and of throughput; each has a number of its own otherwise. */
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '5' },
  },
})

const paths = options.paths.split(',')
const everyPath = [...new Set([...publicPages.map(({ path }) => path), ...builtInPosts.map(({ slug }) => postPath(slug)), ...paths])]
const parts = new Set(options.only.split(','))

async function main(): Promise<number> {
  const folder = makeFolder()
  const port = await freePort()
  const env = {
    DATA_DIR: join(folder.path, 'data'),
    SECRET_KEY: randomUUID(),
    RATE_LIMIT_SCALE: '1000000',
    // As on a real site: samples are loaded on developers' machines alone.
    SAMPLE_DATA: 'off',
    SITE_URL: `http://127.0.0.1:${port}`,
  }
  const entry = copyBuild(folder.path)
  let child = spawnServer({ entry, port, env })
  let failed = false
  try {
    await untilUp(child, port)
    console.log(`public pages: ${paths.join(' ')}\n${machineLine()}`)
    if ((loadavg()[0] ?? 0) > availableParallelism() / 2) console.log('WARNING: others use this machine too; what is timed says little')
    if (parts.has('start')) {
      await ended(child, 'SIGTERM')
      const startedAt = performance.now()
      child = spawnServer({ entry, port, env })
      await untilUp(child, port)
      const tookMs = performance.now() - startedAt
      console.log(`\nSecond start, nothing changed\nBudget: at most ${budget.startMs} ms`)
      verdict(tookMs <= budget.startMs, `${tookMs.toFixed(0)} ms until it says that it is healthy`)
    }
    const server = { port, pid: child.pid }
    if (parts.has('memory')) await reportMemory(server, everyPath)
    const pages: PageAnswer[] = []
    for (const path of paths) pages.push(await warm(server, path))
    if (parts.has('bytes')) await reportBytes(server, everyPath)
    if (parts.has('browser')) await reportBrowser(server, pages, Number(options.rounds ?? 7))
    if (parts.has('throughput'))
      failed = !(await reportThroughput(server, pages, folder.path, {
        seconds: Number(options.seconds),
        rounds: Number(options.rounds ?? 3),
      }))
    if (parts.has('photos')) await reportPhotos()
    console.log(`\n${machineLine()}`)
  } finally {
    await ended(child, 'SIGTERM')
    folder.remove()
  }
  return failed ? 1 : 0
}

process.exitCode = await main()
