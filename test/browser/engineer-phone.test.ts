// @module-tag never-again
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startNowText } from '#content/extra-work.ts'
import { further } from '#test/support/depth.ts'
import { addEngineer, jobOf, phoneOf, readJob, staffOf } from '#test/support/engineers.ts'
import { type Front, openFront } from '#test/support/front.ts'
import type { PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { patienceMs } from './kept-pages.ts'
import { giveCookies } from './signed-in.ts'
import { axeProblems, drawSignature, eventually, openContext, overflowPx, shareChromium } from './visitor.ts'

/*
 * An engineer's phone in a real browser, with its service worker, its store and a connection that can be cut in front of the server:
 * emulating offline in the browser does not affect the service worker.
 */

/** The start of the site's clock. */
const opensAt = '2026-11-24T09:00:00.000Z'

shareChromium()
let front: Front
let site: Site
let staff: PlainBrowser
const endings: (() => unknown)[] = []
beforeAll(async () => {
  front = await openFront((ending) => endings.push(ending))
  site = await startSite({ accounts: true, front, at: opensAt })
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
  const context = await openContext(site.url, { keepsWorker: true, userAgent: phoneAgent })
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
  await expect.poll(kept, { timeout: patienceMs, interval: 300 }).toEqual(expect.arrayContaining([...paths]))
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

/** The number of copies of an engineer's pages and files on the phone. */
const copies = (page: Page) =>
  page.evaluate(async () => ((await caches.has('engineer')) ? (await (await caches.open('engineer')).keys()).length : 0))

/** The pages whose scripts the phone keeps, by their routes. */
const keptRoutes = (page: Page) =>
  page.evaluate(async () => {
    const kept = new Set((await (await caches.open('engineer')).keys()).map(({ url }) => new URL(url).pathname))
    const { routes } = (globalThis as unknown as { __reactRouterManifest: { routes: Record<string, { module: string }> } })
      .__reactRouterManifest
    return Object.entries(routes).flatMap(([id, { module }]) => (kept.has(module) ? [id.split('/')[1] ?? id] : []))
  })

/** The number of an engineer's acts on the phone. */
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
  it('takes each step at one tap, and forgets all jobs when someone else signs in, staff end the access, or its engineer signs out; unsent changes wait, neither shown nor sent by another', async () => {
    const { context, page, jobs, engineerId, signedIn } = await phoneWith('Dan Okoro', ['Priya Raman'])
    const [job = ''] = jobs
    await readyOffline(page, ['/engineer', `/engineer/jobs/${job}`])
    expect(new Set(await keptRoutes(page))).toEqual(new Set(['root', 'engineer']))
    await key(page, 'I’m on my way').click()
    await eventually(() => statusOf(job)).toBe('en_route')
    await page.getByText('The customer knows you’re on your way.').waitFor()
    await key(page, 'I’ve arrived').click()
    await eventually(() => statusOf(job)).toBe('arrived')
    await key(page, 'Undo the last step').click()
    await eventually(() => statusOf(job)).toBe('en_route')

    await cutLine(context)
    await key(page, 'I’ve arrived').click()
    await waits(page).waitFor()
    await page.goto('about:blank')
    await mendLine(context)
    const secondId = await addEngineer(staff, 'Tom Hall')
    const second = await phoneOf(site, staff, secondId)
    await context.clearCookies()
    await giveCookies(page, second.phone, site.url)
    const others = await jobOf(site, staff, secondId, 'Jo Ellis')
    await page.goto('/engineer')
    await readyOffline(page, [`/engineer/jobs/${others}`])
    const pathsKept = await page.evaluate(async () => (await (await caches.open('engineer')).keys()).map(({ url }) => url).join())
    expect(pathsKept).not.toContain(job)
    expect(await waits(page).count()).toBe(0)
    expect(await statusOf(job)).toBe('en_route')
    await staff.post(`/staff/engineers/${secondId}`, { intent: 'end-access' })
    await page.waitForURL('**/auth**')
    await eventually(() => copies(page)).toBe(0)

    await context.clearCookies()
    await giveCookies(page, signedIn, site.url)
    await page.goto('/engineer')
    await eventually(() => statusOf(job)).toBe('arrived')
    const acts = site.db.selectFrom('engineerActs').select('engineerId').where('bookingId', '=', job).distinct()
    expect(await acts.execute()).toEqual([{ engineerId }])
    await readyOffline(page, ['/engineer'])
    await key(page, 'Sign Out').click()
    await page.waitForURL((url) => !url.pathname.startsWith('/engineer'))
    await eventually(() => copies(page)).toBe(0)
    await eventually(() => unsent(page)).toBe(0)
    await cutLine(context)
    await page.goto('/engineer').catch(() => undefined)
    expect(await page.textContent('body')).not.toContain('Priya')
  })

  further.it('can be read and reached by one thumb at 360 px, bright and dark, with the choice kept on the phone', async () => {
    const engineerId = await addEngineer(staff, 'Ivy Marlow')
    const { phone } = await phoneOf(site, staff, engineerId)
    const job = await jobOf(site, staff, engineerId, 'Priya Raman')
    await jobOf(site, staff, engineerId, 'Tess Holloway')
    const page = await (await openContext(site.url)).newPage()
    await giveCookies(page, phone, site.url)
    await page.goto('/engineer')
    const look = async (what: string, schemes: readonly ('light' | 'dark')[] = ['dark']) => {
      for (const colorScheme of schemes) {
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
    await look('day', ['light', 'dark'])
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
    await page.reload()
    expect(await ground()).not.toBe(bright)
  })

  it('works a day of four jobs without a line, through a closed tab: each step is stored once, in order, at its real time', async () => {
    const names = ['Priya Raman', 'Tess Holloway', 'Sam Odell', 'Ada Lowe']
    const { context, page, jobs } = await phoneWith('Joe Pike', names, { gasSafeNumber: '7700123', boilerOf: 'Ada Lowe', closes: true })
    const [repaired = '', locked = '', cancelled = '', boiler = ''] = jobs
    const later = [`${repaired}/extra-work`, `${locked}/no-access`, cancelled, `${boiler}/gas`, `${boiler}/bill`]
    await readyOffline(page, ['/engineer', ...later.map((path) => `/engineer/jobs/${path}`)])
    await openJob(page, repaired)
    await key(page, 'I’m on my way').click()
    await eventually(() => statusOf(repaired)).toBe('en_route')

    await cutLine(context)
    await key(page, 'I’ve arrived').click()
    await waits(page).waitFor()
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
    await page.getByText('Agree another time', { exact: true }).click()
    await page.getByLabel('Day').fill('2026-11-25')
    await page.getByLabel('From').fill('14:00')
    await page.getByLabel('Until').fill('16:00')
    await key(page, 'Save the new time').click()
    await page.waitForURL('**/engineer')
    await page.getByText('Tomorrow, 2pm to 4pm', { exact: true }).waitFor()
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
    const total = await repairBoiler(reopened, boiler)
    expect([await statusOf(locked), await statusOf(boiler), await worksOf(repaired)]).toEqual(['assigned', 'assigned', []])

    await mendLine(context)
    await reopened.goto('/engineer')
    await eventually(() => statusOf(boiler)).toBe('completed')
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

    const ended = { [repaired]: 'completed', [locked]: 'assigned', [cancelled]: 'cancelled', [boiler]: 'completed' }
    for (const [id, status] of Object.entries(ended)) expect([id, await statusOf(id)]).toEqual([id, status])
    const moved = site.db.selectFrom('bookings').select(['promisedFrom', 'promisedUntil']).where('id', '=', locked)
    expect(await moved.execute()).toEqual([{ promisedFrom: '2026-11-25T14:00:00.000Z', promisedUntil: '2026-11-25T16:00:00.000Z' }])
    const acts = await site.db
      .selectFrom('engineerActs')
      .select(['bookingId', 'kind', 'at', 'correction', 'refusal'])
      .where('bookingId', 'in', jobs)
      .orderBy('at')
      .execute()
    expect(acts.filter(({ correction }) => correction !== 'clock')).toEqual([])
    expect(acts.filter(({ refusal }) => refusal !== null)).toHaveLength(1)
    const kindsOf = (id: string) => acts.filter(({ bookingId, refusal }) => bookingId === id && refusal === null).map(({ kind }) => kind)
    expect(kindsOf(repaired)).toEqual(['en_route', 'arrived', 'propose-work', 'agree-work', 'sheet', 'completed'])
    expect(await site.db.selectFrom('jobSheets').select(['found', 'done']).where('bookingId', '=', repaired).execute()).toEqual([
      { found: 'Split in the cold feed', done: 'New joint' },
    ])
    const [work] = await worksOf(repaired)
    expect(work).toMatchObject({ state: 'agreed', amountPence: 6_000, signerName: names[0], startText: startNowText })
    expect(work?.startAskedAt).toBe(work?.decidedAt)
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
  })
})

/** The extra work of a job, as the server has it. */
const worksOf = (bookingId: string) =>
  site.db
    .selectFrom('extraWorks')
    .select(['state', 'amountPence', 'signerName', 'decidedAt', 'startAskedAt', 'startText'])
    .where('bookingId', '=', bookingId)
    .execute()

/** Suggests work that isn't the urgent repair, which the customer signs on the engineer's phone without a connection. */
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

/** Gas work without a connection, from the record to the bill and its cash; returns the bill's pence. */
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
  await tapTwice(page, 'Give them this bill', `Yes, bill ${total}`)
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

/** Taps the first button, again if the page moved under it, then the one that it shows. */
async function tapTwice(page: Page, first: string, second: string) {
  const isShown = async () => {
    if (!(await key(page, second).isVisible())) await page.getByText(first, { exact: true }).click()
    return key(page, second).isVisible()
  }
  await eventually(isShown).toBe(true)
  await key(page, second).click()
}

/** Ends a visit, which needs a second tap to confirm. */
async function finish(page: Page, name: string) {
  await tapTwice(page, name, `Yes, ${name.toLowerCase()}`)
  await eventually(() => page.locator('article').getAttribute('data-state')).toBe('completed')
}

/** Controls lower than 48 px, which are hard to hit in gloves. Links in running text are left out. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input:not([type=hidden]), select, textarea), header button')]
      .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 47.5)
      .map((each) => each.outerHTML.slice(0, 120)),
  )
