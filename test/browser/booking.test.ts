import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redlineSlotsPerDay } from '#content/fees.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { openSite, type Site, shareSite } from '#test/support/site.ts'
import { newVisitor, openContext, takesPayments } from './visitor.ts'

const shared = shareSite()
let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

describe('a visitor without JavaScript', () => {
  let site: Site
  let page: Page
  /** Identifies the bookings that belong to this test. */
  let email: string

  const visit = async (path: string, at = site) => {
    page = await (await openContext(browser, at.url, { javaScriptEnabled: false })).newPage()
    await page.goto(path)
  }
  beforeEach(async () => {
    site = await shared()
    email = newVisitor().email
  })

  const go = async (name: 'Next' | 'Previous' | 'Submit') => page.getByRole('button', { name, exact: true }).click()
  const heading = () => page.locator('[aria-current=step]').textContent()
  const fillContact = async () => {
    await page.getByLabel('Name', { exact: true }).fill('Priya Raman')
    await page.getByLabel('Phone number').fill('07700 900264')
    await page.getByLabel('Email').fill(email)
  }
  /** From a problem that was chosen before the form began. */
  const toReview = async () => {
    await page.getByLabel('Where is it?').fill('e11fr')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('We cover E1 1FR, Tower Hamlets.').waitFor()
    expect(await page.locator('label', { hasText: 'Standard' }).textContent()).toMatch(/£[\d.]+With you by /)
    await go('Next')
    await fillContact()
    await go('Next')
    // What is known is one line, and isn't asked again.
    for (const known of ['Burst Pipe', 'E1 1FR, Tower Hamlets']) await page.locator('fieldset strong', { hasText: known }).waitFor()
    expect(await page.locator('fieldset input[type=radio]:not([name=timeSlot])').count()).toBe(0)
    await go('Next')
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor()
  }

  it('books from the home page, and the booking is stored once with everything that was typed', async () => {
    await visit('/')
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
    await page.getByRole('link', { name: 'Track your engineer' }).first().click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Received')
    const answer = await page.request.get(page.url())
    expect(answer.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' })
    const calendar = await page.request.get(`${page.url()}/booking.ics`)
    expect(calendar.headers()['content-type']).toContain('text/calendar')
    expect(await calendar.text()).toContain('BEGIN:VEVENT')
    const wrong = await page.request.get('/track/nobody-has-this-link')
    expect(wrong.status()).toBe(404)
  })

  it('is told what is wrong in a summary and beside each field in the same words, and loses nothing', async () => {
    await visit('/book')
    await go('Next')
    await page.getByLabel('Phone number').fill('0771 44')
    await page.getByLabel('Email').fill('nobody')
    await go('Next')
    const summary = page.getByRole('alert')
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Name is required',
      'Please enter a valid phone number. Enter a UK number, like 07700 900123.',
      'Please enter a valid email address. Enter it in full, like name@example.com.',
    ])
    expect(await page.title()).toMatch(/^Error: /)
    await expect
      .poll(() => page.locator('#phone-problem').textContent())
      .toContain('Please enter a valid phone number. Enter a UK number, like 07700 900123.')
    expect(await page.getByLabel('Phone number').getAttribute('aria-describedby')).toBe('phone-hint phone-problem')
    expect(await page.getByLabel('Phone number').inputValue()).toBe('0771 44')
    await summary.getByRole('link', { name: 'Please enter a valid phone number. Enter a UK number, like 07700 900123.' }).click()
    expect(new URL(page.url()).hash).toBe('#phone')
  })

  it('goes back without losing a half-typed answer, picks a slot of another day after asking for it, and changes an answer at the check', async () => {
    await visit('/book')
    await go('Next')
    await page.getByLabel('Name', { exact: true }).fill('P')
    await go('Previous')
    expect(await heading()).toContain('Service Level')
    await go('Next')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('P')
    await fillContact()
    await go('Next')
    await page.locator('label', { hasText: 'Blocked Drain' }).click()
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Date').fill(day)
    await page.getByRole('button', { name: 'Show times for this date' }).click()
    await page.locator('label', { hasText: '10am to noon' }).click()
    await page.locator('form strong', { hasText: 'Blocked Drain' }).waitFor()
    await go('Next')
    expect(await page.locator('main').textContent()).toContain('10am to noon')
    await page.getByRole('button', { name: 'Change phone' }).click()
    await page.getByLabel('Phone number').fill('020 7946 0018')
    await go('Next')
    // It comes straight back to the check, with the rest as it was.
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor()
    const answers = await page.locator('main').textContent()
    for (const answer of ['020 7946 0018', 'Blocked Drain', '10am to noon']) expect(answers).toContain(answer)
  })

  it('books Red Line by phone only where nothing can take the payment, and reads so', async () => {
    await visit('/book')
    const option = page.locator('label', { hasText: 'Red Line Response' })
    expect(await option.textContent()).toContain('By phone only')
    expect(await option.getByRole('link').getAttribute('href')).toBe('tel:08006442633')
    expect(await page.getByRole('radio', { name: /Red Line Response/ }).isDisabled()).toBe(true)
    expect(await page.locator('main').textContent()).not.toContain('SOLD OUT')
  })

  it('cannot choose Red Line when it is sold out, and reads so', async () => {
    const own = await openSite({ env: takesPayments })
    await own.sellRedline(redlineSlotsPerDay)
    await visit('/book', own)
    // The page is cached for everyone and may be older than the last slot, but the answer to its first step is fresh.
    await page.locator('label', { hasText: 'Red Line Response' }).click()
    await go('Next')
    expect(await page.getByRole('alert').textContent()).toContain('All Red Line slots for today are taken')
    expect(await page.getByRole('radio', { name: /Red Line Response/ }).isDisabled()).toBe(true)
    expect(await page.locator('main').textContent()).toContain('SOLD OUT')
    await page
      .getByRole('alert')
      .getByRole('button', { name: /Standard/ })
      .click()
    await go('Next')
    await page.getByLabel('Phone number').waitFor()
  })

  it('out of our boroughs is warned, offered the phone and can still book, and sees hostile text as text', async () => {
    await visit('/book')
    await page.getByLabel('Where is it?').fill('HA1 1AA')
    await go('Next')
    await fillContact()
    await page.getByLabel('Name', { exact: true }).fill('<img src=x onerror=alert(1)> & "Ann"')
    await go('Next')
    await page.locator('label', { hasText: 'Leak Repair' }).click()
    await page.getByLabel('What’s wrong?').fill('</textarea><script>alert(1)</script>')
    await go('Next')
    const main = page.locator('main')
    expect(await main.textContent()).toContain('HA1 1AA is outside the boroughs we cover')
    expect(await main.getByRole('status').getByRole('link').getAttribute('href')).toBe('tel:08006442633')
    expect(await page.locator('main img, main script').count()).toBe(0)
    await go('Submit')
    await page.getByText(/^BK-/).waitFor()
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect((await site.bookingsOf(email)).at(-1)).toMatchObject({
      postcode: 'HA1 1AA',
      inArea: 0,
      description: '‹/textarea›‹script›alert(1)‹/script›',
    })
  })
})
