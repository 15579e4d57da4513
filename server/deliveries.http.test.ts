import { describe, expect, it } from 'vitest'
import { days, minutes } from '#app/values/clock.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { openStaffedSite } from '#test/support/site.ts'

/** Tests staff's view of deliveries and their acts on them, without JavaScript. */

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('Deliveries', () => {
  it('that fail are seen with their answers, tried at once, raise the alarm, are given up, and are sent again', async () => {
    const receiver = await openReceiver(500)
    const site = await openStaffedSite({ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, STAFF_EMAIL: 'desk@example.co.uk' })
    const staff = await enteredAs(site, 'staff')
    await site.book('priya.raman@example.com')
    const [{ reference } = { reference: '' }] = await site.bookings()
    const webhook = () => site.db.selectFrom('jobs').selectAll().where('kind', '=', 'staff-webhook').orderBy('id').execute()
    await expect.poll(async () => (await webhook())[0]?.attempts).toBeGreaterThan(0)
    const id = (await webhook())[0]?.id ?? ''
    await expect.poll(async () => (await staff.open('/staff/deliveries')).text).toContain('The target answered 500')
    const list = await staff.open('/staff/deliveries')
    for (const said of [reference, 'priya.raman@example.com', 'desk@example.co.uk', '/staff/deliveries/']) expect(list.text).toContain(said)
    expect(list.text).not.toMatch(/kitchen ceiling|7700 ?900264/)
    expect((await staff.open('/staff/deliveries?channel=mail&state=done')).text).not.toContain('The target answered 500')
    const setBetweenAttempts = async (values: Record<string, string>) => {
      const idle = site.db.updateTable('jobs').set(values).where('id', '=', id).where('leaseToken', 'is', null)
      return (await idle.executeTakeFirst()).numUpdatedRows
    }

    // After an hour, the next attempt is another hour away.
    const hour = new Date(Date.now() - minutes(60)).toISOString()
    const [ahead, sent] = [new Date(Date.now() + minutes(60)).toISOString(), receiver.deliveries.length]
    await expect.poll(() => setBetweenAttempts({ createdAt: hour, runAt: ahead })).toBe(1n)
    expect((await staff.open('/blog-admin')).text).toContain('A message has been stuck since')
    expect(await staff.post(`/staff/deliveries/${id}`, { intent: 'try' })).toMatchObject({
      status: 303,
      location: `/staff/deliveries/${id}?done=tried`,
    })
    await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(sent)

    // Three days later.
    const at = new Date(Date.now() - days(3)).toISOString()
    await expect.poll(() => setBetweenAttempts({ createdAt: at, state: 'dead', finishedAt: at })).toBe(1n)
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
    expect((await staff.open('/staff/deliveries')).text).not.toMatch(/messages are stuck|message has been stuck|Given up<\/h2>/)
  })
})
