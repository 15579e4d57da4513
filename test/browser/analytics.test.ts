import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { days } from '#app/values/clock.ts'
import { further } from '#test/support/depth.ts'
import { openSite, type Site, siteForFile } from '#test/support/site.ts'
import { eventsOf, fakeTag, measurementId, told } from './fake-tag.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import {
  axeProblems,
  eventually,
  focused,
  newVisitor,
  noWorker,
  openContext,
  pick,
  press,
  shareChromium,
  smallTargets,
  started,
  takesPayments,
  toReview,
} from './visitor.ts'

shareChromium()
const site = siteForFile({ env: { ...takesPayments, ANALYTICS_MEASUREMENT_ID: measurementId } })

const desk = { width: 1280, height: 740 }

interface Options extends BrowserContextOptions {
  choice?: 'granted' | 'refused'
  /** Now by default. */
  chosenAt?: Date
  before?: (page: Page) => Promise<unknown>
  at?: Site
}

/** Opens the site with analytics in a new browser context. Requests to other hosts are intercepted. */
async function arrive(path: string, { choice, chosenAt = new Date(), before, at = site, ...options }: Options = {}) {
  const context = await openContext(at.url, options)
  const tag = await fakeTag(context, at.url)
  const warnings: string[] = []
  context.on('console', (message) => message.type() === 'warning' && message.text() !== noWorker && warnings.push(message.text()))
  if (choice)
    await context.addInitScript((chosen) => {
      // Skips the initial blank page, which has no storage.
      if (location.origin === 'null' || localStorage.getItem('chosen-before')) return
      localStorage.setItem('chosen-before', '1')
      localStorage.setItem('analytics-consent', chosen)
    }, `${choice} ${chosenAt.toISOString()}`)
  // Links to `tel:` don't work here: the browser would show a prompt and then ignore further clicks.
  await context.addInitScript(() =>
    addEventListener(
      'click',
      (event) => event.target instanceof Element && event.target.closest('a[href^="tel:"]') && event.preventDefault(),
    ),
  )
  const page = await context.newPage()
  await before?.(page)
  await page.goto(path)
  return { context, page, tag, warnings }
}

const notice = (page: Page) => page.getByRole('region', { name: 'Your choice about analytics' })
const names = async (page: Page) => (await eventsOf(page)).map(([name]) => name)
const choiceKept = (page: Page) => page.evaluate(() => localStorage.getItem('analytics-consent'))
const gaCookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'))
/** Waits until the tag has received the page view. */
const counted = (page: Page) => eventually(() => names(page)).toContain('page_view')
/** Waits until the collector has started and has decided whether to report. It does nothing more on its own after that. */
const collectorRuns = (page: Page) => page.waitForFunction(() => window.analyticsEvents && !Array.isArray(window.analyticsEvents))

