import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatWords, sampleMessages, sampleReviews } from '#content/reviews.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { axeProblems, eventually, openContext, overflowPx } from '../visitor.ts'

/* What the home page makes of the carousel. ui.test.ts tests how it moves and when it doesn't. */

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: { SAMPLE_DATA: 'on' } })])
})
afterAll(() => site?.close())

const reviews = { section: 'reviews-written', list: 'written-reviews', noun: 'Review', count: sampleReviews.length }
const chats = { section: 'reviews-screenshots', list: 'screenshots', noun: 'Chat', count: sampleMessages.length }
type Kind = typeof reviews
const both: [string, Kind][] = [
  ['reviews', reviews],
  ['chats', chats],
]
const toView = (page: Page, id: string) =>
  page.evaluate((part) => document.getElementById(part)?.scrollIntoView({ behavior: 'instant', block: 'center' }), id)

/** The home page scrolled to one of its carousels, laid out and at rest. */
async function openAt(kind: Kind, options: BrowserContextOptions = {}) {
  const page = await (await openContext(browser, site.url, options)).newPage()
  await watchShifts(page)
  await page.goto('/')
  const part = page.locator(`#${kind.section}`)
  const list = page.locator(`#${kind.list}`)
  await eventually(() => page.locator('.lazy').count()).toBe(0)
  await page.mouse.move(1, 1)
  await toView(page, kind.list)
  await part.locator('[data-started]').waitFor({ state: 'attached' })
  await part.getByText(`${kind.noun} 1 of ${kind.count}`).waitFor()
  const button = (name: string) => part.getByRole('button', { name, exact: true })
  return { page, part, list, button, dots: part.getByRole('slider') }
}

/** Code that both carousels share is tested with one of them in `npm test`, and with both at full depth. */
further.describe.each(both)('The carousel of %s', (_, kind) => {
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
    for (const at of [4, kind.count - 1]) {
      const dot = await marks.nth(at).boundingBox()
      await page.mouse.click((dot?.x ?? 0) + (dot?.width ?? 0) / 2, box.y + 4)
      await part.getByText(`${kind.noun} ${at + 1} of ${kind.count}`).waitFor()
      await eventually(async () => {
        const [frame, slide] = [await list.boundingBox(), await list.locator('> li').nth(at).boundingBox()]
        return frame && slide && slide.x > frame.x - 60 && slide.x + slide.width < frame.x + frame.width + 60
      }).toBe(true)
    }
    await dots.press('Home')
    await dots.press('ArrowRight')
    expect(await dots.getAttribute('aria-valuetext')).toBe(`${kind.noun} 2 of ${kind.count}`)
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
    const { page, part, button } = await openAt(kind, { viewport: sizes[0] ?? null, reducedMotion: 'no-preference' })
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
    expect(await part.innerText()).toMatch(/not real customers/)
  })
})

describe('What the carousels hold', () => {
  it('screenshots with their words, fetched when they come near, and marked as drawn samples', async () => {
    const { page, part, list } = await openAt(chats)
    const pictures = list.getByRole('img')
    expect(await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))).toEqual(sampleMessages.map(chatWords))
    expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('loading')))).toEqual(sampleMessages.map(() => 'lazy'))
    const last = pictures.last()
    await last.scrollIntoViewIfNeeded()
    await eventually(() => last.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(360)
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
