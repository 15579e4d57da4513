import { type HTMLElement, parse } from 'node-html-parser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { atStep, field, fillContact, formOf, newVisitor, pick, placeOf, press, started, visit } from '../visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  // The boiler offer is running at this time.
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ at: '2026-12-01T10:00:00Z' })])
})
afterAll(() => site?.close())

const ways: [string, BrowserContextOptions][] = [
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
]

const home = (options?: BrowserContextOptions, path = '/') => visit(browser, site.url, path, options)
/** Fetches a page and parses it, for tests that need no browser. */
const sent = async (path: string): Promise<HTMLElement> => parse(await (await fetch(new URL(path, site.url))).text())
const text = (element: HTMLElement) => element.textContent.replace(/\s+/g, ' ').trim()
/** Follows a link from script, because a mouse click could hit something that is still moving. */
const follow = async (page: Page, link: ReturnType<Page['locator']>) => {
  await link.focus()
  await page.keyboard.press('Enter')
}

describe('The home page', () => {
  // With JavaScript, the next test and shell.test.ts go there.
  it('reaches its form by #book and by #booking from anywhere, without JavaScript', async () => {
    const page = await home({ javaScriptEnabled: false }, '/gas-emergency')
    for (const id of ['book', 'booking']) {
      await page.goto(`/#${id}`)
      const top = (await page.locator(`#${id}`).boundingBox())?.y ?? 0
      expect(top).toBeGreaterThan(50)
      expect(top).toBeLessThan(370)
      await press(page, 'Next')
      await field(page, 'name').waitFor()
    }
  })

  it('shows the section that someone comes for from elsewhere', async () => {
    const ids = ['offer', 'services', 'coverage', 'reviews-screenshots', 'reviews-written', 'blog', 'book', 'booking']
    const places: Record<string, string> = {}
    const tried = ids
    const page = await home({ reducedMotion: 'no-preference' }, '/robots.txt')
    for (const id of tried) {
      await page.goto(`/#${id}`)
      places[id] = await placeOf(page, id)
      await page.goto('/robots.txt')
    }
    expect(places).toEqual(Object.fromEntries(tried.map((id) => [id, 'in view'])))
  })
})

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
  it.each(ways)('the offer goes with its type, and is booked with its discount, shown and frozen, %s', async (_, options) => {
    const live = options.javaScriptEnabled !== false
    const visitor = newVisitor()
    const page = await home(options)
    await page.locator('#offer').getByRole('link', { name: 'Book this offer' }).click()
    await page.waitForURL(/\/book\?/)
    if (live) await started(page)
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await formOf(page).locator('strong', { hasText: 'Boiler Breakdown' }).waitFor()
    if (live) {
      await formOf(page).getByRole('button', { name: 'Change emergency' }).click()
      await formOf(page).locator('.form-bar summary').click()
      const offer = page.locator('.receipt').filter({ visible: true }).getByText('Offer: Boiler call-out')
      await offer.waitFor()
      await pick(page, 'Leak Repair')
      await offer.waitFor({ state: 'detached' })
      await pick(page, 'Boiler Breakdown')
      await offer.waitFor()
    }
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

  it.each(ways)('a borough is chosen by its link, %s', async (_, options) => {
    const live = options.javaScriptEnabled !== false
    const boroughs = [
      ['Brixton', 'Lambeth'],
      ['Tower Hamlets', 'Tower Hamlets'],
    ] as const
    const page = await home(options)
    for (const [name, borough] of live ? boroughs : boroughs.slice(0, 1)) {
      await page.goto('/')
      await follow(page, page.locator('#coverage summary'))
      await follow(page, page.locator('#coverage ul').getByRole('link', { name, exact: true }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await press(page, 'Next')
      await atStep(page, 2)
      await fillContact(page, newVisitor())
      await press(page, 'Next')
      await atStep(page, 3)
      expect(await formOf(page).textContent()).toContain(borough)
    }
  })
})
