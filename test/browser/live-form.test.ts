import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redlineArrivalText } from '#app/features/capacity/arrival-window.ts'
import { trapName } from '#app/features/intake/booking-form/trap.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { addDays, longDayText } from '#app/values/day.ts'
import { openAddressService } from '#test/support/address-service.ts'
import { further } from '#test/support/depth.ts'
import { openSite, type Site, startSite } from '#test/support/site.ts'
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
  shareChromium,
  smallTargets,
  started,
  strayedFrom,
  success,
  takesPayments,
  toasts,
  toReview,
  visit,
} from './visitor.ts'

shareChromium()
let site: Site
beforeAll(async () => {
  const ADDRESS_LOOKUP_URL = await openAddressService({ 'E1 1FR': ['11 Cable Street', 'Flat 3, 12 Cable Street'] })
  site = await startSite({ env: { ...takesPayments, ADDRESS_LOOKUP_URL } })
})
afterAll(() => site?.close())

const phoneLink = '0800 644 2633'

/** The form at /book, with its script started. */
async function openForm(options?: BrowserContextOptions): Promise<Page> {
  const page = await visit(site.url, '/book', options)
  await started(page)
  return page
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
    const page = await (await openContext(site.url)).newPage()
    await page.goto('/book')
    await started(page)
    await markDocument(page)
    await field(page, 'postcode').pressSequentially('e1 1fr')
    await formOf(page).getByText('We cover E1 1FR, Tower Hamlets.').waitFor()
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await pick(page, 'Burst Pipe')
    await field(page, 'description').fill('Water through the\nkitchen ceiling')
    // The addresses at the postcode can be chosen from, and another one typed.
    await formOf(page).locator('option[value="Flat 3, 12 Cable Street"]').waitFor({ state: 'attached' })
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
    const shownMost = await formOf(page).locator('[name=shownMostPence]').inputValue()
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
    // Submit has lost the focus, and the check of a left field must not store the answers again. It would run before this timer does.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
    expect(await page.evaluate(() => [sessionStorage.getItem('booking-draft'), localStorage.getItem('booking-details')])).toEqual([
      null,
      null,
    ])
    await page.unroute('**/book/confirmed/*')
    await page.goto((await follows).url())
    const reference = await referenceOf(page)
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
        slotStartsAt: instantOf(day, 10),
        estimatePence: Number(shownMost),
        priorityFeePence: 0,
        suspectedSpam: 0,
      },
    ])
    await page.goto('/book')
    await started(page)
    await expectReset(page)
  })

  it('changes an answer in place, shows the price of the postcode typed last, goes on by Enter, and by a double click on Submit is one, marked by its hidden field, and gone from the device but for details to remember', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await markDocument(page)
    await press(page, 'Next')
    await formOf(page).getByLabel('Remember my details on this device').check()
    await press(page, 'Previous')
    await toReview(page, visitor)
    await formOf(page).getByRole('button', { name: 'Change phone' }).click()
    await eventually(() => focused(page)).toBe('phone')
    await field(page, 'phone').fill('020 7946 0018')
    await press(page, 'Next')
    // It comes straight back to the check.
    await atStep(page, 4)
    expect(await formOf(page).textContent()).toContain('020 7946 0018')
    await formOf(page).getByRole('button', { name: 'Change postcode' }).click()
    await atStep(page, 1)
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
    await eventually(() => receipt(page).textContent()).toContain('Greenwich area price')
    slow.resolve()
    await answered.promise
    // After one more round trip the late response has been processed.
    await page.evaluate(() => fetch('/api/health').then((response) => response.text()))
    expect(await receipt(page).textContent()).toContain('Greenwich area price')
    expect(await formOf(page).textContent()).toContain('We cover SE10 9NF, Greenwich.')
    // Enter sends what is in front of the visitor, never the step before.
    await field(page, 'postcode').press('Enter')
    await atStep(page, 4)
    expect(await isSameDocument(page)).toBe(true)
    await formOf(page)
      .locator(`[name=${trapName}]`)
      .evaluate((input: HTMLInputElement) => {
        input.value = 'Robots Ltd'
      })
    await formOf(page).getByRole('button', { name: 'Submit', exact: true }).dblclick()
    // It is answered like any other, and is one booking.
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ suspectedSpam: 1, phone: '+442079460018', postcode: 'SE10 9NF' }])

    await page.unroute('**/booking-options?*')
    await page.goBack()
    await started(page)
    await expectReset(page)
    // The details that it was asked to remember are offered, and gone once it is asked to forget them.
    await press(page, 'Previous')
    await formOf(page).getByRole('button', { name: 'Use my saved details' }).click()
    await formOf(page).getByText('We cover SE10 9NF, Greenwich.').waitFor()
    await press(page, 'Next')
    for (const name of ['name', 'email'] as const) expect(await field(page, name).inputValue()).toBe(visitor[name])
    await formOf(page).getByLabel('Remember my details on this device').uncheck()
    expect(await page.evaluate(() => localStorage.getItem('booking-details'))).toBeNull()
  })
})

