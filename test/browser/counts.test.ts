import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { further } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { eventsOf, fakeTag, measurementId, told } from './fake-tag.ts'
import { signUpIn } from './signed-in.ts'
import {
  atStep,
  axeProblems,
  eventually,
  focused,
  formOf,
  newVisitor,
  openContext,
  pick,
  press,
  referenceOf,
  shareChromium,
  started,
  takesPayments,
  toReview,
  visit,
} from './visitor.ts'

/* Pages' reports to POST /api/counts, as they end up in the database. */

/** Robots are not counted, and the default user agent of the tests' browser identifies it as one. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

shareChromium({ userAgent })
const site = siteForFile({ env: { ...takesPayments, ANALYTICS_MEASUREMENT_ID: measurementId, AUTH_AUTOCONFIRM: 'on' } })

interface Who {
  /** The visitor's choice about Google Analytics. With one, the tag is present and every request goes through the test. */
  choice?: 'granted'
  before?: (page: Page) => Promise<unknown>
}

const desk = { viewport: { width: 1280, height: 740 } }

/** Opens a visit and returns how to move from page to page. */
async function arrive({ choice, before }: Who = {}) {
  const context = await openContext(site.url, desk)
  const tag = choice ? await fakeTag(context, site.url) : undefined
  await context.addInitScript((chosen) => {
    // Skips the initial blank page, which has no storage.
    if (location.origin === 'null') return
    if (chosen) localStorage.setItem('analytics-consent', chosen)
    // Phone and external links do nothing here.
    addEventListener(
      'click',
      (event) => event.target instanceof Element && event.target.closest('a[href^="tel:"], a[target]') && event.preventDefault(),
    )
  }, choice && `${choice} ${new Date().toISOString()}`)
  const page = await context.newPage()
  let underWay = 0
  const isBeacon = (url: string) => url.endsWith('/api/counts')
  page.on('request', (request) => void (isBeacon(request.url()) && underWay++))
  const ended = (request: Request) => void (isBeacon(request.url()) && underWay--)
  page.on('requestfinished', ended).on('requestfailed', ended)
  await before?.(page)
  const go = async (path: string) => {
    // Intercepted requests are lost when their page unloads, so announce the unload and wait for them first.
    if (choice && page.url().startsWith(site.url)) {
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
      await eventually(() => underWay).toBe(0)
    }
    await page.goto(path)
    await collects(page)
  }
  return { page, go, tag }
}

/** Waits until the collector has started and has processed the earlier events. */
const collects = (page: Page) => page.waitForFunction(() => window.analyticsEvents && !Array.isArray(window.analyticsEvents))
const leaveByMouse = (page: Page) =>
  page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })))

/** Triggers every event that is reported to analytics. */
async function walk({ page, go }: Awaited<ReturnType<typeof arrive>>): Promise<void> {
  await page.clock.install()
  await go('/plumbers-hackney')
  for (const share of [0.5, 1, 0, 1])
    await page.evaluate(async (part) => {
      scrollTo({ top: document.documentElement.scrollHeight * part, behavior: 'instant' })
      for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    }, share)
  await leaveByMouse(page)
  await leaveByMouse(page)
  await page.getByRole('link', { name: '0800 644 2633' }).first().click()
  await page.getByRole('link', { name: 'WhatsApp us' }).first().click()

  await go('/')
  await page.locator('#hero').getByRole('link', { name: 'See Offer' }).click()
  await page.clock.fastForward(12_000)

  await go('/book')
  await started(page)
  await formOf(page)
    .getByText(/Only \d slots left today/)
    .waitFor()
  await pick(page, 'Red Line Response')
  await pick(page, 'Standard')
  await press(page, 'Next')
  await atStep(page, 2)
  await go('/claims')
  await go('/book')
  await started(page)
  await pick(page, 'Standard')
  await toReview(page, newVisitor())
  await press(page, 'Submit')
  await eventually(() => referenceOf(page)).toMatch(/^BK-/)
  await collects(page)
  await go('/terms')
}

