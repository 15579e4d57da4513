import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { addDays, longDayText } from '#app/platform/day.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { sample } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import {
  atStep,
  axeProblems,
  booked,
  eventually,
  field,
  fillContact,
  focused,
  formOf,
  holdIslands,
  newVisitor,
  openContext,
  overflowPx,
  pick,
  press,
  referenceInForm,
  referenceOf,
  started,
  success,
  takesPayments,
  toasts,
  toReview,
  visit,
} from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: takesPayments })])
})
afterAll(() => site?.close())

const phoneLink = '0800 644 2633'

/** The form at /book, with its script started. */
async function openForm(options?: BrowserContextOptions, at = site): Promise<Page> {
  const page = await visit(browser, at.url, '/book', options)
  await started(page)
  return page
}

/** A separate site for one test. */
async function ownSite(options?: Parameters<typeof startSite>[0]): Promise<Site> {
  const own = await startSite(options)
  onTestFinished(() => own.close())
  return own
}

/** Goes offline and online again, so that pages repeat their requests. */
async function lineIsBack(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

/** Marks the document, to detect a page load. */
const markDocument = (page: Page) => page.evaluate(() => void Object.assign(window, { isSame: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSame' in window)

/** The estimate. The form's bar shows its total and contains its lines. */
const receipt = (page: Page) => formOf(page).locator('.form-bar')
const summary = (page: Page) => formOf(page).getByRole('alert')

/** The form is empty, at the first step, with Standard selected. */
async function expectReset(page: Page) {
  await atStep(page, 1)
  expect(
    await formOf(page)
      .getByRole('radio', { name: /Standard/ })
      .isChecked(),
  ).toBe(true)
  await press(page, 'Next')
  await atStep(page, 2)
  for (const name of ['name', 'phone', 'email']) expect(await field(page, name).inputValue(), name).toBe('')
}

describe('A booking with JavaScript', () => {
  it('goes on in place, says so in a toast, empties the form, and is one row with everything that was typed', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await markDocument(page)
    expect(await receipt(page).textContent()).toContain('You’ll see your price before you send anything')
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await pick(page, 'Burst Pipe')
    await eventually(() => receipt(page).textContent()).toContain('Burst Pipe, base price£150.00')
    await field(page, 'description').fill('Water through the\nkitchen ceiling')
    await field(page, 'postcode').pressSequentially('e1 1fr')
    await formOf(page).getByText('We cover E1 1FR, Tower Hamlets.').waitFor()
    await eventually(() => receipt(page).textContent()).toContain('Tower Hamlets area price−£7.50')
    expect(await field(page, 'postcode').inputValue()).toBe('e1 1fr')
    await field(page, 'address').fill('12 Cable Street, flat 3')
    const day = addDays(londonDay(new Date()), 3)
    await field(page, 'preferredDate').fill(day)
    await formOf(page)
      .getByRole('group', { name: `Arrival slot, ${longDayText(day)}` })
      .waitFor()
    await pick(page, '10am to noon')
    await formOf(page).getByText('Access and who’s there').click()
    await field(page, 'accessNotes').fill('Side gate, code 4711')
    await field(page, 'siteContact').fill('Anjali, 07700 900265')
    await pick(page, 'Someone at the property is elderly')
    await press(page, 'Next')
    await formOf(page).getByRole('heading', { name: 'Check your answers' }).waitFor()
    await formOf(page).getByText('10am to noon').waitFor()
    const answers = await formOf(page).locator('dl').first().textContent()
    for (const answer of [
      'Standard',
      visitor.name,
      visitor.email,
      'Burst Pipe',
      '12 Cable Street, flat 3, E1 1FR, Tower Hamlets',
      'Side gate',
    ])
      expect(answers).toContain(answer)
    expect(await formOf(page).locator('.receipt').textContent()).toContain('Tower Hamlets area price−£7.50')
    // Keeps the next page from loading, so that the message before it can be read.
    const follows = page.waitForRequest('**/book/confirmed/*')
    await page.route('**/book/confirmed/*', (route) => route.fulfill({ status: 204 }))
    await press(page, 'Submit')
    await toasts(page).first().waitFor()
    const toast = await toasts(page).first().textContent()
    expect(toast).toContain(success.title)
    expect(toast).toContain(success.text)
    await atStep(page, 1)
    await eventually(() => focused(page)).toBe('confirmation')
    expect(await isSameDocument(page)).toBe(true)
    await page.unroute('**/book/confirmed/*')
    await page.goto((await follows).url())
    const reference = await referenceOf(page)
    const confirmation = page.locator('main')
    for (const words of [success.title, success.text]) expect(await confirmation.textContent()).toContain(words)
    const stored = await site.bookingsOf(visitor.email)
    expect(stored).toMatchObject([
      {
        reference,
        status: 'received',
        serviceLevel: 'standard',
        channel: 'online',
        name: visitor.name,
        phone: '+447700900264',
        service: 'Burst Pipe',
        description: 'Water through the\nkitchen ceiling',
        address: '12 Cable Street, flat 3',
        accessNotes: 'Side gate, code 4711',
        siteContact: 'Anjali, 07700 900265',
        vulnerableOccupant: 1,
        postcode: 'E1 1FR',
        borough: 'Tower Hamlets',
        inArea: 1,
        preferredDate: day,
        slotStartsAt: instantOf(day, 10),
        slotEndsAt: instantOf(day, 12),
        estimatePence: 14_250,
        priorityFeePence: 0,
        late: 0,
        suspectedSpam: 0,
        triggeredFrom: site.url,
      },
    ])
    await confirmation.getByRole('link', { name: /Follow|Track/ }).click()
    await page.getByRole('heading', { level: 1, name: /Received/ }).waitFor()
    await page.goto('/book')
    await started(page)
    await expectReset(page)
  })

  it('shows the price of the postcode typed last, whichever answer comes first', async () => {
    const page = await openForm()
    await toReview(page, newVisitor())
    await press(page, 'Previous')
    await atStep(page, 3)
    const slow = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/booking-options?*', async (route) => {
      const isFirst = route.request().url().includes('SW1A')
      const response = await route.fetch()
      if (isFirst) await slow.promise
      // The page may have aborted the first request by then.
      await route.fulfill({ response }).catch(() => undefined)
      if (isFirst) answered.resolve()
    })
    const asked = page.waitForRequest(/booking-options\?.*SW1A/)
    await field(page, 'postcode').fill('SW1A 1AA')
    await asked
    await field(page, 'postcode').fill('SE10 9NF')
    await eventually(() => receipt(page).textContent()).toContain('Greenwich area price−£15.00')
    slow.resolve()
    await answered.promise
    // After one more round trip the late response has been processed.
    await page.evaluate(() => fetch('/api/health').then((response) => response.text()))
    expect(await receipt(page).textContent()).toContain('Greenwich area price−£15.00')
    expect(await formOf(page).textContent()).toContain('We cover SE10 9NF, Greenwich.')
  })

  it('a second booking after the first is led by the focus as the first was, and is a booking of its own', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await toReview(page, visitor)
    await press(page, 'Submit')
    await booked(page)
    await page.goto('/book')
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    await eventually(() => focused(page)).toBe('Step 2 of 4: Contact Details')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await pick(page, 'Toilet Repair')
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await booked(page)
    expect((await site.bookingsOf(visitor.email)).map(({ service }) => service)).toEqual(['Burst Pipe', 'Toilet Repair'])
  })

  it('by a double click on Submit is one', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await toReview(page, visitor)
    await formOf(page).getByRole('button', { name: 'Submit', exact: true }).dblclick()
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toHaveLength(1)
  })

  it('keeps hostile text as text', async () => {
    const visitor = newVisitor('<img src=x onerror=alert(1)> & "Ann"')
    const page = await openForm()
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await pick(page, 'Toilet Repair')
    await field(page, 'description').fill('</textarea><script>alert(1)</script>')
    await field(page, 'postcode').fill('"><img src=x>')
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await booked(page)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ description: '/textareascriptalert(1)/script', inArea: 0 }])
    expect(JSON.stringify(await site.bookingsOf(visitor.email))).not.toContain('<')
  })

  it('whose hidden field is filled is answered like any other, and marked', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await toReview(page, visitor)
    await formOf(page)
      .locator('[name=company]')
      .evaluate((input: HTMLInputElement) => {
        input.value = 'Robots Ltd'
      })
    await press(page, 'Submit')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ suspectedSpam: 1 }])
  })

  it('changes an answer in place and comes straight back to the check', async () => {
    const page = await openForm()
    await markDocument(page)
    await toReview(page, newVisitor())
    await formOf(page).getByRole('link', { name: 'Change phone' }).click()
    await eventually(() => focused(page)).toBe('phone')
    await field(page, 'phone').fill('020 7946 0018')
    await press(page, 'Next')
    await atStep(page, 4)
    const answers = await formOf(page).textContent()
    expect(answers).toContain('020 7946 0018')
    expect(answers).toContain('Burst Pipe')
    expect(await isSameDocument(page)).toBe(true)
  })
})

