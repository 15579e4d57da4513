import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { areaPath } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { defaultPrices } from '#content/price-list.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { sample } from '#test/support/depth.ts'
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
  started,
  toReview,
  visit,
} from './visitor.ts'

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

const phone: BrowserContextOptions = {}
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 740 } }
const noScript: BrowserContextOptions = { javaScriptEnabled: false }
const ways: [string, BrowserContextOptions][] = [
  ['with JavaScript', {}],
  ['without JavaScript', noScript],
]
const boiler = '/emergency-boiler-repair'
const areas = [...localities, ...hubs].map(({ slug }) => areaPath(slug))

const open = (path: string, options?: BrowserContextOptions) => visit(browser, site.url, path, options)
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const hero = (page: Page) => page.locator('section[aria-labelledby=hero-title]')
const bookOfHero = (page: Page) => hero(page).getByRole('link', { name: 'Book in 60 sec' })
const bookOfBar = (page: Page) => page.getByRole('complementary', { name: 'Call or book' }).getByRole('link', { name: /Book Now/ })
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })

/** From the page, wherever it stands: a click could meet what moves past. */
async function follow(page: Page, link: ReturnType<Page['locator']>): Promise<void> {
  await link.focus()
  await page.keyboard.press('Enter')
}

/** What the server answers to these addresses, each asked once; only those that are not what they should be. */
async function notFound(paths: string[]): Promise<string[]> {
  const answers = [...new Set(paths)].map(async (path) => {
    const { pathname, hash } = new URL(path, site.url)
    const answer = await fetch(site.url + pathname, { redirect: 'manual' })
    const hasPart = hash === '' || (await answer.text()).includes(`id="${hash.slice(1)}"`)
    return answer.status === 200 && hasPart ? [] : [`${path} ${answer.status}`]
  })
  return (await Promise.all(answers)).flat()
}

/** Each link's name and where it leads. */
const linksIn = (part: ReturnType<Page['locator']>) =>
  part.locator('a').evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))

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
  ])('of %s is that of the specification', async (slug, up, last) => {
    const page = await open(areaPath(slug))
    expect(await linksIn(crumbs(page))).toEqual(up)
    expect(await crumbs(page).locator('[aria-current=page]').textContent()).toBe(last)
  })

  it('leads up from Whitechapel, step by step', async () => {
    const page = await open('/plumbers-whitechapel')
    await crumbs(page).getByRole('link', { name: 'East London' }).click()
    await page.getByRole('heading', { level: 1, name: 'Emergency plumbers in East London' }).waitFor()
    await crumbs(page).getByRole('link', { name: 'London Locations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Emergency plumbers by part of London' }).waitFor()
    await crumbs(page).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL(`${site.url}/`)
  })
})

