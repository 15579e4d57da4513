import type { Selectable } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Tables } from '#db/tables.ts'
import { further } from '#test/support/depth.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { signInAs } from './signed-in.ts'
import { eventually, looksWrong, openContext, shareChromium, toasts } from './visitor.ts'

shareChromium()

const shared = shareSite({ accounts: true })
let firstPosts: Selectable<Tables['blogPosts']>[] | undefined

/** The shared site, with the three posts that it started with. */
async function siteAsStarted(): Promise<Site> {
  const site = await shared()
  firstPosts ??= await site.db.selectFrom('blogPosts').selectAll().execute()
  await site.db.deleteFrom('blogPosts').execute()
  await site.db.insertInto('blogPosts').values(firstPosts).execute()
  return site
}

/** Opens the blog admin signed in as staff. */
async function openAdmin(site: Site): Promise<Page> {
  const page = await (await openContext(site.url, { viewport: { width: 1280, height: 800 } })).newPage()
  await watchShifts(page)
  await signInAs(page, site, 'staff')
  await page.goto('/blog-admin')
  await ready(page)
  return page
}

/** Waits for the page's scripts: the counter is only visible once its style has loaded. */
async function ready(page: Page) {
  await page.waitForURL(/\/blog-admin/)
  await page.getByText(/^\d+\/160 characters$/).waitFor()
}

async function write(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').fill('Winter')
  await page.getByLabel('Excerpt').fill('What to do first.')
  await page.getByLabel('Content').fill('**Turn the water off**\nThen ring us.')
}

const create = (page: Page) => page.getByRole('button', { name: /^(Create Post|Creating...)$/ })
const count = (page: Page, posts: number) => page.getByRole('heading', { name: `Existing Blog Posts (${posts})` }).waitFor()
const keptIn = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('offline_blog_posts') ?? '[]'))
const titled = (site: Site, title: string) => site.db.selectFrom('blogPosts').selectAll().where('title', '=', title).execute()

// blog-admin.http.test.ts does the same without JavaScript, from writing to restoring.
further.it('A post is written with its slug made and its description counted, and what is refused keeps what was typed', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  await page.waitForLoadState('networkidle')
  expect(await shiftsOf(page)).toEqual([])
  await create(page).click()
  await page.getByRole('heading', { name: 'Please fill in all required fields' }).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
  expect(await looksWrong(page, 'main')).toEqual([])

  await write(page, 'Frozen  Pipes & “frost”!')
  expect(await page.getByLabel('Slug').inputValue()).toBe('frozen-pipes-frost')
  await page.getByLabel('Slug').fill('find-your-stopcock')
  await page.getByLabel('Title').fill('Frozen pipes')
  expect(await page.getByLabel('Slug').inputValue()).toBe('find-your-stopcock')
  await page.getByLabel('Meta description').fill('x'.repeat(170))
  await page.getByText('160/160 characters').waitFor()
  await create(page).click()
  await toasts(page).getByText('Failed to create blog post: Another post already has this slug: please choose a different one').waitFor()
  expect(await page.getByLabel('Content').inputValue()).toBe('**Turn the water off**\nThen ring us.')
  await page.getByLabel('Slug').fill('frozen-pipes')
  await create(page).click()
  await toasts(page).getByText('Blog post created successfully!').waitFor()
  await count(page, 4)
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  expect(await titled(site, 'Frozen pipes')).toMatchObject([{ slug: 'frozen-pipes', published: 0 }])
  await page.getByRole('link', { name: 'Preview Frozen pipes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Frozen pipes' }).waitFor()
  expect(await looksWrong(page, 'main')).toEqual([])
})

it('A post that cannot be sent waits on the device, is sent once when the line is back, also after a reload', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  const context = page.context()
  await context.setOffline(true)
  await write(page, 'Written in a cellar')
  await create(page).click()
  await toasts(page).getByText('Blog post created successfully! (Using offline storage due to network issues)').waitFor()
  await count(page, 4)
  await page.getByText('Offline', { exact: true }).waitFor()
  expect(await keptIn(page)).toMatchObject([{ title: 'Written in a cellar', slug: 'written-in-a-cellar', published: false }])
  await context.setOffline(false)
  await toasts(page).getByText('Sent').waitFor()
  await eventually(() => keptIn(page)).toEqual([])
  await count(page, 4)
  expect(await titled(site, 'Written in a cellar')).toHaveLength(1)

  // The connection breaks after the server has received the request: the post is created once, and the device learns of it after a reload.
  let isBroken = true
  await page.route('**/blog-admin/posts', async (route) => {
    if (isBroken && route.request().method() === 'POST') {
      await route.fetch()
      await route.abort()
    } else await route.continue()
  })
  await write(page, 'Written on a train')
  await create(page).click()
  await eventually(() => keptIn(page)).toHaveLength(1)
  expect(await titled(site, 'Written on a train')).toHaveLength(1)
  isBroken = false
  await page.reload()
  await eventually(() => keptIn(page)).toEqual([])
  expect(await titled(site, 'Written on a train')).toHaveLength(1)
  await count(page, 5)
})

further.it('What waits and is then refused says why, and goes back into the form to be mended', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  await page.context().setOffline(true)
  await write(page, 'Stopcocks again')
  await page.getByLabel('Slug').fill('find-your-stopcock')
  await create(page).click()
  await page.getByText('Saved on this device. We’ll send').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Not sent: Another post already has this slug: please choose a different one.').waitFor()
  await page.getByRole('button', { name: 'Change it Stopcocks again' }).click()
  expect(await page.getByLabel('Content').inputValue()).toBe('**Turn the water off**\nThen ring us.')
  await page.getByLabel('Slug').fill('stopcocks-again')
  await create(page).click()
  await eventually(() => keptIn(page)).toEqual([])
  await count(page, 4)
  expect(await titled(site, 'Stopcocks again')).toMatchObject([{ slug: 'stopcocks-again' }])
})