further.describe('A visitor with only a keyboard', () => {
  it('books, with the focus on the first empty field of a step or its heading, on the summary after a problem', async () => {
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
    await tabTo('postcode')
    await page.keyboard.type('SW2 1AA')
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
    await tabTo('email')
    await tabTo('go')
    await tabTo('go')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('summary')
    await keys('Tab')
    expect(await focused(page)).toBe('Name is required')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('name')
    await page.keyboard.type(visitor.name)
    // The 'next' of a phone's keyboard, too.
    await keys('Enter')
    expect(await focused(page)).toBe('phone')
    await page.keyboard.type(visitor.phone)
    await keys('Enter')
    await page.keyboard.type(visitor.email)
    await tabTo('phone', 'Shift+Tab')
    await tabTo('email')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('Step 3 of 4: Emergency Details')
    await tabTo('service')
    await keys('Space', 'ArrowRight', 'ArrowRight')
    await tabTo('address')
    await tabTo('go')
    await tabTo('go')
    await keys('Enter')
    await eventually(() => focused(page)).toBe('Step 4 of 4: Review & Submit')
    const submit = formOf(page).getByRole('button', { name: 'Submit', exact: true })
    while (!(await submit.evaluate((key) => key === document.activeElement))) await tabTo('go')
    await keys('Enter')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ service: 'Blocked Drain', borough: 'Lambeth' }])
  })
})

describe('What was answered', () => {
  it('goes on at /book, survives Back and Forward through the steps, a reload, and leaving the page and coming back, and keeps hostile text as text', async () => {
    const visitor = newVisitor()
    const hostile = '</textarea><script>alert(1)</script>'
    const page = await visit(site.url, '/emergency-boiler-repair#book')
    await started(page)
    // A page's suggestion stays on that page until the visitor has continued with it.
    await eventually(() => receipt(page).textContent()).toContain('Boiler Breakdown')
    await page.goto('/book')
    await started(page)
    expect(await receipt(page).textContent()).not.toContain('Boiler Breakdown')
    await press(page, 'Next')
    await fillContact(page, visitor)
    await press(page, 'Next')
    await atStep(page, 3)
    await pick(page, 'Leak Repair')
    await field(page, 'description').fill(hostile)
    await page.goBack()
    await atStep(page, 2)
    await page.reload()
    await started(page)
    await atStep(page, 2)
    expect(await field(page, 'name').inputValue()).toBe(visitor.name)
    await page.goForward()
    await atStep(page, 3)
    expect(await field(page, 'description').inputValue()).toBe(hostile)
    await page.goto('/#book')
    await started(page)
    await press(page, 'Next')
    await atStep(page, 2)
    expect(await field(page, 'phone').inputValue()).toBe(visitor.phone)
    await press(page, 'Next')
    await atStep(page, 3)
    await formOf(page).locator('strong', { hasText: 'Leak Repair' }).waitFor()
    await press(page, 'Next')
    await atStep(page, 4)
    expect(await page.locator('main form :is(img, script)').count()).toBe(0)
    await press(page, 'Submit')
    await booked(page)
    expect(await page.locator('main :is(img, script)').count()).toBe(0)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([
      { service: 'Leak Repair', description: '‹/textarea›‹script›alert(1)‹/script›' },
    ])
  })

  further.it(
    'in one tab does not disturb another; a tab that was opened from it with all it knew is asked about once; all can book',
    async () => {
      const [ann, ben, cy] = [newVisitor('Ann Archer'), newVisitor('Ben Baker'), newVisitor('Cy Carter')]
      const first = await openForm()
      await press(first, 'Next')
      await fillContact(first, ann)
      const second = await first.context().newPage()
      await second.goto('/book')
      await started(second)
      await toReview(second, ben, { service: 'Pipe Repair', postcode: '' })
      const opening = first.waitForEvent('popup')
      await first.evaluate(() => void open('/book'))
      const copy = await opening
      await started(copy)
      await first.bringToFront()
      await press(first, 'Next')
      await pick(first, 'Water Heater')
      await press(first, 'Next')
      await atStep(first, 4)
      await first.reload()
      await started(first)
      expect(await formOf(first).textContent()).toContain('Ann Archer')
      expect(await formOf(second).textContent()).toContain('Ben Baker')
      for (const tab of [first, second]) {
        await tab.bringToFront()
        await press(tab, 'Submit')
      }
      await Promise.all([first, second].map(booked))
      await copy.bringToFront()
      await toReview(copy, cy)
      await press(copy, 'Submit')
      // The browser copied the booking's key with the tab. Only the visitor knows whether this is a second booking.
      await summary(copy).getByText('You’ve already sent this booking').waitFor()
      expect(await formOf(copy).textContent()).toContain(cy.email)
      await press(copy, 'Submit')
      await booked(copy)
      expect(await site.bookingsOf(ann.email)).toMatchObject([{ name: 'Ann Archer', service: 'Water Heater' }])
      expect(await site.bookingsOf(ben.email)).toMatchObject([{ name: 'Ben Baker', service: 'Pipe Repair' }])
      expect(await site.bookingsOf(cy.email)).toMatchObject([{ name: 'Cy Carter', service: 'Burst Pipe' }])
    },
  )
})

