// @module-tag never-again
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { takeEngineer } from '#app/features/dispatch/steps/take-engineer.server.ts'
import { type Chance, chanceOf } from '#test/deep/friday/chance.ts'
import { type Colleague, openFriday } from '#test/deep/friday/site-of-day.ts'
import { tries } from '#test/support/depth.ts'
import type { Site } from '#test/support/site.ts'
import '#test/support/cheap-passwords.ts'
import { dragOnto } from '../drag-onto.ts'
import { signInAs } from '../signed-in.ts'
import { eventually, openContext, shareChromium } from '../visitor.ts'

/*
 * Part of a frosty Friday, dispatched by three people in separate browsers on one site, who often pick the same job at the same moment.
 * Every refusal is shown and stays on the screen while the others continue working. Every change is confirmed and recorded. No engineer has
 * two jobs that conflict unless a dispatcher was asked and confirmed.
 */

shareChromium()

/** A dispatcher at the board, with the server's refusals and those they have read. */
interface Dispatcher {
  page: Page
  refused: number
  read: number
  /** The ids of bookings that the page confirmed as assigned. */
  assigned: string[]
}

/** Too narrow for engineers beside the queue: they are in a list that appears during a drag. */
const narrow = { viewport: { width: 1040, height: 900 } }

async function openDispatcher(site: Site, colleague: Colleague): Promise<Dispatcher> {
  const page = await (await openContext(site.url, narrow)).newPage()
  await signInAs(page, site, colleague)
  await page.goto('/staff')
  await page.getByText('Live: updates automatically.').waitFor()
  const dispatcher: Dispatcher = { page, refused: 0, read: 0, assigned: [] }
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.status() >= 400) dispatcher.refused += 1
  })
  return dispatcher
}

const cardOf = (page: Page, id: string) => page.locator(`[data-card="${id}"]`)
const isOvertaken = (page: Page) => page.getByRole('heading', { name: 'A colleague got there first' })
const isNotSaved = (page: Page) => page.getByRole('heading', { name: 'Not saved' })
const isDone = (page: Page) => page.getByRole('status').filter({ hasText: /^Assigned/ })
/** A colleague has assigned the job while it was being dragged. The page says so, and nothing was sent. */
const isTaken = (page: Page) => page.getByRole('alert').filter({ hasText: 'You haven’t assigned it.' })
const isAsked = (page: Page, id: string) => cardOf(page, id).getByRole('alert')

/** Waits for the first of these to be shown and returns its name. */
async function firstOf<Name extends string>(shown: Record<Name, Locator>): Promise<Name> {
  const found: { name?: Name } = {}
  await eventually(async () => {
    for (const name of Object.keys(shown) as Name[]) if (await shown[name].first().isVisible()) found.name = name
    return found.name
  }).toBeDefined()
  return found.name as Name
}

/** Assigns a job from its card to one of the first three engineers, with the button or by dragging, and handles the answer. */
async function assign(
  site: Site,
  dispatcher: Dispatcher,
  id: string,
  { choice, isDrag }: { choice: number; isDrag: boolean },
): Promise<void> {
  const { page } = dispatcher
  const card = cardOf(page, id)
  page.setDefaultTimeout(8_000)
  const before = dispatcher.refused
  const press = async () => {
    if (isDrag) return dragOnto(page, card.getByRole('link').first(), page.locator('[data-drop].bg-white').nth(choice))
    await card.locator('details[name=assign] > summary').click()
    await card.getByRole('radio').and(card.locator(':enabled')).nth(choice).check()
    await card.getByRole('button', { name: /^Assign job/ }).click()
  }
  const isPressed = await press().then(
    () => true,
    () => false,
  )
  page.setDefaultTimeout(30_000)
  // A colleague has assigned it meanwhile and the board has moved or changed the card, so nothing was pressed.
  if (!isPressed) {
    await card.locator('.job').or(card.getByText('Reassign')).or(card.getByText('has this job now')).first().waitFor()
    expect(dispatcher.refused).toBe(before)
    // At the edge of the page, where letting go is neither a drop nor a click.
    await page.mouse.move(2, 300)
    await page.mouse.up()
    if (isDrag && (await isTaken(page).isVisible())) await dismiss(page, isTaken(page))
    return
  }
  const answers = () => firstOf({ done: isDone(page), overtaken: isOvertaken(page), asked: isAsked(page, id), taken: isTaken(page) })
  let answer = await answers()
  // The board asks again if a colleague's change has raised another conflict meanwhile.
  while (answer === 'asked') {
    await staysThroughNews(site, page, isAsked(page, id))
    dispatcher.read += 1
    const question = (await isAsked(page, id).textContent()) ?? ''
    await card.getByRole('button', { name: /^Assign job anyway/ }).click()
    const other = isAsked(page, id).filter({ hasNotText: new RegExp(`^${question.replaceAll(/[.()?]/g, '\\$&')}$`) })
    answer = await firstOf({ done: isDone(page), overtaken: isOvertaken(page), asked: other })
  }
  if (answer === 'taken') {
    await staysThroughNews(site, page, isTaken(page))
    expect(dispatcher.refused).toBe(before)
    await dismiss(page, isTaken(page))
  } else if (answer === 'done') {
    dispatcher.assigned.push(id)
    await page.getByRole('link', { name: 'Close', exact: true }).click()
    await isDone(page).waitFor({ state: 'detached' })
  } else {
    await staysThroughNews(site, page, isOvertaken(page))
    dispatcher.read += 1
    await dismiss(page, isOvertaken(page))
  }
}

