import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { further } from '#test/support/depth.ts'
import { siteForFile } from '#test/support/site.ts'
import { axeProblems, cutOff, eventually, focused, holdIslands, openContext, shareChromium, smallTargets, visit } from './visitor.ts'

shareChromium()
// A Monday.
const site = siteForFile({ at: '2026-11-23T10:20:00Z' })

const viewport = (width: number) => ({ viewport: { width, height: 740 } })

const open = (query = '', options?: BrowserContextOptions) => visit(site.url, `/pricing${query}`, options)
const form = (page: Page) => page.locator('#calculator form')
const field = (page: Page, name: string) => form(page).locator(`[name=${name}]`)
const pick = (page: Page, label: string) => form(page).locator('label', { hasText: label }).click()
const workItOut = (page: Page) => form(page).getByRole('button', { name: 'Work it out' }).click()
const receipt = (page: Page) => page.locator('#calculator .receipt')
const summary = (page: Page) => page.locator('#calculator').getByRole('alert')
const lines = (page: Page) =>
  receipt(page)
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]))
const total = async (page: Page) => (await lines(page)).at(-1)?.[1]
/** The total that the server works out for these answers. */
async function quoted(query = ''): Promise<string> {
  const { quote } = (await (await fetch(`${site.url}/functions/v1/quote?${query}`)).json()) as { quote: { totalPence: number } }
  return `£${(quote.totalPence / 100).toFixed(2)}`
}
const expectTotal = async (page: Page, query = '') => eventually(() => total(page)).toBe(await quoted(query))

/** Opens the calculator, which is folded unless the address has answers for it. */
async function unfold(page: Page): Promise<void> {
  const folded = page.locator('#calculator details:not([open]) > summary')
  if (await folded.count()) await folded.click()
}

/** Waits until the calculator's script has started. */
async function started(page: Page): Promise<void> {
  await unfold(page)
  await form(page).scrollIntoViewIfNeeded()
  await page.locator('[data-island*=price-calculator][data-started]').waitFor()
}

/** The calculator with JavaScript. */
async function openLive(query = '', options?: BrowserContextOptions): Promise<Page> {
  const page = await open(query, options)
  await started(page)
  return page
}

/** A calculator page with a fake clock. */
async function openTimed(): Promise<Page> {
  const page = await (await openContext(site.url)).newPage()
  await page.clock.install()
  await page.goto('/pricing')
  await started(page)
  return page
}

/** True if the whole element is visible, between the sticky header and the bar at the bottom. */
const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => {
    const { top, bottom } = part.getBoundingClientRect()
    const bar = document.querySelector('aside[aria-label="Call or book"]')?.getBoundingClientRect()
    const headerPx = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    return top >= headerPx && bottom <= (bar?.height ? bar.top : innerHeight)
  })

