import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { devCookie } from '#test/support/instance.ts'
import { openStaffedSite, type Site } from '#test/support/site.ts'
import { axeProblems, closeContext, eventually, overflowPx } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

/** A visit on a phone, whose pages may log errors. */
async function openVisit(site: Site, init?: () => void): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  })
  if (init) await context.addInitScript(init)
  onTestFinished(() => closeContext(context))
  return context
}

/** Waits until monitoring has started on the page. */
const watched = (page: Page) => page.waitForFunction(() => !/native code/.test(window.fetch.toString()), undefined, { timeout: 30_000 })

const errorsOf = (site: Site, kind: string) =>
  site.db.selectFrom('errorGroups').select(['message', 'page', 'frame', 'count']).where('kind', '=', kind).execute()
const vitalsOf = async (site: Site, page: string) =>
  (
    await site.db
      .selectFrom('measureCounts')
      .select(['metric', 'detail'])
      .distinct()
      .where('span', '=', 'hour')
      .where('page', '=', page)
      .where('metric', 'in', ['LCP', 'INP', 'CLS', 'TTFB', 'FID'])
      .orderBy('metric')
      .execute()
  ).map(({ metric, detail }) => `${metric} ${detail}`)

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
}

test('A visit is measured from five seconds on, and what goes wrong in it is stored, without anything of the visitor', async () => {
  const site = await openStaffedSite()
  const context = await openVisit(site)
  const page = await context.newPage()
  await page.goto('/plumbers-hackney?from=secret-query')
  // An error before monitoring starts is kept and reported later.
  // Wait until the idle tasks of the page have run and the collector has started.
  await page.waitForFunction(() => typeof window.analyticsEvents === 'object' && !Array.isArray(window.analyticsEvents))
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('Early, of jo@example.com'))))
  await page.mouse.click(5, 300)
  await watched(page)
  const startedMs = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const module = performance.getEntriesByType('resource').find(({ name }) => name.includes('/islands/monitor-page'))
    return (module?.startTime ?? 0) - (navigation?.loadEventEnd ?? 0)
  })
  // A timer never fires early, but browsers round.
  expect(startedMs).toBeGreaterThan(4_990)
  const answer = await page.evaluate(async () => {
    const response = await fetch('/functions/v1/booking-options?postcode=SW1A1AA')
    return [response.status, response.bodyUsed, Object.keys((await response.json()) as object).length > 0]
  })
  expect(answer).toEqual([200, false, true])
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('Late, at SW1A 1AA, 07700 900123')
    })
    const script = document.createElement('script')
    script.textContent = 'document.title = "refused"'
    document.body.append(script)
  })
  await eventually(() => errorsOf(site, 'csp')).toMatchObject([{ message: 'script-src-elem: inline', page: '/plumbers-:area', count: 1 }])
  await page.goto('/book')
  await eventually(() => vitalsOf(site, '/plumbers-:area')).toEqual(['CLS phone', 'FID phone', 'INP phone', 'LCP phone', 'TTFB phone'])
  expect((await errorsOf(site, 'promise')).map(({ message }) => message)).toEqual(['Error: Early, of [email]'])
  expect((await errorsOf(site, 'script')).map(({ message }) => message)).toEqual(['TypeError: Late, at [postcode], [number]'])
  const fetched = await site.db.selectFrom('measureCounts').select('page').distinct().where('metric', '=', 'fetch').execute()
  // The reports themselves are not included.
  expect(fetched.map(({ page: path }) => path)).toContain('/functions/v1/booking-options')
  expect(fetched.map(({ page: path }) => path)).not.toContain('/api/reports')
  const stored = [
    await site.db.selectFrom('errorGroups').selectAll().execute(),
    await site.db.selectFrom('performanceMetrics').selectAll().execute(),
  ]
  expect(JSON.stringify(stored)).not.toMatch(/secret|jo@|900123|1AA/)
  expect(await context.cookies()).toEqual([])
})

test('A component that fails shows the screen, says so, and is told to staff, who resolve it; their own pages are measured too', async () => {
  const site = await openStaffedSite()
  const context = await openVisit(site, () => {
    addEventListener('react-error', (event) => {
      document.documentElement.dataset.failed = (event as CustomEvent<{ message: string }>).detail.message
    })
  })
  await context.addCookies([await devCookie(site.instance)])
  const page = await context.newPage()
  await page.goto('/dev/error')
  // Hydrated, but before monitoring starts.
  const fail = page.getByRole('button', { name: 'Fail in the browser' })
  await expect
    .poll(
      async () => {
        if (await fail.isVisible()) await fail.click()
        return page.evaluate(() => document.documentElement.dataset.failed)
      },
      { timeout: 30_000 },
    )
    .toBe('A component that fails')
  await page.getByRole('heading', { name: 'Something Went Wrong' }).waitFor()
  await watched(page)
  await page.goto('/auth?next=/account')
  await eventually(() => errorsOf(site, 'react')).toMatchObject([
    { message: 'A component that fails', page: '/dev/error', frame: expect.stringMatching(/^error-.*\.js:\d+:\d+$/) },
  ])
  await signIn(page, await site.sampleOf('staff'))
  await page.waitForURL((url) => url.pathname === '/account')
  await watched(page)
  await page.goto('/staff/monitoring?kind=react')
  await eventually(() => vitalsOf(site, '/account')).toContain('TTFB phone')
  await page.reload()
  await page.getByText('A component that fails', { exact: true }).waitFor()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await overflowPx(page)).toBe(0)
  }
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Resolved: A component that fails' }).click()
  await page.getByText('It reopens automatically if it happens again.').waitFor()
  await page.getByText('No open errors.').waitFor()
})

test('A browser that asks not to be measured tells what goes wrong alone', async () => {
  const site = await openStaffedSite()
  const context = await openVisit(site, () => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  const page = await context.newPage()
  await page.goto('/gas-emergency')
  await watched(page)
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('It broke'))))
  await page.goto('/book')
  await eventually(() => errorsOf(site, 'promise')).toMatchObject([{ message: 'Error: It broke', page: '/gas-emergency' }])
  expect(await site.db.selectFrom('performanceMetrics').selectAll().execute()).toEqual([])
})
