import type { Kysely } from 'kysely'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'

/** Kinds of errors in the books. */
export type BookDifferenceKind = keyof ReturnType<typeof textsOf>

/** An error in words for staff, by its kind. Amounts in pence; for numbers, how many. */
function textsOf(subject: string, expectedPence: number, foundPence: number) {
  const [expected, found] = [poundsText(expectedPence), poundsText(foundPence)]
  return {
    rows: `Bill ${subject} is ${expected}, but the visit as recorded now comes to ${found}. Something was changed after the bill was issued. If the bill is wrong, issue a credit note.`,
    lines: `The lines of bill ${subject} add up to ${found}, but its total is ${expected}.`,
    vat: `The VAT on the lines of bill ${subject} comes to ${found}, but the bill shows ${expected}.`,
    credited: `Bill ${subject} is for ${expected}, but its credit notes come to ${found}.`,
    numbers: `Numbers are missing: the ${subject.replace('_', ' ').replace(/ (?=\d)/, ' count for ')} should be ${expectedPence}, but it’s ${foundPence}.`,
    refunded: `${found} has been refunded, or returned by the bank, on a payment of ${expected}.`,
    not_returned: `A payment of ${expected} arrived when nothing was owed, but only ${found} of it has been refunded. Refund the rest in the payment provider’s dashboard.`,
    disputed: `For the dispute ${subject} the payment provider should have kept ${expected}, but it kept ${found}. Look it up in the provider’s dashboard.`,
    overpaid: `${found} too much was paid, but it isn’t being refunded to the card.`,
  }
}

/** The errors that the last check of the books found, in words, newest first: all, or those with some ids. */
export async function readKeptDifferences(db: Kysely<Tables>, ids?: readonly string[]) {
  const rows = await db
    .selectFrom('bookDifferences')
    .leftJoin('bookings', 'bookings.id', 'bookDifferences.bookingId')
    .select(['bookDifferences.id', 'kind', 'subject', 'bookingId', 'expectedPence', 'foundPence', 'foundAt', 'bookings.reference'])
    .$if(ids !== undefined, (query) => query.where('bookDifferences.id', 'in', ids ?? []))
    .orderBy('bookDifferences.id', 'desc')
    .execute()
  return rows.map(({ kind, subject, expectedPence, foundPence, ...row }) => ({
    ...row,
    // Rows may come from an older version.
    text: textsOf(subject, expectedPence, foundPence)[kind as BookDifferenceKind] ?? kind,
  }))
}