describe('A visitor with only a keyboard', () => {
  /** The digits of a date in the order that this browser's date field expects. */
  const asDateKeys = (page: Page, day: string) =>
    page.evaluate((iso) => {
      const [year = '', month = '', date = ''] = iso.split('-')
      const parts: Record<string, string> = { year, month, day: date }
      const format = new Intl.DateTimeFormat(navigator.language)
      return format
        .formatToParts(new Date(iso))
        .map(({ type }) => parts[type] ?? '')
        .join('')
    }, day)

  it('books, with the focus on the step’s heading after a step, on the summary after a problem', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    const keys = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name)
    }
    const tabTo = async (wanted: string, key = 'Tab') => {
      for (let presses = 0; presses < 60; presses++) {
        await keys(key)
        if ((await focused(page)) === wanted) return
      }
      throw new Error(`${key} never reached ${wanted}`)
    }
    await tabTo('serviceLevel')
    await keys('ArrowDown')
    expect(
      await formOf(page)
        .getByRole('radio', { name: /Red Line/ })
        .isChecked(),
    ).toBe(true)
    await keys('ArrowUp')
    expect(await focused(page)).toBe('serviceLevel')
    await tabTo('go')
    await keys('Space')
    await eventually(() => focused(page)).toBe('Step 2 of 4: Contact Details')
    await tabTo('go')
    await tabTo('go')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('summary')
    await keys('Tab')
    expect(await focused(page)).toBe('Name is required')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('name')
    await page.keyboard.type(visitor.name)
    await keys('Tab')
    await page.keyboard.type(visitor.phone)
    await keys('Tab')
    await page.keyboard.type(visitor.email)
    await tabTo('phone', 'Shift+Tab')
    await tabTo('email')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('Step 3 of 4: Emergency Details')
    await tabTo('service')
    await keys('Space', 'ArrowRight', 'ArrowRight')
    expect(await formOf(page).getByLabel('Blocked Drain').isChecked()).toBe(true)
    await tabTo('postcode')
    await page.keyboard.type('SW2 1AA')
    await tabTo('preferredDate')
    const day = addDays(londonDay(new Date()), 3)
    await page.keyboard.type(await asDateKeys(page, day))
    expect(await field(page, 'preferredDate').inputValue()).toBe(day)
    await formOf(page)
      .getByRole('group', { name: `Arrival slot, ${longDayText(day)}` })
      .waitFor()
    await tabTo('timeSlot')
    await keys('ArrowDown', 'ArrowDown')
    expect(await formOf(page).getByRole('radio', { name: '10am to noon' }).isChecked()).toBe(true)
    await tabTo('go')
    await tabTo('go')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('Step 4 of 4: Review & Submit')
    await tabTo('go')
    await tabTo('go')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Submit')
    await keys('Enter')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      { service: 'Blocked Drain', borough: 'Lambeth', slotStartsAt: instantOf(day, 10) },
    ])
  })

  it('is taken to the summary even when he sends in the same breath as he types', async () => {
    const page = await openForm()
    await press(page, 'Next')
    await atStep(page, 2)
    await field(page, 'name').focus()
    // The text is shown, but nothing else has happened yet: there is no frame between typing and Enter.
    await page.evaluate(async () => {
      const name = document.activeElement as HTMLInputElement
      name.value = 'x'
      name.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await Promise.resolve().then(() => undefined)
      name.form?.requestSubmit()
    })
    await summary(page).waitFor()
    await eventually(() => focused(page)).toBe('summary')
  })

  it('sends with Enter what he has in front of him, never the step before', async () => {
    const page = await openForm()
    await toReview(page, newVisitor())
    await press(page, 'Previous')
    await atStep(page, 3)
    await field(page, 'address').press('Enter')
    await atStep(page, 4)
  })
})

