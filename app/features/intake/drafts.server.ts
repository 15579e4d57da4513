import type { Transaction } from 'kysely'
import type { Answers } from '#app/features/booking/answers.ts'
import { trackingTokenOf } from '#app/features/booking/private-link.server.ts'
import { TooManySubmits } from '#app/features/booking/refusals.ts'
import { limits } from '#app/platform/limits.ts'
import { tryTurnsIn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { retention } from '#content/retention.ts'
import type { Tables } from '#db/tables.ts'

/* The form without JavaScript keeps its answers in a row for 24 hours, under a random id known only to the visitor's browser (cookie and
   hidden field). After sending, the row leads to the confirmation, however often the form is sent again. */

export interface Draft {
  id: string
  answers: Answers
  /** One booking per draft, however often it is submitted. */
  idempotencyKey: string
  /** The private token of the booking it became. */
  confirmation: string | null
  /** The time its answers were last saved and the last step's page was rendered. Absent before the first time. */
  savedAt?: Date
}

/** A draft without a row yet. Its id is always generated here: one from a browser may have been planted by someone else. */
export const newDraft = (): Draft => ({
  id: newToken(),
  answers: {},
  idempotencyKey: newToken(),
  confirmation: null,
})

const draftId = /^[\w-]{43}$/

/** The draft with this id, unless it has expired. */
export async function readDraft(services: Services, id: string | undefined): Promise<Draft | undefined> {
  if (!id || !draftId.test(id)) return undefined
  const row = await services.db
    .selectFrom('bookingDrafts')
    .leftJoin('bookings', 'bookings.id', 'bookingDrafts.bookingId')
    .select(['answers', 'expiresAt', 'bookingDrafts.idempotencyKey', 'bookings.id as bookingId', 'trackingKeyId', 'trackingRevocations'])
    .where('idHash', '=', hashOf(id))
    .where('expiresAt', '>', toInstant(services.clock.now()))
    .executeTakeFirst()
  if (!row) return undefined
  const { bookingId, trackingKeyId, trackingRevocations } = row
  const booked = bookingId !== null && trackingKeyId !== null && trackingRevocations !== null
  const confirmation = booked ? trackingTokenOf(services.secrets, { id: bookingId, trackingKeyId, trackingRevocations }) : null
  const savedAt = new Date(later(row.expiresAt, -hours(retention.draftHours)))
  return { id, answers: JSON.parse(row.answers), idempotencyKey: row.idempotencyKey, confirmation, savedAt }
}

/** Keeps a draft for another 24 hours. Throws `TooManySubmits` beyond 60 a minute from one client. */
export async function saveDraft(services: Services, clientKey: string, draft: Draft): Promise<void> {
  const now = services.clock.now()
  const { rateLimitScale } = services.config
  const wait = await services.db.transaction().execute(async (tx) => {
    const seconds = await tryTurnsIn(tx, [[limits.draft, clientKey]], now, rateLimitScale)
    if (seconds === 0) await write(tx, draft, now)
    return seconds
  })
  if (wait > 0) throw new TooManySubmits(wait)
}

async function write(tx: Transaction<Tables>, draft: Draft, now: Date) {
  const row = {
    answers: JSON.stringify(draft.answers),
    idempotencyKey: draft.idempotencyKey,
    bookingId: null,
    expiresAt: later(now, hours(retention.draftHours)),
  }
  await tx
    .insertInto('bookingDrafts')
    .values({ idHash: hashOf(draft.id), ...row })
    .onConflict((conflict) =>
      conflict
        .column('idHash')
        .doUpdateSet(row)
        // A draft that became a booking meanwhile (a double click) stays closed.
        .where((eb) => eb.or([eb('bookingDrafts.bookingId', 'is', null), eb('bookingDrafts.expiresAt', '<=', toInstant(now))])),
    )
    .execute()
}

/** Empties a draft that became the booking with this private token: only the link to its confirmation is left. */
export async function closeDraft(services: Services, draft: Draft, trackingToken: string): Promise<void> {
  await services.db
    .updateTable('bookingDrafts')
    .set((eb) => ({
      answers: '{}',
      bookingId: eb.selectFrom('bookings').select('id').where('trackingTokenHash', '=', hashOf(trackingToken)),
    }))
    .where('idHash', '=', hashOf(draft.id))
    .execute()
}

/** Deletes a draft whose booking was made another way. */
export async function dropDraft(services: Services, draft: Draft): Promise<void> {
  await services.db.deleteFrom('bookingDrafts').where('idHash', '=', hashOf(draft.id)).execute()
}

/** The draft's id in the visitor's cookie; undefined if there is none. */
export const draftIdOf = (request: Request, siteUrl: string): string | undefined =>
  hostCookieIn(request.headers.get('cookie'), 'draft', siteUrl)

/** The Set-Cookie header for the draft's id, which lasts as long as the draft; scripts can't read it. */
export const draftCookie = (id: string, siteUrl: string): string =>
  hostCookie('draft', id, { siteUrl, maxAge: retention.draftHours * 3600 })
