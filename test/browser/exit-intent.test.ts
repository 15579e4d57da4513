import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnalyticsEvent } from '#app/platform/track.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import {
  axeProblems,
  eventually,
  field,
  focused,
  formOf,
  openContext,
  overflowPx,
  painted,
  press,
  started,
  takesPayments,
} from './visitor.ts'

let browser: Browser
/** One slot is sold, so a page that shows 4 has its figure from the server. */
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium({ scrollBars: true }), startSite({ env: takesPayments })])
  await site.sellRedline(1)
})
afterAll(() => site?.close())

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 740 } }
const home = '/'
const boiler = '/emergency-boiler-repair'
const isScript = (url: string) => url.includes('/islands/exit-intent')

interface Wish extends BrowserContextOptions {
  path?: string
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>
}

interface Opened {
  page: Page
  events: AnalyticsEvent[]
  /** The requested addresses of the pop-up's script. */
  fetched: string[]
}

/** Opens a page whose clock is stopped. Records its analytics events in place of the collector. */
async function open({ path = home, before, ...options }: Wish = {}): Promise<Opened> {
  const context = await openContext(browser, site.url, { ...desk, ...options })
  const page = await context.newPage()
  const events: AnalyticsEvent[] = []
  const fetched: string[] = []
  page.on('request', (request) => isScript(request.url()) && fetched.push(request.url()))
  await context.exposeFunction('heard', (event: AnalyticsEvent) => void events.push(event))
  await context.addInitScript(() => {
    const { heard } = window as unknown as { heard: (event: AnalyticsEvent) => void }
    // Takes the collector's place and ignores its attempt to replace this.
    Object.defineProperty(window, 'analyticsEvents', { get: () => ({ push: heard }), set: () => undefined })
  })
  await watchShifts(context)
  await before?.(page)
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
  await page.goto(path)
  await painted(page)
  await page.mouse.move(600, 300)
  return { page, events, fetched }
}

/** Waits until the pop-up is listening. It may not have the number of slots yet. */
async function armed(page: Page) {
  await page.clock.runFor(5_000)
  await page.locator('[data-island*="/exit-intent."][data-started]').waitFor({ state: 'attached' })
  await page.clock.runFor(100)
}

/** Waits until the pop-up is listening and has the number of slots from the server. */
async function openArmed(wish: Wish = {}, slots = 4): Promise<Opened> {
  const opened = await open(wish)
  await armed(opened.page)
  await eventually(async () => {
    await opened.page.clock.runFor(50)
    return opened.page.evaluate(() => localStorage.getItem('redline-slots'))
  }).toBe(String(slots))
  return opened
}

const popUp = (page: Page) => page.getByRole('dialog', { name: 'Can it wait?' })

/** Moves the mouse out of the window and waits for the effects. */
async function leaveTo(page: Page, [x, y]: readonly [number, number] = [600, -1]) {
  await page.mouse.move(600, 300)
  await page.mouse.move(x, y)
  await page.clock.runFor(50)
}
const comeBack = (page: Page) => page.mouse.move(600, 300)

const isShown = (page: Page) => popUp(page).isVisible()
/** Whether the pop-up opens when the mouse leaves at the top. The mouse returns in either case. */
async function showsOnLeaving(page: Page): Promise<boolean> {
  await leaveTo(page)
  const shows = await isShown(page)
  await comeBack(page)
  return shows
}

const closeBy = (page: Page, name: string) => popUp(page).getByRole('button', { name, exact: true }).click()

async function gone(page: Page) {
  await popUp(page).waitFor({ state: 'detached' })
}

const redline = (interaction: string, slotsRemaining = 4) => ({ name: 'redline', data: { interaction, slotsRemaining } })
const own = (events: AnalyticsEvent[]) => events.filter(({ name }) => name === 'redline' || name === 'cta_click')

/** Closes the open pop-up and passes 31 seconds, after which it may open again. */
async function dismiss(page: Page) {
  await closeBy(page, 'No thanks')
  await gone(page)
  await page.clock.runFor(31_000)
}

