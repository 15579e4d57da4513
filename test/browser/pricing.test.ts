import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { isDeep } from '#test/support/depth.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { axeProblems, eventually, focused, formOf, holdIslands, openContext, overflowPx, visit } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  // A Monday.
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ at: '2026-11-23T10:20:00Z' })])
})
afterAll(() => site?.close())

const noScript: BrowserContextOptions = { javaScriptEnabled: false }
/** One width stands for both, except at full depth. */
const widths = isDeep ? [360, 1280] : [360]
const viewport = (width: number) => ({ viewport: { width, height: 740 } })

const open = (query = '', options?: BrowserContextOptions) => visit(browser, site.url, `/pricing${query}`, options)
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

/** Waits until the calculator's script has started. */
async function started(page: Page): Promise<void> {
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
  const page = await (await openContext(browser, site.url)).newPage()
  await page.clock.install()
  await page.goto('/pricing')
  await started(page)
  return page
}

/** Whether the whole element is visible, between the sticky header and the bar at the bottom. */
const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => {
    const { top, bottom } = part.getBoundingClientRect()
    const bar = document.querySelector('aside[aria-label="Call or book"]')?.getBoundingClientRect()
    const headerPx = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    return top >= headerPx && bottom <= (bar?.height ? bar.top : innerHeight)
  })