describe('What is typed before the island runs', () => {
  it('in the server’s steps stays, the island goes on from there, and after the booking nothing of it is left', async () => {
    const visitor = newVisitor()
    const context = await openContext(site.url)
    const page = await context.newPage()
    const release = await holdIslands(page)
    await page.goto('/book')
    await field(page, 'postcode').fill('N1 9GU')
    await press(page, 'Next')
    await field(page, 'name').fill(visitor.name)
    await field(page, 'phone').fill(visitor.phone)
    await field(page, 'email').fill(visitor.email)
    await press(page, 'Next')
    await field(page, 'address').waitFor()
    await pick(page, 'Radiator Issue')
    await field(page, 'description').fill('Cold since Friday')
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
    await formOf(page)
      .getByRole('group', { name: `Arrival slot, ${longDayText(day)}` })
      .waitFor()
    await formOf(page).getByText('More slots').click()
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
})

further.it(
  'A booking that cannot be sent is kept, goes on being sent from the next page, which says so, and by the next visit when that was closed',
  async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await toReview(page, visitor)
    const context = page.context()
    await context.route('**/submit-booking', (route) => route.abort())
    await press(page, 'Submit')
    // From here on nothing more can be fetched.
    await context.setOffline(true)
    await toasts(page).getByText(`If you don't hear from us within 15 minutes, please call ${phoneLink}.`).waitFor()
    const panel = page.locator('[data-sent]')
    await panel.getByRole('heading', { name: 'Not sent yet' }).waitFor()
    expect(await panel.getByRole('link', { name: `Call ${phoneLink}` }).getAttribute('href')).toBe('tel:08006442633')
    await eventually(() => focused(page)).toBe('confirmation')
    expect(await formOf(page).isVisible()).toBe(false)
    expect(await page.evaluate(() => sessionStorage.getItem('booking-draft'))).toBeNull()
    await context.setOffline(false)
    await page.goto('/gas-emergency')
    await toasts(page).filter({ hasText: 'Still sending your booking' }).waitFor()
    expect(
      await toasts(page)
        .getByRole('link', { name: `Call ${phoneLink}` })
        .getAttribute('href'),
    ).toBe('tel:08006442633')
    await page.close()
    expect(await site.bookingsOf(visitor.email)).toEqual([])
    await context.unroute('**/submit-booking')
    const later = await context.newPage()
    await later.goto('/')
    const done = toasts(later).filter({ hasText: success.title })
    await done.waitFor()
    const [booking, ...others] = await site.bookingsOf(visitor.email)
    expect(others).toEqual([])
    expect(await done.textContent()).toContain(`Your reference is ${booking?.reference}`)
  },
)

describe('A booking that is refused', () => {
  further.it('because its slot has passed meanwhile goes back to the slots, says so, and keeps the rest', async () => {
    const late = await openSite({ at: '2026-12-01T10:00:00Z' })
    const visitor = newVisitor()
    const context = await openContext(late.url)
    await context.clock.install({ time: '2026-12-01T14:00:00Z' })
    const page = await context.newPage()
    await page.goto('/book')
    await started(page)
    await toReview(page, visitor)
    await press(page, 'Previous')
    await pick(page, 'noon to 2pm')
    await press(page, 'Next')
    await atStep(page, 4)
    await late.passFourHours()
    await press(page, 'Submit')
    const words = 'That slot starts too soon or has passed. Please choose a later one, or ‘As soon as possible’'
    await summary(page).getByRole('link', { name: words }).waitFor()
    await atStep(page, 3)
    await eventually(() => focused(page)).toBe('summary')
    expect(await formOf(page).locator('#timeSlot-problem').textContent()).toContain(words)
    await eventually(() => formOf(page).getByRole('radio', { name: 'noon to 2pm' }).isDisabled()).toBe(true)
    expect(await late.bookingsOf(visitor.email)).toEqual([])
    await pick(page, 'As soon as possible')
    await press(page, 'Next')
    await atStep(page, 4)
    await press(page, 'Submit')
    await booked(page)
    expect(await late.bookingsOf(visitor.email)).toMatchObject([{ slotStartsAt: null, late: 0 }])
  })

  it('says so and keeps everything; as Red Line where nothing can take the payment any longer it goes as Standard with one press', async () => {
    const visitor = newVisitor()
    const page = await openForm()
    await pick(page, 'Red Line Response')
    // Without a postcode: the pause after typing one would trigger a request and might fetch the new texts.
    await toReview(page, visitor, { postcode: '' })
    await formOf(page).getByText(redlineArrivalText).waitFor()
    for (const [status, code, title, message] of [
      [429, 'rate_limited', 'Too Many Requests', 'Please wait a moment before submitting again.'],
      [503, 'payment_not_configured', 'Configuration Error', 'Payment system not configured. Please contact support.'],
    ] as const) {
      await page.route('**/submit-booking', (route) => route.fulfill({ status, json: { error: { code, title, message } } }))
      await press(page, 'Submit')
      for (const words of [title, message]) {
        await eventually(() => summary(page).textContent()).toContain(words)
        await toasts(page).filter({ hasText: words }).waitFor()
      }
      await eventually(() => focused(page)).toBe('summary')
      await atStep(page, 4)
      expect(await formOf(page).textContent()).toContain(visitor.name)
      await page.unroute('**/submit-booking')
    }
    expect(await site.bookingsOf(visitor.email)).toEqual([])
    await summary(page)
      .getByRole('button', { name: /Continue with Standard/ })
      .click()
    await summary(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe('Step 4 of 4: Review & Submit')
    expect(await formOf(page).locator('.receipt').textContent()).not.toContain('Priority fee')
    // The form shows what will be stored before it is sent, long before the page refreshes on its own.
    await formOf(page)
      .getByText(/^(Today|Tonight|Tomorrow), between/)
      .waitFor()
    await press(page, 'Submit')
    await booked(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ serviceLevel: 'standard', priorityFeePence: 0 }])
  })
})

