import type { Selectable } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Tables } from '#db/tables.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { further } from '#test/support/depth.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { signInAs } from './signed-in.ts'
import { axeProblems, eventually, openContext, overflowPx, toasts } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

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
  const page = await (await openContext(browser, site.url, { viewport: { width: 1280, height: 800 } })).newPage()
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

async function judge(page: Page) {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflowPx(page)).toBe(0)
  }
  expect(await axeProblems(page, 'main')).toEqual([])
}

further.it('A post is written with its slug made and its description counted, published, deleted and brought back', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  await page.waitForLoadState('networkidle')
  expect(await shiftsOf(page)).toEqual([])
  await create(page).click()
  await page.getByRole('heading', { name: 'Please fill in all required fields' }).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
  await judge(page)
  await page.getByRole('link', { name: 'Content: please fill this in' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

  await write(page, 'Frozen  Pipes & “frost”!')
  expect(await page.getByLabel('Slug').inputValue()).toBe('frozen-pipes-frost')
  await page.getByLabel('Slug').fill('own-slug')
  await page.getByLabel('Title').fill('Frozen pipes')
  expect(await page.getByLabel('Slug').inputValue()).toBe('own-slug')
  await page.getByLabel('Slug').fill('find-your-stopcock')
  await page.getByLabel('Meta description').fill('x'.repeat(170))
  await page.getByText('160/160 characters').waitFor()

  // A slug that is taken shows an error and keeps what was typed.
  await create(page).click()
  await toasts(page).getByText('Failed to create blog post: Another post already has this slug: please choose a different one').waitFor()
  expect(await page.getByLabel('Content').inputValue()).toBe('**Turn the water off**\nThen ring us.')
  await page.getByLabel('Slug').fill('frozen-pipes')

  const held = Promise.withResolvers<void>()
  await page.route('**/blog-admin/posts', async (route) => {
    await held.promise
    await route.continue()
  })
  await create(page).click()
  await page.getByRole('button', { name: 'Creating...' }).waitFor()
  held.resolve()
  await toasts(page).getByText('Blog post created successfully!').waitFor()
  await page.unroute('**/blog-admin/posts')
  await count(page, 4)
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  expect(await titled(site, 'Frozen pipes')).toMatchObject([{ slug: 'frozen-pipes', published: 0 }])

  await page.getByRole('button', { name: 'Publish Frozen pipes', exact: true }).click()
  await page.getByText('Post published').waitFor()
  expect((await fetch(`${site.url}/blog/frozen-pipes`)).status).toBe(200)
  await page.getByRole('button', { name: 'Delete Frozen pipes' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Post deleted').waitFor()
  await count(page, 3)
  expect((await fetch(`${site.url}/blog/frozen-pipes`)).status).toBe(404)
  await judge(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await count(page, 4)
  expect((await fetch(`${site.url}/blog/frozen-pipes`)).status).toBe(200)

  await page.getByRole('link', { name: 'Preview Frozen pipes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Frozen pipes' }).waitFor()
  await judge(page)
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
  // It is sent again straight away and refused again, so it stays.
  const again = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/blog-admin/posts'))
  await page.getByRole('button', { name: 'Send now Stopcocks again' }).click()
  expect((await again).ok()).toBe(false)
  await page.getByText('Not sent: Another post already has this slug: please choose a different one.').waitFor()
  await judge(page)
  await page.getByRole('button', { name: 'Change it Stopcocks again' }).click()
  expect(await page.getByLabel('Content').inputValue()).toBe('**Turn the water off**\nThen ring us.')
  await page.getByLabel('Slug').fill('stopcocks-again')
  await create(page).click()
  await eventually(() => keptIn(page)).toEqual([])
  await count(page, 4)
  expect(await titled(site, 'Stopcocks again')).toMatchObject([{ slug: 'stopcocks-again' }])
})

further.it('A change of a post waits too; where someone else was first, it is never saved over theirs unseen', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  const { id } = await site.db.selectFrom('blogPosts').select('id').where('slug', '=', 'find-your-stopcock').executeTakeFirstOrThrow()
  await page.goto(`/blog-admin/${id}`)
  await ready(page)
  expect(await shiftsOf(page)).toEqual([])
  await page.context().setOffline(true)
  await page.getByLabel('Title').fill('Mine')
  expect(await page.getByLabel('Slug').inputValue()).toBe('find-your-stopcock')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This change is still on this device').waitFor()
  await site.db.updateTable('blogPosts').set({ title: 'Theirs', updatedAt: new Date().toISOString() }).where('id', '=', id).execute()
  await page.context().setOffline(false)
  await page.goto('/blog-admin')
  await page.getByText('Not sent: Someone else has changed this post since you opened it.').waitFor()
  expect(await titled(site, 'Theirs')).toHaveLength(1)
  await page.getByRole('button', { name: 'Change it Mine' }).click()
  await eventually(() => page.getByLabel('Title').inputValue()).toBe('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'The saved version' }).waitFor()
  await judge(page)
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await page.getByText('Post saved').waitFor()
  expect(await titled(site, 'Mine')).toHaveLength(1)
  expect(await keptIn(page)).toEqual([])
})

further.it('A list that cannot be read is asked for three times more, a second apart, and then says so', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  const asked: number[] = []
  await page.route('**/blog-admin/posts', async (route) => {
    if (route.request().method() === 'POST') return route.continue()
    asked.push(performance.now())
    await route.fulfill({ status: 500, body: 'no' })
  })
  await page.getByRole('button', { name: 'Unpublish How to Find' }).click()
  await page.getByText('Unable to load blog posts at the moment. Please try refreshing the page.').waitFor()
  expect(asked).toHaveLength(4)
  for (const [at, time] of asked.slice(1).entries()) expect(time - (asked[at] ?? 0)).toBeGreaterThan(900)
  await page.getByText('Error: the server answered 500').waitFor()
  await page.unroute('**/blog-admin/posts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Publish How to Find' }).waitFor()
})

further.it('Someone who has been signed out is told, and keeps what was typed', async () => {
  const site = await siteAsStarted()
  const page = await openAdmin(site)
  await write(page, 'After hours')
  await page.context().clearCookies()
  await create(page).click()
  await toasts(page).getByText('Failed to create blog post: You must be logged in to create blog posts').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('After hours')
  expect(await keptIn(page)).toEqual([])
})
