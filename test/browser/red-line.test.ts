// @module-tag never-again
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { further } from '#test/support/depth.ts'
import { openSite, type Site, shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { patienceMs } from './kept-pages.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import {
  atStep,
  axeProblems,
  booked,
  eventually,
  focused,
  formOf,
  newVisitor,
  openContext,
  openReview,
  overflowPx,
  pick,
  press,
  shareChromium,
  smallTargets,
  started,
  toasts,
  toReview,
  type Visitor,
} from './visitor.ts'

shareChromium()

const env = { DEV_TOOLS: 'on' }
const shared = shareSite({ env })

/** The shared site with all of today's slots free. */
async function freshSlots(): Promise<Site> {
  const site = await shared()
  await site.db.deleteFrom('redlineSlots').execute()
  return site
}

interface Arrived {
  site: Site
  context: BrowserContext
  page: Page
  visitor: Visitor
}

/** A wide screen, where payment opens in a tab of its own. */
const desk = { viewport: { width: 1280, height: 800 } }

interface Arriving extends BrowserContextOptions {
  /** The site's; otherwise the shared one with free slots. */
  site?: Site
  first?: (context: BrowserContext) => Promise<unknown>
  /** Walks the form instead of opening it at its review. */
  walks?: boolean
}

/** A visitor at the last step of a Red Line booking with sandbox payment, on a wide screen. */
async function toLastStep({ site: own, first, walks = false, ...options }: Arriving = {}): Promise<Arrived> {
  const site = own ?? (await freshSlots())
  const context = await openContext(site.url, { ...desk, ...options })
  await context.addCookies([await site.devCookie()])
  await watchShifts(context)
  await first?.(context)
  const page = await context.newPage()
  const visitor = newVisitor()
  if (walks) {
    await page.goto('/book')
    await started(page)
    await pick(page, 'Red Line Response')
    await toReview(page, visitor)
  } else await openReview(page, visitor, { serviceLevel: 'redline' })
  return { site, context, page, visitor }
}

const received = 'We’re finding your engineer'
/** Waits until the private page shows the booking and asks for no fee. */
const isReceived = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: received }).waitFor()
  expect(await fee(page).count()).toBe(0)
}
const fee = (page: Page) => page.locator('[data-fee]')
const feeIs = (page: Page, state: 'due' | 'paid' | 'expired') => page.locator(`[data-fee=${state}]`).waitFor()
const payLink = (page: Page) => fee(page).getByRole('link', { name: /^Pay £/ })
const statusOf = async ({ site, visitor }: Arrived) => (await site.bookingsOf(visitor.email)).map(({ status }) => status)
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('secure-session:redline-booking'))

/** Submits the booking where payment opens in a tab of its own, which it returns. */
async function send({ page, context }: Arrived): Promise<Page> {
  const opened = context.waitForEvent('page')
  await press(page, 'Submit')
  const sandbox = await opened
  await isAtPayment(sandbox)
  return sandbox
}

const isAtPayment = (page: Page) => page.getByRole('heading', { level: 1, name: 'Red Line priority fee' }).waitFor()

async function paysAt(sandbox: Page): Promise<void> {
  await sandbox.getByRole('button', { name: /^Pay £/ }).click()
  await sandbox.waitForURL(/\/payment-success\?session_id=/)
}

/** In place of the form. */
const panel = (page: Page) => page.locator('[data-sent]')