// counts.test.ts tests the events of a visit, consented-events.test.ts their form for the tag service.
further.it('a page view is told once the visitor has agreed, with no advertising and without the query', async () => {
  const { page, tag } = await arrive('/?utm_source=leaflet&name=Priya', { choice: 'granted' })
  await counted(page)
  const commands = await told(page)
  expect(commands.slice(0, 5).map(([command]) => command)).toEqual(['consent', 'set', 'js', 'config', 'event'])
  expect(commands[0]).toEqual([
    'consent',
    'default',
    { analytics_storage: 'granted', ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' },
  ])
  expect(commands[3]).toEqual([
    'config',
    measurementId,
    {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      page_location: `${site.url}/`,
      page_path: '/',
      page_referrer: '',
      cookie_domain: 'none',
      cookie_expires: 15_552_000,
      visit: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ])
  expect((await eventsOf(page))[0]).toEqual(['page_view', { path: '/' }])
  const hosts = new Set(tag.requests.map((url) => new URL(url).host))
  expect(hosts).toEqual(new Set(['www.googletagmanager.com', 'region1.google-analytics.com']))
})

/** The events of the booking form only. */
const ofForm = async (page: Page) => (await eventsOf(page)).filter(([name]) => /^(booking|redline)_/.test(name))

describe('a booking', () => {
  it('is begun and completed once, even if its first answer is lost, and nothing of who books leaves the site', async () => {
    const visitor = newVisitor('Zebedee Quillfeather')
    const { page, tag, context } = await arrive('/book?step=1&utm_source=leaflet', { choice: 'granted' })
    let lost = 0
    await context.route('**/functions/v1/submit-booking', async (route) => {
      const answer = await route.fetch()
      if (lost++ === 0) return route.abort()
      return route.fulfill({ response: answer })
    })
    await counted(page)
    await started(page)
    await pick(page, 'Standard')
    await toReview(page, visitor, { postcode: 'SW9 8QH' })
    await press(page, 'Submit')
    await eventually(async () => (await ofForm(page)).map(([name]) => name)).toContain('booking_completed')
    expect(lost).toBeGreaterThan(1)
    const [{ reference = '' } = {}, ...others] = await site.bookingsOf(visitor.email)
    expect(others).toEqual([])
    await eventually(() => ofForm(page)).toEqual([
      ['booking_started', { form_type: 'book' }],
      ['booking_completed', { form_type: 'book', service: 'Burst Pipe', urgency: 'standard' }],
    ])
    const everything = [JSON.stringify(await told(page)), ...tag.requests, ...tag.bodies].join('\n')
    for (const secret of ['Zebedee', 'Quillfeather', visitor.email, '900264', 'SW9', '8QH', reference, 'leaflet', 'utm_', '?step'])
      expect(everything, secret).not.toContain(secret)

    // The private page that follows has no tag, no events and no consent notice.
    const before = tag.requests.length
    await page.locator('[data-sent]').getByRole('link', { name: 'Track your booking' }).click()
    await page.waitForURL('**/track/*')
    await collectorRuns(page)
    expect(await page.locator('link[rel=canonical]').count()).toBe(0)
    expect(await page.locator('script[src*=googletagmanager]').count()).toBe(0)
    const token = page.url().split('/track/')[1] ?? ''
    expect(token.length).toBeGreaterThan(10)
    // Back on a public page: the address of the private page isn't reported.
    await page.getByRole('link', { name: 'Emergency Plumbers London' }).first().click()
    await page.waitForURL(`${site.url}/`)
    await eventually(() => tag.requests.length).toBeGreaterThan(before)
    expect([JSON.stringify(await told(page)), ...tag.requests, ...tag.bodies].join('\n')).not.toContain(token)
  })
})

further.describe('without a measurement id', () => {
  it('nothing is asked, allowed, loaded or kept, and the console says why, once', async () => {
    const quietSite = await openSite()
    for (const path of ['/book', '/', '/plumbers-camden', '/cookies']) {
      const { page, tag, warnings } = await arrive(path, { at: quietSite, choice: 'granted' })
      await collectorRuns(page)
      await page.evaluate(() => window.analyticsEvents?.push({ name: 'exit_intent', data: { path: '/' } }))
      expect(warnings).toEqual(['Analytics disabled: Missing meta tag'])
      expect(tag.requests).toEqual([])
      expect(await notice(page).count()).toBe(0)
      const answer = await fetch(quietSite.url + path)
      expect(answer.headers.get('content-security-policy')).not.toMatch(/google|https:/)
      expect(await answer.text()).not.toContain('analytics-measurement-id')
      // Leaves out the Red Line slots that the form and the banner store.
      const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith('redline-')))
      expect(kept.sort()).toEqual(['analytics-consent', 'chosen-before'])
    }
  })
})

describe('consent', () => {
  it('comes first: nothing is sent before, and what happened meanwhile is sent once, in order; it holds in every tab', async () => {
    const { page, tag, warnings, context } = await arrive('/plumbers-camden')
    await notice(page).waitFor()
    const other = await context.newPage()
    await other.goto('/terms')
    await notice(other).waitFor()
    await page.bringToFront()
    await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })))
    expect(tag.requests).toEqual([])
    expect(await gaCookies(page)).toEqual([])
    expect(await choiceKept(page)).toBeNull()
    await notice(page).getByRole('button', { name: 'Accept' }).click()
    await notice(other).waitFor({ state: 'detached' })
    // Each tab sends its events in its own time.
    await eventually(async () => (await names(page)).length).toBeGreaterThanOrEqual(4)
    // A slow machine has read for long enough to report it.
    const isOfPage = ([name, { path }]: [string, Record<string, unknown>]) => path !== '/terms' && name !== 'time_on_page'
    const ofPage = async () => (await eventsOf(page)).filter(isOfPage).map(([name]) => name)
    expect(await ofPage()).toEqual(['page_view', 'service_page_view', 'exit_intent'])
    expect(await notice(page).count()).toBe(0)
    expect(await choiceKept(page)).toMatch(/^granted \d{4}-\d\d-\d\dT/)
    await page.goto('/claims')
    await eventually(ofPage).toEqual(['page_view', 'service_page_view', 'exit_intent', 'page_view'])
    expect(warnings).toEqual([])
  })

  it('is withdrawn on /cookies, at once, in every tab, with the cookies', async () => {
    const { page, context, tag } = await arrive('/cookies', { choice: 'granted' })
    await counted(page)
    const other = await context.newPage()
    await other.goto('/plumbers-camden')
    await eventually(() => names(other)).toContain('service_page_view')
    expect(await gaCookies(page)).toEqual(['_ga', '_ga_TEST123456'])
    const control = page.locator('#analytics-choice')
    expect(await control.getByRole('status').innerText()).toBe('Analytics is on because you accepted it.')
    await control.getByRole('button', { name: 'Refuse' }).click()
    await eventually(() => control.getByRole('status').innerText()).toBe('Analytics is off because you refused it.')
    expect(await control.getByRole('button', { name: 'Refuse' }).getAttribute('aria-pressed')).toBe('true')
    expect(await focused(page)).toBe('Refuse')
    expect(await gaCookies(page)).toEqual([])
    await eventually(() => other.evaluate((id) => (window as unknown as Record<string, unknown>)[`ga-disable-${id}`], measurementId)).toBe(
      true,
    )
    // The other page may have sent events until now: wait until all of them have been sent.
    const toldOf = async () => (await told(page)).filter(([command]) => command === 'event').length
    await eventually(async () => tag.bodies.filter((body) => body.startsWith('["event"')).length).toBe(await toldOf())
    const before = { requests: tag.requests.length, told: (await told(page)).length }
    for (const tab of [page, other]) {
      await tab.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })))
      await tab.getByRole('complementary', { name: 'Call or book' }).getByRole('link', { name: '0800' }).click()
    }
    expect({ requests: tag.requests.length, told: (await told(page)).length }).toEqual(before)

    await control.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('complementary', { name: 'Call or book' }).getByRole('link', { name: '0800' }).click()
    await eventually(async () => (await names(page)).at(-1)).toBe('phone_click')
  })
})

