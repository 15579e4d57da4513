import type { Kysely } from 'kysely'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { importCsv, inAscii, spreadsheetCsv } from '#app/platform/csv.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import type { BilledCustomer, BilledVisit } from './bill-contents.ts'
import { refundsMade } from './bill-reports/read-rows.server.ts'
import type { BilledLine } from './drafting/draft-bill.ts'
import type { BillReport } from './read-bill-report.server.ts'
import type { ReportPeriod } from './report-period.ts'

/* Bills and credit notes as files for accounting software (docs/sources/accounts-imports.md). Prices include VAT. */

const ukDay = (day: LondonDay): string => day.split('-').reverse().join('/')
const pounds = (pence: number): string => (pence / 100).toFixed(2)
/** A figure as a cell; texts that begin with a minus sign would be taken for formulas. */
const sum = (pence: number): number => Number(pounds(pence))

/** A bill or a credit note. Amounts in pence, VAT included; those of a credit note are positive. */
interface AccountsPaper {
  isCredit: boolean
  customer: string
  number: string
  /** The booking's reference and its problem. */
  booking: string
  service: string
  on: LondonDay
  dueOn: LondonDay
  lines: { description: string; pence: number; vatPence: number }[]
  hasVat: boolean
}

const totalOf = ({ lines }: AccountsPaper): number => lines.reduce((total, { pence }) => total + pence, 0)

/** Returns a customer's name in ASCII; a name without a Latin letter gets the booking's reference. */
function contactOf(customer: string, booking: string): string {
  const name = inAscii(customer)
  return /[a-z]/i.test(name) ? name : `Customer ${booking}`
}

/** All columns of Xero's template for sales invoices, in its order. */
const xeroColumns = [
  ...['*ContactName', 'EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4'],
  ...['POCity', 'PORegion', 'POPostalCode', 'POCountry', '*InvoiceNumber', 'Reference', '*InvoiceDate', '*DueDate', 'Total'],
  ...['InventoryItemCode', '*Description', '*Quantity', '*UnitAmount', 'Discount', '*AccountCode', '*TaxType', 'TaxAmount'],
  ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2', 'Currency', 'BrandingTheme'],
]

/** Xero's import of sales invoices: one row per line. A credit note is an invoice with a negative line. */
export const xeroCsv = (papers: readonly AccountsPaper[]): string =>
  importCsv(
    xeroColumns,
    papers.flatMap(({ isCredit, customer, number, booking, on, dueOn, lines, hasVat }) =>
      lines.map(({ description, pence, vatPence }) => {
        const cells: Record<string, string | number> = {
          ...{ '*ContactName': contactOf(customer, booking), '*InvoiceNumber': number, Reference: booking },
          ...{ '*InvoiceDate': ukDay(on), '*DueDate': ukDay(dueOn), '*Description': description },
          ...{ '*Quantity': 1, '*UnitAmount': sum(isCredit ? -pence : pence), '*AccountCode': 200 },
          // Worked out for each line alone, they might not add up to the bill's VAT.
          ...{ '*TaxType': hasVat ? '20% (VAT on Income)' : 'No VAT', TaxAmount: sum(isCredit ? -vatPence : vatPence) },
        }
        return xeroColumns.map((column) => cells[column] ?? '')
      }),
    ),
  )

const quickBooksColumns = ['Item(Product/Service)', 'ItemDescription', 'ItemQuantity', 'ItemRate', 'ItemAmount', 'ItemTaxCode']

const quickBooksItem = (paper: AccountsPaper, description: string) => [
  ...['Sales', description, 1, sum(totalOf(paper)), sum(totalOf(paper))],
  paper.hasVat ? '20.0% S' : '',
]

