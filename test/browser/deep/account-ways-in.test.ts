import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentCode } from '#test/support/authenticator-app.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { newOpenIdPerson } from '#test/support/openid-provider.ts'
import { shareProviderSite } from '#test/support/provider-site.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { signUpIn } from '../signed-in.ts'
import { axeProblems, eventually, openContext, overflowPx } from '../visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: { AUTH_AUTOCONFIRM: 'on', DEV_TOOLS: 'on' } })])
})
afterAll(() => site?.close())

// account-second-step.http.test.ts and account-sign-in-with.http.test.ts do the same without JavaScript.

async function openMember(url: string, options: object = {}): Promise<Page> {
  const page = await (await openContext(browser, url, options)).newPage()
  await watchShifts(page)
  await signUpIn(page.context(), url)
  return page
}

/** Checks that axe finds no problem and nothing overflows, on small and large screens. */
async function looksRight(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await overflowPx(page)).toBe(0)
  }
  if (before) await page.setViewportSize(before)
  expect(await axeProblems(page, 'main')).toEqual([])
}

const secretOn = async (page: Page) => (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
const codesOn = (page: Page) => page.locator('ol li').allInnerTexts()

describe('A second step on the account page', () => {
  it('is set up by a picture and a code, with recovery codes to keep; an invalid mobile number is explained beside it', async () => {
    const page = await openMember(site.url)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/account/second-step')
    await page.getByLabel('Mobile number').fill('12')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await eventually(() => alert.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('12')

    await page.goto('/account/second-step')
    await page.waitForLoadState('networkidle')
    expect(await shiftsOf(page)).toEqual([])
    await looksRight(page)
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const picture = page.getByRole('img', { name: 'QR code for My phone' })
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await looksRight(page)
    const secret = await secretOn(page)
    await page.reload()
    expect(await secretOn(page)).toBe(secret)
    await page.waitForLoadState('networkidle')
    expect(await shiftsOf(page)).toEqual([])

    const code = page.getByLabel('Code shown in the app')
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    await code.fill('000000')
    await code.press('Enter')
    await page.getByText('That code isn’t right.').waitFor()
    expect(await secretOn(page)).toBe(secret)
    await code.fill(presentCode(secret))
    await code.press('Enter')
    const heading = page.getByRole('heading', { name: 'Two-step verification is on' })
    await heading.waitFor()
    await eventually(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
    const codes = await codesOn(page)
    expect(new Set(codes).size).toBe(10)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save as a file' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer)
    for (const each of codes) expect(Buffer.concat(chunks).toString()).toContain(each)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied.').waitFor()
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes)
    await looksRight(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('banner').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Save as a file' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })

    await page.getByRole('link', { name: 'I’ve saved them' }).click()
    await page.getByText('10 of 10 left').waitFor()
    await page.getByText('Remove My phone').click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('We’ll no longer ask for it.').waitFor()
    expect(await page.getByRole('heading', { name: 'Recovery codes' }).count()).toBe(0)
  })
})

const shared = shareProviderSite()
/** The shared site, whose Google signs in a new person. */
async function siteWithGoogle() {
  const site = await shared()
  Object.assign(site.google, { person: newOpenIdPerson(), cancels: false })
  return site
}

further.describe('Google', () => {
  it('signs in from the sign-in page', async () => {
    const google = await siteWithGoogle()
    const page = await (await openContext(browser, google.url)).newPage()
    await page.goto('/auth?next=/account')
    await looksRight(page)
    await page.getByRole('link', { name: 'Continue with Google' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    expect(page.url()).toBe(`${google.url}/account`)
    google.google.cancels = true
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByText('That was cancelled before it finished.').first().waitFor()
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Create Account' }).waitFor()
    expect(await page.getByText('That was cancelled before it finished.').count()).toBe(0)
  })

  it('is linked on the account page and taken off again', async () => {
    const google = await siteWithGoogle()
    const page = await openMember(google.url)
    await page.goto('/account/sign-in-with')
    await looksRight(page)
    await page.getByRole('link', { name: 'Link Google' }).click()
    await page.getByText('You can sign in with Google from now on.').waitFor()
    expect(await page.getByText(google.google.person.email ?? '').count()).toBe(1)
    await page.getByText('Remove Google').click()
    await page.getByRole('listitem').filter({ hasText: 'Google' }).getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('It no longer signs anyone in to this account.').waitFor()
    await page.getByText('This is your only way to sign in, so you can’t remove it.').waitFor()
  })
})