describe('What was answered', () => {
  it('survives a reload in the middle of a step', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await pick(page, 'Red Line Response')
    await press(page, 'Next')
    await fillContact(page, visitor)
    await page.reload()
    await started(page)
    await atStep(page, 2)
    expect(await field(page, 'email').inputValue()).toBe(visitor.email)
    await press(page, 'Previous')
    await atStep(page, 1)
    expect(
      await formOf(page)
        .getByRole('radio', { name: /Red Line/ })
        .isChecked(),
    ).toBe(true)
  })

  it('is not what a page only suggests: the boiler page’s type stays there until somebody has gone on with it', async () => {
    const page = await openForm()
    await page.goto(`${site.url}/emergency-boiler-repair#book`)
    await started(page)
    await eventually(() => receipt(page).textContent()).toContain('Boiler Breakdown')
    await page.goto(`${site.url}/book`)
    await started(page)
    expect(await receipt(page).textContent()).toContain('You’ll see your price before you send anything')
    await page.goto(`${site.url}/emergency-boiler-repair#book`)
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    await page.goto(`${site.url}/book`)
    await started(page)
    await eventually(() => receipt(page).textContent()).toContain('Boiler Breakdown')
  })

  it('survives Back and Forward through the steps, and leaving the page and coming back', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await markDocument(page)
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await pick(page, 'Leak Repair')
    await field(page, 'description').fill('Half a sentence')
    await formOf(page).getByText('I don’t know the postcode').click()
    await field(page, 'borough').selectOption('Hackney')
    await page.goBack()
    await atStep(page, 2)
    expect(await field(page, 'name').inputValue()).toBe(visitor.name)
    await page.goBack()
    await atStep(page, 1)
    await page.goForward()
    await page.goForward()
    await atStep(page, 3)
    expect(await formOf(page).getByLabel('Leak Repair').isChecked()).toBe(true)
    expect(await field(page, 'description').inputValue()).toBe('Half a sentence')
    expect(await field(page, 'borough').inputValue()).toBe('Hackney')
    expect(await isSameDocument(page)).toBe(true)
    await page.goto('/gas-emergency')
    await page.goBack()
    await started(page)
    await atStep(page, 3)
    expect(await field(page, 'description').inputValue()).toBe('Half a sentence')
    await page.goto('/gas-emergency')
    await page.goto('/book')
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    expect(await field(page, 'phone').inputValue()).toBe(visitor.phone)
    await press(page, 'Next')
    await atStep(page, 3)
    expect(await formOf(page).getByLabel('Leak Repair').isChecked()).toBe(true)
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      { service: 'Leak Repair', description: 'Half a sentence', borough: 'Hackney' },
    ])
  })

  it('on the home page goes on at /book', async () => {
    const visitor = newVisitor()
    const page = await visit(browser, site.url, '/')
    await formOf(page).scrollIntoViewIfNeeded()
    await started(page)
    await press(page, 'Next')
    await fillContact(page, visitor)
    await page.goto('/book')
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    expect(await field(page, 'name').inputValue()).toBe(visitor.name)
  })

  it('in one tab does not disturb another, and both can book', async () => {
    const [ann, ben] = [newVisitor('Ann Archer'), newVisitor('Ben Baker')]
    const context = await openContext(browser, site.url)
    const tabs = await Promise.all([context.newPage(), context.newPage()])
    for (const tab of tabs) await tab.goto('/book')
    const [first, second] = tabs
    await started(first)
    await started(second)
    await first.bringToFront()
    await toReview(first, ann, { service: 'Water Heater' })
    await second.bringToFront()
    await toReview(second, ben, { service: 'Pipe Repair', postcode: '' })
    await first.bringToFront()
    await first.reload()
    await started(first)
    expect(await formOf(first).textContent()).toContain('Ann Archer')
    expect(await formOf(second).textContent()).toContain('Ben Baker')
    for (const tab of tabs) {
      await tab.bringToFront()
      await press(tab, 'Submit')
    }
    await Promise.all(tabs.map(booked))
    expect(await site.bookingsOf(ann.email)).toMatchObject([{ name: 'Ann Archer', service: 'Water Heater' }])
    expect(await site.bookingsOf(ben.email)).toMatchObject([{ name: 'Ben Baker', service: 'Pipe Repair' }])
  })

  it('in a tab that was opened from it with all it knew is asked about once, and becomes another booking', async () => {
    const [ann, ben] = [newVisitor('Ann Archer'), newVisitor('Ben Baker')]
    const page = await openForm()
    await press(page, 'Next')
    await fillContact(page, ann)
    const opening = page.waitForEvent('popup')
    await page.evaluate(() => void open('/book'))
    const copy = await opening
    await started(copy)
    await page.bringToFront()
    await press(page, 'Next')
    await pick(page, 'Burst Pipe')
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await booked(page)
    await copy.bringToFront()
    await toReview(copy, ben)
    await press(copy, 'Submit')
    // The browser copied the booking's key with the tab. Only the visitor knows whether this is a second booking.
    await summary(copy).getByText('This booking was sent before').waitFor()
    expect(await formOf(copy).textContent()).toContain(ben.email)
    await press(copy, 'Submit')
    await booked(copy)
    expect(await site.bookingsOf(ann.email)).toHaveLength(1)
    expect(await site.bookingsOf(ben.email)).toHaveLength(1)
  })

  it('is gone from the device once it is booked', async () => {
    const page = await openForm()
    await toReview(page, newVisitor())
    await press(page, 'Submit')
    await booked(page)
    await page.goBack()
    await started(page)
    await expectReset(page)
    await page.reload()
    await started(page)
    await press(page, 'Previous')
    await expectReset(page)
  })
})

