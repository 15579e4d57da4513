// @module-tag never-again
import { AuthClient } from '@supabase/auth-js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memory, newPerson } from '#test/support/auth.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { openContext } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: { AUTH_AUTOCONFIRM: 'on' } })])
})
afterAll(() => site?.close())

const openClient = () => new AuthClient({ url: `${site.url}/auth/v1`, autoRefreshToken: false, persistSession: true, storage: memory() })

it.each([
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
])(
  'A refresh token that was stolen from an app ends with the app’s next use of it; the browser stays signed in, %s',
  async (_, options) => {
    const { name, email, password } = newPerson()
    const context = await openContext(browser, site.url, options)
    const page = await context.newPage()
    await page.goto('/auth?tab=sign-up&next=/account/devices')
    await page.getByLabel('Full name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Devices' }).waitFor()
    // No token is readable by a script in the browser.
    const cookies = await context.cookies()
    expect(cookies.filter(({ httpOnly }) => !httpOnly)).toEqual([])
    expect(cookies.map(({ value }) => value).join()).not.toContain('eyJ')
    if (!('javaScriptEnabled' in options))
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/eyJ|refresh/)

    const app = openClient()
    const signedIn = await app.signInWithPassword({ email, password })
    const stolen = signedIn.data.session?.refresh_token ?? ''
    const appDevice = page.getByRole('listitem').filter({ hasText: 'An app or a script' })
    await page.reload()
    await appDevice.waitFor()

    const thief = openClient()
    const taken = await thief.refreshSession({ refresh_token: stolen })
    expect(taken.error).toBeNull()
    const again = await thief.refreshSession()
    expect(again.error).toBeNull()
    // The app sends a token that has been replaced twice. The server can't tell the thief from the owner, so it signs both out.
    expect((await app.refreshSession({ refresh_token: stolen })).error?.code).toBe('refresh_token_already_used')
    expect((await thief.refreshSession()).error).not.toBeNull()
    expect((await thief.getUser(again.data.session?.access_token)).error?.name).toBe('AuthSessionMissingError')

    await page.reload()
    await page.getByRole('heading', { name: 'Devices' }).waitFor()
    expect(await appDevice.count()).toBe(0)
    await page.getByText('You’re not signed in anywhere else.').waitFor()
  },
)
