import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '#test/support/chromium.ts'
import { further, isDeep } from '#test/support/depth.ts'
import { addEngineer, jobOf, phoneOf, readJob, staffOf } from '#test/support/engineers.ts'
import { builtServer } from '#test/support/instance.ts'
import { openSite, type Site } from '#test/support/site.ts'
import { giveCookies, signInAs } from './signed-in.ts'
import {
  atStep,
  eventually,
  field,
  formOf,
  looksWrong,
  newVisitor,
  openContext as openBlocked,
  press,
  referenceInForm,
  shareChromium,
  started,
  toasts,
  toReview,
} from './visitor.ts'

/*
 * The service worker in a real browser. The connection is cut at the server, because emulating offline in the browser does not affect the
 * service worker.
 */

shareChromium()

const ownSite = () => openSite({ ownProcess: true })

const openContext = (url: string, within?: Browser) => openBlocked(url, { serviceWorkers: 'allow' }, within)

/** Opens a page and waits until the service worker controls it and has cached all that it caches on a first visit. */
async function firstVisit(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await controlled(page)
  return page
}

const controlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

const note = (page: Page) => page.locator('[data-kept-copy]')
const heading = (page: Page) => page.locator('h1').textContent()
const offlineHeading = 'You’re offline. Call us.'

/** The address, headers and text of every cached response. */
const inCaches = (page: Page) =>
  page.evaluate(async () => {
    const found: { url: string; cacheControl: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        if (kept)
          found.push({
            url: request.url.replace(location.origin, ''),
            cacheControl: kept.headers.get('cache-control') ?? '',
            text: await kept.text(),
          })
      }
    }
    return found
  })

/** The paths of cached pages, without reading them. */
const pathsKept = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      if (name.startsWith('pages-')) for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })

/** The worker has removed itself, with everything it cached. */
async function expectRemoved(page: Page) {
  await eventually(() => page.evaluate(() => caches.keys())).toEqual([])
  await eventually(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
}

/** The pictures in view that have not loaded. */
const brokenPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth, loading }) => loading !== 'lazy' && complete && naturalWidth === 0)
      .map(({ src }) => src),
  )

