import { expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import { shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

it('An owner finds someone by their booking, exports what is stored of them, and erases it, without JavaScript', async () => {
  const site = await shared()
  const owner = await enteredAs(site, 'owner')
  const email = `${newId()}@example.com`
  const id = await site.book(email, { name: 'Ann Quill' })
  await site.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
  const page = `/staff/data/person?booking=${id}`
  expect((await owner.open(page)).text).toContain('Ann Quill')
  const sent = { email, phone: '', intent: 'erase', confirm: 'DELETE', checked: 'yes', [`take-${id}`]: 'yes' }

  const copied = await owner.post('/staff/data/copy', sent)
  expect(JSON.parse(copied.text).bookings).toMatchObject([{ id, name: 'Ann Quill' }])
  expect((await owner.post('/staff/data/copy', { ...sent, checked: '' })).status).toBe(422)
  expect((await owner.post('/staff/data/person', { email: 'no', phone: '', intent: 'find' })).text).toContain('value="no"')
  for (const missing of [{ confirm: '' }, { checked: '' }]) await owner.post('/staff/data/person', { ...sent, ...missing })
  expect((await owner.open(page)).text).toContain('Ann Quill')
  await site.db.deleteFrom('jobs').where('about', '=', id).execute()
  // From the customer's record, by all of its contacts.
  await site.db
    .insertInto('customers')
    .values({ id: 'ann', recordId: 'ann', householdId: 'ann', createdAt: '2026-11-20T10:00:00.000Z' })
    .execute()
  await site.db.updateTable('bookings').set({ customerId: 'ann' }).where('id', '=', id).execute()
  expect((await owner.open('/staff/data/person?customer=ann')).text).toContain('Ann Quill')
  expect((await owner.post('/staff/data/person', { ...sent, email: '', customer: 'ann' })).text).toContain('What we keep')
  expect(await site.db.selectFrom('bookings').select(['name', 'email']).where('id', '=', id).execute()).toEqual([
    { name: 'Deleted customer', email: '' },
  ])
  const log = await site.db.selectFrom('auditLog').select(['action', 'subject']).where('action', 'like', 'person.%').orderBy('id').execute()
  expect(log).toEqual([
    { action: 'person.export', subject: id },
    { action: 'person.erase', subject: id },
  ])
  expect((await owner.open('/staff/data')).status).toBe(200)
})
