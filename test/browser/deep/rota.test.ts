import { expect, it } from 'vitest'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { openStaffedSite } from '#test/support/site.ts'
import { signInAs } from '../signed-in.ts'
import { eventually, looksWrong, openContext, shareChromium } from '../visitor.ts'

shareChromium()

it('A month of twelve people is planned in four presses, and can be read at every width', async () => {
  const site = await openStaffedSite()
  const engineers = Array.from({ length: 12 }, (_, each) => ({
    ...{ id: newId(), name: `Engineer with number ${each}`, phone: `+4477009001${10 + each}`, base: 'Borough' },
    ...{ gasSafeNumber: each % 2 ? `12345${10 + each}` : null, retiredAt: null, createdAt: toInstant(new Date()) },
  }))
  await site.db.insertInto('engineers').values(engineers).execute()
  // An engineer with a job now.
  const busy = engineers[11]?.id ?? ''
  const job = await site.book('visitor@example.com')
  await site.db.updateTable('bookings').set({ status: 'assigned', engineerId: busy }).where('id', '=', job).execute()
  const page = await (await openContext(site.url, { viewport: { width: 1280, height: 900 } })).newPage()
  await signInAs(page, site, 'staff')
  await page.goto('/staff/engineers')

  await page.getByText('No shifts are planned, so the website offers every slot.').waitFor()
  await page.getByRole('link', { name: 'Plan shifts' }).first().click()
  await page.getByRole('button', { name: 'Days, four on, three off' }).click()
  const plan = page.getByRole('button', { name: /^Plan \d+ shifts$/ })
  await plan.waitFor()
  const previewed = page.url()
  const shown = Number(/\d+/.exec((await plan.textContent()) ?? '')?.[0])
  await plan.click()
  await page.getByText(`${shown} shifts planned`).waitFor()
  const shifts = await site.db.selectFrom('shifts').select(['id', 'startsAt']).orderBy('startsAt').execute()
  expect(shifts).toHaveLength(shown)
  expect(shown).toBeGreaterThan(190)
  await page.goto(previewed)
  await page.getByRole('heading', { name: 'There’s nothing new to plan' }).waitFor()

  const week = shifts[0]?.startsAt.slice(0, 10)
  const paths = [
    `/staff/engineers?week=${week}`,
    `/staff/engineers?month=${week?.slice(0, 7)}`,
    `${previewed.replace(site.url, '')}&firstDay=${week}&kind=on-call`,
    `/staff/engineers/shifts/${shifts[0]?.id}`,
  ]
  for (const path of paths) {
    await page.goto(path)
    expect([path, await looksWrong(page, 'main')]).toEqual([path, []])
  }
  // By keyboard: a shift is added, and the question about a job during an absence takes the focus, however far down the form was.
  await page.goto(`/staff/engineers/${busy}`)
  const formOf = (button: string) => page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) })
  await formOf('Add shift').getByLabel('From').fill('22:00')
  await formOf('Add shift').getByLabel('Until').fill('06:00')
  await page.keyboard.press('Enter')
  await page.getByText('Shift added.').waitFor()
  await formOf('Save absence').getByLabel('Reason').selectOption('Off sick')
  await formOf('Save absence').getByLabel('Until').focus()
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain('There’s a job at that time')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Absence saved.').waitFor()
  const { status } = await site.db.selectFrom('bookings').select('status').where('id', '=', job).executeTakeFirstOrThrow()
  expect(status).toBe('confirmed')
})