further.it(
  'What is wrong with a field is said when it is left, not before, gone when it is mended, and said of a past date at Next',
  async () => {
    const page = await openForm()
    await press(page, 'Next')
    await atStep(page, 2)
    await field(page, 'phone').fill('0771 44')
    const problem = formOf(page).locator('#phone-problem')
    expect(await problem.count()).toBe(0)
    await field(page, 'email').focus()
    await problem.waitFor()
    expect(await field(page, 'phone').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'phone').getAttribute('aria-describedby')).toContain('phone-problem')
    expect(await focused(page)).toBe('email')
    expect(await formOf(page).locator('#name-problem, #email-problem').count()).toBe(0)
    await fillContact(page, newVisitor())
    await summary(page).waitFor({ state: 'detached' })
    await press(page, 'Next')
    await atStep(page, 3)
    await pick(page, 'Burst Pipe')
    await field(page, 'preferredDate').fill(addDays(londonDay(new Date()), -1))
    await press(page, 'Next')
    await summary(page).getByRole('link', { name: 'Preferred date cannot be before today' }).waitFor()
    await atStep(page, 3)
  },
)

further.describe('At every step and in every state', () => {
  /** `isInReach`: the button to the next step is visible without scrolling. */
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
    await field(page, 'postcode').fill('HA1 1AA')
    await formOf(page).getByText('HA1 1AA is outside the boroughs we cover').waitFor()
    yield 'service level'
    await pick(page, 'Red Line Response')
    await press(page, 'Next')
    await atStep(page, 2)
    await press(page, 'Next')
    await summary(page).waitFor()
    yield 'contact details with problems'
    await fillContact(page, newVisitor())
    await press(page, 'Next')
    await atStep(page, 3)
    await press(page, 'Next')
    await summary(page).waitFor()
    await pick(page, 'Burst Pipe')
    await summary(page).waitFor({ state: 'detached' })
    await field(page, 'description').fill(`Water ${'a-very-long-word'.repeat(12)}`)
    await press(page, 'Next')
    await atStep(page, 4)
    const error = {
      code: 'payment_not_configured',
      title: 'Configuration Error',
      message: 'Payment system not configured. Please contact support.',
    }
    await page.route('**/submit-booking', (route) => route.fulfill({ status: 503, json: { error } }))
    await press(page, 'Submit')
    await summary(page).waitFor()
    // Scroll so that the toast doesn't cover the form.
    await page.evaluate(() => scrollTo(0, 0))
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

  it('nothing scrolls sideways, there is one heading of the first level, and on the smallest phone axe has nothing to find nor a thumb a small target', async () => {
    const smallest = { width: 320, height: 568 }
    const page = await openForm({ viewport: smallest, reducedMotion: 'no-preference' })
    const problems: string[] = []
    for await (const state of everyState(page)) {
      // Checks the whole page once, then only the parts that change. The wider pages have the same form.
      const within = state === 'service level' ? undefined : 'main'
      const found = [...(await axeProblems(page, within)), ...(await smallTargets(page, 'main'))]
      problems.push(...found.map((problem) => `${state}: ${problem}`))
      expect(await page.getByRole('heading', { level: 1 }).count(), state).toBe(1)
      // 640 px is as at 200% zoom.
      for (const size of [{ width: 1280, height: 740 }, { width: 640, height: 400 }, smallest]) {
        await page.setViewportSize(size)
        expect(await overflowPx(page), `${state} at ${size.width} px`).toBeLessThanOrEqual(0)
        // Nothing is sticky below a height of 500 px, and a form that has been sent is hidden.
        if (size.height > 500 && (await formOf(page).isVisible()))
          await eventually(async () => ({ state, ...(await onward(page)) })).toEqual({ state, isInReach: true })
      }
    }
    expect(problems).toEqual([])
  })
})

