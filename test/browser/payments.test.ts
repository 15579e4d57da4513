// @module-tag never-again
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#app/values/clock.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { type FakeStripe, openFakeStripe } from '#test/support/fake-stripe.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { axeProblems, eventually, openContext, overflowPx, toasts } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

interface Paid {
  site: Site
  stripe: FakeStripe
  page: Page
  reference: string
  /** The link shown by the form and on the booking's page. */
  payLink: string
}

/** A visitor whose slot is held, in a browser with a fake Stripe payment page that has one button. */
async function openHeld(options: { javaScriptEnabled?: boolean }): Promise<Paid> {
  const stripe = await openFakeStripe(systemClock)
  const site = await startSite({
    env: { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_WEBHOOK_SECRET: stripe.webhookSecret, STRIPE_API_URL: stripe.url },
  })
  onTestFinished(() => site.close())
  const submitted = await fetch(`${site.url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bookingBody({ serviceLevel: 'redline' })),
  })
  const { reference, payment } = (await submitted.json()) as { reference: string; payment: { url: string } }
  const context = await openContext(browser, site.url, options)
  // The browser would follow a redirect without calling the routes below, so the redirect is replaced by a page that leads there.
  await context.route('**/track/*/pay', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const { location } = response.headers()
    if (response.status() !== 303 || !location?.startsWith('https://')) return route.fulfill({ response })
    return route.fulfill({ contentType: 'text/html', body: `<!doctype html><meta http-equiv="refresh" content="0;url=${location}">` })
  })
  await context.route('https://checkout.stripe.com/**', (route) => {
    const session = stripe.sessions.find(({ url }) => url === route.request().url())
    const returned = session?.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)
    return route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Stripe</title><a href="${returned}">Pay</a>` })
  })
  return { site, stripe, page: await context.newPage(), reference, payLink: payment.url }
}

const stripesPage = 'https://checkout.stripe.com/**'
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('Paying for Red Line through Stripe, %s', (_, javaScriptEnabled) => {
  it('says what to do while Stripe is not reached, keeps the slot, leads to its page and back, and says that it is paid once Stripe has said so', async () => {
    const { site, stripe, page, reference, payLink } = await openHeld({ javaScriptEnabled })
    stripe.faults = Array.from({ length: 3 }, () => ({ path: /^POST .*sessions$/, fault: 'hangs up before' as const }))
    await page.goto(payLink)
    expect(await heading(page)).toBe('Payment page unavailable')
    expect(await page.locator('main').textContent()).toContain('We’re still holding your slot')
    if (javaScriptEnabled) expect(await axeProblems(page)).toEqual([])
    expect(await overflowPx(page)).toBe(0)
    stripe.faults = []
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.waitForURL(stripesPage)
    expect((await site.bookingsOf('priya.raman@example.com')).map(({ status }) => status)).toEqual(['awaiting_payment'])

    // The link still leads there.
    const address = page.url()
    await page.goto(payLink)
    await page.waitForURL(address)
    stripe.pay(address)
    await page.getByRole('link', { name: 'Pay' }).click()
    expect(await heading(page)).toBe('Your payment is being confirmed')
    expect(await page.locator('main').textContent()).not.toContain('Payment Successful')
    if (javaScriptEnabled) expect(await toasts(page).count()).toBe(0)
    if (javaScriptEnabled) expect(await axeProblems(page, 'main')).toEqual([])
    expect(await overflowPx(page)).toBe(0)

    expect(await stripe.deliver(`${site.url}/functions/v1/payment-events`)).toEqual([200, 200])
    if (!javaScriptEnabled) await page.getByRole('link', { name: 'Check again' }).click()
    await page.getByText('Payment Successful!').first().waitFor()
    await eventually(() => page.locator('main').textContent()).toContain(reference)
    if (javaScriptEnabled) await eventually(() => toasts(page).count()).toBe(1)
    if (javaScriptEnabled) expect(await axeProblems(page)).toEqual([])
    // The link now leads to the current status.
    await page.goto(payLink)
    expect(new URL(page.url()).pathname).toMatch(/^\/track\/[^/]+$/)
  })
})
