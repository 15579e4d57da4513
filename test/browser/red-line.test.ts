// @module-tag never-again
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { openSite, type Site, shareSite } from '#test/support/site.ts'
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
  overflowPx,
  pick,
  press,
  started,
  toasts,
  toReview,
  type Visitor,
} from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

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

/** A visitor at the last step of a Red Line booking with sandbox payment. `own`: on a separate site, as with `at`. */
async function toLastStep(
  options: BrowserContextOptions & {
    at?: string
    own?: boolean
    first?: (context: BrowserContext) => Promise<unknown>
    path?: string
  } = {},
): Promise<Arrived> {
  const { at, own = at !== undefined, first, path = '/book', ...rest } = options
  const site = own ? await openSite({ env, at }) : await freshSlots()
  const context = await openContext(browser, site.url, rest)
  await watchShifts(context)
  await first?.(context)
  const page = await context.newPage()
  await page.goto(path)
  await started(page)
  await pick(page, 'Red Line Response')
  const visitor = newVisitor()
  await toReview(page, visitor)
  return { site, context, page, visitor }
}

const received = 'Received: we’ll call you to confirm'
/** Waits until the private page shows the booking and asks for no fee. */
const isReceived = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: received }).waitFor()
  expect(await fee(page).count()).toBe(0)
}
const fee = (page: Page) => page.locator('[data-fee]')
const feeIs = (page: Page, state: 'due' | 'paid' | 'expired') => page.locator(`[data-fee=${state}]`).waitFor()
const payLink = (page: Page) => fee(page).getByRole('link', { name: 'Pay £29.99' })
const statusOf = async ({ site, visitor }: Arrived) => (await site.bookingsOf(visitor.email)).map(({ status }) => status)
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('secure-session:redline-booking'))

/** Submits the booking and pays in the tab that opens. */
async function send({ page, context }: Arrived): Promise<Page> {
  const opened = context.waitForEvent('page')
  await press(page, 'Submit')
  const sandbox = await opened
  await sandbox.getByRole('heading', { level: 1, name: 'Red Line priority fee' }).waitFor()
  return sandbox
}

async function paysAt(sandbox: Page, how = 'Pay £29.99'): Promise<void> {
  await sandbox.getByRole('button', { name: how }).click()
  await sandbox.waitForURL(/\/payment-success\?session_id=/)
}

