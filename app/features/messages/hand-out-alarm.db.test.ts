import { expect, test } from 'vitest'
import { readAlertChoices, saveAlertChoices } from '#app/features/accounts/alert-choices.server.ts'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { type Alarm, raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { writeReview } from '#app/features/aftercare/write-review.server.ts'
import { watchServer } from '#app/features/running/watch-server.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days, hours, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { freshWorld, killedAtEachStep } from '#test/support/fresh.ts'
import { openPushService, switchOnAlerts } from '#test/support/push-service.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { callStep } from './receive-calls.server.ts'
import { receiveTextReceipt } from './receive-texts.server.ts'

const phone = '+447700900104'
const backupLate: Alarm = { kind: 'backup_late', places: [{ name: 'disk', goodAt: null, problem: '/srv/secret is gone' }] }
const detailsMissing: Alarm = { kind: 'details_missing', labels: ['VAT number'] }
const bookingFails: Alarm = { kind: 'phone_first', isOn: true, at: '2026-11-20T23:30:00.000Z', problem: 'answered 500' }

/** Half past eleven at night: an owner with a phone and a device, who sleeps from ten to seven. */
async function openNight(engine: Engine, now = '2026-11-20T23:30:00.000Z') {
  const twilio = await openTwilio()
  const world = await freshWorld(engine, { now, env: twilio.env })
  twilio.clock.now = () => world.clock.now().getTime()
  const { services, clock } = world
  const ownerId = await colleague(world, 'Olive', 'owner')
  await services.db.updateTable('authUsers').set({ phone }).where('id', '=', ownerId).execute()
  const push = await openPushService()
  const browser = push.browser()
  await switchOnAlerts(services, ownerId, browser)
  const raise = async (alarm: Alarm) => {
    await services.db.transaction().execute((tx) => raiseAlarm(tx, clock.now(), alarm))
    await runDueJobs(services, jobHandlers)
  }
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds)
    await runDueJobs(services, jobHandlers)
  }
  const mails = async () =>
    (await services.db.selectFrom('localMail').select(['recipient', 'subject']).orderBy('id').execute()).map(
      ({ recipient, subject }) => `${recipient}: ${subject}`,
    )
  return { world, services, clock, twilio, push, browser, ownerId, raise, pass, mails }
}

async function signedIn({ services }: Pick<World, 'services'>, id: string): Promise<SignedIn> {
  const user = await services.db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { account: { user } } as SignedIn
}

