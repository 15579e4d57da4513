import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { warnBeforeMs } from '#app/features/accounts/components/session-times.ts'
import { siteSessionLength } from '#app/features/accounts/session-length.ts'
import { minutes } from '#app/values/clock.ts'
import { siteForFile } from '#test/support/site.ts'
import { signUpIn, typeSignIn } from '../signed-in.ts'
import { axeProblems, eventually, openContext, shareChromium } from '../visitor.ts'

shareChromium()
const site = siteForFile({ env: { AUTH_AUTOCONFIRM: 'on' } })

const { idleMs } = siteSessionLength.customer
const account = '/account'

/** A visitor who has just signed up, with pages whose clock the test controls. */
async function member() {
  const context = await openContext(site.url)
  const person = await signUpIn(context, site.url)
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage()
    await page.addInitScript(holdTime)
    await page.goto(path)
    return page
  }
  return { person, context, open }
}

const dialog = (page: Page, name: string | RegExp = /Still there|signed out/) => page.getByRole('dialog', { name })
const asked = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/account/session'))

declare global {
  interface Window {
    /** Advances the page's clock, if it has set a timer for then or earlier. */
    passTime?: (ms: number) => boolean
    /** The number of the page's requests for its session since its clock was advanced; undefined if it wasn't. */
    asksSince?: number | undefined
  }
}
/** Runs in the page. Timers of a minute or more fire only when the test advances the clock. Unlike a fake clock, it can be undone. */
function holdTime() {
  const { setTimeout: set, clearTimeout: clear } = window
  const [now, send] = [Date.now.bind(Date), window.fetch.bind(window)]
  window.fetch = (...request) => {
    if (window.asksSince !== undefined && String(request[0]).endsWith('/account/session')) window.asksSince += 1
    return send(...request)
  }
  const alarms = new Map<number, { at: number; ring: () => void }>()
  let [passedMs, latest] = [0, 0]
  Date.now = () => now() + passedMs
  window.setTimeout = ((ring: () => void, ms = 0, ...rest: []) => {
    if (ms < 60_000) return set(ring, ms, ...rest)
    latest -= 1
    alarms.set(latest, { at: Date.now() + ms, ring })
    return latest
  }) as typeof window.setTimeout
  window.clearTimeout = (timer) => {
    if (!alarms.delete(timer as number)) clear(timer)
  }
  window.passTime = (ms) => {
    const until = Date.now() + ms
    const due = [...alarms].filter(([, { at }]) => at <= until)
    if (due.length === 0) return false
    passedMs += ms
    window.asksSince ??= 0
    for (const [timer] of due) alarms.delete(timer)
    for (const [, { ring }] of due) ring()
    return true
  }
}

/** Advances the clock once the page has set a timer within that time. Advancing it earlier would have no effect. */
const fastForward = (page: Page, ms: number) => page.waitForFunction((by) => window.passTime?.(by), ms)
/** Advances the clock until the page has asked for the remaining time and has read the response. */
async function pass(page: Page, ms: number) {
  const answer = asked(page)
  await page.evaluate(() => {
    window.asksSince = undefined
  })
  // Another timer may be due first, before the page has set its own.
  await page.waitForFunction((by) => window.passTime?.(by) !== undefined && (window.asksSince ?? 0) > 0, ms)
  const response = await answer
  if (response.ok()) await response.finished()
}

describe('Before the end of a session, a page', () => {
  it.each([account, '/pricing'])('asks the server first, then says so, and lets someone stay: %s', async (path) => {
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

  it('says when it is over, and goes on where it was once someone has signed in again in another tab', async () => {
    const path = account
    const { person, context, open } = await member()
    const page = await open(path)
    await site.ageSessions(person.email, { unusedMs: idleMs - minutes(4) })
    await pass(page, idleMs - warnBeforeMs)
    await dialog(page, 'Still there?').waitFor()
    await site.ageSessions(person.email, { unusedMs: idleMs + 1 })
    await pass(page, minutes(5))
    const opening = context.waitForEvent('page')
    await dialog(page, 'You’ve been signed out').getByRole('link', { name: 'Sign in again' }).click()
    const tab = await opening
    await eventually(() => tab.url()).toBe(`${site.url}/auth?next=${encodeURIComponent(path)}`)
    await typeSignIn(tab, person)
    await eventually(() => tab.url()).toBe(`${site.url}${path}`)
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('goes by its own clock where the server does not answer', async () => {
    const { open } = await member()
    const page = await open('/pricing')
    await page.route('**/account/session', (route) => route.abort())
    await fastForward(page, idleMs - warnBeforeMs)
    await dialog(page, 'Still there?').waitFor()
    // The failed request has changed nothing.
    await dialog(page).getByRole('button', { name: 'Stay signed in' }).click()
    await fastForward(page, warnBeforeMs)
    await dialog(page, 'You’ve been signed out').waitFor()
  })
})
