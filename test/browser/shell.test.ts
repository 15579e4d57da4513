import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { further, isDeep } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import {
  axeProblems,
  eventually,
  formOf,
  overflowPx,
  placeOf,
  shareChromium,
  smallTargets,
  started,
  strayedFrom,
  visit,
} from './visitor.ts'

shareChromium()
const site = siteForFile()

const phone: BrowserContextOptions = {}
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 740 } }
const tel = 'tel:08006442633'
const open = (path: string, options?: BrowserContextOptions) => visit(site.url, path, options)

/** The text and the target of each link in a group that is visible at this width. */
const linksOf = (part: ReturnType<Page['locator']>) =>
  part
    .getByRole('link')
    .filter({ visible: true })
    .evaluateAll((links) => links.map((link) => [(link as HTMLElement).innerText.replace(/\s+/g, ' ').trim(), link.getAttribute('href')]))

further.describe('On a desk', () => {
  it('the header has its links and stays in view, the card is beside the content, and neither covers anything', async () => {
    const page = await open('/', desk)
    const nav = page.getByRole('navigation', { name: 'Main' })
    expect(await linksOf(nav)).toEqual(
      expect.arrayContaining([
        ['Book', '#book'],
        ['Sign In', '/auth'],
        ['Call Now 0800 644 2633', tel],
      ]),
    )
    // There is neither the mobile menu nor the phone's bar: the header and the card have everything.
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    expect(await page.getByRole('complementary', { name: 'Call or book' }).isVisible()).toBe(false)
    await page.evaluate(() => scrollTo(0, 3_000))
    await eventually(() => page.locator('header').evaluate((header) => Math.round(header.getBoundingClientRect().top))).toBe(0)
    const { covered, stops } = await tabThrough(page)
    expect(covered).toEqual([])
    expect(stops).toBeGreaterThan(60)

    const card = page.getByRole('complementary', { name: 'Emergency', exact: true })
    expect(await card.getByRole('link', { name: '0800 644 2633' }).getAttribute('href')).toBe(tel)
    const overlaps = await page.evaluate(async () => {
      for (const section of document.querySelectorAll('.lazy')) section.classList.remove('lazy')
      const aside = document.querySelector('aside[aria-label=Emergency]')
      const found: string[] = []
      for (let y = 0; y < document.documentElement.scrollHeight; y += 370) {
        scrollTo({ top: y, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const { left, top, right, bottom } = aside?.getBoundingClientRect() ?? new DOMRect()
        for (const element of document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, li, dt, dd, img), footer *')) {
          if (aside?.contains(element)) continue
          const box = element.getBoundingClientRect()
          // Slides outside a carousel's view are not visible.
          const seenUntil = Math.min(box.right, element.closest('section ul')?.getBoundingClientRect().right ?? box.right)
          if (box.width && box.left < right && seenUntil > left && box.top < bottom && box.bottom > top)
            found.push(`${y}: ${element.outerHTML.slice(0, 90)}`)
        }
      }
      return found
    })
    expect(overlaps).toEqual([])
    const elsewhere = await open('/services', { ...desk, javaScriptEnabled: false })
    const otherNav = elsewhere.getByRole('navigation', { name: 'Main' })
    expect(await otherNav.getByRole('link', { name: 'Book', exact: true }).getAttribute('href')).toBe('/book')
    // The areas of London open without JavaScript, too.
    for (const each of [nav, otherNav]) {
      await each.locator('summary').focus()
      await each.page().keyboard.press('Enter')
      expect(await linksOf(each.locator('details'))).toContainEqual(['Shoreditch', '/plumbers-shoreditch'])
    }
    expect(await axeProblems(page)).toEqual([])
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  })
})

/** Tabs through the whole page and back. Returns the elements that had the focus while completely covered. */
async function tabThrough(page: Page) {
  let stops = 0
  const covered = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate((down) => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      getSelection()?.removeAllRanges()
      scrollTo(0, down ? 0 : document.documentElement.scrollHeight)
    }, key === 'Tab')
    if (key === 'Shift+Tab') await page.locator('footer a').last().focus()
    const noted = await page.evaluateHandle(noteStops)
    for (let presses = 0; presses < 150 && !(await noted.evaluate(({ isOver }) => isOver())); presses += 10)
      for (let each = 0; each < 10; each++) await page.keyboard.press(key)
    const seen = await noted.evaluate(({ end }) => end())
    stops += seen.length
    for (const stop of seen) if (stop !== 'seen') covered.add(`${key}: ${stop}`)
  }
  return { covered: [...covered], stops }
}

