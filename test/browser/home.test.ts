import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emergencyTypes } from '#content/emergency-types.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { atStep, field, fillContact, formOf, newVisitor, openContext, pick, placeOf, press, started, visit } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  // While the boiler offer runs.
  ;[browser, site] = await Promise.all([launchChromium(), startSite({ at: '2026-12-01T10:00:00Z' })])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** A phone, then a desk; with JavaScript, then without. */
const ways: [string, BrowserContextOptions][] = [
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
]

const wide = { viewport: { width: 1280, height: 740 } }
const home = (options?: BrowserContextOptions, path = '/') => visit(browser, site.url, path, options)
/** From the page, wherever it stands: a click could meet what moves past. */
const follow = async (page: Page, link: ReturnType<Page['locator']>) => {
  await link.focus()
  await page.keyboard.press('Enter')
}

describe('The home page', () => {
  it('has its title, its one main heading, and the sections of the specification in their order', async () => {
    const page = await home()
    expect(await page.title()).toBe('Emergency Plumbers London')
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Emergency plumbers in London'])
    const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
    // Specification 1, section 2; questions are the design's own.
    expect(ids).toEqual([
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
    const order = await page.evaluate(() => {
      const parts = ['[aria-label=Support]', 'header', '#hero', '#book form', '#coverage', '#blog', 'footer.site-footer']
      const elements = parts.map((part) => document.querySelector(part))
      return elements.map((element, at) => {
        const next = elements[at + 1]
        return Boolean(element && (!next || element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING))
      })
    })
    expect(order).not.toContain(false)
    expect(
      await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) !== at)),
    ).toEqual([])
  })

  it.each(ways)('reaches its form by #book and by #booking from anywhere, %s', async (_, options) => {
    for (const id of ['book', 'booking']) {
      const page = await home(options, `/#${id}`)
      if (options.javaScriptEnabled === false) {
        const top = (await page.locator(`#${id}`).boundingBox())?.y ?? 0
        expect(top).toBeGreaterThan(50)
        expect(top).toBeLessThan(370)
      } else {
        expect(await placeOf(page, id)).toBe('in view')
        await started(page)
      }
      await press(page, 'Next')
      await field(page, 'name').waitFor()
    }
  })

  it.each([
    ['a phone', { reducedMotion: 'no-preference' }],
    ['a desk', wide],
  ] satisfies [string, BrowserContextOptions][])('shows the section that somebody comes for from elsewhere, on %s', async (_, options) => {
    const ids = ['offer', 'services', 'coverage', 'reviews-screenshots', 'reviews-written', 'blog', 'book', 'booking']
    const places: Record<string, string> = {}
    for (const id of ids) places[id] = await placeOf(await home(options, `/#${id}`), id)
    expect(places).toEqual(Object.fromEntries(ids.map((id) => [id, 'in view'])))
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

  it('lists the 20 boroughs of the specification, with a map', async () => {
    const page = await home()
    const names = await page.locator('#coverage ul').getByRole('link').allTextContents()
    expect(names.sort()).toEqual(
      (
        'Hackney, Islington, Camden, Greenwich, Brixton, Lewisham, Westminster, Kensington, Southwark, Tower Hamlets, ' +
        'Hammersmith, Haringey, Wandsworth, Lambeth, Ealing, Barnet, Hounslow, Richmond, Croydon, Enfield'
      )
        .split(', ')
        .sort(),
    )
    expect(
      await page
        .locator('#coverage')
        .getByAltText(/boroughs of London/)
        .count(),
    ).toBe(1)
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

  it.each(ways)('eight rooms of the house and nine tiles carry their type, %s', { timeout: 120_000 }, async (_, options) => {
    const live = options.javaScriptEnabled !== false
    const page = await home(options)
    expect(await page.locator('#hero svg a').count()).toBe(8)
    expect(await page.locator('#services a').count()).toBe(9)
    const links = [
      ...Object.entries(rooms).map(([room, type]) => [
        page.locator('#hero').getByRole('link', { name: `Book: ${room}`, exact: true }),
        type,
      ]),
      ...emergencyTypes.map(({ name }) => [page.locator('#services').getByRole('link', { name }), name]),
    ] as [ReturnType<Page['locator']>, string][]
    for (const [link, type] of links) {
      await follow(page, link)
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      // The estimate has begun with the type.
      await page.getByText(`${type}, base price`).waitFor()
      await page.goto('/', { waitUntil: 'commit' })
    }
    await follow(page, page.locator('#services').getByRole('link', { name: 'Radiator Issue' }))
    await page.waitForURL(/\/book\?/)
    if (live) await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, newVisitor())
    await press(page, 'Next')
    await atStep(page, 3)
    expect(await formOf(page).getByLabel('Radiator Issue').isChecked()).toBe(true)
  })

  it('a type picked later wins over one that was picked before', async () => {
    const page = await home()
    await follow(page, page.locator('#services').getByRole('link', { name: 'Burst Pipe' }))
    await page.waitForURL(/\/book\?/)
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    await page.goto('/')
    await follow(page, page.locator('#services').getByRole('link', { name: 'Toilet Repair' }))
    await page.waitForURL(/\/book\?/)
    await started(page)
    await page.getByText('Toilet Repair, base price').waitFor()
    expect(await page.getByText('Burst Pipe, base price').count()).toBe(0)
  })

  it.each(ways)('the offer is booked with its discount, shown and frozen, %s', async (_, options) => {
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
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await atStep(page, 4)
    const line = page.locator('.receipt').locator('div', { hasText: 'Offer: Boiler repair £65' })
    await line.getByText('−£54.00').waitFor()
    await page.locator('.receipt').getByText('£126.00').waitFor()
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    const [booking, ...others] = await site.bookingsOf(visitor.email)
    expect(others).toEqual([])
    expect(booking).toMatchObject({ service: 'Boiler Breakdown', estimatePence: 18_000 })
    expect(JSON.parse(String(booking?.frozenTerms))).toMatchObject({
      offer: { code: 'boiler-65', name: 'Boiler repair £65', discountPence: 5_400 },
    })
  })

  it('the offer goes with its type: another type is booked without it, and it comes back with the boiler', async () => {
    const page = await home({}, '/book?service=Boiler+Breakdown&offer=boiler-65')
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, newVisitor())
    await press(page, 'Next')
    await atStep(page, 3)
    const receipt = page.locator('.receipt')
    await receipt.getByText('Offer: Boiler repair £65').waitFor()
    await pick(page, 'Leak Repair')
    await receipt.getByText('Offer: Boiler repair £65').waitFor({ state: 'detached' })
    await pick(page, 'Boiler Breakdown')
    await receipt.getByText('Offer: Boiler repair £65').waitFor()
  })

  it.each(ways)('a borough is chosen by its link, %s', async (_, options) => {
    const live = options.javaScriptEnabled !== false
    for (const [name, borough] of [
      ['Brixton', 'Lambeth'],
      ['Tower Hamlets', 'Tower Hamlets'],
    ] as const) {
      const page = await home(options)
      await follow(page, page.locator('#coverage ul').getByRole('link', { name, exact: true }))
      await page.waitForURL(/\/book\?/)
      if (live) await started(page)
      await press(page, 'Next')
      await atStep(page, 2)
      await fillContact(page, newVisitor())
      await press(page, 'Next')
      await atStep(page, 3)
      expect(await field(page, 'borough').inputValue()).toBe(borough)
      await page.context().close()
    }
  })
})

describe('The offer', () => {
  it('is not advertised when it has ended', async () => {
    const later = await startSite({ at: '2027-02-01T10:00:00Z' })
    onTestFinished(() => later.close())
    const page = await (await openContext(browser, later.url)).newPage()
    await page.goto('/')
    expect(await page.locator('#offer').getByRole('link', { name: 'Book this offer' }).count()).toBe(0)
  })
})
