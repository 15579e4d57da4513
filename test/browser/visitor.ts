import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { type ChromiumOptions, sharedChromium } from '#test/support/chromium.ts'
import { type ContextOptions, patienceMs, takeContext } from './kept-pages.ts'

export { closeContext } from './kept-pages.ts'

/** Helpers for the visitors of the browser tests. */

/** The message that pages log in a context that allows no service worker. */
export const noWorker = 'Service Worker registration blocked by Playwright'

let browser: Browser
/** Has this file's contexts opened in the Chromium that its worker's files share. Call it outside of tests. */
export function shareChromium(options?: ChromiumOptions): void {
  beforeAll(async () => {
    browser = await sharedChromium(options)
  })
}

/** Waits for a state. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: patienceMs, interval: 100 })

/** Returns true if all of an element's height is on the screen now, without scrolling. */
export async function isOnScreen(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)
}

export interface Visitor {
  name: string
  phone: string
  email: string
}

let visitors = 0
/** A visitor whose bookings are identified by their email address. */
export function newVisitor(name = 'Priya Raman'): Visitor {
  visitors += 1
  return { name, phone: '07700 900264', email: `visitor-${visitors}@example.com` }
}

/**
 * A browser context without history, on a phone, with reduced motion. Errors that its pages log fail the test, except refused requests.
 */
export async function openContext(url: string, options: ContextOptions = {}, within = browser): Promise<BrowserContext> {
  const complaints: string[] = []
  // Registered first, so it is called last: after the pages have been left.
  onTestFinished(() => expect(complaints).toEqual([]))
  const context = await openQuietContext(url, options, within)
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  return context
}

/** As `openContext`, but its pages may log errors: the test judges them itself. */
export async function openQuietContext(url: string, options: ContextOptions = {}, within = browser): Promise<BrowserContext> {
  const { context, giveBack } = await takeContext(within, {
    baseURL: url,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    // A service worker answers instead of the server, and page listeners don't see it. offline.test.ts tests it.
    serviceWorkers: 'block',
    ...options,
  })
  onTestFinished(giveBack)
  return context
}

export async function visit(url: string, path: string, options?: BrowserContextOptions): Promise<Page> {
  const context = await openContext(url, options)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

export const formOf = (page: Page) => page.locator('form[action="/book"]')

/** Waits until the booking form's script has started. */
export const started = (page: Page) => formOf(page).locator('[data-started]').waitFor({ state: 'attached' })

/** 'Submit' is the last button, even when its label mentions the payment. */
export const press = (page: Page, name: 'Next' | 'Previous' | 'Submit') =>
  formOf(page)
    .getByRole('button', { name: name === 'Submit' ? /^(Submit|Book and pay £[\d.]+)$/ : name, exact: true })
    .click()

export const atStep = (page: Page, step: 1 | 2 | 3 | 4) =>
  formOf(page).locator(`input[name=step][value="${step}"]`).waitFor({ state: 'attached' })

export const field = (page: Page, name: string) => formOf(page).locator(`[name=${name}]:not([type=hidden])`)

export async function fillContact(page: Page, { name, phone, email }: Visitor): Promise<void> {
  await field(page, 'name').fill(name)
  await field(page, 'phone').fill(phone)
  await field(page, 'email').fill(email)
}

export const pick = (page: Page, label: string) => formOf(page).locator('label', { hasText: label }).click()

/** Fills in the form from the first step to the review. */
export async function toReview(page: Page, visitor: Visitor, { service = 'Burst Pipe', postcode = 'E1 1FR' } = {}): Promise<void> {
  if (postcode) await field(page, 'postcode').fill(postcode)
  await press(page, 'Next')
  await atStep(page, 2)
  await fillContact(page, visitor)
  await press(page, 'Next')
  await atStep(page, 3)
  await pick(page, service)
  await press(page, 'Next')
  await atStep(page, 4)
}

/**
 * Opens the form at its review, as a reload there does: from the answers in this tab. It saves walking the steps, which takes longer than
 * most of what follows. Cookies and storage must be allowed.
 */
export async function openReview(page: Page, visitor: Visitor, answers: Record<string, string> = {}): Promise<void> {
  const { name, phone, email } = visitor
  await page.goto('/robots.txt')
  await page.evaluate(
    (draft) => {
      sessionStorage.setItem('booking-draft', JSON.stringify({ answers: draft, key: crypto.randomUUID(), savedAt: Date.now() }))
      history.replaceState({ bookingStep: 4 }, '', '/book')
    },
    { serviceLevel: 'standard', name, phone, email, service: 'Burst Pipe', postcode: 'E1 1FR', ...answers },
  )
  await page.reload()
  await started(page)
  await atStep(page, 4)
}

/** The visible toasts, newest first. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

export const success = {
  title: 'Booking Submitted Successfully! ✅',
  text: "We'll contact you within 15 minutes to confirm your emergency service appointment.",
}

/** Waits for the confirmation page. */
export const booked = (page: Page) => page.waitForURL('**/book/confirmed/*')

/** The reference, once the confirmation page shows it. */
export async function referenceOf(page: Page): Promise<string | null> {
  await booked(page)
  return page.getByText(/^BK-/).textContent()
}

/** The reference of a booking that was not sent straight away or waits for payment. The form itself shows it. */
export const referenceInForm = (page: Page) => page.locator('[data-sent]').getByText(/^BK-/).textContent()

/** Settings that allow Red Line payments. */
export const takesPayments = { DEV_TOOLS: 'on', SAMPLE_DATA: 'off' }

/** Draws a signature with the finger. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'An empty box for your signature' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no box to sign in')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  for (const [x, y] of [
    [60, 50],
    [100, 20],
    [140, 60],
    [200, 30],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y)
  await page.mouse.up()
  await page.getByRole('img', { name: 'Your signature' }).waitFor()
}

/** Presses Tab this often, and returns the elements that had the focus outside of a part of the page. */
export async function strayedFrom(page: Page, part: string, presses: number): Promise<string[]> {
  const noted = await page.evaluateHandle((within) => {
    const strayed: string[] = []
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest(within)) strayed.push(target.outerHTML.slice(0, 120))
    }
    addEventListener('focusin', note)
    return { strayed, end: () => removeEventListener('focusin', note) }
  }, part)
  for (let press = 0; press < presses; press++) await page.keyboard.press('Tab')
  return noted.evaluate(({ strayed, end }) => {
    end()
    return strayed
  })
}