describe('A Red Line booking', () => {
  it('says that it obliges to pay, opens the payment page, and sees in its own tab that it is paid', async () => {
    const arrived = await toLastStep()
    const { page, site, visitor } = arrived
    expect(await formOf(page).getByRole('button', { name: 'Submit', exact: true }).count()).toBe(0)
    const sandbox = await send(arrived)
    await feeIs(page, 'due')
    expect(await toasts(page).first().innerText()).toMatch(/^Redirecting to Payment 💳/)
    expect(await focused(page)).toBe('confirmation')
    const [booking] = await site.bookingsOf(visitor.email)
    expect(booking?.status).toBe('awaiting_payment')
    expect(await page.locator('[data-sent]').innerText()).toContain(String(booking?.reference))
    await eventually(() => page.getByRole('timer').innerText()).toMatch(/^(30:00|29:\d\d) left$/)
    await paysAt(sandbox)
    await sandbox.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
    expect(await sandbox.locator('main dd').first().textContent()).toBe(booking?.reference)
    await eventually(() => toasts(sandbox).allInnerTexts()).toEqual([expect.stringContaining('Payment Successful!')])
    await page.bringToFront()
    await feeIs(page, 'paid')
    expect(await payLink(page).count()).toBe(0)
    expect(await statusOf(arrived)).toEqual(['received'])
    await eventually(() => kept(page)).toBeNull()
    expect(await toasts(page).count()).toBe(0)
  })

  it('for which no slot is held is told so first: the payment page opens when the customer says so', async () => {
    const arrived = await toLastStep()
    const { page, site, context } = arrived
    // The one hold allowed per address is taken by someone else at the same address.
    await site.book('neighbour@example.com', { serviceLevel: 'redline', phone: '07700 900111' })
    await press(page, 'Submit')
    await feeIs(page, 'due')
    await eventually(() => toasts(page).first().innerText()).toMatch(/^One more step: payment/)
    await eventually(() => fee(page).innerText()).toContain('it goes to the first customer to pay')
    await eventually(() => page.getByRole('timer').innerText()).toMatch(/^9:\d\d left$/)
    expect(context.pages()).toHaveLength(1)
    const opened = context.waitForEvent('page')
    await payLink(page).click()
    await paysAt(await opened)
    await page.bringToFront()
    await feeIs(page, 'paid')
    expect(await statusOf(arrived)).toEqual(['received'])
  })

  it('whose pop-up is blocked is paid by the link, once', async () => {
    const arrived = await toLastStep({ first: (context) => context.addInitScript(() => (window.open = () => null)) })
    const { page, context } = arrived
    await press(page, 'Submit')
    await feeIs(page, 'due')
    const opened = context.waitForEvent('page')
    await payLink(page).click()
    const sandbox = await opened
    await paysAt(sandbox)
    await page.bringToFront()
    await feeIs(page, 'paid')
    expect(await statusOf(arrived)).toEqual(['received'])
  })

  it('whose payment tab is closed in the middle goes on with the same payment page, after a reload too', async () => {
    const arrived = await toLastStep()
    const { page, context } = arrived
    const sandbox = await send(arrived)
    const address = sandbox.url()
    await sandbox.close()
    await feeIs(page, 'due')
    await eventually(() => kept(page)).not.toBeNull()
    await page.reload()
    await feeIs(page, 'due')
    const opened = context.waitForEvent('page')
    await payLink(page).click()
    const again = await opened
    await again.waitForURL(address)
    await paysAt(again)
    await page.bringToFront()
    await feeIs(page, 'paid')
    expect(await statusOf(arrived)).toEqual(['received'])
  })

  it('whose own tab is closed in the middle is paid all the same, and its private page says so by itself', async () => {
    const arrived = await toLastStep()
    const { page, context, site } = arrived
    const sandbox = await send(arrived)
    const link = (await page.getByRole('link', { name: 'Track your booking' }).getAttribute('href')) ?? ''
    await page.close()
    const tracked = await context.newPage()
    await tracked.goto(link)
    await tracked.getByRole('timer').waitFor()
    await paysAt(sandbox, 'Pay without notice')
    await sandbox.getByRole('heading', { level: 1, name: 'Your payment is being confirmed' }).waitFor()
    expect(await toasts(sandbox).count()).toBe(0)
    await sandbox.goBack()
    await paysAt(sandbox)
    await tracked.bringToFront()
    await isReceived(tracked)
    expect(await shiftsOf(tracked)).toEqual([])
    expect(site.url).toBe(new URL(link).origin)
  })

  it('in two tabs is one booking: both see that it is paid', async () => {
    const arrived = await toLastStep()
    const { page, context } = arrived
    const sandbox = await send(arrived)
    const link = (await page.getByRole('link', { name: 'Track your booking' }).getAttribute('href')) ?? ''
    const beside = await context.newPage()
    await beside.goto(link)
    await feeIs(beside, 'due')
    const opened = await context.newPage()
    await opened.goto(`${link}/pay`)
    expect(opened.url()).toBe(sandbox.url())
    await paysAt(opened)
    // The payment page still open in the other tab takes no second payment.
    await sandbox.reload()
    await sandbox.getByText('This has been paid.').waitFor()
    await page.bringToFront()
    await feeIs(page, 'paid')
    await beside.bringToFront()
    await isReceived(beside)
    expect(await statusOf(arrived)).toEqual(['received'])
  })

  it('is sent and paid where the browser keeps nothing', async () => {
    const arrived = await toLastStep({
      first: (context) =>
        context.addInitScript(() => {
          const refuse = () => {
            throw new DOMException('refused', 'SecurityError')
          }
          for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse })
        }),
    })
    const { page } = arrived
    const sandbox = await send(arrived)
    await feeIs(page, 'due')
    await paysAt(sandbox)
    await page.bringToFront()
    await feeIs(page, 'paid')
    expect(await statusOf(arrived)).toEqual(['received'])
  })

  it('waits for nothing where the browser has no cryptography', async () => {
    const arrived = await toLastStep({
      first: (context) => context.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })),
    })
    const { page } = arrived
    await send(arrived)
    await feeIs(page, 'due')
    await page.bringToFront()
    await page.getByRole('timer').waitFor()
    expect(await kept(page)).toBeNull()
  })

  it('in the dialog of another page ends in the same panel', async () => {
    const site = await freshSlots()
    const context = await openContext(browser, site.url)
    const page = await context.newPage()
    await page.goto('/pricing')
    const link = page.locator('main a[href="/book"]').first()
    await link.hover()
    await page.locator('#booking-dialog').waitFor({ state: 'attached' })
    await link.click()
    await started(page)
    await pick(page, 'Red Line Response')
    const visitor = newVisitor()
    await toReview(page, visitor)
    const sandbox = await send({ site, context, page, visitor })
    await paysAt(sandbox)
    await page.bringToFront()
    await page.locator('dialog [data-fee=paid]').waitFor()
  })
})

