import type { Kysely } from 'kysely'
import type { BilledCustomer } from '#app/features/billing/bill-contents.ts'
import type { BilledLine } from '#app/features/billing/draft-bill.ts'
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