describe('A Red Line booking', () => {
  it('in the dialog of another page says that it obliges to pay, opens the payment page, and sees on its confirmation that it is paid, as does its private page', async () => {
    const site = await freshSlots()
    const context = await openContext(site.url, desk)
    await context.addCookies([await site.devCookie()])
    const page = await context.newPage()
    const visitor = newVisitor()
    const arrived = { site, context, page, visitor }
    await page.goto('/pricing')
    const link = page.locator('main a[href="/book"]').first()
    await link.hover()
    await page.locator('#booking-dialog').waitFor({ state: 'attached' })
    await link.click()
    await started(page)
    await pick(page, 'Red Line Response')
    await toReview(page, visitor)
    // The form's page stays until it has been checked.
    const follows = page.waitForRequest('**/book/confirmed/*')
    await page.route('**/book/confirmed/*', (route) => route.fulfill({ status: 204 }))
    const opened = context.waitForEvent('page')
    await press(page, 'Submit')
    await toasts(page).filter({ hasText: 'Redirecting to Payment 💳' }).waitFor()
    expect([await focused(page), await formOf(page).isVisible()]).toEqual(['confirmation', false])
    const sandbox = await opened
    await isAtPayment(sandbox)
    const [booking] = await site.bookingsOf(visitor.email)
    expect(booking?.status).toBe('awaiting_payment')
    expect(await panel(page).innerText()).toContain(String(booking?.reference))
    await page.unroute('**/book/confirmed/*')
    await page.goto((await follows).url())
    await feeIs(page, 'due')
    await eventually(() => page.getByRole('timer').innerText()).toMatch(/^(30:00|29:\d\d) left$/)
    const tracked = await context.newPage()
    await watchShifts(tracked)
    await tracked.setViewportSize({ width: 360, height: 740 })
    await tracked.goto((await payLink(page).getAttribute('href'))?.replace(/\/pay$/, '') ?? '')
    await tracked.getByRole('timer').waitFor()
    await paysAt(sandbox)
    await tracked.bringToFront()
    await isReceived(tracked)
    expect(await shiftsOf(tracked)).toEqual([])
    await sandbox.bringToFront()
    await sandbox.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
    expect(await sandbox.locator('main dd').first().textContent()).toBe(booking?.reference)
    await eventually(() => toasts(sandbox).allInnerTexts()).toEqual([expect.stringContaining('Payment Successful!')])
    await page.bringToFront()
    await feeIs(page, 'paid')
    expect(await statusOf(arrived)).toEqual(['received'])
    for (const each of [page, sandbox]) await eventually(() => kept(each)).toBeNull()
  })

  further.it(
    'on a phone pays in the same tab, comes back to its confirmation unpaid, and goes on from the form’s page with the same payment page',
    async () => {
      const arrived = await toLastStep({ viewport: { width: 360, height: 740 } })
      const { page, context } = arrived
      await press(page, 'Submit')
      await isAtPayment(page)
      const address = page.url()
      expect(context.pages()).toHaveLength(1)
      await page.getByRole('link', { name: 'Cancel' }).click()
      await booked(page)
      await feeIs(page, 'due')
      expect(await kept(page)).not.toBeNull()
      await page.goto('/book')
      await panel(page).waitFor()
      expect(await formOf(page).isVisible()).toBe(false)
      await panel(page)
        .getByRole('link', { name: /^Pay £/ })
        .click()
      await isAtPayment(page)
      expect(page.url()).toBe(address)
      await paysAt(page)
      await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
      expect(await statusOf(arrived)).toEqual(['received'])
      await eventually(() => kept(page)).toBeNull()
    },
  )

  further.it(
    'is sent and paid where the browser keeps nothing, opens no tab and has no cryptography; without a slot, only once the customer says so',
    async () => {
      const arrived = await toLastStep({
        walks: true,
        first: (context) =>
          context.addInitScript(() => {
            const refuse = () => {
              throw new DOMException('refused', 'SecurityError')
            }
            for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse })
            Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
            window.open = () => null
          }),
      })
      const { page, site, context } = arrived
      // The one hold allowed per address is taken by someone else at the same address.
      await site.book('neighbour@example.com', { serviceLevel: 'redline', phone: '07700 900111' })
      await press(page, 'Submit')
      await booked(page)
      await page.getByRole('heading', { level: 1, name: 'Pay now to get a slot' }).waitFor()
      await page.getByRole('timer').waitFor()
      expect(context.pages()).toHaveLength(1)
      await payLink(page).click()
      await paysAt(page)
      expect(await statusOf(arrived)).toEqual(['received'])
    },
  )
})