describe('The hold', () => {
  it('counts down by the server’s clock, and tells a screen reader rarely', async () => {
    const arrived = await toLastStep({ own: true, first: (context) => context.clock.install() })
    const { page, context } = arrived
    // Holds back the payment page until this page has been checked.
    const looked = Promise.withResolvers<void>()
    await context.route(/\/pay\b/, async (route) => {
      await looked.promise
      await route.continue()
    })
    await press(page, 'Submit')
    await feeIs(page, 'due')
    await page.clock.runFor(2_000)
    const timer = page.getByRole('timer')
    await eventually(() => timer.innerText()).toMatch(/^(10:00|9:\d\d) left$/)
    looked.resolve()
    // The time is extended once the payment page has been opened, and this page is notified.
    await eventually(async () => {
      await page.clock.runFor(1_000)
      return timer.innerText()
    }).toMatch(/^(30:00|29:\d\d) left$/)
    expect(await timer.getAttribute('aria-live')).toBe('off')
    // The server is down: the timer continues on this device's clock.
    await arrived.site.kill()
    const said = fee(page).getByRole('status')
    expect(await said.textContent()).toBe('')
    await page.clock.fastForward('21:00')
    await page.clock.runFor(61_000)
    expect(await said.textContent()).toBe('About 10 minutes left to pay.')
    expect(await timer.innerText()).toMatch(/^[78]:\d\d left$/)
    await page.clock.fastForward('10:00')
    await page.clock.runFor(61_000)
    expect(await fee(page).innerText()).toContain('Time is up')
    // This device can't know whether the fee was paid, so the status stays the same.
    expect(await fee(page).getAttribute('data-fee')).toBe('due')
  })

  it('that runs out with the visitor on the page says so in its place, and the same answers go again', async () => {
    const arrived = await toLastStep({ at: '2026-11-20T10:20:00.000Z' })
    const { page, site, visitor } = arrived
    const sandbox = await send(arrived)
    await sandbox.close()
    await page.bringToFront()
    await page.getByRole('timer').waitFor()
    const before = await page
      .locator('[data-sent] h2, [data-sent] dt, form h3')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    const [shiftsBefore, height] = [await shiftsOf(page), (await fee(page).boundingBox())?.height]
    await payLink(page).focus()
    await site.passFourHours()
    await feeIs(page, 'expired')
    expect(await fee(page).innerText()).toContain('Your time to pay has run out')
    expect((await fee(page).boundingBox())?.height).toBe(height)
    expect(await shiftsOf(page)).toEqual(shiftsBefore)
    expect(before.length).toBeGreaterThan(0)
    // The button that had the focus has gone.
    expect(await focused(page)).toBe('Your time to pay has run out')
    expect(await axeProblems(page, '[data-fee]')).toEqual([])

    await fee(page).getByRole('button', { name: 'Switch to Standard' }).click()
    await atStep(page, 4)
    expect(await fee(page).count()).toBe(0)
    expect(await formOf(page).innerText()).toContain(visitor.email)
    await press(page, 'Submit')
    await page.getByRole('heading', { name: 'Thank you, we’ve got your booking. Please keep your phone handy.' }).waitFor()
    expect((await site.bookingsOf(visitor.email)).map(({ serviceLevel, status }) => `${serviceLevel} ${status}`)).toEqual([
      expect.stringMatching(/^redline (awaiting_payment|expired)$/),
      'standard received',
    ])
  })

  it('that ran out is tried again with the same booking, on a payment page of its own', async () => {
    const arrived = await toLastStep({ at: '2026-11-20T10:20:00.000Z' })
    const { page, site, visitor } = arrived
    const first = await send(arrived)
    await page.bringToFront()
    await site.passFourHours()
    await feeIs(page, 'expired')
    await fee(page).getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/track\//)
    await feeIs(page, 'due')
    await payLink(page).click()
    await page.waitForURL(/\/dev\/pay\//)
    expect(page.url()).not.toBe(first.url())
    await paysAt(page)
    await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
    expect(await site.bookingsOf(visitor.email)).toEqual([expect.objectContaining({ serviceLevel: 'redline', status: 'received' })])
  })

  it('that ran out yesterday is booked again with the same answers', async () => {
    const arrived = await toLastStep({ at: '2026-11-20T22:20:00.000Z' })
    const { page, site, visitor, context } = arrived
    await send(arrived)
    await page.bringToFront()
    await site.passFourHours()
    await feeIs(page, 'expired')
    await fee(page).getByRole('button', { name: 'Book again' }).click()
    await atStep(page, 4)
    const opened = context.waitForEvent('page')
    await press(page, 'Submit')
    const second = await opened
    await second.waitForURL(/\/dev\/pay\//)
    await paysAt(second)
    await page.bringToFront()
    await feeIs(page, 'paid')
    const booked = await site.bookingsOf(visitor.email)
    expect(booked).toHaveLength(2)
    expect(booked.at(-1)).toMatchObject({ serviceLevel: 'redline', status: 'received' })
  })

  it('that ran out is tried again without JavaScript, and refused once its day is over', async () => {
    const arrived = await toLastStep({ at: '2026-11-20T14:20:00.000Z' })
    const { site, visitor } = arrived
    await send(arrived)
    const link = (await arrived.page.getByRole('link', { name: 'Track your booking' }).getAttribute('href')) ?? ''
    await arrived.page.close()
    await site.passFourHours()
    const page = await (await openContext(browser, site.url, { javaScriptEnabled: false })).newPage()
    await page.goto(link)
    await feeIs(page, 'expired')
    await page.getByRole('button', { name: 'Try again' }).click()
    await feeIs(page, 'due')
    await payLink(page).click()
    await page.waitForURL(/\/dev\/pay\//)
    await site.passFourHours()
    await page.goto(link)
    await feeIs(page, 'expired')
    await site.passFourHours()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This Red Line booking was for another day. Please book again, or call us.').waitFor()
    expect(await page.title()).toMatch(/^Error: /)
    await page.getByRole('link', { name: 'Book again' }).waitFor()
    expect(await site.bookingsOf(visitor.email)).toHaveLength(1)
  })
})

describe('What is kept of it', () => {
  it('is sealed with AES-256-GCM under a key that cannot be read, for half an hour', async () => {
    const arrived = await toLastStep()
    const { page, visitor } = arrived
    expect(await kept(page)).toBeNull()
    await send(arrived)
    await eventually(() => kept(page)).not.toBeNull()
    const text = (await kept(page)) ?? ''
    const item = JSON.parse(text) as { data: string; timestamp: number; expiresAt: number; checksum: string }
    expect(Object.keys(item)).toEqual(['data', 'timestamp', 'expiresAt', 'checksum'])
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
  })

  it.each([
    ['somebody gave more time', (item: Record<string, unknown>) => ({ ...item, expiresAt: Number(item.expiresAt) + 1 })],
    ['somebody changed', (item: Record<string, unknown>) => ({ ...item, data: `AAAA${String(item.data).slice(4)}` })],
    [
      'is over',
      (item: Record<string, unknown>) => ({
        ...item,
        timestamp: Number(item.timestamp) - 31 * 60_000,
        expiresAt: Number(item.expiresAt) - 31 * 60_000,
      }),
    ],
    ['is no item', () => ({})],
  ])('that %s is not read, and goes', async (_, changed) => {
    const arrived = await toLastStep()
    const { page } = arrived
    await send(arrived)
    await eventually(() => kept(page)).not.toBeNull()
    const item = JSON.stringify(changed(JSON.parse((await kept(page)) ?? '')))
    await page.evaluate((text) => sessionStorage.setItem('secure-session:redline-booking', text), item)
    await page.reload()
    await started(page)
    await eventually(() => kept(page)).toBeNull()
    expect(await fee(page).count()).toBe(0)
  })

  it('is swept within five minutes after its time, with its key, while the page is open', async () => {
    const arrived = await toLastStep({ first: (context) => context.clock.install() })
    const { page } = arrived
    await press(page, 'Submit')
    await eventually(() => kept(page)).not.toBeNull()
    await page.route('**/fee', (route) => route.abort())
    await page.clock.fastForward('29:00')
    expect(await kept(page)).not.toBeNull()
    await page.clock.fastForward('06:30')
    await eventually(() => kept(page)).toBeNull()
    const keysLeft = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('secure-session')
            opening.onsuccess = () => {
              const counted = opening.result.transaction('keys').objectStore('keys').count()
              counted.onsuccess = () => resolve(counted.result)
              opening.result.close()
            }
          }),
      )
    await eventually(keysLeft).toBe(0)
  })

  it('costs nobody anything who books Standard: its code is not fetched', async () => {
    const site = await freshSlots()
    const page = await (await openContext(browser, site.url)).newPage()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto('/book')
    await started(page)
    await toReview(page, newVisitor())
    await press(page, 'Submit')
    await booked(page)
    expect(asked.filter((each) => /secure-session|fee-status/.test(each))).toEqual([])
    expect(asked.some((each) => each.includes('booking-form'))).toBe(true)
  })
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('The pages of a Red Line booking, %s,', (_, javaScriptEnabled) => {
  it('give axe nothing to find, fit the screen, and have room for a thumb', async () => {
    const arrived = await toLastStep()
    const sandbox = await send(arrived)
    const path = new URL((await arrived.page.getByRole('link', { name: 'Track your booking' }).getAttribute('href')) ?? '').pathname
    await eventually(() => statusOf(arrived)).toEqual(['awaiting_payment'])
    const page = await (await openContext(browser, arrived.site.url, { javaScriptEnabled })).newPage()
    const problems: string[] = []
    const look = async (address: string, heading: string) => {
      await page.goto(address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        if ((await overflowPx(page)) > 0) problems.push(`${address} at ${width} scrolls sideways`)
      }
      const small = await page.locator('main :is(a, button)').evaluateAll((all) =>
        all
          .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.sr-only, p'))
          .filter((each) => each.getBoundingClientRect().height < 44)
          .map((each) => each.outerHTML.slice(0, 100)),
      )
      problems.push(...small)
      // axe needs JavaScript.
      if (javaScriptEnabled) problems.push(...(await axeProblems(page)))
    }
    await look(path, 'Waiting for payment')
    await look(path.replace('/track/', '/book/confirmed/'), 'Pay to confirm your slot')
    await look(new URL(sandbox.url()).pathname, 'Red Line priority fee')
    await paysAt(sandbox)
    await look(path, received)
    await look(new URL(sandbox.url()).pathname + new URL(sandbox.url()).search, 'Payment Successful!')
    await page.goto(`${path}?change=cancel`)
    await page.getByRole('button', { name: 'Yes, cancel this booking' }).click()
    await page.waitForURL(/done=cancelled/)
    await look(path, 'Cancelled')
    await look(new URL(sandbox.url()).pathname + new URL(sandbox.url()).search, 'We’re refunding your payment')
    expect(problems).toEqual([])
  })
})
