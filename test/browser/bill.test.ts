import type { Browser, Page } from 'playwright-core'
import { encode } from 'uqr'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { enteredAs, finished, newEngineer } from '#test/support/finished-visit.ts'
import { devCookie } from '#test/support/instance.ts'
import { openSite } from '#test/support/site.ts'
import { signInAs } from './signed-in.ts'
import { axeProblems, openContext, overflowPx } from './visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})

/** Both phones learn of a payment from their streams, which check every second. Their own polling would take much longer than this. */
const turnsWithinMs = 5_000

const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 360, height: 740 })
}

describe('A bill on two phones', () => {
  it('is given by the engineer, paid by the QR code, and both pages turn at once', async () => {
    const site = await openSite({ accounts: true })
    const staff = await enteredAs(site, 'staff')
    const dan = await newEngineer(site, staff, 'Dan Okoro')
    const { id, path } = await finished(site, dan.id)

    const door = await (await openContext(browser, site.url)).newPage()
    await signInAs(door, site, dan)
    await door.goto(`/engineer/jobs/${id}/bill`)
    await shoot(door, 'door-draft')
    await door.getByText('Give them this bill').click()
    await door.getByRole('button', { name: /^Yes, bill £/ }).click()
    const code = door.getByRole('img', { name: /^The page where Priya Raman pays £/ })
    await code.waitFor()
    // Cameras read it at night too.
    await door.emulateMedia({ colorScheme: 'dark' })
    const colours = (element: Element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element.firstElementChild ?? element).fill,
    ]
    expect(await code.evaluate(colours)).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    await door.emulateMedia({ colorScheme: 'light' })
    await shoot(door, 'door-qr')
    expect(await axeProblems(door)).toEqual([])
    expect(await overflowPx(door)).toBeLessThanOrEqual(0)

    // The QR code contains the bill's payment link, which is not the customer's private link.
    const payPath = /\/pay\/[\d-]+\/[\w-]{43}/.exec((await dan.phone.open(`/engineer/jobs/${id}/bill.data`)).text)?.[0] ?? ''
    const { data } = encode(`${site.url}${payPath}`, { border: 4, ecc: 'M' })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
    expect(await code.locator('path').getAttribute('d')).toBe(dark)

    const customer = await openContext(browser, site.url)
    await customer.addCookies([await devCookie(site.instance)])
    const [bill, pay] = [await customer.newPage(), await customer.newPage()]
    await bill.goto(`${path}/bill`)
    await shoot(bill, 'bill')
    expect(await axeProblems(bill)).toEqual([])
    expect(await overflowPx(bill)).toBeLessThanOrEqual(0)
    const followed = bill.waitForRequest(/\/api\/track/)
    await bill.reload()
    await followed
    await pay.goto(payPath)
    await shoot(pay, 'pay')
    expect(await axeProblems(pay)).toEqual([])
    expect(await overflowPx(pay)).toBeLessThanOrEqual(0)
    await pay.getByRole('link', { name: /^Pay £/ }).click()
    // Back before the provider's message: both say so, and ask for nothing.
    await pay.getByRole('button', { name: 'Pay without notice' }).click()
    await pay.waitForURL(`**${payPath}`)
    await bill
      .getByRole('status')
      .filter({ hasText: /^Your payment of £[\d.]+ is being confirmed/ })
      .waitFor({ timeout: turnsWithinMs })
    await pay.getByRole('heading', { name: 'Your payment is being confirmed' }).waitFor()
    for (const waiting of [bill, pay]) expect(await waiting.getByRole('link', { name: /^Pay/ }).count()).toBe(0)
    await shoot(pay, 'pay-confirming')
    expect(await axeProblems(pay)).toEqual([])
    const waitingAtDoor = door.getByRole('status').filter({ hasText: /card payment of £[\d.]+ is being confirmed/ })
    await waitingAtDoor.waitFor({ timeout: turnsWithinMs })
    expect([await code.isVisible(), await door.getByRole('button', { name: 'Cash' }).isVisible()]).toEqual([false, false])
    await shoot(bill, 'bill-confirming')
    await shoot(door, 'door-confirming')
    expect(await axeProblems(bill)).toEqual([])
    expect(await axeProblems(door)).toEqual([])
    await pay.goBack()
    await pay.getByRole('button', { name: /^Pay £/ }).click()
    await pay.waitForURL(`**${payPath}`)
    const paidAt = Date.now()
    await Promise.all([
      bill.getByText('Paid in full. Thank you.').waitFor({ timeout: turnsWithinMs }),
      door.locator('article').getByRole('status').filter({ hasText: 'Paid in full' }).waitFor({ timeout: turnsWithinMs }),
    ])
    if (process.env.SHOTS) console.log(`both turned ${Date.now() - paidAt} ms after the payer was back`)
    await pay.getByRole('heading', { name: 'There’s nothing left to pay' }).waitFor()
    await shoot(pay, 'pay-paid')
    await shoot(bill, 'bill-paid')
    await shoot(door, 'door-paid')
    await bill.goto(path)
    await shoot(bill, 'track')
    // Enlarged to 200% on a phone.
    await bill.setViewportSize({ width: 180, height: 370 })
    expect(await overflowPx(bill)).toBe(0)
    const desk = await (await openContext(browser, site.url, { viewport: { width: 1280, height: 900 } })).newPage()
    await signInAs(desk, site, 'staff')
    await desk.goto('/staff/bills')
    await desk.getByRole('heading', { name: 'Bills', level: 1 }).waitFor()
    await shoot(desk, 'staff-bills')
    expect(await axeProblems(desk)).toEqual([])
    await desk.goto(`/staff/bookings/${id}`)
    await desk.getByRole('heading', { name: /^Bill 2/ }).waitFor()
    await shoot(desk, 'staff-booking')
    expect(await axeProblems(desk)).toEqual([])
  })
})
