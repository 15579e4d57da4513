import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatWords, sampleMessages, sampleReviews } from '#content/reviews.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep, tries } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { axeProblems, eventually, openContext, overflowPx } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: { SAMPLE_DATA: 'on' } })])
})
afterAll(() => site?.close())

const reviews = { section: 'reviews-written', list: 'written-reviews', noun: 'Review', count: 15, everyMs: 4_000 }
const chats = { section: 'reviews-screenshots', list: 'screenshots', noun: 'Chat', count: 9, everyMs: 5_000 }
type Kind = typeof reviews
const both: [string, Kind][] = [
  ['reviews', reviews],
  ['chats', chats],
]
/** Allows motion: with reduced motion the carousel doesn't advance on its own. */
const lively: BrowserContextOptions = { reducedMotion: 'no-preference' }
const allIfDeep = <Item>(all: readonly Item[]): Item[] => (isDeep ? [...all] : [])
const toView = (page: Page, id: string) =>
  page.evaluate((part) => document.getElementById(part)?.scrollIntoView({ behavior: 'instant', block: 'center' }), id)

/** The home page scrolled to one of its carousels, laid out and at rest. `clock`: its clock is stopped. */
async function openAt(kind: Kind, { clock = false, ...options }: BrowserContextOptions & { clock?: boolean } = {}) {
  const page = await (await openContext(browser, site.url, options)).newPage()
  await watchShifts(page)
  await page.goto('/')
  const part = page.locator(`#${kind.section}`)
  const list = page.locator(`#${kind.list}`)
  if (options.javaScriptEnabled === false) await list.scrollIntoViewIfNeeded()
  else {
    await eventually(() => page.locator('.lazy').count()).toBe(0)
    await page.mouse.move(1, 1)
    if (clock) {
      await page.clock.install({ time: '2026-11-21T10:00:00Z' })
      await page.clock.pauseAt('2026-11-21T10:00:01Z')
    }
    await toView(page, kind.list)
    await part.locator('[data-started]').waitFor({ state: 'attached' })
    // Islands start in an animation frame, and there are none while the clock is stopped.
    if (clock) await page.clock.runFor(200)
    await part.getByText(`${kind.noun} 1 of ${kind.count}`).waitFor()
  }
  const where = async () => Number((await part.getByText(/^(Review|Chat) \d+ of/).textContent())?.match(/\d+/)?.[0])
  const button = (name: string) => part.getByRole('button', { name, exact: true })
  const dots = part.getByRole('slider')
  return { page, part, list, where, button, dots }
}

/** Scrolls to a slide as a user would and waits until the page has received the event. */
const scrollNow = (list: ReturnType<Page['locator']>, slide: number) =>
  list.evaluate(
    (it, at) =>
      new Promise((resolve) => {
        it.addEventListener('scroll', resolve, { once: true })
        const left = (index: number) => (it.children[index] as HTMLElement).offsetLeft
        it.scrollTo({ left: left(at) - left(0), behavior: 'instant' })
      }),
    slide,
  )