describe('What is typed before the island runs', () => {
  it('in the first step stays picked', async () => {
    const context = await openContext(browser, site.url)
    const page = await context.newPage()
    const release = await holdIslands(page)
    await page.goto('/book')
    await pick(page, 'Red Line Response')
    release()
    await started(page)
    expect(
      await formOf(page)
        .getByRole('radio', { name: /Red Line/ })
        .isChecked(),
    ).toBe(true)
    await press(page, 'Next')
    await atStep(page, 2)
    await press(page, 'Previous')
    expect(
      await formOf(page)
        .getByRole('radio', { name: /Red Line/ })
        .isChecked(),
    ).toBe(true)
  })

  it('in the server’s steps stays, the island goes on from there, and after the booking nothing of it is left', async () => {
    const visitor = newVisitor()
    const context = await openContext(browser, site.url)
    const page = await context.newPage()
    const release = await holdIslands(page)
    await page.goto('/book')
    await press(page, 'Next')
    await field(page, 'name').fill(visitor.name)
    await field(page, 'phone').fill(visitor.phone)
    await field(page, 'email').fill(visitor.email)
    await press(page, 'Next')
    await field(page, 'postcode').waitFor()
    await pick(page, 'Radiator Issue')
    await field(page, 'description').fill('Cold since Friday')
    await field(page, 'postcode').fill('N1 9GU')
    const day = addDays(londonDay(new Date()), 2)
    await field(page, 'preferredDate').fill(day)
    await formOf(page).getByText('Access and who’s there').click()
    await pick(page, 'Someone at the property is elderly')
    release()
    await started(page)
    await markDocument(page)
    expect(await formOf(page).getByLabel('Radiator Issue').isChecked()).toBe(true)
    expect(await field(page, 'description').inputValue()).toBe('Cold since Friday')
    expect(await field(page, 'preferredDate').inputValue()).toBe(day)
    expect(await field(page, 'vulnerableOccupant').isChecked()).toBe(true)
    await receipt(page).getByText('£140.00').first().waitFor()
    await formOf(page)
      .getByRole('group', { name: `Arrival slot, ${longDayText(day)}` })
      .waitFor()
    await pick(page, '4pm to 6pm')
    await press(page, 'Next')
    await atStep(page, 4)
    await formOf(page).getByText('4pm to 6pm').waitFor()
    expect(await isSameDocument(page)).toBe(true)
    await press(page, 'Submit')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      {
        name: visitor.name,
        service: 'Radiator Issue',
        description: 'Cold since Friday',
        postcode: 'N1 9GU',
        borough: 'Islington',
        vulnerableOccupant: 1,
        slotStartsAt: instantOf(day, 16),
      },
    ])
    await page.goto('/book')
    await started(page)
    await expectReset(page)
  })

  it('on a slow line with a slow phone ends in a booking all the same', { timeout: 120_000 }, async () => {
    const visitor = newVisitor()
    const context = await openContext(browser, site.url)
    context.setDefaultTimeout(90_000)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 400_000 / 8,
      uploadThroughput: 400_000 / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await page.goto('/book', { waitUntil: 'commit' })
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await pick(page, 'Blocked Drain')
    await field(page, 'description').fill('The shower backs up')
    await press(page, 'Next')
    await formOf(page).getByRole('heading', { name: 'Check your answers' }).waitFor()
    await press(page, 'Submit')
    await page.getByText(/^BK-/).first().waitFor()
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      { name: visitor.name, service: 'Blocked Drain', description: 'The shower backs up' },
    ])
  })
})

describe('A booking that cannot be sent', () => {
  const keptTitle = 'Booking Submitted! ✅'
  const keptText = `Your booking has been submitted. If you don't hear from us within 15 minutes, please call ${phoneLink}.`
  let own: Site
  beforeAll(async () => {
    own = await startSite()
  })
  afterAll(() => own?.close())

  beforeEach(() => own.start())

  const expectToast = async (page: Page) => {
    const toast = await toasts(page).first().textContent()
    expect(toast).toContain(keptTitle)
    expect(toast).toContain(keptText)
  }
  const expectKept = async (page: Page) => {
    const panel = page.locator('[data-sent]')
    await panel.getByRole('heading', { name: 'Not sent yet' }).waitFor()
    expect(await panel.getByRole('link', { name: `Call ${phoneLink}` }).getAttribute('href')).toBe('tel:08006442633')
    await eventually(() => focused(page)).toBe('confirmation')
    await expectReset(page)
  }

  it('because the server dies while it is sent is submitted all the same: its reference comes when the server is back', async () => {
    const visitor = newVisitor()
    const page = await openForm({}, own)
    await toReview(page, visitor)
    own.freeze()
    await press(page, 'Submit')
    await formOf(page).getByRole('button', { name: 'Submitting...' }).waitFor()
    await own.kill()
    await expectKept(page)
    await own.start()
    const reference = await referenceInForm(page)
    expect(await own.bookingsOf(visitor.email)).toMatchObject([{ reference }])
  })

  it('is said to be submitted in a toast with the phone number, though nothing more can be fetched', async () => {
    const page = await openForm({}, own)
    await toReview(page, newVisitor())
    await own.kill()
    await press(page, 'Submit')
    await page.locator('[data-sent]').waitFor()
    await expectToast(page)
  })

  it('goes on being sent from the next page, which says so', async () => {
    const visitor = newVisitor()
    const page = await openForm({}, own)
    await toReview(page, visitor)
    await page.context().route('**/submit-booking', (route) => route.abort())
    await press(page, 'Submit')
    await expectToast(page)
    await expectKept(page)
    await page.goto('/gas-emergency')
    await toasts(page).filter({ hasText: 'Still sending your booking' }).waitFor()
    const call = toasts(page).getByRole('link', { name: `Call ${phoneLink}` })
    expect(await call.getAttribute('href')).toBe('tel:08006442633')
    await page.context().unroute('**/submit-booking')
    await lineIsBack(page)
    const done = toasts(page).filter({ hasText: success.title })
    await done.waitFor()
    const [booking, ...others] = await own.bookingsOf(visitor.email)
    expect(others).toEqual([])
    expect(await done.textContent()).toContain(`Your reference is ${booking?.reference}`)
    await toasts(page).filter({ hasText: 'Still sending' }).waitFor({ state: 'detached' })
  })

  it('is sent by the next visit when the page was closed', async () => {
    const visitor = newVisitor()
    const page = await openForm({}, own)
    await toReview(page, visitor)
    await own.kill()
    await press(page, 'Submit')
    await expectKept(page)
    const context = page.context()
    await page.close()
    await own.start()
    expect(await own.bookingsOf(visitor.email)).toEqual([])
    const later = await context.newPage()
    await later.goto('/')
    const done = toasts(later).filter({ hasText: success.title })
    await done.waitFor()
    const [booking, ...others] = await own.bookingsOf(visitor.email)
    expect(others).toEqual([])
    expect(await done.textContent()).toContain(`Your reference is ${booking?.reference}`)
    expect(await later.evaluate(() => localStorage.getItem('booking-outbox'))).toBeNull()
  })
})

