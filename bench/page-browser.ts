import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { parse } from 'node-html-parser'
import type { Browser, Page, Request } from 'playwright-core'
import { findChromium, launchChromium } from '#test/support/chromium.ts'
import { medians, report } from './figures.ts'
import { type Answer, send } from './server.ts'

/** Measures pages in a browser: paint beside the same HTML as a static file, layout shifts, requests and scripts. */

/** A mid-range phone on slow 4G. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const cpuRate = 4
/** Without the service worker, which would fetch the files to be counted. */
const desktop = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' as const }
const quietMs = 700
const quietLimitMs = 20_000

/** Prints requests, scripts, paint and shifts of the pages; paint in turn with the static twins. */
export async function reportBrowser(port: number, pages: ReadonlyMap<string, Answer>, rounds: number): Promise<void> {
  if (!findChromium()) return console.log('\nBrowser: no Chromium found, not measured')
  const twins = await serveTwins(port, pages)
  const browser = await launchChromium({ lateFonts: true })
  console.log(`\nBrowser: CPU ÷${cpuRate}, slow 4G, cold cache, ${rounds} rounds in turn with the same HTML as a static file`)
  const rows = []
  for (const path of pages.keys()) {
    const [siteUrl, twinUrl] = [port, twins.port].map((each) => `http://127.0.0.1:${each}${path}`) as [string, string]
    const { figures: used, complaints } = await visit(browser, siteUrl, { isThrottled: false })
    for (const complaint of new Set(complaints)) console.log(`NOTE: ${path}, on the console: ${complaint}`)
    // The first visit, which fetches the twin's files, doesn't count.
    await visit(browser, twinUrl, { isThrottled: true })
    const [own, beside]: [Figures[], Figures[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      own.push((await visit(browser, siteUrl, { isThrottled: true })).figures)
      beside.push((await visit(browser, twinUrl, { isThrottled: true })).figures)
    }
    const most = (name: 'shift' | 'holding') => Math.max(used[name], ...own.map((each) => each[name]))
    const { scriptsAtLoad, scriptsUsed } = used
    rows.push({
      name: path,
      own: medians(own),
      beside: medians(beside),
      shift: most('shift'),
      holding: most('holding'),
      scriptsAtLoad,
      scriptsUsed,
    })
  }
  await browser.close()
  twins.server.close()
  twins.server.closeAllConnections()
  report(rows, [
    { heading: 'FCP ms', of: ({ own }) => own.fcp },
    { heading: 'FCP RATIO', of: ({ own, beside }) => own.fcp / beside.fcp, digits: 2, most: 1.05 },
    { heading: 'LCP ms', of: ({ own }) => own.lcp },
    { heading: 'LCP RATIO', of: ({ own, beside }) => own.lcp / beside.lcp, digits: 2, most: 1.05 },
    { heading: 'shift', of: ({ shift }) => shift, digits: 4, most: 0 },
    { heading: 'requests before paint', of: ({ holding }) => holding, most: 2 },
    { heading: 'JS at load', of: ({ scriptsAtLoad }) => scriptsAtLoad, most: 2_048 },
    { heading: 'JS all used', of: ({ scriptsUsed }) => scriptsUsed, most: 112_640 },
  ])
}

type Figures = Awaited<ReturnType<typeof visit>>['figures']

/** One cold visit: settled, scrolled to the end, and without throttles every island is used. Errors on the console are complaints. */
async function visit(browser: Browser, url: string, { isThrottled }: { isThrottled: boolean }) {
  const context = await browser.newContext(isThrottled ? phone : desktop)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  if (isThrottled) {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slow4g)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  }
  const untilQuiet = watchRequests(page)
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await untilQuiet()
  const { fcp, lcp, inline, ...atLoad } = await page.evaluate(readPage)
  await page.evaluate(scrollThrough)
  await untilQuiet()
  const { shift } = await page.evaluate(readPage)
  // Twice: an island may bring another one.
  for (let pass = isThrottled ? 2 : 0; pass < 2; pass++) {
    await page.evaluate(touchIslands)
    await untilQuiet()
  }
  const { scriptsUsed } = await page.evaluate(readPage)
  await context.close()
  const inlineBytes = brotliCompressSync(inline).length
  const scripts = { scriptsAtLoad: inlineBytes + atLoad.scriptsAtLoad, scriptsUsed: inlineBytes + scriptsUsed }
  return { figures: { fcp, lcp, shift, holding: atLoad.holding, ...scripts }, complaints }
}

