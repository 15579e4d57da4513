import { expect, test } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { BookingOvertaken, StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { readUnreadCount } from '#app/features/desk/read-inbox.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days } from '#app/values/clock.ts'
import { newToken } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { acknowledgeComplaint, answerComplaint, closeComplaint, complain, recordComplaint } from './complaints.server.ts'
import { readOwnComplaint } from './read-complaints.server.ts'
import { readDue, warnOfOverdue } from './read-due.server.ts'

const act = async (booked: Booked) => ({ bookingId: booked.id, staffId: 'staff', seen: versionOf(await booked.read()) })
const byCustomer = ({ id }: Booked) => ({ bookingId: id, actor: 'customer', clientKey: newToken() })
const mailsTo = async ({ services }: World, recipient: string) => {
  await runDueJobs(services, jobHandlers)
  return services.db.selectFrom('localMail').select(['subject', 'message']).where('recipient', '=', recipient).orderBy('id').execute()
}

onOneEngine('A complaint', (engine) => {
  test('from the private link is acknowledged at once, answered with who settles disputes, and closed, each with its date', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'staff@example.com' } })
    const { services, clock } = world
    const booked = await bookOne(world, { email: 'priya@example.com' })
    await booked.become('completed')
    const typed = { words: 'The tap <b>still</b> drips.', wish: 'Fix it' }
    for (const words of ['', ' ', 'x'.repeat(5_000)])
      await expect(complain(services, byCustomer(booked), { ...typed, words })).rejects.toThrow(InvalidEntry)
    await complain(services, byCustomer(booked), typed)
    await complain(services, byCustomer(booked), typed)
    await expect(complain(services, byCustomer(booked), { ...typed, wish: 'Money' })).rejects.toThrow(StepRefused)
    expect(await readDue(services)).toMatchObject([{ bookingId: booked.id, what: 'Answer the complaint', isOverdue: false }])
    const received = (await mailsTo(world, 'priya@example.com')).at(-1)
    expect(received?.subject).toMatch(/received your complaint.*answer by/)
    expect((await mailsTo(world, 'staff@example.com')).at(-1)?.subject).toMatch(/COMPLAINT/)

    clock.advance(days(13))
    expect(await readUnreadCount(services)).toBe(1)
    await expect(closeComplaint(services, { ...(await act(booked)), closingNote: 'Nothing' })).rejects.toThrow(StepRefused)
    await expect(answerComplaint(services, { ...(await act(booked)), answer: ' ' })).rejects.toThrow(InvalidEntry)
    const press = { ...(await act(booked)), answer: 'We’re sorry.\nWe’ll come back tomorrow.' }
    await answerComplaint(services, press)
    await answerComplaint(services, press)
    await expect(answerComplaint(services, { ...press, answer: 'Another' })).rejects.toThrow(BookingOvertaken)
    const own = await readOwnComplaint(services.db, booked.id)
    expect(own).toMatchObject({ words: 'The tap ‹b›still‹/b› drips.', answer: press.answer, closedAt: null })
    expect(own?.disputeText).toMatch(/don’t use a provider/)
    const answered = (await mailsTo(world, 'priya@example.com')).at(-1)
    for (const words of ['tomorrow', own?.disputeText]) expect(answered?.message).toContain(words)

    await closeComplaint(services, { ...(await act(booked)), closingNote: 'Return visit' })
    const { complaints, history } = await readBookingView(services, booked.id)
    expect(complaints[0]?.steps.map(({ label }) => label)).toEqual(['Received', 'Acknowledged', 'Answered', 'Closed'])
    expect(history.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['answered the complaint', 'closed the complaint: Return visit']),
    )
    expect(await readDue(services)).toEqual([])
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, booked.id))
    expect(JSON.stringify(await services.db.selectFrom('complaints').selectAll().execute())).not.toMatch(/drips|tomorrow|Return/)
  })

  test('is made again once it was answered, which closes the first', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const booked = await bookOne(world)
    await complain(services, byCustomer(booked), { words: 'Late', wish: '' })
    await answerComplaint(services, { ...(await act(booked)), answer: 'Sorry' })
    await complain(services, byCustomer(booked), { words: 'And rude', wish: '' })
    const rows = await services.db.selectFrom('complaints').select(['words', 'closedBy', 'answeredAt']).orderBy('id').execute()
    expect(rows).toMatchObject([
      { words: 'Late', closedBy: 'customer' },
      { words: 'And rude', closedBy: null, answeredAt: null },
    ])
    const { complaints } = await readBookingView(services, booked.id)
    expect(complaints.map(({ isFurther }) => isFurther)).toEqual([true, false])
  })

  test('that staff record is theirs to acknowledge; each step that is overdue alarms once', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'staff@example.com' } })
    const { services, clock } = world
    const booked = await bookOne(world, { email: 'priya@example.com' })
    const told = { channel: 'phone', words: 'The engineer left a mess', wish: '' }
    await expect(recordComplaint(services, { ...(await act(booked)), ...told, channel: 'link' })).rejects.toThrow(InvalidEntry)
    await recordComplaint(services, { ...(await act(booked)), ...told })
    await expect(recordComplaint(services, { ...(await act(booked)), ...told })).rejects.toThrow(StepRefused)
    expect(await readDue(services)).toMatchObject([{ what: 'Acknowledge the complaint', isOverdue: false }])
    const alarms = async () => {
      await warnOfOverdue(services)
      await warnOfOverdue(services)
      return (await mailsTo(world, 'staff@example.com')).filter(({ subject }) => /Overdue/.test(subject)).length
    }
    expect(await alarms()).toBe(0)
    clock.advance(days(6))
    expect(await alarms()).toBe(1)
    await acknowledgeComplaint(services, await act(booked))
    expect((await mailsTo(world, 'priya@example.com')).at(-1)?.subject).toMatch(/received your complaint/)
    await expect(acknowledgeComplaint(services, await act(booked))).rejects.toThrow(StepRefused)
    clock.advance(days(9))
    expect([(await readDue(services))[0]?.isOverdue, await alarms()]).toEqual([true, 2])
  })
})
