import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { toInstant } from '#app/values/clock.ts'
import { addDays, weekdayOf } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { further } from '#test/support/depth.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { dragOnto, dragOver } from './drag-onto.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'
import { shareSignIn } from './signed-in.ts'
import { axeProblems, eventually, isOnScreen, looksWrong, openContext, overflowPx, shareChromium } from './visitor.ts'

shareChromium()

const shared = shareSite({ accounts: true, ownProcess: true })
/** The shared site, without the bookings and engineers of an earlier test. */
async function emptySite(): Promise<Site> {
  const site = await shared()
  for (const table of ['bookings', 'engineers'] as const) await site.db.deleteFrom(table).execute()
  return site
}

const desk = { viewport: { width: 1280, height: 900 } }

/** Opens the board as a dispatcher, with live updates running. */
async function openBoard(site: Site, role: 'staff' | 'owner', path = '/staff'): Promise<Page> {
  const page = await (await openContext(site.url, desk)).newPage()
  await watchShifts(page)
  await shareSignIn(page, site, role)
  await page.goto(path)
  await isLive(page)
  return page
}

const isLive = (page: Page) => page.getByText('Live: updates automatically.').waitFor()

/** Staff have spoken to all customers. */
const callAll = ({ db }: Site) =>
  db
    .updateTable('bookings')
    .set({ callSettledAt: toInstant(new Date()) })
    .execute()

/** Adds an engineer, and returns the id. */
async function engineer({ db }: Site, name: string): Promise<string> {
  const id = newId()
  const row = { id, name, phone: '+447700900100', gasSafeNumber: null, base: 'Borough', retiredAt: null, createdAt: toInstant(new Date()) }
  await db.insertInto('engineers').values(row).execute()
  return id
}

/** Pauses online booking with the keyboard. The next press undoes it. */
async function pauseByKeyboard(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.locator('summary').filter({ hasText: 'Pause online booking' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Pause online booking until .*“All our engineers are out on jobs.”$/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^On the website: Online booking is paused until .* All our engineers are out on jobs\./).waitFor()
  await eventually(focused).toBe('Resume online booking')
  await page.keyboard.press('Enter')
  await page.locator('summary').filter({ hasText: 'Pause online booking' }).waitFor()
  await eventually(focused).toContain('Online booking is open again.')
}

const column = (page: Page, name: string) => page.getByRole('region', { name })
const queue = (page: Page) => column(page, 'Needs you')
/** The jobs on an engineer's line that have a panel. */
const jobsOf = (page: Page, engineerId: string) => page.locator(`[data-drop-line="${engineerId}"] details[name=job]`)

describe('A booking that is made', () => {
  it('appears on the board by itself, is assigned, driven and closed, and another board sees each step', async () => {
    const site = await emptySite()
    const sam = await engineer(site, 'Sam Whitlock')
    const [one, two] = [await openBoard(site, 'staff'), await openBoard(site, 'owner')]
    const figures = await one.locator('main li > b').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(figures).size, 'figures on one line').toBe(1)
    await site.book('priya.raman@example.com')
    for (const page of [one, two]) {
      await queue(page).getByText('E1 1FR').waitFor()
      await eventually(() => page.title()).toBe('(1) Board | Emergency Plumbers London')
    }
    await queue(one).getByText('Assign', { exact: false }).first().click()
    await queue(one).getByRole('radio', { name: 'Sam Whitlock' }).check()
    await queue(one).getByRole('button', { name: 'Assign job' }).click()
    await one.getByText('Assigned to Sam Whitlock.').waitFor()
    // The customer still waits for our call; the list of engineers is closed.
    await queue(one).getByRole('radio').first().waitFor({ state: 'hidden' })
    await queue(two)
      .getByText(/^Call within 1\d min$/)
      .waitFor()
    await queue(one).getByText('Called', { exact: false }).first().click()
    await queue(one).getByRole('button', { name: 'Spoke to them' }).click()
    await one.getByText('Call recorded.').waitFor()
    for (const [press, there] of [
      ['On the way', 'Assigned'],
      ['At the door', 'On the way'],
      ['Done', 'At the door'],
    ] as const) {
      await jobsOf(two, sam).locator('summary.job').filter({ hasText: there }).waitFor()
      // Its panel stays open from step to step.
      if (press === 'On the way') await jobsOf(one, sam).locator('summary.job').click()
      await jobsOf(one, sam).getByRole('button', { name: press }).click()
    }
    for (const page of [one, two]) {
      await page.getByRole('link', { name: /Burst Pipe.*Completed/ }).waitFor()
    }
    expect(await site.db.selectFrom('bookings').select(['status', 'version']).execute()).toEqual([{ status: 'completed', version: 4 }])
  })
})