describe('Without a connection', () => {
  it('what was seen and what helps is there after one visit, for all else the page that says so, and nothing of a signed-in user', async () => {
    const site = await openSite({ accounts: true, ownProcess: true })
    const page = await firstVisit(await openContext(site.url), '/emergency-boiler-repair?utm_source=somewhere')
    // The page that was open when the worker started, and one opened later.
    await eventually(() => pathsKept(page)).toContain('/emergency-boiler-repair')
    await page.goto('/pricing')
    await eventually(() => pathsKept(page)).toContain('/pricing')

    const { email } = await site.sampleOf('customer')
    await signInAs(page, site, 'customer')
    for (const path of ['/account/bookings', '/book?service=Burst+Pipe', '/claims']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
    }
    const kept = await inCaches(page)
    expect(kept.length).toBeGreaterThan(20)
    for (const { url, cacheControl, text } of kept) {
      expect(url).not.toMatch(/^\/(auth|account|staff|blog-admin|track|payment-success|dev|api|functions|rest|book\/)/)
      expect(cacheControl, url).toMatch(/\bpublic\b/)
      expect(text, url).not.toContain(email)
      if (!url.endsWith('.js')) expect(text, url).not.toMatch(/Sign Out|My bookings/)
    }
    // A page opened only while signed in is not cached.
    expect(kept.map(({ url }) => url)).not.toContain('/claims')

    // A copy is shown where the server doesn't answer.
    site.freeze()
    await page.goto('/gas-emergency')
    await note(page).waitFor()
    await site.kill()
    for (const [path, words] of [
      ['/emergency-boiler-repair?utm_source=somewhere', 'oiler'],
      ['/?utm_source=somewhere', 'London'],
      ['/gas-emergency', 'gas'],
    ] as const) {
      await page.goto(path)
      await note(page).waitFor()
      expect(await heading(page)).toContain(words)
      expect(await page.content(), path).not.toMatch(/Sign Out|My bookings/)
      expect(await page.locator('a[href^="tel:"]:visible').count(), path).toBeGreaterThan(0)
      expect(await brokenPictures(page), path).toEqual([])
    }
    expect(await note(page).textContent()).toMatch(/copy saved on your device from \w+ \d+ \w+, (?:[\d.]+[ap]m|noon|midnight)\./)
    const problems = isDeep ? await looksWrong(page) : []
    for (const path of ['/track/whatever', '/claims']) {
      await page.goto(path)
      expect(await heading(page), path).toBe(offlineHeading)
    }
    if (!isDeep) return
    expect([...problems, ...(await looksWrong(page))]).toEqual([])
    // A gateway reports that the server is down.
    const gateway = createServer((_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'))
    await new Promise<void>((resolve) => gateway.listen(Number(new URL(site.url).port), '127.0.0.1', resolve))
    const closeGateway = () => {
      gateway.closeAllConnections()
      return new Promise((resolve) => gateway.close(resolve))
    }
    onTestFinished(async () => void (await closeGateway()))
    await page.goto('/blog/find-your-stopcock')
    await note(page).waitFor()
    // Without a cached copy, the service worker returns the response it got.
    await page.goto('/claims')
    expect(await heading(page)).toBe('Bad Gateway')
    await closeGateway()

    await site.start()
    await page.goto('/gas-emergency')
    expect(await note(page).count()).toBe(0)

    // Switched off, it removes itself also where only the browser asks for the script.
    await site.kill()
    await site.start({ env: { SERVICE_WORKER: 'off' } })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expectRemoved(page)
  })
})

/** Completes and submits the form at /book while offline. */
async function bookOffline(page: Page): Promise<string> {
  const visitor = newVisitor()
  await page.goto('/book')
  await note(page).waitFor()
  await started(page)
  await toReview(page, visitor, { postcode: '' })
  await press(page, 'Submit')
  await formOf(page).locator('xpath=ancestor::*[@data-island][1]').getByText('Not sent yet', { exact: true }).waitFor()
  return visitor.email
}

/** Sends the background sync event that the browser sends to a service worker once it is back online. */
async function lineIsBack(context: BrowserContext, url: string) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { promise, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${url}/` && !isDeleted)
    if (own) resolve(own.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await promise
  await session.send('ServiceWorker.dispatchSyncEvent', { origin: url, registrationId, tag: 'booking-outbox', lastChance: false })
  await page.close()
}

/** Blocks bookings that the page itself sends from now on. Those that the service worker sends get through. */
const failSends = (page: Page, how: 'at once' | 'never' = 'at once') =>
  page.evaluate((when) => {
    const real = window.fetch
    window.fetch = (...given) => {
      if (!String(given[0]).endsWith('/submit-booking')) return real(...given)
      Object.assign(window, { hasSent: true })
      return when === 'at once' ? Promise.reject(new TypeError('Failed to fetch')) : new Promise(() => undefined)
    }
  }, how)

describe('A booking made without a connection', () => {
  it('is sent once: its tab closed, open, without Background Sync, and with the worker switched off, which takes all copies along', async () => {
    const site = await ownSite()
    const context = await openContext(site.url)
    const page = await firstVisit(context)
    await site.kill()
    const email = await bookOffline(page)
    await page.close()
    await site.start()
    expect(await site.bookingsOf(email)).toEqual([])
    await lineIsBack(context, site.url)
    await eventually(async () => (await site.bookingsOf(email)).length).toBe(1)
    await lineIsBack(context, site.url)
    const next = await context.newPage()
    await next.goto('/gas-emergency')
    await expectTold(next, site, email)

    // The page that is still open is notified.
    await site.kill()
    const openEmail = await bookOffline(next)
    await failSends(next)
    await site.start()
    await lineIsBack(context, site.url)
    await eventually(() => referenceInForm(next)).toMatch(/^BK-/)
    expect(await site.bookingsOf(openEmail)).toMatchObject([{ reference: await referenceInForm(next) }])

    // Switched off by the owner, the worker removes itself and all copies, but no booking that waits, and stays away. Without Background
    // Sync, the booking is sent by the next visit.
    await context.addInitScript(() => {
      if ('ServiceWorkerRegistration' in window)
        Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { get: () => undefined })
    })
    await site.kill()
    const lastEmail = await bookOffline(next)
    await next.close()
    await site.start({ env: { SERVICE_WORKER: 'off' } })
    const last = await context.newPage()
    await last.goto('/')
    await expectTold(last, site, lastEmail)
    await expectRemoved(last)
    await last.goto('/gas-emergency')
    expect(await last.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  })
})

/** A page shows that this visitor's booking has been sent, and it was sent once. */
async function expectTold(page: Page, site: Site, email: string) {
  await toasts(page).getByText('Your reference is BK-', { exact: false }).waitFor()
  const [booking, ...others] = await site.bookingsOf(email)
  await toasts(page).getByText(`Your reference is ${booking?.reference}`, { exact: false }).waitFor()
  expect(others).toEqual([])
  await eventually(() => page.evaluate(() => localStorage.getItem('booking-outbox'))).toBeNull()
}

further.describe('A booking whose tab is closed before there is an answer', () => {
  it('is sent by the worker at once', async () => {
    const site = await ownSite()
    // Only a whole browser has Background Sync.
    const whole = await launchChromium({ whole: true })
    onTestFinished(() => whole.close())
    const context = await openContext(site.url, whole)
    const page = await firstVisit(context, '/book')
    await started(page)
    await failSends(page, 'never')
    const visitor = newVisitor()
    await toReview(page, visitor)
    await press(page, 'Submit')
    await page.waitForFunction(() => 'hasSent' in window)
    expect(await site.bookingsOf(visitor.email)).toEqual([])
    await page.close()
    await eventually(async () => (await site.bookingsOf(visitor.email)).length).toBe(1)
  })
})

/** A later build, with a different form and its own id. Without `worker`: a build from before there was a service worker. */
function nextBuild({ worker }: { worker: boolean }): string {
  const folder = join(dirname(builtServer()), `next-${worker}`)
  cpSync(builtServer(), folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (!worker) {
    rmSync(join(folder, 'worker'), { recursive: true })
    return folder
  }
  const id = readFileSync(join(folder, 'worker/build-id'), 'utf8')
  const form = readdirSync(join(folder, 'islands')).find((name) => /^booking-form\.island-.*\.js$/.test(name)) ?? ''
  const later = (text: string) => text.replaceAll(id, laterId).replaceAll(form, laterForm)
  for (const part of ['islands', 'worker', 'server', 'server/assets'])
    for (const name of readdirSync(join(folder, part))) {
      const path = join(folder, part, name)
      // The compressed copies still have the old content.
      if (/\.(br|gz)$/.test(name)) rmSync(path)
      else if (/(\.js|build-id)$/.test(name)) writeFileSync(path, later(readFileSync(path, 'utf8')))
    }
  renameSync(join(folder, 'islands', form), join(folder, 'islands', laterForm))
  return folder
}
const laterId = 'a-later-build-16'
const laterForm = 'booking-form.island-later.js'
const namesLaterForm = (page: Page) => page.evaluate((name) => document.documentElement.outerHTML.includes(name), laterForm)
/** The builds whose home pages are cached. */
const buildsKept = (page: Page) =>
  page.evaluate(async () => {
    const core = (await (await caches.open('core')).keys()).map(({ url }) => new URL(url))
    return core.filter(({ pathname }) => pathname === '/').map(({ searchParams }) => searchParams.get('__WB_REVISION__'))
  })
const waits = (page: Page) => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

further.describe('A later build', () => {
  it('in two tabs mixes with the earlier one nowhere, takes over when only its own page is open, and goes with the worker', async () => {
    const site = await ownSite()
    const context = await openContext(site.url)
    const early = await firstVisit(context, '/book')
    const other = await context.newPage()
    await other.goto('/gas-emergency')
    await site.kill()
    await site.start({ build: nextBuild({ worker: true }) })

    // The open tab has the earlier build's form, which the server no longer has.
    await other.goto('/book')
    expect(await namesLaterForm(other)).toBe(true)
    await eventually(() => waits(other)).toBe(true)
    await started(other)
    expect(await namesLaterForm(early)).toBe(false)
    await started(early)
    await toReview(early, newVisitor())

    // Offline, each build's service worker serves the pages and scripts of its own build.
    await site.kill()
    await other.reload()
    await note(other).waitFor()
    expect(await namesLaterForm(other)).toBe(false)
    await started(other)

    await site.start({ build: join(dirname(builtServer()), 'next-true') })
    await early.close()
    await other.goto('/book')
    expect(await namesLaterForm(other)).toBe(true)
    await eventually(() => buildsKept(other)).toEqual([laterId])
    expect(await waits(other)).toBe(false)
    await site.kill()
    await other.reload()
    await note(other).waitFor()
    expect(await namesLaterForm(other)).toBe(true)
    await started(other)

    // It is also removed when the site returns to a build from before there was a worker.
    await site.start({ build: nextBuild({ worker: false }) })
    await other.goto('/gas-emergency')
    expect(await note(other).count()).toBe(0)
    await expectRemoved(other)
  })
})

type OnDevice = Record<'localStorage' | 'sessionStorage', Record<string, string>> & { databases: Record<string, Record<string, unknown>[]> }
const devices = readFileSync(new URL('../fixtures/devices-at-0079.json', import.meta.url), 'utf8')

/**
 * Data that browsers stored offline under an earlier version, as that version wrote it: acts, photos, a booking, a draft and a post.
 * `names`: the ids for its placeholders. It was stored two hours ago: prices may have changed since.
 */
function keptEarlier(names: Record<string, string>): Record<'engineer' | 'customer' | 'undecided' | 'staff', OnDevice> {
  const passed = Date.now() - 7_200_000 - Date.parse((JSON.parse(devices) as { keptAt: string }).keptAt)
  return JSON.parse(
    devices
      .replace(/\{([\w ]+)\}/g, (found, name: string) => names[name] ?? found)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => new Date(Date.parse(instant) + passed).toISOString())
      .replace(/\b1[78]\d{11}\b/g, (ms) => String(Number(ms) + passed)),
  )
}

/** Stores it in a browser before any page of this build is opened there. */
async function keepOn(page: Page, kept: OnDevice) {
  await page.goto('/robots.txt')
  await page.evaluate(async ({ databases, ...storages }) => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      for (const [key, value] of Object.entries(storages[name])) window[name].setItem(key, value)
    const withBlobs = (item: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(item).map(([key, value]) => {
          const { $blob, type } = (value ?? {}) as { $blob?: string; type?: string }
          return [key, $blob === undefined ? value : new Blob([Uint8Array.from(atob($blob), (letter) => letter.charCodeAt(0))], { type })]
        }),
      )
    for (const [name, items] of Object.entries(databases))
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore(name, { keyPath: 'key' })
        opening.onerror = reject
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(name, 'readwrite')
          for (const item of items) transaction.objectStore(name).put(withBlobs(item))
          transaction.onabort = reject
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
  }, kept)
}

further.describe('What a device kept under an earlier version', () => {
  it('is sent once by this one: an engineer’s acts and photo, a customer’s booking and photo, a post; and a draft is shown', async () => {
    const site = await openSite({ accounts: true, ownProcess: true })
    const staff = await staffOf(site)
    const engineerId = await addEngineer(staff, 'Dan Okoro', '1234567')
    const { phone } = await phoneOf(site, staff, engineerId)
    const repaired = await jobOf(site, staff, engineerId, 'Priya Raman')
    const locked = await jobOf(site, staff, engineerId, 'Una Marsh')
    const boiler = await jobOf(site, staff, engineerId, 'Tess Holloway', 'Boiler Breakdown')
    const { email } = await site.db.selectFrom('bookings').select('email').where('id', '=', locked).executeTakeFirstOrThrow()
    const track = /\/track\/([\w-]+)/.exec(await site.mailTo(email, /./))
    const kept = keptEarlier({
      ...{ site: site.url, engineer: engineerId, token: track?.[1] ?? '' },
      ...{ 'job 1': repaired, 'job 2': locked, 'job 3': boiler },
    })
    const openOn = async (device: OnDevice) => {
      const page = await (await openBlocked(site.url)).newPage()
      await keepOn(page, device)
      return page
    }

    const onPhone = await openOn(kept.engineer)
    await giveCookies(onPhone, phone, site.url)
    const acts = kept.engineer.databases['engineer-acts'] ?? []
    const done = async () => ({
      acts: (await site.db.selectFrom('engineerActs').select(['key', 'kind', 'refusal']).orderBy('kind').orderBy('key').execute()).filter(
        ({ kind }) => kind !== 'photo',
      ),
      statuses: (await Promise.all([repaired, locked, boiler].map((id) => readJob(site, id)))).map(({ status }) => status),
      works: await site.db.selectFrom('extraWorks').select(['bookingId', 'state', 'signerName']).execute(),
      sheets: await site.db.selectFrom('jobSheets').select(['bookingId', 'done']).execute(),
      tries: await site.db.selectFrom('callAttempts').select(['bookingId', 'note']).execute(),
      appliances: await site.db.selectFrom('gasAppliances').select(['bookingId', 'make']).execute(),
      photos: await site.db.selectFrom('photos').select(['bookingId', 'kind', 'takenBy']).orderBy('kind').execute(),
    })
    const byEngineer = {
      acts: acts
        .map(({ key, kind }) => ({ key: String(key), kind: String(kind), refusal: null }))
        .toSorted((a, b) => (`${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : 1)),
      statuses: ['completed', 'arrived', 'arrived'],
      works: [{ bookingId: repaired, state: 'agreed', signerName: 'Priya Raman' }],
      sheets: [{ bookingId: repaired, done: 'New joint' }],
      tries: [{ bookingId: locked, note: 'Rang twice' }],
      appliances: [{ bookingId: boiler, make: 'Vaillant' }],
      photos: [{ bookingId: repaired, kind: 'before', takenBy: 'engineer' }],
    }
    await onPhone.goto('/engineer')
    await eventually(done).toEqual(byEngineer)
    await eventually(() =>
      onPhone
        .getByText(/saved on this phone/i)
        .filter({ visible: true })
        .count(),
    ).toBe(0)

    const visitor = await openOn(kept.customer)
    await visitor.goto(track?.[0] ?? '')
    await expectTold(visitor, site, 'offline@example.com')
    await eventually(() => visitor.locator('[data-photos-shown] img').count()).toBe(1)
    const editor = await openOn(kept.staff)
    await signInAs(editor, site, 'staff')
    await editor.goto('/blog-admin')
    const posts = () => site.db.selectFrom('blogPosts').select('content').where('title', '=', 'Frozen pipes').execute()
    await eventually(posts).toEqual([{ content: 'Turn the water off' }])

    // Nothing is sent again.
    for (const page of [onPhone, visitor, editor]) {
      await page.reload()
      await page.waitForLoadState('networkidle')
    }
    const both = [...byEngineer.photos, { bookingId: locked, kind: 'problem', takenBy: 'customer' }]
    expect(await done()).toEqual({ ...byEngineer, photos: both })
    expect([await site.bookingsOf('offline@example.com'), await posts()].map(({ length }) => length)).toEqual([1, 1])

    const undecided = await openOn(kept.undecided)
    await undecided.goto('/book')
    await started(undecided)
    await press(undecided, 'Next')
    await atStep(undecided, 2)
    expect(await field(undecided, 'name').inputValue()).toBe('Olu Adeyemi')
  })
})
