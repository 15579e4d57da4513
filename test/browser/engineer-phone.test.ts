// @module-tag never-again
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { launchChromium } from '#test/support/chromium.ts'
import { addEngineer, jobOf, phoneOf, readJob, staffOf } from '#test/support/engineers.ts'
import { type Front, openFront } from '#test/support/front.ts'
import type { PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { eventually, openContext } from './visitor.ts'

/*
 * An engineer's phone in a real browser, with its worker, its store and a line that can be cut in front of the server: what a browser is
 * told of its connection does not reach its worker.
 */

vi.setConfig({ testTimeout: 180_000 })

let browser: Browser
let front: Front
let site: Site
let staff: PlainBrowser
const endings: (() => unknown)[] = []
beforeAll(async () => {
  front = await openFront((ending) => endings.push(ending))
  ;[browser, site] = await Promise.all([launchChromium({ whole: true }), startSite({ accounts: true, front })])
  staff = await staffOf(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  for (const ending of endings) await ending()
})

interface Phone {
  context: BrowserContext
  page: Page
  engineerId: string
}

/** An engineer with jobs, and their phone with the day's page open. */
async function phoneWith(name: string, customers: readonly string[]): Promise<Phone & { jobs: string[] }> {
  const engineerId = await addEngineer(staff, name)
  const { phone } = await phoneOf(site, staff, engineerId)
  const jobs: string[] = []
  for (const customer of customers) jobs.push(await jobOf(site, staff, engineerId, customer))
  const context = await phoneContext(phone)
  const page = await context.newPage()
  await page.goto('/engineer')
  return { context, page, engineerId, jobs }
}

async function phoneContext(phone: PlainBrowser): Promise<BrowserContext> {
  const context = await openContext(browser, site.url, { serviceWorkers: 'allow' })
  await context.addCookies([...phone.cookies].map(([name, value]) => ({ name, value, url: site.url })))
  return context
}

/** Until the worker answers for the page and has kept its copies. */
async function readyOffline(page: Page, paths: readonly string[]) {
  const kept = () =>
    page.evaluate(async () => {
      const copies = (await caches.has('engineer')) ? await (await caches.open('engineer')).keys() : []
      return navigator.serviceWorker.controller ? copies.map(({ url }) => new URL(url).pathname) : []
    })
  for (const path of paths) await eventually(kept).toContain(path)
}

async function cutLine(context: BrowserContext) {
  front.cut()
  await context.setOffline(true)
  onTestFinished(() => front.mend())
}

async function mendLine(context: BrowserContext) {
  front.mend()
  await context.setOffline(false)
}

const key = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const statusOf = async (id: string) => (await readJob(site, id)).status
const waits = (page: Page) => page.getByRole('status').filter({ hasText: 'on this phone' })

describe('An engineer’s phone', () => {
  it('takes each step at one tap, and has sent it before the next', async () => {
    const { page, jobs } = await phoneWith('Dan Okoro', ['Priya Raman'])
    const [job = ''] = jobs
    await key(page, 'I’m on my way').click()
    await eventually(() => statusOf(job)).toBe('en_route')
    await page.getByText('The customer knows you’re on your way.').waitFor()
    await key(page, 'I’ve arrived').click()
    await eventually(() => statusOf(job)).toBe('arrived')
    await key(page, 'Undo the last step').click()
    await eventually(() => statusOf(job)).toBe('en_route')
    await key(page, 'I’ve arrived').waitFor()
  })

  it('keeps its jobs and what was done without a line, also after the tab was closed, and sends each step once, at its time', async () => {
    const { context, page, jobs } = await phoneWith('Eve Stone', ['Sam Odell', 'Una Field'])
    const [first = '', second = ''] = jobs
    await readyOffline(page, ['/engineer', `/engineer/jobs/${first}`, `/engineer/jobs/${second}/no-access`])
    await cutLine(context)
    await key(page, 'I’m on my way').click()
    await waits(page).waitFor()
    await key(page, 'I’ve arrived').click()
    await eventually(() => waits(page).textContent()).toContain('2 things')
    await page.close()

    const again = await context.newPage()
    await again.goto('/engineer')
    await eventually(() => waits(again).textContent()).toContain('2 things')
    await again.getByRole('link', { name: 'Write the job sheet' }).click()
    await again.getByLabel('What you found').fill('Split in the cold feed')
    await again.getByLabel('What you did').fill('New joint')
    await again.getByText('Save the job sheet').click()
    await eventually(() => waits(again).textContent()).toContain('3 things')
    await again.getByText('Job finished', { exact: true }).click()
    await again.getByRole('button', { name: 'Yes: job finished' }).click()
    await eventually(() => waits(again).textContent()).toContain('4 things')
    expect(await statusOf(first)).toBe('assigned')
    await again.goto('/engineer')
    await again.getByRole('heading', { level: 1 }).waitFor()
    await again.getByText('Una Field').waitFor()

    await mendLine(context)
    await eventually(() => statusOf(first)).toBe('completed')
    await eventually(() => waits(again).count()).toBe(0)
    const acts = await site.db
      .selectFrom('engineerActs')
      .select(['kind', 'refusal', 'correction'])
      .where('bookingId', '=', first)
      .orderBy('at')
      .execute()
    expect(acts).toEqual(['en_route', 'arrived', 'sheet', 'completed'].map((kind) => ({ kind, refusal: null, correction: null })))
    expect(await site.db.selectFrom('jobSheets').select(['found', 'done']).where('bookingId', '=', first).execute()).toEqual([
      { found: 'Split in the cold feed', done: 'New joint' },
    ])
  })
})