describe('A booking that is refused', () => {
  const submitFive = async (url: string) => {
    for (let turn = 0; turn < 5; turn++) {
      const body = JSON.stringify(bookingBody({ email: 'others@example.com' }))
      const headers = { 'Content-Type': 'application/json', Origin: url }
      expect((await fetch(`${url}/functions/v1/submit-booking`, { method: 'POST', headers, body })).status).toBe(201)
    }
  }

  it('because its slot has passed meanwhile goes back to the slots, says so, and keeps the rest', async () => {
    const late = await ownSite({ at: '2026-12-01T10:00:00Z' })
    const visitor = newVisitor()
    const context = await openContext(browser, late.url)
    await context.clock.install({ time: '2026-12-01T14:00:00Z' })
    const page = await context.newPage()
    await page.goto('/book')
    await started(page)
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await pick(page, 'Burst Pipe')
    await pick(page, 'noon to 2pm')
    await press(page, 'Next')
    await atStep(page, 4)
    await late.passFourHours()
    await press(page, 'Submit')
    const words = 'That slot starts too soon or has passed. Please choose a later one, or as soon as possible'
    await summary(page).getByRole('link', { name: words }).waitFor()
    await atStep(page, 3)
    await eventually(() => focused(page)).toBe('summary')
    expect(await formOf(page).locator('#timeSlot-problem').textContent()).toContain(words)
    expect(await formOf(page).getByLabel('Burst Pipe').isChecked()).toBe(true)
    await eventually(() => formOf(page).getByRole('radio', { name: 'noon to 2pm' }).isDisabled()).toBe(true)
    expect(await late.bookingsOf(visitor.email)).toEqual([])
    await pick(page, 'As soon as possible')
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await booked(page)
    expect(await late.bookingsOf(visitor.email)).toMatchObject([{ slotStartsAt: null, late: 0 }])
  })

  it('never because midnight has passed since "as soon as possible" was chosen: it still means now', async () => {
    const evening = await ownSite({ at: '2026-11-20T20:30:00Z' })
    const visitor = newVisitor()
    const page = await visit(browser, evening.url, '/book')
    await started(page)
    await toReview(page, visitor)
    await evening.passFourHours()
    await press(page, 'Submit')
    const reference = await referenceOf(page)
    expect(await evening.bookingsOf(visitor.email)).toMatchObject([{ reference, preferredDate: null, slotStartsAt: null, late: 0 }])
  })

  it('for a token that belongs to another session is healed without a word', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    const token = page.waitForResponse('**/csrf-token')
    await toReview(page, visitor)
    await token
    await page.context().clearCookies()
    const answers: number[] = []
    page.on('response', (response) => response.url().endsWith('/submit-booking') && answers.push(response.status()))
    await press(page, 'Submit')
    await booked(page)
    expect(answers).toEqual([403, 201])
    expect(await site.bookingsOf(visitor.email)).toHaveLength(1)
  })

  it('for its session for good says "Security Error", and keeps everything', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await toReview(page, visitor)
    const error = { code: 'csrf_mismatch', title: 'Security Error', message: 'Invalid session. Please refresh the page and try again.' }
    await page.route('**/submit-booking', (route) => route.fulfill({ status: 403, json: { error, csrfToken: 'another' } }))
    await press(page, 'Submit')
    await summary(page).waitFor()
    for (const words of [error.title, error.message]) {
      expect(await summary(page).textContent()).toContain(words)
      await toasts(page).filter({ hasText: words }).waitFor()
    }
    await atStep(page, 4)
    await page.unroute('**/submit-booking')
    await press(page, 'Submit')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ name: visitor.name, service: 'Burst Pipe' }])
  })

  it('for being the sixth in a minute says "Too Many Requests", and keeps everything', async () => {
    const strict = await ownSite({ env: { RATE_LIMIT_SCALE: '1' } })
    const visitor = newVisitor()
    const page = await openForm({}, strict)
    await toReview(page, visitor)
    await submitFive(strict.url)
    await press(page, 'Submit')
    await summary(page).waitFor()
    for (const words of ['Too Many Requests', 'Please wait a moment before submitting again.']) {
      expect(await summary(page).textContent()).toContain(words)
      await toasts(page).filter({ hasText: words }).waitFor()
    }
    await eventually(() => focused(page)).toBe('summary')
    expect(await formOf(page).textContent()).toContain(visitor.name)
    expect(await formOf(page).getByRole('button', { name: 'Submit', exact: true }).isEnabled()).toBe(true)
    expect(await strict.bookingsOf(visitor.email)).toEqual([])
    await page.reload()
    await started(page)
    await atStep(page, 4)
    expect(await formOf(page).textContent()).toContain(visitor.email)
  })

  it('as Red Line where nothing can take the payment any longer says so, keeps the form, and goes as Standard with one press', async () => {
    const visitor = newVisitor()
    const own = await ownSite({ env: takesPayments })
    const page = await openForm({}, own)
    await pick(page, 'Red Line Response')
    // Without a postcode: the pause after typing one would trigger a request and might fetch the new texts.
    await toReview(page, visitor, { postcode: '' })
    await formOf(page).getByText('Now:').waitFor()
    expect(await formOf(page).locator('.receipt').textContent()).toContain('Priority fee £29.99 online (£95 by phone)£29.99')
    await own.stop()
    await own.start({ env: { DEV_TOOLS: 'off' } })
    await press(page, 'Submit')
    await summary(page).waitFor()
    for (const words of ['Configuration Error', 'Payment system not configured. Please contact support.']) {
      expect(await summary(page).textContent()).toContain(words)
      await toasts(page).filter({ hasText: words }).waitFor()
    }
    expect(await formOf(page).textContent()).toContain(visitor.name)
    expect(await own.bookingsOf(visitor.email)).toEqual([])
    await summary(page)
      .getByRole('button', { name: /Continue with Standard/ })
      .click()
    await summary(page).waitFor({ state: 'detached' })
    await atStep(page, 4)
    await eventually(() => focused(page)).toBe('Step 4 of 4: Review & Submit')
    expect(await formOf(page).textContent()).toContain('Burst Pipe, base price£150.00')
    expect(await formOf(page).locator('.receipt').textContent()).not.toContain('Priority fee')
    // The form shows what will be stored before it is sent, long before the page refreshes on its own.
    await formOf(page)
      .getByText(/^(Today|Tomorrow), between/)
      .waitFor({ timeout: 10_000 })
    expect(await formOf(page).getByText('Now:').count()).toBe(0)
    await press(page, 'Submit')
    await booked(page)
    expect(await own.bookingsOf(visitor.email)).toMatchObject([{ serviceLevel: 'standard', priorityFeePence: 0 }])
  })
})

