import { type HTMLElement, parse } from 'node-html-parser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { areaPath } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { boilerOfferTerms } from '#content/offer-terms.ts'
import { defaultPrices } from '#content/price-list.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep, sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import {
  atStep,
  axeProblems,
  eventually,
  field,
  fillContact,
  formOf,
  newVisitor,
  openContext,
  overflowPx,
  placeOf,
  press,
  referenceOf,
  smallTargets,
  started,
  toReview,
  visit,
} from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  // The boiler offer is running at this time.
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ at: '2026-12-01T10:00:00Z' })])
})
afterAll(() => site?.close())

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 740 } }
const noScript: BrowserContextOptions = { javaScriptEnabled: false }
const ways: [string, BrowserContextOptions][] = [
  ['with JavaScript', {}],
  ['without JavaScript', noScript],
]
const boiler = '/emergency-boiler-repair'
const areas = [...localities, ...hubs].map(({ slug }) => areaPath(slug))

const open = (path: string, options?: BrowserContextOptions) => visit(browser, site.url, path, options)
const hero = (page: Page) => page.locator('section[aria-labelledby=hero-title]')
const bookOfHero = (page: Page) => hero(page).getByRole('link', { name: 'Book in 60 sec' })
const bookOfBar = (page: Page) => page.getByRole('complementary', { name: 'Call or book' }).getByRole('link', { name: /Book Now/ })

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

describe('The breadcrumb', () => {
  it.each([
    [
      'whitechapel',
      [
        ['Home', '/'],
        ['London Locations', '/locations'],
        ['East London', '/plumbers-east-london'],
      ],
      'Whitechapel',
    ],
    [
      'spitalfields',
      [
        ['Home', '/'],
        ['East London', '/plumbers-east-london'],
      ],
      'Spitalfields',
    ],
    [
      'camden',
      [
        ['Home', '/'],
        ['London Locations', '/locations'],
        ['North London', '/plumbers-north-london'],
      ],
      'Camden NW1',
    ],
  ])('of %s leads up through its part of London', async (slug, up, last) => {
    const page = await sent(areaPath(slug))
    expect(linksIn(page, '[aria-label=Breadcrumb]')).toEqual(up)
    expect(text(page.querySelector('[aria-label=Breadcrumb] [aria-current=page]'))).toBe(last)
  })
})

describe('The booking block of a place', () => {
  it('comes into view by "Book in 60 sec" at a desk and by the bar of a phone, smoothly', async () => {
    const page = await open('/plumbers-whitechapel', { ...desk, reducedMotion: 'no-preference' })
    await bookOfHero(page).click()
    expect(await placeOf(page, 'booking-title')).toBe('in view')
    expect(await page.getByRole('heading', { name: 'Book a plumber in Whitechapel' }).getAttribute('id')).toBe('booking-title')
    expect(page.url()).toBe(`${site.url}/plumbers-whitechapel#booking`)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/plumbers-whitechapel')
    await bookOfBar(page).click()
    expect(await placeOf(page, 'booking-title')).toBe('in view')
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
    for (const [slug, own, anchor] of isDeep ? anchors : anchors.slice(0, 2)) {
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
    expect(await placeOf(page, 'booking-title')).toBe('in view')
    await started(page)
    await toReview(page, visitor)
    expect(new URL(page.url()).pathname).toBe('/plumbers-whitechapel')
    await press(page, 'Submit')
    const reference = await referenceOf(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      { reference, name: visitor.name, phone: '+447700900264', service: 'Burst Pipe', postcode: 'E1 1FR', borough: 'Tower Hamlets' },
    ])
  })

  it('goes on at /book without JavaScript', async () => {
    const page = await open('/plumbers-whitechapel', noScript)
    await bookOfBar(page).click()
    await press(page, 'Next')
    await atStep(page, 2)
    expect(new URL(page.url()).pathname).toBe('/book')
    await field(page, 'name').waitFor()
  })
})

describe('Calls and chat', () => {
  it('Bunhill Fields shows the number that its call button dials, on a phone and at a desk', async () => {
    const page = await open('/plumbers-bunhill-fields')
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const call = hero(page).locator('a[href^="tel:"]').filter({ visible: true })
      expect(await call.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
        ['+44 7700 900633', 'tel:+447700900633'],
      ])
    }
  })

  it('is the freephone number and a chat in a new tab on places, hubs and the boiler page', async () => {
    for (const path of ['/plumbers-whitechapel', '/plumbers-city-london', boiler]) {
      const [top] = (await sent(path)).querySelectorAll('section[aria-labelledby=hero-title]')
      const calls = top?.querySelectorAll('a[href^="tel:"]').map((link) => [text(link), link.getAttribute('href')])
      expect(calls, path).toContainEqual(['0800 644 2633', 'tel:08006442633'])
      expect(new Set(calls?.map(([, href]) => href)), path).toEqual(new Set(['tel:08006442633']))
      const [chat] = top?.querySelectorAll('a[href^="https://wa.me/447700900633"]') ?? []
      expect(text(chat), path).toMatch(/WhatsApp.*opens in a new tab/)
      expect(chat?.getAttribute('target')).toBe('_blank')
      expect(chat?.getAttribute('rel')?.split(' ')).toContain('noopener')
    }
  })
})