describe('The exit-intent pop-up', () => {
  further.it.each([home, boiler])('is fetched and shows from five seconds after %s has loaded', async (path) => {
    const { page, events, fetched } = await open({ path })
    await page.clock.runFor(4_949)
    await leaveTo(page)
    // After 4.999 seconds.
    expect(fetched).toEqual([])
    expect(await popUp(page).count()).toBe(0)
    await comeBack(page)
    await armed(page)
    expect(fetched).toHaveLength(1)
    await eventually(() => showsOnLeaving(page)).toBe(true)
    expect(await page.evaluate(() => document.querySelector('dialog:modal')?.id)).toBe('exit-intent')
    const words = await popUp(page).innerText()
    expect(words).toContain('Only 4 slots left today')
    expect(words).toContain(poundsText(defaultPrices.priorityFeePence.online))
    expect(own(events)).toEqual([redline('popup_view')])
  })

  it('is nothing but an empty element in the page itself, and on no other page', async () => {
    const paths = ['/pricing', '/book', '/plumbers-shoreditch', '/nowhere']
    const texts = await Promise.all([home, boiler, ...paths].map(async (path) => (await fetch(site.url + path)).text()))
    const found = texts.map((html) => /<div data-island="[^"]*exit-intent[^>]*>(.*?)<\/div>/.exec(html)?.[1])
    expect(found).toEqual(['', '', ...paths.map(() => undefined)])
  })

  further.it(
    'shows when the mouse leaves by the top, by no other side, and to no one who drags something out, opens the menu of a field, has a booking on its way, is offline, has another dialog open or has chosen something in the form',
    async () => {
      const { page } = await openArmed()
      for (const side of [
        [-1, 300],
        [600, 741],
        [1285, -5],
      ] as const) {
        await leaveTo(page, side)
        expect([side, await isShown(page)]).toEqual([side, false])
      }
      await comeBack(page)

      await page.mouse.down()
      await leaveTo(page)
      expect(await isShown(page), 'dragged').toBe(false)
      await page.mouse.move(600, 300)
      await page.mouse.up()
      expect(await showsOnLeaving(page)).toBe(true)
      await dismiss(page)

      // The event that browsers send when the pointer moves onto a native drop-down list.
      await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientX: 600, clientY: 300 })))
      await page.clock.runFor(50)
      expect(await isShown(page), 'menu of a field').toBe(false)
      await page.evaluate(() => {
        const select = document.createElement('select')
        select.id = 'test-select'
        document.querySelector('main')?.prepend(select)
        select.focus({ preventScroll: true })
      })
      expect(await showsOnLeaving(page), 'menu of a field').toBe(false)
      await page.evaluate(() => document.getElementById('test-select')?.blur())
      expect(await showsOnLeaving(page)).toBe(true)
      await dismiss(page)

      await page.evaluate(() => localStorage.setItem('booking-outbox', '1'))
      expect(await showsOnLeaving(page), 'on its way').toBe(false)
      await page.evaluate(() => localStorage.removeItem('booking-outbox'))

      await page.context().setOffline(true)
      expect(await showsOnLeaving(page), 'offline').toBe(false)
      await page.context().setOffline(false)
      await eventually(() => showsOnLeaving(page)).toBe(true)
      await dismiss(page)

      await page.setViewportSize({ width: 768, height: 740 })
      await page.getByRole('button', { name: 'Menu' }).click()
      expect(await showsOnLeaving(page), 'another dialog').toBe(false)
      await page.keyboard.press('Escape')
      expect(await showsOnLeaving(page)).toBe(true)
      await dismiss(page)
      await page.setViewportSize({ width: 1280, height: 740 })

      await formOf(page).locator('label', { hasText: 'Red Line' }).click()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      expect(await showsOnLeaving(page), 'chosen').toBe(false)
    },
  )

  further.it('shows again 30 seconds after the mouse has come back, not 29.9', async () => {
    const { page, events } = await openArmed()
    expect(await showsOnLeaving(page)).toBe(true)
    await closeBy(page, 'No thanks')
    await gone(page)
    await page.clock.runFor(29_900)
    expect(await showsOnLeaving(page)).toBe(false)
    await page.clock.runFor(50)
    expect(await showsOnLeaving(page)).toBe(true)
    expect(own(events)).toEqual([redline('popup_view'), redline('popup_close'), redline('popup_view')])
  })
})

further.describe('Closing the exit-intent pop-up', () => {
  it('goes by its button, No thanks, Escape and a press beside it; it keeps the focus within, which is back where it was', async () => {
    const { page, events } = await openArmed()
    await page.getByRole('link', { name: 'See Offer' }).focus()
    const stop = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.closest('#exit-intent') ? activeElement.textContent : activeElement?.tagName
      })
    const expected: unknown[] = []
    for (const [way, close] of [
      ['its close button', () => closeBy(page, 'Close')],
      ['No thanks', () => closeBy(page, 'No thanks')],
      ['a press beside it', () => page.mouse.click(40, 600)],
      ['Escape', () => page.keyboard.press('Escape')],
    ] as const) {
      // After 90 seconds it has to ask for the slots again first.
      await eventually(() => showsOnLeaving(page)).toBe(true)
      expect(await focused(page), way).toBe('Close')
      if (way === 'No thanks') {
        expect(await popUp(page).getByRole('link', { name: 'Book Red Line' }).getAttribute('href')).toBe('/book?serviceLevel=redline')
        const stops = []
        for (let presses = 0; presses < 7; presses++) {
          stops.push(await stop())
          await page.keyboard.press('Tab')
        }
        // After the last control the focus moves to the browser, then to the first control again.
        expect(stops.slice(0, 3)).toEqual(['Close', 'Book Red Line', 'No thanks'])
        expect(stops.slice(-2)).toEqual(['BODY', 'Close'])
      }
      await close()
      await gone(page)
      expect(await focused(page), way).toBe('See Offer')
      expected.push(redline('popup_view'), redline('popup_close'))
      await eventually(() => own(events)).toEqual(expected)
      await comeBack(page)
      await page.clock.runFor(31_000)
    }
  })

  it.each<[string, string]>([
    [home, '/book?serviceLevel=redline'],
    [boiler, '/book?service=Boiler+Breakdown&serviceLevel=redline'],
  ])('goes from %s to booking with Red Line chosen, by keyboard alone', async (path, target) => {
    const { page, events } = await openArmed({ path })
    await showsOnLeaving(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Book Red Line')
    await page.keyboard.press('Enter')
    await page.waitForURL(site.url + target)
    expect(own(events)).toEqual([
      redline('popup_view'),
      { name: 'cta_click', data: { cta: 'exitintent_redline_book', path, label: 'Book Red Line' } },
      redline('popup_book'),
    ])
    expect(
      await formOf(page)
        .getByRole('radio', { name: /Red Line/ })
        .isChecked(),
    ).toBe(true)
  })
})