describe('The Red Line slots left', () => {
  it('are shown as they are, change while the page is open, and at none the choice is closed', async () => {
    const own = await ownSite({ env: takesPayments })
    await own.sellRedline(2)
    const page = await openForm({}, own)
    const option = formOf(page).locator('label', { hasText: 'Red Line Response' })
    await option.getByText('Only 3 slots left today').waitFor()
    await own.sellRedline(2)
    await lineIsBack(page)
    await option.getByText('Only 1 slot left today').waitFor()
    await pick(page, 'Red Line Response')
    await own.sellRedline(1)
    await lineIsBack(page)
    await option.getByText('SOLD OUT').waitFor()
    const [standard, redline] = [
      formOf(page).getByRole('radio', { name: /Standard/ }),
      formOf(page).getByRole('radio', { name: /Red Line/ }),
    ]
    expect(await redline.isDisabled()).toBe(true)
    expect(await standard.isChecked()).toBe(true)
    await toReview(page, newVisitor())
    expect(await formOf(page).locator('dl').first().textContent()).toContain('Standard')
  })
})

describe('Red Line that was chosen and is sold out since', () => {
  it('is Standard when the visitor comes back to the choice', async () => {
    const own = await ownSite({ env: takesPayments })
    const page = await visit(browser, own.url, '/book')
    await started(page)
    await pick(page, 'Red Line Response')
    await press(page, 'Next')
    await atStep(page, 2)
    await own.sellRedline(5)
    const told = page.waitForResponse(/booking-options/)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await (await told).finished()
    await press(page, 'Previous')
    await formOf(page).getByText('SOLD OUT').waitFor()
    expect(
      await formOf(page)
        .getByRole('radio', { name: /Standard/ })
        .isChecked(),
    ).toBe(true)
  })
})

describe('What is wrong', () => {
  it('with a field is said when it is left and gone when it is mended; of empty fields nothing is said before Next', async () => {
    const page = await openForm()
    await press(page, 'Next')
    await atStep(page, 2)
    await field(page, 'name').focus()
    await field(page, 'phone').focus()
    await field(page, 'phone').fill('0771 44')
    const problem = formOf(page).locator('#phone-problem')
    expect(await problem.count()).toBe(0)
    await field(page, 'email').focus()
    await problem.waitFor()
    const words = 'Please enter a valid phone number. Enter a UK number, like 07700 900123.'
    expect(await problem.textContent()).toContain(words)
    expect(await field(page, 'phone').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'phone').getAttribute('aria-describedby')).toContain('phone-problem')
    expect(await summary(page).getByRole('link').allTextContents()).toEqual([words])
    expect(await focused(page)).toBe('email')
    expect(await formOf(page).locator('#name-problem, #email-problem').count()).toBe(0)
    await field(page, 'phone').fill('07700 900264')
    await problem.waitFor({ state: 'detached' })
    await summary(page).waitFor({ state: 'detached' })
    expect(await field(page, 'phone').inputValue()).toBe('07700 900264')
  })

  it('stands in a summary and beside each field in the same words, and the summary leads to the fields', async () => {
    const page = await openForm()
    await press(page, 'Next')
    await atStep(page, 2)
    await field(page, 'email').fill('nobody')
    await press(page, 'Next')
    const expected = {
      name: 'Name is required',
      phone: 'Phone number is required. Enter a UK number, like 07700 900123.',
      email: 'Please enter a valid email address. Enter it in full, like name@example.com.',
    }
    await eventually(() => summary(page).getByRole('link').allTextContents()).toEqual(Object.values(expected))
    await eventually(() => focused(page)).toBe('summary')
    for (const [name, words] of Object.entries(expected)) {
      expect(await formOf(page).locator(`#${name}-problem`).textContent()).toContain(words)
      await summary(page).getByRole('link', { name: words }).click()
      await eventually(() => focused(page)).toBe(name)
    }
    expect(await field(page, 'email').inputValue()).toBe('nobody')
    await fillContact(page, newVisitor())
    await summary(page).waitFor({ state: 'detached' })
    await press(page, 'Next')
    await atStep(page, 3)
    await press(page, 'Next')
    await summary(page).getByRole('link', { name: 'Please select an emergency type' }).click()
    await eventually(() => focused(page)).toBe('service')
    expect(await formOf(page).locator('#service-problem').textContent()).toContain('Please select an emergency type')
  })

  it('with a date before today is said at Next, not after sending', async () => {
    const page = await openForm()
    await press(page, 'Next')
    await fillContact(page, newVisitor())
    await press(page, 'Next')
    await pick(page, 'Burst Pipe')
    await field(page, 'preferredDate').fill(addDays(londonDay(new Date()), -1))
    await press(page, 'Next')
    await summary(page).getByRole('link', { name: 'Preferred date cannot be before today' }).waitFor({ timeout: 10_000 })
    await atStep(page, 3)
  })
})