describe('The hold', () => {
  further.it(
    'is counted down on the device too, told to a screen reader rarely, and swept from it within five minutes after its time',
    async () => {
      const { page, context } = await toLastStep({ first: (context) => context.clock.install() })
      await press(page, 'Submit')
      await booked(page)
      await feeIs(page, 'due')
      const timer = page.getByRole('timer')
      await eventually(async () => {
        await page.clock.runFor(1_000)
        return timer.innerText()
      }).toMatch(/^(30:00|29:\d\d) left$/)
      expect(await timer.getAttribute('aria-live')).toBe('off')
      await eventually(() => kept(page)).not.toBeNull()
      // The server is not reached: the timer continues on this device's clock.
      await context.setOffline(true)
      const said = fee(page).getByRole('status')
      expect(await said.textContent()).toBe('')
      await page.clock.fastForward('21:00')
      await page.clock.runFor(61_000)
      expect(await said.textContent()).toBe('About 10 minutes left to pay.')
      await page.clock.fastForward('06:00')
      expect(await kept(page), 'before its half hour is over').not.toBeNull()
      await page.clock.fastForward('06:30')
      // This device can't know whether the fee was paid, so the status stays the same.
      expect(await fee(page).getAttribute('data-fee')).toBe('due')
      await eventually(() => kept(page)).toBeNull()
    },
  )

  it('that runs out with the visitor on the page says so in its place, and the same answers go again', async () => {
    const site = await openSite({ env, at: '2026-11-20T10:20:00.000Z' })
    const arrived = await toLastStep({ site })
    const { page, visitor } = arrived
    const sandbox = await send(arrived)
    await sandbox.close()
    await page.bringToFront()
    await page.getByRole('timer').waitFor()
    const [shiftsBefore, height] = [await shiftsOf(page), (await fee(page).boundingBox())?.height]
    await payLink(page).focus()
    await site.passFourHours()
    await feeIs(page, 'expired')
    expect(await fee(page).innerText()).toContain('Your time to pay has run out')
    expect((await fee(page).boundingBox())?.height).toBe(height)
    expect(await shiftsOf(page)).toEqual(shiftsBefore)
    // The button that had the focus has gone.
    expect(await focused(page)).toBe('Your time to pay has run out')
    expect(await axeProblems(page, '[data-fee]')).toEqual([])

    // One button, and no price: nothing is due.
    expect(await fee(page).locator('[data-shown] .key').count()).toBe(1)
    await page.reload()
    expect(await page.locator('main .receipt').count()).toBe(0)
    await fee(page).locator('a[href*="serviceLevel=standard"]').click()
    await atStep(page, 4)
    expect(await fee(page).count()).toBe(0)
    expect(await formOf(page).innerText()).toContain(visitor.email)
    await press(page, 'Submit')
    await booked(page)
    expect((await site.bookingsOf(visitor.email)).map(({ serviceLevel, status }) => `${serviceLevel} ${status}`)).toEqual([
      expect.stringMatching(/^redline (awaiting_payment|expired)$/),
      'standard received',
    ])
  })
})

/** Copies a key in the browser's store: it can be stored again, but not read. */
const copyKey = (page: Page, from: string, to: string) =>
  page.evaluate(
    ([source, target]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('secure-session')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keys', 'readwrite')
          const store = writing.objectStore('keys')
          const found = store.get(source)
          found.onsuccess = () => store.put(found.result, target)
          writing.oncomplete = () => resolve()
          writing.onerror = () => reject(writing.error)
          opening.result.close()
        }
      }),
    [from, to] as const,
  )

