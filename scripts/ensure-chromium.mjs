import { existsSync } from 'node:fs'
import { findChromium } from '#test/support/chromium.ts'
import { node, runQuiet, StepError, tool } from './run.mjs'

const MINUTE = 60_000

/** Makes a Chromium available for the browser tests: an installed one, a downloaded one, or the system's package. */
export async function ensureChromium({ log }) {
  if (await worksNow()) return
  if (process.env.CHROMIUM_PATH) throw new StepError(`CHROMIUM_PATH (${process.env.CHROMIUM_PATH}) is not a Chromium that starts.`)
  log('No Chromium is installed; fetching one ...')
  const downloaded = await download()
  if (await worksNow()) return
  const packaged = await installPackage()
  if (await worksNow()) return
  const message = 'No Chromium for the browser tests: install the package "chromium", or set CHROMIUM_PATH to a Chromium or Chrome.'
  throw new StepError(message, `${downloaded}\n${packaged}`)
}

/** Whether there is a Chromium and it starts. */
async function worksNow() {
  const path = findChromium()
  if (!path) return false
  const { code } = await runQuiet(path, ['--version'], { timeLimit: MINUTE })
  return code === 0
}

/** Downloads the browser that belongs to the browser library, and as root the system libraries it needs. */
async function download() {
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  const browser = await runQuiet(node, [tool('playwright-core'), 'install', '--no-shell', 'chromium'], { env, timeLimit: 3 * MINUTE })
  if (browser.code !== 0 || !isRootOnDebian() || (await worksNow())) return browser.output
  const libraries = await runQuiet(node, [tool('playwright-core'), 'install-deps', 'chromium'], { timeLimit: 10 * MINUTE })
  return `${browser.output}\n${libraries.output}`
}

/** Installs the system's Chromium; only root on Debian or Ubuntu can. */
async function installPackage() {
  if (!isRootOnDebian()) return ''
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await runQuiet('apt-get', ['update'], { env, timeLimit: 5 * MINUTE })
  const packages = ['chromium', 'fonts-liberation']
  const installed = await runQuiet('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, timeLimit: 15 * MINUTE })
  return `${updated.output}\n${installed.output}`
}

/** Whether the system's package manager can be used. */
function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}