/** After each press of Tab notes whether anything of the focused element can be seen, until none has the focus. Runs in the page. */
function noteStops() {
  const stops: string[] = []
  let isOver = false
  const note = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab' || isOver) return
    const element = document.activeElement
    isOver = !element || element === document.body
    if (!element || isOver) return
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) => [left + (right - left) * across, top + (bottom - top) * down] as const),
    )
    const isSeen = points.some(([x, y]) => {
      const front = document.elementFromPoint(x, y)
      return front && (element.contains(front) || front.contains(element) || front.closest('label')?.contains(element))
    })
    stops.push(isSeen ? 'seen' : element.outerHTML.slice(0, 120))
  }
  addEventListener('keyup', note)
  return {
    isOver: () => isOver,
    end: () => {
      removeEventListener('keyup', note)
      return stops
    },
  }
}

describe('The mobile menu', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Menu' })
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
  async function openMenu(path = '/', options = phone): Promise<Page> {
    // Overlay scroll bars, as on phones.
    const page = await open(path, { isMobile: true, ...options })
    await button(page).click()
    await menu(page).waitFor()
    return page
  }

  const otherWays: [string, BrowserContextOptions][] = [
    ['with JavaScript, without movement', {}],
    ['without JavaScript', { javaScriptEnabled: false }],
  ]
  it.each<[string, BrowserContextOptions]>([
    ['with JavaScript and movement', { reducedMotion: 'no-preference' }],
    ...(isDeep ? otherWays : []),
  ])('comes in from the right, keeps the focus, and goes by its button, Escape and the backdrop, %s', async (_, options) => {
    const page = await openMenu('/', options)
    const isLive = options.javaScriptEnabled !== false
    /** The distance from its right edge to the page's. */
    const asidePx = () => menu(page).evaluate((element) => document.documentElement.clientWidth - element.getBoundingClientRect().right)
    await eventually(asidePx).toBe(0)
    const closings = [
      () => menu(page).getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(10, 300),
    ]
    for (const close of closings) {
      if (isLive) expect(await strayedFrom(page, '#menu', 24)).toEqual([])
      await close()
      await menu(page).waitFor({ state: 'hidden' })
      await eventually(() => button(page).evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await menu(page).waitFor()
      await eventually(asidePx).toBe(0)
    }
  })

  const sections = [
    ['Special Offer', 'offer'],
    ['Emergency Services', 'services'],
    ['Coverage Areas', 'coverage'],
    ['What to Expect', 'reviews-screenshots'],
    ['Our Guarantees', 'reviews-written'],
    ['Helpful Tips', 'blog'],
  ] as const

  further.it('scrolls to each section and closes, and axe has nothing to find in it, nor in the page below it', async () => {
    const page = await openMenu()
    const problems = await axeProblems(page, '#menu')
    const places: Record<string, string> = {}
    for (const [label, id] of [...sections, ['Book Emergency Service', 'book'] as const]) {
      await menu(page).getByRole('link', { name: label }).click()
      await menu(page).waitFor({ state: 'hidden' })
      places[id] = await placeOf(page, id)
      await button(page).click()
    }
    expect(Object.values(places).filter((place) => place !== 'in view')).toEqual([])
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'hidden' })

    // All of the page is laid out by now, and every island is started.
    await eventually(() => page.locator('.lazy').count()).toBe(0)
    await started(page)
    // After the scroll, the bar may cover a part of a field.
    await page.evaluate(() => scrollTo(0, 0))
    problems.push(...(await axeProblems(page)), ...(await smallTargets(page)))
    expect(problems).toEqual([])
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await overflowPx(page), `${width} px`).toBeLessThanOrEqual(0)
    }
  })

  further.it('opens the moment the page is there, before any script', async () => {
    const page = await open('/book', { javaScriptEnabled: false })
    await button(page).click()
    await menu(page).waitFor()
    await menu(page).getByRole('link', { name: 'Book Emergency Service' }).click()
    await formOf(page).waitFor()
  })
})

describe('The page about a smell of gas', () => {
  it('shows one number, and nothing to book or to call besides', async () => {
    const page = await open('/gas-emergency')
    const numbers = await page.locator('a[href^="tel:"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(numbers)).toEqual(new Set(['tel:0800111999']))
    expect(await page.locator('aside, header a.key, footer img').count()).toBe(0)
    expect(await page.locator('body').innerText()).not.toContain('0800 644 2633')
  })
})
