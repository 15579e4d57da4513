import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { isDeep } from '#test/support/depth.ts'
import { enteredAs, finished, newEngineer } from '#test/support/finished-visit.ts'
import { openSite } from '#test/support/site.ts'
import { signInAs } from './signed-in.ts'
import { looksWrong, openContext, shareChromium } from './visitor.ts'

shareChromium()

/** Fits the screen and gives axe nothing to find. */
const looksRight = async (page: Page) => isDeep && expect(await looksWrong(page, 'main')).toEqual([])

describe('A bill on two phones', () => {
  it('is given by the engineer, paid by the QR code, and both pages turn by themselves', async () => {
    const site = await openSite({ accounts: true })
    const staff = await enteredAs(site, 'staff')
    const dan = await newEngineer(site, staff, 'Dan Okoro')
    const { id, path } = await finished(site, dan.id)

    const door = await (await openContext(site.url)).newPage()
    await signInAs(door, site, dan)
    await door.goto(`/engineer/jobs/${id}/bill`)
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
    await looksRight(door)

    // The QR code contains the bill's payment link, which is not the customer's private link.
    const payPath = /\/pay\/[\d-]+\/[\w-]{43}/.exec((await dan.phone.open(`/engineer/jobs/${id}/bill.data`)).text)?.[0] ?? ''
    const { data } = encode(`${site.url}${payPath}`, { border: 4, ecc: 'M' })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
    expect(await code.locator('path').getAttribute('d')).toBe(dark)

    const customer = await openContext(site.url)
    await customer.addCookies([await site.devCookie()])
    const [bill, pay] = [await customer.newPage(), await customer.newPage()]
    await bill.goto(`${path}/bill`)
    await looksRight(bill)
    const followed = bill.waitForRequest(/\/api\/track/)
    await bill.reload()
    await followed
    await pay.goto(payPath)
    await looksRight(pay)
    await pay.getByRole('link', { name: /^Pay £/ }).click()
    // Back before the provider's message: both say so, and ask for nothing.
    await pay.getByRole('button', { name: 'Pay without notice' }).click()
    await pay.waitForURL(`**${payPath}`)
    await bill
      .getByRole('status')
      .filter({ hasText: /^Your payment of £[\d.]+ is being confirmed/ })
      .waitFor()
    await pay.getByRole('heading', { name: 'Your payment is being confirmed' }).waitFor()
    for (const waiting of [bill, pay]) expect(await waiting.getByRole('link', { name: /^Pay/ }).count()).toBe(0)
    const waitingAtDoor = door.getByRole('status').filter({ hasText: /card payment of £[\d.]+ is being confirmed/ })
    await waitingAtDoor.waitFor()
    expect([await code.isVisible(), await door.getByRole('button', { name: 'Cash' }).isVisible()]).toEqual([false, false])
    await pay.goBack()
    await pay.getByRole('button', { name: /^Pay £/ }).click()
    await pay.waitForURL(`**${payPath}`)
    await Promise.all([
      bill.getByText('Paid in full. Thank you.').waitFor(),
      door.locator('article').getByRole('status').filter({ hasText: 'Paid in full' }).waitFor(),
    ])
    await pay.getByRole('heading', { name: 'There’s nothing left to pay' }).waitFor()
    if (!isDeep) return
    const desk = await (await openContext(site.url, { viewport: { width: 1280, height: 900 } })).newPage()
    await signInAs(desk, site, 'staff')
    await desk.goto(`/staff/bookings/${id}`)
    await desk.getByRole('heading', { name: /^Bill 2/ }).waitFor()
    await looksRight(desk)
  })
})
