// @module-tag never-again
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startNowText } from '#content/extra-work.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { addEngineer, jobOf, phoneOf, readJob, staffOf } from '#test/support/engineers.ts'
import { type Front, openFront } from '#test/support/front.ts'
import type { PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { giveCookies } from './signed-in.ts'
import { axeProblems, drawSignature, eventually, openContext, overflowPx } from './visitor.ts'

/*
 * An engineer's phone in a real browser, with its service worker, its store and a connection that can be cut in front of the server:
 * emulating offline in the browser does not affect the service worker.
 */

vi.setConfig({ testTimeout: 180_000 })

/** When the site's clock starts. */
const opensAt = '2026-11-24T09:00:00.000Z'

let browser: Browser
let front: Front
let site: Site
let staff: PlainBrowser
const endings: (() => unknown)[] = []
beforeAll(async () => {
  front = await openFront((ending) => endings.push(ending))
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ accounts: true, front, at: opensAt })])
  staff = await staffOf(site)
})
afterAll(async () => {
  await site?.close()
  for (const ending of endings) await ending()
})

/** Only requests with this user agent, or with the cookie of its context, are cut off: a service worker's lack the user agent. */
const phoneAgent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36 EngineerPhone'

interface Phone {
  context: BrowserContext
  page: Page
  engineerId: string
}

/** An engineer with jobs, one customer's a boiler, and their phone showing the day's page. `closes`: the test closes that page. */
async function phoneWith(
  name: string,
  customers: readonly string[],
  { gasSafeNumber, boilerOf, closes = false }: { gasSafeNumber?: string; boilerOf?: string; closes?: boolean } = {},
): Promise<Phone & { jobs: string[]; signedIn: PlainBrowser }> {
  const engineerId = await addEngineer(staff, name, gasSafeNumber)
  const { phone } = await phoneOf(site, staff, engineerId)
  const jobs: string[] = []
  for (const customer of customers)
    jobs.push(await jobOf(site, staff, engineerId, customer, customer === boilerOf ? 'Boiler Breakdown' : undefined))
  const context = await phoneContext(phone)
  // The first page is passed on.
  if (closes) await context.newPage()
  const page = await context.newPage()
  await page.goto('/engineer')
  return { context, page, engineerId, jobs, signedIn: phone }
}

async function phoneContext(phone: PlainBrowser): Promise<BrowserContext> {
  const context = await openContext(browser, site.url, { keepsWorker: true, userAgent: phoneAgent })
  const cookies = new Map([...phone.cookies, ['client', 'EngineerPhone']])
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.url })))
  return context
}

/** Waits until the service worker controls the page and has cached these paths. Not too often: listing them keeps the browser busy. */
async function readyOffline(page: Page, paths: readonly string[]) {
  const kept = () =>
    page.evaluate(async () => {
      const copies = (await caches.has('engineer')) ? await (await caches.open('engineer')).keys() : []
      return navigator.serviceWorker.controller ? copies.map(({ url }) => new URL(url).pathname) : []
    })
  await expect.poll(kept, { timeout: 30_000, interval: 300 }).toEqual(expect.arrayContaining([...paths]))
}

