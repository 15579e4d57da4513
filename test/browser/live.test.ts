import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LiveView } from '#app/features/live/figures-schema.ts'
import { instantOf, londonDay, spokenTimeAt } from '#app/platform/london.ts'
import { hours, later } from '#app/values/clock.ts'
import { further } from '#test/support/depth.ts'
import { type Site, siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { eventually, formOf, holdIslands, openContext, shareChromium, started, takesPayments, visit } from './visitor.ts'

shareChromium()
/** Its clock starts at half past nine, during the offer. */
const site = siteForFile({ at: '2026-12-01T09:30:00Z', env: takesPayments })
/** Uses the real clock. */
const present = siteForFile({ env: takesPayments })
beforeAll(async () => {
  await Promise.all([hasJobs(site, '2026-12-01T09:30:00Z'), hasJobs(present, new Date())])
})

/** Adds four jobs booked the day before, enough for the page to list them. */
async function hasJobs({ book, db }: Site, at: Date | string) {
  for (const each of [1, 2, 3, 4]) await book(`job-${each}@example.com`)
  await db
    .updateTable('bookings')
    .set({ createdAt: later(at, -hours(20)) })
    .execute()
}

const minuteMs = 60_000

const banner = (page: Page) => page.getByRole('region', { name: 'Support' })
const live = (page: Page) => page.locator('#live [data-island]')
/** The visible text of the banner, on one line. */
const words = async (page: Page) => (await banner(page).innerText()).replace(/\s+/g, ' ')

type Figures = Partial<Omit<LiveView, 'now' | 'day'>>

interface Asked {
  page: Page
  /** Sets the server's answer. A text is sent as is; `undefined` means no connection. */
  say(what: Figures | string | undefined): void
  /** Advances the page's clock in steps of so many seconds (one unless stated) and waits for the responses in each. */
  pass(seconds: number, step?: number): Promise<void>
  /** The number of JSON and stream requests. */
  asked: { json: number; stream: number }
}

const job = (borough: string, service: string, at: string) => ({ borough, service, at })

/**
 * The home page with a fake clock that only `pass` advances. The stream is refused. Requests are answered with what the test sets, and with
 * the page's time plus `aheadMs` as the server's time.
 */
async function openAt(
  at: string,
  options: BrowserContextOptions & { say?: Figures | string; aheadMs?: number; stored?: Record<string, string> } = {},
) {
  const { say: first = { slots: slots(5) }, aheadMs = 0, stored = {}, ...own } = options
  const context = await openContext(site.url, own)
  const page = await context.newPage()
  let saying: Figures | string | undefined = first
  const asked = { json: 0, stream: 0 }
  await watchShifts(page)
  await page.clock.install({ time: new Date(Date.parse(at) - 1_000) })
  await page.clock.pauseAt(new Date(at))
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('told')) return
    sessionStorage.setItem('told', '')
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  await page.addInitScript(countUnanswered)
  await page.route('**/functions/v1/booking-options*', (route) => route.abort())
  await page.route('**/api/live', async (route) => {
    if (route.request().headers().accept?.includes('event-stream')) {
      asked.stream += 1
      return route.fulfill({ status: 503, body: '{}' })
    }
    asked.json += 1
    const now = new Date((await page.evaluate(() => Date.now())) + aheadMs).toISOString()
    if (saying === undefined) return route.abort()
    const body = typeof saying === 'string' ? saying : JSON.stringify(viewOf(now, saying))
    return route.fulfill({ contentType: 'application/json', body })
  })
  await page.goto('/')
  // Requests made in a step are answered and processed within it.
  const settled = () => page.evaluate(() => (window as Counting).settled?.())
  const pass = async (seconds: number, step = 1) => {
    await settled()
    for (let second = 0; second < seconds; second += step) {
      await page.clock.runFor(step * 1_000)
      await settled()
    }
  }
  await page.waitForLoadState('load')
  const say: Asked['say'] = (what) => {
    saying = what
  }
  return { page, pass, asked, say } satisfies Asked
}

type Counting = Window & { settled?: () => Promise<void> }