further.describe('the notice', () => {
  const pages = ['/', '/plumbers-camden', '/cookies', '/book']
  const sizes = [
    [360, 740],
    [768, 1024],
    [1280, 740],
  ] as const

  it('is shown again after six months, moves nothing, covers neither the bar nor the phone number at any width, and breaks no rule of accessibility', async () => {
    // consented-events.test.ts tests the exact time.
    const chosenAt = new Date(Date.now() - days(186))
    const { page } = await arrive('/robots.txt', { choice: 'refused', chosenAt, before: watchShifts })
    for (const path of pages) {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await notice(page).waitFor()
      expect(await shiftsOf(page)).toEqual([])
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        const box = await notice(page).boundingBox()
        if (!box) throw new Error('The notice has no box')
        // The call buttons. A phone number in running text or in the footer may scroll beneath the notice, but a button is always in view.
        const numbers = page.locator('a.key:not(footer *)', { hasText: '0800 644 2633' }).filter({ visible: true })
        expect(await numbers.count()).toBeGreaterThan(0)
        for (const number of await numbers.all()) {
          const at = await number.boundingBox()
          // Only those in view before scrolling. The form's bar, once it rests at the form's end, scrolls beneath the notice like the form.
          const isAtRest = await number.evaluate(
            (key) => key.closest('.form-bar') !== null && key.getBoundingClientRect().bottom < innerHeight - 100,
          )
          if (!at || at.y >= height || isAtRest) continue
          expect(at.y + at.height <= box.y || at.y >= box.y + box.height || at.x >= box.x + box.width, `${path} ${width} ${at.y}`).toBe(
            true,
          )
        }
        // The notice is the same at every width, so it is checked once. Otherwise axe checks the page without it.
        if (width !== 360) continue
        const part = path === '/cookies' ? '#analytics-choice' : '.consent'
        expect([...(await axeProblems(page, part)), ...(await smallTargets(page, '.consent'))], path).toEqual([])
      }
    }
  })

  it('is what the keyboard reaches first behind the skip link, never covers what has the focus, and if refused gives way for good', async () => {
    const { page, tag } = await arrive('/plumbers-camden')
    await notice(page).waitFor()
    const keys: (string | null)[] = []
    const covered: string[] = []
    for (let at = 0; at < 40; at++) {
      // The second half of the page at a desk.
      if (at === 20) await page.setViewportSize(desk)
      await page.keyboard.press('Tab')
      if (at < 4) keys.push(await focused(page))
      const word = await page.evaluate(() => {
        const element = document.activeElement
        const region = document.querySelector('.consent')
        if (!element || !region || element === document.body || region.contains(element)) return ''
        if (getComputedStyle(region).visibility === 'hidden') return ''
        const [own, box] = [element.getBoundingClientRect(), region.getBoundingClientRect()]
        const isUnder = own.bottom > box.top && own.top < box.bottom && own.right > box.left && own.left < box.right
        return isUnder ? (element.textContent?.trim() ?? element.tagName) : ''
      })
      if (word) covered.push(word)
    }
    expect(keys).toEqual(['Skip to content', 'Cookies and your choice', 'Accept', 'Refuse'])
    expect(covered).toEqual([])
    expect(await notice(page).count()).toBe(1)
    await notice(page).getByRole('button', { name: 'Refuse' }).focus()
    await page.keyboard.press('Enter')
    await notice(page).waitFor({ state: 'detached' })

    await page.goto('/claims')
    await collectorRuns(page)
    await page.locator('a[href^="tel:"]').filter({ visible: true }).first().click()
    expect(await notice(page).count()).toBe(0)
    expect(await choiceKept(page)).toMatch(/^refused /)
    expect(tag.requests).toEqual([])
    expect(await gaCookies(page)).toEqual([])
  })
})
