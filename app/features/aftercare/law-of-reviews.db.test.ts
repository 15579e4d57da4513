// @module-tag never-again
import { expect, test } from 'vitest'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { changePhone } from '#app/features/accounts/change-colleague.server.ts'
import { eraseBookingsOf, eraseEndedBookings } from '#app/features/booking/erase-bookings.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import { editBooking } from '#app/features/dispatch/edit-booking.server.ts'
import { joinDuplicate } from '#app/features/dispatch/join-duplicate.server.ts'
import { reopenBooking } from '#app/features/dispatch/reopen-booking.server.ts'
import { discardSpam } from '#app/features/dispatch/sort-spam.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { ownerGroups } from '#app/features/running/business-fields.ts'
import { storedSettings } from '#app/features/running/stored-settings.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import { staffActs } from '#app/routes/staff/acts.server.ts'
import { hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { customerMails } from '#content/customer-mails.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { visited } from '#test/support/billed.ts'
import { type Booked, bookOne, followOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { answerReview } from './answer-review.server.ts'
import { askForReviews } from './ask-for-reviews.server.ts'
import { addChosen } from './chosen-messages.server.ts'
import { recordComplaint } from './complaints.server.ts'
import { readReviewSummary, readShownReviews } from './read-reviews.server.ts'
import { removeReview } from './remove-review.server.ts'
import { countsText, notShownTexts, ratingText } from './review-words.ts'
import { withdrawReview, writeReview } from './write-review.server.ts'

/*
 * The law on fake and hidden reviews (Digital Markets, Competition and Consumers Act 2024, schedule 20) as a test: all that an owner can do
 * about a bad review, and about being asked for one, fails or is counted on the page.
 */

const note = 'It names my mother: see the message of 3 December'

const act = async (booked: Booked) => ({ bookingId: booked.id, staffId: 'owner', seen: versionOf(await booked.read()) })

/** The fields of the forms, as an owner may fill them in. */
const fieldOf = (name: string): string =>
  ({ reason: 'To hide it', outcome: 'reached', note: 'Hide it', message: 'Please withdraw it', amount: '5', channel: 'phone' })[name] ??
  'yes'

const write = ({ services }: World, { id }: Booked, stars: number, changes: { text?: string; mayPublish?: 'yes' | 'no' } = {}) =>
  writeReview(services, {
    ...{ bookingId: id, actor: 'customer', clientKey: newId() },
    written: { stars: String(stars), text: 'It still drips', name: 'Priya', mayPublish: 'yes', ...changes },
  })

const idOf = async ({ services }: World, { id }: Booked) =>
  (await services.db.selectFrom('reviews').select('id').where('bookingId', '=', id).executeTakeFirstOrThrow()).id

const reopen = async ({ services, clock }: World, booked: Booked) =>
  reopenBooking(services, {
    ...(await act(booked)),
    ...{ from: later(clock.now(), hours(1)), until: later(clock.now(), hours(3)), reason: 'To hide it', confirmed: 'yes' },
  })

/** The jobs about an occasion or an alarm so far. */
async function toldOf({ services }: World, what: string) {
  const jobs = await handOut(services)
  return jobs.map(({ payload }) => JSON.parse(payload)).filter((job) => job.change === what || job.kind === what)
}

/** The page's rating, the number of reviews on it, and its words on the others. */
async function page({ services }: World) {
  const summary = await readReviewSummary(services.db)
  const { reviews } = await readShownReviews(services.db, { most: 50 })
  return { rating: ratingText(summary), stars: reviews.map(({ stars }) => stars), others: notShownTexts(summary) }
}

onOneEngine('An owner', (engine) => {
  test('can’t hide a bad review by anything they do to its booking', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const bad = await visited(world)
    await write(world, bad, 1)
    const shown = { rating: '1.0 out of 5 from 1 review', stars: [1], others: [] }
    expect(await page(world)).toEqual(shown)
    const owner = await colleague(world, 'Olu', 'owner')
    const done = new Set<string>()
    for (const status of ['arrived', 'completed', 'no_access', 'cancelled', 'confirmed', 'received'] as const)
      for (const [intent, { do: does }] of Object.entries(staffActs)) {
        if (/^(review|chosen)-/.test(intent)) continue
        await bad.become(status)
        const sent = { ...(await act(bad)), staffId: owner, confirmed: 'yes', key: newId() }
        const doIt = async () => does(services, sent, fieldOf, () => bookingBody() as Record<string, string>)
        await doIt().then(
          () => done.add(intent),
          () => undefined,
        )
        expect(await page(world), `${intent} while ${status}`).toEqual(shown)
      }
    expect(done.size).toBeGreaterThan(10)
    await bad.become('completed')
    await reopen(world, bad)
    const twin = await bookOne(world)
    await expect(discardSpam(services, await act(bad))).rejects.toThrow('isn’t spam')
    await expect(joinDuplicate(services, { ...(await act(bad)), into: twin.id })).rejects.toThrow('isn’t a duplicate')
    const fields = bookingBody({ email: 'owner@example.com' })
    await expect(editBooking(services, { ...(await act(bad)), fields })).rejects.toThrow('can’t be changed now')
    await cancelByStaff(services, { ...(await act(bad)), reason: 'To hide it' })
    // As if one of these had been let through.
    await services.db.updateTable('bookings').set({ closedAs: 'spam', suspectedSpam: 1 }).where('id', '=', bad.id).execute()
    expect(await page(world)).toEqual(shown)
  })

  test('can’t skip or delay asking: not by reopening, cancelling or leaving it open, and there is nothing to switch off', async () => {
    const world = await freshWorld(engine, { now: '2026-11-20T10:00:00.000Z' })
    const [reopened, cancelled, complained] = [await visited(world), await visited(world), await visited(world)]
    await reopen(world, reopened)
    await reopen(world, cancelled)
    await cancelByStaff(world.services, { ...(await act(cancelled)), reason: 'To skip it' })
    await recordComplaint(world.services, { ...(await act(complained)), channel: 'phone', words: 'It drips', wish: 'A refund' })
    world.clock.advance(hours(4))
    expect(await askForReviews(world.services)).toBe(3)
    // No act, no setting and no words of the owner's are about asking.
    const settable = [...ownerGroups, ...customerMails].map(({ id }) => id)
    expect([...settable, ...storedSettings].filter((id) => /review|ask/.test(id))).toEqual([])
    const acts = Object.keys(staffActs).filter((intent) => /review|ask|chosen/.test(intent))
    expect(acts.toSorted()).toEqual(['chosen-add', 'chosen-drop', 'review-answer', 'review-remove'])
  })

  test('may answer a review, once, and remove it only for a stated legal reason, which is counted; its writer is told, and may write again', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const ownerId = await colleague(world, 'Olu', 'owner')
    const [bad, good] = [await visited(world), await visited(world)]
    await write(world, bad, 1)
    await write(world, good, 5)
    const reviewId = await idOf(world, bad)
    await answerReview(services, { reviewId, staffId: ownerId, answer: 'Sorry' })
    // A correction, of which its writer isn't told.
    world.clock.advance(minutes(9))
    await answerReview(services, { reviewId, staffId: ownerId, answer: 'Sorry, we’ve fixed it' })
    expect(await toldOf(world, 'review_answered')).toHaveLength(1)
    world.clock.advance(minutes(1))
    for (const _ of ['once', 'and again']) await answerReview(services, { reviewId, staffId: ownerId, answer: 'Sorry, it’s fixed' })
    expect(await toldOf(world, 'review_answered')).toHaveLength(2)
    expect(await toldOf(world, 'bad_review')).toMatchObject([{ stars: 1 }])
    const { reviews } = await readShownReviews(services.db, { most: 5 })
    expect(reviews.map(({ stars, answer }) => [stars, answer])).toEqual([
      [5, ''],
      [1, 'Sorry, it’s fixed'],
    ])
    for (const reason of ['', 'bad_for_business', 'constructor'])
      await expect(removeReview(services, { reviewId, ownerId, reason, note })).rejects.toMatchObject({ fields: { reason: /./ } })
    await expect(removeReview(services, { reviewId, ownerId, reason: 'unlawful', note: 'bad' })).rejects.toThrow()
    await removeReview(services, { reviewId, ownerId, reason: 'names_person', note })
    await expect(removeReview(services, { reviewId, ownerId, reason: 'unlawful', note })).rejects.toMatchObject({ status: 404 })
    const removed = '1 removed: names a person or gives private details'
    expect(await page(world)).toEqual({ rating: '3.0 out of 5 from 2 reviews', stars: [5], others: [removed] })
    await runDueJobs(services, jobHandlers)
    const mail = await services.db.selectFrom('localMail').select('message').where('subject', 'like', 'We’ve removed%').executeTakeFirst()
    expect(mail?.message).toContain('names or identifies a person')
    // The words stay for the record, and the log proves them.
    const log = await services.db.selectFrom('auditLog').select('detail').where('action', '=', 'review.remove').executeTakeFirstOrThrow()
    expect(JSON.parse(log.detail)).toMatchObject({ reason: 'names_person', stars: 1, textHash: /^[\da-f]{64}$/ })
    await write(world, bad, 1, { text: 'It drips' })
    expect(await page(world)).toEqual({ rating: '3.0 out of 5 from 2 reviews', stars: [5, 1], others: [removed] })
  })

  test('who says that a review isn’t about our work takes its stars out of the average, and the page says which', async () => {
    const world = await freshWorld(engine)
    const [bad, good] = [await visited(world), await visited(world)]
    await write(world, bad, 1)
    await write(world, good, 5)
    await removeReview(world.services, { reviewId: await idOf(world, bad), ownerId: 'owner', reason: 'not_ours', note })
    expect(await page(world)).toEqual({
      ...{ rating: '5.0 out of 5 from 1 review', stars: [5] },
      others: ['1 removed: isn’t about our work', 'Not counted, because they aren’t about our work: 1 star'],
    })
  })

  test('who invents a booking by phone and reviews it isn’t counted, and the page says so; a customer who booked by phone is', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const owner = await colleague(world, 'Olu', 'owner')
    const set = (values: { email?: string; emailConfirmedAt?: string | null; phone?: string }) =>
      services.db.updateTable('authUsers').set(values).where('id', '=', owner).execute()
    await set({ email: 'olu@example.com', emailConfirmedAt: toInstant(clock.now()), phone: '+447700900999' })
    clock.advance(minutes(1))
    const byPhone = async (changes: Record<string, unknown>) => {
      const input = { ...bookingBody(changes), timeSlot: 'ASAP' }
      const { id } = await takeBooking(services, { staffId: owner, idempotencyKey: newId(), input })
      await followOne(world, id).become('completed')
      return { ...followOne(world, id), token: '' }
    }
    const invented = [
      await byPhone({ email: 'Olu+1@Example.com', phone: '07700 900001' }),
      await byPhone({ email: '', phone: '07700 900999' }),
    ]
    for (const each of invented) await write(world, each, 5)
    const customers = [
      await byPhone({ email: 'amir@example.com', phone: '07700 900002' }),
      await byPhone({ email: '', phone: '07700 900003' }),
    ]
    // Nor can they be silenced: not by their number, entered later, nor by an address that its owner hasn't confirmed.
    const signedIn = { account: { user: { id: owner } } } as unknown as SignedIn
    await changePhone(services, signedIn, { userId: owner, typed: '07700 900003' })
    await set({ email: 'amir@example.com', emailConfirmedAt: null })
    for (const each of customers) await write(world, each, 1)
    const others = ['Not shown or counted, because one of us could have written them: 5 stars, 5 stars']
    expect(await page(world)).toEqual({ rating: '1.0 out of 5 from 2 reviews', stars: [1, 1], others })
    const counts = await readReviewSummary(services.db)
    expect(countsText(counts)).toBe('1.0 out of 5 from 2 reviews, 2 from bookings by phone, 2 more not counted')
    const log = await services.db.selectFrom('auditLog').select('detail').where('action', '=', 'review.write').orderBy('id').execute()
    expect(log.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ channel: 'phone', isOwn: 1 }, {}, { isOwn: 0 }, { isOwn: 0 }])
  })

  test('who gets a review withdrawn or erased, or chooses praise instead, is counted too', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const [withdrawn, erased, wordless] = [
      await visited(world),
      await visited(world, { changes: { email: 'gone@example.com' } }),
      await visited(world),
    ]
    await write(world, withdrawn, 1)
    await write(world, erased, 1)
    await write(world, wordless, 2, { mayPublish: 'no' })
    await withdrawReview(services, { bookingId: withdrawn.id, actor: 'customer', clientKey: 'a' })
    // Nothing of it still waits to be sent.
    await runDueJobs(services, jobHandlers)
    await services.db.transaction().execute((tx) => eraseBookingsOf(services, tx, { emails: ['gone@example.com'], phones: [] }))
    await eraseEndedBookings(services)
    const field = (name: string) =>
      ({
        ...{
          text: 'Superb!',
          source: 'WhatsApp',
          saidOn: '2026-11-01',
          consentBy: 'Amir',
          consentOn: '2026-11-02',
          consentHow: 'WhatsApp',
        },
        consentContact: 'amir@example.com',
      })[name] ?? ''
    await addChosen(services, 'owner', 'review', field)
    await expect(addChosen(services, 'owner', 'review', (name) => (name === 'consentHow' ? '' : field(name)))).rejects.toThrow()
    expect(await page(world)).toEqual({
      ...{ rating: '2.0 out of 5 from 1 review', stars: [] },
      others: [
        '1 counted, but the writers asked us not to show their words',
        '1 withdrawn by the writer',
        '1 deleted with the customer’s data',
      ],
    })
    const left = await services.db.selectFrom('reviews').selectAll().where('bookingId', '=', erased.id).executeTakeFirstOrThrow()
    expect(left).toMatchObject({ stars: null, text: '', name: '', area: '' })
  })

  test('can’t write one: it takes a visit, each booking has one, and no one may write many', async () => {
    const world = await freshWorld(engine)
    const booked = await bookOne(world)
    await expect(write(world, booked, 5)).rejects.toThrow('once the visit is over')
    await booked.become('arrived')
    await expect(write(world, booked, 5)).rejects.toThrow('once the visit is over')
    await booked.become('completed')
    for (const stars of [5, 5, 4, 3]) await write(world, booked, stars)
    for (const stars of [0, 6, 1.5]) await expect(write(world, booked, stars)).rejects.toMatchObject({ fields: { stars: /./ } })
    expect(await page(world)).toMatchObject({ rating: '3.0 out of 5 from 1 review' })
    const kept = await world.services.db.selectFrom('replacedReviews').select(['revision', 'review']).orderBy('revision').execute()
    expect(kept.map(({ revision, review }) => [revision, JSON.parse(review).stars])).toEqual([
      [1, 5],
      [2, 4],
    ])
    const again = () => withdrawReview(world.services, { bookingId: booked.id, actor: 'customer', clientKey: 'one' })
    for (let time = 0; time < limits.review.turns; time++) await again()
    await expect(again()).rejects.toMatchObject({ status: 429 })
  })
})
