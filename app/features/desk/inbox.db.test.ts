import { expect, test } from 'vitest'
import { openComplaint, settleComplaint } from '#app/features/aftercare/complaints.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { addEngineer } from '#app/features/dispatch/add-engineer.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { newToken } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { readBookingView } from './board-booking.server.ts'
import { messageCustomer } from './message-customer.server.ts'
import { readBoardMark } from './read-board.server.ts'
import { readInbox, readUnreadCount } from './read-inbox.server.ts'
import { markAnswered, markRead } from './sort-messages.server.ts'

const write = ({ services }: World, { id }: Booked, text: string) =>
  messageStaff(services, { bookingId: id, actor: 'customer', clientKey: newToken(), text, idempotencyKey: newToken() })
const act = async (booked: Booked) => ({ bookingId: booked.id, staffId: 'staff', seen: versionOf(await booked.read()) })

onOneEngine('The inbox of staff', (engine) => {
  test('has what customers write, also of finished visits, as unread, read and answered, and the board hears of each', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const [open, done] = [await bookOne(world), await bookOne(world)]
    await done.become('completed')
    const marks = [await readBoardMark(services)]
    await write(world, open, 'When will you be here?')
    world.clock.advance(1_000)
    await write(world, done, 'Leaking again, this is a complaint')
    marks.push(await readBoardMark(services))
    const states = async () => (await readInbox(services)).map(({ id, state }) => [id, state])
    expect([await readUnreadCount(services.db), await states()]).toEqual([
      2,
      [
        [done.id, 'unread'],
        [open.id, 'unread'],
      ],
    ])
    await markRead(services, { bookingId: done.id, staffId: 'staff' })
    marks.push(await readBoardMark(services))
    await messageCustomer(services, { bookingId: open.id, staffId: 'staff', text: 'In ten minutes', idempotencyKey: 'a' })
    expect([await readUnreadCount(services.db), await states()]).toEqual([
      0,
      [
        [done.id, 'read'],
        [open.id, 'answered'],
      ],
    ])
    await markAnswered(services, { bookingId: done.id, staffId: 'staff' })
    marks.push(await readBoardMark(services))
    await write(world, open, 'Thanks. Now I smell gas')
    expect((await readInbox(services)).map(({ id, state, isDangerous }) => [id, state, isDangerous])).toEqual([
      [open.id, 'unread', true],
      [done.id, 'answered', false],
    ])
    expect(new Set(marks).size).toBe(marks.length)
  })

  test('alone has what is written after a visit, or with a complaint: not the engineer it may be about', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const jobs = await Promise.all(['Under way', 'Complained of', 'Over'].map(() => bookOne(world)))
    const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: '' }
    const engineerId = await addEngineer(services, { staffId: 'owner', sharesPhone: true, fields })
    const userId = await colleague(world, 'Dan Okoro', 'staff')
    await services.db.updateTable('engineers').set({ userId }).where('id', '=', engineerId).execute()
    await services.db.updateTable('bookings').set({ engineerId, status: 'assigned' }).execute()
    const [underWay, complained, over] = jobs as [Booked, Booked, Booked]
    await openComplaint(services, await act(complained))
    await over.become('completed')
    for (const job of jobs) await write(world, job, 'About your engineer')
    await runDueJobs(services, jobHandlers)
    const mails = await services.db.selectFrom('localMail').select('subject').where('recipient', '=', `${userId}@example.com`).execute()
    const references = await Promise.all([underWay, complained, over].map(async (job) => (await job.read()).reference))
    expect(references.map((reference) => mails.some(({ subject }) => subject.includes(reference)))).toEqual([true, false, false])
  })

  test('keeps a complaint before everything else until it is settled, once, with what was agreed', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const [angry, other] = [await bookOne(world), await bookOne(world)]
    await angry.become('completed')
    const press = await act(angry)
    await openComplaint(services, press)
    await openComplaint(services, press)
    await expect(openComplaint(services, await act(angry))).rejects.toThrow(StepRefused)
    await write(world, other, 'Newer')
    expect((await readInbox(services)).map(({ id, isComplaint }) => [id, isComplaint])).toEqual([
      [angry.id, true],
      [other.id, false],
    ])
    for (const settlement of ['', ' ', 'x'.repeat(10_000)])
      await expect(settleComplaint(services, { ...(await act(angry)), settlement })).rejects.toThrow(InvalidEntry)
    await settleComplaint(services, { ...(await act(angry)), settlement: 'Return visit <b>tomorrow</b>, 100% free' })
    await expect(settleComplaint(services, { ...(await act(angry)), settlement: 'Again' })).rejects.toThrow(StepRefused)
    const { complaints, history } = await readBookingView(services, angry.id)
    expect(complaints).toMatchObject([{ settlement: 'Return visit ‹b›tomorrow‹/b›, 100% free' }])
    expect(history.map(({ what }) => what)).toContain('marked it as a complaint')
    expect((await readInbox(services)).map(({ id }) => id)).toEqual([other.id])
  })
})
