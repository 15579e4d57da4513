import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { axeProblems, eventually, noWorker, openQuietContext, shareChromium } from '../visitor.ts'

shareChromium({ scrollBars: true })
// Scroll bars that take up space, unlike in the other tests: opening a dialog removes the page's scroll bar.
const site = siteForFile({ env: { DEV_TOOLS: 'on' } })

/** Opens the page of all components and records its console messages and layout shifts. `clock`: its clock is stopped. */
async function open({ clock = false, ...options }: BrowserContextOptions & { clock?: boolean } = {}) {
  const context = await openQuietContext(site.url, {
    viewport: { width: 1280, height: 740 },
    reducedMotion: 'no-preference',
    ...options,
  })
  const page = await context.newPage()
  await watchShifts(page)
  if (clock) {
    await page.clock.install({ time: '2026-11-21T10:00:00Z' })
    await page.clock.pauseAt('2026-11-21T10:00:01Z')
  }
  const complaints: string[] = []
  // The message that the site logs where analytics is not set up.
  const expected = ['Analytics disabled: Missing meta tag', noWorker]
  // The duration of a paint depends on the machine.
  const isExpected = (text: string) => expected.includes(text) || text.startsWith('The largest paint took')
  page.on('console', (message) => !isExpected(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await context.addCookies([await site.devCookie()])
  await page.goto('/dev/ui')
  // Shifts from loading the font have nothing to do with these components.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = (await shiftsOf(page)).length
  const expectCalm = async () => {
    expect(complaints).toEqual([])
    expect((await shiftsOf(page)).slice(before)).toEqual([])
  }
  return { page, expectCalm }
}

/** Waits until an island has started. */
const started = (page: Page, name: string, within = '') =>
  page.locator(`${within} [data-island*="/${name}.island"][data-started]`).waitFor({ state: 'attached' })

/** Scrolls to the part with this id, so that its islands start. */
const show = (page: Page, id: string) => page.evaluate((part) => document.getElementById(part)?.scrollIntoView({ behavior: 'instant' }), id)

describe('the page of all primitives', () => {
  it('never scrolls sideways, gives axe nothing to find and a thumb no small target, with a toast, a tooltip and a dialog too', async () => {
    const { page, expectCalm } = await open({ viewport: { width: 360, height: 740 } })
    const expectFits = async () => {
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${width}`).toBe(0)
      }
    }
    const problems = await axeProblems(page)
    await show(page, 'overlays')
    await started(page, 'dev-tooltips')
    await page.getByRole('button', { name: 'First', exact: true }).focus()
    await page.getByRole('tooltip').filter({ visible: true }).waitFor()
    problems.push(...(await axeProblems(page, '#overlays')))
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    await started(page, 'dev-toasts', 'dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Alarm toast' }).click()
    await page.getByRole('dialog').getByText('That couldn’t be sent').waitFor()
    problems.push(...(await axeProblems(page, 'dialog[open]')))
    expect(problems).toEqual([])
    await expectCalm()
    await page.getByRole('dialog').getByRole('button', { name: 'Toast with a link' }).click()
    await page.getByRole('link', { name: 'See what is left' }).waitFor()
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
        .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
        .filter(({ element, box }) => box.height > 0 && Math.min(box.height, box.width) < 44 && !element.closest('.sr-only, header'))
        .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`),
    )
    expect(small).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expectFits()
    await page.getByRole('button', { name: 'Second', exact: true }).focus()
    await page.getByRole('tooltip').filter({ visible: true }).waitFor()
    await expectFits()
  })
})

describe('toasts', () => {
  /** The first press starts the toaster, which then takes a moment. */
  const press = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await started(page, 'toaster')
    await page.clock.runFor(50)
  }
  const shown = (page: Page) =>
    page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').getByRole('paragraph').allTextContents()

  /** The toasts' buttons, with the clock stopped. */
  async function openToasts() {
    const opened = await open({ clock: true })
    await show(opened.page, 'overlays')
    await started(opened.page, 'dev-toasts')
    await opened.page.clock.runFor(100)
    // Away from the place where toasts appear.
    await opened.page.mouse.move(300, 300)
    return opened
  }

  it('stay while they are pointed at or focused, with the rest of their time; are reached by Alt+T, the newest first, and left by Escape or by closing; alarms and what is meant to last stay', async () => {
    const { page, expectCalm } = await openToasts()
    await press(page, 'Plain toast')
    await page.getByText('Saved').waitFor()
    await page.clock.runFor(4_000)
    await page.getByText('Saved').hover()
    await page.clock.runFor(20_000)
    expect(await shown(page)).not.toEqual([])
    await page.mouse.move(300, 300)
    await page.clock.runFor(2_000)
    await page.keyboard.press('Alt+t')
    await page.clock.runFor(20_000)
    expect(await shown(page)).not.toEqual([])
    await page.keyboard.press('Escape')
    await page.clock.runFor(1_000)
    expect(await shown(page)).not.toEqual([])
    await page.clock.runFor(2_000)
    expect(await shown(page)).toEqual([])

    for (const kind of ['Lasting toast', 'Alarm toast', 'Toast with a link']) await press(page, kind)
    const newest = page.getByRole('link', { name: 'See what is left' })
    await newest.waitFor()
    await page.clock.runFor(1_000)
    const opener = page.getByRole('button', { name: 'Open the dialog' })
    const hasFocus = (element: Locator) => element.evaluate((part) => part === document.activeElement)
    await opener.focus()
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('Tab')
    expect(await hasFocus(newest)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await hasFocus(opener)).toBe(true)
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await newest.waitFor({ state: 'detached' })
    expect(await hasFocus(opener)).toBe(true)
    await page.clock.runFor(60_000)
    expect(await shown(page)).toEqual(['That couldn’t be sent', 'Please call instead.', 'Still sending', 'This stays until you close it.'])
    await expectCalm()
  })

  it('stand inside a dialog while one is open, where they can be used', async () => {
    const { page, expectCalm } = await openToasts()
    await press(page, 'Lasting toast')
    await page.getByText('Still sending').waitFor()
    await press(page, 'Open the dialog')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Still sending').waitFor()
    await started(page, 'dev-toasts', 'dialog')
    await dialog.getByRole('button', { name: 'Alarm toast' }).click()
    await page.clock.runFor(50)
    await dialog.getByText('That couldn’t be sent').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Still sending' }).getByRole('button', { name: 'Close' }).click()
    await page.getByText('Still sending').waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectCalm()
  })
})

