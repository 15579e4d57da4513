// @module-tag never-again
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askForReviews } from '#app/features/aftercare/ask-for-reviews.server.ts'
import { bookReturn } from '#app/features/aftercare/book-return.server.ts'
import { acknowledgeComplaint, answerComplaint, closeComplaint, recordComplaint } from '#app/features/aftercare/complaints.server.ts'
import { readDue } from '#app/features/aftercare/read-due.server.ts'
import { readVisitLinks } from '#app/features/aftercare/return-view.server.ts'
import { askSatisfaction } from '#app/features/aftercare/satisfaction.server.ts'
import { warnOfOverdue } from '#app/features/aftercare/warn-of-overdue.server.ts'
import { writeReview } from '#app/features/aftercare/write-review.server.ts'
import { decideSatisfaction } from '#app/features/billing/decide-satisfaction.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { correctFault } from '#app/features/visit/return-fault.server.ts'
import { removeDueFiles } from '#app/platform/files-to-remove.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { issue, visited } from '#test/support/billed.ts'
import { type Booked, followOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { addFiller, withoutChecks } from '#test/support/filler-rows.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { tracesIn } from '#test/support/traces.ts'
import { onOneEngine } from '#test/support/world.ts'
import { carryOutRetention } from './carry-out-retention.server.ts'

const word = 'Quillfeather'
const phone = '+447700900777'
const traces = new RegExp(`${word}|7700 ?900 ?777`, 'i')

onOneEngine('The years after a visit', (engine) => {
  test('are as we promise: asked twice, answered in time over Christmas, returned to for 12 months, and forgotten at the end', async () => {
    const world = await freshWorld(engine, { now: '2026-12-18T09:30:00.000Z' })
    const { services, clock } = world
    const { db } = services
    const owner = await colleague(world, 'Olu Owner', 'owner')
    const email = `${word.toLowerCase()}@example.com`
    const changes = { name: `Ann ${word}`, email, phone, address: `7 ${word} Row`, description: `Says ${word}` }
    // Ended at 10am, and billed; and at 10.30am.
    const visit = await visited(world, { changes })
    await issue(services, visit)
    const unbilled = await visited(world, { changes: { ...changes, service: 'Leak Repair' } })
    await withoutChecks(services)
    const file = `${newId()}.jpg`
    await services.files.put(file, Buffer.from(word))
    await addFiller(services, 'photos', { bookingId: visit.id, file, smallFile: file })

    const byCustomer = ({ id }: Pick<Booked, 'id'>) => ({ bookingId: id, actor: 'customer', clientKey: newId() })
    const byOwner = async ({ id }: Pick<Booked, 'id'>) => ({
      ...{ bookingId: id, staffId: owner },
      seen: versionOf(await followOne(world, id).read()),
    })
    /** The chores of a minute, and what the customer has been asked by then. */
    const asked = async (at: string) => {
      clock.set(at)
      await askForReviews(services)
      await warnOfOverdue(services)
      await runDueJobs(services, jobHandlers)
      const rows = await db.selectFrom('reviewAsks').select('number').orderBy('at').execute()
      return rows.map(({ number }) => number)
    }
    const due = async (at: string) => {
      const asks = await asked(at)
      return { asks: asks.length, due: (await readDue(services)).map(({ what, isOverdue }) => (isOverdue ? `${what}!` : what)) }
    }

    // Asked three hours later, once more after four days, never again.
    expect(await asked('2026-12-18T12:59:00.000Z')).toEqual([])
    expect(await asked('2026-12-18T13:00:00.000Z')).toEqual([1])
    expect(await asked('2026-12-18T13:30:00.000Z')).toEqual([1, 1])
    expect(await asked('2026-12-22T12:59:00.000Z')).toEqual([1, 1])
    const written = { stars: '2', text: `${word} here: it drips`, name: 'Ann', mayPublish: 'yes' }
    await writeReview(services, { ...byCustomer(visit), written })
    // Only of the visit without a review.
    expect(await asked('2026-12-22T13:30:00.000Z')).toEqual([1, 1, 2])

    // The day before Christmas, a Thursday, they complain by phone; on the last of seven days they want their money back, a minute later it is too late.
    clock.set('2026-12-24T15:00:00.000Z')
    await recordComplaint(services, { ...(await byOwner(visit)), channel: 'phone', words: `${word}: it drips`, wish: 'A refund' })
    clock.set('2026-12-25T23:59:59.999Z')
    await askSatisfaction(services, byCustomer(visit), { wish: 'refund', words: `${word}: it drips` })
    clock.set('2026-12-26T00:00:00.000Z')
    await expect(askSatisfaction(services, byCustomer(unbilled), { wish: 'refund', words: '' })).rejects.toThrow(StepRefused)
    const refund = 'Decide on the refund they asked for'
    // Neither Christmas, nor a weekend, nor the day instead of Boxing Day is a working day.
    expect(await due('2026-12-30T23:59:00.000Z')).toEqual({ asks: 3, due: ['Acknowledge the complaint', refund] })
    expect((await due('2026-12-31T00:00:00.000Z')).due).toEqual(['Acknowledge the complaint!', refund])
    await acknowledgeComplaint(services, await byOwner(visit))
    expect((await due('2027-01-07T23:59:00.000Z')).due).toContain('Answer the complaint')
    await answerComplaint(services, { ...(await byOwner(visit)), answer: 'We’re sorry' })
    await decideSatisfaction(services, { ...(await byOwner(visit)), outcome: 'full', amount: '', reasons: '', isAgreed: false })
    await closeComplaint(services, { ...(await byOwner(visit)), closingNote: `${word} is happy` })
    expect(await due('2027-01-20T10:00:00.000Z')).toEqual({ asks: 3, due: [] })

    // In the eleventh month the same problem is back. A day after the twelfth, it is no longer under guarantee.
    clock.set('2027-11-18T10:00:00.000Z')
    const wish = { description: `${word}: it drips again`, preferredDate: '', timeSlot: 'ASAP' }
    const path = await bookReturn(services, { ...byCustomer(visit), key: 'november', ...wish })
    const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
    expect(booking).toMatchObject({ returnOf: visit.id, estimatePence: 0 })
    const back = followOne(world, booking.id)
    for (const step of ['assigned', 'en_route', 'arrived'] as const) await back.become(step)
    await correctFault(services, { bookingId: back.id, staffId: owner }, (name) => (name === 'sameFault' ? 'yes' : ''))
    await back.become('completed')
    // It was a visit like any other.
    expect(await asked('2027-11-18T14:00:00.000Z')).toHaveLength(4)
    expect(await asked('2027-11-22T14:00:00.000Z')).toHaveLength(5)
    clock.set('2027-12-18T23:59:59.999Z')
    expect(await readVisitLinks(services, await visit.read())).toMatchObject({ until: '2027-12-18' })
    clock.advance(1)
    await expect(bookReturn(services, { ...byCustomer(visit), key: 'december', ...wish })).rejects.toThrow(StepRefused)

    expect(await readVisitLinks(services, await visit.read())).toMatchObject({ until: undefined, endedOn: '2027-12-18' })

    /** Whose personal data is left after a night. */
    const left = async (night: string) => {
      expect(await asked(`${night}T01:00:00.000Z`)).toHaveLength(5)
      clock.set(`${night}T03:00:00.000Z`)
      await carryOutRetention(services)
      clock.set(`${night}T03:02:00.000Z`)
      await removeDueFiles(services)
      const rows = await db.selectFrom('bookings').select('id').where('erasedAt', 'is', null).orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    // 90 days after the last thing that happened; with a bill, the years that the law asks for.
    expect(await left('2027-12-20')).toEqual([visit.id, back.id])
    expect(await left('2028-03-01')).toEqual([visit.id])
    expect(await left('2033-12-17')).toEqual([visit.id])
    expect(readdirSync(services.config.files.dir)).toEqual([file])
    expect(await tracesIn(services, traces)).toEqual(expect.arrayContaining(['bills.customer', 'complaints.words', 'reviews.text']))
    expect(await left('2034-01-10')).toEqual([])
    expect([await tracesIn(services, traces), readdirSync(services.config.files.dir)]).toEqual([[], []])
  })
})
