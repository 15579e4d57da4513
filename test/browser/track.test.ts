import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#app/platform/day.ts'
import { londonDay } from '#app/platform/london.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { openSite, type Site } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { axeProblems, focused, openContext, overflowPx } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

const inDays = (count: number) => addDays(londonDay(new Date()), count)
const email = 'priya.raman@example.com'

/** Opens the private page of a booking for an afternoon in three days. */
async function openTracked(options: BrowserContextOptions = {}): Promise<{ page: Page; site: Site; path: string }> {
  const site = await openSite()
  const submitted = await fetch(`${site.url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bookingBody({ preferredDate: inDays(3), timeSlot: '14:00 - 16:00' })),
  })
  const path = new URL(((await submitted.json()) as { trackingUrl: string }).trackingUrl).pathname
  const page = await (await openContext(browser, site.url, options)).newPage()
  await page.goto(path)
  return { page, site, path }
}

const main = (page: Page) => page.locator('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const status = (page: Page) => main(page).getByRole('status').textContent()
const pickSlot = (page: Page, slot: string) =>
  main(page)
    .locator('label', { has: page.locator(`input[value="${slot}"]`) })
    .click()

describe.each([
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
])('a customer on the page of a booking, %s', (_, options) => {
  it('changes the time, writes to us, and cancels, told each time what has been done', async () => {
    const { page, site } = await openTracked(options)
    expect(await heading(page)).toBe('Received: we’ll call you to confirm')
    expect(await main(page).textContent()).toContain('Finding your engineer')

    await page.getByRole('link', { name: 'Change the time' }).click()
    await page.getByLabel('Date').fill(inDays(5))
    // With JavaScript the slots update when the date changes.
    if ('javaScriptEnabled' in options) await page.getByRole('button', { name: 'Show times for this date' }).click()
    await page.locator(`input[name="preferredDate"][value="${inDays(5)}"]`).waitFor({ state: 'attached' })
    expect(await page.getByLabel('Date').inputValue()).toBe(inDays(5))
    // No slot is preselected for a booking that has a time: a press by mistake changes nothing.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Change the time' }).click()
    const summary = page.getByRole('alert').getByRole('link')
    expect(await summary.allTextContents()).toEqual(['Please choose an arrival slot from the list'])
    expect(await page.title()).toMatch(/^Error: /)
    await summary.click()
    expect(new URL(page.url()).hash).toBe('#timeSlot')
    await pickSlot(page, '18:00 - 20:00')
    await page.getByRole('button', { name: 'Change the time' }).click()
    expect(await status(page)).toContain('Your visit has a new time.')
    expect(await site.bookings()).toMatchObject([{ preferredDate: inDays(5), revision: 1 }])

    await page.getByLabel('Your message').fill('The door code is 4711.\nRing twice.')
    await page.getByRole('button', { name: 'Send the message' }).click()
    expect(await status(page)).toContain('Your message has been sent.')
    expect(await main(page).getByText('The door code is 4711.').textContent()).toBe('The door code is 4711.\nRing twice.')
    expect(await page.getByLabel('Your message').inputValue()).toBe('')

    await page.getByRole('link', { name: 'Cancel this booking' }).click()
    expect(await main(page).textContent()).toContain('What it costsCancelling is free.')
    await page.getByRole('button', { name: 'Yes, cancel this booking' }).click()
    expect(await heading(page)).toBe('Cancelled')
    await page.reload()
    expect(await heading(page)).toBe('Cancelled')
    expect(await site.bookings()).toMatchObject([{ status: 'cancelled' }])
    await expect
      .poll(async () => (await site.subjectsTo(email)).map((subject) => subject.split(/:| \(/)[0]), { timeout: 30_000 })
      .toContain('Booking cancelled')
  })

  it('presses twice and has it done once', async () => {
    const { page, site, path } = await openTracked(options)
    await page.getByLabel('Your message').fill('Ring twice')
    await page.getByRole('button', { name: 'Send the message' }).dblclick()
    await main(page).getByRole('status').waitFor()
    await page.goto(path)
    expect(await main(page).getByText('Ring twice', { exact: true }).count()).toBe(1)
    await page.goto(`${path}?change=cancel`)
    await page.getByRole('button', { name: 'Yes, cancel this booking' }).dblclick()
    await main(page).getByRole('status').waitFor()
    expect(await site.bookings()).toMatchObject([{ status: 'cancelled', revision: 1 }])
  })

  it('in a second tab that has not seen the change is told, keeps the choice, and presses again', async () => {
    const { page, site, path } = await openTracked(options)
    const other = await page.context().newPage()
    for (const each of [page, other]) await each.goto(`${path}?change=time`)
    for (const [each, slot] of [
      [page, '18:00 - 20:00'],
      [other, '10:00 - 12:00'],
    ] as const) {
      await pickSlot(each, slot)
      await each.getByRole('button', { name: 'Change the time' }).click()
    }
    expect(await other.getByRole('alert').textContent()).toContain('This booking has changed since you opened the page.')
    expect(await main(other).textContent()).toContain('6pm to 8pm')
    expect(await other.getByRole('radio', { checked: true }).inputValue()).toBe('10:00 - 12:00')
    await other.getByRole('button', { name: 'Change the time' }).click()
    expect(await status(other)).toContain('Your visit has a new time.')
    expect(await site.bookings()).toMatchObject([{ revision: 2 }])
  })
})

describe('the page of a booking', () => {
  it('fits 360, 768 and 1280 px, and has nothing that axe finds on a phone or a desk, in each of its steps', async () => {
    const { page, path } = await openTracked()
    const problems: string[] = []
    const look = async (step: string) => {
      for (const width of [1280, 768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const found = width === 768 ? [] : await axeProblems(page, 'main')
        problems.push(...[...found, ...((await overflowPx(page)) > 0 ? ['too wide'] : [])].map((each) => `${step} at ${width}: ${each}`))
      }
    }
    for (const query of ['', '?change=time', '?change=cancel', '?done=message']) {
      await page.goto(path + query)
      await look(query)
    }
    await page.goto(`${path}?change=time`)
    await page.getByRole('button', { name: 'Change the time' }).click()
    await page.getByRole('alert').waitFor()
    await look('no slot chosen')
    expect(problems).toEqual([])
  })

  it('has targets of 44 px at least', async () => {
    const { page, path } = await openTracked()
    for (const query of ['', '?change=time', '?change=cancel']) {
      await page.goto(path + query)
      const small = await main(page)
        .locator('a, button, input:not([type=hidden]), textarea, summary')
        .evaluateAll((elements) =>
          elements
            .filter((element) => !element.closest('p:not(:has(> a.inline-flex))') || element.matches('button'))
            .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
            .map((element) => element.outerHTML),
        )
      expect(small, query).toEqual([])
    }
  })

  it('is worked with the keyboard alone', async () => {
    const { page, path, site } = await openTracked({ viewport: { width: 1280, height: 800 } })
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab')
        if ((await focused(page)) === name) return
      }
      throw new Error(`Tab never reached ${name}`)
    }
    await tabTo('Change the time')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${path}?change=time`)
    await tabTo('timeSlot')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await tabTo('Change the time')
    await page.keyboard.press('Enter')
    await main(page).getByRole('status').waitFor()
    expect(await site.bookings()).toMatchObject([{ revision: 1, slotStartsAt: expect.stringMatching(/T0[78]:00/) }])
  })

  it('leads to its calendar by an address that calendars follow', async () => {
    const { page, path, site } = await openTracked()
    const feed = `${new URL(site.url).host}${path}/booking.ics`
    expect(await page.getByRole('link', { name: 'Subscribe in a calendar' }).getAttribute('href')).toBe(`webcal://${feed}`)
    await page.getByText('Link for web calendars').click()
    const shown = await page.getByText(`http://${feed}`).textContent()
    const calendar = await page.request.get(shown ?? '')
    expect(await calendar.text()).toContain('BEGIN:VEVENT')
  })
})