describe('the carousel', () => {
  const part = (page: Page, label: string) => page.getByRole('region', { name: label })
  const scrolled = (page: Page, id: string) => page.locator(`#${id}`).evaluate((list) => Math.round(list.scrollLeft))

  async function openCarousels(options: Parameters<typeof open>[0] = {}) {
    const opened = await open({ viewport: { width: 360, height: 740 }, ...options })
    await show(opened.page, 'carousels')
    if (options.clock) {
      await started(opened.page, 'carousel', '[aria-label^=Seven]')
      await opened.page.clock.runFor(200)
    }
    await part(opened.page, 'Three slides').getByRole('button', { name: 'Next slide' }).waitFor()
    await part(opened.page, 'Seven slides').getByRole('button', { name: 'Next slide' }).waitFor()
    return opened
  }

  it('goes round both ends and says where it is, has a row of dots to jump by, and follows what is scrolled by hand', async () => {
    const { page, expectCalm } = await openCarousels()
    const seven = part(page, 'Seven slides')
    await seven.getByRole('button', { name: 'Previous slide' }).click()
    await seven.getByText('Slide 7 of 7').waitFor()
    await seven.getByRole('button', { name: 'Next slide' }).click()
    await seven.getByText('Slide 1 of 7').waitFor()
    await eventually(() => scrolled(page, 'seven')).toBe(0)

    const three = part(page, 'Three slides')
    await three.getByRole('slider', { name: 'Go to slide' }).press('End')
    await three.getByText('Slide 3 of 3').waitFor()
    await eventually(() => scrolled(page, 'three')).toBeGreaterThan(0)
    for (let at = 0; at < 3; at += 1) await page.locator('#seven').evaluate((list) => list.scrollBy({ left: 290, behavior: 'instant' }))
    await seven.getByText('Slide 4 of 7').waitFor()
    await expectCalm()
  })

  it('goes on by itself in its time, and stands still while someone reads it, can’t see it, or wants no movement', async () => {
    const { page, expectCalm } = await openCarousels({ clock: true })
    const rest = () => page.mouse.move(5, 5)
    await rest()
    await show(page, 'seven')
    const where = () =>
      part(page, 'Seven slides')
        .getByText(/Slide . of 7/)
        .textContent()
    /** Waits until the list is scrolled to the slide that is shown, in real time: a pointer that comes meanwhile would send it back. */
    const settled = async () => {
      const nth = Number(/\d+/.exec((await where()) ?? '')?.[0])
      const isThere = (list: Element, at: number) => {
        const [first = 0, second = 0] = [...list.children].map((slide) => slide.getBoundingClientRect().left)
        return Math.abs(Math.min(at * (second - first), list.scrollWidth - list.clientWidth) - list.scrollLeft) < 2
      }
      await eventually(() => page.locator('#seven').evaluate(isThere, nth - 1)).toBe(true)
    }
    const setHidden = (value: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, value)
    const reasons: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['is pointed at', () => page.locator('#seven').hover(), rest],
      ['has the focus', () => page.locator('#seven').focus(), () => page.locator('#seven').blur()],
      // The browser reports it with its next frames.
      ['is out of view', () => show(page, 'buttons').then(() => shiftsOf(page)), () => show(page, 'seven').then(() => shiftsOf(page))],
      ['is in a tab that no one sees', () => setHidden(true), () => setHidden(false)],
      [
        'should not move at all',
        () => page.emulateMedia({ reducedMotion: 'reduce' }),
        () => page.emulateMedia({ reducedMotion: 'no-preference' }),
      ],
      ['is paused', () => page.getByRole('button', { name: 'Pause' }).dispatchEvent('click'), async () => undefined],
    ]
    for (const [reason, stop, go] of reasons) {
      const moving = await where()
      await page.clock.runFor(7_000)
      expect(await where(), `before it ${reason}`).not.toBe(moving)
      await settled()
      await stop()
      const still = await where()
      await page.clock.runFor(30_000)
      expect(await where(), reason).toBe(still)
      await go()
      await page.clock.runFor(200)
    }
    await expectCalm()
  })
})