describe('At every step and in every state', () => {
  /** Whether the button to the next step is visible without scrolling. */
  const onward = (page: Page) =>
    formOf(page)
      .locator('.form-bar button[name=go]')
      .evaluate((key) => {
        const { x, y, width, height } = key.getBoundingClientRect()
        const isWhole = y >= 0 && y + height <= innerHeight
        return { isInReach: isWhole && key.contains(document.elementFromPoint(x + width / 2, y + height / 2)) }
      })

  /** Every state of the form in place, with a name. */
  async function* everyState(page: Page): AsyncGenerator<string> {
    yield 'service level'
    await pick(page, 'Red Line Response')
    await press(page, 'Next')
    await atStep(page, 2)
    yield 'contact details'
    await press(page, 'Next')
    await summary(page).waitFor()
    yield 'contact details with problems'
    await fillContact(page, newVisitor())
    await press(page, 'Next')
    await atStep(page, 3)
    await press(page, 'Next')
    await summary(page).waitFor()
    yield 'emergency details with problems'
    await pick(page, 'Burst Pipe')
    await summary(page).waitFor({ state: 'detached' })
    await field(page, 'description').fill(`Water ${'a-very-long-word'.repeat(12)}`)
    await field(page, 'postcode').fill('HA1 1AA')
    await formOf(page).getByText('HA1 1AA is outside the boroughs we cover').waitFor()
    yield 'emergency details of Red Line, out of area'
    await press(page, 'Next')
    await atStep(page, 4)
    yield 'check your answers'
    const error = {
      code: 'payment_not_configured',
      title: 'Configuration Error',
      message: 'Payment system not configured. Please contact support.',
    }
    await page.route('**/submit-booking', (route) => route.fulfill({ status: 503, json: { error } }))
    await press(page, 'Submit')
    await summary(page).waitFor()
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await toasts(page).waitFor({ state: 'detached' })
    yield 'refused'
    await summary(page)
      .getByRole('button', { name: /Continue with Standard/ })
      .click()
    await summary(page).waitFor({ state: 'detached' })
    await press(page, 'Previous')
    await atStep(page, 3)
    await formOf(page)
      .getByRole('group', { name: /Arrival slot/ })
      .waitFor()
    yield 'emergency details with slots'
    await press(page, 'Next')
    await atStep(page, 4)
    await page.route('**/submit-booking', (route) => route.abort())
    await press(page, 'Submit')
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor()
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    yield 'not sent yet'
    await page.unroute('**/submit-booking')
    await lineIsBack(page)
    await referenceInForm(page)
    await toasts(page).waitFor({ state: 'detached' })
    yield 'sent after all'
  }

  it.each<[string, BrowserContextOptions]>([
    ['at 320 px', { viewport: { width: 320, height: 568 } }],
    ['at 200% zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['with movement', { viewport: { width: 1280, height: 740 }, reducedMotion: 'no-preference' }],
  ])(
    '%s nothing scrolls sideways, there is one heading of the first level, and on the smallest phone axe has nothing to find',
    async (name, options) => {
      const page = await openForm(options)
      const problems: string[] = []
      for await (const state of everyState(page)) {
        // Checks the whole page once, then only the parts that change. The wider pages have the same form.
        const within = state === 'service level' ? undefined : 'main'
        if (name === 'at 320 px') problems.push(...(await axeProblems(page, within)).map((problem) => `${state}: ${problem}`))
        expect(await overflowPx(page), state).toBeLessThanOrEqual(0)
        expect(await page.getByRole('heading', { level: 1 }).count(), state).toBe(1)
        // Nothing is sticky below a height of 500 px, and a form that has been sent has no next step.
        if (name !== 'at 200% zoom' && state !== 'not sent yet')
          await eventually(async () => ({ state, ...(await onward(page)) })).toEqual({ state, isInReach: true })
      }
      expect(problems).toEqual([])
    },
  )

  it('axe has nothing to find with a toast either', async () => {
    const page = await openForm()
    await toReview(page, newVisitor())
    await page.route('**/submit-booking', (route) => route.abort())
    await press(page, 'Submit')
    await toasts(page).first().waitFor()
    // Scroll so that the toast, which stays for eight seconds, doesn't cover the form.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await axeProblems(page, '[aria-label=Notifications]')).toEqual([])
  })
})

describe('While the page and the island start', () => {
  const pages = [
    ['/book', 360],
    ['/book', 1280],
    ['/', 360],
    ['/', 1280],
  ] as const
  /** Loads a page with its fonts, but holds back its islands. */
  async function load(path: string, width: number) {
    const context = await openContext(browser, site.url, { viewport: { width, height: 740 }, reducedMotion: 'no-preference' })
    await watchShifts(context)
    const page = await context.newPage()
    const release = await holdIslands(page)
    await page.goto(path, { waitUntil: 'load' })
    await page.evaluate(() => document.fonts.ready)
    return { page, release }
  }

  it.each(sample(pages, 2))('nothing moves on %s at %d px when the font comes', async (path, width) => {
    const { page } = await load(path, width)
    expect(await shiftsOf(page)).toEqual([])
  })

  it.each(sample(pages, 2))('nothing moves on %s at %d px when the island starts and the slots come', async (path, width) => {
    const { page, release } = await load(path, width)
    await eventually(() => page.locator('.lazy').count()).toBe(0)
    const before = (await shiftsOf(page)).length
    await formOf(page).scrollIntoViewIfNeeded()
    release()
    await started(page)
    await formOf(page)
      .getByText(/Only \d slots? left today/)
      .waitFor()
    expect((await shiftsOf(page)).slice(before)).toEqual([])
  })
})

describe('While the sections left for later are laid out', () => {
  /** Scrolls far down the home page. The sections below are laid out one per frame once the test releases them. */
  async function openFarDown(width: number) {
    const context = await openContext(browser, site.url, { viewport: { width, height: 740 } })
    await watchShifts(context)
    await context.addInitScript(() => {
      const waiting: (() => void)[] = []
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      Object.assign(window, {
        requestIdleCallback: (job: () => void) => waiting.push(job),
        beIdle: async () => {
          for (let job = waiting.shift(); job; job = waiting.shift()) {
            job()
            await frame()
          }
        },
      })
    })
    const page = await context.newPage()
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    await formOf(page).evaluate((form) => form.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await started(page)
    await formOf(page)
      .getByText(/Only \d slots? left today/)
      .waitFor()
    const layOut = async () => {
      await page.evaluate(() => (window as unknown as { beIdle: () => Promise<void> }).beIdle())
      const below = () => [...document.querySelectorAll('.lazy')].filter((each) => each.getBoundingClientRect().top > innerHeight).length
      expect(await page.evaluate(below)).toBe(0)
    }
    return { page, layOut }
  }

  it.each([360, 1280])('what is read stays where it is, at %d px', async (width) => {
    const { page, layOut } = await openFarDown(width)
    const topPx = () => formOf(page).evaluate((form) => form.getBoundingClientRect().top)
    const before = await topPx()
    await layOut()
    // Scroll positions are rounded to whole pixels.
    expect(Math.abs((await topPx()) - before)).toBeLessThan(2)
  })

  it.each([360, 1280])('the browser counts no layout shift, at %d px', async (width) => {
    const { page, layOut } = await openFarDown(width)
    const before = (await shiftsOf(page)).length
    await layOut()
    expect((await shiftsOf(page)).slice(before)).toEqual([])
  })
})

describe('The booking modal', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Book Your Service' })
  const callBarLink = (page: Page) => page.getByRole('complementary', { name: 'Call or book' }).getByRole('link', { name: /Book/ })
  /** A page without a form, whose links now open the dialog. */
  async function openPage(path = '/services', options?: BrowserContextOptions): Promise<Page> {
    const page = await visit(browser, site.url, path, options)
    await page.waitForLoadState('load')
    const link = page.locator('a[href="/book"]').filter({ visible: true }).first()
    await link.focus()
    await page.locator('#booking-dialog').waitFor({ state: 'attached' })
    await link.blur()
    return page
  }

  it.each(['/services', '/no/such/page'])('opens from the call bar of %s, keeps the focus, and Escape gives it back', async (path) => {
    const page = await openPage(path)
    await markDocument(page)
    await callBarLink(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await started(page)
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      // After the last element the focus moves to the browser's own controls, and nothing on the page has it.
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('#booking-dialog') !== null),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await callBarLink(page).evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await isSameDocument(page)).toBe(true)
  })

  it('opens from the header, is closed by its backdrop and its button, and keeps what was typed', async () => {
    const visitor = newVisitor()
    const page = await openPage('/services', { viewport: { width: 1280, height: 740 } })
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book', exact: true })
    await link.click()
    await dialog(page).waitFor()
    await started(page)
    await press(page, 'Next')
    await field(page, 'name').fill(visitor.name)
    await page.mouse.click(20, 400)
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await link.click()
    expect(await field(page, 'name').inputValue()).toBe(visitor.name)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('opens from the menu, which makes room for it', async () => {
    const page = await openPage()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Book Emergency Service' }).click()
    await dialog(page).waitFor()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
  })

  it('books, with axe, the toast and the reference inside it', async () => {
    const visitor = newVisitor()
    const page = await openPage()
    await callBarLink(page).click()
    await started(page)
    const problems = await axeProblems(page)
    await toReview(page, visitor)
    problems.push(...(await axeProblems(page)))
    await page.route('**/submit-booking', (route) => route.abort())
    await press(page, 'Submit')
    await dialog(page).getByRole('region', { name: 'Notifications' }).getByText('Booking Submitted! ✅').waitFor()
    await eventually(() => focused(page)).toBe('confirmation')
    problems.push(...(await axeProblems(page)))
    expect(problems).toEqual([])
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    await page.unroute('**/submit-booking')
    await lineIsBack(page)
    const reference = await referenceInForm(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ reference }])
  })

  it('opens at the first tap, which comes before its script', async () => {
    const page = await visit(browser, site.url, '/pricing', { hasTouch: true, isMobile: true })
    await markDocument(page)
    await callBarLink(page).tap()
    await dialog(page).waitFor()
    await started(page)
    expect(await isSameDocument(page)).toBe(true)
  })

  it('gives way to /book where its script has not come, and where a new tab is asked for', async () => {
    const context = await openContext(browser, site.url)
    const page = await context.newPage()
    const release = await holdIslands(page)
    await page.goto('/services')
    await callBarLink(page).click()
    await page.waitForURL('**/book')
    release()
    await started(page)
    const other = await openPage()
    const opening = other.context().waitForEvent('page')
    await callBarLink(other).click({ modifiers: ['Control'] })
    const tab = await opening
    await tab.waitForURL('**/book')
    expect(await dialog(other).isVisible()).toBe(false)
  })

  it('gives way to /book without JavaScript', async () => {
    const page = await visit(browser, site.url, '/services', { javaScriptEnabled: false })
    await callBarLink(page).click()
    await page.waitForURL('**/book')
    await formOf(page).waitFor()
  })
})
