import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { siteForFile } from '#test/support/site.ts'
import { signUpIn } from '../signed-in.ts'
import { openContext, shareChromium } from '../visitor.ts'

shareChromium()
const site = siteForFile({ env: { AUTH_AUTOCONFIRM: 'on' } })

type Person = ReturnType<typeof newPerson>
const desk = { viewport: { width: 1280, height: 740 } }
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'

/** A visitor who has just signed up. */
async function member(options = {}, person = newPerson()): Promise<{ page: Page; person: Person }> {
  const page = await (await openContext(site.url, { ...desk, ...options })).newPage()
  await signUpIn(page.context(), site.url, person)
  return { page, person }
}

/** Another device of a person, signed in. */
async function deviceOf({ email, password }: Person, userAgent: string): Promise<PlainBrowser> {
  const device = openPlainBrowser(site.url)
  await device.post('/auth', { tab: 'sign-in', email, password }, { Origin: site.url, 'User-Agent': userAgent })
  expect(await isSignedOut(device)).toBe(false)
  return device
}

const isSignedOut = async (device: PlainBrowser) => (await device.open('/account/bookings')).location?.startsWith('/auth') ?? false

describe('Devices', () => {
  it('are signed out one by one and all at once, by keyboard', async () => {
    const { page, person } = await member()
    const [laptop, another] = [await deviceOf(person, mac), await deviceOf(person, 'node')]
    await page.goto('/account')
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('heading', { name: 'Safari on Mac' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: /Sign out Safari on Mac/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Safari on Mac is signed out.').waitFor()
    expect([await isSignedOut(laptop), await isSignedOut(another)]).toEqual([true, false])
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByText('You’re not signed in anywhere else.').waitFor()
    expect(await isSignedOut(another)).toBe(true)
    await page.getByRole('button', { name: 'Sign out this device' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).waitFor()
  })
})

describe('My data', () => {
  it('comes as a file, and the account can be deleted', async () => {
    const person = newPerson()
    await site.book(person.email)
    const { page } = await member({}, person)
    await page.goto('/account/data')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
    expect(download.suggestedFilename()).toMatch(/my-data-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      account: { email: person.email },
      bookings: [{ email: person.email }],
    })
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await page.getByRole('heading', { name: 'One booking isn’t finished' }).waitFor()
    await page.waitForLoadState('networkidle')
    const word = page.getByLabel('Type DELETE to confirm')
    await word.fill('no')
    await word.press('Enter')
    await page.getByText('Not deleted').waitFor()
    expect(await word.inputValue()).toBe('no')
    expect(await word.getAttribute('aria-invalid')).toBe('true')
    await word.fill('delete')
    await word.press('Enter')
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    await page.goto('/account/data')
    await page.locator('form').getByRole('button', { name: 'Sign In' }).waitFor()
    expect(await site.bookingsOf(person.email)).toHaveLength(1)
  })
})