describe('The calculator with JavaScript', () => {
  it('shows the sum of the last of two changes, whichever answer comes first, and gives up an answer after ten seconds', async () => {
    const page = await openTimed()
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/quote?*', async (route) => {
      const isFirst = route.request().url().includes('minutes=240')
      const response = await route.fetch()
      if (isFirst) {
        asked.resolve()
        await held.promise
      }
      // The page may have aborted the first request by then.
      await route.fulfill({ response }).catch(() => undefined)
      if (isFirst) answered.resolve()
    })
    const before = await total(page)
    await field(page, 'minutes').selectOption('240')
    await page.clock.runFor(1_000)
    await asked.promise
    await field(page, 'minutes').selectOption('90')
    held.resolve()
    await answered.promise
    // After one more round trip the late response has been processed.
    await page.evaluate(() => fetch('/api/health').then((response) => response.text()))
    expect(await page.locator('#sum').innerText()).toContain('Working it out')
    expect([await total(page), await field(page, 'minutes').inputValue()]).toEqual([before, '90'])
    await page.clock.runFor(1_000)
    await expectTotal(page, 'minutes=90')
    expect(new URL(page.url()).search).toBe('?minutes=90')
    await page.unroute('**/quote?*')

    const another = page.waitForRequest('**/quote?*')
    await page.route('**/quote?*', () => undefined)
    await field(page, 'minutes').selectOption('120')
    await page.clock.runFor(1_000)
    await another
    await page.clock.fastForward(5_000)
    expect(await page.locator('#sum').innerText()).toContain('Working it out')
    await page.clock.fastForward(6_000)
    await page.locator('#calculator').getByText('We can’t update the price just now').waitFor()
  })

  further.it(
    'doesn’t tell anyone off while typing; by the button says what is wrong, leads there, and takes it back as it is put right',
    async () => {
      const page = await openLive()
      await pick(page, 'At another time')
      // The sum waits, and names the missing answer.
      await receipt(page).getByText('You’ll see it here once you’ve answered everything. Choose a day. Enter a time like 18:30.').waitFor()
      await field(page, 'materials').fill('1,5')
      await receipt(page).getByText('Enter what the materials cost in pounds').waitFor()
      expect([await summary(page).count(), await form(page).locator('[aria-invalid]').count()]).toEqual([0, 0])
      expect(await lines(page)).toEqual([])
      await workItOut(page)
      await eventually(() => focused(page)).toBe('summary')
      await eventually(() => isInView(page, '#calculator [role=alert]')).toBe(true)
      const links = summary(page).getByRole('link')
      expect(await links.count()).toBe(3)
      expect(await field(page, 'day').getAttribute('aria-describedby')).toContain('price-day-problem')
      await links.last().click()
      await eventually(() => focused(page)).toBe('materials')
      await field(page, 'materials').fill('20')
      await eventually(() => links.count()).toBe(2)
      expect(await focused(page)).toBe('materials')
      await field(page, 'day').fill('2026-11-24')
      await field(page, 'time').fill('10:00')
      await expectTotal(page, 'when=at&day=2026-11-24&time=10:00&materials=20')
      expect(await summary(page).count()).toBe(0)
    },
  )

  further.it(
    'says that the server fails or the line is down, in view to who presses the button, keeps what was typed, and goes on when it is back',
    async () => {
      const page = await openLive()
      const isOutOfDate = page.locator('#calculator').getByText('We can’t update the price just now')
      await page.route('**/quote?*', (route) => route.fulfill({ status: 500, body: 'no' }))
      await field(page, 'minutes').selectOption('90')
      await isOutOfDate.waitFor()
      await page.unroute('**/quote?*')
      await field(page, 'minutes').selectOption('120')
      await expectTotal(page, 'minutes=120')
      expect(await isOutOfDate.count(), 'after the next change').toBe(0)

      await page.context().setOffline(true)
      await field(page, 'minutes').selectOption('90')
      await field(page, 'materials').fill('40')
      const status = page.locator('#calculator').getByRole('status')
      await status.getByText('We can’t update the price just now, so this one is for your earlier answers.').waitFor()
      expect(await status.getByRole('link', { name: '0800 644 2633' }).getAttribute('href')).toBe('tel:08006442633')
      expect(await total(page)).toBe(await quoted('minutes=120'))
      expect(await field(page, 'materials').inputValue()).toBe('40')
      await workItOut(page)
      await eventually(() => isInView(page, '#calculator [role=status]')).toBe(true)
      expect(await field(page, 'minutes').inputValue()).toBe('90')
      await page.context().setOffline(false)
      await expectTotal(page, 'minutes=90&materials=40')
    },
  )

  further.it('works by the button before its script is there, which takes up what was chosen and typed meanwhile', async () => {
    const page = await (await openContext(site.url)).newPage()
    const release = await holdIslands(page)
    await page.goto('/pricing')
    await unfold(page)
    await field(page, 'minutes').selectOption('150')
    await workItOut(page)
    await page.waitForURL(/\/pricing\?.+#sum$/)
    expect(await total(page)).toBe(await quoted('minutes=150'))
    await field(page, 'minutes').selectOption('180')
    await field(page, 'parking').fill('6')
    release()
    await page.locator('[data-island*=price-calculator][data-started]').waitFor()
    await expectTotal(page, 'minutes=180&parking=6')
    expect(await field(page, 'minutes').inputValue()).toBe('180')
    expect(await field(page, 'parking').inputValue()).toBe('6')
  })

  further.it('is used by keyboard alone, and the focus is never lost', async () => {
    const page = await openLive('', viewport(1280))
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 8 && (await focused(page)) !== name; presses++) await page.keyboard.press('Tab')
      expect(await focused(page)).toBe(name)
    }
    await field(page, 'when').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await field(page, 'when').last().isChecked()).toBe(true)
    await tabTo('day')
    // Works with day or month first, and with a 12-hour or 24-hour clock.
    await page.keyboard.type('12122026')
    await tabTo('time')
    await page.keyboard.type('0730a')
    await tabTo('minutes')
    await page.keyboard.press('ArrowDown')
    await tabTo('materials')
    await page.keyboard.type('12')
    const at = 'when=at&day=2026-12-12&time=07:30&minutes=90'
    await expectTotal(page, `${at}&materials=12`)
    expect(await focused(page)).toBe('materials')
    // The response has not moved the caret either.
    await page.keyboard.type('.8')
    await expectTotal(page, `${at}&materials=12.8`)
    expect(await field(page, 'materials').inputValue()).toBe('12.8')
    await page.keyboard.press('Enter')
    await eventually(() => focused(page)).toBe('At 7.30am on Saturday 12 December')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Work it out')
    await page.keyboard.press('Enter')
    await eventually(() => focused(page)).toBe('At 7.30am on Saturday 12 December')
  })
})

