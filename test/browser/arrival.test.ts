import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep, sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { eventually } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite()])
})
afterAll(() => site?.close())

/** A proxy that sends the page at `path` piece by piece, on demand. Each piece ends before a tag; the first has nothing visible. */
async function slowLine(path: string, pieceBytes: number) {
  const pieces: Buffer[] = []
  let next: () => void = () => {}
  const server = createServer(async (request, response) => {
    // Ignore prefetches.
    if (request.headers['sec-purpose']) return response.writeHead(503).end()
    const answer = await fetch(new URL(request.url ?? '/', site.url), { headers: { 'accept-encoding': 'identity' } }).catch(() => undefined)
    if (!answer) return response.destroy()
    const body = Buffer.from(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)))
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      link: answer.headers.get('link') ?? [],
    })
    if (request.url !== path) return response.end(body)
    let at = 0
    for (let cut = body.indexOf('<body') + 1; cut < body.length; cut += pieceBytes) {
      const end = body.indexOf('<', Math.max(cut, at + 1))
      if (end < 0) break
      pieces.push(body.subarray(at, end))
      at = end
    }
    pieces.push(body.subarray(at))
    next = () => {
      const piece = pieces.shift()
      if (!piece) return
      if (pieces.length === 0) response.end(piece)
      else response.write(piece)
    }
    next()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, left: () => pieces.length, next: () => next() }
}

/** Waits until the latest piece is painted and returns the layout shifts. Lines of text may settle by a few pixels, below the limit. */
const painted = (page: Page) => shiftsOf(page, { above: 0.0005 })

const paths = [
  ...['/', '/emergency-boiler-repair', '/plumbers-whitechapel', '/plumbers-city-london', '/locations', '/pricing', '/blog'],
  ...['/blog/find-your-stopcock', '/book', '/terms', '/claims', '/payment-success?session_id=cs_test_1', '/gas-emergency'],
]

it.each(sample(paths, 1))('%s stands still while it arrives on a slow line', async (path) => {
  const moved: string[] = []
  for (const width of isDeep ? [360, 768, 1280] : [path === '/' ? 360 : 1280]) {
    const line = await slowLine(path, 470 + (width % 97))
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width, height: 740 } })
    await watchShifts(context)
    const page = await context.newPage()
    await page.goto(`${line.url}${path}`, { waitUntil: 'commit' })
    expect(line.left()).toBeGreaterThan(10)
    // The browser uses a font only if it has loaded before the paint. Wait for it, so that the test doesn't depend on timing.
    await page.waitForFunction(() => document.fonts.size > 0)
    // The local fallback fonts are not installed on every machine.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())).then(() => undefined))
    // Content far below the window moves nothing in it. The bar at the bottom of the window comes last.
    for (let piece = 0; line.left() > 8; piece++) {
      if (piece < 40) await painted(page)
      line.next()
    }
    while (line.left() > 0) {
      await painted(page)
      line.next()
    }
    await page.waitForLoadState()
    moved.push(...(await painted(page)).map((shift) => `${width}: ${shift}`))
    await context.close()
  }
  expect(moved).toEqual([])
})

it('A page asks for no script of its own accord before it is painted, however slow the processor; then it does', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: site.url })
  // Holds back the paint event, and disables the four-second timeout that replaces it, until the test releases them.
  await context.addInitScript(() => {
    const { setTimeout: start } = window
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 4e3 ? 0 : start(run, ms))) as typeof setTimeout
    const waiting: (() => void)[] = []
    const { observe } = PerformanceObserver.prototype
    PerformanceObserver.prototype.observe = function (options) {
      if (options?.type === 'paint') waiting.push(() => observe.call(this, options))
      else observe.call(this, options)
    }
    Object.assign(window, {
      tellOfPaint: () => {
        for (const tell of waiting) tell()
      },
    })
  })
  const page = await context.newPage()
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/gas-emergency')
  await page.evaluate(async () => {
    // A page that draws nothing may wait for ever for an idle moment.
    for (let times = 0; times < 3; times++) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
  })
  expect(scripts).toEqual([])
  await page.evaluate(() => (window as unknown as { tellOfPaint(): void }).tellOfPaint())
  await eventually(() => scripts.join()).toContain('/islands/page')
  await context.close()
})