describe('the dialog', () => {
  it('keeps the focus, is closed in each way, by nothing that is pressed in it, gives the focus back and moves nothing; on phones it is a sheet', async () => {
    const { page, expectCalm } = await open()
    await show(page, 'overlays')
    const opener = page.getByRole('button', { name: 'Open the dialog' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'A dialog' })
    await dialog.waitFor()
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(20, 20)
    await page.mouse.wheel(0, -400)
    await expectCalm()
    expect(await page.evaluate(() => scrollY), 'the page behind it').toBe(before)
    await dialog.getByText('Close it with its button').click()
    expect(await dialog.isVisible()).toBe(true)
    for (let at = 0; at < 8; at += 1) {
      await page.keyboard.press('Tab')
      // After the last element the focus moves to the browser's own controls, and nothing on the page has it.
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true)
    }
    for (const [way, close] of [
      ['Escape', () => page.keyboard.press('Escape')],
      ['its backdrop', () => page.mouse.click(20, 20)],
      ['its button', () => dialog.getByRole('button', { name: 'Close' }).click()],
    ] as const) {
      await close()
      await dialog.waitFor({ state: 'hidden' })
      expect(await opener.evaluate((button) => button === document.activeElement), way).toBe(true)
      await opener.click()
      await dialog.waitFor()
    }
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await dialog.boundingBox()).toMatchObject({ y: 0, height: 740 })
  })
})

it('the tooltip opens after 700 ms, stays while it is itself pointed at, opens for the focus, and is closed by Escape', async () => {
  const { page, expectCalm } = await open({ clock: true })
  await show(page, 'overlays')
  await started(page, 'dev-tooltips')
  await page.clock.runFor(100)
  await page.mouse.move(300, 300)
  const button = page.getByRole('button', { name: 'First', exact: true })
  const tip = page.locator('#tip-first')
  await button.hover()
  await page.clock.runFor(690)
  expect(await tip.isVisible()).toBe(false)
  await page.clock.runFor(20)
  const box = await tip.boundingBox()
  if (!box) throw new Error('The tooltip has no box')
  await page.mouse.move(box.x + 10, box.y + box.height / 2, { steps: 10 })
  await page.clock.runFor(5_000)
  expect(await tip.isVisible()).toBe(true)
  await page.mouse.move(300, 300)
  await page.clock.runFor(200)
  expect(await tip.isVisible()).toBe(false)
  await button.focus()
  await tip.waitFor()
  expect(await button.getAttribute('aria-describedby')).toBe('tip-first')
  await page.clock.runFor(100)
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectCalm()
})

it('a picture that fails says so in its box, which keeps its size', async () => {
  const { page, expectCalm } = await open()
  await show(page, 'pictures')
  const failed = page.locator('[data-failed]')
  await failed.nth(1).waitFor()
  expect(await failed.first().innerText()).toBe('Failed to load image\nA picture that cannot be read')
  const boxes = await failed.evaluateAll((all) => all.map((box) => box.clientWidth / box.clientHeight))
  expect(boxes.map((ratio) => ratio.toFixed(2))).toEqual(['1.33', '1.00'])
  await expectCalm()
})

describe('without JavaScript', () => {
  it('the carousel scrolls and shows no dead button, the dialog opens and closes, tooltips show', async () => {
    const context = await openQuietContext(site.url, { javaScriptEnabled: false })
    const page = await context.newPage()
    await context.addCookies([await site.devCookie()])
    await page.goto('/dev/ui')
    const list = page.locator('#seven')
    await list.scrollIntoViewIfNeeded()
    const buttons = page.getByRole('region', { name: 'Seven slides' }).getByRole('button')
    expect(await buttons.filter({ visible: true }).count()).toBe(0)
    await list.focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    const dialog = page.getByRole('dialog', { name: 'A dialog' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'First', exact: true }).focus()
    await page.locator('#tip-first').waitFor()
  })
})
