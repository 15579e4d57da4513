import puppeteer, { type Page } from 'puppeteer-core'
import { findEngine } from './engines.ts'
import { makeHome } from './home.ts'
import { describeJourneys } from './journeys.ts'
import { type Engine, type EngineWindow, type OpenEngine, phone, type Size } from './window.ts'

/** Starts Firefox headless and drives it by WebDriver BiDi, which it supports natively. */
const openFirefox: OpenEngine = async ({ javaScript }) => {
  const installed = findEngine('firefox')
  if (!installed) throw new Error('Firefox is not installed.')
  const home = makeHome()
  const launched = puppeteer.launch({
    browser: 'firefox',
    executablePath: installed.program,
    env: { ...process.env, HOME: home.path },
    extraPrefsFirefox: {
      // This version of Firefox doesn't support WebDriver BiDi's command for this.
      'javascript.enabled': javaScript,
      // Overlay scroll bars, as on phones.
      'ui.useOverlayScrollbars': 1,
      // Reduced motion, so that steps don't have to wait for it.
      'ui.prefersReducedMotion': 1,
    },
  })
  const browser = await launched.catch((error) => {
    home.remove()
    throw error
  })
  const known = new WeakMap<Page, EngineWindow>()
  async function windowOf(page: Page): Promise<EngineWindow> {
    const existing = known.get(page)
    if (existing) return existing
    await page.setViewport(phone)
    const made = windowFor(page)
    known.set(page, made)
    return made
  }
  const engine: Engine = {
    version: await browser.version(),
    opensWindowsLater: true,
    windows: async () => Promise.all((await browser.pages()).map(windowOf)),
    async close() {
      await browser.close()
      home.remove()
    },
  }
  return engine
}

const windowFor = (page: Page): EngineWindow => ({
  goTo: async (url) => void (await page.goto(url)),
  evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
  clickAt: (x, y) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  resize: (size: Size) => page.setViewport(size),
  close: () => page.close(),
})

describeJourneys('Firefox', openFirefox)
