import type { Kysely } from 'kysely'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Tables } from '#db/tables.ts'

const customerMails = [
  'customer-confirmation',
  'customer-change',
  'customer-new-link',
  'customer-late',
  'customer-extra-work',
  'customer-bill',
] as const satisfies JobKind[]

/** A text is given up only if there is no email address. */
const customerTexts = [
  'customer-confirmation-text',
  'customer-change-text',
  'customer-late-text',
  'customer-bill-text',
] as const satisfies JobKind[]

interface Undelivered {
  /** The delivery's id. */
  id: string
  /** The other server's reply. */
  answer: string
  isText: boolean
}

/** The most of each kind that are read. */
const mostDead = 200

/**
 * For some bookings, by id, the newest message to the customer that failed for good: it bounced, or was tried for as long as we try.
 * Nothing if it was sent again, or a later one was delivered the same way.
 */
export async function readUndelivered(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, Undelivered>> {
  if (bookingIds.length === 0) return new Map()
  const dead = (await deadMails(db).execute()).filter(({ about }) => about !== null && bookingIds.includes(about))
  const undelivered = new Map<string, Undelivered>()
  for (const { id, kind, about, createdAt, detail } of dead.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)))
    if (about) {
      const isText = customerTexts.some((each) => each === kind)
      if (!(await hasArrivedSince(db, about, createdAt, isText ? customerTexts : customerMails)))
        undelivered.set(about, { id, answer: detail ?? '', isText })
    }
  return undelivered
}

/** By the index of deliveries: a stretch for each kind. */
const deadMails = (db: Kysely<Tables>) =>
  [...customerMails, ...customerTexts]
    .map((kind) => {
      const newest = db
        .selectFrom('jobs')
        .select(['id', 'kind', 'about', 'createdAt', 'attempts'])
        .where('kind', '=', kind)
        .where('state', '=', 'dead')
        .where('replayedAs', 'is', null)
        .orderBy('createdAt', 'desc')
        .limit(mostDead)
      return db
        .selectFrom(newest.as('part'))
        .leftJoin('jobAttempts', (join) =>
          join.onRef('jobAttempts.jobId', '=', 'part.id').onRef('jobAttempts.number', '=', 'part.attempts'),
        )
        .select(['part.id', 'part.kind', 'part.about', 'part.createdAt', 'jobAttempts.detail'])
    })
    .reduce((all, part) => all.unionAll(part))

const hasArrivedSince = async (db: Kysely<Tables>, bookingId: string, since: string, kinds: readonly JobKind[]) =>
  (await db
    .selectFrom('jobs')
    .select('id')
    .where('about', '=', bookingId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'done')
    .where('createdAt', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined
