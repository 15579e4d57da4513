import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

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

/** However slow the machine: a page's own font, which is only used if it is there in time, is there before the page is painted. */
const WAIT_FOR_FONTS = '--enable-features=RenderBlockingFonts:max-blocking-time/20000/max-fcp-delay/20000'

/**
 * Starts a headless Chromium. `scrollBars`: with those of a desk, which take room, instead of none. `lateFonts`: as for visitors, the
 * font may come too late for a page, which then stands in other letters. `userAgent`: what it calls itself, instead of what robots are
 * known by; of a context's own, what a page sends while it goes away knows nothing.
 */
export async function launchChromium({
  scrollBars = false,
  lateFonts = false,
  userAgent,
}: {
  scrollBars?: boolean
  lateFonts?: boolean
  userAgent?: string
} = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found: install the package "chromium", or set CHROMIUM_PATH.')
  // Chromium's sandbox refuses to work for root.
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...ARGS, ...(lateFonts ? [] : [WAIT_FOR_FONTS])]
  if (userAgent) args.push(`--user-agent=${userAgent}`)
  return chromium.launch({ executablePath, headless: true, args, ignoreDefaultArgs: scrollBars ? ['--hide-scrollbars'] : [] })
}

/** Whether a file can be run. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
