import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '#test/support/chromium.ts'
import { builtServer } from '#test/support/instance.ts'
import { openStaffedSite } from '#test/support/staffed-site.ts'
import { type LiveSite, startSite } from './live-site.ts'
import {
  axeProblems,
  closeContext,
  eventually,
  formOf,
  newVisitor,
  openContext as openBlocked,
  overflowPx,
  press,
  referenceOf,
  started,
  toasts,
  toReview,
} from './visitor.ts'

/*
 * The service worker in a real browser. The line is down where the server is: what a browser is told of its connection does not reach
 * its worker.
 */

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

async function ownSite(env: Record<string, string> = {}): Promise<LiveSite> {
  const site = await startSite({ env })
  onTestFinished(() => site.close())
  return site
}

const openContext = (url: string, options: BrowserContextOptions = {}) => openBlocked(browser, url, { serviceWorkers: 'allow', ...options })

/** Opens a page and waits until the worker has all that it keeps from the first visit on, and answers for the page. */
async function firstVisit(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await controlled(page)
  return page
}

const controlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

const note = (page: Page) => page.locator('[data-kept-copy]')
const heading = (page: Page) => page.locator('h1').textContent()
const offlineHeading = 'You are offline. Ring us.'

/** Everything that is in any cache: addresses, with headers and texts. */
const inCaches = (page: Page) =>
  page.evaluate(async () => {
    const found: { url: string; cacheControl: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        if (kept)
          found.push({
            url: request.url.replace(location.origin, ''),
            cacheControl: kept.headers.get('cache-control') ?? '',
            text: await kept.text(),
          })
      }
    }
    return found
  })

/** Whether every picture that is in view has come. */
const brokenPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images].filter(({ complete, naturalWidth, loading }) => loading !== 'lazy' && complete && naturalWidth === 0).map(({ src }) => src),
  )

describe('Without a connection', () => {
  it('what was seen and what helps is there after one visit, and for all else the page that says so', async () => {
    const site = await ownSite()
    const context = await openContext(site.url)
    const page = await firstVisit(context)
    await page.goto('/pricing')
    await eventually(async () => (await inCaches(page)).some(({ url }) => url === '/pricing')).toBe(true)
    await site.kill()

    await page.reload()
    await note(page).waitFor()
    expect(await note(page).textContent()).toMatch(/This is the copy of \d+ \w+ at \d\d:\d\d on your device/)
    expect(await heading(page)).toContain('Pric')
    for (const [path, words] of [
      ['/?utm_source=somewhere', 'London'],
      ['/gas-emergency', 'smell gas'],
      ['/blog/find-your-stopcock', 'stopcock'],
      ['/book', 'Book Your Service'],
    ] as const) {
      await page.goto(path)
      await note(page).waitFor()
      expect(await heading(page)).toContain(words)
      expect(await page.locator('a[href^="tel:"]').first().isVisible()).toBe(true)
      expect(await brokenPictures(page)).toEqual([])
    }
    for (const path of ['/plumbers-camden', '/track/whatever']) {
      await page.goto(path)
      expect(await heading(page)).toBe(offlineHeading)
    }
    await site.start()
    await page.goto('/gas-emergency')
    expect(await note(page).count()).toBe(0)
  })

  it('the page that was open when the worker came is there too', async () => {
    const site = await ownSite()
    const page = await firstVisit(await openContext(site.url), '/emergency-boiler-repair?utm_source=somewhere')
    await eventually(async () => (await inCaches(page)).some(({ url }) => url === '/emergency-boiler-repair')).toBe(true)
    await site.kill()
    await page.reload()
    await note(page).waitFor()
    expect(await heading(page)).toContain('oiler')
  })

  it.each([360, 768, 1280])('the page that says so is as good as any at %i px', async (width) => {
    const site = await ownSite()
    const page = await firstVisit(await openContext(site.url, { viewport: { width, height: 740 } }))
    await site.kill()
    await page.goto('/claims')
    expect(await heading(page)).toBe(offlineHeading)
    expect(await axeProblems(page)).toEqual([])
    expect(await overflowPx(page)).toBe(0)
    await page.goto('/gas-emergency')
    await note(page).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await overflowPx(page)).toBe(0)
  })
})
