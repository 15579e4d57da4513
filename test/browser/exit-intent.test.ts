import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnalyticsEvent } from '#app/platform/track.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { further } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import {
  axeProblems,
  eventually,
  focused,
  formOf,
  openContext,
  overflowPx,
  painted,
  shareChromium,
  smallTargets,
  takesPayments,
} from './visitor.ts'

shareChromium({ scrollBars: true })
/** One slot is sold, so a page that shows 4 has its figure from the server. */
const site = siteForFile({ env: takesPayments })
beforeAll(() => site.sellRedline(1))

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
  const context = await openContext(site.url, { ...desk, ...options })
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
  // The script that starts it is itself fetched once the browser is idle.
  await eventually(async () => {
    await page.clock.runFor(1_000)
    return page.locator('[data-island*="/exit-intent."][data-started]').count()
  }).toBe(1)
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
/** True if the pop-up opens when the mouse leaves at the top. The mouse returns in either case. */
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

further.describe('The exit-intent pop-up', () => {
  it.each([home, boiler])('is fetched and shows from five seconds after %s has loaded', async (path) => {
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

  it('shows when the mouse leaves by the top, by no other side, and to no one who has a booking on its way, is offline, has another dialog open or has chosen something in the form', async () => {
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

    await page.evaluate(() => localStorage.setItem('booking-outbox', '1'))
    expect(await showsOnLeaving(page), 'on its way').toBe(false)
    await page.evaluate(() => localStorage.removeItem('booking-outbox'))

    await page.context().setOffline(true)
    expect(await showsOnLeaving(page), 'offline').toBe(false)
    await page.context().setOffline(false)

    await page.setViewportSize({ width: 768, height: 740 })
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await showsOnLeaving(page), 'another dialog').toBe(false)
    await page.keyboard.press('Escape')
    await eventually(() => showsOnLeaving(page)).toBe(true)
    await closeBy(page, 'No thanks')
    await page.clock.runFor(29_900)
    expect(await showsOnLeaving(page), 'less than 30 seconds later').toBe(false)
    await page.clock.runFor(1_100)
    await page.setViewportSize({ width: 1280, height: 740 })

    await formOf(page).locator('label', { hasText: 'Red Line' }).click()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    expect(await showsOnLeaving(page), 'chosen').toBe(false)
  })
})

further.describe('Closing the exit-intent pop-up', () => {
  it('goes by its button, No thanks, Escape and a press beside it, and gives the focus back', async () => {
    const { page, events } = await openArmed()
    await page.getByRole('link', { name: 'See Offer' }).focus()
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
      await close()
      await gone(page)
      expect(await focused(page), way).toBe('See Offer')
      expected.push(redline('popup_view'), redline('popup_close'))
      await eventually(() => own(events)).toEqual(expected)
      await comeBack(page)
      await page.clock.runFor(31_000)
    }
  })

  it('goes to booking with Red Line chosen, by keyboard alone', async () => {
    const { page, events } = await openArmed({ path: boiler })
    await showsOnLeaving(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Book Red Line')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/book?service=Boiler+Breakdown&serviceLevel=redline`)
    expect(own(events)).toEqual([
      redline('popup_view'),
      { name: 'cta_click', data: { cta: 'exitintent_redline_book', path: boiler, label: 'Book Red Line' } },
      redline('popup_book'),
    ])
    const choice = formOf(page).getByRole('radio', { name: /Red Line/ })
    expect(await choice.isChecked()).toBe(true)
  })
})

describe('The exit-intent pop-up stays away', () => {
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

  further.it('is usable and moves nothing, from a desk to a phone at 400% zoom', async () => {
    // Loading the font would shift the page.
    const { page } = await openArmed({
      reducedMotion: 'no-preference',
      before: (page) => page.route('**/*.woff2', (route) => route.abort()),
    })
    const place = () => page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().toJSON())
    for (const size of [
      { width: 1280, height: 740 },
      { width: 320, height: 256 },
    ]) {
      await page.setViewportSize(size)
      await page.clock.runFor(100)
      const before = [await place(), await shiftsOf(page), await overflowPx(page)]
      await eventually(async () => {
        await page.mouse.move(200, 100)
        await page.mouse.move(200, -1)
        await page.clock.runFor(50)
        return isShown(page)
      }).toBe(true)
      expect([await place(), await shiftsOf(page), await overflowPx(page)], `${size.width} px`).toEqual(before)
      expect(await popUp(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
      expect(await smallTargets(page, '#exit-intent')).toEqual([])
      if (size.width === 320) continue
      await closeBy(page, 'No thanks')
      await gone(page)
      expect(await place()).toEqual(before[0])
      await comeBack(page)
      await page.clock.runFor(31_000)
    }
    await page.clock.resume()
    expect(await axeProblems(page, '#exit-intent')).toEqual([])
  })
})
