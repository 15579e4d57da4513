import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { headerOf, type Recorded, record, type Static, serveBare } from './nginx.ts'

/** What a browser sees of a page: paints, layout shifts, long tasks, requests and scripts; and the page's twin without JavaScript. */

/** A phone of the middle class on slow 4G. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Without the service worker, which would fetch what is to be counted. */
const desktop = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' as const }
const cpuRate = 4
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const loadLimitMs = 60_000
const quietMs = 700
const quietLimitMs = 20_000

/** What the page itself observed. */
interface Seen {
  fcp: number | null
  lcp: number | null
  /** Sum of all shifts, not only of the worst window: the budget is none. */
  shift: number
  /** The elements that shifted. */
  moved: string[]
}

export interface Request {
  path: string
  /** Its response came after the first paint, which therefore did not wait for it. */
  answeredLater: boolean
}

export interface PaintVisit {
  fcp: number | null
  lcp: number | null
  /** In all, after the page has been scrolled to its end. */
  shift: number
  moved: string[]
  /** What was asked for before the first contentful paint; null where nothing was painted. */
  beforePaint: Request[] | null
}

export interface UseVisit {
  requestsAtLoad: string[]
  /** Bytes of script answers' bodies: asked for before the load event, and with everything used. */
  scriptsAtLoad: number
  scriptsUsed: number
  islands: number
  started: number
  shift: number
  moved: string[]
  /** Console errors: a broken page is not measured silently. */
  complaints: string[]
}

/** One cold visit under the throttles, settled, then scrolled slowly to the end. */
export async function visitThrottled(browser: Browser, url: string): Promise<PaintVisit> {
  const context = await browser.newContext(phone)
  try {
    await context.addInitScript(observe)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const network = await watchNetwork(cdp)
    await cdp.send('Network.emulateNetworkConditions', slow4g)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await page.goto(url, { waitUntil: 'load', timeout: loadLimitMs })
    await network.quiet()
    const { fcp, lcp } = await readSeen(page)
    await scrollThrough(page)
    await network.quiet()
    const { shift, moved } = await readSeen(page)
    return { fcp, lcp, shift, moved, beforePaint: network.beforePaint() }
  } finally {
    await context.close()
  }
}

/** One cold visit without throttles, in which every island is seen, hovered and focused. */
export async function visitAndUse(browser: Browser, url: string): Promise<UseVisit> {
  const context = await browser.newContext(desktop)
  try {
    await context.addInitScript(observe)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const network = await watchNetwork(await context.newCDPSession(page))
    await page.goto(url, { waitUntil: 'load', timeout: loadLimitMs })
    await network.quiet()
    const [requestsAtLoad, scriptsAtLoad] = [network.atLoad(), network.scriptBytesAtLoad()]
    await scrollThrough(page)
    await network.quiet()
    const { shift, moved } = await readSeen(page)
    // Twice: an island may bring another one.
    for (let pass = 1; pass <= 2; pass++) {
      await page.evaluate(touchIslands)
      await network.quiet()
    }
    const { islands, started } = await page.evaluate(() => ({
      islands: document.querySelectorAll('[data-island]').length,
      started: document.querySelectorAll('[data-island][data-started]').length,
    }))
    return { requestsAtLoad, scriptsAtLoad, scriptsUsed: network.scriptBytes(), islands, started, shift, moved, complaints }
  } finally {
    await context.close()
  }
}

/** Runs in the page, before anything of it: observes from the first moment on. */
function observe(): void {
  if (window !== window.top) return
  const seen = { fcp: null as number | null, lcp: null as number | null, shift: 0, moved: [] as string[] }
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node | null }[]
  }
  const nameOf = (node?: Node | null) => node && `${node.nodeName.toLowerCase()} "${node.textContent?.trim().slice(0, 30)}"`
  const takers: Record<string, (entry: PerformanceEntry) => void> = {
    paint: ({ name, startTime }) => {
      if (name === 'first-contentful-paint') seen.fcp = startTime
    },
    'largest-contentful-paint': ({ startTime }) => {
      seen.lcp = startTime
    },
    'layout-shift': (entry) => {
      const { value, hadRecentInput, sources } = entry as Shift
      if (hadRecentInput) return
      seen.shift += value
      for (const name of sources.map(({ node }) => nameOf(node))) if (name && !seen.moved.includes(name)) seen.moved.push(name)
    },
  }
  const observers = Object.entries(takers).map(([type, take]) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
    observer.observe({ type, buffered: true })
    return () => observer.takeRecords().forEach(take)
  })
  Object.assign(window, {
    benchSeen: () => {
      for (const takeLast of observers) takeLast()
      return { ...seen, moved: [...seen.moved] }
    },
  })
}

const readSeen = (page: Page) => page.evaluate(() => (window as unknown as { benchSeen(): Seen }).benchSeen())

