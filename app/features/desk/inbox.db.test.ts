import { expect } from 'vitest'
import { complain } from '#app/features/aftercare/complaints.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { newToken } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { markAnswered, markRead, messageCustomer } from './message-customer.server.ts'
import { readBoardMark } from './read-board.server.ts'
import { readInbox, readUnreadCount } from './read-inbox.server.ts'

const write = ({ services }: World, { id }: Booked, text: string) =>
  messageStaff(services, { bookingId: id, actor: 'customer', clientKey: newToken(), text, idempotencyKey: newToken() })

onOneEngine('The inbox of staff', (_, test) => {
  test('has what customers write, also of finished visits, as unread, read and answered, and the board hears of each', async (world) => {
    const { services } = world
    const [open, done] = [await bookOne(world), await bookOne(world)]
    await done.become('completed')
    const marks = [await readBoardMark(services)]
    await write(world, open, 'When will you be here?')
    world.clock.advance(1_000)
    await write(world, done, 'Leaking again, this is a complaint')
    marks.push(await readBoardMark(services))
    const states = async () => (await readInbox(services)).map(({ id, state }) => [id, state])
    expect([await readUnreadCount(services), await states()]).toEqual([
      2,
      [
        [done.id, 'unread'],
        [open.id, 'unread'],
      ],
    ])
    await markRead(services, { bookingId: done.id, staffId: 'staff' })
    marks.push(await readBoardMark(services))
    await messageCustomer(services, { bookingId: open.id, staffId: 'staff', text: 'In ten minutes', idempotencyKey: 'a' })
    expect([await readUnreadCount(services), await states()]).toEqual([
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

  test('alone has what is written after a visit, or with a complaint: not the engineer it may be about', async ({ world, services }) => {
    const jobs = await Promise.all(['Under way', 'Complained of', 'Over'].map(() => bookOne(world)))
    const engineerId = await engineer(world)
    const userId = await colleague(world, 'Dan Okoro', 'staff')
    await services.db.updateTable('engineers').set({ userId }).where('id', '=', engineerId).execute()
    await services.db.updateTable('bookings').set({ engineerId, status: 'assigned' }).execute()
    const [underWay, complained, over] = jobs as [Booked, Booked, Booked]
    await complain(services, { bookingId: complained.id, actor: 'customer', clientKey: newToken() }, { words: 'He was late', wish: '' })
    await over.become('completed')
    for (const job of jobs) await write(world, job, 'About your engineer')
    await runDueJobs(services, jobHandlers)
    const mails = await services.db.selectFrom('localMail').select('subject').where('recipient', '=', `${userId}@example.com`).execute()
    const references = await Promise.all([underWay, complained, over].map(async (job) => (await job.read()).reference))
    expect(references.map((reference) => mails.some(({ subject }) => subject.includes(reference)))).toEqual([true, false, false])
  })
})
