import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { bookDifferenceText, isBookDifferenceKind } from './book-checks/book-differences.ts'

/** Errors in the books, in words, newest first: those with some ids, or the last 20. */
export async function readKeptDifferences(db: Kysely<Tables>, ids?: readonly string[]) {
  const rows = await db
    .selectFrom('bookDifferences')
    .leftJoin('bookings', 'bookings.id', 'bookDifferences.bookingId')
    .select(['bookDifferences.id', 'kind', 'subject', 'bookingId', 'expectedPence', 'foundPence', 'foundAt', 'bookings.reference'])
    .$if(ids !== undefined, (query) => query.where('bookDifferences.id', 'in', ids ?? []))
    .orderBy('bookDifferences.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ kind, subject, expectedPence, foundPence, ...row }) => ({
    ...row,
    text: isBookDifferenceKind(kind) ? bookDifferenceText(kind, subject, expectedPence, foundPence) : kind,
  }))
}