const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const step = Math.max(100, innerHeight / 3)
    const atEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    for (let steps = 0; steps < 300 && !atEnd(); steps++) {
      scrollBy({ top: step, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
  })

/** Runs in the page: pointer and keyboard events on an island that neither leave the page nor send anything. */
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

interface Asked {
  url: string
  /** On the clock of the browser's events, in seconds. */
  at: number
  type: string
  headBytes: number
  bytes: number
  done: boolean
  doneAt: number
}

/** Follows what a page asks for. The bytes of a body are those on the wire, without its headers. */
async function watchNetwork(cdp: CDPSession) {
  const asked = new Map<string, Asked>()
  const moments = new Map<string, number>()
  let changedAt = performance.now()
  const change = (id: string, values: Partial<Asked>) => {
    changedAt = performance.now()
    Object.assign(asked.get(id) ?? {}, values)
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other', redirectResponse }) => {
    changedAt = performance.now()
    if (redirectResponse) asked.set(`${requestId} before ${timestamp}`, { ...(asked.get(requestId) as Asked), done: true })
    if (/^https?:/.test(request.url))
      asked.set(requestId, { url: request.url, at: timestamp, type, headBytes: 0, bytes: 0, done: false, doneAt: Infinity })
  })
  cdp.on('Network.responseReceived', ({ requestId, type, response }) =>
    change(requestId, { type, headBytes: response.encodedDataLength, bytes: response.encodedDataLength }),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    change(requestId, { bytes: encodedDataLength, done: true, doneAt: timestamp }),
  )
  cdp.on('Network.loadingFailed', ({ requestId }) => change(requestId, { done: true }))
  cdp.on('Page.lifecycleEvent', ({ name, timestamp }) => moments.set(name, timestamp))
  await cdp.send('Network.enable')
  await cdp.send('Page.enable')
  await cdp.send('Page.setLifecycleEventsEnabled', { enabled: true })
  // A blank page has had such moments too; they are older than the first request.
  const momentOf = (name: string) => {
    const at = moments.get(name)
    return at !== undefined && all().some((each) => each.at < at) ? at : undefined
  }
  const all = () => [...asked.values()]
  const until = (moment: number | undefined) => all().filter(({ at }) => moment !== undefined && at <= moment)
  const bytesOf = (some: Asked[]) =>
    some.filter(({ type }) => type === 'Script').reduce((sum, { bytes, headBytes }) => sum + Math.max(0, bytes - headBytes), 0)
  const pathOf = ({ url }: Asked) => new URL(url).pathname
  return {
    atLoad: () => until(momentOf('load')).map(pathOf),
    scriptBytesAtLoad: () => bytesOf(until(momentOf('load'))),
    scriptBytes: () => bytesOf(all()),
    beforePaint(): Request[] | null {
      const painted = momentOf('firstContentfulPaint')
      return painted === undefined ? null : until(painted).map((each) => ({ path: pathOf(each), answeredLater: each.doneAt > painted }))
    },
    /** Waits until nothing has moved for a while; a stream of events never ends and does not count. */
    async quiet() {
      changedAt = performance.now()
      const isQuiet = () => performance.now() - changedAt > quietMs && all().every(({ done, type }) => done || type === 'EventSource')
      for (const limit = performance.now() + quietLimitMs; !isQuiet() && performance.now() < limit; ) await delay(50)
    },
  }
}

const script = /<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script>/gi
const link = /<link\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi

/** The text of the inline scripts that a browser runs; data, such as JSON-LD, is none. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(script)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && isJavaScript(attributes))
    .map(([, , text = '']) => text)

const isJavaScript = (attributes: string) =>
  /^(|module|(text|application)\/javascript)$/i.test(/\btype\s*=\s*["']?([^"'\s]*)/i.exec(attributes)?.[1] ?? '')

/** The addresses of a page's stylesheets that are not inlined. */
export const stylesheets = (html: string): string[] =>
  [...html.matchAll(link)]
    .filter(([tag]) => /\brel="?stylesheet/i.test(tag))
    .map(([tag]) => (/\bhref="([^"]*)"/i.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&'))

/** The same page without any script, and without links that fetch one. What search engines read is data, and stays. */
export const withoutScripts = (html: string): string =>
  html
    .replace(script, (tag, attributes: string) => (/ld\+json/.test(attributes) ? tag : ''))
    .replace(link, (tag) => (/modulepreload|\bas="?script/i.test(tag) ? '' : tag))

export function decoded(answer: Recorded): string {
  const decoders: Record<string, (body: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    deflate: inflateSync,
    zstd: zstdDecompressSync,
  }
  const decode = decoders[headerOf(answer, 'content-encoding') ?? '']
  return (decode ? decode(answer.body) : answer.body).toString()
}

/**
 * The pages as static files without JavaScript, under brotli and with the headers that the server gives them. What a page asks for
 * besides is taken once from the server and then served from memory too.
 */
export async function serveTwins(port: number, pages: ReadonlyMap<string, Recorded>): Promise<Static> {
  const twins = new Map([...pages].map(([path, answer]) => [path, twinOf(answer)]))
  const missing = (request: IncomingMessage) => record(port, request.url ?? '/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  return serveBare(twins, missing)
}

function twinOf(answer: Recorded): Recorded {
  const headers = answer.headers.filter(
    ([name, value]) => name.toLowerCase() !== 'content-encoding' && !(/^link$/i.test(name) && /modulepreload|as="?script/i.test(value)),
  )
  const body = brotliCompressSync(withoutScripts(decoded(answer)))
  return { ...answer, headers: [...headers, ['content-encoding', 'br']], body }
}
