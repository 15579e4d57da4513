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

/** The path of a Chromium or Chrome for the tests: the requested one, an installed one, or the browser library's own. */
export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return isExecutable(asked) ? asked : undefined
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find(isExecutable)
}

/** The path of the headless shell, which uses half the processor time, if it is installed and no other browser is requested. */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM_PATH ? undefined : ['/usr/bin/chromium-headless-shell'].find(isExecutable)
}

/** A page's font is used only if it loads in time; this makes painting wait for it on slow machines. */
const WAIT_FOR_FONTS = '--enable-features=RenderBlockingFonts:max-blocking-time/20000/max-fcp-delay/20000'

/**
 * Chromium draws these pages of its own, such as the address bar and toolbar, in a separate process for every page under test, which takes
 * more than half of a visit's processor time. The others are those the browser library disables; only the last such argument counts.
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
  /** Not the headless shell, even if it is installed: it lacks Background Sync, and may use a font that loads late. */
  whole?: boolean
  /** With scroll bars that take up space, as on a desktop computer. */
  scrollBars?: boolean
  /** As for visitors: if the font loads too late, the page keeps its fallback. */
  lateFonts?: boolean
  /** Its User-Agent, instead of one known as a robot's. Reports that a page sends while it unloads ignore that of a context. */
  userAgent?: string
}

/** Starts a headless Chromium, which the caller closes. */
export const launchChromium = (options?: ChromiumOptions): Promise<Browser> => chromium.launch(launchOptions(options))

const shared = new Map<string, Promise<Browser>>()

/**
 * This worker's Chromium with these options, shared by all of its test files until the worker ends. Every test has its own context;
 * contexts left open by an earlier file are closed. Call it once per file.
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
  // Chromium's sandbox doesn't run as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  if (userAgent) args.push(`--user-agent=${userAgent}`)
  return { executablePath, headless: true, args, ignoreDefaultArgs: scrollBars ? ['--hide-scrollbars'] : [] }
}
