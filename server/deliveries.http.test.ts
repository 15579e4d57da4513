import { describe, expect, it } from 'vitest'
import { days, minutes } from '#app/values/clock.ts'
import { foreignForm, openPlainBrowser } from '#test/support/plain-browser.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { openStaffedSite, type Site } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/** Tests what staff see of deliveries and do about them, without JavaScript. */

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

async function enteredAs(site: Site, role: 'customer' | 'staff') {
  const visitor = openPlainBrowser(site.url)
  expect(await visitor.signIn(await site.sampleOf(role))).toMatchObject({ status: 303 })
  return visitor
}

const book = (url: string) =>
  fetch(`${url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(bookingBody()),
  })

describe('Deliveries', () => {
  it('that fail are seen with their answers, tried at once, raise the alarm, are given up, and are sent again', async () => {
    const receiver = await openReceiver(500)
    const site = await openStaffedSite({ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, STAFF_EMAIL: 'desk@example.co.uk' })
    const staff = await enteredAs(site, 'staff')
    const { reference } = (await (await book(site.url)).json()) as { reference: string }
    const webhook = () => site.db.selectFrom('jobs').selectAll().where('kind', '=', 'staff-webhook').orderBy('id').execute()
    await expect.poll(async () => (await webhook())[0]?.attempts).toBeGreaterThan(0)
    const id = (await webhook())[0]?.id ?? ''
    await expect.poll(async () => (await staff.open('/staff/deliveries')).text).toContain('The target answered 500')
    const list = await staff.open('/staff/deliveries')
    for (const said of [reference, 'priya.raman@example.com', 'desk@example.co.uk', '/staff/deliveries/']) expect(list.text).toContain(said)
    expect(list.text).not.toContain('are stuck, the oldest')
    expect(list.text).not.toMatch(/kitchen ceiling|7700 ?900264/)
    const mails = (await staff.open('/staff/deliveries?channel=mail&state=done')).text
    expect(mails).toContain('Confirmation, to the customer')
    expect(mails).not.toContain('The target answered 500')
    expect((await staff.open('/staff/deliveries?channel=text')).text).toContain('Nothing matches.')
    expect((await staff.open('/staff/deliveries?channel=x&state=y&before=z')).status).toBe(200)

    // After an hour, the next attempt is another hour away.
    const hour = new Date(Date.now() - minutes(60)).toISOString()
    const [ahead, sent] = [new Date(Date.now() + minutes(60)).toISOString(), receiver.deliveries.length]
    await expect
      .poll(
        async () =>
          (
            await site.db
              .updateTable('jobs')
              .set({ createdAt: hour, runAt: ahead })
              .where('id', '=', id)
              .where('leaseToken', 'is', null)
              .executeTakeFirst()
          ).numUpdatedRows,
      )
      .toBe(1n)
    for (const path of ['/blog-admin', '/staff/deliveries', `/staff/deliveries/${id}`])
      expect((await staff.open(path)).text).toContain('A message has been stuck since')
    const attempts = (await webhook())[0]?.attempts ?? 0
    expect(await staff.post(`/staff/deliveries/${id}`, { intent: 'try' })).toMatchObject({
      status: 303,
      location: `/staff/deliveries/${id}?done=tried`,
    })
    await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(sent)
    await expect.poll(async () => (await webhook())[0]?.attempts).toBeGreaterThan(attempts)
    // Not during an attempt.
    await expect.poll(async () => (await webhook())[0]?.leaseToken).toBeNull()
    const one = await staff.open(`/staff/deliveries/${id}`)
    expect(one.text).toContain('Try now')
    for (const said of ['booking.received', reference, 'The target answered 500', 'Attempts']) expect(one.text).toContain(said)

    // Three days later.
    const at = new Date(Date.now() - days(3)).toISOString()
    await expect
      .poll(
        async () =>
          (
            await site.db
              .updateTable('jobs')
              .set({ createdAt: at, state: 'dead', finishedAt: at })
              .where('id', '=', id)
              .where('leaseToken', 'is', null)
              .executeTakeFirst()
          ).numUpdatedRows,
      )
      .toBe(1n)
    expect((await staff.open('/staff/deliveries')).text).toContain('Given up</h2>')
    expect((await staff.open(`/staff/deliveries/${id}`)).text).not.toContain('Try now')
    receiver.answer = 204
    const again = await staff.post(`/staff/deliveries/${id}`, { intent: 'replay', seen: '' })
    const [, second] = await webhook()
    expect(again).toMatchObject({ status: 303, location: `/staff/deliveries/${second?.id}?done=sent` })
    // The same action again, from an outdated page.
    expect(await staff.post(`/staff/deliveries/${id}`, { intent: 'replay', seen: '' })).toMatchObject({
      location: `/staff/deliveries/${second?.id}?done=already`,
    })
    await expect.poll(async () => (await webhook()).map(({ state }) => state)).toEqual(['dead', 'done'])
    expect((await staff.open(`/staff/deliveries/${id}`)).text).toContain(`/staff/deliveries/${second?.id}`)
    expect((await staff.open(`/staff/deliveries/${second?.id}`)).text).toContain('Answered 204')
    expect((await staff.open('/staff/deliveries')).text).not.toMatch(/messages are stuck|message has been stuck|Given up<\/h2>/)
    const audit = await site.db.selectFrom('auditLog').select('action').where('action', 'like', 'delivery.%').orderBy('id').execute()
    expect(audit).toEqual([{ action: 'delivery.try' }, { action: 'delivery.replay' }])
  })

  it('are for staff, from forms of this site; what is none is not found', async () => {
    const site = await openStaffedSite()
    const [staff, customer] = [await enteredAs(site, 'staff'), await enteredAs(site, 'customer')]
    await book(site.url)
    const { id } = await site.db.selectFrom('jobs').select('id').limit(1).executeTakeFirstOrThrow()
    expect((await openPlainBrowser(site.url).open('/staff/deliveries')).location).toBe('/auth?next=/staff/deliveries')
    for (const path of ['/staff/deliveries', `/staff/deliveries/${id}`]) expect((await customer.open(path)).status).toBe(403)
    expect((await customer.post(`/staff/deliveries/${id}`, { intent: 'replay' })).status).toBe(403)
    expect((await staff.post(`/staff/deliveries/${id}`, { intent: 'replay' }, foreignForm)).status).toBe(403)
    expect((await staff.open('/staff/deliveries/nothing')).status).toBe(404)
  })
})