further.describe('Layout', () => {
  const wrong = '?when=at&day=2020-01-01&materials=a-very-long-word-that-is-no-amount&parking=10001&offer=callout-25&redline=phone#sum'
  const everything =
    '?when=at&day=2026-11-27&time=16:45&minutes=480&materials=9999.99&parking=99.99&zone=yes&redline=online&offer=callout-25#sum'

  it('nothing scrolls sideways or is cut off, in the wider letters of the fallback', async () => {
    const page = await (await openContext(site.url, { javaScriptEnabled: false })).newPage()
    await page.route('**/*.woff2', (route) => route.abort())
    const problems: string[] = []
    for (const query of ['', wrong, everything]) {
      await page.goto(`/pricing${query}`)
      for (const width of [320, 640, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        problems.push(...(await cutOff(page)).map((html) => `${width} px ${query} cuts ${html}`))
      }
    }
    expect(problems).toEqual([])
  })

  it('gives axe nothing to find, and offers targets of 44 px to a thumb', async () => {
    const page = await openLive('', viewport(360))
    const problems = [...(await axeProblems(page)), ...(await smallTargets(page))]
    await pick(page, 'At another time')
    await workItOut(page)
    await eventually(() => focused(page)).toBe('summary')
    problems.push(...(await axeProblems(page, '#calculator')), ...(await smallTargets(page)))
    await page.context().setOffline(true)
    await pick(page, 'Now')
    await page.locator('#calculator').getByText('We can’t update the price just now').waitFor()
    problems.push(...(await axeProblems(page, '#calculator')))
    expect(problems).toEqual([])
  })

  it.each([360, 1280])('no field moves as the script starts, nor while the receipt grows and shrinks, at %d px', async (width) => {
    const page = await (await openContext(site.url, viewport(width))).newPage()
    const release = await holdIslands(page)
    await page.goto('/pricing#calculator')
    await page.evaluate(() => document.fonts.ready)
    await unfold(page)
    const places = () =>
      page.locator('#calculator :is(h2, form, input, select, button)').evaluateAll((all) =>
        all
          .filter((each) => each.checkVisibility())
          .map((each) => {
            const { left, top } = each.getBoundingClientRect()
            return `${each.id || each.tagName} ${left} ${Math.round(top + scrollY)}`
          }),
      )
    const before = await places()
    release()
    await started(page)
    expect(await places()).toEqual(before)
    await field(page, 'materials').fill('9999.99')
    await field(page, 'offer').selectOption('boiler-65')
    await receipt(page)
      .getByText(/^Offer: Boiler call-out/)
      .waitFor()
    expect(await places()).toEqual(before)
    await field(page, 'materials').fill('wrong')
    await receipt(page).getByText('Enter what the materials cost').waitFor()
    expect(await places()).toEqual(before)
  })
})

/** Last, because the site’s clock reads 18:20 after it. */
further.describe('The calculator, as the rate changes,', () => {
  it('asks again in the evening when someone comes back, or the page was open for a minute more, and leaves the address alone', async () => {
    const pages = [await openTimed(), await openTimed()] as const
    const before = await quoted()
    for (const page of pages) expect(await total(page)).toBe(before)
    await site.passFourHours()
    await site.passFourHours()
    await pages[0].evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pages[1].clock.fastForward(61_000)
    for (const page of pages) {
      await expectTotal(page)
      expect(await total(page)).not.toBe(before)
      expect(page.url()).toBe(`${site.url}/pricing`)
    }
  })
})