/** Submits without choosing an engineer and expects the error. */
async function forget(site: Site, dispatcher: Dispatcher, id: string): Promise<void> {
  const { page } = dispatcher
  await cardOf(page, id).locator('details[name=assign] > summary').click()
  await cardOf(page, id)
    .getByRole('button', { name: /^Assign job/ })
    .click()
  if ((await firstOf({ notSaved: isNotSaved(page), overtaken: isOvertaken(page) })) === 'notSaved') {
    await page.getByText('Choose an engineer.').first().waitFor()
    await staysThroughNews(site, page, isNotSaved(page))
  }
  dispatcher.read += 1
  await dismiss(page, isNotSaved(page).or(isOvertaken(page)))
}

async function dismiss(page: Page, notice: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await notice.waitFor({ state: 'detached' })
}

let callers = 0
/** A new booking appears on the page on its own, and the earlier notice is still there. */
async function staysThroughNews(site: Site, page: Page, notice: Locator): Promise<void> {
  callers += 1
  const id = await site.book(`news-${callers}@example.com`, {
    phone: `07700 ${900_500 + callers}`,
    preferredDate: '2026-11-21',
    timeSlot: '14:00 - 16:00',
  })
  await cardOf(page, id).waitFor()
  expect(await notice.first().isVisible()).toBe(true)
}

/** Every assignment that leaves an engineer with a conflict was confirmed, whichever of the two jobs was assigned last. */
async function expectAnsweredDoubts(site: Site, ids: readonly string[]): Promise<void> {
  const acts = await site.db
    .selectFrom('staffActs')
    .selectAll()
    .where('act', '=', 'assign')
    .where('undoneAt', 'is', null)
    .orderBy('id')
    .execute()
  const bookings = await site.bookings()
  const lastActOf = (id: string | undefined) => acts.findLast(({ bookingId }) => bookingId === id)
  for (const booking of bookings) {
    const { engineerId } = booking
    if (!engineerId || !ids.includes(booking.id)) continue
    const act = lastActOf(booking.id)
    if (!act) throw new Error(`${booking.reference} has an engineer, and nobody gave it to them`)
    const doubts = await site.db.transaction().execute((tx) => takeEngineer(tx, { ...booking, engineerId }, new Date(act.at)))
    for (const { text: doubt } of doubts) {
      const other = lastActOf(bookings.find(({ reference }) => doubt.includes(reference))?.id)
      const last = other && other.id > act.id ? other : act
      expect(last.text, `${booking.reference}: ${doubt}`).toContain(', who ')
    }
  }
}

const seeds = Array.from({ length: tries(1, 3) }, (_, seed) => seed + 11)
const rounds = tries(1, 20)

test.each(seeds)(
  'Three dispatchers in browsers read every refusal, and answer for every overlap: %i',
  { timeout: 600_000 },
  async (seed) => {
    const { site, staff } = await openFriday({ seed, minute: tries(20, 480), dispatchers: 1 })
    const dispatchers = await Promise.all(staff.map((each) => openDispatcher(site, each)))
    const chance: Chance = chanceOf(seed)
    for (let round = 0; round < rounds; round++) {
      const ids: string[] = []
      for (let each = 0; each < 3; each++)
        ids.push(
          await site.book(`round-${round}-${each}@example.com`, {
            phone: `07700 90${1000 + 3 * round + each}`,
            postcode: chance.pick(['E1 1FR', 'SW9 8HE', 'N1 9GU']),
          }),
        )
      for (const { page } of dispatchers) await cardOf(page, ids[2] ?? '').waitFor()
      // In every other round all three pick the same job.
      const isRace = round % 2 === 0
      await Promise.all(
        dispatchers.map((dispatcher, each) => {
          const id = ids[isRace ? 0 : each] ?? ''
          const how = { choice: chance.whole(0, 2), isDrag: chance.percent(30) }
          return chance.percent(15) ? forget(site, dispatcher, id) : assign(site, dispatcher, id, how)
        }),
      )
      for (const { page, refused, read } of dispatchers) {
        expect({ round, read }).toEqual({ round, read: refused })
        expect(await page.getByRole('alert').count()).toBe(0)
        // A refused press leaves its list open, over the cards below.
        const open = page.locator('[data-card] details[name=assign][open] > summary')
        if ((await open.count()) > 0) await open.first().click()
      }
      await expectAnsweredDoubts(site, ids)
      // Cancels this round's bookings, so that the day has room for the next round.
      await site.db
        .updateTable('bookings')
        .set({ status: 'cancelled', engineerId: null })
        .where((eb) => eb.or([eb('email', 'like', 'round-%'), eb('email', 'like', 'news-%')]))
        .execute()
    }
    // Every change that a page confirmed is recorded under that person's name.
    for (const [each, { assigned }] of dispatchers.entries()) {
      const { id } = await site.db
        .selectFrom('authUsers')
        .select('id')
        .where('email', '=', staff[each]?.email ?? '')
        .executeTakeFirstOrThrow()
      const acts = await site.db.selectFrom('staffActs').select('bookingId').where('act', '=', 'assign').where('actor', '=', id).execute()
      expect(acts.map(({ bookingId }) => bookingId).toSorted()).toEqual(assigned.toSorted())
    }
    expect(dispatchers.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(0)
  },
)