/** Tracks, independently of any clock, whether the page has read all responses and stream messages it is waiting for. */
function countUnanswered() {
  let count = 0
  let whenSettled = Promise.withResolvers<void>()
  const ask = () => {
    count += 1
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      // Runs after the page's own handling of the response.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        count -= 1
        port1.close()
        if (count > 0) return
        whenSettled.resolve()
        whenSettled = Promise.withResolvers()
      }
      port2.postMessage(undefined)
    }
  }
  const realFetch = window.fetch.bind(window)
  window.fetch = async (...request) => {
    const done = ask()
    try {
      const answer = await realFetch(...request)
      const { status, headers } = answer
      return new Response(status === 204 || status === 304 ? null : await answer.arrayBuffer(), { status, headers })
    } finally {
      done()
    }
  }
  window.EventSource = class extends window.EventSource {
    constructor(url: string | URL) {
      super(url)
      const done = ask()
      this.addEventListener('open', done)
      this.addEventListener('error', done)
    }
  }
  Object.assign(window, { settled: () => (count > 0 ? whenSettled.promise : undefined) })
}

const slots = (left: number) => ({ left, at: '' })
const next = (minutes: number) => ({ minutes, at: '', until: '', by: '' })
const viewing = (count: number) => ({ count, at: '' })

/** A view with every figure current at `now`, except slots that have their own time. */
function viewOf(now: string, { slots = null, next = null, viewing = null, offer, recent = null }: Figures): LiveView {
  const hour = Number(new Date(now).toLocaleString('en-GB', { timeZone: 'Europe/London', hour: '2-digit' }).slice(0, 2))
  const ends = [
    [6, 10],
    [12, 16],
  ].find(([from = 0, until = 0]) => from <= hour && hour < until)?.[1]
  return {
    now,
    day: londonDay(now),
    slots: slots && { ...slots, at: slots.at || now },
    next: next && { ...next, at: now, until: later(now, next.minutes * 60_000), by: spokenTimeAt(later(now, next.minutes * 60_000)) },
    viewing: viewing && { ...viewing, at: now },
    offer: offer === undefined ? (ends ? { code: 'callout-25', until: instantOf(londonDay(now), ends) } : null) : offer,
    recent,
  }
}

/** Waits until the banner's island has started and has its first response. */
const awake = async ({ page, pass, asked }: Asked) => {
  await eventually(async () => {
    await pass(0)
    await page.clock.runFor(10)
    return (await page.locator('[data-started]', { has: banner(page) }).count()) > 0 && asked.json > 0
  }).toBe(true)
  await pass(0)
}

/** Returns a function for the layout shifts since this call. */
async function shiftsFromNow(page: Page): Promise<() => Promise<string[]>> {
  const before = (await shiftsOf(page)).length
  return async () => (await shiftsOf(page)).slice(before)
}

const edges = [
  { hour: 6, opens: true },
  { hour: 10, opens: false },
  { hour: 12, opens: true },
  { hour: 16, opens: false },
]

