// @module-tag never-again
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { siteSessionLength } from '#app/features/accounts/session-length.ts'
import { newId } from '#app/values/ids.ts'
import { further } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import { typeSignIn } from './signed-in.ts'
import { axeProblems, eventually, isOnScreen, openContext, shareChromium } from './visitor.ts'

shareChromium()
const site = siteForFile({ accounts: true, ownProcess: true })

async function open(path: string): Promise<Page> {
  const page = await (await openContext(site.url)).newPage()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page
}

/** Handles each form sent from this page with `meet`, until the returned function is called. */
async function meeting(page: Page, meet: (route: Route) => Promise<void>) {
  const handler = (route: Route) => (route.request().method() === 'POST' ? meet(route) : route.fallback())
  await page.route('**/*.data*', handler)
  return () => page.unroute('**/*.data*', handler)
}
const lineLost = (route: Route) => route.abort()
const tooBusy = (route: Route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'Back in a moment' })
/** The server has processed the request, but its response is lost. */
const answerLost = async (route: Route) => {
  await route.fetch({ maxRedirects: 0 })
  await route.abort()
}

const notice = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Send again' }) })
const sendAgain = (page: Page) => notice(page).getByRole('button', { name: 'Send again' }).click()
const writtenByCustomer = (bookingId: string, text: string) =>
  site.db
    .insertInto('bookingMessages')
    .values({ id: newId(), bookingId, at: new Date().toISOString(), sender: 'customer', actor: 'customer', text, idempotencyKey: newId() })
    .execute()
const inNewTab = async (page: Page, link: RegExp) => {
  const opening = page.context().waitForEvent('page')
  await notice(page).getByRole('link', { name: link }).click()
  return opening
}

describe('A form whose submit fails', () => {
  it('stays with what was typed: signing in without a line; a booking by phone through a 503, an ended session and a lost answer, booked once', async () => {
    const page = await open('/auth')
    const restore = await meeting(page, lineLost)
    await typeSignIn(page, await site.sampleOf('staff'))
    await notice(page).getByText('Sign in failed. Please try again.').waitFor()
    await notice(page).getByText('Sign In Failed', { exact: true }).waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).not.toBe('')
    await sendAgain(page)
    await notice(page).waitFor()
    await restore()
    await sendAgain(page)
    await page.waitForURL((url) => url.pathname === '/staff')

    await page.goto('/staff/bookings/new')
    await page.getByRole('heading', { name: 'Booking by phone' }).waitFor()
    await page.waitForLoadState('networkidle')
    // The refusal takes the focus: it is far above the button.
    await page.getByRole('button', { name: 'Work out the price' }).click()
    const refused = page.getByRole('alert').filter({ hasText: 'Name is required' })
    await eventually(() => refused.evaluate((alert) => alert === document.activeElement && alert.getBoundingClientRect().top >= 0)).toBe(
      true,
    )
    await page.getByLabel('Name', { exact: true }).fill('Edith Okafor')
    await page.getByLabel('Phone', { exact: true }).fill('07700 900871')
    await page.getByLabel('Emergency').selectOption('Burst Pipe')
    await page.getByLabel('Postcode (optional)', { exact: true }).fill('E1 1FR')
    const typed = () => page.getByLabel('Name', { exact: true }).inputValue()
    // The price is worked out while it is typed.
    await page.getByText('Read this out').waitFor()
    const agreed = page.getByRole('button', { name: 'They agree: book it' })

    const isFree = await meeting(page, tooBusy)
    await agreed.click()
    await notice(page).getByText('That didn’t go through.').waitFor()
    expect(await typed()).toBe('Edith Okafor')
    await isFree()

    const { email } = await site.sampleOf('staff')
    await site.ageSessions(email, { unusedMs: siteSessionLength.staff.idleMs + 1 })
    await sendAgain(page)
    await notice(page).getByText('You’ve been signed out.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    const tab = await inNewTab(page, /^Sign in/)
    await typeSignIn(tab, await site.sampleOf('staff'))
    await tab.getByRole('heading', { name: 'Booking by phone' }).waitFor()
    await tab.close()

    const lift = await meeting(page, answerLost)
    await sendAgain(page)
    await notice(page).getByText('Check your connection and try again.').waitFor()
    await agreed.waitFor()
    await lift()
    await sendAgain(page)
    await page.waitForURL(/\/staff\/bookings\/[^/]+\?done=taken/)
    // The button was far down the page: the reference to read out is in view there.
    const booking = page.getByRole('status').filter({ hasText: 'Booked. Give the customer their reference' })
    await booking.waitFor()
    expect(await isOnScreen(page, booking)).toBe(true)
    expect(await booking.textContent()).toMatch(/BK-\w{8}/)
    const booked = await site.db.selectFrom('bookings').select('id').where('name', '=', 'Edith Okafor').execute()
    expect(booked).toHaveLength(1)
  })

  further.it('is sent once the server is back, when it ended in mid-submit: signing in, the business’s values, a note', async () => {
    const id = await site.book('note@example.com')
    const page = await open('/auth?next=/staff/settings/business/fees')
    /** Submits while the server is frozen, kills it as a power cut would, and submits again after a restart. */
    const throughPowerCut = async (press: () => Promise<void>) => {
      site.freeze()
      await Promise.all([press(), page.waitForRequest((request) => request.method() === 'POST')])
      await site.kill()
      await notice(page).waitFor()
      await site.start()
      await sendAgain(page)
    }
    const owner = await site.sampleOf('owner')
    await throughPowerCut(() => typeSignIn(page, owner))
    const fee = page.getByLabel('Red Line, booked online')
    await fee.waitFor()
    await page.waitForLoadState('networkidle')
    await fee.fill('31.50')
    await throughPowerCut(() => page.getByRole('button', { name: 'Save', exact: true }).click())
    await page.waitForURL(/\/staff\/settings\/business\?saved=fees/)

    await page.goto(`/staff/bookings/${id}`)
    const answer = page.getByLabel('Write to the customer')
    await answer.fill('Yes, with parts')
    await writtenByCustomer(id, 'Do you bring parts?')
    const note = page.getByLabel('Add a note')
    await note.fill('Ring the bell of flat 2')
    await throughPowerCut(() => page.getByRole('button', { name: 'Save note' }).click())
    await page.getByRole('listitem').getByText('Ring the bell of flat 2').waitFor()
    await page.getByText('Do you bring parts?', { exact: true }).waitFor()
    expect(await answer.inputValue()).toBe('Yes, with parts')
    expect(await note.inputValue()).toBe('')
    expect(await site.db.selectFrom('bookingNotes').select('text').where('bookingId', '=', id).execute()).toHaveLength(1)
  })
})