describe('The booking block of a place', () => {
  it.each([
    ['"Book in 60 sec" at a desk', desk, bookOfHero],
    ['the bar of a phone', phone, bookOfBar],
    ['the bar of a phone, smoothly', { reducedMotion: 'no-preference' }, bookOfBar],
  ] satisfies [string, BrowserContextOptions, typeof bookOfBar][])('comes into view by %s', async (_, options, book) => {
    const page = await open('/plumbers-whitechapel', options)
    await book(page).click()
    expect(await placeOf(page, 'booking-title')).toBe('in view')
    expect(await page.getByRole('heading', { name: 'Book in Whitechapel' }).getAttribute('id')).toBe('booking-title')
    expect(page.url()).toBe(`${site.url}/plumbers-whitechapel#booking`)
  })

  it.each([
    ['whitechapel', 'booking'],
    ['smithfield', 'book'],
  ])('of %s is reached by both anchors, with and without JavaScript', async (slug, own) => {
    const page = await open(areaPath(slug))
    expect(await bookOfBar(page).getAttribute('href')).toBe(`#${own}`)
    const title = `${own}-title`
    for (const anchor of ['book', 'booking']) {
      expect(await placeOf(await open(`${areaPath(slug)}#${anchor}`), title), anchor).toBe('in view')
      const still = await open(`${areaPath(slug)}#${anchor}`, noScript)
      const top = (await still.locator(`#${title}`).boundingBox())?.y ?? 0
      expect(top, anchor).toBeGreaterThan(56)
      expect(top, anchor).toBeLessThan(370)
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
  it.each([360, 1280])('Bunhill Fields shows the number that its call button dials, at %d px', async (width) => {
    const page = await open('/plumbers-bunhill-fields', { viewport: { width, height: 740 } })
    const call = hero(page).locator('a[href^="tel:"]').filter({ visible: true })
    expect(await call.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
      ['+44 7700 900633', 'tel:+447700900633'],
    ])
  })

  it.each(['/plumbers-whitechapel', '/plumbers-city-london', boiler])(
    '%s has the freephone number, and the chat in a new tab',
    async (path) => {
      const page = await open(path, desk)
      const call = hero(page).locator('a[href^="tel:"]').filter({ visible: true })
      expect(await call.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
        ['0800 644 2633', 'tel:08006442633'],
      ])
      const chat = hero(page).getByRole('link', { name: /WhatsApp.*opens in a new tab/ })
      expect(await chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/447700900633\b/)
      expect(await chat.getAttribute('target')).toBe('_blank')
      expect((await chat.getAttribute('rel'))?.split(' ')).toContain('noopener')
    },
  )
})

describe('A hub', () => {
  const namesOf = (page: Page) =>
    page.locator('#areas li').evaluateAll((places) => places.map((place) => place.querySelector('a, h3')?.firstChild?.textContent?.trim()))

  it('of East London has its six places in the order of the specification', async () => {
    const page = await open('/plumbers-east-london')
    expect((await linksIn(page.locator('#areas'))).map(([, href]) => href)).toEqual([
      '/plumbers-shoreditch',
      '/plumbers-whitechapel',
      '/plumbers-spitalfields',
      '/plumbers-hackney',
      '/plumbers-bethnal-green',
      '/plumbers-liverpool-street',
    ])
    expect(await namesOf(page)).toEqual(['Shoreditch', 'Whitechapel', 'Spitalfields', 'Hackney', 'Bethnal Green', 'Liverpool Street'])
  })

  it('of the City has eight places: five lead to pages, three are parts of its own', async () => {
    const page = await open('/plumbers-city-london')
    expect(await namesOf(page)).toEqual([
      'St Bartholomew’s',
      'Smithfield',
      'St Paul’s',
      'Chancery Lane',
      'Bank',
      'Monument',
      'Liverpool Street',
      'Bishopsgate',
    ])
    const hrefs = (await linksIn(page.locator('#areas'))).map(([, href]) => String(href))
    expect(hrefs).toHaveLength(5)
    expect(await notFound(hrefs)).toEqual([])
  })

  it.each(['bank', 'monument', 'bishopsgate'])('of the City shows #%s to who comes for it, below the header', async (id) => {
    const page = await open('/locations', desk)
    await follow(page, page.locator(`a[href="/plumbers-city-london#${id}"]`))
    await page.waitForURL(`**/plumbers-city-london#${id}`)
    expect(await placeOf(page, id)).toBe('in view')
    expect(await placeOf(await open(`/plumbers-city-london#${id}`), id)).toBe('in view')
  })

  it('and every place: all that their pages lead to is there', async () => {
    const page = await open('/', noScript)
    const paths: string[] = []
    for (const path of [...areas, boiler]) {
      await page.goto(path)
      const found = await page
        .locator('main a[href^="/"], main img')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('src')))
      paths.push(...found.map(String))
    }
    expect(await notFound(paths)).toEqual([])
  })
})

