import { type HTMLElement, parse } from 'node-html-parser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { areaPath } from '#content/areas/area.ts'
import { boilerOfferTerms } from '#content/offer-terms.ts'
import { defaultPrices } from '#content/price-list.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import {
  atStep,
  eventually,
  field,
  fillContact,
  formOf,
  newVisitor,
  openContext,
  placeOf,
  press,
  referenceOf,
  started,
  toReview,
  visit,
} from '../visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  // The boiler offer is running at this time.
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ at: '2026-12-01T10:00:00Z' })])
})
afterAll(() => site?.close())

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 740 } }
const noScript: BrowserContextOptions = { javaScriptEnabled: false }
const boiler = '/emergency-boiler-repair'

const open = (path: string, options?: BrowserContextOptions) => visit(browser, site.url, path, options)
const hero = (page: Page) => page.locator('section[aria-labelledby=hero-title]')
const bookOfHero = (page: Page) => hero(page).getByRole('link', { name: 'Book in 60 sec' })
/** Hidden while the form is in view. */
const bookOfBar = (page: Page) => page.locator('aside[aria-label="Call or book"] a', { hasText: 'Book Now' })

/** Follows a link from script, because a mouse click could hit something that is still moving. */
async function follow(page: Page, link: ReturnType<Page['locator']>): Promise<void> {
  await link.focus()
  await page.keyboard.press('Enter')
}

/** Fetches a page and parses it, for tests that need no browser. */
const sent = async (path: string, at = site): Promise<HTMLElement> => parse(await (await fetch(at.url + path)).text())
const text = (element: HTMLElement | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''

/** The text and the target of each link. */
const linksIn = (page: HTMLElement, part: string) =>
  page.querySelectorAll(`${part} a`).map((link) => [text(link), link.getAttribute('href') ?? ''])

describe('The booking block of a place', () => {
  it('comes into view by "Book in 60 sec"', async () => {
    const page = await open('/plumbers-whitechapel', desk)
    await bookOfHero(page).click()
    expect(await placeOf(page, 'booking-title')).toBe('in view')
    expect(await page.getByRole('heading', { name: 'Book a plumber in Whitechapel' }).getAttribute('id')).toBe('booking-title')
    expect(page.url()).toBe(`${site.url}/plumbers-whitechapel#booking`)
  })

  it('is reached by both anchors, with and without JavaScript', async () => {
    const [live, still] = await Promise.all(
      [{}, noScript].map(async (options) => (await openContext(browser, site.url, options)).newPage()),
    )
    const anchors = [
      ['whitechapel', 'booking', 'book'],
      ['smithfield', 'book', 'booking'],
      ['shoreditch', 'booking', 'booking'],
    ] as const
    for (const [slug, own, anchor] of anchors) {
      for (const page of [live, still] as Page[]) {
        await page.goto(`${areaPath(slug)}#${anchor}`)
        expect(await bookOfBar(page).getAttribute('href')).toBe(`#${own}`)
      }
      expect(await placeOf(live as Page, `${own}-title`), slug).toBe('in view')
      const top = (await (still as Page).locator(`#${own}-title`).boundingBox())?.y ?? 0
      expect(top, slug).toBeGreaterThan(56)
      expect(top, slug).toBeLessThan(370)
    }
  })

  it('books from the page itself, and the booking is one row with what was typed', async () => {
    const visitor = newVisitor()
    const page = await open('/plumbers-whitechapel')
    await bookOfBar(page).click()
    await started(page)
    await toReview(page, visitor)
    expect(new URL(page.url()).pathname).toBe('/plumbers-whitechapel')
    await press(page, 'Submit')
    const reference = await referenceOf(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      { reference, name: visitor.name, phone: '+447700900264', service: 'Burst Pipe', postcode: 'E1 1FR', borough: 'Tower Hamlets' },
    ])
  })
})

