// @module-tag never-again
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { openStaffedSite, type Site, shareSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { shareSignIn, signInAs } from '../signed-in.ts'
import { axeProblems, openContext, overflowPx } from '../visitor.ts'

/** Shared by tests that don't change it. */
const shared = shareSite({ accounts: true })
let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

async function openPage(site: Site, path: string, options = {}): Promise<Page> {
  const page = await (await openContext(browser, site.url, options)).newPage()
  await watchShifts(page)
  await page.goto(path)
  return page
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
}

/** Checks the current page at its narrowest and widest. */
async function judge(page: Page) {
  await page.waitForLoadState('networkidle')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await overflowPx(page)).toBe(0)
  }
  await page.evaluate(() => scrollTo(0, 0))
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
}

describe('From the first start to a colleague at work', () => {
  it('the owner comes by the printed link, invites, and raises', async () => {
    const site = await openStaffedSite({ SAMPLE_DATA: 'off' })
    const [owner, colleague] = [newPerson(), { ...newPerson(), name: 'Nia Cole' }]
    const page = await openPage(site, await site.firstOwnerLink())
    await judge(page)
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

    // The pages are checked from 320 to 1280 px. On a phone the other ways to sign in are behind a button.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByText(/^Menu: /).click()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.getByRole('link', { name: 'Invite someone' }).click()
    await page.getByLabel('Full name').fill(colleague.name)
    await page.getByLabel('Email').fill(colleague.email)
    await judge(page)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('Invitation sent').waitFor()
    await page.getByRole('link', { name: colleague.name }).click()
    await page.getByRole('button', { name: 'Withdraw invitation' }).waitFor()

    const theirs = await openPage(site, await site.invitationTo(colleague.email))
    await judge(theirs)
    expect(await theirs.getByLabel('Full name').inputValue()).toBe(colleague.name)
    await theirs.getByLabel('Choose a password').fill(colleague.password)
    await theirs.getByRole('button', { name: 'Accept the invitation' }).click()
    await theirs.getByRole('heading', { name: 'Board' }).waitFor()
    expect(await theirs.getByRole('link', { name: 'People', exact: true }).count()).toBe(0)
    await theirs.goto('/staff/people')
    await theirs.getByRole('heading', { name: 'Only owners can open this page' }).waitFor()
    await judge(theirs)

    await page.goto('/staff/people')
    await page.getByRole('link', { name: colleague.name }).click()
    await page.getByRole('radio', { name: /^Owner/ }).check()
    await judge(page)
    await page.getByRole('button', { name: 'Save the role' }).click()
    await page.getByText('Role changed').waitFor()
    // A new, higher role takes effect at the next sign-in.
    await theirs.goto('/staff/people')
    await theirs.getByLabel('Email').fill(colleague.email)
    await theirs.getByLabel('Password', { exact: true }).fill(colleague.password)
    await theirs.getByLabel('Password', { exact: true }).press('Enter')
    await theirs.getByRole('link', { name: 'Invite someone' }).waitFor()
  })

  further.it('moves nothing while a page loads', async () => {
    const site = await shared()
    const page = await openPage(site, await site.firstOwnerLink())
    await page.waitForLoadState('networkidle')
    expect(await shiftsOf(page)).toEqual([])
    await shareSignIn(page, site, 'owner')
    const { id } = await site.db.selectFrom('authUsers').select('id').where('role', '=', 'staff').executeTakeFirstOrThrow()
    for (const path of [
      '/staff/people?done=invited',
      `/staff/people/${id}`,
      '/staff',
      '/blog-admin',
      '/staff/people/invite',
      '/staff/people/samples',
    ]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect([path, await shiftsOf(page)]).toEqual([path, []])
    }
  })

  further.it('works by keyboard alone', async () => {
    const site = await shared()
    const page = await (await openContext(browser, site.url)).newPage()
    await page.setViewportSize({ width: 1280, height: 740 })
    await shareSignIn(page, site, 'owner')
    await page.goto('/staff/people')
    await page.getByRole('link', { name: 'Sample staff' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: /^Staff/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: /^Owner/ }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Role changed').waitFor()
    const raised = site.db
      .updateTable('authUsers')
      .set({ role: 'staff' })
      .where('email', '=', 'staff@example.com')
      .where('role', '=', 'owner')
    expect((await raised.executeTakeFirst()).numUpdatedRows).toBe(1n)
    await page.getByRole('link', { name: 'Remove the sample accounts' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove sample accounts' }).waitFor()
  })
})

describe('Someone whose account may not see a page', () => {
  it('signs in as someone else, and is led back to it', async () => {
    const site = await shared()
    const page = await (await openContext(browser, site.url)).newPage()
    await signInAs(page, site, 'customer')
    await page.goto('/blog-admin')
    await page.getByRole('heading', { name: 'Not available in this account' }).waitFor()
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    await signIn(page, await site.sampleOf('staff'))
    await page.getByRole('heading', { name: 'Blog admin' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/blog-admin')
  })

  further.it('reads clear words where a link is spent', async () => {
    const site = await shared()
    for (const path of ['/auth/first-owner?token=x', '/auth/invitation?token=x'])
      expect(await (await fetch(`${site.url}${path}`)).text()).toContain('no longer works')
  })
})
