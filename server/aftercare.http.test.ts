// @module-tag never-again
import { expect, it } from 'vitest'
import { enteredAs } from '#test/support/finished-visit.ts'
import { foreignForm, openPlainBrowser } from '#test/support/plain-browser.ts'
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
  expect((await customer.post(`${link}/complaint`, typed, foreignForm)).status).toBe(403)
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