describe('A hub', () => {
  const namesOf = (page: HTMLElement) =>
    page.querySelectorAll('#areas li').map((place) => place.querySelector('a, h3')?.childNodes[0]?.textContent.trim())

  it('of East London has its six places in their order', async () => {
    const page = await sent('/plumbers-east-london')
    expect(linksIn(page, '#areas').map(([, href]) => href)).toEqual([
      '/plumbers-shoreditch',
      '/plumbers-whitechapel',
      '/plumbers-spitalfields',
      '/plumbers-hackney',
      '/plumbers-bethnal-green',
      '/plumbers-liverpool-street',
    ])
    expect(namesOf(page)).toEqual(['Shoreditch', 'Whitechapel', 'Spitalfields', 'Hackney', 'Bethnal Green', 'Liverpool Street'])
  })

  it('of the City has eight places: five lead to pages, three are parts of its own', async () => {
    const page = await sent('/plumbers-city-london')
    expect(namesOf(page)).toEqual([
      'St Bartholomew’s',
      'Smithfield',
      'St Paul’s',
      'Chancery Lane',
      'Bank',
      'Monument',
      'Liverpool Street',
      'Bishopsgate',
    ])
    expect(linksIn(page, '#areas')).toHaveLength(5)
  })

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
  it('names its emergencies, its reasons and the boroughs it serves', async () => {
    const page = await sent(boiler)
    expect(text(page.querySelector('section[aria-labelledby=hero-title]'))).toContain('average 60 minutes')
    expect(page.querySelectorAll('#emergencies li :is(h2, h3, h4)').map(text)).toEqual([
      'No heating or hot water',
      'Boiler leaking',
      'Strange noises',
      'Error codes',
      'Low pressure',
      'Smell of gas',
    ])
    expect(page.querySelectorAll('#why-choose-us li')).toHaveLength(4)
    expect(
      linksIn(page, '#coverage ul')
        .map(([name]) => name)
        .join(', '),
    ).toBe(
      'Hackney, Islington, Camden, Greenwich, Brixton, Lewisham, Westminster, Kensington, Southwark, Tower Hamlets, ' +
        'Hammersmith, Haringey, Wandsworth, Lambeth, Ealing, Barnet, Hounslow, Richmond, Croydon, Enfield',
    )
  })

  it('sends who smells gas to the gas emergency service, never to the form', async () => {
    const gas = (await sent(boiler)).querySelectorAll('#emergencies li').find((each) => text(each).includes('Smell of gas'))
    const links = gas?.querySelectorAll('a').map((link) => [text(link), link.getAttribute('href')]) ?? []
    expect(links).toContainEqual(['0800 111 999', 'tel:0800111999'])
    expect(links.find(([name]) => name?.includes('Smell of gas'))?.[1]).toBe('/gas-emergency')
    expect(links.filter(([, href]) => href?.includes('/book'))).toEqual([])
  })

  it.each(ways)('books a boiler: the receipt has begun, and the service is kept, %s', async (_, options) => {
    const live = options.javaScriptEnabled !== false
    const visitor = newVisitor()
    const page = await open(`${boiler}#book`, options)
    if (live) await started(page)
    const first = page.locator('.receipt dl > div').first()
    expect(await first.locator('dt').textContent()).toBe('Boiler Breakdown, base price')
    expect(await first.locator('dd').textContent()).toBe('£180.00')
    await press(page, 'Next')
    await atStep(page, 2)
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    expect(await formOf(page).getByLabel('Boiler Breakdown').isChecked()).toBe(true)
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ service: 'Boiler Breakdown', estimatePence: 18_000, postcode: 'N1 9GU' }])
  })

  it('leads to the offer and to its terms while it runs', async () => {
    const page = await sent(boiler)
    expect(text(page.querySelector('#emergencies'))).toContain('£65')
    const links = Object.fromEntries(linksIn(page, '#emergencies'))
    expect(links['offer terms']).toBe('/#offer')
    const offer = text((await sent('/')).querySelector('#offer'))
    for (const term of boilerOfferTerms(defaultPrices.boilerOffer, defaultPrices)) expect(offer).toContain(term)
    const book = links['Book this offer']?.replaceAll('&amp;', '&') ?? ''
    expect(text((await sent(book)).querySelector('.receipt'))).toContain('Offer: Boiler call-out £65')
  })

  it('says nothing of the offer after its end, nor does the home page', async () => {
    const later = await startSite({ at: '2027-02-01T00:30:00Z' })
    onTestFinished(() => later.close())
    const page = await sent(boiler, later)
    const said = text(page.querySelector('main'))
    expect(said).toContain('average 60 minutes')
    expect(said).not.toContain('£65')
    expect(page.querySelectorAll('main a[href*="offer="]')).toEqual([])
    expect(linksIn(await sent('/', later), '#offer').map(([name]) => name)).not.toContain('Book this offer')
  })
})

