import { type HTMLElement, parse } from 'node-html-parser'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { boilerOfferTerms } from '#content/offer-terms.ts'
import { defaultPrices } from '#content/price-list.ts'
import { openSite, siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import {
  atStep,
  eventually,
  field,
  fillContact,
  formOf,
  newVisitor,
  openContext,
  pick,
  press,
  shareChromium,
  started,
  visit,
} from '../visitor.ts'

shareChromium()
// The boiler offer is running at this time.
const site = siteForFile({ at: '2026-12-01T10:00:00Z' })

const ways: [string, BrowserContextOptions][] = [
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
]

const home = (options?: BrowserContextOptions) => visit(site.url, '/', options)
/** Fetches a page and parses it, for tests that need no browser. */
const sent = async (path: string, at = site): Promise<HTMLElement> => parse(await (await fetch(new URL(path, at.url))).text())
const text = (element: HTMLElement | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
/** Follows a link from script, because a mouse click could hit something that is still moving. */
const follow = async (page: Page, link: ReturnType<Page['locator']>) => {
  await link.focus()
  await page.keyboard.press('Enter')
}

describe('What leads to a booking half filled', () => {
  it('each room of the house and each tile carries its type', async () => {
    const page = await sent('/')
    const leads = page
      .querySelectorAll('#hero svg a, #services a')
      .flatMap((link) => /^\/book\?service=.*/.exec(link.getAttribute('href') ?? '')?.[0] ?? [])
    const typeOf = (href: string) => new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]).get('service') ?? ''
    for (const { name } of emergencyTypes) expect(leads.map(typeOf)).toContain(name)
    for (const href of leads) expect(text(await sent(href.replaceAll('&amp;', '&'))), href).toContain(`${typeOf(href)}, base price`)
  })

  it.each(ways)(
    'a room of the house and a tile are followed to the form with their type, of which the later wins, %s',
    async (_, options) => {
      const live = options.javaScriptEnabled !== false
      const page = await home(options)
      await follow(page, page.locator('#hero').getByRole('link', { name: 'Book: Burst pipe', exact: true }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await page.getByText('Burst Pipe, base price').first().waitFor({ state: 'attached' })
      await press(page, 'Next')
      await atStep(page, 2)
      await page.goto('/', { waitUntil: 'commit' })
      await follow(page, page.locator('#services').getByRole('link', { name: 'Radiator Issue' }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await page.getByText('Radiator Issue, base price').first().waitFor({ state: 'attached' })
      expect(await page.getByText('Burst Pipe, base price').count()).toBe(0)
      await press(page, 'Next')
      await atStep(page, 2)
      await fillContact(page, newVisitor())
      await press(page, 'Next')
      await atStep(page, 3)
      await formOf(page).locator('strong', { hasText: 'Radiator Issue' }).waitFor()
    },
  )

  // offers.test.ts books an offer without JavaScript.
  it('the offer goes with its type, and is booked with its discount, shown and frozen', async () => {
    const visitor = newVisitor()
    const page = await home()
    await page.locator('#offer').getByRole('link', { name: 'Book this offer' }).click()
    await page.waitForURL(/\/book\?/)
    await started(page)
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await formOf(page).locator('strong', { hasText: 'Boiler Breakdown' }).waitFor()
    await formOf(page).getByRole('button', { name: 'Change emergency' }).click()
    await formOf(page).locator('.form-bar summary').click()
    const receipt = page.locator('.receipt').filter({ visible: true }).getByText('Offer: Boiler call-out')
    await receipt.waitFor()
    await pick(page, 'Leak Repair')
    await receipt.waitFor({ state: 'detached' })
    await pick(page, 'Boiler Breakdown')
    await receipt.waitFor()
    await press(page, 'Next')
    await atStep(page, 4)
    const line = page.locator('.receipt').locator('div', { hasText: 'Offer: Boiler call-out' })
    await line.getByText(/^−£/).waitFor()
    const shownPence = Number(await formOf(page).locator('[name=shownMostPence]').inputValue())
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    const [booking, ...others] = await site.bookingsOf(visitor.email)
    expect(others).toEqual([])
    expect(booking?.service).toBe('Boiler Breakdown')
    const { offer } = JSON.parse(String(booking?.frozenTerms)) as FrozenTerms
    expect(offer?.code).toBe('boiler-65')
    expect((booking?.estimatePence ?? 0) - (offer?.discountPence ?? 0)).toBe(shownPence)
  })
})

const boilerPath = '/emergency-boiler-repair'
/** The text and the target of each link. */
const linksIn = (page: HTMLElement, part: string) =>
  page.querySelectorAll(`${part} a`).map((link) => [text(link), link.getAttribute('href') ?? ''])

describe('The boiler page', () => {
  it('leads to the offer and to its terms while it runs', async () => {
    const page = await sent(boilerPath)
    const links = Object.fromEntries(linksIn(page, '#emergencies'))
    expect(links['offer terms']).toBe('/terms#offers')
    expect(linksIn(await sent('/'), '#offer')).toContainEqual(['Offer terms', '/terms#offers'])
    const offers = text((await sent('/terms')).querySelector('#offers'))
    for (const term of boilerOfferTerms(defaultPrices.boilerOffer, defaultPrices).slice(0, 2)) expect(offers).toContain(term)
    const book = links['Book this offer']?.replaceAll('&amp;', '&') ?? ''
    expect(text((await sent(book)).querySelector('.receipt'))).toContain('Offer: Boiler call-out')
  })

  it('says nothing of the offer after its end, nor does the home page', async () => {
    const later = await openSite({ at: '2027-02-01T00:30:00Z' })
    const page = await sent(boilerPath, later)
    const said = text(page.querySelector('main'))
    expect(said).not.toContain('offer terms')
    expect(page.querySelectorAll('main a[href*="offer="]')).toEqual([])
    expect(linksIn(await sent('/', later), '#offer').map(([name]) => name)).not.toContain('Book this offer')
  })
})

describe('Layout', () => {
  it('does not move while someone scrolls through a place on a phone, which fetches the street and the map', async () => {
    // Options of its own: no other test's page is passed on to it, whose pictures would be in the cache.
    const context = await openContext(site.url, { colorScheme: 'light' })
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
    const page = await visit(site.url, '/plumbers-whitechapel')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().width > 44)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.querySelector('main a'))).toBe(true)
    for (const question of await page.locator('#faq details').all()) {
      expect(await question.locator('p').isVisible()).toBe(false)
      await question.locator('summary').press('Enter')
      await question.locator('p').waitFor()
    }
    expect(await page.locator('#faq details[open]').count()).toBe(4)
  })
})
