import type { Selectable, Transaction } from 'kysely'
import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { mailboxOf } from '#app/features/booking/mailbox.ts'
import { type Booking, readHistory } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { visitEndOf } from '#app/features/booking/visit-end.server.ts'
import type { Read } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { staffAddress } from '#app/platform/staff-address.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { ReviewsTable } from '#db/tables/aftercare.ts'
import type { Flag } from '#db/tables/flag.ts'
import type { Tables } from '#db/tables.ts'
import { areaOf, readReviewName, readReviewText } from './review-rules.ts'

type Review = Selectable<ReviewsTable>

/** A review as its form sends it. */
interface WrittenReview {
  stars: string
  text: string
  name: string
  /** 'yes' or 'no': if we may show the words, with first name and area. */
  mayPublish: string
}

const turnsOf = ({ bookingId, clientKey }: CustomerAct) => [[limits.review, clientKey] as const, [limits.reviews, bookingId] as const]

/**
 * Publishes the review of a booking by its customer, or a change of it, as it is and straight away; what it was is kept for the record. Needs
 * a visit that has ended, whatever became of the booking since. One that was withdrawn or removed can be written again. If the private link
 * went to one of us, it is kept but neither shown nor counted, except among those. Staff hear of a new one, and the owners of a bad one. Throws
 * `InvalidEntry`, `StepRefused`, `TooManySubmits` or `BookingNotFound`.
 */
export async function writeReview(services: Services, { written, ...act }: CustomerAct & { written: WrittenReview }): Promise<void> {
  const typed = readWritten(written)
  await actOnBooking(services, { ...act, limits: turnsOf(act) }, async (tx, { booking, now }) => {
    if (booking.erasedAt || !visitEndOf(booking, await readHistory(tx, booking.id), now))
      throw new StepRefused('You can review our work once the visit is over.')
    const at = toInstant(now)
    const review = { ...typed, isOwn: (await isOfOneOfUs(services, tx, booking)) ? (1 as const) : (0 as const) }
    const known = await readOwn(tx, booking.id)
    const isBad = review.stars <= mostOfBad
    if (isBad && !(known?.stars && known.stars <= mostOfBad))
      await raiseAlarm(tx, now, { kind: 'bad_review', bookingId: booking.id, reference: booking.reference, stars: review.stars })
    if (!known) {
      const about = { area: areaOf(booking), service: booking.service, borough: booking.borough }
      const id = newId()
      await tx
        .insertInto('reviews')
        .values({ id, bookingId: booking.id, ...review, ...about, revision: 1, writtenAt: at })
        .execute()
      const detail = { ...auditOf({ id, revision: 1, ...review }), channel: booking.channel, isOwn: review.isOwn }
      return { event: 'none', action: 'review.write', detail, announces: { occasion: 'review_written', id } }
    }
    const isSame = (['stars', 'text', 'name', 'mayPublish'] as const).every((field) => known[field] === review[field])
    if (isSame && !known.withdrawnAt && !known.removedAt) return undefined
    await replace(tx, known, { ...review, ...notRemoved, withdrawnAt: null, editedAt: at }, at)
    return { event: 'none', action: 'review.edit', detail: auditOf({ ...known, revision: known.revision + 1, ...review }) }
  })
  services.pagesChanged()
}

/**
 * Withdraws the review of a booking, by its customer: it is no longer shown or counted, except among those withdrawn. Does nothing if there
 * is none. Throws `TooManySubmits` or `BookingNotFound`.
 */
export async function withdrawReview(services: Services, act: CustomerAct): Promise<void> {
  await actOnBooking(services, { ...act, limits: turnsOf(act) }, async (tx, { booking, now }) => {
    const known = await readOwn(tx, booking.id)
    if (!known || known.withdrawnAt) return undefined
    await replace(tx, known, { ...notRemoved, withdrawnAt: toInstant(now) }, toInstant(now))
    return { event: 'none', action: 'review.withdraw', detail: auditOf(known) }
  })
  services.pagesChanged()
}

/** Owners hear at once of a review with so many stars or fewer. */
const mostOfBad = 2

/** A removal belongs to the words that were removed. */
const notRemoved = { removedAt: null, removedBy: null, removalReason: null, removalNote: '' }

const readOwn = (tx: Transaction<Tables>, bookingId: string): Promise<Review | undefined> =>
  tx.selectFrom('reviews').selectAll().where('bookingId', '=', bookingId).where('erasedAt', 'is', null).executeTakeFirst()

const readWritten = ({ stars, text, name, mayPublish }: WrittenReview) =>
  valuesOf({
    stars: /^[1-5]$/.test(stars) ? { value: Number(stars) } : { problem: 'Choose from 1 to 5 stars.' },
    text: readReviewText(text),
    name: readReviewName(name),
    mayPublish: readLeave(mayPublish),
  })

const readLeave = (typed: string): Read<Flag> =>
  typed === 'yes' || typed === 'no' ? { value: typed === 'yes' ? 1 : 0 } : { problem: 'Choose whether we may show your words.' }

/** Changes a review, and keeps what it was. */
async function replace(tx: Transaction<Tables>, known: Review, change: Partial<Review>, at: Instant): Promise<void> {
  const { id, bookingId, revision, stars, text, name, mayPublish, removalReason } = known
  const review = JSON.stringify({ stars, text, name, mayPublish })
  await tx.insertInto('replacedReviews').values({ reviewId: id, bookingId, revision, review, removalReason, replacedAt: at }).execute()
  await tx
    .updateTable('reviews')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
}

/** The log proves what a review was, without words that could never be erased: those are in the rows. */
const auditOf = ({ id, revision, stars, text }: Pick<Review, 'id' | 'revision' | 'stars' | 'text'>) => ({
  ...{ review: id, revision, stars: stars ?? 0, textHash: hashOf(text) },
})

/**
 * Returns true if a booking's private link went to one of us: its email address is confirmed as that of someone who works here, or it was
 * texted to a phone that was theirs before it was booked. An address that isn't confirmed and a number that was entered later don't count,
 * or an owner could enter a customer's to silence them.
 */
async function isOfOneOfUs(
  { config }: Pick<Services, 'config'>,
  tx: Transaction<Tables>,
  { email, phone, contactBy, createdAt }: Pick<Booking, 'email' | 'phone' | 'contactBy' | 'createdAt'>,
): Promise<boolean> {
  const engineers = await tx.selectFrom('engineers').select(['id', 'userId', 'phone', 'createdAt']).execute()
  const accounts = await tx
    .selectFrom('authUsers')
    .select(['id', 'email', 'emailConfirmedAt', 'phone', 'createdAt'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('role', 'in', ['staff', 'owner']),
        eb('id', 'in', selectFrom('engineers').select('userId').where('userId', 'is not', null).$castTo<{ userId: string }>()),
      ]),
    )
    .execute()
  const emails = [staffAddress(config), ...accounts.map((account) => (account.emailConfirmedAt ? account.email : null))]
  if (email !== '' && emails.some((own) => own && mailboxOf(own) === mailboxOf(email))) return true
  if (phone === '' || (email !== '' && contactBy === 'email')) return false
  const ids = [...accounts, ...engineers].filter((each) => each.phone === phone && each.createdAt < createdAt).map(({ id }) => id)
  if (ids.length === 0) return false
  const changedSince = await tx
    .selectFrom('auditLog')
    .select('subject')
    .where('action', 'in', ['user.change-phone', 'engineer.change'])
    .where('subject', 'in', ids)
    .where('at', '>=', createdAt)
    .execute()
  return ids.some((id) => !changedSince.some(({ subject }) => subject === id))
}