describe('/locations', () => {
  it('names every place, lights the boroughs that have places, and says which they are', async () => {
    const page = await sent('/locations')
    expect(linksIn(page, 'main').map(([, href]) => href)).toEqual(expect.arrayContaining(areas))
    const districts = [...new Set(localities.map(({ district }) => district))].sort()
    const lit = page.querySelectorAll('.bricks .bg-lamp span').map((name) => text(name))
    expect(lit.sort()).toEqual(districts)
    for (const district of districts) expect(text(page.querySelector('main .sr-only'))).toContain(district)
  })
})

describe('Layout', () => {
  const varied = ['/plumbers-tottenham-court-road', '/plumbers-elephant-castle', '/plumbers-midtown-london', boiler, '/locations']

  /** Opens a page with the site's fonts in the cache, or with the device's fallback fonts, as on a first visit. */
  async function openIn(letters: string, width: number): Promise<Page> {
    const page = await (await openContext(browser, site.url, { ...noScript, viewport: { width, height: 740 } })).newPage()
    if (letters === 'fallback') await page.route('**/*.woff2', (route) => route.abort())
    else for (const path of [boiler, '/locations']) await page.goto(path)
    return page
  }

  const widths = sample([320, 360, 768, 1280], 3)

  // The fallback letters are the wider ones.
  it.each(isDeep ? ['own', 'fallback'] : ['fallback'])(
    'nothing scrolls sideways or is cut off in the %s letters, from 320 to 1280 px, and nameplates stay inside their pictures',
    async (letters) => {
      const page = await openIn(letters, 320)
      const problems: string[] = []
      for (const [path, width] of varied.flatMap((each) => widths.map((px) => [each, px] as const))) {
        if (width === widths[0]) await page.goto(path)
        await page.setViewportSize({ width, height: 740 })
        const overflow = await overflowPx(page)
        if (overflow > 0) problems.push(`${path} at ${width} px scrolls by ${overflow}`)
        // The main element clips content that is too wide, so look for content that is cut off.
        const cut = await page.locator('main :is(h1, h2, h3, p, li, dt, dd, a, button, summary, label, table, svg)').evaluateAll((all) =>
          all
            .filter((one) => !one.closest('.sr-only, [aria-hidden=true]'))
            .map((one) => ({ one, box: one.getBoundingClientRect() }))
            .filter(({ box }) => box.left < 0 || box.right > document.documentElement.clientWidth + 0.5)
            .map(({ one }) => one.outerHTML.slice(0, 100)),
        )
        problems.push(...cut.map((html) => `${path} at ${width} px cuts ${html}`))
      }
      await page.setViewportSize({ width: 320, height: 740 })
      for (const path of sample(areas, 3)) {
        await page.goto(path)
        const room = await hero(page)
          .locator('div:has(> img)')
          .evaluate((picture) => {
            const [box, plate] = [picture, picture.querySelector('p')].map((one) => one?.getBoundingClientRect() ?? new DOMRect(Number.NaN))
            if (!box || !plate) return []
            return [plate.left - box.left, plate.top - box.top, box.right - plate.right, box.bottom - plate.bottom].map(Math.round)
          })
        // The white edge is 2 px wide.
        if (!(Math.min(...room) >= 2)) problems.push(`${path} has a nameplate outside its picture: ${room}`)
      }
      expect(problems).toEqual([])
    },
  )

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

describe('Axe', () => {
  it('has nothing to find in a place and in a hub, nor a thumb a small target', { timeout: 180_000 }, async () => {
    const page = await (await openContext(browser, site.url)).newPage()
    const problems: string[] = []
    for (const path of sample(areas, 2)) {
      await page.goto(path)
      problems.push(...[...(await axeProblems(page, 'main')), ...(await smallTargets(page))].map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
})
