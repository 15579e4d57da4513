import { describe, expect, it } from 'vitest'
import { further, isDeep } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { signInAs } from './signed-in.ts'
import { axeProblems, eventually, looksWrong, openQuietContext, shareChromium, smallTargets } from './visitor.ts'

shareChromium()
const site = siteForFile({ accounts: true, env: { DEV_TOOLS: 'on' } })

/** Opens a page that must log nothing to the console: no error, no policy violation. */
async function open(path: string, init?: () => void) {
  const context = await openQuietContext(site.url)
  if (path.startsWith('/dev/')) await context.addCookies([await site.devCookie()])
  if (init) await context.addInitScript(init)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const answer = await page.goto(path)
  return { page, complaints, status: answer?.status() }
}

/**
 * The tests of every other page check it in the same way: the home page in shell.test.ts, prices in pricing.test.ts, the form in
 * live-form.test.ts, a booking in track.test.ts, texts in reading.test.ts.
 */
const paths = [
  '/',
  '/plumbers-whitechapel',
  ...(isDeep ? ['/emergency-boiler-repair', '/locations', '/plumbers-city-london', '/gas-emergency', '/dev/mailbox', '/dev/error'] : []),
  ...(isDeep ? ['/pricing', '/privacy', '/cookies', '/security-dashboard', '/book'] : []),
]

describe('pages without a test file of their own', () => {
  it('pass axe without a word on the console, have one main heading, no small target, and never scroll sideways', async () => {
    const { page, complaints } = await open('/book/confirmed/none')
    // The console logs the 404, which is expected.
    complaints.length = 0
    await page.context().addCookies([await site.devCookie()])
    const booked = await page.request.post('/functions/v1/submit-booking', { data: bookingBody() })
    const { trackingUrl } = (await booked.json()) as { trackingUrl: string }
    const problems: string[] = []
    for (const path of [...paths, `/book/confirmed/${trackingUrl.split('/').at(-1)}`]) {
      await page.goto(path)
      // Deferred sections aren't where they will be.
      await eventually(() => page.locator('.lazy').count()).toBe(0)
      const found = [...(await looksWrong(page)), ...(await smallTargets(page)), ...complaints.splice(0)]
      if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) found.push('not one heading of the first level')
      if ((await page.title()) === '') found.push('no title')
      problems.push(...found.map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
  })

  further.it.each<['anyone' | 'customer' | 'staff' | 'owner', string[]]>([
    ['anyone', ['/auth', '/auth?tab=sign-up', '/auth/forgotten', '/auth/verify?token=x&type=signup', '/auth/first-owner?token=x']],
    [
      'customer',
      ['', '/email', '/password', '/confirm', '/passkeys', '/devices', '/data', '/delete', '/second-step', '/sign-in-with'].map(
        (each) => `/account${each}`,
      ),
    ],
    ['staff', ['/staff/deliveries', '/staff/reviews', '/staff/monitoring', '/blog-admin', '/staff/bills', '/staff/inbox']],
    [
      'owner',
      ['/staff/people?done=invited', '/staff/people/invite', '/staff/people/samples', '/staff/settings', '/staff/settings/business'],
    ],
  ])('of an account of %s pass axe, fit a phone and a desk, and move nothing while they load', async (role, own) => {
    const { page } = await open('/robots.txt')
    await watchShifts(page)
    if (role !== 'anyone') await signInAs(page, site, role)
    await site.book('priya@example.com')
    for (const path of own) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await shiftsOf(page), path).toEqual([])
      expect(await looksWrong(page), path).toEqual([])
    }
  })
})

describe('what does not exist, and what fails', () => {
  /** Opens a page and records its `react-error` events. */
  async function openListening(path: string) {
    const { page, status } = await open(path, () => {
      const seen: unknown[] = []
      Object.assign(window, { seen })
      window.addEventListener('react-error', (event) => seen.push((event as CustomEvent).detail))
    })
    const seen = () => page.evaluate(() => (window as unknown as { seen: Record<string, string>[] }).seen)
    return { page, seen, status }
  }

  it('an error on the server is the error screen, without its detail, and the event', async () => {
    const { page, seen, status } = await openListening('/dev/failing')
    expect(status).toBe(500)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Something Went Wrong')
    const text = await page.locator('main').textContent()
    for (const words of ['Call 0800 644 2633', 'Try Again', 'Go Home']) expect(text).toContain(words)
    expect(text).toMatch(/Error ID: \d{13}/)
    expect(await page.content()).not.toContain('nobody outside may read')
    expect(await seen()).toEqual([{ message: 'The page could not be rendered', stack: '', componentStack: '' }])
    expect(await axeProblems(page, 'main')).toEqual([])
  })

  further.it('an error in the browser is the error screen, and the event with message, stack and component stack', async () => {
    const { page, seen } = await openListening('/dev/error')
    await page.getByRole('button', { name: 'Fail in the browser' }).click()
    await page.getByRole('heading', { name: 'Something Went Wrong' }).waitFor()
    const [detail, ...more] = await seen()
    expect(more).toEqual([])
    expect(detail).toMatchObject({ message: 'A component that fails' })
    expect(detail?.stack).toContain('Error: A component that fails')
    expect(detail?.componentStack).toContain('at ')
    await page.getByRole('link', { name: 'Try Again' }).click()
    await page.getByRole('heading', { name: 'Errors to try' }).waitFor()
  })

  it.each(isDeep ? ['/', '/book'] : ['/book'])('a response that can’t be understood takes no form away, on %s', async (path) => {
    const { page, seen } = await openListening(path)
    await page.route('**/functions/v1/booking-options*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, changed: { details: { emergencyPhone: {} }, prices: 'none', windows: 7 } } })
    })
    const answered = page.waitForResponse('**/functions/v1/booking-options*')
    const form = page.locator('form', { has: page.locator('[name=serviceLevel]') }).first()
    await form.scrollIntoViewIfNeeded()
    await form.locator('[name=serviceLevel]').first().check({ force: true })
    await answered
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await form.isVisible()).toBe(true)
    expect(await seen()).toEqual([])
  })
})
