import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { further } from '#test/support/depth.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { eventually, openQuietContext, shareChromium } from '../visitor.ts'

const shared = shareSite({ accounts: true })
shareChromium()

/** Waits until monitoring has started on the page. */
const watched = (page: Page) => page.waitForFunction(() => !/native code/.test(window.fetch.toString()))

const errorsOf = (site: Site, kind: string, page: string) =>
  site.db
    .selectFrom('errorGroups')
    .select(['message', 'page', 'frame', 'count'])
    .where('kind', '=', kind)
    .where('page', '=', page)
    .execute()
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

test('A visit is measured from five seconds on, and what goes wrong in it is stored, without anything of the visitor', async () => {
  const site = await shared()
  const context = await openQuietContext(site.url)
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
  await eventually(() => errorsOf(site, 'csp', '/plumbers-:area')).toMatchObject([{ message: 'script-src-elem: inline', count: 1 }])
  await page.goto('/book')
  await eventually(() => vitalsOf(site, '/plumbers-:area')).toEqual(['CLS phone', 'FID phone', 'INP phone', 'LCP phone', 'TTFB phone'])
  expect((await errorsOf(site, 'promise', '/plumbers-:area')).map(({ message }) => message)).toEqual(['Error: Early, of [email]'])
  expect((await errorsOf(site, 'script', '/plumbers-:area')).map(({ message }) => message)).toEqual([
    'TypeError: Late, at [postcode], [number]',
  ])
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

further.it('A browser that asks not to be measured tells what goes wrong alone', async () => {
  const site = await shared()
  const page = await (await openQuietContext(site.url)).newPage()
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }))
  await page.goto('/gas-emergency')
  await watched(page)
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('It broke'))))
  await page.goto('/book')
  await eventually(() => errorsOf(site, 'promise', '/gas-emergency')).toMatchObject([{ message: 'Error: It broke' }])
  const measured = await site.db.selectFrom('performanceMetrics').select('metadata').execute()
  expect(measured.filter(({ metadata }) => metadata.includes('/gas-emergency'))).toEqual([])
})
