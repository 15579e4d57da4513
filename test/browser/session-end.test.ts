import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { warnBeforeMs } from '#app/features/sessions/components/session-times.ts'
import { siteSessionLength } from '#app/features/sessions/session-length.ts'
import { minutes } from '#app/platform/clock.ts'
import { newPerson } from '#test/support/auth.ts'
import { sharedChromium } from '#test/support/chromium.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { axeProblems, eventually, openContext, overflowPx } from './visitor.ts'

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedChromium(), startSite({ env: { AUTH_AUTOCONFIRM: 'on' } })])
})
afterAll(() => site?.close())

const { idleMs } = siteSessionLength.customer
const account = '/account'

/** A visitor who has just signed up, with pages whose clock the test controls. */
async function member(options = {}) {
  const person = newPerson()
  const context = await openContext(browser, site.url, options)
  const signUp = await context.request.post('/auth', {
    form: { tab: 'sign-up', fullName: person.name, email: person.email, password: person.password },
    headers: { Origin: site.url },
    maxRedirects: 0,
  })
  expect(signUp.status()).toBe(303)
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage()
    await page.clock.install()
    await page.addInitScript(keepAlarms)
    await page.goto(path)
    return page
  }
  return { person, context, open }
}

const dialog = (page: Page, name: string | RegExp = /Still there|signed out/) => page.getByRole('dialog', { name })
const asked = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/account/session'))

declare global {
  interface Window {
    alarms: Map<number, number>
  }
}
/** Runs in the page: records the timers set for a minute or more ahead, and when they fire. */
function keepAlarms() {
  const { setTimeout: set, clearTimeout: clear } = window
  window.alarms = new Map()
  window.setTimeout = ((handler: () => void, ms = 0, ...rest: []) => {
    const ended = () => {
      window.alarms.delete(timer)
      handler()
    }
    const timer = set(ended, ms, ...rest) as unknown as number
    if (ms >= 60_000) window.alarms.set(timer, Date.now() + ms)
    return timer
  }) as typeof window.setTimeout
  window.clearTimeout = (timer) => {
    window.alarms.delete(timer as number)
    clear(timer)
  }
}

/** Waits until the page has set a timer within that time, then advances the clock. Advancing it earlier would have no effect. */
async function fastForward(page: Page, ms: number) {
  await page.waitForFunction((within) => [...window.alarms.values()].some((at) => at <= Date.now() + within), ms)
  await page.clock.fastForward(ms)
}
/** Advances the clock until the page has asked for the remaining time and has read the response. */
async function pass(page: Page, ms: number) {
  const answer = asked(page)
  await fastForward(page, ms)
  const response = await answer
  if (response.ok()) await response.finished()
}

describe.each([account, '/pricing'])('Before the end of a session, %s', (path) => {
  it('asks the server first, then says so, and lets somebody stay', async () => {
    const { person, open } = await member()
    const page = await open(path)
    // As far as the server knows, another page has been used meanwhile.
    await pass(page, idleMs - warnBeforeMs)
    expect(await dialog(page).count()).toBe(0)

    await site.ageSessions(person.email, { unusedMs: idleMs - minutes(4) })
    await pass(page, idleMs - warnBeforeMs)
    const stay = dialog(page, 'Still there?').getByRole('button', { name: 'Stay signed in' })
    await stay.waitFor()
    expect(await stay.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })

    await pass(page, idleMs - warnBeforeMs)
    expect(await dialog(page).count()).toBe(0)
  })

  it('says the same in two tabs, and one answer is enough for both', async () => {
    const { person, open } = await member()
    const tabs = [await open(path), await open(path)] as const
    await site.ageSessions(person.email, { unusedMs: idleMs - minutes(4) })
    for (const tab of tabs) {
      await pass(tab, idleMs - warnBeforeMs)
      await dialog(tab, 'Still there?').waitFor()
    }
    await dialog(tabs[1]).getByRole('button', { name: 'Stay signed in' }).click()
    for (const tab of tabs) await dialog(tab).waitFor({ state: 'detached' })
  })

  it('says when it is over, and goes on where it was once somebody has signed in again in another tab', async () => {
    const { person, context, open } = await member()
    const page = await open(path)
    await site.ageSessions(person.email, { unusedMs: idleMs - minutes(4) })
    await pass(page, idleMs - warnBeforeMs)
    await dialog(page, 'Still there?').waitFor()
    await site.ageSessions(person.email, { unusedMs: idleMs + 1 })
    await pass(page, minutes(5))
    const opening = context.waitForEvent('page')
    await dialog(page, 'You have been signed out').getByRole('link', { name: 'Sign in again' }).click()
    const tab = await opening
    await eventually(() => tab.url()).toBe(`${site.url}/auth?next=${encodeURIComponent(path)}`)
    await tab.getByLabel('Email').fill(person.email)
    await tab.getByLabel('Password', { exact: true }).fill(person.password)
    await tab.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await eventually(() => tab.url()).toBe(`${site.url}${path}`)
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('goes by its own clock where the server does not answer', async () => {
    const { open } = await member()
    const page = await open(path)
    await page.route('**/account/session', (route) => route.abort())
    await fastForward(page, idleMs - warnBeforeMs)
    await dialog(page, 'Still there?').waitFor()
    // The failed request has changed nothing.
    await dialog(page).getByRole('button', { name: 'Stay signed in' }).click()
    await fastForward(page, warnBeforeMs)
    await dialog(page, 'You have been signed out').waitFor()
  })

  it.each([360, 1280])('fits a screen of %d px when it lasts no longer however much is done', async (width) => {
    const { person, open } = await member({ viewport: { width, height: 740 } })
    await site.ageSessions(person.email, { endsInMs: minutes(4) })
    const page = await open(path)
    await dialog(page, 'Still there?').getByText('as long as we allow').waitFor()
    expect(await overflowPx(page)).toBeLessThanOrEqual(0)
    await dialog(page).getByRole('button', { name: 'Sign in again' }).click()
    await eventually(() => page.url()).toBe(`${site.url}/auth?next=${encodeURIComponent(path)}`)
  })
})

describe('Somebody who is not signed in', () => {
  it('is told nothing, and fetches nothing of it', async () => {
    const context = await openContext(browser, site.url)
    const page = await context.newPage()
    await page.goto('/pricing', { waitUntil: 'networkidle' })
    expect(await page.locator('[data-island*="session-end"]').count()).toBe(0)
  })
})
