import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Site, shareSite } from '#test/support/site.ts'
import { newVisitor, openContext, shareChromium } from './visitor.ts'

const shared = shareSite()
shareChromium()

describe('a visitor without JavaScript', () => {
  let site: Site
  let page: Page
  const { email } = newVisitor()
  beforeAll(async () => {
    site = await shared()
  })

  const go = async (name: 'Next' | 'Submit') => page.getByRole('button', { name, exact: true }).click()
  /** From a problem that was chosen before the form began. */
  const toReview = async () => {
    await page.getByLabel('Where is it?').fill('e11fr')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('We cover E1 1FR, Tower Hamlets.').waitFor()
    expect(await page.locator('label', { hasText: 'Standard' }).textContent()).toMatch(/£[\d.]+With you by /)
    await go('Next')
    await page.getByLabel('Name', { exact: true }).fill('Priya Raman')
    await page.getByLabel('Phone number').fill('07700 900264')
    await page.getByLabel('Email').fill(email)
    await go('Next')
    // Known answers are on one line, and aren't asked for again.
    for (const known of ['Burst Pipe', 'E1 1FR, Tower Hamlets']) await page.locator('fieldset strong', { hasText: known }).waitFor()
    expect(await page.locator('fieldset input[type=radio]:not([name=timeSlot])').count()).toBe(0)
    await go('Next')
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor()
  }

  it('books from the home page, and the booking is stored once with everything that was typed', async () => {
    page = await (await openContext(site.url, { javaScriptEnabled: false })).newPage()
    await page.goto('/')
    await page.locator('#hero').getByRole('link', { name: 'Book: Burst pipe', exact: true }).click()
    await toReview()
    expect(await page.locator('main').textContent()).toContain('Burst Pipe, base price£')
    await go('Submit')
    await page.getByText('Booking Submitted Successfully! ✅').waitFor()
    const reference = await page.getByText(/^BK-/).textContent()
    const confirmation = page.url()
    await page.reload()
    expect(await page.getByText(/^BK-/).textContent()).toBe(reference)
    const stored = await site.bookingsOf(email)
    expect(stored).toMatchObject([{ reference, name: 'Priya Raman', phone: '+447700900264', postcode: 'E1 1FR', borough: 'Tower Hamlets' }])
    // The same form sent again, by Back and Submit, leads to the same booking.
    await page.goBack()
    await page.goBack().catch(() => undefined)
    expect(await site.bookingsOf(email)).toHaveLength(1)
    await expect.poll(() => site.subjectsTo(email)).toHaveLength(1)
    const toDesk = site.db
      .selectFrom('localMail')
      .select('id')
      .where('recipient', '=', 'desk@localhost')
      .where('message', 'like', `%${email}%`)
    await expect.poll(() => toDesk.execute()).toHaveLength(1)

    // No cache keeps the private link's page, and no search engine finds it.
    await page.goto(confirmation)
    await page.locator('a[href^="/track/"]:not([href$=".ics"]):visible').first().click()
    await page.waitForURL(/\/track\//)
    const answer = await page.request.get(page.url())
    expect(answer.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' })
    const calendar = await page.request.get(`${page.url()}/booking.ics`)
    expect(calendar.headers()['content-type']).toContain('text/calendar')
    expect(await calendar.text()).toContain('BEGIN:VEVENT')
    const wrong = await page.request.get('/track/nobody-has-this-link')
    expect(wrong.status()).toBe(404)
  })
})