further.it.each([
  ['/book', 360],
  ['/book', 1280],
  ['/', 360],
  ['/', 1280],
])('nothing moves on %s at %d px when the font, the island and the slots come', async (path, width) => {
  const context = await openContext(site.url, { viewport: { width, height: 740 }, reducedMotion: 'no-preference' })
  await watchShifts(context)
  const page = await context.newPage()
  const release = await holdIslands(page)
  await page.goto(path, { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready)
  expect(await shiftsOf(page)).toEqual([])
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

further.describe('The booking modal', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Book Your Service' })
  const callBarLink = (page: Page) => page.getByRole('complementary', { name: 'Call or book' }).getByRole('link', { name: /Book/ })
  it('opens from the call bar and the menu, keeps the focus and what was typed, and books, with axe', async () => {
    const visitor = newVisitor()
    const page = await visit(site.url, '/services')
    await page.waitForLoadState('load')
    // A page without a form, whose links open the dialog once its script is there.
    await callBarLink(page).focus()
    await page.locator('#booking-dialog').waitFor({ state: 'attached' })
    await markDocument(page)
    const hasFocus = (link: Locator) => link.evaluate((element) => element === document.activeElement)

    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await started(page)
    expect(await axeProblems(page, '#booking-dialog')).toEqual([])
    expect(await strayedFrom(page, '#booking-dialog', 25)).toEqual([])
    await press(page, 'Next')
    await field(page, 'name').fill(visitor.name)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await hasFocus(callBarLink(page)), 'Escape gives the focus back').toBe(true)

    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Book Emergency Service' }).click()
    await dialog(page).waitFor()
    // The menu makes room for it.
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
    expect(await isSameDocument(page)).toBe(true)
    expect(await field(page, 'name').inputValue()).toBe(visitor.name)

    await press(page, 'Previous')
    await toReview(page, visitor)
    await press(page, 'Submit')
    const reference = await referenceOf(page)
    expect(await site.bookingsOf(visitor.email)).toMatchObject([{ reference }])
  })

  it('gives way to /book where its script has not come', async () => {
    const context = await openContext(site.url)
    const page = await context.newPage()
    const release = await holdIslands(page)
    await page.goto('/services')
    // As without JavaScript, it is a link.
    expect(await callBarLink(page).getAttribute('href')).toBe('/book')
    await callBarLink(page).click()
    await page.waitForURL('**/book')
    release()
    await started(page)
  })
})
