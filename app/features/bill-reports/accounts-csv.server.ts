import type { Kysely } from 'kysely'
import type { BilledCustomer } from '#app/features/billing/bill-contents.ts'
import type { BilledLine } from '#app/features/billing/draft-bill.ts'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { csvOf } from '#app/platform/csv.ts'
import { addDays, type LondonDay } from '#app/platform/day.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Tables } from '#db/tables.ts'
import type { ReportPeriod } from './report-period.ts'

/* Bills and credit notes as files for accounting software (docs/sources/accounts-imports.md). Prices include VAT. */

const ukDay = (day: LondonDay): string => day.split('-').reverse().join('/')
const pounds = (pence: number): string => (pence / 100).toFixed(2)

interface AccountsLine {
  customer: string
  number: string
  on: LondonDay
  dueOn: LondonDay
  description: string
  pence: number
  vatPence: number
  hasVat: boolean
}

/** Xero's import of sales invoices: one row per line. A credit note is an invoice with a negative line. */
export const xeroCsv = (lines: readonly AccountsLine[]): string =>
  csvOf(
    ['*ContactName', '*InvoiceNumber', '*InvoiceDate', '*DueDate', '*Description', '*Quantity', '*UnitAmount', '*AccountCode', '*TaxType'],
    lines.map(({ customer, number, on, dueOn, description, pence, hasVat }) => [
      ...[customer, number, ukDay(on), ukDay(dueOn), description, 1, Number(pounds(pence)), 200],
      hasVat ? '20% (VAT on Income)' : 'No VAT',
    ]),
  )

/** QuickBooks' import of invoices, with the column names that it maps automatically. */
export const quickBooksCsv = (lines: readonly AccountsLine[]): string =>
  csvOf(
    [
      'Invoice number',
      'Customer',
      'Invoice date',
      'Due date',
      'Item description',
      'Item quantity',
      'Item rate',
      'Item amount',
      'Item tax code',
    ],
    lines.map(({ customer, number, on, dueOn, description, pence, hasVat }) => [
      ...[number, customer, ukDay(on), ukDay(dueOn), description, 1, Number(pounds(pence)), Number(pounds(pence))],
      hasVat ? '20.0% S' : 'No VAT',
    ]),
  )

/** Every line unchanged, for any other program. */
export const plainCsv = (lines: readonly AccountsLine[]): string =>
  csvOf(
    ['Number', 'Date', 'Due', 'Customer', 'Description', 'Gross', 'VAT', 'Net'],
    lines.map(({ number, on, dueOn, customer, description, pence, vatPence }) => [
      ...[number, on, dueOn, customer, description],
      ...[Number(pounds(pence)), Number(pounds(vatPence)), Number(pounds(pence - vatPence))],
    ]),
  )

/** The lines of the bills and credit notes that were issued in some days, oldest first. */
export async function readAccountsLines(db: Kysely<Tables>, { from, to }: ReportPeriod): Promise<AccountsLine[]> {
  const [begin, end] = [instantOf(from, 0), instantOf(addDays(to, 1), 0)]
  const bills = await db
    .selectFrom('bills')
    .select(['reference', 'issuedAt', 'dueOn', 'lines', 'customer', 'vatPercent'])
    .where('issuedAt', '>=', begin)
    .where('issuedAt', '<', end)
    .orderBy('issuedAt')
    .execute()
  const notes = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(['creditNotes.reference', 'creditNotes.issuedAt', 'creditNotes.reason', 'creditNotes.amountPence', 'creditNotes.vatPence'])
    .select(['bills.reference as bill', 'bills.customer', 'bills.vatPercent'])
    .where('creditNotes.issuedAt', '>=', begin)
    .where('creditNotes.issuedAt', '<', end)
    .orderBy('creditNotes.issuedAt')
    .execute()
  const nameIn = (customer: string) => (JSON.parse(customer) as BilledCustomer).name
  return [
    ...bills.flatMap(({ reference: number, issuedAt, dueOn, lines, customer, vatPercent }) =>
      (JSON.parse(lines) as BilledLine[]).map(({ label: description, amountPence: pence, vatPence }) => ({
        ...{ customer: nameIn(customer), number, on: londonDay(issuedAt), dueOn, description, pence, vatPence },
        hasVat: vatPercent !== null,
      })),
    ),
    ...notes.map(({ reference: number, issuedAt, reason, amountPence, vatPence, bill, customer, vatPercent }) => ({
      ...{ customer: nameIn(customer), number, on: londonDay(issuedAt), dueOn: londonDay(issuedAt) },
      ...{ description: `Bill ${bill}: ${reason}`, pence: -amountPence, vatPence: -vatPence, hasVat: vatPercent !== null },
    })),
  ]
}

/** Money of an account, as FreeAgent imports a statement. */
export interface StatementLine {
  on: LondonDay
  /** Negative: it went back. */
  pence: number
  description: string
}

/**
 * FreeAgent's import of a statement: day, amount and description, without a header and without quotes, so nothing in it may need them. It
 * imports no invoices from a file (docs/sources/accounts-imports.md).
 */
export const freeAgentCsv = (lines: readonly StatementLine[]): string =>
  lines.map(({ on, pence, description }) => `${ukDay(on)},${pounds(pence)},${description.replace(/[",\s]+/g, ' ').trim()}\r\n`).join('')

/** What came by card or in cash in some days and what went back of it, oldest first. Transfers are on the bank's own statement. */
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
  const returned = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .leftJoin('bills', 'bills.id', 'payments.billId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['refunds.doneAt', 'refunds.amountPence', 'payments.provider', 'bills.reference', 'bookings.reference as booking'])
    .where('refunds.state', '=', 'done')
    .where('payments.voidedAt', 'is', null)
    .where('refunds.doneAt', '>=', begin)
    .where('refunds.doneAt', '<', end)
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
  ]
    .filter(({ provider }) => (by === 'cash' ? provider === 'cash' : !isHandMethod(provider)))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ at, pence, description }) => ({ on: londonDay(at), pence, description }))
}