/** Waits, without using the page's clock, until the browser has noticed what is in view and has painted it. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const seen = new IntersectionObserver(() => {
          seen.disconnect()
          resolve()
        })
        seen.observe(document.body)
      }),
  )

/** Code that both carousels share is tested with one of them in `npm test`, and with both at full depth. */
describe.each(both.slice(0, tries(1, both.length)))('The carousel of %s, like the other', (_, kind) => {
  const name = kind.noun.toLowerCase()

  it('jumps to the item whose dot is pressed, by keys too, in one target of 44 px, and says where it is after an arrow, once only after a dot', async () => {
    const { page, list, part, button, dots } = await openAt(kind)
    // It has no button to pause what does not move.
    expect(await button('Pause').count()).toBe(0)
    await button(`Next ${name}`).click()
    expect(await part.locator('[aria-live=polite]').textContent()).toBe(`${kind.noun} 2 of ${kind.count}`)
    await dots.press('ArrowRight')
    expect(await part.locator('[aria-live=polite]').count()).toBe(0)
    const box = await dots.boundingBox()
    if (!box) throw new Error('There are no dots')
    expect(box.height).toBeGreaterThanOrEqual(44)
    const marks = part.locator('span:has(> input) > i')
    expect(await marks.count()).toBe(kind.count)
    for (const at of [4, 0, kind.count - 1, 6]) {
      const dot = await marks.nth(at).boundingBox()
      await page.mouse.click((dot?.x ?? 0) + (dot?.width ?? 0) / 2, box.y + 4)
      await part.getByText(`${kind.noun} ${at + 1} of ${kind.count}`).waitFor()
      const edge = (await list.boundingBox())?.x ?? 0
      await eventually(async () => Math.abs(((await list.locator('> li').nth(at).boundingBox())?.x ?? 0) - edge) < 60).toBe(true)
    }
    await dots.press('Home')
    await dots.press('ArrowRight')
    expect(await dots.getAttribute('aria-valuetext')).toBe(`${kind.noun} 2 of ${kind.count}`)
  })

  // ui.test.ts tests each reason on its own with the plain carousel.
  it.each(
    allIfDeep<[string, (opened: Awaited<ReturnType<typeof openAt>>) => Promise<unknown>]>([
      ['is pointed at', ({ list }) => list.hover()],
      ['has the focus', ({ list }) => list.focus()],
      ['has the focus on an arrow', ({ button }) => button(`Next ${name}`).focus()],
      ['was touched', ({ list }) => list.dispatchEvent('pointerdown')],
      ['is told to pause', ({ button }) => button('Pause').dispatchEvent('click')],
      ['should not move at all', ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' })],
      [
        'is out of view',
        async ({ page }) => {
          await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
          await painted(page)
        },
      ],
      [
        'is in a tab that nobody sees',
        ({ page }) =>
          page.evaluate(() => {
            Object.defineProperty(document, 'hidden', { value: true, configurable: true })
            document.dispatchEvent(new Event('visibilitychange'))
          }),
      ],
    ]),
  )('stands still while it %s', async (_, meanwhile) => {
    const opened = await openAt(kind, { clock: true, ...lively })
    await painted(opened.page)
    await meanwhile(opened)
    await opened.page.clock.runFor(10 * kind.everyMs)
    expect(await opened.where()).toBe(1)
  })

  it('goes on after it was pointed at, its whole time later, and is paused and played by its button, also while that has the focus', async () => {
    const { page, list, where, button } = await openAt(kind, { clock: true, ...lively })
    await painted(page)
    await list.hover()
    await page.clock.runFor(kind.everyMs + 1_000)
    await page.mouse.move(1, 1)
    await page.clock.runFor(kind.everyMs - 100)
    expect(await where()).toBe(1)
    await page.clock.runFor(200)
    expect(await where()).toBe(2)

    await button('Pause').press('Enter')
    await page.clock.runFor(3 * kind.everyMs)
    expect(await where()).toBe(2)
    await button('Play').press('Enter')
    await page.clock.runFor(200)
    await painted(page)
    await page.clock.runFor(kind.everyMs)
    expect(await where()).toBe(3)
  })

  it('is scrolled by keys without JavaScript, and shows nothing that does not work', async () => {
    const { page, part, list } = await openAt(kind, { javaScriptEnabled: false })
    expect(await part.getByRole('button').count()).toBe(0)
    expect(await part.getByRole('slider').count()).toBe(0)
    await list.focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() => list.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0)
    expect(await list.getByRole('listitem').count()).toBe(kind.count)
  })
})