further.describe('The urgency banner', () => {
  // offer-hours.test.ts tests every edge of more days.
  it.each(['2026-12-01', '2027-03-28', '2027-10-31'])(
    'changes its view at the hours of the offer in London, in a page open since before, on %s',
    async (day) => {
      const first = Date.parse(instantOf(day, 6))
      const open = await openAt(new Date(first - 3_000).toISOString(), { say: { slots: slots(4), next: next(62) } })
      const { page, pass } = open
      await awake(open)
      const during = /until (10am|4pm) ?\d\d:\d\d:\d\d/
      const without = /Premium Support 24\/7/
      for (const { hour, opens } of edges) {
        const left = async () => Date.parse(instantOf(day, hour)) - (await page.evaluate(() => Date.now()))
        if (hour !== 6) await page.clock.fastForward((await left()) - 3_000)
        // One second at a time: an answer that is read long after it was given sets the page's clock back.
        await pass(2)
        await page.clock.runFor((await left()) - 900)
        expect(await banner(page).textContent(), `before ${hour}:00`).toMatch(opens ? without : during)
        if (!opens) expect(await words(page), `before ${hour}:00`).toContain('00:00:01')
        await pass(2)
        expect(await banner(page).textContent(), `after ${hour}:00`).toMatch(opens ? during : without)
        if (opens) expect(await words(page), `after ${hour}:00`).toContain('03:59:5')
        expect(await shiftsOf(page), `at ${hour}:00`).toEqual([])
      }
    },
  )

  it('counts down by the server’s clock on a device that is three hours slow, and does not offer what the server does not have', async () => {
    const open = await openAt('2026-12-01T06:30:00Z', { aheadMs: 180 * minuteMs })
    await awake(open)
    await open.pass(1)
    // The response with the server's time has to be processed first.
    await eventually(() => words(open.page)).toMatch(/00:29:5\d/)
    const offer = banner(open.page).getByRole('link', { name: /off/ })
    expect(await offer.getAttribute('href')).toBe('/book')
    expect((await offer.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    open.say({ offer: null })
    await open.pass(24, 4)
    await eventually(() => words(open.page)).toContain('Premium Support 24/7')
  })
})

further.describe('The figures', () => {
  const jobs = (now: string): Figures['recent'] => ({
    at: now,
    jobs: [
      job('Waltham Forest', 'Boiler Breakdown', new Date(Date.parse(now) - 41 * minuteMs).toISOString()),
      job('Hackney', 'Burst Pipe', new Date(Date.parse(now) - 600 * minuteMs).toISOString()),
      job('Tower Hamlets', 'Other Emergency', new Date(Date.parse(now) - 1_800 * minuteMs).toISOString()),
      job('Camden', 'Leak Repair', new Date(Date.parse(now) - 2_880 * minuteMs).toISOString()),
    ],
  })

  it('move nothing on a phone and at a desk: come, change, view by view, vanish, with and without a line', async () => {
    const at = '2026-12-01T09:57:30Z'
    const widths = [320, 360, 768, 1280]
    const open = await openAt(at, { viewport: { width: 320, height: 900 }, say: {} })
    const { page, say } = open
    const pass = (seconds: number) => open.pass(seconds, 23)
    await awake(open)
    await eventually(() => words(page)).toMatch(/00:0[12]:\d\d/)
    expect(await shiftsOf(page), 'it begins to count').toEqual([])
    const release = await holdIslands(page)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => {
      for (const section of document.querySelectorAll('.lazy')) section.classList.remove('lazy')
      document.getElementById('live')?.scrollIntoView({ behavior: 'instant' })
    })
    await page.screenshot()
    const ofSection = await shiftsFromNow(page)
    release()
    await eventually(async () => {
      await page.clock.runFor(10)
      return live(page).getByText('Last booking').isVisible()
    }).toBe(true)
    const seen: string[] = []
    for (const [width, place] of widths.flatMap((px) => [[px, 'live'] as const, [px, 'top'] as const])) {
      const isFirst = width === 320 && place === 'live'
      if (!isFirst) {
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate((id) => {
          if (id === 'top') scrollTo({ top: 0, behavior: 'instant' })
          else document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
        }, place)
      }
      const shifts = isFirst ? ofSection : await shiftsFromNow(page)
      const sizes = async () => [(await banner(page).boundingBox())?.height, (await live(page).boundingBox())?.height]
      const before = await sizes()
      const recent = jobs(at)
      const sayings: (Figures | undefined)[] = [
        { slots: slots(5), next: next(90), viewing: viewing(2), recent },
        { slots: slots(1), next: next(46), viewing: viewing(12), recent },
        { slots: slots(0), next: next(60), viewing: viewing(120), recent },
        { slots: slots(3), next: null, viewing: null, recent: null },
      ]
      for (const saying of sayings) {
        say(saying)
        await pass(46)
        expect(await sizes()).toEqual(before)
        seen.push(await words(page))
      }
      say(undefined)
      await page.context().setOffline(true)
      await pass(95)
      seen.push(await words(page))
      expect(await sizes()).toEqual(before)
      await page.context().setOffline(false)
      for (const part of [banner(page), live(page)])
        expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await shifts()).toEqual([])
    }
    for (const word of [
      'Priority slots: 5 left',
      'Priority slots: 1 left',
      'Priority slots: 0 left',
      'Priority slots: 3 left',
      'last known',
      'Next engineer in 90 min',
      '120 people viewing',
      'Premium',
    ])
      expect(seen.join('\n')).toContain(word)
  })

  const nothing = 'Priority slots: – left Next engineer in – min'

  it('are asked for every 20 s where the stream is refused and someone looks, make nothing of wrong answers, and are gone when they are 90 seconds old', async () => {
    const open = await openAt('2026-12-01T10:30:00Z', { say: '' })
    const { page, pass, say } = open
    await awake(open)
    const before = { ...open.asked }
    for (const answer of ['null', '[]', '{', '<p>', '{"now":"soon","day":"today"}', '{"now":7}']) {
      say(answer)
      await pass(20, 4)
      expect(await words(page), answer).toContain(nothing)
    }
    say({ slots: { left: 10, at: '' }, next: next(7), viewing: viewing(-1), recent: { at: '', jobs: [] } })
    await pass(60, 4)
    expect(await words(page)).toContain(nothing)
    // Three minutes, up to 3 s late.
    expect(open.asked.json - before.json).toBeGreaterThanOrEqual(7)
    expect(open.asked.json - before.json).toBeLessThanOrEqual(9)
    await eventually(() => open.asked.stream).toBeGreaterThan(before.stream)

    say({ slots: slots(4), next: next(62), viewing: viewing(9) })
    await eventually(async () => {
      await pass(1)
      return words(page)
    }).toMatch(/Priority slots: 4 left Next engineer in 62 min 9 people viewing/)
    say('')
    await pass(68, 4)
    expect(await words(page)).toMatch(/Priority slots: 4 left Next engineer in 62 min 9 people viewing/)
    await pass(24, 4)
    expect(await words(page)).toContain(nothing)
    expect(await banner(page).getByText('people viewing').isVisible()).toBe(false)
    // The figures are back with the server.
    say({ slots: slots(3), next: next(50), viewing: viewing(2) })
    await pass(21, 3)
    expect(await words(page)).toMatch(/Priority slots: 3 left Next engineer in 50 min 2 people viewing/)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const seen = { ...open.asked }
    await pass(60, 4)
    expect(open.asked, 'while no one looks').toEqual(seen)
  })
})