/** A description of the focused element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element) return 'nothing'
    if (element.matches('[role=alert]')) return 'summary'
    if (element.matches('[data-sent]')) return 'confirmation'
    if (/^H\d$/.test(element.tagName)) return element.textContent
    return (element as HTMLInputElement).name || element.id || element.textContent?.trim() || element.tagName.toLowerCase()
  })

declare global {
  interface Window {
    axe: typeof axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs the WCAG 2.2 AA checks of axe on the whole page or within an element. The page has no frames. */
export async function axeProblems(page: Page, within?: string): Promise<string[]> {
  // Parsing the source of axe takes longer than most runs.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};0`)
  return page.evaluate(async (selector) => {
    const { violations } = await window.axe.run(selector ?? document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Leaves out what isn't read and takes a third of the time: the elements of passed checks, selectors, and media files.
      resultTypes: ['violations'],
      selectors: false,
      iframes: false,
      preload: false,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, within)
}

/** Targets that are too low to tap, with what is laid over them, on the whole page or within an element. Links in running text may be. */
export const smallTargets = (page: Page, within = 'body') =>
  page.locator(within).evaluate((part) => {
    const overlayHeight = (element: HTMLElement) => {
      const { content, position, height } = getComputedStyle(element, '::after')
      return content !== 'none' && position === 'absolute' ? Number.parseFloat(height) : 0
    }
    return [...part.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => !element.closest('[aria-hidden=true], .sr-only, p, .prose li, dd > p, pre') && element.tabIndex >= 0)
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ element, box }) => box.height > 0 && Math.max(box.height, overlayHeight(element)) < 44)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.height}`)
  })

/** The pixels that the page can be scrolled sideways. */
export const overflowPx = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns the elements that are wider than the screen: the page clips them. Lists that scroll by themselves are left out. */
export const cutOff = (page: Page) =>
  page.locator('main :is(h1, h2, h3, p, li, dt, dd, a, b, button, input, select, label, svg, img)').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && !one.closest('.sr-only, [aria-hidden=true], [class*=overflow-x-auto]'))
      .filter((one) => getComputedStyle(one).position !== 'absolute')
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect()
        return left < 0 || right > document.documentElement.clientWidth + 0.5
      })
      .map((one) => one.outerHTML.slice(0, 100)),
  )

/** Returns problems of a page's look, on the narrowest phone and at a desk: sideways scrolling, and axe's findings in it or in a part. */
export async function looksWrong(page: Page, within?: string): Promise<string[]> {
  const before = page.viewportSize()
  const problems: string[] = []
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    if ((await overflowPx(page)) > 0) problems.push(`${page.url()} scrolls sideways at ${width} px`)
  }
  if (before) await page.setViewportSize(before)
  return [...problems, ...(await axeProblems(page, within))]
}

/** Waits until the island starter has noticed the first paint. Its later delays are counted from then. */
export const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
      }),
  )

/** Holds back the scripts of islands until the returned function is called. */
export async function holdIslands(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/islands/**', async (route) => {
    await promise
    await route.continue().catch(() => undefined)
  })
  return resolve
}

/**
 * Waits until the part with this id no longer moves and everything above it has been laid out, then returns where its upper edge is.
 * 'in view' means between the sticky header and the middle of the screen.
 */
export async function placeOf(page: Page, id: string): Promise<string> {
  let before: unknown
  await eventually(async () => {
    const now = await page.evaluate(async (part) => {
      for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
      return { top: document.getElementById(part)?.getBoundingClientRect().top, lazyLeft: document.querySelectorAll('.lazy').length }
    }, id)
    const isStill = JSON.stringify(now) === JSON.stringify(before)
    before = now
    return isStill && now.lazyLeft === 0
  }).toBe(true)
  return page.evaluate((part) => {
    const headerPx = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const topPx = document.getElementById(part)?.getBoundingClientRect().top ?? Number.NaN
    if (topPx < headerPx - 1) return `${Math.round(headerPx - topPx)} px too high`
    return topPx < innerHeight / 2 ? 'in view' : `${Math.round(topPx - headerPx)} px too low`
  }, id)
}
