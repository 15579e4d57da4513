import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { deliveryKindNames, deliveryKindOf, replayProblem } from './delivery-kinds.server.ts'

/** The result of sending something again: the new job, or the reason why there is none. */
type Replay = { id: string; isNew: boolean } | { problem: string }

/**
 * Sends a delivery again, as a new job: a receiver that drops repetitions sees it as new. `seen`: the replay that the page knew of, '' for
 * none. Of two concurrent calls, the second gets the job of the first. Throws `not_staff`.
 */
export async function replayDelivery(
  services: Services,
  { account: { user } }: SignedIn,
  { id, seen }: { id: string; seen: string },
): Promise<Replay> {
  const now = services.clock.now()
  const replay = await services.db.transaction().execute(async (tx): Promise<Replay> => {
    await lockStaff(tx, user.id)
    // An empty update that locks the row until the transaction ends.
    const job = await tx
      .updateTable('jobs')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', '=', id)
      .returning(['kind', 'payload', 'state', 'replayedAs', 'about'])
      .executeTakeFirst()
    if (!job || !deliveryKindOf(job.kind)) return { problem: 'We no longer have it.' }
    if (job.replayedAs && job.replayedAs !== seen) return { id: job.replayedAs, isNew: false }
    const payload = JSON.parse(job.payload)
    const bookingId = (payload as { bookingId?: string } | null)?.bookingId
    const booking = bookingId
      ? await tx.selectFrom('bookings').select('erasedAt').where('id', '=', bookingId).executeTakeFirst()
      : undefined
    const problem = replayProblem({ ...job, isErased: Boolean(booking?.erasedAt) })
    if (problem) return { problem }
    const [replayedAs = ''] = await enqueue(tx, now, [{ kind: job.kind, payload, about: job.about ?? undefined }])
    await tx.updateTable('jobs').set({ replayedAs }).where('id', '=', id).execute()
    await recordAudit(tx, now, { actor: user.id, action: 'delivery.replay', subject: id, detail: { kind: job.kind, as: replayedAs } })
    return { id: replayedAs, isNew: true }
  })
  if ('id' in replay) services.jobsAdded()
  return replay
}

/** Tries a waiting delivery immediately. Returns whether there was one; not while it is being tried. Throws `not_staff`. */
export async function tryDeliveryNow(services: Services, { account: { user } }: SignedIn, id: string): Promise<boolean> {
  const now = services.clock.now()
  const isDue = await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    const job = await tx
      .updateTable('jobs')
      .set({ runAt: toInstant(now) })
      .where('id', '=', id)
      .where('kind', 'in', deliveryKindNames)
      .where('state', '=', 'waiting')
      .where('leaseToken', 'is', null)
      .returning('kind')
      .executeTakeFirst()
    if (!job) return false
    await recordAudit(tx, now, { actor: user.id, action: 'delivery.try', subject: id, detail: { kind: job.kind } })
    return true
  })
  if (isDue) services.jobsAdded()
  return isDue
}
