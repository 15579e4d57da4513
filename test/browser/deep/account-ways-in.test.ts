import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { presentCode } from '#test/support/authenticator-app.ts'
import { shareProviderSite } from '#test/support/provider-site.ts'
import { siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { signUpIn } from '../signed-in.ts'
import { eventually, looksWrong, openContext, shareChromium } from '../visitor.ts'

shareChromium()
const site = siteForFile({ env: { AUTH_AUTOCONFIRM: 'on', DEV_TOOLS: 'on' } })

// account-second-step.http.test.ts and account-sign-in-with.http.test.ts do the same without JavaScript.

const secretOn = async (page: Page) => (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
const codesOn = (page: Page) => page.locator('ol li').allInnerTexts()

describe('A second step on the account page', () => {
  it('is set up by a picture and a code, with recovery codes to keep; an invalid mobile number is explained beside it', async () => {
    const page = await (await openContext(site.url)).newPage()
    await watchShifts(page)
    await signUpIn(page.context(), site.url)
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
    expect(await looksWrong(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const picture = page.getByRole('img', { name: 'QR code for My phone' })
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await looksWrong(page, 'main')).toEqual([])
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
    expect(await looksWrong(page, 'main')).toEqual([])
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

it('Google signs in from the sign-in page, by keyboard, and a way back that was cancelled is said once', async () => {
  const { url, google } = await shared()
  const page = await (await openContext(url)).newPage()
  await page.goto('/auth?next=/account')
  expect(await looksWrong(page, 'main')).toEqual([])
  await page.getByRole('link', { name: 'Continue with Google' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'My account' }).waitFor()
  google.cancels = true
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByText('That was cancelled before it finished.').first().waitFor()
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Create Account' }).waitFor()
  expect(await page.getByText('That was cancelled before it finished.').count()).toBe(0)
})
