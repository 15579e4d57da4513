import { AuthClient } from '@supabase/auth-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memory, newPerson } from '#test/support/auth.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { linkIn } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { signInAs } from '../signed-in.ts'
import { axeProblems, eventually, openContext, overflowPx } from '../visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite()])
})
afterAll(() => site?.close())

const longPerson = () => {
  const [name, domain] = newPerson().email.split('@')
  return {
    ...newPerson(),
    email: `${name}@customer-correspondence.${domain}`,
    name: 'Maximiliana Featherstonehaugh-Cholmondeley of Mousehole',
  }
}

/** A page signed in to a new, confirmed account. */
async function signedIn(): Promise<{ page: Page; person: ReturnType<typeof newPerson> }> {
  const person = longPerson()
  const client = new AuthClient({ url: `${site.url}/auth/v1`, autoRefreshToken: false, persistSession: true, storage: memory() })
  await client.signUp({ email: person.email, password: person.password, options: { data: { full_name: person.name } } })
  const token = /token=([\w-]+)/.exec(await site.mailTo(person.email, 'Confirm your email address'))?.[1] ?? ''
  expect((await client.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
  const context = await openContext(browser, site.url, { viewport: { width: 1280, height: 740 } })
  const page = await context.newPage()
  await watchShifts(page)
  await signInAs(page, site, person)
  await page.goto('/account')
  await page.getByRole('heading', { name: 'My account' }).waitFor()
  return { page, person }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
/** A page fits at 320 and 1280 px, gives axe nothing to find, and hasn't moved. */
async function look(page: Page, what: string) {
  await page.waitForLoadState('networkidle')
  expect(await shiftsOf(page), what).toEqual([])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect([what, width, await overflowPx(page)]).toEqual([what, width, 0])
  }
  expect(await axeProblems(page, 'main'), what).toEqual([])
}

describe('With a long name and address', () => {
  // email-and-password.http.test.ts does the same without JavaScript.
  it('an email address is changed by two mails, and a password replaced once someone has proved who they are', async () => {
    const { page, person } = await signedIn()
    const lookAt = (what: string) => look(page, what)
    await lookAt('the account')
    await page.getByRole('link', { name: 'Email', exact: true }).click()
    await heading(page, 'Email address')
    await lookAt('email')
    const address = page.getByLabel('New email address')
    await address.fill('nobody at home')
    await page.getByRole('button', { name: 'Send emails' }).click()
    await page.getByRole('alert').getByText('Please enter a valid email address').waitFor()
    expect(await address.inputValue()).toBe('nobody at home')
    const { email } = longPerson()
    await address.fill(email)
    await page.getByRole('button', { name: 'Send emails' }).click()
    await heading(page, 'Waiting for you to confirm')
    expect(await page.getByText('Not confirmed yet').count()).toBe(2)
    await page.goto(linkIn(await site.mailTo(email, 'Confirm your new email address')))
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByRole('link', { name: 'See what’s left to confirm' }).click()
    await page.getByText('Confirmed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Keep the old address' }).click()
    await page.getByText('We’ve kept your current address.').waitFor()
    await page.getByLabel('New email address').waitFor()

    await page.goto('/account/confirm?next=/account/password')
    const old = page.getByLabel('Your password')
    await lookAt('proof by password')
    await old.fill('wrong horse')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('alert').getByText('That’s not your password.').waitFor()
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const code = page.getByLabel('Code from the email')
    await code.waitFor()
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    // After a reload the field is shown again.
    await page.reload()
    await code.waitFor()
    await lookAt('proof by code')
    await code.fill(/\b\d{6}\b/.exec(await site.mailTo(person.email, 'Your code'))?.[0] ?? '')
    await code.press('Enter')
    await heading(page, 'New password')
    const field = page.getByLabel('New password')
    await field.fill('qwerty')
    await field.press('Enter')
    await page.getByRole('alert').getByText('this is one of the most common').waitFor()
    await field.fill('another horse altogether')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('status').getByText('All your other devices are signed out.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
  })

  further.it('the saved password is not gone back to, nor is the proof; a forgotten one is replaced, and said to be', async () => {
    const { page, person } = await signedIn()
    await page.goto('/account/confirm?next=/account/password')
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    await page.getByLabel('Your password').fill(person.password)
    await page.getByLabel('Your password').press('Enter')
    await heading(page, 'New password')
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    // The keyboard leads through what can be used, and passes the field for password managers by.
    await page.getByRole('link', { name: 'My account', exact: true }).focus()
    const order: (string | null)[] = []
    for (let stop = 0; stop < 3; stop++) {
      await page.keyboard.press('Tab')
      order.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? null))
    }
    expect(order).toEqual(['password', 'Show password', 'Save password'])
    await page.getByRole('button', { name: 'Show password' }).click()
    await page.getByLabel('New password').fill('another horse altogether')
    expect(await page.getByLabel('New password').getAttribute('type')).toBe('text')
    await page.getByLabel('New password').press('Enter')
    await page.getByText('Password saved').waitFor()
    await page.goBack()
    await eventually(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/account')
    expect(await shiftsOf(page)).toEqual([])

    await page.context().clearCookies()
    await page.goto('/auth/forgotten')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(page, 'Check your email')
    await page.goto(linkIn(await site.mailTo(person.email, 'Set a new password')))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    await look(page, 'the new password')
    await page.getByLabel('New password').fill('yet another horse')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Password saved').waitFor()
  })
})