describe('A hub', () => {
  it('of the City shows its own parts to visitors who follow a link to them, below the header', async () => {
    const page = await open('/locations', desk)
    await follow(page, page.locator('a[href="/plumbers-city-london#bishopsgate"]'))
    await page.waitForURL('**/plumbers-city-london#bishopsgate')
    expect(await placeOf(page, 'bishopsgate')).toBe('in view')
    // The bricks of its map lead to a booking there.
    await page.locator('img[src^="/maps/"]').scrollIntoViewIfNeeded()
    await page.locator('svg a[href$="=Tower+Hamlets"]').click()
    await page.waitForURL(/book\?borough=Tower\+Hamlets/)
    await page.goto('/plumbers-city-london#bank')
    expect(await placeOf(page, 'bank')).toBe('in view')
  })
})

describe('The boiler page', () => {
  // live-form.test.ts and home.test.ts book one with JavaScript.
  it('books a boiler without JavaScript: the receipt has begun, and the service is kept', async () => {
    const visitor = newVisitor()
    const page = await open(`${boiler}#book`, noScript)
    const first = page.locator('.receipt dl > div').first()
    expect(await first.locator('dt').textContent()).toBe('Boiler Breakdown, base price')
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await formOf(page).locator('strong', { hasText: 'Boiler Breakdown' }).waitFor()
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ service: 'Boiler Breakdown', postcode: 'N1 9GU' }])
  })

  it('leads to the offer and to its terms while it runs', async () => {
    const page = await sent(boiler)
    const links = Object.fromEntries(linksIn(page, '#emergencies'))
    expect(links['offer terms']).toBe('/terms#offers')
    expect(linksIn(await sent('/'), '#offer')).toContainEqual(['Offer terms', '/terms#offers'])
    const offers = text((await sent('/terms')).querySelector('#offers'))
    for (const term of boilerOfferTerms(defaultPrices.boilerOffer, defaultPrices).slice(0, 2)) expect(offers).toContain(term)
    const book = links['Book this offer']?.replaceAll('&amp;', '&') ?? ''
    expect(text((await sent(book)).querySelector('.receipt'))).toContain('Offer: Boiler call-out')
  })

  it('says nothing of the offer after its end, nor does the home page', async () => {
    const later = await startSite({ at: '2027-02-01T00:30:00Z' })
    onTestFinished(() => later.close())
    const page = await sent(boiler, later)
    const said = text(page.querySelector('main'))
    expect(said).not.toContain('offer terms')
    expect(page.querySelectorAll('main a[href*="offer="]')).toEqual([])
    expect(linksIn(await sent('/', later), '#offer').map(([name]) => name)).not.toContain('Book this offer')
  })
})

describe('Layout', () => {
  it('does not move while someone scrolls through a place on a phone, which fetches the street and the map', async () => {
    // Options of its own: no other test's page is passed on to it, whose pictures would be in the cache.
    const context = await openContext(browser, site.url, { colorScheme: 'light' })
    await watchShifts(context)
    const page = await context.newPage()
    await page.goto('/plumbers-whitechapel', { waitUntil: 'commit' })
    await page.locator('footer.site-footer').waitFor()
    const pixels = (image: ReturnType<Page['locator']>) => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)
    const [street, map] = [page.locator('#buildings img'), page.locator('#prices img')]
    expect(await pixels(map), 'not before').toBe(0)
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 120) {
        scrollTo(0, y)
        await frame()
        await frame()
      }
    })
    expect(await shiftsOf(page)).toEqual([])
    for (const image of [...(await street.all()), map]) {
      await image.scrollIntoViewIfNeeded()
      await eventually(() => pixels(image)).toBeGreaterThan(0)
    }
    expect(await street.count()).toBe(4)
  })
})

describe('A visitor with only a keyboard', () => {
  it('skips to the content of a place, goes on from there, and opens its answers with Enter', async () => {
    const page = await open('/plumbers-whitechapel')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().width > 44)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.querySelector('main a'))).toBe(true)
    for (const question of await page.locator('#faq details').all()) {
      expect(await question.locator('p').isVisible()).toBe(false)
      await follow(page, question.locator('summary'))
      await question.locator('p').waitFor()
    }
    expect(await page.locator('#faq details[open]').count()).toBe(4)
  })
})
