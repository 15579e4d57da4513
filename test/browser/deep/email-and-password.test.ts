import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { linkIn } from '#test/support/plain-browser.ts'
import { siteForFile } from '#test/support/site.ts'
import { newMember, signInAs } from '../signed-in.ts'
import { looksWrong, openContext, shareChromium } from '../visitor.ts'

shareChromium()
const site = siteForFile()

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
  const { person } = await newMember(site, longPerson())
  const page = await (await openContext(site.url, { viewport: { width: 1280, height: 740 } })).newPage()
  await signInAs(page, site, person)
  await page.goto('/account')
  await page.getByRole('heading', { name: 'My account' }).waitFor()
  return { page, person }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
describe('With a long name and address', () => {
  // email-and-password.http.test.ts does the same without JavaScript.
  it('an email address is changed by two mails, and a password replaced once someone has proved who they are', async () => {
    const { page, person } = await signedIn()
    const lookAt = async (what: string) => expect(await looksWrong(page, 'main'), what).toEqual([])
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
})
