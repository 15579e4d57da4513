import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '#test/support/chromium.ts'
import { openSite, type Site } from './site.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  browser = await launchChromium()
})
beforeEach(async () => {
  site = await openSite()
})
afterAll(() => browser?.close())

/** A line on which the page at `path` comes piece by piece, each when it is told to. Pieces end before a tag. */
async function slowLine(path: string, pieceBytes: number) {
  const pieces: Buffer[] = []
  let next: () => void = () => {}
  const server = createServer(async (request, response) => {
    // Pages that the browser fetches ahead are none of this.
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
    for (let cut = body.indexOf('<body') + pieceBytes; cut < body.length; cut += pieceBytes) {
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

/** Waits until what has come is painted, and says how far that moved what stood there: the layout shifts so far. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] }
    const seen = window as unknown as { shifts?: string[] }
    if (!seen.shifts) {
      const shifts: string[] = []
      seen.shifts = shifts
      new PerformanceObserver((list) => {
        // Below that a line of text settles by some pixels as its last word comes.
        for (const { value, sources } of list.getEntries() as Shift[])
          if (value > 0.0005) shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 90))}`)
      }).observe({ type: 'layout-shift', buffered: true })
    }
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return seen.shifts
  })

it.each([
  '/',
  '/emergency-boiler-repair',
  '/plumbers-whitechapel',
  '/plumbers-city-london',
  '/locations',
  '/pricing',
  '/blog',
  '/blog/find-your-stopcock',
  '/book',
  '/terms',
  '/claims',
  '/payment-success?session_id=cs_test_1',
  '/gas-emergency',
])('%s stands still while it arrives on a slow line', { timeout: 120_000 }, async (path) => {
  const moved: string[] = []
  for (const width of [360, 768, 1280]) {
    const line = await slowLine(path, 470 + (width % 97))
    const context = await browser.newContext({ viewport: { width, height: 740 } })
    const page = await context.newPage()
    await page.goto(`${line.url}${path}`, { waitUntil: 'commit' })
    expect(line.left()).toBeGreaterThan(20)
    // What comes far below the window moves nothing in it; the bar at the bottom of the window comes last.
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
