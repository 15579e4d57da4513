// @module-tag never-again
import { expect, it } from 'vitest'
import { enteredAs } from '#test/support/finished-visit.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })
const seenIn = (page: string) => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? ''

it('A customer complains on their private link, staff answer, and the customer reads the answer, all without JavaScript', async () => {
  const site = await shared()
  const [staff, customer, email] = [await enteredAs(site, 'staff'), openPlainBrowser(site.url), 'complaining@example.com']
  const id = await site.book(email)
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  expect((await customer.open(link)).text).toContain(`href="${link}/complaint"`)
  const typed = { words: '<script>alert(1)</script> dripping', wish: 'Come back' }
  const empty = await customer.post(`${link}/complaint`, { ...typed, words: '' })
  expect([empty.status, empty.text.includes('Come back')]).toEqual([400, true])
  expect(await customer.post(`${link}/complaint`, typed)).toMatchObject({ status: 303, location: `${link}/complaint` })
  await site.mailTo(email, /received your complaint/)
  expect((await staff.open('/staff/inbox')).text).toContain(`/staff/bookings/${id}#complaints`)
  const page = `/staff/bookings/${id}`
  const forms: Record<string, string>[] = [
    { intent: 'answer', answer: 'We’ll come on Monday' },
    { intent: 'close', closingNote: 'Monday, free' },
  ]
  for (const form of forms)
    expect((await staff.post(page, { ...form, seen: seenIn((await staff.open(page)).text) })).location).toBe(`${page}?done=${form.intent}`)
  expect(await site.mailTo(email, /answer to your complaint/)).toContain('on Monday')
  for (const { text } of [await customer.open(`${link}/complaint`), await staff.open(page)])
    expect([text.includes('on Monday'), text.includes('<script>alert')]).toEqual([true, false])
})

it('A customer who isn’t satisfied asks for a refund on their private link, and staff decide on it, without JavaScript', async () => {
  const site = await shared()
  const [owner, customer, email] = [await enteredAs(site, 'owner'), openPlainBrowser(site.url), 'unsatisfied@example.com']
  const id = await site.book(email)
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  expect((await customer.open(`${link}/refund`)).status).toBe(404)
  await site.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
  expect((await customer.open(link)).text).toContain(`href="${link}/refund"`)
  const wrong = await customer.post(`${link}/refund`, { words: 'It drips' })
  expect([wrong.status, wrong.text.includes('It drips')]).toEqual([400, true])
  expect(await customer.post(`${link}/refund`, { wish: 'put_right' })).toMatchObject({ status: 303, location: `${link}/return` })
  expect(await customer.post(`${link}/refund`, { wish: 'refund' })).toMatchObject({ status: 303, location: `${link}/refund` })
  expect((await customer.open(`${link}/refund`)).text).toMatch(/refund what you’ve paid by/)
  expect((await owner.open('/staff/inbox')).text).toContain('Decide on the refund')
  const page = `/staff/bookings/${id}`
  const form = async (intent: string) => ({ intent, seen: seenIn((await owner.open(page)).text), outcome: 'full' })
  // The bill is issued with it.
  expect(await owner.post(page, await form('decide-refund'))).toMatchObject({
    status: 303,
    location: `${page}?done=decide-refund`,
  })
  expect((await customer.open(`${link}/refund`)).text).toContain('off your bill')
})

it('A customer reads what they may cancel, sends the model form, and staff refund it, without JavaScript', async () => {
  const site = await shared()
  const [owner, customer, email] = [await enteredAs(site, 'owner'), openPlainBrowser(site.url), 'cancelling@example.com']
  const id = await site.book(email)
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const rights = `${link}/cancel-rights`
  const form = { contract: 'visit', name: 'Priya Raman', address: '12 Commercial Street' }
  expect((await customer.open(rights)).text).toContain('no 14-day legal right')
  expect((await customer.post(rights, form)).status).toBe(409)
  // As if they had booked a slot and been visited.
  await site.db
    .updateTable('bookings')
    .set((eb) => ({ slotStartsAt: eb.ref('promisedFrom'), slotEndsAt: eb.ref('promisedUntil'), status: 'completed' }))
    .where('id', '=', id)
    .execute()
  const wrong = await customer.post(rights, { ...form, name: '' })
  expect([wrong.status, wrong.text.includes('12 Commercial Street')]).toEqual([400, true])
  expect(await customer.post(rights, form)).toMatchObject({ status: 303, location: rights })
  expect(await site.mailTo(email, /received your cancellation/)).toContain('Priya Raman')
  expect((await owner.open('/staff/inbox')).text).toContain('cancelled by their legal right')
  const page = `/staff/bookings/${id}`
  const bill = /name="seenPence" value="(\d+)"/.exec((await owner.open(page)).text)?.[1] ?? ''
  await owner.post(page, { intent: 'bill-issue', seenPence: bill })
  const shown = (await owner.open(page)).text
  const cancellation = /name="cancellation" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const settled = {
    intent: 'settle-cancellation',
    key: 'once',
    seen: seenIn(shown),
    cancellation,
    billed: String(Number(bill) / 100),
    kept: '0',
  }
  expect((await owner.post(page, settled)).status).toBe(303)
  expect((await customer.open(rights)).text).toContain('You’ve cancelled this')
})
