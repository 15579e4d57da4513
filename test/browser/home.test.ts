import { type HTMLElement, parse } from 'node-html-parser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emergencyTypes } from '#content/emergency-types.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep, sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { atStep, field, fillContact, formOf, newVisitor, pick, placeOf, press, started, visit } from './visitor.ts'

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

const wide = { viewport: { width: 1280, height: 740 } }
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
  it('has its title, its one main heading, and its sections in their order', async () => {
    const page = await sent('/')
    expect(page.querySelectorAll('title').map(text)).toEqual(['Emergency Plumbers London'])
    expect(page.querySelectorAll('h1').map(text)).toEqual(['Emergency plumbers in London'])
    expect(page.querySelectorAll('main section[id]').map(({ id }) => id)).toEqual([
      'hero',
      'offer',
      'before-after',
      'first-time-fix',
      'case-study',
      'reviews-screenshots',
      'reviews-written',
      'live',
      'trusted-by',
      'call',
      'services',
      'how-it-works',
      'book',
      'coverage',
      'blog',
      'faq',
    ])
    const parts = ['[aria-label=Support]', 'header', '#hero', '#book form', '#coverage', '#blog', 'footer.site-footer']
    const starts = parts.map((part) => page.querySelector(part)?.range[0] ?? Number.NaN)
    expect(starts).not.toContain(Number.NaN)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
    const ids = page.querySelectorAll('[id]').map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

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

  it.each([
    ['a phone', { reducedMotion: 'no-preference' }],
    ['a desk', wide],
  ] satisfies [string, BrowserContextOptions][])('shows the section that someone comes for from elsewhere, on %s', async (_, options) => {
    const ids = ['offer', 'services', 'coverage', 'reviews-screenshots', 'reviews-written', 'blog', 'book', 'booking']
    const places: Record<string, string> = {}
    const tried = sample(ids, 2)
    const page = await home(options, '/robots.txt')
    for (const id of tried) {
      await page.goto(`/#${id}`)
      places[id] = await placeOf(page, id)
      await page.goto('/robots.txt')
    }
    expect(places).toEqual(Object.fromEntries(tried.map((id) => [id, 'in view'])))
  })

  it('leads to the form by "Book in 60 sec" and to the offer by "See Offer"', async () => {
    const page = await home(wide)
    const hero = page.locator('#hero')
    await follow(page, hero.getByRole('link', { name: 'See Offer' }))
    expect(await placeOf(page, 'offer')).toBe('in view')
    await follow(page, hero.getByRole('link', { name: 'Book in 60 sec' }))
    expect(await placeOf(page, 'book')).toBe('in view')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('lists the 20 boroughs that are served, with a map', async () => {
    const page = await sent('/')
    expect(page.querySelectorAll('#coverage ul a').map(text).sort()).toEqual(
      (
        'Hackney, Islington, Camden, Greenwich, Brixton, Lewisham, Westminster, Kensington, Southwark, Tower Hamlets, ' +
        'Hammersmith, Haringey, Wandsworth, Lambeth, Ealing, Barnet, Hounslow, Richmond, Croydon, Enfield'
      )
        .split(', ')
        .sort(),
    )
    expect(page.querySelectorAll('#coverage .bricks a > span').map(text)).toContain('Waltham Forest')
  })
})

describe('What leads to a booking half filled', () => {
  const rooms = {
    'Water heater': 'Water Heater',
    Toilet: 'Toilet Repair',
    Radiator: 'Radiator Issue',
    Boiler: 'Boiler Breakdown',
    Leak: 'Leak Repair',
    Pipe: 'Pipe Repair',
    'Blocked drain': 'Blocked Drain',
    'Burst pipe': 'Burst Pipe',
  }

  it('eight rooms of the house and nine tiles carry their type', async () => {
    const page = await sent('/')
    const named = page.querySelectorAll('#hero svg a').map((link) => [link.getAttribute('aria-label') ?? text(link), link] as const)
    const leads = new Map(named.map(([name, link]) => [name, link.getAttribute('href') ?? '']))
    expect([...leads.keys()].sort()).toEqual(
      Object.keys(rooms)
        .map((room) => `Book: ${room}`)
        .sort(),
    )
    const tiles = page.querySelectorAll('#services a').filter((link) => link.getAttribute('href')?.startsWith('/book'))
    expect(tiles).toHaveLength(9)
    const links = [
      ...Object.entries(rooms).map(([room, type]) => [leads.get(`Book: ${room}`) ?? '', type]),
      ...emergencyTypes.map(({ name }) => [tiles.find((tile) => text(tile).includes(name))?.getAttribute('href') ?? '', name]),
    ] as [string, string][]
    for (const [href, type] of links) {
      expect(href).toMatch(/^\/book\?/)
      // The estimate starts with this type selected.
      expect(text(await sent(href)), href).toContain(`${type}, base price`)
    }
  })

  it.each(isDeep ? ways : ways.slice(0, 1))(
    'a room of the house and a tile are followed to the form with their type, of which the later wins, %s',
    async (_, options) => {
      const live = options.javaScriptEnabled !== false
      const page = await home(options)
      await follow(page, page.locator('#hero').getByRole('link', { name: 'Book: Burst pipe', exact: true }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await page.getByText('Burst Pipe, base price').filter({ visible: true }).waitFor()
      await press(page, 'Next')
      await atStep(page, 2)
      await page.goto('/', { waitUntil: 'commit' })
      await follow(page, page.locator('#services').getByRole('link', { name: 'Radiator Issue' }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await page.getByText('Radiator Issue, base price').filter({ visible: true }).waitFor()
      expect(await page.getByText('Burst Pipe, base price').count()).toBe(0)
      await press(page, 'Next')
      await atStep(page, 2)
      await fillContact(page, newVisitor())
      await press(page, 'Next')
      await atStep(page, 3)
      expect(await formOf(page).getByLabel('Radiator Issue').isChecked()).toBe(true)
    },
  )

  it.each(ways)('the offer goes with its type, and is booked with its discount, shown and frozen, %s', async (_, options) => {
    const live = options.javaScriptEnabled !== false
    const visitor = newVisitor()
    const page = await home(options)
    await page.locator('#offer').getByRole('link', { name: 'Book this offer' }).click()
    await page.waitForURL(/\/book\?/)
    if (live) await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    expect(await formOf(page).getByLabel('Boiler Breakdown').isChecked()).toBe(true)
    if (live) {
      const offer = page.locator('.receipt').filter({ visible: true }).getByText('Offer: Boiler call-out £65')
      await offer.waitFor()
      await pick(page, 'Leak Repair')
      await offer.waitFor({ state: 'detached' })
      await pick(page, 'Boiler Breakdown')
      await offer.waitFor()
    }
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await atStep(page, 4)
    const line = page.locator('.receipt').locator('div', { hasText: 'Offer: Boiler call-out £65' })
    await line.getByText('−£54.00').waitFor()
    await page.locator('.receipt').getByText('£126.00').waitFor()
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    const [booking, ...others] = await site.bookingsOf(visitor.email)
    expect(others).toEqual([])
    expect(booking).toMatchObject({ service: 'Boiler Breakdown', estimatePence: 18_000 })
    expect(JSON.parse(String(booking?.frozenTerms))).toMatchObject({
      offer: { code: 'boiler-65', name: 'Boiler call-out £65', discountPence: 5_400 },
    })
  })

  it.each(ways)('a borough is chosen by its link, %s', async (_, options) => {
    const live = options.javaScriptEnabled !== false
    const boroughs = [
      ['Brixton', 'Lambeth'],
      ['Tower Hamlets', 'Tower Hamlets'],
    ] as const
    const page = await home(options)
    for (const [name, borough] of live && isDeep ? boroughs : boroughs.slice(0, 1)) {
      await page.goto('/')
      await follow(page, page.locator('#coverage ul').getByRole('link', { name, exact: true }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await press(page, 'Next')
      await atStep(page, 2)
      await fillContact(page, newVisitor())
      await press(page, 'Next')
      await atStep(page, 3)
      expect(await field(page, 'borough').inputValue()).toBe(borough)
    }
  })
})