async function cutLine(context: BrowserContext) {
  front.cut(/EngineerPhone/)
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

/** How many copies of an engineer's pages and their files the phone keeps. */
const copies = (page: Page) =>
  page.evaluate(async () => ((await caches.has('engineer')) ? (await (await caches.open('engineer')).keys()).length : 0))

/** How many of an engineer's changes the phone keeps. */
const unsent = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('engineer-acts')
        opening.onsuccess = () => {
          const { result } = opening
          if (!result.objectStoreNames.contains('engineer-acts')) return resolve(0)
          const counting = result.transaction('engineer-acts').objectStore('engineer-acts').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

describe('An engineer’s phone', () => {
  it('takes each step at one tap, has sent it before the next, and forgets all jobs when its engineer signs out', async () => {
    const { context, page, jobs } = await phoneWith('Dan Okoro', ['Priya Raman'])
    const [job = ''] = jobs
    await readyOffline(page, ['/engineer', `/engineer/jobs/${job}`])
    await key(page, 'I’m on my way').click()
    await eventually(() => statusOf(job)).toBe('en_route')
    await page.getByText('The customer knows you’re on your way.').waitFor()
    await key(page, 'I’ve arrived').click()
    await eventually(() => statusOf(job)).toBe('arrived')
    await key(page, 'Undo the last step').click()
    await eventually(() => statusOf(job)).toBe('en_route')
    await key(page, 'I’ve arrived').waitFor()

    await key(page, 'Sign Out').click()
    await page.waitForURL((url) => !url.pathname.startsWith('/engineer'))
    await eventually(() => copies(page)).toBe(0)
    await eventually(() => unsent(page)).toBe(0)
    await cutLine(context)
    await page.goto('/engineer').catch(() => undefined)
    expect(await page.textContent('body')).not.toContain('Priya')
  })

  it('keeps its jobs and what was done without a line, also after the tab was closed, and sends each step once, at its time', async () => {
    const { context, page, jobs } = await phoneWith('Eve Stone', ['Sam Odell', 'Una Field'], { closes: true })
    const [first = '', second = ''] = jobs
    await readyOffline(page, ['/engineer', `/engineer/jobs/${first}`, `/engineer/jobs/${second}/no-access`])
    await cutLine(context)
    await key(page, 'I’m on my way').click()
    await waits(page).waitFor()
    await key(page, 'I’ve arrived').click()
    await eventually(() => waits(page).textContent()).toContain('2 updates')
    await page.close()

    const again = await context.newPage()
    await again.goto('/engineer')
    await eventually(() => waits(again).textContent()).toContain('2 updates')
    await again.getByRole('link', { name: 'Fill in the job sheet' }).click()
    await again.getByLabel('What you found').fill('Split in the cold feed')
    await again.getByLabel('What you did').fill('New joint')
    await again.getByText('Save the job sheet').click()
    await eventually(() => waits(again).textContent()).toContain('3 updates')
    await again.getByText('Job finished', { exact: true }).click()
    await again.getByText('Not yet', { exact: true }).filter({ visible: true }).click()
    await again.getByRole('button', { name: 'Yes, job finished' }).waitFor({ state: 'hidden' })
    await again.getByText('Job finished', { exact: true }).click()
    await again.getByRole('button', { name: 'Yes, job finished' }).click()
    await eventually(() => waits(again).textContent()).toContain('4 updates')
    expect(await statusOf(first)).toBe('assigned')
    await again.goto('/engineer')
    await again.getByRole('heading', { level: 1 }).waitFor()
    await again.getByText('Una Field, 07700').waitFor()

    await mendLine(context)
    await eventually(() => statusOf(first)).toBe('completed')
    await eventually(() => waits(again).count()).toBe(0)
    const acts = await site.db
      .selectFrom('engineerActs')
      .select(['kind', 'refusal', 'correction'])
      .where('bookingId', '=', first)
      .orderBy('at')
      .execute()
    expect(acts).toEqual(['en_route', 'arrived', 'sheet', 'completed'].map((kind) => ({ kind, refusal: null, correction: 'clock' })))
    expect(await site.db.selectFrom('jobSheets').select(['found', 'done']).where('bookingId', '=', first).execute()).toEqual([
      { found: 'Split in the cold feed', done: 'New joint' },
    ])
  })

  it('agrees another time at a door without a line, and two phones of one engineer are told of each other’s steps', async () => {
    const { context, page, jobs, signedIn } = await phoneWith('Nia Frost', ['Gus Wren', 'Lena Cole'])
    const [locked = '', shared = ''] = jobs
    // The other phone stays online, so it needs no service worker.
    const other = await (await openContext(browser, site.url)).newPage()
    await giveCookies(other, signedIn, site.url)
    await other.goto(`/engineer/jobs/${shared}`)
    await readyOffline(page, ['/engineer', `/engineer/jobs/${shared}`, `/engineer/jobs/${locked}/no-access`])
    await cutLine(context)
    await openJob(page, shared)
    await key(page, 'I’m on my way').click()
    await waits(page).waitFor()
    await openJob(page, locked)
    await key(page, 'I’m on my way').click()
    await key(page, 'I’ve arrived').click()
    await page.getByRole('link', { name: 'Can’t get in' }).click()
    await page.getByText('Agree another time', { exact: true }).click()
    await page.getByLabel('Day').fill('2026-11-25')
    await page.getByLabel('From').fill('14:00')
    await page.getByLabel('Until').fill('')
    await key(page, 'Save the new time').click()
    await page.getByText('Enter a time', { exact: false }).first().waitFor()
    await page.getByLabel('Until').fill('16:00')
    await key(page, 'Save the new time').click()
    await page.waitForURL('**/engineer')
    await page.getByText('Tomorrow, 2pm to 4pm', { exact: false }).waitFor()

    // Meanwhile the same engineer works on another phone, which is online.
    await key(other, 'I’m on my way').click()
    await eventually(() => statusOf(shared)).toBe('en_route')
    await mendLine(context)
    await eventually(() => statusOf(locked)).toBe('assigned')
    const window = () =>
      site.db.selectFrom('bookings').select(['promisedFrom', 'promisedUntil', 'status']).where('id', '=', locked).executeTakeFirstOrThrow()
    await eventually(window).toEqual({
      promisedFrom: '2026-11-25T14:00:00.000Z',
      promisedUntil: '2026-11-25T16:00:00.000Z',
      status: 'assigned',
    })
    await eventually(() => waits(page).count()).toBe(0)
    await page.goto('/engineer')
    await page.getByRole('heading', { name: 'Not saved' }).waitFor()
    const acts = await site.db
      .selectFrom('engineerActs')
      .select(['kind', 'refusal'])
      .where('bookingId', '=', shared)
      .orderBy('receivedAt')
      .execute()
    expect(acts.map(({ kind, refusal }) => [kind, refusal !== null])).toEqual([
      ['en_route', false],
      ['en_route', true],
    ])
    await key(other, 'I’ve arrived').click()
    await eventually(() => statusOf(shared)).toBe('arrived')
    await eventually(() => page.locator('article').getAttribute('data-state')).toBe('arrived')
  })

  it('forgets all jobs when someone else signs in; the first one’s unsent changes are neither shown nor sent, and wait; and when staff end the access', async () => {
    const { context, page, jobs, engineerId } = await phoneWith('Max Reed', ['Ann Lee'])
    await readyOffline(page, ['/engineer'])
    await cutLine(context)
    await key(page, 'I’m on my way').click()
    await waits(page).waitFor()
    await mendLine(context)
    const secondId = await addEngineer(staff, 'Tom Hall')
    const second = await phoneOf(site, staff, secondId)
    await page.goto('about:blank')
    await context.clearCookies()
    await giveCookies(page, second.phone, site.url)
    const others = await jobOf(site, staff, secondId, 'Jo Ellis')
    await page.goto('/engineer')
    await readyOffline(page, [`/engineer/jobs/${others}`])
    const pathsKept = await page.evaluate(async () => (await (await caches.open('engineer')).keys()).map(({ url }) => url).join())
    expect(pathsKept).not.toContain(jobs[0])
    expect(await waits(page).count()).toBe(0)
    const acts = await site.db
      .selectFrom('engineerActs')
      .select(['engineerId'])
      .where('bookingId', '=', jobs[0] ?? '')
      .execute()
    expect(acts.filter((act) => act.engineerId !== engineerId)).toEqual([])
    await staff.post(`/staff/engineers/${secondId}`, { intent: 'end-access' })
    await page.waitForURL('**/auth**')
    await eventually(() => copies(page)).toBe(0)
  })

  it('can be read and reached by one thumb at 360 px, bright and dark, with the choice kept on the phone', async () => {
    const engineerId = await addEngineer(staff, 'Ivy Marlow')
    const { phone } = await phoneOf(site, staff, engineerId)
    const job = await jobOf(site, staff, engineerId, 'Priya Raman')
    await jobOf(site, staff, engineerId, 'Tess Holloway')
    const page = await (await openContext(browser, site.url)).newPage()
    await giveCookies(page, phone, site.url)
    await page.goto('/engineer')
    const look = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([what, colorScheme, await axeProblems(page)]).toEqual([what, colorScheme, []])
      }
      expect([what, await overflowPx(page)]).toEqual([what, 0])
      expect([what, await smallTargets(page)]).toEqual([what, []])
      // At 200% zoom.
      await page.setViewportSize({ width: 180, height: 370 })
      expect([what, 'enlarged', await overflowPx(page)]).toEqual([what, 'enlarged', 0])
      await page.setViewportSize({ width: 360, height: 740 })
    }
    await look('day')
    // A tap before the page's scripts have run is recorded as any other: the browser doesn't post the form.
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto('/engineer', { waitUntil: 'commit' })
    const report = page.waitForRequest('**/engineer/acts')
    await key(page, 'I’m on my way').click()
    scripts.resolve()
    expect((await report).postDataJSON()).toMatchObject({ engineerId, acts: [{ kind: 'en_route', bookingId: job }] })
    await page.getByText('How long will you be?').waitFor()
    await key(page, '20 min').click()
    await page.getByText('The customer expects you at about').waitFor()
    await look('on-the-way')
    await key(page, 'I’ve arrived').click()
    await eventually(() => statusOf(job)).toBe('arrived')
    await page.getByRole('link', { name: 'Fill in the job sheet' }).click()
    await page.getByText('Correct a time').click()
    await look('job')
    await page.getByRole('link', { name: 'Can’t get in' }).click()
    await key(page, 'I tried, no answer').click()
    await page.getByText('1 try so far').waitFor()
    await look('door')

    await page.emulateMedia({ colorScheme: 'light' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const bright = await ground()
    await key(page, 'Dark').click()
    expect(await ground()).not.toBe(bright)
    await page.reload()
    expect(await ground()).not.toBe(bright)
    await key(page, 'Auto').click()
    expect(await ground()).toBe(bright)
    const manifest = await page.evaluate(async () => {
      const href = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? ''
      return (await fetch(href)).json()
    })
    expect(manifest).toMatchObject({ start_url: '/engineer', display: 'standalone' })
  })

  it('works a day of five jobs, half of it without a line: board, customer and database agree, each step once at its real time', async () => {
    const names = ['Priya Raman', 'Tess Holloway', 'Sam Odell', 'Una Field', 'Ada Lowe']
    const { context, page, jobs } = await phoneWith('Joe Pike', names, { gasSafeNumber: '7700123', boilerOf: 'Ada Lowe' })
    const [repaired = '', locked = '', cancelled = '', madeSafe = '', boiler = ''] = jobs
    // The window of this one has begun.
    await site.db.updateTable('bookings').set({ promisedFrom: opensAt }).where('id', '=', locked).execute()
    await context.clock.install()
    await page.reload()
    const later = [`${repaired}/extra-work`, `${locked}/no-access`, cancelled, madeSafe, `${boiler}/gas`, `${boiler}/bill`]
    await readyOffline(page, ['/engineer', ...later.map((path) => `/engineer/jobs/${path}`)])
    const { customer, board } = await watchers(repaired)

    // Two tabs on the same phone.
    const second = await context.newPage()
    await Promise.all([openJob(page, repaired), openJob(second, repaired)])
    await key(page, 'I’m on my way').click()
    const pressedAt = Date.now()
    await Promise.all([
      customer.getByRole('heading', { name: 'Your engineer is on the way' }).waitFor(),
      eventually(() => board.textContent('body')).toMatch(/Joe Pike set off|set off/),
    ])
    expect(Date.now() - pressedAt, 'ms until board and customer saw it').toBeLessThan(5_000)
    await eventually(() => second.locator('article').getAttribute('data-state')).toBe('en_route')
    await key(second, 'I’ve arrived').click()
    await eventually(() => statusOf(repaired)).toBe('arrived')
    await second.close()

    await cutLine(context)
    await agreeExtraWork(page, repaired, names[0] ?? '')
    await page.goto(`/engineer/jobs/${repaired}`)
    await page.getByLabel('What you found').fill('Split in the cold feed')
    await page.getByLabel('What you did').fill('New joint')
    await key(page, 'Save the job sheet').click()
    await finish(page, 'Job finished')
    await openJob(page, locked)
    await key(page, 'I’m on my way').click()
    await key(page, 'I’ve arrived').click()
    await page.getByRole('link', { name: 'Can’t get in' }).click()
    await page.getByLabel('What you tried').fill('Called twice, knocked')
    await key(page, 'I tried, no answer').click()
    await page.getByText('1 try so far (not sent yet)').waitFor()
    await context.clock.fastForward('31:00')
    await key(page, 'Close: no access').click()
    await page.waitForURL('**/engineer')
    // The office cancels a job that the engineer has just set out for, while the phone is offline.
    await openJob(page, cancelled)
    await key(page, 'I’m on my way').click()
    // It is recorded: the page is closed soon, and other updates wait already.
    await key(page, 'I’ve arrived').waitFor()
    const { version } = await readJob(site, cancelled)
    await staff.post(`/staff/bookings/${cancelled}`, { intent: 'cancel', reason: 'They called', seen: String(version) })
    expect(await statusOf(cancelled)).toBe('cancelled')
    await page.close()
    const reopened = await context.newPage()
    await openJob(reopened, madeSafe)
    await key(reopened, 'I’m on my way').click()
    await key(reopened, 'I’ve arrived').click()
    await finish(reopened, 'Made safe, needs a return visit')
    const total = await repairBoiler(reopened, boiler)
    expect([await statusOf(locked), await statusOf(boiler), await worksOf(repaired)]).toEqual(['assigned', 'assigned', []])

    await site.passFourHours()
    await mendLine(context)
    await reopened.goto('/engineer')
    await eventually(() => statusOf(madeSafe)).toBe('completed')
    await eventually(() => waits(reopened).count()).toBe(0)
    await reopened.getByRole('heading', { name: 'Not saved' }).waitFor()
    const refused = () =>
      site.db
        .selectFrom('engineerActs')
        .select(['kind', 'bookingId', 'dismissedAt'])
        .where('bookingId', 'in', jobs)
        .where('refusal', 'is not', null)
        .execute()
    expect(await refused()).toEqual([{ kind: 'en_route', bookingId: cancelled, dismissedAt: null }])
    await key(reopened, 'I’ve read this').click()
    await eventually(async () => (await refused())[0]?.dismissedAt).not.toBeNull()
    await eventually(() => reopened.getByRole('heading', { name: 'Not saved' }).count()).toBe(0)

    const ended = {
      [repaired]: 'completed',
      [locked]: 'no_access',
      [cancelled]: 'cancelled',
      [madeSafe]: 'completed',
      [boiler]: 'completed',
    }
    for (const [id, status] of Object.entries(ended)) expect([id, await statusOf(id)]).toEqual([id, status])
    const stepsOf = async (id: string) =>
      site.db
        .selectFrom('bookingEvents')
        .select(['toStatus', 'at'])
        .where('bookingId', '=', id)
        .where('kind', '=', 'status')
        .orderBy('at')
        .orderBy('id')
        .execute()
    for (const id of [repaired, madeSafe, boiler])
      expect((await stepsOf(id)).map(({ toStatus }) => toStatus).slice(-3)).toEqual(['en_route', 'arrived', 'completed'])
    const atDoor = (await stepsOf(locked)).slice(-3)
    expect(atDoor.map(({ toStatus }) => toStatus)).toEqual(['en_route', 'arrived', 'no_access'])
    const waitedMs = Date.parse(atDoor[2]?.at ?? '') - Date.parse(atDoor[1]?.at ?? '')
    expect([waitedMs >= 31 * 60_000, waitedMs < 36 * 60_000]).toEqual([true, true])
    const acts = await site.db
      .selectFrom('engineerActs')
      .select(['bookingId', 'kind', 'at', 'correction', 'refusal'])
      .where('bookingId', 'in', jobs)
      .execute()
    expect(acts.filter(({ correction }) => correction === 'bounds')).toEqual([])
    expect(acts.filter(({ refusal }) => refusal !== null)).toHaveLength(1)
    // Staff hear of that wait only now: they decide about its fee.
    const questions = await site.db
      .selectFrom('feeQuestions')
      .select(['bookingId', 'amountPence', 'settledAt'])
      .where('bookingId', 'in', jobs)
      .execute()
    expect(questions).toEqual([{ bookingId: locked, amountPence: 4_900, settledAt: null }])
    const [work] = await worksOf(repaired)
    expect(work).toMatchObject({ state: 'agreed', amountPence: 6_000, signerName: names[0], startText: startNowText })
    expect(work?.startAskedAt).toBe(work?.decidedAt)
    expect((work?.decidedAt ?? '') < (atDoor[0]?.at ?? '')).toBe(true)
    expect(acts.filter(({ bookingId }) => bookingId === repaired).map(({ at }) => at)).toContain(work?.decidedAt)
    const paid = { provider: 'cash', amountPence: total, billId: expect.any(String) }
    const ofBoiler = async (table: 'payments' | 'bills' | 'gasAppliances' | 'gasReasons') =>
      site.db
        .selectFrom(table as 'payments')
        .selectAll()
        .where('bookingId', '=', boiler)
        .execute()
    expect(await ofBoiler('payments')).toMatchObject([paid])
    expect(await ofBoiler('bills')).toMatchObject([{ totalPence: total }])
    expect(await ofBoiler('gasAppliances')).toMatchObject([{ make: 'Vaillant', outcome: 'safe' }])
    expect(await ofBoiler('gasReasons')).toEqual([])
    await customer.getByRole('heading', { name: 'Done' }).waitFor()
    const desk = await staffOf(site)
    const told = { [repaired]: 'finished the job', [locked]: 'couldn’t get in', [madeSafe]: 'made it safe', [boiler]: 'finished the job' }
    for (const [id, words] of Object.entries(told)) expect((await desk.open(`/staff/bookings/${id}`)).text).toContain(words)
  })
})

/** The customer's page of a job and the dispatch board, open on other devices. */
async function watchers(jobId: string): Promise<{ customer: Page; board: Page }> {
  const { email } = await site.db.selectFrom('bookings').select('email').where('id', '=', jobId).executeTakeFirstOrThrow()
  const path = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const context = await openContext(browser, site.url)
  const customer = await context.newPage()
  await customer.goto(path)
  const desk = await openContext(browser, site.url, { viewport: { width: 1280, height: 860 } })
  const board = await desk.newPage()
  await giveCookies(board, staff, site.url)
  await board.goto(`/staff/bookings/${jobId}`)
  return { customer, board }
}

/** The extra work of a job, as the server has it. */
const worksOf = (bookingId: string) =>
  site.db
    .selectFrom('extraWorks')
    .select(['state', 'amountPence', 'signerName', 'decidedAt', 'startAskedAt', 'startText'])
    .where('bookingId', '=', bookingId)
    .execute()

/** Suggests work that isn't the urgent repair, which the customer signs on the engineer's phone without a line. */
async function agreeExtraWork(page: Page, id: string, customer: string) {
  await page.goto(`/engineer/jobs/${id}/extra-work`)
  await page.getByLabel('What needs doing').fill('New isolation valve')
  await page.locator('label', { has: page.locator('input[value="other"]') }).click()
  await page.getByLabel('Other costs').fill('60')
  await key(page, 'Show the customer').click()
  await page.getByText('This hasn’t reached the customer yet.').waitFor()
  for (const tick of await page.getByRole('checkbox').all()) await tick.check()
  await page.getByLabel('Your full name').fill(customer)
  await drawSignature(page)
  await key(page, 'I agree, up to £60').click()
  await page.getByText('Not sent yet.').waitFor()
}

/** Gas work without a line, from the record to the bill and the cash for it; returns the bill's pence. */
async function repairBoiler(page: Page, id: string): Promise<number> {
  const at = `/engineer/jobs/${id}`
  await page.goto(`${at}/bill`)
  await page.getByRole('heading', { name: 'No bill yet' }).waitFor()
  await openJob(page, id)
  await key(page, 'I’m on my way').click()
  await key(page, 'I’ve arrived').click()
  await page.getByText('This may be gas work.').waitFor()
  await page.getByRole('link', { name: 'Gas record first' }).click()
  await page.getByLabel('Type of appliance', { exact: true }).selectOption('Boiler')
  const typed = { Make: 'Vaillant', Model: 'ecoTEC', 'Where it is': 'Kitchen', 'Serial number': '2118', Pressure: '20 mbar' }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  for (const name of ['flue', 'air', 'pressure', 'safe']) await page.locator(`[name="check-${name}"]`).selectOption('pass')
  await page.locator('label', { hasText: 'Safe to use' }).click()
  await key(page, 'Save the appliance').click()
  await page.getByRole('heading', { name: 'Boiler: Vaillant ecoTEC' }).waitFor()
  await page.goto(at)
  await page.getByLabel('What you did').fill('New thermostat')
  await page.getByLabel('Parking').fill('4.50')
  await key(page, 'Save the job sheet').click()
  await finish(page, 'Job finished')
  await page.getByRole('link', { name: 'The bill', exact: true }).click()
  const total = (await page.getByText('Total', { exact: true }).locator('xpath=following-sibling::dd').textContent()) ?? ''
  await page.getByText('Give them this bill').click()
  await key(page, `Yes, bill ${total}`).click()
  await page.getByText('the bill will get its number').waitFor()
  await page.getByLabel(/^How much you’ve been given/).fill('1000')
  await key(page, 'Cash').click()
  await page
    .getByText(`They owe ${total.replace('.00', '')}.`, { exact: false })
    .first()
    .waitFor()
  await page.getByLabel(/^How much you’ve been given/).fill(total.slice(1))
  await key(page, 'Cash').click()
  await page.getByText('Paid in full (not sent yet)').waitFor()
  return Math.round(Number(total.slice(1)) * 100)
}

async function openJob(page: Page, id: string) {
  await page.goto(`/engineer/jobs/${id}`)
  await key(page, 'I’m on my way').waitFor()
}

/** Ends a visit, which needs a second tap to confirm. */
async function finish(page: Page, name: string) {
  await page.getByText(name, { exact: true }).click()
  await key(page, `Yes, ${name.toLowerCase()}`).click()
  await eventually(() => page.locator('article').getAttribute('data-state')).toBe('completed')
}

/** Controls lower than 48 px, which are hard to hit in gloves. Links in running text are left out. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input:not([type=hidden]), select, textarea), header button')]
      .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 47.5)
      .map((each) => each.outerHTML.slice(0, 120)),
  )
