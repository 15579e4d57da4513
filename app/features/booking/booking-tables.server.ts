import type { Kysely } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { retention } from '#content/retention.ts'
import type { Tables } from '#db/tables.ts'

/** The tables whose rows belong to a booking. */
export type BookingTable = { [Name in keyof Tables]: 'bookingId' extends keyof Tables[Name] ? Name : never }[keyof Tables]

/** Why a booking is kept for longer than `retention.bookingDays`. */
interface Reason {
  /** In words, after 'kept because of'. */
  what: string
  years: number
  /** The rows of some bookings, with the start of their years; null: the matter is still open. */
  rows(db: Kysely<Tables>, ids: readonly string[]): Promise<{ bookingId: string | null; since: Instant | null }[]>
}

/**
 * How long each table keeps its booking. 'goes': it doesn't, and `eraseBooking` removes the personal data in it. A new table must be named
 * here.
 */
export const bookingTables: { readonly [Name in BookingTable]: 'goes' | Reason } = {
  bills: {
    ...{ what: 'a bill', years: retention.billYears },
    rows: (db, ids) => db.selectFrom('bills').select(['bookingId', 'issuedAt as since']).where('bookingId', 'in', ids).execute(),
  },
  payments: {
    ...{ what: 'a payment', years: retention.billYears },
    rows: (db, ids) => db.selectFrom('payments').select(['bookingId', 'recordedAt as since']).where('bookingId', 'in', ids).execute(),
  },
  gasAppliances: {
    ...{ what: 'a gas record', years: retention.claimYears },
    rows: (db, ids) => db.selectFrom('gasAppliances').select(['bookingId', 'recordedAt as since']).where('bookingId', 'in', ids).execute(),
  },
  complaints: {
    ...{ what: 'a complaint', years: retention.claimYears },
    rows: (db, ids) => db.selectFrom('complaints').select(['bookingId', 'closedAt as since']).where('bookingId', 'in', ids).execute(),
  },
  satisfactionRequests: {
    ...{ what: 'a customer who wasn’t satisfied', years: retention.claimYears },
    rows: (db, ids) =>
      db
        .selectFrom('satisfactionRequests')
        .select(({ eb, ref }) => [
          'bookingId',
          // Undecided only as long as it's a refund.
          eb.case().when('wish', '=', 'put_right').then(ref('askedAt')).else(ref('decidedAt')).end().as('since'),
        ])
        .where('bookingId', 'in', ids)
        .execute(),
  },
  cancellations: {
    ...{ what: 'a contract that was cancelled', years: retention.claimYears },
    rows: (db, ids) => db.selectFrom('cancellations').select(['bookingId', 'settledAt as since']).where('bookingId', 'in', ids).execute(),
  },
  ...{ bookingEvents: 'goes', bookingMessages: 'goes', bookingNotes: 'goes', staffActs: 'goes', bookingDrafts: 'goes', photos: 'goes' },
  ...{ jobSheets: 'goes', replacedSheets: 'goes', jobParts: 'goes', engineerActs: 'goes', callAttempts: 'goes', timeCorrections: 'goes' },
  ...{ extraWorks: 'goes', gasReasons: 'goes', credits: 'goes', creditDoubts: 'goes', charges: 'goes', feeQuestions: 'goes' },
  ...{ escalations: 'goes', reachAttempts: 'goes', callBacks: 'goes', visitPlaces: 'goes', redlineSlots: 'goes', checkouts: 'goes' },
  // Otherwise reviews of visits without a bill, such as returns, would go first.
  reviews: {
    ...{ what: 'a review', years: retention.billYears },
    rows: (db, ids) =>
      db
        .selectFrom('reviews')
        .select(['bookingId', 'writtenAt as since'])
        .where('bookingId', 'in', ids)
        .where('withdrawnAt', 'is', null)
        .execute(),
  },
  ...{
    billCorrections: 'goes',
    bookDifferences: 'goes',
    returnFaults: 'goes',
    awaitedParts: 'goes',
    replacedReviews: 'goes',
    reviewAsks: 'goes',
  },
}

/** Reasons whose rows belong to a booking only through another table's. */
const further: readonly Reason[] = [
  {
    ...{ what: 'a disputed payment', years: retention.billYears },
    rows: (db, ids) =>
      db
        .selectFrom('disputes')
        .innerJoin('payments', 'payments.providerPaymentId', 'disputes.providerPaymentId')
        .select(({ eb }) => [
          'payments.bookingId',
          eb.case().when('disputes.state', 'in', ['inquiry', 'open']).then(null).else(eb.ref('disputes.reportedAt')).end().as('since'),
        ])
        .where('payments.bookingId', 'in', ids)
        .execute(),
  },
]

const reasons: readonly Reason[] = [...Object.values(bookingTables).filter((each) => each !== 'goes'), ...further]

/** A reason to keep a booking; `until`: the last day, null while the matter is open. */
export interface KeptFor {
  what: string
  until: LondonDay | null
}

/** The reasons to keep bookings now, by their ids; those that may go are absent. */
export async function readWhyKept(db: Kysely<Tables>, ids: readonly string[], now: Date): Promise<Map<string, KeptFor[]>> {
  const kept = new Map<string, KeptFor[]>()
  if (ids.length === 0) return kept
  const today = londonDay(now)
  for (const { what, years, rows } of reasons) {
    const last = new Map<string, LondonDay | null>()
    for (const { bookingId, since } of await rows(db, ids)) {
      if (bookingId === null) continue
      const [before, until] = [last.get(bookingId), since && yearsAfter(londonDay(since), years)]
      last.set(bookingId, before === null || until === null ? null : before && before > until ? before : until)
    }
    for (const [id, until] of last) if (until === null || until >= today) kept.set(id, [...(kept.get(id) ?? []), { what, until }])
  }
  return kept
}

/** The same day some years later; before 0 years, some years earlier. */
export const yearsAfter = (day: LondonDay, years: number): LondonDay => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