describe('What is kept of it', () => {
  it('is sealed with AES-256-GCM under a key that cannot be read, for half an hour, and not read once it was changed or is over', async () => {
    const arrived = await toLastStep()
    const { page, visitor } = arrived
    expect(await kept(page)).toBeNull()
    await send(arrived)
    await eventually(() => kept(page)).not.toBeNull()
    const text = (await kept(page)) ?? ''
    const item = JSON.parse(text) as { data: string; timestamp: number; expiresAt: number; checksum: string }
    expect(item.expiresAt - item.timestamp).toBe(30 * 60_000)
    const all = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    for (const secret of [visitor.email, visitor.name, visitor.phone, 'Burst Pipe', '/track/'])
      for (const within of [all, Buffer.from(item.data, 'base64').toString('latin1')]) expect(within).not.toContain(secret)
    const keys = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('secure-session')
          opening.onsuccess = () => {
            const store = opening.result.transaction('keys').objectStore('keys')
            const [names, values] = [store.getAllKeys(), store.getAll()]
            values.onsuccess = () =>
              resolve({ names: names.result, keys: values.result.map(({ key }: { key: CryptoKey }) => [key.extractable, key.algorithm]) })
            opening.result.close()
          }
        }),
    )
    expect(keys).toEqual({ names: [item.checksum], keys: [[false, { name: 'AES-GCM', length: 256 }]] })

    // If it was tampered with or has expired, it isn't read, and is deleted. Its key is too, so each time a copy of that is put back.
    const changes: [string, (item: Record<string, unknown>) => unknown][] = [
      ['with more time', (given) => ({ ...given, expiresAt: Number(given.expiresAt) + 1 })],
      ['with other data', (given) => ({ ...given, data: `AAAA${String(given.data).slice(4)}` })],
      [
        'half an hour ago',
        (given) => ({ ...given, timestamp: Number(given.timestamp) - 31 * 60_000, expiresAt: Number(given.expiresAt) - 31 * 60_000 }),
      ],
      ['without content', () => ({})],
    ]
    await copyKey(page, item.checksum, 'copy')
    for (const [how, changed] of changes) {
      await copyKey(page, 'copy', item.checksum)
      await page.evaluate((now) => sessionStorage.setItem('secure-session:redline-booking', now), JSON.stringify(changed(JSON.parse(text))))
      await page.goto('/book')
      await started(page)
      await expect.poll(() => kept(page), { message: how, timeout: patienceMs }).toBeNull()
      expect(await panel(page).count(), how).toBe(0)
    }
    // Unchanged, it is read.
    await copyKey(page, 'copy', item.checksum)
    await page.evaluate((now) => sessionStorage.setItem('secure-session:redline-booking', now), text)
    await page.goto('/book')
    await panel(page).waitFor()
  })
})

further.it('The pages of a Red Line booking give axe nothing to find, fit the screen, and have room for a thumb', async () => {
  const site = await freshSlots()
  const context = await openContext(site.url, { viewport: { width: 320, height: 740 } })
  await context.addCookies([await site.devCookie()])
  const page = await context.newPage()
  const submitted = await page.request.post('/functions/v1/submit-booking', { data: bookingBody({ serviceLevel: 'redline' }) })
  const { payment } = (await submitted.json()) as { payment: { url: string } }
  const path = new URL(payment.url).pathname.replace(/\/pay$/, '')
  const problems: string[] = []
  const look = async (address: string, heading: string) => {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    if ((await overflowPx(page)) > 0) problems.push(`${address} scrolls sideways`)
    const found = [...(await smallTargets(page, 'main')), ...(await axeProblems(page, 'main'))]
    problems.push(...found.map((problem) => `${address}: ${problem}`))
  }
  await look(path, 'Waiting for payment')
  await look(path.replace('/track/', '/book/confirmed/'), 'Pay to confirm your slot')
  await page.goto(payment.url)
  await look(new URL(page.url()).pathname, 'Red Line priority fee')
  await paysAt(page)
  const paid = new URL(page.url()).pathname + new URL(page.url()).search
  await look(paid, 'Payment Successful!')
  await page.goto(`${path}?change=cancel`)
  await page.getByRole('button', { name: 'Yes, cancel this booking' }).click()
  await page.waitForURL(/done=cancelled/)
  await look(paid, 'We’re refunding your payment')
  expect(problems).toEqual([])
})