describe.each(both)('The carousel of %s', (_, kind) => {
  const name = kind.noun.toLowerCase()

  it('names each one in its turn at 1280 px, where the last ones are in view together, and goes round both ends', async () => {
    const { page, list, part, button } = await openAt(kind, { viewport: { width: 1280, height: 740 } })
    for (let at = 2; at <= kind.count; at++) {
      await button(`Next ${name}`).click()
      await part.getByText(`${kind.noun} ${at} of ${kind.count}`).waitFor()
      if (at === 2) expect(await shiftsOf(page), 'it moves nothing as it starts').toEqual([])
    }
    await button(`Next ${name}`).click()
    await part.getByText(`${kind.noun} 1 of ${kind.count}`).waitFor()
    await eventually(() => list.evaluate((it) => it.scrollLeft)).toBe(0)
    await button(`Previous ${name}`).click()
    await part.getByText(`${kind.noun} ${kind.count} of ${kind.count}`).waitFor()
    await eventually(() => list.evaluate((it) => it.scrollWidth - it.clientWidth - it.scrollLeft)).toBeLessThan(2)
  })

  it('goes on by itself in its time, round the end, and says nothing aloud meanwhile', async () => {
    const { page, part, list, where } = await openAt(kind, { clock: true, ...lively })
    await painted(page)
    await page.clock.runFor(kind.everyMs - 300)
    expect(await where()).toBe(1)
    await page.clock.runFor(300)
    expect(await where()).toBe(2)
    expect(await part.locator('[aria-live=polite]').count()).toBe(0)
    await scrollNow(list, kind.count - 1)
    // It knows where it was scrolled to after 150 ms at rest, not before.
    await page.clock.runFor(149)
    expect(await where()).toBe(2)
    await page.clock.runFor(1)
    expect(await where()).toBe(kind.count)
    await page.clock.runFor(kind.everyMs)
    expect(await where()).toBe(1)
  })

  const sizes = [
    { width: 320, height: 640 },
    { width: 360, height: 740 },
    // A desktop at 200% zoom.
    { width: 640, height: 370 },
    { width: 768, height: 1024 },
    { width: 1280, height: 740 },
  ]

  it('moves nothing as it starts, fits from the narrowest phone to a desk, and axe has nothing to find', async () => {
    const { page, part, button } = await openAt(kind, { viewport: sizes[0] ?? null, ...lively })
    await button(`Next ${name}`).click()
    expect(await shiftsOf(page)).toEqual([])
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      expect(await overflowPx(page), `${viewport.width}`).toBeLessThanOrEqual(0)
      for (const each of [button(`Previous ${name}`), button(`Next ${name}`), part.getByRole('slider'), part.getByRole('button').last()]) {
        const box = await each.boundingBox()
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect(box?.width).toBeGreaterThanOrEqual(44)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
      }
    }
    expect(await axeProblems(page, `#${kind.section}`)).toEqual([])
  })
})

describe('What the carousels hold', () => {
  it('15 reviews, each rated 5, and marked as samples', async () => {
    const { page, part, list } = await openAt(reviews)
    expect(await page.locator('#menu').getByText('Written Reviews').count()).toBe(1)
    const slides = await list.getByRole('listitem').allTextContents()
    expect(slides).toHaveLength(15)
    for (const [at, { service, area, text, name, when }] of sampleReviews.entries())
      expect(slides[at]).toBe(`${service}${area}${text}${name}, ${when}`)
    expect(await list.getByRole('img', { name: '5 out of 5' }).count()).toBe(15)
    await part.getByText('Examples, not real customers').waitFor()
  })

  it('9 screenshots with their words, fetched when they come near, and marked as drawn samples', async () => {
    const { page, part, list } = await openAt(chats)
    const pictures = list.getByRole('img')
    expect(await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))).toEqual(sampleMessages.map(chatWords))
    expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('loading')))).toEqual(Array(9).fill('lazy'))
    for (let at = 0; at < 9; at++) {
      await pictures.nth(at).scrollIntoViewIfNeeded()
      await eventually(() => pictures.nth(at).evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(360)
    }
    await part.getByText('Illustrations, not real customers').waitFor()
    expect(await page.locator('[data-failed]').count()).toBe(0)
  })

  it('a screenshot that cannot be had leaves its room and its words', async () => {
    const page = await (await openContext(browser, site.url)).newPage()
    await page.route('**/drawings/chat-Leila.svg', (route) => route.abort())
    await page.goto('/')
    const slide = page.locator('#screenshots > li').first()
    await slide.scrollIntoViewIfNeeded()
    await slide.getByText('Failed to load image').waitFor()
    const [failed, whole] = await Promise.all([slide.boundingBox(), page.locator('#screenshots > li').nth(1).boundingBox()])
    expect(failed?.height).toBe(whole?.height)
    await slide.getByText('34 minutes, thank you!').waitFor()
  })
})
