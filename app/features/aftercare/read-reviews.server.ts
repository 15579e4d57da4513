import type { ExpressionBuilder, Kysely } from 'kysely'
import { loggable } from '#app/platform/log.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { dateText } from '#content/date-text.ts'
import type { RemovalReason } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'

/* Reviews as pages show them: all of them, the newest first. Nothing picks among them but the job and the area that a page is about. */

/** The job and boroughs that a page is about; everything if empty. */
interface ReviewFilter {
  service?: string
  boroughs?: readonly string[]
}

/** How many reviews there are, what they gave, and what happened to the others. */
export interface ReviewSummary {
  count: number
  /** To one decimal place, rounded down: '4.7'; '' without reviews. */
  average: string
  /** How many gave five stars, four, three, two and one. */
  distribution: readonly (readonly [stars: number, count: number])[]
  /** Counted, but without words to show: their writers didn't agree to that. */
  unpublished: number
  withdrawn: number
  /** Deleted with their customers' data. */
  erased: number
  /** How many were removed for each reason, and the stars of those that therefore don't count. */
  removed: readonly (readonly [reason: RemovalReason, count: number])[]
  uncountedStars: readonly number[]
  /** The stars of those whose booking's link went to one of us: neither shown nor counted. */
  ownStars: readonly number[]
  /** How many of those counted are by customers who booked by phone. */
  byPhone: number
}

const matching =
  ({ service, boroughs }: ReviewFilter) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'reviews'>) =>
    and([...(service ? [eb('service', '=', service)] : []), ...(boroughs ? [eb('borough', 'in', [...boroughs, ''])] : [])])

/**
 * The summary of all reviews that fit. One that was removed still counts, since its writer had a visit; only one that isn't about our work
 * doesn't.
 */
export async function readReviewSummary(db: Kysely<Tables>, filter: ReviewFilter = {}): Promise<ReviewSummary> {
  const rows = await db
    .selectFrom('reviews')
    .select(({ fn, eb }) => [
      'stars',
      'mayPublish',
      'removalReason',
      'isOwn',
      eb.case().when('withdrawnAt', 'is', null).then(0).else(1).end().as('isWithdrawn'),
      fn.countAll<number | string>().as('count'),
    ])
    .where(matching(filter))
    .groupBy(['stars', 'mayPublish', 'removalReason', 'isOwn', 'isWithdrawn'])
    .execute()
  const groups = rows.map(({ count, isWithdrawn, ...row }) => ({ ...row, isWithdrawn: Number(isWithdrawn) === 1, count: Number(count) }))
  const sum = (some: typeof groups) => some.reduce((total, { count }) => total + count, 0)
  const all = groups.filter(({ stars, isWithdrawn }) => stars !== null && !isWithdrawn)
  const standing = all.filter(({ isOwn }) => isOwn === 0)
  const counted = standing.filter(({ removalReason }) => removalReason !== 'not_ours')
  const count = sum(counted)
  const stars = counted.reduce((total, group) => total + (group.stars ?? 0) * group.count, 0)
  const removed = Map.groupBy(
    standing.filter(({ removalReason }) => removalReason !== null),
    ({ removalReason }) => removalReason as RemovalReason,
  )
  const earlier = await db
    .selectFrom('replacedReviews')
    .select(({ fn }) => ['removalReason', fn.countAll<number | string>().as('count')])
    .where('removalReason', 'is not', null)
    .where('reviewId', 'in', (eb) => eb.selectFrom('reviews').select('reviews.id').where(matching(filter)))
    .groupBy('removalReason')
    .execute()
  const removals = new Map([...removed].map(([reason, some]) => [reason, sum(some)]))
  // Written again since: the removal still happened.
  for (const { removalReason, count: more } of earlier)
    if (removalReason) removals.set(removalReason, (removals.get(removalReason) ?? 0) + Number(more))
  return {
    count,
    average: averageText(stars, count),
    distribution: [5, 4, 3, 2, 1].map((each) => [each, sum(counted.filter((group) => group.stars === each))] as const),
    unpublished: sum(standing.filter(({ mayPublish, removalReason }) => mayPublish === 0 && removalReason === null)),
    withdrawn: sum(groups.filter(({ stars, isWithdrawn }) => stars !== null && isWithdrawn)),
    erased: sum(groups.filter((group) => group.stars === null)),
    removed: [...removals].toSorted(),
    uncountedStars: starsOf(standing.filter(({ removalReason }) => removalReason === 'not_ours')),
    ownStars: starsOf(all.filter(({ isOwn }) => isOwn === 1)),
    byPhone: await countByPhone(db, filter),
  }
}

