// @module-tag never-again
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { openStaffedSite, type Site, shareSite } from '#test/support/site.ts'
import { signInAs, typeSignIn } from '../signed-in.ts'
import { looksWrong, openContext, shareChromium } from '../visitor.ts'

/** Shared by tests that don't change it. */
const shared = shareSite({ accounts: true })
shareChromium()

async function openPage(site: Site, path: string): Promise<Page> {
  const page = await (await openContext(site.url)).newPage()
  await page.goto(path)
  return page
}

describe('From the first start to a colleague at work', () => {
  it('the owner comes by the printed link, invites, and raises', async () => {
    const site = await openStaffedSite({ SAMPLE_DATA: 'off' })
    const [owner, colleague] = [newPerson(), { ...newPerson(), name: 'Nia Cole' }]
    const page = await openPage(site, await site.firstOwnerLink())
    expect(await looksWrong(page)).toEqual([])
    await page.getByLabel('Full name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('Password should be at least 12 characters').first().waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'Board' }).waitFor()
    expect(page.url()).not.toContain('token')

    await page.locator('summary', { hasText: 'Menu: ' }).click()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.getByRole('link', { name: 'Invite someone' }).click()
    await page.getByLabel('Full name').fill(colleague.name)
    await page.getByLabel('Email').fill(colleague.email)
    expect(await looksWrong(page)).toEqual([])
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('Invitation sent').waitFor()
    await page.getByRole('link', { name: colleague.name }).click()
    await page.getByRole('button', { name: 'Withdraw invitation' }).waitFor()

    const theirs = await openPage(site, await site.invitationTo(colleague.email))
    expect(await looksWrong(theirs)).toEqual([])
    expect(await theirs.getByLabel('Full name').inputValue()).toBe(colleague.name)
    await theirs.getByLabel('Choose a password').fill(colleague.password)
    await theirs.getByRole('button', { name: 'Accept the invitation' }).click()
    await theirs.getByRole('heading', { name: 'Board' }).waitFor()
    expect(await theirs.getByRole('link', { name: 'People', exact: true }).count()).toBe(0)
    await theirs.goto('/staff/people')
    await theirs.getByRole('heading', { name: 'Only owners can open this page' }).waitFor()
    expect(await looksWrong(theirs)).toEqual([])

    await page.goto('/staff/people')
    await page.getByRole('link', { name: colleague.name }).click()
    await page.getByRole('radio', { name: /^Owner/ }).check()
    expect(await looksWrong(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the role' }).click()
    await page.getByText('Role changed').waitFor()
    // A new, higher role takes effect at the next sign-in.
    await theirs.goto('/staff/people')
    await typeSignIn(theirs, colleague)
    await theirs.getByRole('link', { name: 'Invite someone' }).waitFor()
  })
})

describe('Someone whose account may not see a page', () => {
  it('signs in as someone else, and is led back to it', async () => {
    const site = await shared()
    const page = await (await openContext(site.url)).newPage()
    await signInAs(page, site, 'customer')
    await page.goto('/blog-admin')
    await page.getByRole('heading', { name: 'Not available in this account' }).waitFor()
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    await typeSignIn(page, await site.sampleOf('staff'))
    await page.getByRole('heading', { name: 'Blog admin' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/blog-admin')
  })
})
