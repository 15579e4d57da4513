import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { isExecutable } from './executable.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium or Chrome for the tests: the one asked for, an installed one, or the browser library's own. */
export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return isExecutable(asked) ? asked : undefined
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find(isExecutable)
}

/**
 * The path of Chromium without its windows, which takes half of the processor time, if it is installed and no other one is asked for.
 */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM_PATH ? undefined : ['/usr/bin/chromium-headless-shell'].find(isExecutable)
}

/** However slow the machine: a page's own font, which is only used if it is there in time, is there before the page is painted. */
const WAIT_FOR_FONTS = '--enable-features=RenderBlockingFonts:max-blocking-time/20000/max-fcp-delay/20000'

/**
 * Pages that Chromium draws for its own window, address bar and toolbar, in a process of their own beside every page under test: more
 * than half of the processor time of a visit. The rest are what the browser library switches off; the last such argument counts.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIToolbar',
  'WebUIReloadButton',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

export interface ChromiumOptions {
  /**
   * Not the headless shell, even where it is installed: it has no Background Sync, and may use a font that comes late.
   */
  whole?: boolean
  /** With scroll bars that take room, as on a desktop computer. */
  scrollBars?: boolean
  /** As for visitors: the font may arrive too late for a page, which then keeps its fallback. */
  lateFonts?: boolean
  /** What it calls itself instead of what robots are known by. Reports that a page sends while it unloads ignore a context's own. */
  userAgent?: string
}

/** Starts a headless Chromium, for the caller to close. */
export const launchChromium = (options?: ChromiumOptions): Promise<Browser> => chromium.launch(launchOptions(options))

const shared = new Map<string, Promise<Browser>>()

/**
 * The Chromium of this worker with these options: one for all of its files, which ends with the worker. Every test has a context of its own
 * in it; what an earlier file has left open is closed. To be called once per file.
 */
export async function sharedChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const key = JSON.stringify(options)
  const running = await shared.get(key)?.catch(() => undefined)
  if (running?.isConnected()) {
    await Promise.all(running.contexts().map((context) => context.close()))
    return running
  }
  const starting = launchChromium(options)
  shared.set(key, starting)
  return starting
}

function launchOptions({ whole = false, scrollBars = false, lateFonts = false, userAgent }: ChromiumOptions = {}): LaunchOptions {
  const executablePath = (whole ? undefined : findHeadlessShell()) ?? findChromium()
  if (!executablePath) throw new Error('No Chromium found: install the package "chromium", or set CHROMIUM_PATH.')
  const args = [...ARGS, `--disable-features=${DISABLED_FEATURES.join()}`, ...(lateFonts ? [] : [WAIT_FOR_FONTS])]
  // Chromium's sandbox refuses to work for root.
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  if (userAgent) args.push(`--user-agent=${userAgent}`)
  return { executablePath, headless: true, args, ignoreDefaultArgs: scrollBars ? ['--hide-scrollbars'] : [] }
}
