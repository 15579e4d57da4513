import { expect, it } from 'vitest'
import { siteForFile } from '#test/support/site.ts'
import { shiftsOf, watchShifts } from '../layout-shifts.ts'
import { signInAs } from '../signed-in.ts'
import { atStep, eventually, looksWrong, openContext, press, shareChromium, started } from '../visitor.ts'

shareChromium()
// Its own checks fail, so no test booking can clear the state. Nothing listens at that address, whichever ports are taken meanwhile.
const site = siteForFile({ accounts: true, env: { MONITOR_URL: 'http://127.0.0.99:9999' } })

/** Bookings cannot be relied on, and the site's pages know it. */
async function getIntoTrouble() {
  await site.db.updateTable('phoneFirst').set({ since: '2026-11-20T10:20:00.000Z' }).execute()
  await eventually(async () => (await fetch(`${site.url}/book`)).text()).toContain('having trouble')
}

const trouble = 'Online booking is having trouble. Call us, day or night:'

it('while bookings cannot be relied on, pages ask to call first, in the dialog too', async () => {
  await getIntoTrouble()
  const page = await (await openContext(site.url)).newPage()
  await watchShifts(page)
  await page.goto('/book')
  await started(page)
  const notice = page.getByRole('region', { name: 'Call us' })
  await notice.getByText(trouble).waitFor()
  await notice.getByRole('link', { name: '0800 644 2633' }).waitFor()
  expect(await shiftsOf(page)).toEqual([])
  // The notice stays while the form moves from step to step in place.
  await press(page, 'Next')
  await atStep(page, 2)
  await notice.getByText(trouble).waitFor()
  expect(await looksWrong(page)).toEqual([])

  await page.goto('/pricing')
  const link = page.locator('main a[href="/book"]').first()
  await link.hover()
  await page.locator('#booking-dialog').waitFor({ state: 'attached' })
  await link.click()
  await page.locator('#booking-dialog').getByText(trouble).waitFor()
})

it('staff see that bookings cannot be relied on, and how the site answered its checks', async () => {
  await getIntoTrouble()
  const desk = await (await openContext(site.url, { viewport: { width: 1280, height: 900 } })).newPage()
  await signInAs(desk, site, 'staff')
  await desk.goto('/staff')
  await desk.getByRole('link', { name: 'See what’s wrong' }).click()
  await desk.getByRole('heading', { name: 'Uptime' }).waitFor()
  await eventually(() => desk.getByText('Nothing is listening there').count()).toBeGreaterThan(0)
  await desk.getByRole('link', { name: '90 days' }).click()
  await desk.locator('a[aria-current=true]:has-text("90 days")').waitFor()
  expect(await looksWrong(desk)).toEqual([])
})
