import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveCookies, signInAs } from './browser/signed-in.ts'
import { openContext, shareChromium } from './browser/visitor.ts'
import { addEngineer, jobOf, phoneOf, staffOf } from './support/engineers.ts'
import { type Site, startSite } from './support/site.ts'

/* The pictures of the running product that README.md shows: `npm run screenshots` makes them again. */

const folder = 'docs/screenshots'
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 }
const desk = { viewport: { width: 1720, height: 1000 } }

shareChromium()
let site: Site
let pages: { phone(): Promise<Page>; desk(): Promise<Page> }
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  site = await startSite({ accounts: true, isComplete: true, at: '2026-11-24T18:40:00Z' })
  const open = (options: object) => async () => (await openContext(site.url, options)).newPage()
  pages = { phone: open(phone), desk: open(desk) }
})
afterAll(() => site?.close())

/** Opens a path, waits until its content is shown, and takes the part that a screen shows. */
async function shoot(page: Page, path: string, name: string, isReady: (page: Page) => Promise<unknown> = async () => undefined) {
  await page.goto(path)
  await isReady(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/${name}.png` })
}

it('shows a customer the home page and the form', async () => {
  const page = await pages.phone()
  await shoot(page, '/', 'home', () => page.getByText(/Next engineer in \d+ min/).waitFor())
  await shoot(page, '/book?service=Burst+Pipe', 'form', () =>
    page.locator('form[action="/book"] [data-started]').waitFor({ state: 'attached' }),
  )
})

it('shows a customer, the desk and the engineer the same visit', async () => {
  const staff = await staffOf(site)
  const sam = await addEngineer(staff, 'Sam Whitlock', '7654321')
  const priya = await addEngineer(staff, 'Priya Nair')
  const samsPhone = await phoneOf(site, staff, sam)
  const job = await jobOf(site, staff, sam, 'Amira Khan')
  await jobOf(site, staff, priya, 'Tom Ellis', 'Blocked Drain')
  await site.book('lena@example.com', { name: 'Lena Brandt', service: 'Boiler Breakdown', postcode: 'N1 9GU', borough: 'Islington' })
  await site.book('joe@example.com', { name: 'Joe Mensah', service: 'Leak Repair', postcode: 'SE1 7PB', borough: 'Lambeth' })
  const engineer = await pages.phone()
  await giveCookies(engineer, samsPhone.phone, site.url)
  await engineer.goto(`/engineer/jobs/${job}`)
  await engineer.getByRole('button', { name: 'On my way' }).click()
  await expect.poll(async () => (await site.bookings()).find(({ id }) => id === job)?.status).toBe('en_route')
  await shoot(engineer, '/engineer', 'engineer')
  const { email } = (await site.bookings()).find(({ id }) => id === job) ?? { email: '' }
  const link = /http\S+\/track\/[\w-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  await shoot(await pages.phone(), link, 'tracking')
  const board = await pages.desk()
  await signInAs(board, site, 'owner')
  await shoot(board, '/staff', 'board', () => board.getByText('Live: updates automatically.').waitFor())
})