describe('The pricing page', () => {
  it('has the three cards with their hours and figures, the additional costs, the ways to pay and the guarantees', async () => {
    const page = await open('', noScript)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('What an emergency plumber costs in London')
    const cards = await page.locator('#rates > div > ul > li').evaluateAll((all) =>
      all.map((card) => ({
        name: card.querySelector('h3')?.firstChild?.textContent,
        hours: card.querySelector('h3 + p')?.textContent,
        callout: card.querySelector('b')?.textContent,
        further: [...card.querySelectorAll('dl > div')].map((row) => [
          row.querySelector('dt')?.textContent,
          row.querySelector('dd')?.textContent,
        ]),
      })),
    )
    const further = (quarter: string, hour: string) => [
      ['Each further 15 minutes', quarter],
      ['Per hour', hour],
    ]
    expect(cards).toEqual([
      { name: 'Day', hours: 'Mon-Fri 8AM-6PM', callout: '£119', further: further('£35', '£140') },
      { name: 'Evening/Saturday', hours: 'Mon-Fri 6PM-10PM and Sat 8AM-6PM', callout: '£149', further: further('£42', '£168') },
      {
        name: 'Night/Sunday/Bank Holiday',
        hours: '10PM-8AM, Sun 8AM-10PM, bank holidays',
        callout: '£189',
        further: further('£49', '£196'),
      },
    ])
    expect(await page.locator('#rates').innerText()).toMatch(/first 30 minutes of work.+charge by the half hour.+All prices include VAT/s)

    const costs = await page
      .locator('#additional-costs tbody tr')
      .evaluateAll((rows) => rows.map((row) => [row.querySelector('th')?.firstChild?.textContent, row.querySelector('td')?.textContent]))
    expect(costs).toEqual([
      ['Materials', 'Cost + 25%'],
      ['Parking', 'At cost'],
      ['Congestion Charge', 'At cost'],
      ['Make-safe service', '£99'],
      ['No access', '£49'],
      ['Red Line priority fee', '£29.99'],
    ])
    const table = await page.locator('#additional-costs').textContent()
    expect(table).toContain('within 30 minutes of arriving')
    expect(table).toContain('£29.99 online (£95 by phone)')
    expect(await page.locator('#payment ul').first().locator('li').allTextContents()).toEqual([
      'Cash',
      'Credit card',
      'Debit card',
      'Bank transfer',
    ])
    expect(await page.locator('#payment').textContent()).toContain('After the first 30 minutes, we charge for each further 30 minutes')
    const promised = await page.locator('#guarantees dl > div').allTextContents()
    expect(promised.map((words) => words.slice(0, 30))).toEqual([
      '12 monthsguarantee on our work',
      '£50 offif we miss your arrival',
      '24 hoursor less until we’re ba',
      'Free returnif it’s not fixed t',
      '100%satisfaction, or your mone',
    ])
    expect(promised.join()).toContain('within 7 days')
  })

  it('calls, and books', async () => {
    const page = await open()
    const block = page.locator('section#book')
    const call = block.getByRole('link', { name: '0800 644 2633' })
    expect(await call.getAttribute('href')).toBe('tel:08006442633')
    const book = block.getByRole('link', { name: 'Book Online' })
    // Without JavaScript, too.
    expect(await book.getAttribute('href')).toBe('/book')
    await book.focus()
    await page.locator('#booking-dialog').waitFor({ state: 'attached' })
    await book.click()
    await page.getByRole('dialog', { name: 'Book Your Service' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/pricing')
    await formOf(page).waitFor()
  })
})

describe('The calculator without JavaScript', () => {
  it.each(widths)('works out what is chosen, and leads to the sum, at %d px', async (width) => {
    const page = await open('', { ...noScript, ...viewport(width) })
    expect(await total(page)).toBe('£189.00')
    expect(await field(page, 'day').isVisible()).toBe(false)
    await pick(page, 'At another time')
    await field(page, 'day').fill('2026-11-28')
    await field(page, 'time').fill('21:15')
    await field(page, 'minutes').selectOption('1½ hours')
    await field(page, 'materials').fill('24.50')
    await field(page, 'parking').fill('7.20')
    await field(page, 'zone').selectOption('Inside')
    await field(page, 'redline').selectOption('Online, £29.99')
    await field(page, 'offer').selectOption('25% off call-out, booked 6–10AM or 12–4PM')
    await workItOut(page)
    await page.waitForURL(/\/pricing\?.+#sum$/)
    expect(await lines(page)).toEqual([
      ['Call-out including first 30 minutes, evening and Saturday rate', '£149.00'],
      ['Offer: 25% off call-out fee today', '−£37.25'],
      ['1 × 30 minutes at £84, evening and Saturday rate', '£84.00'],
      ['1 × 30 minutes at £98, night, Sunday and bank holiday rate', '£98.00'],
      ['Materials: £24.50 plus 25%', '£30.62'],
      ['Red Line priority fee', '£29.99'],
      ['Parking, at cost', '£7.20'],
      // 149 − 37.25 + 84 + 98 + 30.63 + 29.99 + 7.20; there is no zone charge on a Saturday evening.
      ['Total, including VAT', '£361.56'],
    ])
    const said = await page.locator('#sum').innerText()
    expect(said).toContain('£60.26 of this is VAT.')
    expect(said).toContain('There’s no Congestion Charge at that time.')
    expect(await isInView(page, '#price-sum')).toBe(true)
    expect(await field(page, 'day').inputValue()).toBe('2026-11-28')
    expect(await field(page, 'materials').inputValue()).toBe('24.50')
  })

  it.each(isDeep ? widths : [1280])('leads to what is wrong, and from there to the field, at %d px', async (width) => {
    const page = await open('', { ...noScript, ...viewport(width) })
    await pick(page, 'At another time')
    await field(page, 'day').fill('2026-11-20')
    await field(page, 'materials').fill('a tap')
    await workItOut(page)
    await summary(page).waitFor()
    expect(await summary(page).getByRole('link').allTextContents()).toEqual([
      'Choose a day between today and a year from now',
      'Enter a time like 18:30',
      'Enter what the materials cost in pounds, like 24.50',
    ])
    expect(await isInView(page, '#calculator [role=alert]')).toBe(true)
    expect(await lines(page)).toEqual([])
    expect(await field(page, 'day').inputValue()).toBe('2026-11-20')
    expect(await field(page, 'materials').inputValue()).toBe('a tap')
    expect(await field(page, 'day').isVisible()).toBe(true)
    await summary(page).getByRole('link', { name: 'Enter what the materials cost' }).click()
    await eventually(() => focused(page)).toBe('materials')
    await field(page, 'materials').fill('30')
    await field(page, 'day').fill('2026-11-27')
    await field(page, 'time').fill('08:00')
    await workItOut(page)
    // 119 + 70 + 37.50
    await receipt(page).getByText('£226.50').waitFor()
    expect(await summary(page).count()).toBe(0)
  })
})

describe('The calculator with JavaScript', () => {
  it('follows what is typed, says the total, and a reload shows the same', async () => {
    const page = await openLive()
    await page.evaluate(() => void Object.assign(window, { isSame: true }))
    expect(await total(page)).toBe('£189.00')
    await field(page, 'minutes').selectOption('120')
    await eventually(() => total(page)).toBe('£329.00')
    await field(page, 'materials').pressSequentially('80')
    await eventually(() => total(page)).toBe('£429.00')
    await eventually(() => page.locator('#calculator').getByRole('status').textContent()).toBe('Total £429')
    await field(page, 'zone').selectOption('yes')
    await field(page, 'redline').selectOption('phone')
    await eventually(() => total(page)).toBe('£542.00')
    await pick(page, 'At another time')
    await field(page, 'day').fill('2026-11-29')
    await field(page, 'time').fill('09:00')
    // 189 + 3 × 98 + 100 + 95; there is no zone charge on a Sunday morning.
    await eventually(() => total(page)).toBe('£678.00')
    expect(await receipt(page).getByRole('heading').textContent()).toBe('At 9am on Sunday 29 November')
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
    const before = await lines(page)
    expect(new URL(page.url()).search).toBe('?when=at&day=2026-11-29&time=09%3A00&minutes=120&materials=80&zone=yes&redline=phone')
    await page.reload()
    expect(await lines(page)).toEqual(before)
    expect(await field(page, 'redline').inputValue()).toBe('phone')
    await started(page)
    expect(await lines(page)).toEqual(before)
  })

  it('shows the sum of the last of two changes, whichever answer comes first', async () => {
    const page = await openLive()
    const slow = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/quote?*', async (route) => {
      const isFirst = route.request().url().includes('minutes=240')
      const response = await route.fetch()
      if (isFirst) await slow.promise
      // The page may have aborted the first request by then.
      await route.fulfill({ response }).catch(() => undefined)
      if (isFirst) answered.resolve()
    })
    const asked = page.waitForRequest(/quote\?.*minutes=240/)
    await field(page, 'minutes').selectOption('240')
    await asked
    await field(page, 'minutes').selectOption('90')
    await eventually(() => total(page)).toBe('£259.00')
    slow.resolve()
    await answered.promise
    // After one more round trip the late response has been processed.
    await page.evaluate(() => fetch('/api/health').then((response) => response.text()))
    expect(await total(page)).toBe('£259.00')
    expect(await field(page, 'minutes').inputValue()).toBe('90')
    expect(new URL(page.url()).search).toBe('?minutes=90')
  })

  it('doesn’t tell anyone off while typing; by the button says what is wrong, leads there, and takes it back as it is put right', async () => {
    const page = await openLive()
    const expectNothingSaid = async () => {
      expect(await summary(page).count()).toBe(0)
      expect(await form(page).locator('[aria-invalid]').count()).toBe(0)
      expect(await lines(page)).toEqual([])
    }
    await pick(page, 'At another time')
    // The sum waits, and says what it lacks.
    await receipt(page).getByText('You’ll see it here once you’ve answered everything. Choose a day. Enter a time like 18:30.').waitFor()
    await expectNothingSaid()
    await field(page, 'materials').fill('1,5')
    await receipt(page).getByText('Enter what the materials cost in pounds').waitFor()
    await expectNothingSaid()
    await field(page, 'materials').fill('-5')
    await field(page, 'parking').fill('10001')
    await workItOut(page)
    await eventually(() => focused(page)).toBe('summary')
    await eventually(() => isInView(page, '#calculator [role=alert]')).toBe(true)
    const links = summary(page).getByRole('link')
    expect(await links.allTextContents()).toEqual([
      'Choose a day',
      'Enter a time like 18:30',
      'Enter what the materials cost in pounds, like 24.50',
      'Parking must be £10,000 or less',
    ])
    for (const [name, words] of [
      ['day', 'Choose a day'],
      ['parking', 'Parking must be £10,000 or less'],
    ] as const) {
      expect(await page.locator(`#price-${name}-problem`).textContent()).toBe(`Error: ${words}`)
      expect(await field(page, name).getAttribute('aria-describedby')).toContain(`price-${name}-problem`)
    }
    expect(await lines(page)).toEqual([])
    await links.last().click()
    await eventually(() => focused(page)).toBe('parking')
    await field(page, 'parking').fill('4')
    await eventually(() => links.count()).toBe(3)
    expect(await focused(page)).toBe('parking')
    expect(await page.locator('#price-parking-problem').count()).toBe(0)
    await field(page, 'materials').fill('20')
    await field(page, 'day').fill('2026-11-24')
    await field(page, 'time').fill('10:00')
    // 119 + 70 + 25 + 4
    await eventually(() => total(page)).toBe('£218.00')
    expect(await summary(page).count()).toBe(0)
    // Invalid again, but no error is shown before the button is pressed.
    await field(page, 'materials').fill('x')
    await receipt(page).getByText('Enter what the materials cost').waitFor()
    expect(await summary(page).count()).toBe(0)
  })

  it.each([
    ...(isDeep ? [[360, {}] as [number, BrowserContextOptions]] : []),
    [360, { reducedMotion: 'no-preference' }],
    [1280, {}],
  ] satisfies [number, BrowserContextOptions][])(
    'brings the sum into view by the button, and the reader to it, at %d px, %o',
    async (width, options) => {
      const page = await openLive('', { ...options, ...viewport(width) })
      await field(page, 'minutes').selectOption('180')
      // On a phone the total is below, out of view.
      await form(page)
        .getByRole('button')
        .evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
      expect(await isInView(page, '#calculator .receipt')).toBe(width === 1280)
      await workItOut(page)
      await eventually(() => total(page)).toBe('£469.00')
      await eventually(() => isInView(page, '#calculator .receipt')).toBe(true)
      await eventually(() => focused(page)).toBe('If we arrived now')
      expect(new URL(page.url()).search).toBe('?minutes=180')
    },
  )

  it('says that the server fails or the line is down, in view to who presses the button, keeps what was typed, and goes on when it is back', async () => {
    const page = await openLive()
    const isOutOfDate = page.locator('#calculator').getByText('We can’t update the price just now')
    await page.route('**/quote?*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await field(page, 'minutes').selectOption('90')
    await isOutOfDate.waitFor()
    await page.unroute('**/quote?*')
    await field(page, 'minutes').selectOption('120')
    await eventually(() => total(page)).toBe('£329.00')
    expect(await isOutOfDate.count(), 'after the next change').toBe(0)

    await page.context().setOffline(true)
    await field(page, 'minutes').selectOption('90')
    await field(page, 'materials').fill('40')
    const status = page.locator('#calculator').getByRole('status')
    await status.getByText('We can’t update the price just now, so this one is for your earlier answers.').waitFor()
    expect(await status.getByRole('link', { name: '0800 644 2633' }).getAttribute('href')).toBe('tel:08006442633')
    expect(await total(page)).toBe('£329.00')
    expect(await field(page, 'materials').inputValue()).toBe('40')
    await workItOut(page)
    await eventually(() => isInView(page, '#calculator [role=status]')).toBe(true)
    expect(await field(page, 'minutes').inputValue()).toBe('90')
    await page.context().setOffline(false)
    // 119 + 140 + 50
    await eventually(() => total(page)).toBe('£309.00')
    expect(await status.textContent()).toBe('Total £309')
    await page.reload()
    expect(await total(page)).toBe('£309.00')

    // Something was wrong before.
    await started(page)
    await field(page, 'materials').fill('x')
    await workItOut(page)
    await eventually(() => focused(page)).toBe('summary')
    await page.context().setOffline(true)
    await field(page, 'materials').fill('20')
    await workItOut(page)
    await page.locator('#calculator').getByText('We can’t update the price just now. We’ll keep trying').waitFor()
    await eventually(() => isInView(page, '#calculator [role=status]')).toBe(true)
    await page.context().setOffline(false)
    // 119 + 140 + 25
    await eventually(() => total(page)).toBe('£284.00')
    expect(await summary(page).count()).toBe(0)
  })

  it('works by the button before its script is there, which takes up what was chosen and typed meanwhile', async () => {
    const page = await (await openContext(browser, site.url)).newPage()
    const release = await holdIslands(page)
    await page.goto('/pricing')
    await field(page, 'minutes').selectOption('150')
    await workItOut(page)
    await page.waitForURL(/\/pricing\?.+#sum$/)
    expect(await total(page)).toBe('£399.00')
    await field(page, 'minutes').selectOption('180')
    await field(page, 'parking').fill('6')
    release()
    await page.locator('[data-island*=price-calculator][data-started]').waitFor()
    // 119 + 5 × 70 + 6
    await eventually(() => total(page)).toBe('£475.00')
    expect(await field(page, 'minutes').inputValue()).toBe('180')
    expect(await field(page, 'parking').inputValue()).toBe('6')
  })

  it('is used by keyboard alone, and the focus is never lost', async () => {
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
    // A Saturday: 189 + 2 × 84 + 15.
    await eventually(() => total(page)).toBe('£372.00')
    expect(await focused(page)).toBe('materials')
    // The response has not moved the caret either.
    await page.keyboard.type('.8')
    await eventually(() => total(page)).toBe('£373.00')
    expect(await field(page, 'materials').inputValue()).toBe('12.8')
    await page.keyboard.press('Enter')
    await eventually(() => focused(page)).toBe('At 7.30am on Saturday 12 December')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Work it out')
    await page.keyboard.press('Enter')
    await eventually(() => focused(page)).toBe('At 7.30am on Saturday 12 December')
  })

  it('never writes into a field that is changed while an answer is under way, and gives up an answer after ten seconds', async () => {
    const page = await openTimed()
    // The response to the first change arrives during the pause after the second one.
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route('**/quote?*', async (route) => {
      const response = await route.fetch()
      if (route.request().url().includes('minutes=90')) {
        asked.resolve()
        await held.promise
      }
      await route.fulfill({ response }).catch(() => undefined)
    })
    await field(page, 'minutes').selectOption('90')
    await page.clock.runFor(1_000)
    await asked.promise
    await field(page, 'minutes').selectOption('300')
    held.resolve()
    await page.evaluate(() => fetch('/api/health').then((response) => response.text()))
    expect(await field(page, 'minutes').inputValue()).toBe('300')
    expect(await page.locator('#sum').innerText()).toContain('Working it out')
    // Never shows the total of an earlier choice.
    expect(await total(page)).toBe('£189.00')
    await page.clock.runFor(1_000)
    // 119 + 9 × 70
    await eventually(() => total(page)).toBe('£749.00')
    expect(await page.locator('#sum').innerText()).not.toContain('Working it out')
    await page.unroute('**/quote?*')

    const another = page.waitForRequest('**/quote?*')
    await page.route('**/quote?*', () => undefined)
    await field(page, 'minutes').selectOption('120')
    await another
    await page.clock.fastForward(5_000)
    expect(await page.locator('#sum').innerText()).toContain('Working it out')
    await page.clock.fastForward(6_000)
    await page.locator('#calculator').getByText('We can’t update the price just now').waitFor()
    expect(await page.locator('#sum').innerText()).not.toContain('Working it out')
  })
})

describe('Layout', () => {
  const wrong = '?when=at&day=2020-01-01&materials=a-very-long-word-that-is-no-amount&parking=10001&offer=callout-25&redline=phone#sum'
  const everything =
    '?when=at&day=2026-11-27&time=16:45&minutes=480&materials=9999.99&parking=99.99&zone=yes&redline=online&offer=callout-25#sum'
  const states = ['', wrong, everything]

  // The fallback letters are the wider ones.
  it.each(isDeep ? ['own', 'fallback'] : ['fallback'])('nothing scrolls sideways or is cut off, in the %s letters', async (letters) => {
    const page = await (await openContext(browser, site.url, noScript)).newPage()
    if (letters === 'fallback') await page.route('**/*.woff2', (route) => route.abort())
    const problems: string[] = []
    for (const query of states) {
      await page.goto(`/pricing${query}`)
      if (letters === 'own') await page.reload()
      // 640 px is as by zoom.
      for (const width of [320, 360, 640, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const overflow = await overflowPx(page)
        if (overflow > 0) problems.push(`${width} px ${query} scrolls by ${overflow}`)
        // The main element clips content that is too wide, so look for content that is cut off.
        const cut = await page
          .locator('main :is(h1, h2, h3, p, li, dt, dd, a, b, button, input, select, label, th, td)')
          .evaluateAll((all) =>
            all
              .filter((one) => one.checkVisibility() && !one.closest('.sr-only') && getComputedStyle(one).position !== 'absolute')
              .map((one) => {
                const own = one.getBoundingClientRect()
                const stretch = one.matches('ol b') ? one.closest('li')?.getBoundingClientRect() : undefined
                const text = document.createRange()
                text.selectNodeContents(one)
                const isOut = own.left < 0 || own.right > document.documentElement.clientWidth + 0.5
                const isBeyond = stretch !== undefined && text.getBoundingClientRect().right > stretch.right + 0.5
                return isOut || isBeyond ? one.outerHTML.slice(0, 100) : ''
              })
              .filter(Boolean),
          )
        problems.push(...cut.map((html) => `${width} px ${query} cuts ${html}`))
      }
    }
    expect(problems).toEqual([])
  })

  it('gives axe nothing to find, and offers targets of 44 px to a thumb', async () => {
    const page = await openLive('', viewport(360))
    const expectTargets = async () => {
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, summary')]
          .filter((element) => !element.closest('[aria-hidden=true], .sr-only') && element.tabIndex >= 0)
          .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
          .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
          .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`),
      )
      expect(small).toEqual([])
    }
    await expectTargets()
    const problems = await axeProblems(page)
    await pick(page, 'At another time')
    await workItOut(page)
    await eventually(() => focused(page)).toBe('summary')
    await expectTargets()
    problems.push(...(await axeProblems(page, '#calculator')))
    await page.context().setOffline(true)
    await pick(page, 'Now')
    await page.locator('#calculator').getByText('We can’t update the price just now').waitFor()
    problems.push(...(await axeProblems(page, '#calculator')))
    expect(problems).toEqual([])
    await page.context().setOffline(false)
    await page.goto(`/pricing${everything}`)
    await started(page)
    await expectTargets()
  })

  it.each(isDeep ? [360, 768, 1280] : [360, 1280])(
    'no field moves as the script starts, nor while the receipt grows and shrinks, at %d px',
    async (width) => {
      const page = await (await openContext(browser, site.url, viewport(width))).newPage()
      const release = await holdIslands(page)
      await page.goto('/pricing#calculator')
      await page.evaluate(() => document.fonts.ready)
      const places = () =>
        page.locator('#calculator :is(h2, form, input, select, button), #calculator .receipt > h3, #additional-costs').evaluateAll((all) =>
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
      // On a phone, what is below the receipt moves down to make room for it.
      const fields = async () => (await places()).slice(0, width < 1080 ? -1 : undefined)
      const beforeTyping = await fields()
      await field(page, 'materials').fill('9999.99')
      await field(page, 'minutes').selectOption('480')
      await field(page, 'redline').selectOption('online')
      await field(page, 'zone').selectOption('yes')
      await field(page, 'offer').selectOption('boiler-65')
      await receipt(page).getByText('Materials: £9999.99 plus 25%').waitFor()
      await receipt(page).getByText('Offer: Boiler call-out £65').waitFor()
      expect(await fields()).toEqual(beforeTyping)
      await field(page, 'materials').fill('wrong')
      await receipt(page).getByText('Enter what the materials cost').waitFor()
      expect(await fields()).toEqual(beforeTyping)
    },
  )

  it('draws every day to the same scale', async () => {
    const page = await open('', noScript)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const starts = await page.locator('#rates ol').evaluateAll((bars) =>
        bars.map((bar) => {
          const { left, width: all } = bar.getBoundingClientRect()
          return [...bar.children].map((stretch) => Math.round(((stretch.getBoundingClientRect().left - left) / all) * 24))
        }),
      )
      expect(starts).toEqual([[0, 8, 18, 22], [0, 8, 22], [0]])
      // The hour labels line up with the start of each rate.
      const offBy = await page.locator('#rates ol + div').evaluateAll((rows) =>
        rows.flatMap((row) =>
          [...row.children].map((label, at) => {
            const stretch = row.previousElementSibling?.children[at]
            return Math.abs(label.getBoundingClientRect().left - (stretch?.getBoundingClientRect().left ?? Number.NaN))
          }),
        ),
      )
      // Allows for the frame and the lines between the rates.
      expect(Math.max(...offBy)).toBeLessThan(4)
    }
  })
})

/** Last, because the site’s clock reads 18:20 after it. */
describe('The calculator, as the rate changes,', () => {
  it('asks again in the evening when someone comes back, or the page was open for a minute more, and leaves the address alone', async () => {
    const pages = [await openTimed(), await openTimed()] as const
    for (const page of pages) expect(await total(page)).toBe('£189.00')
    await site.passFourHours()
    await site.passFourHours()
    await pages[0].evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pages[1].clock.fastForward(61_000)
    for (const page of pages) {
      // 149 and 84.
      await eventually(() => total(page)).toBe('£233.00')
      expect(await receipt(page).textContent()).toContain('Evening and Saturday rate, until 10pm on Monday 23 November')
      expect(page.url()).toBe(`${site.url}/pricing`)
      // The page's heading itself says how long the rate is valid.
      expect(await page.locator('main').textContent()).toContain('From 6pm: £149.')
    }
  })
})
