import type { KyselyPlugin } from 'kysely'
import { enqueue, runDueJobs } from '#app/platform/jobs.ts'
import { createMail } from '#app/platform/mail.ts'
import { createTexts } from '#app/platform/texts.ts'
import { jobHandlers } from '#server/jobs.ts'
import { bookOne } from '#test/support/booked.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { freshWorld, openPeers, withPlugin } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'

/* Thousands of texts to customers, requested within moments on three instances. */

interface Wanted {
  /** Bookings, each with a different number; each customer is owed one text, by two equal jobs. */
  bookings: number
  /** Further texts requested to one of the numbers. */
  toOne: number
  /** Anyone can have booked with these numbers. */
  isUnproven?: boolean
}

/** Sends them, and returns the results. */
export async function liveStorm({ bookings, toOne, isUnproven = false }: Wanted) {
  const twilio = await openTwilio()
  const world = await freshWorld('postgres', { env: twilio.env })
  const { services, clock } = world
  const { db } = services
  await bookOne(world, { contactBy: 'text' })
  await db.deleteFrom('jobs').execute()
  await fillBookings(db, bookings - 1)
  const now = clock.now().toISOString()
  await db
    .updateTable('bookings')
    .set({ status: 'received', acceptedAt: isUnproven ? null : now, provenAt: null })
    .execute()
  const all = await db.selectFrom('bookings').select(['id', 'phone']).orderBy('id').execute()
  const late = (bookingId: string) => ({
    kind: 'customer-late-text',
    payload: { bookingId, missed: ['window'], creditPence: 5_000, feeRefundPence: 0 },
  })
  const jobs = [...all.map(({ id }) => late(id)), ...Array.from({ length: toOne }, () => late(all[0]?.id ?? ''))]
  for (let from = 0; from < jobs.length; from += 500)
    await db.transaction().execute((tx) => enqueue(tx, clock.now(), jobs.slice(from, from + 500)))

  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const startedAt = performance.now()
  const peers = openPeers(world, 3).map((peer) => {
    const counted = withPlugin(peer, counting)
    return { ...counted, texts: createTexts(counted), mail: createMail(counted.config, counted.db, counted.clock) }
  })
  await Promise.all(peers.map((peer) => runDueJobs(peer, jobHandlers)))
  const ms = performance.now() - startedAt
  const ended = await db
    .selectFrom('jobs')
    .leftJoin('jobAttempts', 'jobAttempts.jobId', 'jobs.id')
    .select(['jobs.id', 'kind', 'state', 'about', 'detail'])
    .execute()
  const mails = await db.selectFrom('localMail').select(['recipient']).execute()
  return { services, twilio, ended, mails, statements, ms, first: all[0] ?? { id: '', phone: '' } }
}
