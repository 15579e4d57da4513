import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { tierAt } from '#app/features/pricing/rate-hours.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { TierId } from '#content/fees.ts'
import { shareSite } from '#test/support/site.ts'
import { axeProblems, focused, newVisitor, openContext, overflowPx, shareChromium, smallTargets } from '../visitor.ts'

shareChromium()
const ownSite = shareSite()

const inDays = (count: number) => addDays(londonDay(new Date()), count)

/** The first day, at least three days ahead, that has this rate in the afternoon. */
const dayAtRate = (rate: TierId, count = 3): LondonDay =>
  tierAt(instantOf(inDays(count), 14)) === rate ? inDays(count) : dayAtRate(rate, count + 1)

/** Opens the private page of a booking for a weekday afternoon. */
async function openTracked(options: BrowserContextOptions = {}) {
  const site = await ownSite()
  const { email } = newVisitor()
  await site.book(email, { preferredDate: dayAtRate('day'), timeSlot: '14:00 - 16:00' })
  const path = /\/track\/[\w-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const page = await (await openContext(site.url, options)).newPage()
  await page.goto(path)
  return { page, site, path, email, bookings: () => site.bookingsOf(email) }
}

const main = (page: Page) => page.locator('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const status = (page: Page) => main(page).getByRole('status').textContent()
async function pickSlot(page: Page, slot: string): Promise<void> {
  const choice = main(page).locator('label', { has: page.locator(`input[value="${slot}"]`) })
  if (!(await choice.isVisible())) await main(page).getByText('More slots').click()
  await choice.click()
}

// track.http.test.ts does the same without JavaScript.
describe('a customer on the page of a booking', () => {
  it('changes the time, in a second tab too, writes to us, and cancels, each once and told each time what has been done', async () => {
    const { page, site, path, email, bookings } = await openTracked()
    const other = await page.context().newPage()
    await other.goto(`${path}?change=time`)

    await page.getByRole('link', { name: 'Change the time' }).click()
    const dearer = dayAtRate('night')
    await page.getByLabel('Date').fill(dearer)
    await page.locator(`input[name="preferredDate"][value="${dearer}"]`).waitFor({ state: 'attached' })
    // No slot is preselected for a booking that has a time: a press by mistake changes nothing.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Change the time' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Please choose an arrival slot from the list' }).click()
    expect(new URL(page.url()).hash).toBe('#timeSlot')
    await pickSlot(page, '18:00 - 20:00')
    await page.getByRole('button', { name: 'Change the time' }).click()
    // If the new time may cost more, it is changed only once the customer agrees.
    expect(await page.getByRole('alert').textContent()).toContain('That time costs more')
    expect(await bookings()).toMatchObject([{ preferredDate: dayAtRate('day'), revision: 0 }])
    await page.getByRole('button', { name: /^Agree to £.+ and change time$/ }).click()
    expect(await status(page)).toContain('Your visit has a new time.')
    expect(await bookings()).toMatchObject([{ preferredDate: dearer, revision: 1 }])

    // The second tab has not seen the change: it is told, keeps the choice, and presses again.
    await pickSlot(other, '10:00 - 12:00')
    await other.getByRole('button', { name: 'Change the time' }).click()
    expect(await other.getByRole('alert').textContent()).toContain('This booking has changed since you opened the page.')
    expect(await other.getByRole('radio', { checked: true }).inputValue()).toBe('10:00 - 12:00')
    await other.getByRole('button', { name: 'Change the time' }).click()
    expect(await status(other)).toContain('Your visit has a new time.')
    expect(await bookings()).toMatchObject([{ revision: 2 }])
    await other.close()

    await page.goto(path)
    await page.getByLabel('Your message').fill('The door code is 4711.\nRing twice.')
    await page.getByRole('button', { name: 'Send message' }).dblclick()
    expect(await status(page)).toContain('Your message has been sent.')
    expect(await page.getByLabel('Your message').inputValue()).toBe('')
    await page.goto(path)
    expect(await main(page).getByText('The door code is 4711.').allTextContents(), 'pressed twice, sent once').toEqual([
      'The door code is 4711.\nRing twice.',
    ])

    await page.getByRole('link', { name: 'Cancel this booking' }).click()
    await page.getByRole('button', { name: 'Yes, cancel this booking' }).dblclick()
    await main(page).getByRole('status').waitFor()
    await page.goto(path)
    expect(await heading(page)).toBe('Cancelled')
    expect(await bookings(), 'pressed twice, cancelled once').toMatchObject([{ status: 'cancelled', revision: 3 }])
    await site.mailTo(email, /^Booking cancelled/)
  })
})

describe('the page of a booking', () => {
  it('fits 360 and 1280 px in each of its steps, and on a phone has nothing that axe finds, and targets of 44 px', async () => {
    const { page, path } = await openTracked()
    const problems: string[] = []
    const look = async (step: string) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        if ((await overflowPx(page)) > 0) problems.push(`${step} is too wide at ${width}`)
      }
      problems.push(...[...(await axeProblems(page, 'main')), ...(await smallTargets(page, 'main'))].map((each) => `${step}: ${each}`))
    }
    await look('the booking')
    await page.goto(`${path}?change=cancel`)
    await look('cancelling')
    await page.goto(`${path}?change=time`)
    await look('changing the time')
    await page.getByRole('button', { name: 'Change the time' }).click()
    await page.getByRole('alert').waitFor()
    await look('no slot chosen')
    expect(problems).toEqual([])
  })

  it('is worked with the keyboard alone', async () => {
    const { page, path, bookings } = await openTracked({ viewport: { width: 1280, height: 800 } })
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
    expect(await bookings()).toMatchObject([{ revision: 1, slotStartsAt: expect.stringMatching(/T0[78]:00/) }])
  })
})
