import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'

export interface BillingTables {
  cashHandovers: CashHandoversTable
  billNumbers: BillNumbersTable
  bills: BillsTable
  creditNotes: CreditNotesTable
  billCorrections: BillCorrectionsTable
  billReminders: BillRemindersTable
  billNotes: BillNotesTable
  bookChecks: BookChecksTable
  bookDifferences: BookDifferencesTable
}

/** Cash taken at the door and handed in, by the person who took it. */
export interface CashHandoversTable {
  id: string
  /** The id of the user who had it, and of the one who counted it. */
  heldBy: string
  receivedBy: string
  at: Instant
  /** The amount expected from its payments, and the amount counted. */
  expectedPence: number
  countedPence: number
  /** The reason for a difference; '' if there is none, or nothing to add. */
  note: string
  /** The form's: sending it twice hands in once. */
  pressKey: string
}

/** The last number of each year: issuing locks its row until the transaction ends, so numbers have no gaps. */
export interface BillNumbersTable {
  kind: 'bill' | 'credit_note'
  year: number
  last: number
}

/** A bill as it was issued. The database refuses every change of it. */
export interface BillsTable {
  id: string
  bookingId: string
  /** From 1; another one once the one before is credited in full. */
  revision: number
  year: number
  number: number
  /** '2026-0001'. */
  reference: string
  issuedAt: Instant
  /** The id of the user. */
  issuedBy: string
  /** The day the visit ended, or the booking was called off. */
  suppliedOn: LondonDay
  /** The time of supply, for VAT. */
  taxPoint: LondonDay
  dueOn: LondonDay
  /** The engineer who made the visit. */
  engineerId: string | null
  /** As JSON: `BilledLine[]`, the supplier and the customer (`Supplier`, `BilledCustomer`), and the visit (`BilledVisit`). */
  lines: string
  supplier: string
  customer: string
  visit: string
  /** VAT included. */
  totalPence: number
  /** Null: we were not registered for VAT. */
  vatPercent: number | null
  vatPence: number
}

/** A reduction of an issued bill. The database refuses every change of it. */
export interface CreditNotesTable {
  id: string
  billId: string
  year: number
  number: number
  /** 'CN-2026-0001'. */
  reference: string
  issuedAt: Instant
  /** The id of the user. */
  issuedBy: string
  /** As the customer reads it: 1 to 300 characters. */
  reason: string
  /** VAT included. */
  amountPence: number
  vatPence: number
  /** From the form: sending it twice makes one. */
  pressKey: string
}

/** Staff's additions to a bill, or reductions, before it is issued. */
export interface BillCorrectionsTable {
  id: string
  bookingId: string
  /** 'work': within the price cap; 'at_cost': passed on, like parking; 'reduction': taken off. */
  kind: 'work' | 'at_cost' | 'reduction'
  /** As the customer reads it: 1 to 100 characters. */
  label: string
  /** Always positive. */
  amountPence: number
  /** For colleagues: 1 to 300 characters. */
  reason: string
  madeAt: Instant
  /** The id of the user. */
  madeBy: string
  withdrawnAt: Generated<Instant | null>
  withdrawnBy: Generated<string | null>
}

/** A reminder of a bill that was sent: each once. */
export interface BillRemindersTable {
  billId: string
  /** The days after the due date (`billReminderDays`). */
  day: number
  at: Instant
}

/** Notes about paying a bill. 'disputed' and 'arranged': no reminders until it is 'resumed'. */
export interface BillNotesTable {
  id: string
  billId: string
  kind: 'called' | 'disputed' | 'arranged' | 'resumed'
  /** For colleagues: 1 to 300 characters. */
  text: string
  at: Instant
  /** The id of the user. */
  actor: string
  /** From the form: sending it twice makes one. */
  pressKey: string
}

/** An hour whose books were looked through: one instance does each. */
export interface BookChecksTable {
  hour: Instant
  doneAt: Instant
}

/** An error in the books, with the figures for `bookDifferenceText`. */
export interface BookDifferencesTable {
  id: string
  kind: string
  /** Id or number of the affected record. */
  subject: string
  bookingId: string | null
  expectedPence: number
  foundPence: number
  foundAt: Instant
}