/** QuickBooks' import of invoices: one row per bill, as it accepts no negative lines, such as an offer. */
export const quickBooksCsv = (papers: readonly AccountsPaper[]): string =>
  importCsv(
    ['InvoiceNo', 'Customer', 'InvoiceDate', 'DueDate', 'Memo', ...quickBooksColumns],
    papers
      .filter(({ isCredit }) => !isCredit)
      .map((bill) => [
        ...[bill.number, contactOf(bill.customer, bill.booking), ukDay(bill.on), ukDay(bill.dueOn), bill.booking],
        ...quickBooksItem(bill, `${bill.service}, ${bill.booking}`),
      ]),
  )

/** QuickBooks' import of credit notes: a separate one, with positive sums. */
export const quickBooksCreditsCsv = (papers: readonly AccountsPaper[]): string =>
  importCsv(
    ['CreditNoteNo', 'Customer', 'CreditNoteDate', 'Memo', ...quickBooksColumns],
    papers
      .filter(({ isCredit }) => isCredit)
      .map((note) => [
        ...[note.number, contactOf(note.customer, note.booking), ukDay(note.on), note.booking],
        ...quickBooksItem(note, note.lines.map(({ description }) => description).join(', ')),
      ]),
  )

/** Every line unchanged, for any other program. */
export const plainCsv = (papers: readonly AccountsPaper[]): string =>
  spreadsheetCsv(
    ['Number', 'Date', 'Due', 'Customer', 'Booking', 'Description', 'Gross', 'VAT', 'Net'],
    papers.flatMap(({ isCredit, number, on, dueOn, customer, booking, lines }) =>
      lines.map(({ description, pence, vatPence }) => [
        ...[number, on, dueOn, customer, booking, description],
        ...[pence, vatPence, pence - vatPence].map((figure) => sum(isCredit ? -figure : figure)),
      ]),
    ),
  )

/** Returns refunds and reductions by people, with who and why, and the cost of broken promises by rule, as CSV. */
export const givenCsv = ({ given, promises }: Pick<BillReport, 'given' | 'promises'>): string =>
  spreadsheetCsv(
    ['Who', 'What', 'Reason', 'Number', 'Amount'],
    [
      ...given.map(({ who, what, reason, pence }) => [who, what, reason, 1, sum(pence)]),
      ...promises.map(({ name, count, pence }) => [name, 'Promise missed', '', count, sum(pence)]),
    ],
  )

/** The bills that were issued in some days, then the credit notes, each oldest first. */
export async function readAccountsPapers(db: Kysely<Tables>, { from, to }: ReportPeriod): Promise<AccountsPaper[]> {
  const [begin, end] = [instantOf(from, 0), instantOf(addDays(to, 1), 0)]
  const bills = await db
    .selectFrom('bills')
    .select(['reference as number', 'issuedAt', 'dueOn', 'lines', 'customer', 'visit', 'vatPercent'])
    .where('issuedAt', '>=', begin)
    .where('issuedAt', '<', end)
    .orderBy('issuedAt')
    .execute()
  const notes = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(['creditNotes.reference as number', 'creditNotes.issuedAt', 'reason', 'creditNotes.amountPence', 'creditNotes.vatPence'])
    .select(['bills.reference as bill', 'bills.customer', 'bills.visit', 'bills.vatPercent'])
    .where('creditNotes.issuedAt', '>=', begin)
    .where('creditNotes.issuedAt', '<', end)
    .orderBy('creditNotes.issuedAt')
    .execute()
  return [
    ...bills.map(({ lines, dueOn, ...bill }) => ({
      ...{ ...commonOf(bill), isCredit: false, dueOn },
      lines: (JSON.parse(lines) as BilledLine[]).map(({ label: description, amountPence: pence, vatPence }) => ({
        ...{ description, pence, vatPence },
      })),
    })),
    ...notes.map(({ bill, reason, amountPence: pence, vatPence, ...note }) => ({
      ...{ ...commonOf(note), isCredit: true, dueOn: londonDay(note.issuedAt) },
      lines: [{ description: `Bill ${bill}: ${reason}`, pence, vatPence }],
    })),
  ]
}