onOneEngine('An alarm of the site', (engine) => {
  test('that can wait is emailed now, and is on the owner’s phone when quiet hours end: once, with the others', async () => {
    const { raise, pass, mails, twilio, browser, services, clock } = await openNight(engine)
    await raise(backupLate)
    await raise(detailsMissing)
    expect(await mails()).toEqual(['desk@localhost: Backups are late', 'desk@localhost: Missing from your website: VAT number'])
    await pass(hours(7))
    expect([twilio.accepted, browser.alerts()]).toEqual([[], []])
    await pass(minutes(30))
    const body = 'Backups are late. Missing from your website: VAT number.'
    expect(browser.alerts()).toEqual([{ title: '2 alarms from your website', body, path: '/staff', about: 'alarms' }])
    expect(twilio.accepted).toMatchObject([{ to: phone, body: expect.stringContaining(body) }])
    expect(twilio.accepted[0]?.body).not.toContain('secret')
    // A server whose clock is behind holds one for the same morning.
    clock.advance(-1_000)
    await raise(detailsMissing)
    await pass(minutes(1))
    expect(twilio.accepted).toHaveLength(2)
    // By day it is said straight away, and no morning says it again.
    await raise(backupLate)
    expect(twilio.accepted).toHaveLength(3)
    await pass(days(1))
    expect([twilio.accepted.length, twilio.placed, await services.db.selectFrom('heldAlarms').selectAll().execute()]).toEqual([3, [], []])
  })

  test('that can’t wait comes through at night, by a call too; its end waits for the morning', async () => {
    const { raise, pass, twilio, browser, services } = await openNight(engine)
    await raise(bookingFails)
    const title = 'Online booking is failing: customers are being asked to call'
    expect(browser.alerts()).toMatchObject([{ title, path: '/staff/uptime' }])
    expect(twilio.accepted).toMatchObject([{ to: phone }])
    expect(twilio.placed).toMatchObject([{ to: phone }])
    const { searchParams } = new URL(twilio.placed[0]?.url ?? '')
    const first = await callStep(services, searchParams, '')
    expect(first.say).not.toContain('booking')
    expect((await callStep(services, first.askAt ?? searchParams, '5')).say).toContain(title)
    await raise({ ...bookingFails, isOn: false })
    await raise({ kind: 'booking_news', bookingId: 'b', change: 'disputed' })
    expect(twilio.accepted).toHaveLength(1)
    await raise({ kind: 'booking_news', bookingId: 'b', change: 'gas_alarm' })
    expect(browser.alerts()[1]).toMatchObject({ title: 'An engineer found dangerous gas', path: '/staff/bookings/b' })
    await pass(hours(8))
    expect([twilio.accepted.length, twilio.placed.length]).toEqual([3, 1])
  })

  test('is emailed to the owner if the text fails, now or by its receipt, and stays off the phone of one who has chosen so', async () => {
    const { raise, mails, twilio, browser, services, ownerId, world } = await openNight(engine, '2026-11-20T12:00:00.000Z')
    const mail = `${ownerId}@example.com: Backups are late`
    twilio.moods.push({ refuse: 21614 })
    await raise(backupLate)
    expect((await mails()).filter((each) => each === mail)).toHaveLength(1)
    await raise(backupLate)
    const { receiptUrl: url = '', sid = '' } = twilio.accepted[0] ?? {}
    const receipt = { MessageSid: sid, MessageStatus: 'undelivered', To: phone }
    for (let each = 0; each < 2; each++)
      await receiveTextReceipt(services, { url, body: new URLSearchParams(receipt).toString(), signature: twilio.sign(url, receipt) })
    await runDueJobs(services, jobHandlers)
    expect((await mails()).filter((each) => each === mail)).toHaveLength(2)
    const quiet = { from: '22:00', until: '07:00' }
    await saveAlertChoices(services, await signedIn(world, ownerId), { chosen: ['bookings'], quiet })
    await raise(backupLate)
    expect([twilio.accepted.length, browser.alerts().length]).toEqual([1, 2])
    expect(await mails()).toHaveLength(5)
  })

  test('about the disk or unsent messages is raised once a day, not at every check; from the second day on it waits', async () => {
    const { services, clock, ownerId } = await openNight(engine)
    const alarms = async () => {
      const rows = await services.db.selectFrom('jobs').select('payload').where('kind', '=', 'alarm').orderBy('createdAt').execute()
      return rows.map(({ payload }) => JSON.parse(payload))
    }
    const look = (freeMegabytes: number) => watchServer(services, async () => freeMegabytes * 2 ** 20)
    await look(2_000)
    expect(await alarms()).toEqual([])
    expect(await killedAtEachStep(services, (mortal) => watchServer(mortal, async () => 120 * 2 ** 20))).toBeGreaterThan(2)
    await look(110)
    clock.advance(hours(1))
    await look(110)
    expect(await alarms()).toMatchObject([
      { kind: 'disk_nearly_full', freeMegabytes: 120, isRepeated: false },
      { kind: 'disk_nearly_full', isRepeated: true },
    ])
    // A job that was given up, and another that is.
    const giveUp = () =>
      services.db.transaction().execute(async (tx) => {
        const { enqueue } = await import('#app/platform/jobs.ts')
        const [id = ''] = await enqueue(tx, clock.now(), [{ kind: 'alarm-email', payload: { ownerId } }])
        await tx.updateTable('jobs').set({ state: 'dead', finishedAt: clock.now().toISOString() }).where('id', '=', id).execute()
      })
    await giveUp()
    for (let each = 0; each < 3; each++) {
      await look(2_000)
      clock.advance(days(1))
    }
    expect((await alarms()).slice(2)).toMatchObject([{ kind: 'unsent', count: 1 }])
    await giveUp()
    await look(2_000)
    expect(await alarms()).toHaveLength(4)
  })
})

