import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import type { CacheName } from '#content/device-storage.ts'

export interface ContextOptions extends BrowserContextOptions {
  /** Allows service workers, and passes an installed one on with its files: fetching them takes seconds. */
  keepsWorker?: boolean
}

type SiteOptions = ContextOptions & { baseURL: string }

/** The longest wait for a state or an action. It only guards against hanging: on a busy machine, a second's work takes a minute. */
export const patienceMs = 90_000

/*
 * A page in a new browser context costs twice the processor time of a used one: it needs a process of its own, fetches everything and
 * compiles it again. So one test's page is cleaned and passed on to the next test of the same site and options.
 */

interface Kept {
  context: BrowserContext
  page: Page
  session: CDPSession
  /** Something was changed for good, so it isn't passed on. */
  isSpoilt: boolean
  /** This test has already opened it. */
  isOpen: boolean
  /** The test has used the clock. */
  hasClock: boolean
  /** Undoes what the test added: listeners, exposed functions, and scripts for every page. */
  undo: (() => unknown)[]
}

const idle = new WeakMap<Browser, Map<string, Kept[]>>()

/** These can't be undone, or not without knowing what they replaced. */
const SPOILING = [
  ...['newCDPSession', 'routeWebSocket', 'addLocatorHandler'],
  ...['setGeolocation', 'setDefaultTimeout', 'setDefaultNavigationTimeout', 'setStorageState'],
]

interface KeptContext {
  context: BrowserContext
  /** Cleans the context for the next test, or closes it. */
  giveBack(): Promise<void>
}

/**
 * A context without cookies, storage, permissions or history, whose first page may have served an earlier test. Its HTTP cache may hold the
 * assets of the site. One that allows service workers is always new, unless it keeps them.
 */
export async function takeContext(browser: Browser, options: SiteOptions): Promise<KeptContext> {
  const key = JSON.stringify(options)
  const shelf = shelfOf(browser, key)
  let kept = shelf.pop()
  while (kept && (kept.page.isClosed() || !browser.contexts().includes(kept.context))) kept = shelf.pop()
  kept ??= await newKept(browser, options)
  const taken = kept
  return {
    context: taken.context,
    async giveBack() {
      const mayKeep = options.keepsWorker || options.serviceWorkers === 'block'
      const isClean = mayKeep && (await clean(taken, options).catch(() => false))
      if (isClean) shelf.push(taken)
      else await closeContext(taken.context)
    },
  }
}

function shelfOf(browser: Browser, key: string): Kept[] {
  const shelves = idle.get(browser) ?? new Map<string, Kept[]>()
  idle.set(browser, shelves)
  const shelf = shelves.get(key) ?? []
  shelves.set(key, shelf)
  return shelf
}

async function newKept(browser: Browser, { keepsWorker, ...options }: ContextOptions): Promise<Kept> {
  const context = await browser.newContext({ ...options, ...(keepsWorker && { serviceWorkers: 'allow' }) })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const kept: Kept = { context, page, session, isSpoilt: false, isOpen: false, hasClock: false, undo: [] }
  const openPage = context.newPage.bind(context)
  context.newPage = async () => {
    if (kept.isOpen) return openPage()
    kept.isOpen = true
    return page
  }
  for (const each of [context, page]) {
    watchCalls(each, SPOILING, () => {
      kept.isSpoilt = true
    })
    watchCalls(each, ['on', 'once'], (_, args) => kept.undo.push(() => Reflect.apply(each.off, each, args)))
    watchCalls(each, ['addInitScript', 'exposeBinding', 'exposeFunction'], (added) =>
      kept.undo.push(async () => (await (added as ReturnType<Page['addInitScript']>)).dispose()),
    )
  }
  // Shared by all pages of the context.
  watchCalls(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], () => {
    kept.hasClock = true
  })
  return kept
}

/** Calls `note` with the result and the arguments of every call of these methods, where the object has them. */
function watchCalls(target: object, names: readonly string[], note: (result: unknown, args: unknown[]) => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name)
    if (typeof method !== 'function') continue
    Reflect.set(target, name, (...args: unknown[]) => {
      const result: unknown = method.apply(target, args)
      note(result, args)
      return result
    })
  }
}

/**
 * Removes a fake clock from the pages loaded from now on; returns true if it could. The browser library can, for its own reuse of contexts,
 * but has no public function for it. Otherwise such a context is closed, which only costs time.
 */
async function removeClock(context: BrowserContext): Promise<boolean> {
  const { _connection: connection } = context as unknown as {
    _connection?: { toImpl?(of: unknown): { clock?: { uninstall?(progress: { race<T>(ended: T): T }): Promise<void> } } }
  }
  const clock = connection?.toImpl?.(context).clock
  if (!clock?.uninstall) return false
  await clock.uninstall({ race: (ended) => ended })
  return true
}

/** Returns true if the next test may have it. */
async function clean(kept: Kept, options: SiteOptions): Promise<boolean> {
  const { context, page } = kept
  if (kept.isSpoilt || page.isClosed()) return false
  for (const undo of kept.undo.splice(0)) await undo()
  if (kept.hasClock && !(await removeClock(context))) return false
  kept.hasClock = false
  await Promise.all(context.pages().map((each) => each !== page && each.close()))
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  await Promise.all([context.setOffline(options.offline ?? false), context.setExtraHTTPHeaders(options.extraHTTPHeaders ?? {})])
  await Promise.all([context.clearPermissions(), page.setExtraHTTPHeaders({})])
  // A small page of the same site, so that the process of the page stays: the address of another site would get a new one.
  const answer = await page.goto('/robots.txt', { timeout: 10_000 })
  if (!answer?.ok()) return false
  await context.clearCookies()
  if (options.viewport) await page.setViewportSize(options.viewport)
  const { colorScheme, reducedMotion, forcedColors } = options
  await page.emulateMedia({ media: null, contrast: null, colorScheme: colorScheme ?? 'light', ...{ reducedMotion, forcedColors } })
  await page.evaluate(async (filesOfWorker) => {
    for (const name of await caches.keys()) if (name !== filesOfWorker) await caches.delete(name)
    localStorage.clear()
    sessionStorage.clear()
    window.name = ''
    // The worker holds its list of copies open.
    for (const { name } of await indexedDB.databases()) if (name && !name.startsWith('workbox-')) indexedDB.deleteDatabase(name)
  }, 'core' satisfies CacheName)
  // 'Back' doesn't lead to the pages of an earlier test.
  await kept.session.send('Page.resetNavigationHistory')
  kept.isOpen = false
  return true
}

/** Chromium may hang on closing if a page has just started to load, so wait for the load first. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.waitForLoadState('load', { timeout: 10_000 }).catch(() => undefined)))
  await context.close()
}
