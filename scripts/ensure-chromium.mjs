import { findChromium, findHeadlessShell } from '#test/support/chromium.ts'
import { canInstallPackages, installPackages } from './debian.mjs'
import { node, runQuiet, StepError, tool } from './run.mjs'

const MINUTE = 60_000

/** Makes a Chromium available for the browser tests, and its headless shell if the system has a package of it. */
export async function ensureChromium({ log }) {
  await ensureWhole({ log })
  if (!process.env.CHROMIUM_PATH && !findHeadlessShell() && canInstallPackages()) await installPackages(['chromium-headless-shell'])
}

/** An installed Chromium, the system's package, or a downloaded one. */
async function ensureWhole({ log }) {
  if (await worksNow()) return
  if (process.env.CHROMIUM_PATH) throw new StepError(`CHROMIUM_PATH (${process.env.CHROMIUM_PATH}) is not a working Chromium.`)
  log('Chromium is not installed; downloading it ...')
  const packaged = canInstallPackages() ? await installPackages(['chromium', 'fonts-liberation']) : ''
  if (await worksNow()) return
  const downloaded = await download()
  if (await worksNow()) return
  const message = 'No Chromium for the browser tests: install the package "chromium", or set CHROMIUM_PATH to a Chromium or Chrome binary.'
  throw new StepError(message, `${packaged}\n${downloaded}`)
}

/** Returns true if Chromium is installed and starts. */
async function worksNow() {
  const path = findChromium()
  if (!path) return false
  const { code } = await runQuiet(path, ['--version'], { timeLimit: MINUTE })
  return code === 0
}

/** Downloads the browser that belongs to the browser library, and as root the system libraries that it needs. */
async function download() {
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  const browser = await runQuiet(node, [tool('playwright-core'), 'install', '--no-shell', 'chromium'], { env, timeLimit: 3 * MINUTE })
  if (browser.code !== 0 || !canInstallPackages() || (await worksNow())) return browser.output
  const libraries = await runQuiet(node, [tool('playwright-core'), 'install-deps', 'chromium'], { timeLimit: 10 * MINUTE })
  return `${browser.output}\n${libraries.output}`
}
