import type { Kysely } from 'kysely'
import { momentText } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import type { Instant } from '#app/values/clock.ts'
import { dayText } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'

/** Something that a visit led to after it was done, for staff. */
interface AfterVisit {
  id: string
  bookingId: string
  at: Instant
  /** 'Complaint, closed Fri 30 Oct, 11am'. */
  what: string
  /** In the customer's words; '' for none. */
  text: string
  /** Something is left for us to do. */
  isOpen: boolean
}

/** Complaints, requests of customers who weren't satisfied, parts waited for, faults found at return visits and reviews, newest first. */
export async function readAfterVisits(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<AfterVisit[]> {
  if (bookingIds.length === 0) return []
  const rows = [
    ...(await readComplaintsOf(db, bookingIds)),
    ...(await readRequestsOf(db, bookingIds)),
    ...(await readFaultsOf(db, bookingIds)),
    ...(await readAwaitedOf(db, bookingIds)),
    ...(await readReviewsOf(db, bookingIds)),
  ]
  return rows.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

async function readComplaintsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<AfterVisit[]> {
  const columns = ['id', 'bookingId', 'receivedAt', 'answeredAt', 'closedAt', 'words'] as const
  const rows = await db.selectFrom('complaints').select(columns).where('bookingId', 'in', ids).execute()
  return rows.map(({ id, bookingId, receivedAt: at, answeredAt, closedAt, words: text }) => {
    const state = closedAt ? `closed ${momentText(closedAt)}` : answeredAt ? `answered ${momentText(answeredAt)}` : 'open'
    return { id, bookingId, at, text, what: `Complaint, ${state}`, isOpen: closedAt === null }
  })
}

async function readRequestsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<AfterVisit[]> {
  const columns = ['id', 'bookingId', 'askedAt', 'wish', 'decidedAt', 'outcome', 'words'] as const
  const rows = await db.selectFrom('satisfactionRequests').select(columns).where('bookingId', 'in', ids).execute()
  return rows.map(({ id, bookingId, askedAt: at, wish, decidedAt, outcome, words: text }) => {
    const asked = wish === 'refund' ? 'asked for a refund' : 'asked us to put it right'
    const decided = decidedAt ? `, refunded in ${outcome === 'full' ? 'full' : 'part'}` : ''
    return { id, bookingId, at, text, what: `Not satisfied: ${asked}${decided}`, isOpen: wish === 'refund' && decidedAt === null }
  })
}

async function readFaultsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<AfterVisit[]> {
  const rows = await db.selectFrom('returnFaults').selectAll().where('bookingId', 'in', ids).orderBy('id').execute()
  // The last one of a booking counts.
  return [...new Map(rows.map((row) => [row.bookingId, row])).values()].map(({ id, bookingId, at, isSameFault, reason }) => ({
    ...{ id, bookingId, at, text: reason, isOpen: false },
    what: isSameFault ? 'Return visit: the same fault' : 'Return visit: another fault',
  }))
}

async function readAwaitedOf(db: Kysely<Tables>, ids: readonly string[]): Promise<AfterVisit[]> {
  const columns = ['id', 'bookingId', 'addedAt', 'name', 'orderedOn', 'dueOn', 'arrivedOn', 'returnId'] as const
  const rows = await db.selectFrom('awaitedParts').select(columns).where('bookingId', 'in', ids).where('endedAt', 'is', null).execute()
  return rows.map(({ id, bookingId, addedAt: at, name: text, orderedOn, dueOn, arrivedOn, returnId }) => {
    const ordered = orderedOn ? `ordered${dueOn ? `, due ${dayText(dueOn)}` : ''}` : 'not ordered'
    const state = returnId ? 'return visit booked' : arrivedOn ? 'arrived' : ordered
    return { id, bookingId, at, text, what: `Waiting for a part: ${state}`, isOpen: returnId === null }
  })
}

async function readReviewsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<AfterVisit[]> {
  const columns = ['id', 'bookingId', 'writtenAt', 'stars', 'text', 'withdrawnAt', 'removedAt'] as const
  const rows = await db.selectFrom('reviews').select(columns).where('bookingId', 'in', ids).where('stars', 'is not', null).execute()
  return rows.map(({ id, bookingId, writtenAt: at, stars, text, withdrawnAt, removedAt }) => {
    const state = withdrawnAt ? ', withdrawn' : removedAt ? ', removed' : ''
    return { id, bookingId, at, text, what: `Review: ${counted(stars ?? 0, 'star')}${state}`, isOpen: false }
  })
}