onOneEngine('Alerts to colleagues', (engine) => {
  test('are of the kinds that they chose, say nothing of the customer, and wait for the end of quiet hours', async () => {
    const { world, services, clock, push, pass } = await openNight(engine, '2026-11-20T12:00:00.000Z')
    const [zoe, sam] = [push.browser(), push.browser()]
    const ids = { zoe: await colleague(world, 'Zoë', 'staff'), sam: await colleague(world, 'Sam', 'staff') }
    await switchOnAlerts(services, ids.zoe, zoe)
    await switchOnAlerts(services, ids.sam, sam)
    const quiet = { from: '22:00', until: '07:00' }
    const chooser = await signedIn(world, ids.zoe)
    await saveAlertChoices(services, chooser, { chosen: ['bookings', 'messages', 'reviews', 'alarms'], quiet })
    // Alarms are for owners; what someone can't have stays as it is.
    expect((await readAlertChoices(services, chooser)).kinds).toEqual([
      { kind: 'open_jobs', isOn: false },
      { kind: 'bookings', isOn: true },
      { kind: 'messages', isOn: true },
      { kind: 'reviews', isOn: true },
    ])
    const booked = await bookOne(world)
    await runDueJobs(services, jobHandlers)
    clock.set('2026-11-20T23:00:00.000Z')
    const write = (text: string) =>
      messageStaff(services, { bookingId: booked.id, actor: 'customer', clientKey: 'client', text, idempotencyKey: text })
    await write('My number is 07700 900123')
    await runDueJobs(services, jobHandlers)
    expect(zoe.alerts()).toMatchObject([{ title: 'New booking: Burst Pipe', path: `/staff/bookings/${booked.id}`, about: booked.id }])
    await pass(hours(8))
    expect(zoe.alerts()).toMatchObject([{}, { title: 'Message from a customer: Burst Pipe' }])
    expect(JSON.stringify(zoe.alerts())).not.toMatch(/Priya|900264|900123|1FR/)
    expect(sam.alerts()).toEqual([])
    // On shift at night, nothing waits.
    clock.set('2026-11-21T23:00:00.000Z')
    const shift = { startsAt: '2026-11-21T22:00:00.000Z', endsAt: '2026-11-22T06:00:00.000Z' }
    await addRow(services.db, 'shifts', { id: newId(), userId: ids.zoe, kind: 'shift', ...shift })
    await write('Are you coming?')
    await runDueJobs(services, jobHandlers)
    await booked.become('completed')
    const written = { stars: '4', text: 'Priya here', name: 'Priya', mayPublish: 'yes' }
    await writeReview(services, { bookingId: booked.id, actor: 'customer', clientKey: 'client', written })
    await runDueJobs(services, jobHandlers)
    expect(zoe.alerts().slice(3)).toMatchObject([
      { title: 'New review: 4 stars', body: 'Burst Pipe, Tower Hamlets, E1', path: '/staff/reviews' },
    ])
    expect(sam.alerts()).toEqual([])
    for (const bad of ['25:00', '', '7am'])
      await expect(saveAlertChoices(services, chooser, { chosen: [], quiet: { from: bad, until: '07:00' } })).rejects.toMatchObject({
        code: 'invalid_time',
      })
    const customer = await signedIn(world, await colleague(world, 'Priya', 'customer' as 'staff'))
    await expect(saveAlertChoices(services, customer, { chosen: ['alarms'], quiet })).rejects.toMatchObject({ code: 'not_staff' })
  })
})