const starsOf = (groups: readonly { stars: number | null; count: number }[]): number[] =>
  groups.flatMap(({ stars, count }) => Array(count).fill(stars))

async function countByPhone(db: Kysely<Tables>, filter: ReviewFilter): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('stars', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .where('isOwn', '=', 0)
    .where(({ eb, or }) => or([eb('removalReason', 'is', null), eb('removalReason', '!=', 'not_ours')]))
    .where('bookingId', 'in', (eb) => eb.selectFrom('bookings').select('bookings.id').where('channel', '=', 'phone'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Rounded down: 4.96 is not 5. */
const averageText = (stars: number, count: number): string => (count === 0 ? '' : (Math.floor((stars * 10) / count) / 10).toFixed(1))

/** A review as pages show it. */
export interface ShownReview {
  id: string
  stars: number
  text: string
  /** 'Priya'; '' for none. */
  name: string
  area: string
  service: string
  /** '20 November 2026'. */
  on: string
  isEdited: boolean
  answer: string
}

/** The reviews that fit and may be shown, the newest first, and whether there are more. `page`: from 1. */
export async function readShownReviews(
  db: Kysely<Tables>,
  { page = 1, most, withWords = false, ...filter }: ReviewFilter & { page?: number; most: number; withWords?: boolean },
): Promise<{ reviews: ShownReview[]; hasMore: boolean }> {
  const query = db
    .selectFrom('reviews')
    .select(['id', 'stars', 'text', 'name', 'area', 'service', 'writtenAt', 'editedAt', 'answer'])
    .where('mayPublish', '=', 1)
    .where('withdrawnAt', 'is', null)
    .where('removedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .where('isOwn', '=', 0)
    .where(matching(filter))
    .orderBy('id', 'desc')
    .limit(most + 1)
    .offset((page - 1) * most)
  const rows = await (withWords ? query.where('text', '!=', '') : query).execute()
  const reviews = rows.slice(0, most).map(({ stars, writtenAt, editedAt, ...review }) => ({
    ...{ ...review, stars: stars ?? 0, on: dateText(londonDay(writtenAt)), isEdited: editedAt !== null },
  }))
  return { reviews, hasMore: rows.length > most }
}

/** The jobs and boroughs that have reviews, for filters. */
export async function readReviewChoices(db: Kysely<Tables>): Promise<{ services: string[]; boroughs: string[] }> {
  const rows = await db.selectFrom('reviews').select(['service', 'borough']).distinct().where('erasedAt', 'is', null).execute()
  const sorted = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))].toSorted()
  return { services: sorted(rows.map(({ service }) => service)), boroughs: sorted(rows.map(({ borough }) => borough)) }
}

/** Returns true for each kind that the menu can link to: reviews with words, and messages that an owner chose. False if they can't be read. */
export async function readReviewKinds(db: Kysely<Tables>): Promise<{ hasReviews: boolean; hasMessages: boolean }> {
  try {
    const { reviews } = await readShownReviews(db, { most: 1, withWords: true })
    const message = await db.selectFrom('chosenMessages').select('id').where('kind', '=', 'message').limit(1).executeTakeFirst()
    return { hasReviews: reviews.length > 0, hasMessages: message !== undefined }
  } catch {
    return { hasReviews: false, hasMessages: false }
  }
}

/** The reviews that a page shows of those that fit it, and what all that fit add up to. */
export interface PageReviews {
  rating: Pick<ReviewSummary, 'average' | 'count'>
  reviews: ShownReview[]
}

/** Returns the newest reviews with words that fit a page; undefined if there are none, or they can't be read. */
export async function readPageReviews(
  { db, log }: Pick<Services, 'db' | 'log'>,
  filter: ReviewFilter,
  most: number,
): Promise<PageReviews | undefined> {
  try {
    const { reviews } = await readShownReviews(db, { ...filter, most, withWords: true })
    if (reviews.length === 0) return undefined
    const { average, count } = await readReviewSummary(db, filter)
    return { rating: { average, count }, reviews }
  } catch (error) {
    log.warn({ error: loggable(error) }, 'the reviews could not be read')
    return undefined
  }
}
