import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { nextCode, presentCode } from '#test/support/authenticator-app.ts'
import { further } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { newMember, typeSignIn } from './signed-in.ts'
import { axeProblems, eventually, openContext, shareChromium, toasts } from './visitor.ts'

shareChromium()
const site = siteForFile()

type Person = ReturnType<typeof newPerson>

const desk = { viewport: { width: 1280, height: 740 } }

async function openAuth(path = '/auth', options = {}): Promise<Page> {
  const context = await openContext(site.url, options)
  const page = await context.newPage()
  await watchShifts(page)
  await page.goto(path)
  return page
}

const hydrated = (page: Page) => page.getByRole('button', { name: 'Show password' }).waitFor()

/** The parts of the form, from its notice to its button, that a toast covers or that are above the top of the screen. */
const coveredByToast = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[aria-label=Notifications] li')].map((item) => item.getBoundingClientRect())
    return [...document.querySelectorAll('main section[tabindex], main form input:not([type=hidden]), main form button')]
      .filter((part) => {
        const { top, bottom, left, right } = part.getBoundingClientRect()
        return top < 0 || toasts.some((item) => item.bottom > top && item.top < bottom && item.right > left && item.left < right)
      })
      .map((part) => part.getAttribute('name') ?? part.textContent)
  })

async function fill(page: Page, { email, password, name }: Partial<Person>) {
  if (name !== undefined) await page.getByLabel('Full name').fill(name)
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password)
}

describe('The sign-in page', () => {
  // auth-pages.http.test.ts does the same without JavaScript.
  it('signs up by mail, in and out, and leaves no token that a script can read', async () => {
    const person = newPerson()
    const page = await openAuth('/auth', desk)
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await fill(page, person)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText('Please check your email for a confirmation link.').first().waitFor()
    await page.goto(/http\S+\/auth\/verify\S+/.exec(await site.mailTo(person.email, 'Confirm your email address'))?.[0] ?? '')
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    const signOut = page.getByRole('navigation', { name: 'Signed in' }).getByRole('button', { name: 'Sign Out' })
    await signOut.waitFor()
    await page.getByRole('status').getByText('You’re signed in').waitFor()
    expect(page.url()).not.toContain('token')
    // No token is readable by a script in the browser.
    expect((await page.context().cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([])
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/eyJ|refresh/)
    await page.getByRole('heading', { name: 'My bookings' }).waitFor()
    await signOut.click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).click()
    await typeSignIn(page, person)
    await signOut.waitFor()
  })

  further.it(
    'says what it does while it does it, tells in a toast what is wrong, keeps what was typed, and counts on no answer twice',
    async () => {
      const page = await openAuth()
      await hydrated(page)
      const submit = page.locator('form').getByRole('button', { name: 'Sign In' })
      // Shown before anything is sent.
      await page.route('**/auth.data*', (route) => route.abort())
      await submit.click()
      await toasts(page).filter({ hasText: 'Please fill in all fields' }).waitFor()
      await fill(page, { email: 'somebody@example.com', password: 'abc' })
      await submit.click()
      await toasts(page).filter({ hasText: 'Password must be at least 6 characters long' }).waitFor()
      await page.unroute('**/auth.data*')
      await fill(page, { email: 'somebody@example.com', password: 'wrong horse' })
      const held = Promise.withResolvers<void>()
      await page.route('**/auth.data*', async (route) => {
        await held.promise
        await route.continue()
      })
      await submit.click()
      await page.getByRole('button', { name: 'Signing In...' }).waitFor()
      held.resolve()
      await toasts(page)
        .filter({ hasText: 'Sign In Failed' })
        .filter({ hasText: 'Invalid email or password. Please check your credentials.' })
        .waitFor()
      await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).waitFor()
      expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('somebody@example.com')
      // The previous toast is gone: a phone shows only the one being read out.
      expect(await toasts(page).count()).toBe(1)
      const notice = page.getByRole('region', { name: 'Sign In Failed: Invalid email or password. Please check your credentials.' })
      await eventually(() => notice.evaluate((said) => document.activeElement === said)).toBe(true)
      await eventually(() => coveredByToast(page)).toEqual([])
      expect(await shiftsOf(page)).toEqual([])
    },
  )

  further.it('can show the user the password they typed, and is not gone back to once they are signed in', async () => {
    const { person } = await newMember(site)
    const page = await openAuth('/pricing')
    await page.goto('/auth')
    await hydrated(page)
    await fill(page, { email: person.email, password: person.password })
    const password = page.getByLabel('Password', { exact: true })
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await password.press('Enter')
    await eventually(() => new URL(page.url()).pathname).toBe('/account/bookings')
    await page.goBack()
    await eventually(() => new URL(page.url()).pathname).toBe('/pricing')
  })
})

further.describe('The second step', () => {
  // account-second-step.http.test.ts does the same without JavaScript.
  it('is required of users who have set one up, before anything of theirs is shown, and taken by a recovery code', async () => {
    const { client, person } = await newMember(site)
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'my phone' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const { secret } = data.totp
    await client.mfa.challengeAndVerify({ factorId: data.id, code: presentCode(secret) })
    const page = await openAuth('/auth?next=/account/bookings', desk)
    const isSignedIn = async () => {
      await page.getByRole('heading', { name: 'My bookings' }).waitFor()
      await page.getByRole('navigation', { name: 'Signed in' }).getByRole('button', { name: 'Sign Out' }).waitFor()
    }
    await typeSignIn(page, person)
    const code = page.getByLabel('Code from my phone')
    await code.waitFor()
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await axeProblems(page)).toEqual([])
    await page.goto('/account/bookings')
    await code.waitFor()
    expect(await page.getByRole('navigation', { name: 'Signed in' }).getByRole('button', { name: 'Sign Out' }).count()).toBe(0)
    await code.fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('That code isn’t right.').first().waitFor()
    await code.fill(nextCode(secret))
    await page.getByRole('button', { name: 'Continue' }).click()
    await isSignedIn()

    // The phone is lost.
    const token = (await client.getSession()).data.session?.access_token
    const made = await fetch(`${site.url}/auth/v1/factors/recovery-codes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: '{}',
    })
    const { codes } = (await made.json()) as { codes: string[] }
    await page.context().clearCookies()
    await page.goto('/auth?next=/account/bookings')
    await typeSignIn(page, person)
    await page.getByText('Lost your phone? Use a recovery code').click()
    const field = page.getByLabel('Recovery code', { exact: true })
    await field.fill('none of them')
    await page.getByRole('button', { name: 'Use this code' }).click()
    await page.getByRole('alert').getByText('That recovery code is wrong').waitFor()
    // The step stays open for another try.
    await field.fill(codes[0] ?? '')
    await field.press('Enter')
    await isSignedIn()
  })
})