describe('The stored Red Line slots', () => {
  const day = '2026-12-01'
  // slots-store.test.ts tests every kind of stored value.
  it('are shown only offline, last known, the same in two tabs', async () => {
    const open = await openAt(`${day}T10:30:00Z`, { stored: { 'redline-slots': '3', 'redline-reset': day } })
    const { page } = open
    open.say(undefined)
    await awake(open)
    expect(await words(page)).toContain('Priority slots: –')
    await page.context().setOffline(true)
    await eventually(() => words(page)).toMatch(/Priority slots: 3 .*last known/)
    expect(await page.evaluate(() => localStorage.getItem('redline-reset'))).toBe(day)
    const other = await page.context().newPage()
    await other.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Another tab</title>' }))
    await page.context().setOffline(false)
    await other.goto('/another')
    await page.context().setOffline(true)
    await other.evaluate(() => localStorage.setItem('redline-slots', '1'))
    await eventually(() => words(page)).toContain('Priority slots: 1')
    await other.close()
    await page.context().setOffline(false)
    open.say({ slots: slots(2) })
    await open.pass(21)
    expect(await words(page)).toContain('Priority slots: 2')
    expect(await page.evaluate(() => localStorage.getItem('redline-slots'))).toBe('2')
  })
})

describe('A slot that someone else takes', () => {
  it('shuts a valve in the banner, in the section and in the form of an open page at once, until none is left and the choice is Standard', async () => {
    const page = await visit(present.url, '/', { viewport: { width: 1280, height: 900 } })
    await eventually(() => words(page)).toContain('Priority slots: 5')
    await page.evaluate(() => document.getElementById('live')?.scrollIntoView())
    await live(page).getByText('Only 5 slots left today').waitFor()
    await page.evaluate(() => document.getElementById('book')?.scrollIntoView())
    await started(page)
    const option = formOf(page).locator('label', { hasText: 'Red Line Response' })
    await option.getByText('Only 5 slots left today').waitFor()
    // Block the form's own request every 30 s, so that it can't be the source of the update.
    await page.route('**/functions/v1/booking-options*', (route) => route.abort())
    await present.sellRedline(2)
    await option.getByText('Only 3 slots left today').waitFor()
    await live(page).getByText('Only 3 slots left today').waitFor()
    expect(await words(page)).toContain('Priority slots: 3')
    expect(await banner(page).locator('svg .sr').getAttribute('d')).toMatch(/^(M[^M]+){3}$/)
    await option.click()
    await present.sellRedline(3)
    await option.getByText('SOLD OUT').waitFor()
    const choice = (name: RegExp) => formOf(page).getByRole('radio', { name })
    expect([await choice(/Red Line/).isDisabled(), await choice(/Standard/).isChecked()]).toEqual([true, true])
    expect(await words(page)).toContain('Priority slots: 0')
    expect(await page.evaluate(() => localStorage.getItem('redline-slots'))).toBe('0')
  })
})