describe('Two at one booking', () => {
  it('the second is told who was faster, and keeps what was typed while news came in', async () => {
    const site = await emptySite()
    const id = await site.book('priya.raman@example.com')
    const [one, two] = [await openBoard(site, 'staff', `/staff/bookings/${id}`), await openBoard(site, 'owner', `/staff/bookings/${id}`)]
    await one.getByText('Correct the details').click()
    await one.getByLabel('Address (optional)').fill('Flat 4, 118 Cannon Street Road')
    await two.getByRole('button', { name: 'Accept' }).click()
    await two.getByText('Accepted.').waitFor()
    // The page shows the update and keeps the typed text and the cursor position.
    await one.getByText('This booking has changed since you started.', { exact: false }).waitFor()
    expect(await one.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Flat 4, 118 Cannon Street Road')
    await one.getByRole('button', { name: 'Save the details' }).click()
    await one.getByRole('heading', { name: 'A colleague got there first' }).waitFor()
    await one
      .getByText(/Sample owner accepted/)
      .first()
      .waitFor()
    expect(await site.db.selectFrom('bookings').select(['address', 'version']).execute()).toEqual([{ address: '', version: 1 }])
    expect(await one.getByLabel('Address (optional)').inputValue()).toBe('Flat 4, 118 Cannon Street Road')
    // A further update removes neither the refusal nor the typed text. The refusal is in view even far down the page.
    const note = one.getByRole('textbox', { name: 'Add a note' })
    await note.fill('The bell is bro')
    await two.getByRole('textbox', { name: 'Add a note' }).fill('The dog bites')
    await two.getByRole('button', { name: 'Save note' }).click()
    await one.getByText('The dog bites').waitFor()
    await one.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const refusal = one.getByRole('heading', { name: 'A colleague got there first' })
    expect((await refusal.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await one.getByRole('button', { name: 'Dismiss' }).click()
    await refusal.waitFor({ state: 'detached' })
    await one.getByRole('button', { name: 'Save the details' }).click()
    await one.getByText('Saved.').waitFor()
    // Only saving the note itself empties its form.
    expect(await note.inputValue()).toBe('The bell is bro')
    expect(await site.db.selectFrom('bookings').select(['address', 'status']).execute()).toEqual([
      { address: 'Flat 4, 118 Cannon Street Road', status: 'confirmed' },
    ])
  })
})

further.describe('A job for which someone is choosing an engineer', () => {
  it('stays where it is when a colleague takes it, with what was chosen, and says who has it', async () => {
    const site = await emptySite()
    const [sam, dele] = [await engineer(site, 'Sam Whitlock'), await engineer(site, 'Dele Okafor')]
    const id = await site.book('priya.raman@example.com')
    await callAll(site)
    const [one, two] = [await openBoard(site, 'staff'), await openBoard(site, 'owner')]
    const card = one.locator(`[data-card="${id}"]`)
    const focused = () => one.evaluate(() => document.activeElement?.closest('[data-card]')?.getAttribute('data-card') ?? '')
    await one.keyboard.press('a')
    const choice = card.locator(`#engineer-${id}-${dele}`)
    await choice.check()
    await queue(two).getByText('Assign', { exact: false }).first().click()
    await queue(two).locator(`#engineer-${id}-${sam}`).check()
    await queue(two).getByRole('button', { name: 'Assign job' }).click()
    await two.getByText('Assigned to Sam Whitlock.').waitFor()

    const told = queue(one).getByRole('status').filter({ hasText: 'Sam Whitlock has this job now' })
    await told.waitFor()
    expect([await choice.isChecked(), await focused(), await card.count()]).toEqual([true, id, 1])
    // Their choice doesn't overwrite the colleague's. It is still selected once they have read the notice.
    await card.getByRole('button', { name: 'Assign job' }).click()
    await one.getByRole('heading', { name: 'A colleague got there first' }).waitFor()
    expect(await choice.isChecked()).toBe(true)
    await one.keyboard.press('Escape')
    await choice.focus()
    await one.keyboard.press('Escape')
    await jobsOf(one, sam).waitFor()
    const given = () => site.db.selectFrom('bookings').select('engineerId').execute()
    expect(await given()).toEqual([{ engineerId: sam }])

    // Nor while they drag it.
    await dragOver(one, card.locator('.job'), `[data-drop-line="${dele}"]`)
    const other = jobsOf(two, sam)
    await other.locator('summary.job').click()
    await other.locator('details[name=assign] > summary').click()
    await other.getByRole('radio', { name: 'No engineer' }).check()
    await other.getByRole('button', { name: 'Save engineer' }).click()
    const alert = one.getByRole('alert').filter({ hasText: 'No one has this job now' })
    await alert.waitFor()
    await one.mouse.up()
    await one.mouse.move(400, 400)
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    expect(await given()).toEqual([{ engineerId: null }])
  })
})

describe('The board', () => {
  it('keeps a refused press open while others go on working, remembers whether it sounds, and says when it is not live', async () => {
    const site = await emptySite()
    await engineer(site, 'Sam Whitlock')
    await site.book('priya.raman@example.com')
    const page = await openBoard(site, 'staff')
    await queue(page).getByText('Assign', { exact: false }).first().click()
    await queue(page).getByRole('button', { name: 'Assign job' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Choose an engineer.' })
    await refusal.waitFor()
    await page.getByRole('button', { name: 'Sound off' }).click()
    await page.getByRole('button', { name: 'Sound on' }).waitFor()
    await site.book('priya.raman@example.com', { postcode: 'N16 8JN' })
    await queue(page).getByText('N16 8JN').waitFor()
    expect(await refusal.isVisible()).toBe(true)
    expect(await queue(page).getByRole('radio', { name: 'Sam Whitlock' }).first().isVisible()).toBe(true)
    await refusal.getByRole('button', { name: 'Dismiss' }).click()
    await refusal.waitFor({ state: 'hidden' })
    await page.context().setOffline(true)
    // This browser keeps an open connection alive, so the server's end is closed as well.
    onTestFinished(site.unfreeze)
    site.freeze()
    await page.getByText(/^No updates since (?:[\d.]+[ap]m|noon|midnight)\./).waitFor()
    site.unfreeze()
    await page.context().setOffline(false)
    await isLive(page)

    await page.reload()
    await page.getByRole('button', { name: 'Sound on' }).waitFor()
  })

  further.it('works by keyboard alone, by single keys unless they are switched off', async () => {
    const site = await emptySite()
    const dele = await engineer(site, 'Dele Okafor')
    await site.book('one@example.com', { phone: '07700 900777' })
    // Not called yet, so it comes first; it has an engineer, so A is not about it.
    await site.db
      .updateTable('bookings')
      .set({ status: 'assigned', engineerId: await engineer(site, 'Sam Whitlock') })
      .execute()
    await site.book('priya.raman@example.com')
    const page = await openBoard(site, 'staff')
    await page.keyboard.press('a')
    expect(await page.locator('details[name=assign][open]').locator('..').locator('..').getAttribute('data-unassigned')).toBe('')
    await page.keyboard.press('Escape')
    await callAll(site)
    await page.reload()
    await isLive(page)
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '')
    await page.keyboard.press('/')
    await eventually(focused).toBe('search')
    await page.keyboard.press('a')
    expect(await page.locator('#search').inputValue()).toBe('a')
    await queue(page).getByRole('link', { name: 'Burst Pipe' }).focus()
    await page.keyboard.press('a')
    await eventually(focused).toMatch(/^engineer-/)
    // Every engineer's line has the drive to it.
    await eventually(() => page.locator('[data-drop-line] [data-drive]').count()).toBe(2)
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await jobsOf(page, dele).waitFor()
    // The next key press undoes it.
    await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Assigned to Dele Okafor.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await queue(page).getByRole('link', { name: 'Burst Pipe' }).waitFor()
    await pauseByKeyboard(page)
    await page.getByRole('button', { name: 'Shortcuts' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).getByRole('button', { name: 'Shortcuts on' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    expect(await focused()).not.toBe('search')
  })

  further.it('gives a job to the engineer it is dragged onto, from the queue and from row to row', async () => {
    const site = await emptySite()
    const [sam, asha] = [await engineer(site, 'Sam Whitlock'), await engineer(site, 'Asha Patel')]
    await site.book('one@example.com')
    await callAll(site)
    const page = await openBoard(site, 'staff')
    const given = () => site.db.selectFrom('bookings').select(['engineerId', 'status']).orderBy('id').execute()
    await dragOnto(page, queue(page).getByRole('link', { name: 'Burst Pipe' }), `[data-drop-line="${sam}"]`)
    await page.getByText('Assigned to Sam Whitlock.').waitFor()
    // From one row to another.
    await dragOnto(page, page.locator(`[data-drop-line="${sam}"] .job`).first(), `[data-drop-line="${asha}"]`)
    const done = page.getByRole('status').filter({ hasText: 'Assigned to Asha Patel.' })
    await done.waitFor()
    expect(await isOnScreen(page, done)).toBe(true)
    expect(await given()).toEqual([{ engineerId: asha, status: 'assigned' }])
  })

  further.it(
    'has a week in which a job is dragged to another engineer at once, and to another day once its window is confirmed',
    async () => {
      const site = await emptySite()
      const [sam, asha] = [await engineer(site, 'Sam Whitlock'), await engineer(site, 'Asha Patel')]
      const monday = addDays(londonDay(new Date()), 7 - ((weekdayOf(londonDay(new Date())) + 6) % 7))
      await site.book('priya.raman@example.com', { preferredDate: addDays(monday, 1), timeSlot: '10:00 - 12:00' })
      const page = await openBoard(site, 'staff', `/staff/week?day=${monday}`)
      const cell = (name: string, day: number) => page.getByRole('row', { name }).getByRole('cell').nth(day)
      const booking = () => site.db.selectFrom('bookings').select(['engineerId', 'status', 'promisedFrom']).executeTakeFirstOrThrow()
      await dragOnto(page, cell('No engineer yet', 1).getByRole('link'), cell('Sam Whitlock', 1))
      await page.getByText('Assigned to Sam Whitlock.').waitFor()
      expect(await booking()).toMatchObject({ engineerId: sam, status: 'assigned' })
      await dragOnto(page, cell('Sam Whitlock', 1).getByRole('link'), cell('Asha Patel', 3))
      const dialog = page.getByRole('dialog', { name: 'Change arrival time' })
      expect(await dialog.getByLabel('Day').inputValue()).toBe(addDays(monday, 3))
      expect(await booking()).toMatchObject({ engineerId: sam, promisedFrom: instantOf(addDays(monday, 1), 10) })
      expect(await axeProblems(page)).toEqual([])
      await dialog.getByLabel('Until').fill('13:00')
      await dialog.getByRole('button', { name: 'Confirm new time' }).click()
      await cell('Asha Patel', 3).getByRole('link').waitFor()
      expect(await booking()).toEqual({ engineerId: asha, status: 'assigned', promisedFrom: instantOf(addDays(monday, 3), 10) })
      const { text } = await site.db.selectFrom('staffActs').select('text').where('act', '=', 'promise').executeTakeFirstOrThrow()
      expect(text).toMatch(/^changed the arrival window: .*, and gave the job to Asha Patel$/)
    },
  )

  further.it(
    'and its pages have no axe findings, no sideways scroll from a phone to a wall, and move nothing while they load',
    async () => {
      const site = await emptySite()
      const engineerId = await engineer(site, 'Asha Patel')
      const id = await site.book('priya.raman@example.com')
      await site.book('long@example.com', { service: 'Boiler Breakdown', name: 'A customer with quite a long name, of a firm' })
      const customer = { id: newId(), matchKey: null, createdAt: '2026-11-01T08:00:00.000Z' }
      await site.db
        .insertInto('customers')
        .values({ ...customer, recordId: customer.id, householdId: customer.id })
        .execute()
      await site.db.updateTable('bookings').set({ engineerId, status: 'assigned', customerId: customer.id }).where('id', '=', id).execute()
      const page = await openBoard(site, 'staff')
      for (const path of [
        ...['/staff', `/staff/bookings/${id}`, '/staff/bookings/new', `/staff/customers/${customer.id}`, '/staff/bookings'],
        ...['/staff/engineers', `/staff/engineers/${engineerId}`],
      ]) {
        await page.goto(path)
        await page.waitForLoadState('load')
        expect([path, await shiftsOf(page)]).toEqual([path, []])
        await page.setViewportSize({ width: 1920, height: 900 })
        expect([path, await overflowPx(page), await looksWrong(page)]).toEqual([path, 0, []])
      }
    },
  )
})
