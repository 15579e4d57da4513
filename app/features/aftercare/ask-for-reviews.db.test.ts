import { expect, test } from 'vitest'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days, hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { visited } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld, openPeers, withPlugin } from '#test/support/fresh.ts'
import { onOneEngine, racing, type World } from '#test/support/world.ts'
import { askForReviews, atAskingHour } from './ask-for-reviews.server.ts'
import { withdrawReview, writeReview } from './write-review.server.ts'

const write = ({ services }: World, { id }: Booked) =>
  writeReview(services, {
    ...{ bookingId: id, actor: 'customer', clientKey: newId() },
    written: { stars: '2', text: 'It still drips', name: 'Priya', mayPublish: 'yes' },
  })

/** The instants at which the customer gets mail asking for a review, looked at hourly. */
async function askedAt(world: World, until: Instant): Promise<Instant[]> {
  const at: Instant[] = []
  for (; toInstant(world.clock.now()) < until; world.clock.advance(hours(1)))
    for (let count = await askForReviews(world.services); count > 0; count--) at.push(toInstant(world.clock.now()))
  return at
}

onOneEngine('After a visit', (engine) => {
  test.each([
    // In the evening: at nine the next morning, on both days.
    ['2026-11-20T18:00:00.000Z', ['2026-11-21T09:00:00.000Z', '2026-11-25T09:00:00.000Z']],
    // Over both changes of the clock: at nine by London's.
    ['2026-10-24T20:00:00.000Z', ['2026-10-25T09:00:00.000Z', '2026-10-29T09:00:00.000Z']],
    ['2026-03-28T21:00:00.000Z', ['2026-03-29T08:00:00.000Z', '2026-04-02T08:00:00.000Z']],
  ])('that ends at %s the customer is asked twice, never again', async (ended, asked) => {
    const world = await freshWorld(engine, { now: later(new Date(ended), -minutes(30)) })
    const visit = await visited(world)
    expect(await askedAt(world, later(new Date(ended), days(7)))).toEqual(asked)
    await runDueJobs(world.services, jobHandlers)
    const mails = await world.services.db.selectFrom('localMail').select('message').where('subject', 'like', '%how we did%').execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.message).toContain(`/review/${visit.token}?stars=1`)
  })

  test('no one who has written a review is asked for it, even if it is withdrawn', async () => {
    const world = await freshWorld(engine, { now: '2026-11-20T09:30:00.000Z' })
    const [early, late] = [await visited(world), await visited(world)]
    await write(world, early)
    world.clock.advance(hours(3))
    expect(await askForReviews(world.services)).toBe(1)
    await write(world, late)
    await withdrawReview(world.services, { bookingId: late.id, actor: 'customer', clientKey: 'a' })
    expect(await askedAt(world, '2026-11-29T00:00:00.000Z')).toEqual([])
    // The email of the first time, not sent yet, is no longer news.
    await runDueJobs(world.services, jobHandlers)
    expect(await world.services.db.selectFrom('localMail').select('id').where('subject', 'like', 'How did we do%').execute()).toEqual([])
  })

  test('whatever became of it they are asked: no access, cancelled at the door, never closed; not before anyone came, or once erased', async () => {
    const world = await freshWorld(engine, { now: '2026-11-20T09:30:00.000Z' })
    const booked = async (...statuses: Parameters<Booked['become']>[0][]) => {
      const one = await bookOne(world)
      for (const status of statuses) await one.become(status)
      return one
    }
    const asked = [
      await booked('assigned', 'en_route', 'no_access'),
      await booked('arrived', 'cancelled'),
      await booked('arrived', 'completed', 'confirmed', 'cancelled'),
    ]
    await booked('assigned', 'cancelled')
    const erased = await booked('arrived', 'completed')
    await world.services.db
      .updateTable('bookings')
      .set({ eraseAskedAt: toInstant(world.clock.now()) })
      .where('id', '=', erased.id)
      .execute()
    const unclosed = await booked('arrived')
    world.clock.advance(hours(3))
    expect(await askForReviews(world.services)).toBe(asked.length)
    world.clock.advance(hours(24))
    expect(await askForReviews(world.services)).toBe(1)
    const rows = await world.services.db.selectFrom('reviewAsks').select('bookingId').execute()
    expect(rows.map(({ bookingId }) => bookingId).toSorted()).toEqual([...asked, unclosed].map(({ id }) => id).toSorted())
  })

  test.each([
    ['both', ['customer-review', 'customer-review-text']],
    ['text', ['customer-review', 'customer-review-text']],
    ['email', ['customer-review']],
  ] as const)('the customer who chose %s is asked by %j', async (contactBy, kinds) => {
    const world = await freshWorld(engine, { now: '2026-11-20T09:30:00.000Z', env: { DEV_TOOLS: 'on' } })
    await visited(world, { changes: { contactBy, phone: '07700 900123' } })
    world.clock.advance(hours(3))
    await askForReviews(world.services)
    const sent = (await handOut(world.services)).map(({ kind }) => kind)
    expect(sent.filter((kind) => kind.includes('review')).toSorted()).toEqual(kinds)
  })

  test('a server that is killed at any step has asked wholly or not at all, and another asks once', async () => {
    const world = await freshWorld(engine, { now: '2026-11-20T09:30:00.000Z' })
    const { services, clock } = world
    await visited(world)
    clock.advance(hours(3))
    let kills = 0
    for (let isDead = true; isDead; ) {
      let left = kills
      const dying = withPlugin(services, {
        transformQuery({ node }) {
          if (left-- === 0) throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      })
      isDead = await askForReviews(dying).then(
        () => false,
        () => true,
      )
      if (isDead) kills++
    }
    expect(kills).toBeGreaterThan(5)
    expect(await askForReviews(services)).toBe(0)
    await runDueJobs(services, jobHandlers)
    const mails = await services.db.selectFrom('localMail').select('id').where('subject', 'like', 'How did we do%').execute()
    expect(mails).toHaveLength(1)
  })

  test('three servers ask once, and send once', async () => {
    const world = await freshWorld(racing(engine), { now: '2026-11-20T09:30:00.000Z' })
    const visits = [await visited(world), await visited(world), await visited(world)]
    world.clock.advance(hours(3))
    const counts = await Promise.all(openPeers(world, 3).map((peer) => askForReviews(peer)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(visits.length)
    await Promise.all(openPeers(world, 3).map((peer) => runDueJobs(peer, jobHandlers)))
    const mails = await world.services.db.selectFrom('localMail').select('id').where('subject', 'like', 'How did we do%').execute()
    expect(mails).toHaveLength(visits.length)
  })
})

test('people are asked from 9am until before 8pm', () => {
  expect(atAskingHour('2026-11-20T19:59:59.999Z')).toBe('2026-11-20T19:59:59.999Z')
  expect(atAskingHour('2026-11-20T20:00:00.000Z')).toBe('2026-11-21T09:00:00.000Z')
  expect(atAskingHour('2026-11-20T08:59:00.000Z')).toBe('2026-11-20T09:00:00.000Z')
})