function commonOf({ number, issuedAt, customer, visit, vatPercent }: CommonRow) {
  const { reference: booking, service } = JSON.parse(visit) as BilledVisit
  const { name } = JSON.parse(customer) as BilledCustomer
  return { number, on: londonDay(issuedAt), customer: name, booking, service, hasVat: vatPercent !== null }
}

interface CommonRow {
  number: string
  issuedAt: Instant
  /** As JSON: `BilledCustomer` and `BilledVisit`. */
  customer: string
  visit: string
  vatPercent: number | null
}

/** Money of an account, as FreeAgent imports a statement. */
interface StatementLine {
  on: LondonDay
  /** Negative: a refund. */
  pence: number
  description: string
}

/**
 * FreeAgent's import of a statement: day, amount and description, without a header and without quotes, so nothing in it may need them. It
 * imports no invoices from a file (docs/sources/accounts-imports.md).
 */
export const freeAgentCsv = (lines: readonly StatementLine[]): string =>
  lines
    .map(
      ({ on, pence, description }) =>
        `${ukDay(on)},${pounds(pence)},${inAscii(description)
          .replace(/[",\s]+/g, ' ')
          .trim()}\r\n`,
    )
    .join('')

/** Returns the payments by card or in cash of a period and their refunds, oldest first. Transfers are on the bank's own statement. */
export async function readStatementLines(db: Kysely<Tables>, by: 'card' | 'cash', { from, to }: ReportPeriod): Promise<StatementLine[]> {
  const [begin, end] = [instantOf(from, 0), instantOf(addDays(to, 1), 0)]
  const paid = await db
    .selectFrom('payments')
    .leftJoin('bills', 'bills.id', 'payments.billId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['paidAt', 'amountPence', 'provider', 'bills.reference', 'bookings.reference as booking'])
    .where('voidedAt', 'is', null)
    .where('paidAt', '>=', begin)
    .where('paidAt', '<', end)
    .execute()
  const returned = await refundsMade(db, begin, end)
    .leftJoin('bills', 'bills.id', 'payments.billId')
    .select(['refunds.doneAt', 'refunds.amountPence', 'payments.provider', 'bills.reference', 'bookings.reference as booking'])
    .where('payments.voidedAt', 'is', null)
    .execute()
  const movements = await db
    .selectFrom('disputeMovements')
    .innerJoin('disputes', 'disputes.id', 'disputeMovements.disputeId')
    .innerJoin('payments', (join) =>
      join.onRef('payments.provider', '=', 'disputes.provider').onRef('payments.providerPaymentId', '=', 'disputes.providerPaymentId'),
    )
    .leftJoin('bills', 'bills.id', 'payments.billId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['disputeMovements.at', 'disputeMovements.pence', 'disputeMovements.kind', 'payments.provider'])
    .select(['bills.reference', 'bookings.reference as booking'])
    .where('disputeMovements.at', '>=', begin)
    .where('disputeMovements.at', '<', end)
    .execute()
  const whatFor = ({ reference, booking }: { reference: string | null; booking: string | null }) =>
    [reference ? `bill ${reference}` : 'priority fee', booking].filter(Boolean).join(' ')
  return [
    ...paid.map(({ paidAt: at, amountPence, ...row }) => ({
      at,
      pence: amountPence,
      provider: row.provider,
      description: `Paid: ${whatFor(row)}`,
    })),
    ...returned.map(({ doneAt, amountPence, ...row }) => ({
      ...{ at: doneAt ?? begin, pence: -amountPence, provider: row.provider },
      description: `Refund: ${whatFor(row)}`,
    })),
    ...movements.map(({ at, pence, kind, provider, ...row }) => ({
      ...{ at, pence, provider },
      description: `${kind === 'fee' ? 'Dispute fee' : pence < 0 ? 'Taken by the bank' : 'Returned by the bank'}: ${whatFor(row)}`,
    })),
  ]
    .filter(({ provider }) => (by === 'cash' ? provider === 'cash' : !isHandMethod(provider)))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ at, pence, description }) => ({ on: londonDay(at), pence, description }))
}