describe('The exit-intent pop-up stays away', () => {
  further.it('from a form that is being filled in', async () => {
    const { page } = await openArmed({ path: boiler })
    expect(await showsOnLeaving(page)).toBe(true)
    await dismiss(page)
    await page.clock.resume()
    await formOf(page).scrollIntoViewIfNeeded()
    await started(page)
    await press(page, 'Next')
    await field(page, 'name').waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    expect(await showsOnLeaving(page)).toBe(false)
    await field(page, 'name').fill('Priya Raman')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    // Nor on the next page of this tab.
    await page.goto(home)
    await painted(page)
    await armed(page)
    expect(await showsOnLeaving(page)).toBe(false)
  })

  it('while no one can say how many slots are left', async () => {
    const { page } = await open({ before: (page) => page.route('**/api/live', (route) => route.abort()) })
    await armed(page)
    expect(await showsOnLeaving(page)).toBe(false)
    await page.unroute('**/api/live')
    await eventually(async () => {
      await page.clock.runFor(20_000)
      return showsOnLeaving(page)
    }).toBe(true)
  })

  further.it('from devices that are touched: not even its script is fetched', async () => {
    const { page, fetched } = await open({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } })
    await page.clock.runFor(120_000)
    await leaveTo(page)
    expect(await popUp(page).count()).toBe(0)
    expect(fetched).toEqual([])
  })
})

describe('The open exit-intent pop-up', () => {
  it('says so when the last slot goes, and offers the standard service; when all are taken it stays away', async () => {
    onTestFinished(async () => void (await site.db.deleteFrom('redlineSlots').where('slot', '>', 1).execute()))
    await site.sellRedline(3)
    const { page, events } = await openArmed({ path: boiler }, 1)
    await showsOnLeaving(page)
    expect(await popUp(page).innerText()).toContain('Only 1 slot left today')
    await site.sellRedline(1)
    await eventually(async () => {
      await page.clock.runFor(1_000)
      return popUp(page).innerText()
    }).toContain('SOLD OUT')
    expect(await popUp(page).getByRole('link', { name: 'Book Red Line' }).count()).toBe(0)
    await popUp(page).getByRole('link', { name: 'Book Standard' }).click()
    await page.waitForURL(/\/book\?service=Boiler\+Breakdown$/)
    expect(own(events)).toEqual([redline('popup_view', 1)])
    const later = await openArmed({}, 0)
    expect(await showsOnLeaving(later.page)).toBe(false)
    expect(own(later.events)).toEqual([])
  })

  const sizes = [
    { width: 1280, height: 740 },
    { width: 360, height: 740 },
    { width: 1280, height: 320 },
    // As at 200% and 400% zoom.
    { width: 640, height: 370 },
    { width: 320, height: 256 },
  ]

  further.it.each(['no-preference', 'reduce'] as const)('is usable and moves nothing, with motion: %s', async (reducedMotion) => {
    // Loading the font would shift the page.
    const { page } = await openArmed({ reducedMotion, before: (page) => page.route('**/*.woff2', (route) => route.abort()) })
    const place = () => page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().toJSON())
    const problems: string[] = []
    for (const size of sizes) {
      const at = `${size.width} × ${size.height}`
      await page.setViewportSize(size)
      await page.clock.runFor(100)
      const before = await place()
      const shiftsBefore = await shiftsOf(page)
      const overflowBefore = await overflowPx(page)
      // After 90 seconds it has to ask for the slots again first.
      await eventually(async () => {
        await page.mouse.move(200, 100)
        await page.mouse.move(200, -1)
        await page.clock.runFor(50)
        return isShown(page)
      }).toBe(true)
      expect(await place(), at).toEqual(before)
      expect(await shiftsOf(page), at).toEqual(shiftsBefore)
      expect(await overflowPx(page), at).toBe(overflowBefore)
      expect(await popUp(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth), at).toBe(0)
      const targets = await popUp(page).locator('a, button').all()
      expect(targets).toHaveLength(5)
      for (const target of targets) {
        await target.scrollIntoViewIfNeeded()
        const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
      if (size === sizes.at(-1)) {
        await page.clock.resume()
        problems.push(...(await axeProblems(page, '#exit-intent')))
      }
      await closeBy(page, 'No thanks')
      await gone(page)
      expect(await place(), at).toEqual(before)
      await comeBack(page)
      if (size !== sizes.at(-1)) await page.clock.runFor(31_000)
    }
    expect(problems).toEqual([])
  })
})