/** The counts that a walk adds. */
const walked: Record<string, number> = {
  'page_view /plumbers-hackney': 1,
  'service_page_view Emergency Plumbing /plumbers-hackney': 1,
  'scroll_depth 25 /plumbers-hackney': 1,
  'scroll_depth 50 /plumbers-hackney': 1,
  'scroll_depth 75 /plumbers-hackney': 1,
  'scroll_depth 90 /plumbers-hackney': 1,
  'exit_intent /plumbers-hackney': 1,
  'phone_click /plumbers-hackney': 1,
  'whatsapp_click /plumbers-hackney': 1,
  'page_view /': 1,
  'cta_click hero_offer /': 1,
  'custom_test_event /': 1,
  'time_on_page /': 1,
  'page_view /book': 2,
  'booking_started book /book': 1,
  'redline select /book': 1,
  'booking_abandoned 2 /book': 1,
  'booking_completed standard /book': 1,
  'page_view /book/confirmed/:token': 1,
  'page_view /claims': 1,
  'page_view /terms': 1,
}

/** Sums by event, label and page. Scroll depth and reading time depend on the screen and the machine, so each counts on one page only. */
async function sums(): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const { event, label, path, count } of await site.counted()) {
    if (event === 'scroll_depth' && path !== '/plumbers-hackney') continue
    if (event === 'time_on_page' && path !== '/') continue
    const key = [event, event === 'time_on_page' ? '' : label, path].filter(Boolean).join(' ')
    all[key] = (all[key] ?? 0) + count
  }
  return all
}

/** Returns a function for the counts added since this call. */
async function countFromNow() {
  const before = await sums()
  return async () => {
    const now = Object.entries(await sums()).map(([key, count]) => [key, count - (before[key] ?? 0)] as const)
    return Object.fromEntries(now.filter(([, more]) => more !== 0))
  }
}

/** Visits a page that no other test visits. Once that visit is counted, everything sent before it has been written. */
async function fence(path: string): Promise<void> {
  await visit(site.url, path, desk)
  await eventually(async () => (await sums())[`page_view ${path}`]).toBe(1)
}

further.describe('Every event of a visit is counted', () => {
  it('once, of someone who was not asked for anything or has said nothing', async () => {
    const added = await countFromNow()
    await walk(await arrive())
    await fence('/plumbers-camden')
    await eventually(added).toEqual({
      ...walked,
      'page_view /plumbers-camden': 1,
      'service_page_view Emergency Plumbing /plumbers-camden': 1,
    })
  })

  // consented-events.test.ts tests both signals.
  it('never where the browser says so, and its visitor is asked nothing', async () => {
    const added = await countFromNow()
    const { page, go, tag } = await arrive({
      choice: 'granted',
      before: (each) => each.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })),
    })
    await go('/cookies')
    await page.getByText('Your browser asks websites not to track you, so we don’t count your visits.').waitFor()
    await page.locator('#analytics-choice').getByText('Your browser asks websites not to track you.').waitFor()
    expect(await page.locator('#counts-choice button, #analytics-choice button').count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Your choice about analytics' }).count()).toBe(0)
    await fence('/gas-emergency')
    expect(await added()).toEqual({ 'page_view /gas-emergency': 1 })
    expect(tag?.requests).toEqual([])
    expect((await page.context().cookies()).map((cookie) => cookie.name).filter((each) => each.startsWith('_ga'))).toEqual([])
  })
})

