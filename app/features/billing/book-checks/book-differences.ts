import { poundsText } from '#content/money.ts'

/** Kinds of errors in the books. */
const bookDifferenceKinds = ['lines', 'vat', 'credited', 'numbers', 'refunded', 'not_returned', 'overpaid', 'rows', 'disputed'] as const
export type BookDifferenceKind = (typeof bookDifferenceKinds)[number]

/** An error in words for staff. Amounts in pence; for numbers, how many. */
export function bookDifferenceText(kind: BookDifferenceKind, subject: string, expectedPence: number, foundPence: number): string {
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
  }[kind]
}

/** Returns true if a text is a known kind: rows may come from an older version. */
export const isBookDifferenceKind = (text: string): text is BookDifferenceKind => bookDifferenceKinds.some((kind) => kind === text)
