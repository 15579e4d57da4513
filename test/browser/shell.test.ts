import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { further, isDeep, sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { axeProblems, eventually, formOf, overflowPx, placeOf, smallTargets, started, strayedFrom, visit } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite()])
})
afterAll(() => site?.close())

const phone: BrowserContextOptions = {}
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 740 } }
const tel = 'tel:08006442633'
const open = (path: string, options?: BrowserContextOptions) => visit(browser, site.url, path, options)

/** The text and the target of each link in a group that is visible at this width. */
const linksOf = (part: ReturnType<Page['locator']>) =>
  part
    .getByRole('link')
    .filter({ visible: true })
    .evaluateAll((links) => links.map((link) => [(link as HTMLElement).innerText.replace(/\s+/g, ' ').trim(), link.getAttribute('href')]))

const londonAreas = [
  ['East London', '/plumbers-east-london'],
  ['Central London', '/plumbers-central-london'],
  ['West End', '/plumbers-west-end'],
  ['North London', '/plumbers-north-london'],
  ['South London', '/plumbers-south-london'],
  ['Shoreditch', '/plumbers-shoreditch'],
]

further.describe('On a desk', () => {
  it('the header has its links and stays in view, the card is beside the content, and neither covers anything', async () => {
    const page = await open('/', desk)
    const nav = page.getByRole('navigation', { name: 'Main' })
    expect(await linksOf(nav)).toEqual([
      ['Offer', '/#offer'],
      ['Services', '/#services'],
      ['Emergency Repairs', '/emergency-boiler-repair'],
      ['Locations', '/locations'],
      ['Coverage', '/#coverage'],
      ['Guarantees', '/#reviews-written'],
      ['Pricing', '/pricing'],
      ['Book', '#book'],
      ['Sign In', '/auth'],
      ['Call Now 0800 644 2633', tel],
    ])
    // The mobile menu is not there, nor the bar of phones: the header and the card have everything.
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    expect(await page.getByRole('complementary', { name: 'Call or book' }).isVisible()).toBe(false)
    await expectInView(page)
    await expectNothingCovered(page)

    const card = page.getByRole('complementary', { name: 'Emergency', exact: true })
    const text = await card.innerText()
    for (const words of ['Emergency? Available 24/7', 'With you by ', ', or £50 off']) expect(text).toContain(words)
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
    await page.evaluate(() => document.getElementById('services')?.scrollIntoView({ behavior: 'instant' }))
    await eventually(async () => (await card.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    const elsewhere = await open('/services', { ...desk, javaScriptEnabled: false })
    const otherNav = elsewhere.getByRole('navigation', { name: 'Main' })
    expect(await otherNav.getByRole('link', { name: 'Book', exact: true }).getAttribute('href')).toBe('/book')
    // The areas of London open without JavaScript, too.
    for (const each of [nav, otherNav]) {
      await each.locator('summary').focus()
      await each.page().keyboard.press('Enter')
      expect(await linksOf(each.locator('details'))).toEqual(londonAreas)
    }
    expect(await axeProblems(page)).toEqual([])
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
  })
})

async function expectInView(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 3_000))
  await eventually(() => page.locator('header').evaluate((header) => Math.round(header.getBoundingClientRect().top))).toBe(0)
  expect(await page.locator('header').getByRole('link', { name: 'Emergency Plumbers London' }).getAttribute('href')).toBe('/')
}

/** Nothing is completely covered while it has the focus. */
async function expectNothingCovered(page: Page): Promise<void> {
  const { covered, stops } = await tabThrough(page)
  expect(covered).toEqual([])
  expect(stops).toBeGreaterThan(60)
}

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

  further.it(
    'has its entries and every job, scrolls to each section and closes; below are the bar and the footer, and axe has nothing to find',
    async () => {
      const page = await openMenu()
      expect(await linksOf(menu(page))).toEqual([
        ['Call Emergency Line 0800 644 2633', tel],
        ['Book Emergency Service', '#book'],
        ['Special Offer', '/#offer'],
        ['Emergency Services', '/#services'],
        ['Coverage Areas', '/#coverage'],
        ['What to Expect', '/#reviews-screenshots'],
        ['Our Guarantees', '/#reviews-written'],
        ['Helpful Tips', '/#blog'],
        ['Pricing', '/pricing'],
        ['Every Job We Do', '/services'],
        ['Locations', '/locations'],
        ['Emergency Repairs boilers and heating', '/emergency-boiler-repair'],
        ...londonAreas,
        ['Sign In', '/auth'],
      ])
      const problems = await axeProblems(page, '#menu')
      const places: Record<string, string> = {}
      for (const [label, id] of sample([...sections, ['Book Emergency Service', 'book'] as const], 3)) {
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
      // Where it was scrolled to, the bar may cover a part of a field.
      await page.evaluate(() => scrollTo(0, 0))
      problems.push(...(await axeProblems(page)), ...(await smallTargets(page)))
      expect(problems).toEqual([])
      for (const width of [768, 320]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await overflowPx(page), `${width} px`).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      // Hidden while the form is in view.
      const bar = page.locator('aside[aria-label="Call or book"]')
      expect(await bar.locator('a', { hasText: /Book Now/ }).getAttribute('href')).toBe('#book')

      // The default is a placeholder: the address is shown only once the owner has entered a real one.
      expect(await page.locator('footer.site-footer').innerText()).not.toContain('@')
    },
  )

  further.it('on another page leads to the sections of the home page, also without JavaScript', async () => {
    const [live, still] = await Promise.all(
      [{ reducedMotion: 'no-preference' } as const, { javaScriptEnabled: false }].map((options) => openMenu('/gas-emergency', options)),
    )
    for (const [at, [label, id]] of sections.entries()) {
      for (const page of [live, still] as Page[]) {
        if (at > 0) {
          await page.goto('/gas-emergency')
          await button(page).click()
        }
        await menu(page).getByRole('link', { name: label }).click()
        await page.waitForURL(`**/#${id}`)
        await page.waitForLoadState()
      }
      expect(await placeOf(live as Page, id), id).toBe('in view')
      const top = (await (still as Page).locator(`#${id}`).boundingBox())?.y ?? 0
      expect(top, id).toBeGreaterThan(0)
      expect(top, id).toBeLessThan(370)
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

further.describe('The floating call-to-action', () => {
  it('of phones is at the bottom of every kind of page, gives way to the bar of a form in view, and covers nothing at its end', async () => {
    const page = await open('/services')
    const bar = page.getByRole('complementary', { name: 'Call or book' })
    for (const path of ['/services', '/book']) {
      if (path === '/book') {
        await page.goto(path)
        // One bar at a time, with the number in it.
        expect(await page.locator('.form-bar a').getAttribute('href')).toBe(tel)
        expect(await bar.count()).toBe(0)
      }
      await page.evaluate(() => {
        for (const section of document.querySelectorAll('.lazy')) section.classList.remove('lazy')
        scrollTo(0, document.documentElement.scrollHeight)
      })
      await bar.waitFor()
      const box = await bar.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), path).toBe(740)
      expect(await bar.getByRole('link', { name: /Call Now/ }).getAttribute('href'), path).toBe(tel)
      await eventually(async () => {
        const last = await page.locator('footer.site-footer p').last().boundingBox()
        return (last?.y ?? 999) + (last?.height ?? 0) <= (box?.y ?? 0)
      }).toBe(true)
    }
  })
})