describe('The boiler page', () => {
  it('says what the specification says', async () => {
    const page = await open(boiler)
    expect(await hero(page).innerText()).toContain('Average 60 minutes')
    const emergencies = page.locator('#emergencies li')
    expect(await emergencies.getByRole('heading').allTextContents()).toEqual([
      'No heating or hot water',
      'Boiler leaking',
      'Strange noises',
      'Error codes',
      'Low pressure',
      'Smell of gas',
    ])
    expect(await page.locator('#why-choose-us li').count()).toBe(4)
    expect((await linksIn(page.locator('#coverage ul'))).map(([name]) => name).join(', ')).toBe(
      'Hackney, Islington, Camden, Greenwich, Brixton, Lewisham, Westminster, Kensington, Southwark, Tower Hamlets, ' +
        'Hammersmith, Haringey, Wandsworth, Lambeth, Ealing, Barnet, Hounslow, Richmond, Croydon, Enfield',
    )
  })

  it('sends who smells gas to the gas emergency service, never to the form', async () => {
    const page = await open(boiler)
    const gas = page.locator('#emergencies li', { hasText: 'Smell of gas' })
    expect(await gas.getByRole('link', { name: '0800 111 999' }).getAttribute('href')).toBe('tel:0800111999')
    expect(await gas.locator('a[href*="/book"]').count()).toBe(0)
    await gas.getByRole('link', { name: 'Smell of gas' }).click()
    await page.waitForURL('**/gas-emergency')
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

  it.each(ways)('leads to the offer and to its terms while it runs, %s', async (_, options) => {
    const page = await open(boiler, options)
    const emergencies = page.locator('#emergencies')
    expect(await emergencies.innerText()).toContain('£65')
    await follow(page, emergencies.getByRole('link', { name: 'its terms' }))
    await page.waitForURL(/\/#offer$/)
    for (const term of defaultPrices.boilerOffer.terms) expect(await page.locator('#offer').textContent()).toContain(term)
    await page.goBack()
    await follow(page, emergencies.getByRole('link', { name: 'Book with it' }))
    await page.waitForURL(/\/book\?/)
    await page.locator('.receipt').getByText('Offer: Boiler repair £65').waitFor()
  })

  it('says nothing of the offer after its end', async () => {
    const later = await startSite({ at: '2027-02-01T00:30:00Z' })
    onTestFinished(() => later.close())
    const page = await visit(browser, later.url, boiler)
    const text = await page.locator('main').textContent()
    expect(text).toContain('Average 60 minutes')
    expect(text).not.toContain('£65')
    expect(await page.locator('main a[href*="offer="]').count()).toBe(0)
  })
})

describe('/locations', () => {
  it('shows the boroughs that have places in red, and says which they are', async () => {
    const page = await open('/locations')
    const districts = [...new Set(localities.map(({ district }) => district))].sort()
    const map = page.getByRole('img', { name: /boroughs of London drawn as bricks/ })
    const drawn = await (await fetch(new URL((await map.getAttribute('src')) ?? '', page.url()))).text()
    const red = [...drawn.matchAll(/<g class="me".*?<text class="lg"[^>]*>(.*?)<\/text>/g)].map(([, name = '']) =>
      name.replace(/<[^>]*>/g, '').replace('&amp;', '&'),
    )
    expect(red.sort()).toEqual(districts)
    const label = await map.getAttribute('alt')
    for (const district of districts) expect(label).toContain(district)
  })

  it('names every place, and all its links answer', async () => {
    const page = await open('/locations')
    const hrefs = (await linksIn(page.locator('main'))).map(([, href]) => String(href))
    expect(hrefs).toEqual(expect.arrayContaining(areas))
    expect(await notFound(hrefs.filter((href) => href.startsWith('/')))).toEqual([])
  })

  it.each(['whitechapel', 'bunhill-fields'])('/%s leads to the page for good', async (slug) => {
    const answer = await fetch(`${site.url}/locations/${slug}`, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe(areaPath(slug))
    expect(new URL((await open(`/locations/${slug}`)).url()).pathname).toBe(areaPath(slug))
  })

  it('/nowhere is not found', async () => {
    const page = await (await openContext(browser, site.url)).newPage()
    expect((await page.goto('/locations/nowhere'))?.status()).toBe(404)
    expect(await heading(page)).toBe('Oops! Page not found')
  })
})

describe('Layout', () => {
  const varied = ['/plumbers-tottenham-court-road', '/plumbers-elephant-castle', '/plumbers-midtown-london', boiler, '/locations']

  /** A page in the site's own letters, which wait in the cache of who was here before, or in those of the device, as on a first visit. */
  async function openIn(letters: string, width: number): Promise<Page> {
    const page = await (await openContext(browser, site.url, { ...noScript, viewport: { width, height: 740 } })).newPage()
    if (letters === 'fallback') await page.route('**/*.woff2', (route) => route.abort())
    await page.goto('/')
    await page.reload()
    return page
  }

  it.each(
    sample(
      [320, 360, 768, 1280].flatMap((width) => [[width, 'own'] as const, [width, 'fallback'] as const]),
      4,
    ),
  )('nothing scrolls sideways or is cut off at %d px in the %s letters', async (width, letters) => {
    const page = await openIn(letters, width)
    const problems: string[] = []
    for (const path of varied) {
      await page.goto(path)
      const overflow = await overflowPx(page)
      if (overflow > 0) problems.push(`${path} scrolls by ${overflow}`)
      // The main part clips what is too wide: it would be lost.
      const cut = await page.locator('main :is(h1, h2, h3, p, li, dt, dd, a, button, summary, label, table, svg)').evaluateAll((all) =>
        all
          .filter((one) => !one.closest('.sr-only, [aria-hidden=true]'))
          .map((one) => ({ html: one.outerHTML.slice(0, 100), ...one.getBoundingClientRect().toJSON() }))
          .filter(({ left, right }) => left < 0 || right > document.documentElement.clientWidth + 0.5)
          .map(({ html }) => html),
      )
      problems.push(...cut.map((html) => `${path} cuts ${html}`))
    }
    expect(problems).toEqual([])
  })

  it('keeps every nameplate inside its picture on the smallest phones, in the fallback letters, which are wider', async () => {
    const outside: string[] = []
    const page = await openIn('fallback', 320)
    for (const path of sample(areas, 8)) {
      await page.goto(path)
      const room = await hero(page)
        .locator('div:has(> img)')
        .evaluate((picture) => {
          const [box, plate] = [picture, picture.querySelector('p')].map((one) => one?.getBoundingClientRect() ?? new DOMRect(Number.NaN))
          if (!box || !plate) return []
          return [plate.left - box.left, plate.top - box.top, box.right - plate.right, box.bottom - plate.bottom].map(Math.round)
        })
      // Its white edge is 2 px wide.
      if (!(Math.min(...room) >= 2)) outside.push(`${path}: ${room}`)
    }
    expect(outside).toEqual([])
  })

  it('does not move while somebody scrolls through a place on a phone', async () => {
    const context = await openContext(browser, site.url)
    await watchShifts(context)
    const page = await context.newPage()
    await page.goto('/plumbers-whitechapel', { waitUntil: 'commit' })
    await page.locator('footer.site-footer').waitFor()
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 120) {
        scrollTo(0, y)
        await frame()
        await frame()
      }
    })
    expect(await shiftsOf(page)).toEqual([])
  })

  it('fetches the street and the map when somebody comes near, not before', async () => {
    const page = await open('/plumbers-whitechapel')
    const pixels = (image: ReturnType<Page['locator']>) => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)
    const [street, map] = [page.locator('#buildings img'), page.locator('#prices img')]
    expect(await pixels(map)).toBe(0)
    for (const image of [...(await street.all()), map]) {
      await image.scrollIntoViewIfNeeded()
      await eventually(() => pixels(image)).toBeGreaterThan(0)
    }
    expect(await street.count()).toBe(4)
  })
})

describe('A visitor with only a keyboard', () => {
  it('skips to the content of a place, and goes on from there', async () => {
    const page = await open('/plumbers-whitechapel')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().width > 44)).toBe(true)
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.querySelector('main a'))).toBe(true)
  })

  it.each(ways)('opens the answers of a place with Enter, %s', async (_, options) => {
    const page = await open('/plumbers-whitechapel', options)
    for (const question of await page.locator('#faq details').all()) {
      expect(await question.locator('p').isVisible()).toBe(false)
      await follow(page, question.locator('summary'))
      await question.locator('p').waitFor()
    }
    expect(await page.locator('#faq details[open]').count()).toBe(3)
  })
})

describe('Axe', () => {
  it('has nothing to find on places, hubs, the boiler page and /locations', { timeout: 180_000 }, async () => {
    const page = await open('/')
    const problems: string[] = []
    // Header and footer are the same on all.
    const whole = [areaPath('whitechapel'), areaPath('city-london'), boiler, '/locations']
    for (const path of [...new Set([...whole, ...sample(areas, 3)])]) {
      await page.goto(path)
      problems.push(...(await axeProblems(page, whole.includes(path) ? undefined : 'main')).map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
})