/** Returns a function that waits until nothing has moved for a while. A stream of events never ends, and doesn't count. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = performance.now()
  page.on('request', (request) => {
    changedAt = performance.now()
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  const close = (request: Request) => {
    changedAt = performance.now()
    open.delete(request)
  }
  page.on('requestfinished', close).on('requestfailed', close)
  return async () => {
    changedAt = performance.now()
    const limit = changedAt + quietLimitMs
    while ((performance.now() - changedAt <= quietMs || open.size > 0) && performance.now() < limit) await delay(50)
  }
}

// ---- What runs in the page ----

/** The browser's own records since the page began. */
function readPage() {
  const entriesOf = <Entry extends PerformanceEntry>(type: string) => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type, buffered: true })
    return observer.takeRecords() as Entry[]
  }
  const fcp = entriesOf('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN
  const [document] = entriesOf<PerformanceNavigationTiming>('navigation')
  const resources = entriesOf<PerformanceResourceTiming>('resource')
  const endsIn = (pattern: RegExp) => (entry: PerformanceEntry) => pattern.test(new URL(entry.name).pathname)
  const scripts = resources.filter(endsIn(/\.js$/))
  const bytesOf = (some: PerformanceResourceTiming[]) => some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const isPicture = endsIn(/\.(avif|webp|png|jpe?g|svg|ico)$/)
  return {
    fcp,
    lcp: entriesOf('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    /** The sum of all shifts so far. */
    shift: entriesOf<PerformanceEntry & { value: number; hadRecentInput: boolean }>('layout-shift')
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value }) => sum + value, 0),
    /** How many finished before the first paint, with the page itself. Pictures never hold it up. */
    holding: 1 + resources.filter((entry) => !isPicture(entry) && entry.responseEnd <= fcp).length,
    scriptsAtLoad: bytesOf(scripts.filter(({ startTime }) => startTime <= (document?.loadEventStart ?? 0))),
    scriptsUsed: bytesOf(scripts),
    /** Data, such as JSON-LD, is no script. */
    inline: [...window.document.scripts]
      .filter(({ src, type }) => !src && /^(|module|text\/javascript)$/.test(type))
      .map(({ text }) => text)
      .join('\n'),
  }
}

async function scrollThrough(): Promise<void> {
  for (let steps = 0; steps < 300 && scrollY + innerHeight < document.documentElement.scrollHeight - 1; steps++) {
    scrollBy({ top: Math.max(100, innerHeight / 3), behavior: 'instant' })
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
}

/** Pointer and keyboard events on islands that neither leave the page nor send anything. */
function touchIslands(): void {
  for (const island of document.querySelectorAll('[data-island]')) {
    island.scrollIntoView({ block: 'center', behavior: 'instant' })
    for (const type of ['pointerover', 'pointermove', 'pointerdown', 'pointerup'])
      island.dispatchEvent(new PointerEvent(type, { bubbles: true }))
    for (const type of ['mouseover', 'mousemove']) island.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    island.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    if (!island.matches('a, button, input, label, summary')) island.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
}

// ---- The static twins ----

/** Serves the pages without JavaScript from memory, with the site's headers. Other files are taken from the site once. */
async function serveTwins(port: number, pages: ReadonlyMap<string, Answer>) {
  const answers = new Map([...pages].map(([path, answer]) => [path, withoutScripts(answer)]))
  const fetched = async (path: string) => {
    const answer = await send({ port }, 'GET', path, { 'accept-encoding': 'br' })
    answers.set(path, answer)
    return answer
  }
  const server = http.createServer(async ({ url = '/' }, response) => {
    const { status, headers, body } = answers.get(url) ?? (await fetched(url))
    const { connection: _connection, 'transfer-encoding': _encoding, 'content-length': _length, ...others } = headers
    response.writeHead(status, { ...others, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

/** A page without any script, and without links that fetch one. Data for search engines stays. */
function withoutScripts(answer: Answer): Answer {
  const page = parse(brotliDecompressSync(answer.body).toString(), { comment: true })
  const scripts = 'script:not([type="application/ld+json"]), link[rel="modulepreload"], link[as="script"]'
  for (const element of page.querySelectorAll(scripts)) element.remove()
  return { ...answer, body: brotliCompressSync(page.toString()) }
}
