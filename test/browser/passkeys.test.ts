// @module-tag never-again
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { newPerson } from '#test/support/auth.ts'
import { further } from '#test/support/depth.ts'
import { freePort } from '#test/support/free-port.ts'
import { siteForFile } from '#test/support/site.ts'
import { newMember, signInAs, typeSignIn } from './signed-in.ts'
import { axeProblems, eventually, openContext, shareChromium } from './visitor.ts'

shareChromium()
/** Browsers create passkeys for host names, not for IP addresses. */
const port = String(await freePort())
const url = `http://localhost:${port}`
const site = siteForFile({ accounts: true, env: { PORT: port, SITE_URL: url } })

type Person = Pick<ReturnType<typeof newPerson>, 'email' | 'password'>

const openPage = async (options: BrowserContextOptions = {}): Promise<Page> =>
  (await openContext(url, { viewport: { width: 1280, height: 800 }, ...options })).newPage()

/** Adds a virtual authenticator to a page. Its user always confirms. */
async function withDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Imports the keys of another page's authenticator. */
    async take(keys: Awaited<ReturnType<typeof this.keys>>) {
      for (const credential of keys) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}

/** Turns off passkey autofill: the authenticator would answer before any button can be pressed. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false }))

async function signIn(page: Page, person: Person, next: string): Promise<void> {
  await page.goto(`/auth?next=${next}`)
  await typeSignIn(page, person)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

/** An account with a passkey, on the page that lists it. */
async function withPasskey() {
  const person = (await newMember(site)).person
  const page = await openPage()
  const device = await withDevice(page)
  await signInAs(page, { ...site, url }, person)
  await page.goto('/account/passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('status').getByText('Passkey added').waitFor()
  return { person, page, device, keys: await device.keys() }
}

describe('A passkey', () => {
  it('is added on the account page, signs in on another day, gets a name, and is removed', async () => {
    const { person, page } = await withPasskey()
    expect(await axeProblems(page)).toEqual([])
    await site.mailTo(person.email, 'A passkey was added to your account')

    // The same authenticator does not create a second passkey.
    await page.getByRole('button', { name: 'Add another passkey' }).click()
    await page.getByRole('alert').getByText('This device already has a passkey for your account.').waitFor()

    await page.goto('/account')
    await page.getByText('You have 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await withoutAutofill(page)
    await page.goto('/auth?next=/account/passkeys')
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor()
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
    await button.click()
    await heading(page, 'Passkeys')

    await page.getByText('Rename or remove').click()
    await page.getByLabel('Name', { exact: true }).fill('My laptop')
    await page.getByRole('button', { name: 'Save name' }).click()
    await heading(page, 'My laptop')
    await page.getByText('Rename or remove').click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByRole('status').getByText('Passkey removed').waitFor()
    await site.mailTo(person.email, 'A passkey was removed from your account')
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0)
  })

  further.it('is offered where the email address is typed', async () => {
    const { keys } = await withPasskey()
    const page = await openPage()
    await (await withDevice(page)).take(keys)
    await page.goto('/auth?next=/account', { waitUntil: 'commit' })
    await heading(page, 'My account')
  })

  further.it('takes the second step in the place of a code, and proves again who is signed in', async () => {
    const { person, page } = await withPasskey()
    const { id: userId } = await site.db.selectFrom('authUsers').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
    const at = new Date().toISOString()
    const none = { sealedSecret: null, phone: '447700900123', lastStep: null, failures: 0, lockedUntil: null, lastChallengedAt: null }
    const factor = { id: crypto.randomUUID(), userId, kind: 'phone' as const, status: 'verified' as const, friendlyName: null, ...none }
    await site.db
      .insertInto('authFactors')
      .values({ ...factor, createdAt: at, updatedAt: at })
      .execute()
    await page.context().clearCookies()
    await withoutAutofill(page)
    await signIn(page, person, '/account/passkeys')
    await heading(page, 'Two-step verification')
    await page.getByRole('button', { name: 'Use a passkey or security key' }).click()
    await heading(page, 'Passkeys')
    const long = new Date(Date.now() - 3_600_000).toISOString()
    await site.db
      .updateTable('authSessions')
      .set({ amr: JSON.stringify([{ method: 'password', at: long }]) })
      .where('userId', '=', userId)
      .execute()
    await page.goto('/account/passkeys')
    await heading(page, 'Confirm it’s you')
    await page.getByRole('button', { name: 'Use a passkey or security key' }).click()
    await heading(page, 'Passkeys')
  })
})

further.describe('Without passkeys', () => {
  it('a browser that knows none, or has no scripts, signs in by password and is shown no button', async () => {
    const person = (await newMember(site)).person
    const old = await openPage()
    await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    const plain = await openPage({ javaScriptEnabled: false })
    for (const page of [old, plain]) {
      await page.goto('/auth')
      await page.getByLabel('Password', { exact: true }).waitFor()
      await eventually(() => page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
      await signIn(page, person, '/account/passkeys')
      await heading(page, 'Passkeys')
      expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    }
    await plain.locator('noscript p').waitFor()
  })
})

further.describe('Staff', () => {
  it('are asked once to add a passkey: on the first page on which they see it', async () => {
    const page = await openPage()
    await withDevice(page)
    await signInAs(page, { ...site, url }, 'staff')
    const seen = page.waitForResponse((response) => response.url().endsWith('/account/passkeys/offer'))
    await page.goto('/staff')
    const offer = page.getByRole('region', { name: 'Passkeys' })
    await offer.getByRole('link', { name: 'Add a passkey' }).waitFor()
    expect(await axeProblems(page, '[aria-label=Passkeys]')).toEqual([])
    await offer.scrollIntoViewIfNeeded()
    expect((await seen).status()).toBe(204)
    await offer.getByRole('button', { name: 'No, thank you' }).click()
    await offer.waitFor({ state: 'detached' })
    await page.goto('/staff/engineers')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await offer.count()).toBe(0)
  })
})