further.describe('A page that is not public is counted by its route', () => {
  /** Opens a page that doesn't exist, a booking's own, and two of an account, the last without loading a document. */
  async function walkPrivately({ page }: Awaited<ReturnType<typeof arrive>>): Promise<string> {
    const booked = await page.request.post('/functions/v1/submit-booking', { data: bookingBody(), headers: { Origin: site.url } })
    const { trackingUrl } = (await booked.json()) as { trackingUrl: string }
    const beacon = () => page.waitForResponse('**/api/counts')
    for (const path of ['/no-such-page/priya@example.com?utm_medium=Priya', new URL(trackingUrl).pathname, '/auth?next=/secret']) {
      const counted = beacon()
      await page.goto(path)
      await counted
    }
    await signUpIn(page.context(), site.url)
    const counted = beacon()
    await page.goto('/account/second-step')
    await counted
    const next = beacon()
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByRole('img', { name: 'QR code for My phone' }).waitFor()
    await next
    await page.goto('/robots.txt')
    return trackingUrl.split('/').at(-1) ?? ''
  }

  it('and only that it was viewed: no token and nothing typed reaches a row, and nothing the tag', async () => {
    const added = await countFromNow()
    const visitor = await arrive({ choice: 'granted' })
    const bodies: string[] = []
    visitor.page.on('request', (request) => void (request.url().endsWith('/api/counts') && bodies.push(request.postData() ?? '')))
    const token = await walkPrivately(visitor)
    await fence('/plumbers-waterloo')
    expect(await added()).toEqual({
      'page_view not-found': 1,
      'page_view /track/:token': 1,
      'page_view /auth': 1,
      'page_view /account/second-step': 1,
      'page_view /account/second-step/new': 1,
      'page_view /plumbers-waterloo': 1,
      'service_page_view Emergency Plumbing /plumbers-waterloo': 1,
    })
    expect(token.length).toBeGreaterThan(20)
    for (const told of [JSON.stringify(bodies), JSON.stringify(await site.counted())]) {
      expect(told).toContain('/track/:token')
      expect(told).not.toMatch(new RegExp(`${token}|no-such|riya|secret"`))
    }
    expect(visitor.tag?.requests).toEqual([])
  })
})

further.it('A purchase is told and counted once it is paid, and once however often the page is loaded', async () => {
  const { page, go } = await arrive({ choice: 'granted' })
  const purchase = {
    currency: 'GBP',
    value: 29.99,
    serviceType: 'Burst Pipe',
    urgency: 'redline',
    transactionId: 'T7KQ4MXNP2',
    location: 'E1',
  }
  await page.route('**/functions/v1/payment-status?*', (route) =>
    route.fulfill({ json: { state: 'paid', reference: 'BK-7KQ4MXNP', purchase } }),
  )
  await go('/payment-success?session_id=cs_test_private')
  for (const views of [1, 2]) {
    await page.locator('[data-island*="payment-status"][data-started]').waitFor({ state: 'attached' })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
    const seen = async () => [(await sums())['page_view /payment-success'], (await sums())['purchase redline /payment-success']]
    await eventually(seen).toEqual([views, 1])
    const purchases = async () => (await eventsOf(page)).filter(([name]) => name === 'purchase')
    await eventually(purchases).toMatchObject([
      ['purchase', { currency: 'GBP', value: 29.99, transaction_id: 'T7KQ4MXNP2', location: 'E1' }],
    ])
    if (views === 1) await page.reload()
  }
  expect(JSON.stringify(await site.counted())).not.toMatch(/cs_test|BK-|T7KQ|29\.99|E1"/)
  expect(JSON.stringify(await told(page))).not.toMatch(/cs_test|BK-7KQ4MXNP/)
})

it('On /cookies a visitor can opt out of counting, by keyboard, and it applies on every page and in every tab until they opt back in', async () => {
  const { page, go } = await arrive()
  await go('/cookies')
  const control = page.locator('#counts-choice')
  const said = () => control.getByRole('status').innerText()
  await eventually(async () => (await sums())['page_view /cookies']).toBe(1)
  expect(await axeProblems(page, '#counts-choice')).toEqual([])
  const other = await page.context().newPage()
  await other.goto('/cookies')
  await collects(other)
  await eventually(async () => (await sums())['page_view /cookies']).toBe(2)
  const added = await countFromNow()

  await control.getByRole('button', { name: 'Don’t count my visits' }).focus()
  await page.keyboard.press('Enter')
  expect(await said()).toBe('We don’t count your visits.')
  expect(await focused(page)).toBe('Count my visits')
  await eventually(() => other.locator('#counts-choice').getByRole('status').innerText()).toBe('We don’t count your visits.')
  for (const tab of [page, other]) {
    await leaveByMouse(tab)
    await tab.goto('/pricing')
    await collects(tab)
  }
  await page.goto('/cookies')
  await control.getByRole('button', { name: 'Count my visits' }).click()
  await leaveByMouse(page)
  await eventually(async () => (await added())['exit_intent /cookies']).toBe(1)
  expect(Object.keys(await added())).not.toContain('page_view /pricing')
})
