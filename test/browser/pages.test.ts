import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { devCookie } from '#test/support/instance.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { axeProblems, overflowPx } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: { DEV_TOOLS: 'on' } })])
})
afterAll(() => site?.close())

const phone = { width: 360, height: 740 }

/** Opens a page that must log nothing to the console: no error, no policy violation. */
async function open(path: string) {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: site.url, viewport: phone })
  if (path.startsWith('/dev/')) await context.addCookies([await devCookie(site.instance)])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(path)
  return { page, complaints }
}

/** Presses a button and waits until the next page shows `sign`. */
async function press(page: Page, button: 'Next' | 'Submit', sign: Parameters<Page['getByRole']>) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole(...sign).waitFor()
  await page.waitForLoadState()
}

/** reading.test.ts checks the pages to read, and those after a payment, in the same way. */
const plainPaths = [
  '/',
  '/plumbers-whitechapel',
  '/plumbers-city-london',
  '/emergency-boiler-repair',
  '/locations',
  '/pricing',
  '/pricing?when=at&day=yesterday&materials=many',
  '/privacy',
  '/cookies',
  '/gas-emergency',
  '/security-dashboard',
  '/dev/mailbox',
  '/dev/error',
]

/** Every page and every state of the form, as a visitor reaches them. */
async function* everyState(): AsyncGenerator<[string, Page, string[]]> {
  const { page, complaints } = await open('/')
  await page.context().addCookies([await devCookie(site.instance)])
  for (const path of plainPaths) {
    complaints.length = 0
    await page.goto(path)
    yield [path, page, complaints]
  }
  complaints.length = 0
  await page.goto('/book')
  yield ['service level', page, complaints]
  await press(page, 'Next', ['textbox', { name: 'Phone number' }])
  yield ['contact details', page, complaints]
  await press(page, 'Next', ['alert'])
  // The console logs the 400, which is expected.
  complaints.length = 0
  yield ['contact details with problems', page, complaints]
  await page.getByLabel('Name', { exact: true }).fill('Priya Raman')
  await page.getByLabel('Phone number').fill('07700 900264')
  await page.getByLabel('Email').fill('priya.raman@example.com')
  await press(page, 'Next', ['textbox', { name: /Postcode/ }])
  yield ['emergency details', page, complaints]
  await page.getByText('Access and who’s there').click()
  await press(page, 'Next', ['alert'])
  complaints.length = 0
  yield ['emergency details with problems', page, complaints]
  await page.locator('label', { hasText: 'Burst Pipe' }).click()
  await page.getByLabel('Postcode').fill('HA1 1AA')
  await page.getByLabel('What’s wrong?').fill(`Water\nthrough the ceiling, and ${'a-very-long-word'.repeat(12)}`)
  await press(page, 'Next', ['heading', { name: 'Check your answers' }])
  yield ['check your answers', page, complaints]
  await press(page, 'Submit', ['heading', { name: /we’ve got your booking/i }])
  yield ['confirmation', page, complaints]
  await page.getByRole('link', { name: 'Track your engineer' }).first().click()
  await page.getByText('What’s happened so far').waitFor()
  yield ['tracking', page, complaints]
}

const overflowAt = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 740 })
  return overflowPx(page)
}

/** Targets that are too low to tap. Links in running text may be. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => !element.closest('[aria-hidden=true], .sr-only, p, .prose li, dd > p, pre') && element.tabIndex >= 0)
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.height < 44)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.height}`),
  )

describe('every page and state', () => {
  it('passes axe without a word on the console, has one main heading, no small target, and never scrolls sideways', {
    timeout: 180_000,
  }, async () => {
    const problems: string[] = []
    let states = 0
    for await (const [name, page, complaints] of everyState()) {
      states += 1
      // Scroll to the top: axe reports targets that the call bar covers as too small.
      await page.evaluate(() => scrollTo(0, 0))
      const found = [...(await axeProblems(page)), ...(await smallTargets(page)), ...complaints]
      if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) found.push('not one heading of the first level')
      if ((await page.title()) === '') found.push('no title')
      for (const width of [320, 768, 1280]) {
        const px = await overflowAt(page, width)
        if (px > 0) found.push(`${px} px too wide at ${width} px`)
      }
      await page.setViewportSize(phone)
      problems.push(...found.map((problem) => `${name}: ${problem}`))
    }
    expect(problems).toEqual([])
    expect(states).toBe(plainPaths.length + 8)
  })
})

describe('what does not exist, and what fails', () => {
  it('an unknown path is a 404 with the way home, for GET and for POST', async () => {
    const { page } = await open('/no/such/page')
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Oops! Page not found')
    expect(await axeProblems(page)).toEqual([])
    expect((await page.request.post('/no/such/page', { form: { a: 'b' } })).status()).toBe(404)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  /** Opens a page and records its `react-error` events. */
  async function openListening(path: string) {
    const context = await browser.newContext({ serviceWorkers: 'block', baseURL: site.url })
    if (path.startsWith('/dev/')) await context.addCookies([await devCookie(site.instance)])
    await context.addInitScript(() => {
      const seen: unknown[] = []
      Object.assign(window, { seen })
      window.addEventListener('react-error', (event) => seen.push((event as CustomEvent).detail))
    })
    const page = await context.newPage()
    const answer = await page.goto(path)
    const seen = () => page.evaluate(() => (window as unknown as { seen: Record<string, string>[] }).seen)
    return { page, seen, status: answer?.status() }
  }

  it('an error on the server is the error screen, without its detail, and the event', async () => {
    const { page, seen, status } = await openListening('/dev/failing')
    expect(status).toBe(500)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Something Went Wrong')
    const text = await page.locator('main').textContent()
    for (const words of [
      'Need Emergency Help Right Now?',
      'Call 0800 644 2633',
      'Available 24/7 for emergency plumbing',
      'Try Again',
      'Go Home',
    ])
      expect(text).toContain(words)
    expect(text).toMatch(/Error ID: \d{13}/)
    expect(await page.content()).not.toContain('nobody outside may read')
    expect(await seen()).toEqual([{ message: 'The page could not be rendered', stack: '', componentStack: '' }])
    expect(await axeProblems(page)).toEqual([])
  })

  it('an error in the browser is the error screen, and the event with message, stack and component stack', async () => {
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

  it('another answer that was thrown shows its status and words', async () => {
    const { page, status } = await openListening('/dev/failing?as=teapot')
    expect(status).toBe(418)
    const text = await page.locator('main').textContent()
    expect(text).toContain('Unexpected Application Error!')
    expect(text).toContain("418 I'm a teapot")
  })
})
