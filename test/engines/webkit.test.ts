import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Builder, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import { freePort } from '#test/support/free-port.ts'
import { findEngine } from './engines.ts'
import { makeHome } from './home.ts'
import { describeJourneys } from './journeys.ts'
import { type EngineWindow, type OpenEngine, phone } from './window.ts'

/** Starts WebKit's MiniBrowser on a virtual screen, and drives it by WebDriver. */
const openWebKit: OpenEngine = async ({ javaScript }) => {
  const installed = findEngine('webkit')
  const [browser, xvfb] = installed?.others ?? []
  if (!installed || !browser || !xvfb) throw new Error('WebKit is not installed.')
  const processes: ChildProcess[] = []
  const home = makeHome()
  const end = async () => {
    for (const each of processes.toReversed()) await ended(each)
    home.remove()
  }
  try {
    const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    processes.push(screen)
    const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
    const port = await freePort()
    const driving = spawn(installed.program, [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: `:${String(display).trim()}`,
        HOME: home.path,
        XDG_CONFIG_HOME: home.path,
        // Without desktop services: no accessibility bus, no settings store.
        NO_AT_BRIDGE: '1',
        GSETTINGS_BACKEND: 'memory',
      },
      stdio: 'ignore',
    })
    processes.push(driving)
    const driver = await connect(port, browser, javaScript)
    const { width, height } = phone
    await driver.manage().window().setRect({ x: 0, y: 0, width, height })
    const known = new Map<string, EngineWindow>()
    return {
      version: `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion()}`,
      opensWindowsLater: false,
      windows: async () =>
        (await driver.getAllWindowHandles()).map((handle) => {
          const made = known.get(handle) ?? windowFor(driver, handle)
          known.set(handle, made)
          return made
        }),
      async close() {
        await driver.quit()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Opens a session as soon as the driver is listening. */
async function connect(port: number, browser: string, javaScript: boolean): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`
  const args = [
    '--automation',
    // Without the toolbar, which makes a window wider than a phone.
    '--full-screen',
    ...(javaScript ? [] : ['--enable-javascript=false']),
  ]
  const wanted = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: browser, args } })
  while (!(await listens(url))) await delay(20)
  return new Builder().disableEnvironmentOverrides().usingServer(url).withCapabilities(wanted).build()
}

const listens = (url: string) =>
  fetch(`${url}/status`).then(
    (answer) => answer.ok,
    () => false,
  )

function windowFor(driver: WebDriver, handle: string): EngineWindow {
  /** Commands go to the window that was last switched to. */
  const here = async () => {
    await driver.switchTo().window(handle)
    return driver
  }
  const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB }
  return {
    goTo: async (url) => (await here()).get(url),
    evaluate: async (run, ...args) => (await here()).executeScript(run, ...args),
    clickAt: async (x, y) =>
      (await here())
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .click()
        .perform(),
    type: async (text) => (await here()).actions().sendKeys(text).perform(),
    press: async (key) => (await here()).actions().sendKeys(keys[key]).perform(),
    resize: async ({ width, height }) => void (await (await here()).manage().window().setRect({ x: 0, y: 0, width, height })),
    close: async () => (await here()).close(),
  }
}

describeJourneys('WebKit', openWebKit)
