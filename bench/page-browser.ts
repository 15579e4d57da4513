import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { findChromium, launchChromium } from '#test/support/chromium.ts'
import { median, printTable, verdict } from './figures.ts'
import { watchNetwork } from './page-network.ts'
import { type Answer, send } from './server.ts'

/** Measures pages in a browser: paint beside the same HTML as a static file, layout shifts, requests and scripts. */

/** A mid-range phone on slow 4G. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const cpuRate = 4
/** Without the service worker, which would fetch the files to be counted. */
const desktop = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' as const }
const budget = { holding: 2, scriptsAtLoad: 2_048, scriptsUsed: 112_640, paint: 1.05 }

interface Visit {
  fcp: number
  lcp: number
  /** The sum of all shifts, until the page was scrolled to its end. */
  shift: number
  /** Resources that finished before the first paint and may have delayed it. */
  holding: string[]
  scriptsAtLoad: number
  /** After touching every island. */
  scriptsUsed: number
  /** Errors on the console: a broken page isn't measured silently. */
  complaints: string[]
}

/** Prints requests, scripts, paint and shifts of the pages; paint in turn with the static twins. */
export async function reportBrowser(port: number, pages: ReadonlyMap<string, Answer>, rounds: number): Promise<void> {
  if (!findChromium()) return console.log('\nBrowser: no Chromium found, not measured')
  const twins = await serveTwins(port, pages)
  const browser = await launchChromium({ lateFonts: true })
  console.log(`\nBrowser: CPU ÷${cpuRate}, slow 4G, cold cache, ${rounds} rounds in turn with the same HTML as a static file`)
  const rows: (Omit<Visit, 'holding' | 'complaints'> & { path: string; fcpRatio: number; lcpRatio: number; holding: number })[] = []
  for (const path of pages.keys()) {
    const [siteUrl, twinUrl] = [port, twins.port].map((each) => `http://127.0.0.1:${each}${path}`) as [string, string]
    const used = await visit(browser, siteUrl, { isThrottled: false })
    // The first visit, which fetches the twin's files, doesn't count.
    await visit(browser, twinUrl, { isThrottled: true })
    const [own, twin]: [Visit[], Visit[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      own.push(await visit(browser, siteUrl, { isThrottled: true }))
      twin.push(await visit(browser, twinUrl, { isThrottled: true }))
    }
    const of = (visits: readonly Visit[], paint: 'fcp' | 'lcp') => median(visits.map((each) => each[paint]))
    rows.push({
      path,
      fcp: of(own, 'fcp'),
      lcp: of(own, 'lcp'),
      fcpRatio: of(own, 'fcp') / of(twin, 'fcp'),
      lcpRatio: of(own, 'lcp') / of(twin, 'lcp'),
      shift: Math.max(used.shift, ...own.map(({ shift }) => shift)),
      holding: Math.max(...own.map(({ holding }) => holding.length)),
      scriptsAtLoad: used.scriptsAtLoad,
      scriptsUsed: used.scriptsUsed,
    })
    for (const complaint of new Set(used.complaints)) console.log(`NOTE: ${path}, on the console: ${complaint}`)
  }
  await browser.close()
  twins.server.close()
  twins.server.closeAllConnections()
  printTable(
    ['page', 'FCP ms', 'RATIO', 'LCP ms', 'RATIO', 'shift', 'requests before paint', 'JS at load', 'JS all used'],
    rows.map((row) => [
      row.path,
      ...[row.fcp.toFixed(0), row.fcpRatio.toFixed(2), row.lcp.toFixed(0), row.lcpRatio.toFixed(2), row.shift.toFixed(4)],
      ...[row.holding, row.scriptsAtLoad, row.scriptsUsed].map((each) => each.toLocaleString('en-GB')),
    ]),
  )
  const judge = (what: string, isMet: (row: (typeof rows)[number]) => boolean) => {
    const over = rows.filter((row) => !isMet(row)).map(({ path }) => path)
    verdict(over.length === 0, `${what}: ${over.join(' ') || 'every page'}`)
  }
  judge(`first and largest paint at most ${budget.paint} x the static file`, (row) => Math.max(row.fcpRatio, row.lcpRatio) <= budget.paint)
  judge('no layout shift', ({ shift }) => shift === 0)
  judge(`at most ${budget.holding} requests before the first paint`, ({ holding }) => holding <= budget.holding)
  judge(
    `JavaScript at most ${budget.scriptsAtLoad} bytes at load, ${budget.scriptsUsed} all used`,
    (row) => row.scriptsAtLoad <= budget.scriptsAtLoad && row.scriptsUsed <= budget.scriptsUsed,
  )
}

/** One cold visit: settled, scrolled to the end, and without throttles every island is used. */
async function visit(browser: Browser, url: string, { isThrottled }: { isThrottled: boolean }): Promise<Visit> {
  const context = await browser.newContext(isThrottled ? phone : desktop)
  try {
    await context.addInitScript(observe)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const cdp = await context.newCDPSession(page)
    const network = await watchNetwork(cdp)
    if (isThrottled) {
      await cdp.send('Network.emulateNetworkConditions', slow4g)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    }
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await network.quiet()
    const { fcp, lcp } = await readSeen(page)
    const inline = brotliCompressSync(await page.evaluate(inlineScripts)).length
    await page.evaluate(scrollThrough)
    await network.quiet()
    const { shift } = await readSeen(page)
    // Twice: an island may bring another one.
    for (let pass = isThrottled ? 2 : 0; pass < 2; pass++) {
      await page.evaluate(touchIslands)
      await network.quiet()
    }
    const { holding, scriptsAtLoad, scriptsUsed } = network.read()
    return { fcp, lcp, shift, holding, scriptsAtLoad: inline + scriptsAtLoad, scriptsUsed: inline + scriptsUsed, complaints }
  } finally {
    await context.close()
  }
}

// ---- What runs in the page ----

interface Seen {
  fcp: number
  lcp: number
  shift: number
}

function observe(): void {
  const seen: Seen = { fcp: Number.NaN, lcp: Number.NaN, shift: 0 }
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
  Object.assign(window, { benchSeen: seen })
}

const readSeen = (page: Page) => page.evaluate(() => (window as unknown as { benchSeen: Seen }).benchSeen)

/** Data, such as JSON-LD, is no script. */
const inlineScripts = () =>
  [...document.scripts]
    .filter(({ src, type }) => !src && /^(|module|text\/javascript)$/.test(type))
    .map(({ text }) => text)
    .join('\n')

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

/** The page without any script, and without links that fetch one. Data for search engines stays. */
const withoutScripts = (html: string) =>
  html
    .replace(/<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>[\s\S]*?<\/script>/gi, (tag, attributes: string) =>
      /ld\+json/.test(attributes) ? tag : '',
    )
    .replace(/<link\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi, (tag) => (/modulepreload|\bas="?script/i.test(tag) ? '' : tag))

/** Serves the pages without JavaScript from memory, with the site's headers. Other files are taken from the site once. */
async function serveTwins(port: number, pages: ReadonlyMap<string, Answer>) {
  const answers = new Map([...pages].map(([path, answer]) => [path, twinOf(answer)]))
  const fetched = async (path: string) => {
    const answer = await send({ port, agent: false }, 'GET', path, { 'accept-encoding': 'br' })
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

function twinOf(answer: Answer): Answer {
  const { link, ...headers } = answer.headers
  const links = String(link ?? '')
    .split(/,\s*(?=<)/)
    .filter((each) => each && !/modulepreload|as="?script/i.test(each))
  const body = brotliCompressSync(withoutScripts(brotliDecompressSync(answer.body).toString()))
  return { ...answer, headers: { ...headers, ...(links.length > 0 && { link: links.join(', ') }) }, body }
}
