import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { instantOf } from '#app/platform/london.ts'
import { addDays } from '#app/values/day.ts'
import type { CreditsTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'
import { readBills, readGiven, readMovements, readNotes, readPayments, readRefunds } from './bill-reports/read-rows.server.ts'
import { type OpenBalance, readOpenBalances } from './find-bills.server.ts'
import { quarterOf, type ReportPeriod } from './report-period.ts'

/** A sum and its label. Amounts in pence, VAT included. */
export interface SumOf {
  name: string
  pence: number
  /** The number of amounts in it. */
  count: number
}

/** The amounts billed, paid and refunded in a period, in pence. */
export interface BillReport {
  billed: SumOf
  credited: SumOf
  /** Money in and out, by method. */
  takings: { name: string; inPence: number; backPence: number }[]
  /** Money in, by day. */
  days: { day: string; pence: number }[]
  /** By the quarter of the tax point, less credit notes by the quarter of their issue. */
  vat: { quarter: string; pence: number }[]
  byEngineer: SumOf[]
  byService: SumOf[]
  byArea: SumOf[]
  byOffer: SumOf[]
  /** Credit notes and refunds with their reasons. */
  back: { what: string; reason: string; pence: number }[]
  /** The cost of each kind of broken promise, refunded or off a bill. */
  promises: SumOf[]
  /** Credit notes, refunds, withdrawn fees and reductions by people, each with who did it. */
  given: { who: string; what: string; reason: string; pence: number }[]
  /** Amounts that we owe customers now and have to refund by hand. */
  owedByUs: SumOf
  /** Amounts that banks took for disputed payments, less those returned, and the provider's charges. */
  disputed: SumOf
  disputeFees: SumOf
  /** Cash by who took it. */
  cash: SumOf[]
  /** Amounts unpaid now, from any period. */
  owing: SumOf
}

/** Reads the amounts billed, paid and refunded in a period of London days. */
export async function readBillReport(db: Kysely<Tables>, { from, to }: ReportPeriod): Promise<BillReport> {
  const [begin, end] = [instantOf(from, 0), instantOf(addDays(to, 1), 0)]
  const bills = await readBills(db, begin, end)
  const notes = await readNotes(db, begin, end)
  const payments = await readPayments(db, begin, end)
  const refunds = await readRefunds(db, begin, end)
  const { owing, overpaid } = await readOpenBalances(db)
  const moved = await readMovements(db, begin, end)
  const given = await readGiven(db, begin, end)
  const sum = (rows: readonly { pence: number }[]) => rows.reduce((total, { pence }) => total + pence, 0)
  const owed = (rows: readonly OpenBalance[]) => rows.reduce((total, { owedPence }) => total + owedPence, 0)
  return {
    billed: { name: 'Billed', pence: sum(bills), count: bills.length },
    credited: { name: 'Credited', pence: sum(notes), count: notes.length },
    promises: await readPromises(db, begin, end),
    given,
    owedByUs: { name: 'We owe now', pence: -owed(overpaid), count: overpaid.length },
    disputed: sumOfMoved(
      'Taken by banks',
      moved.filter(({ kind }) => kind === 'money'),
    ),
    disputeFees: sumOfMoved(
      'Dispute fees',
      moved.filter(({ kind }) => kind === 'fee'),
    ),
    takings: [...new Set([...payments, ...refunds].map(({ by }) => by))].map((name) => ({
      name,
      inPence: sum(payments.filter(({ by }) => by === name)),
      backPence: sum(refunds.filter(({ by }) => by === name)),
    })),
    days: daysOf(from, to).map((day) => ({ day, pence: sum(payments.filter((payment) => payment.day === day)) })),
    vat: vatByQuarter(bills, notes),
    byEngineer: sumsBy(bills, ({ engineer }) => engineer),
    byService: sumsBy(bills, ({ service }) => service),
    byArea: sumsBy(bills, ({ borough }) => borough),
    byOffer: sumsBy(bills, ({ offer }) => offer),
    back: [
      ...notes.map(({ reference, reason, pence }) => ({ what: `Credit note ${reference}`, reason, pence })),
      ...refunds.map(({ reference, reason, pence }) => ({ what: `Refund, ${reference}`, reason, pence })),
    ],
    cash: await cashOf(db, payments),
    owing: { name: 'Owed now', pence: owed(owing), count: owing.length },
  }
}

const sumOfMoved = (name: string, moved: readonly { pence: number }[]): SumOf => ({
  name,
  pence: 0 - moved.reduce((total, { pence }) => total + pence, 0),
  count: moved.length,
})

const promiseNames: Record<CreditsTable['promise'], string> = {
  call: 'Rule: we called late',
  dispatch: 'Rule: no engineer set off in time',
  window: 'Rule: we arrived late',
}

/** Reads the compensation for missed promises in a period, without withdrawn ones. */
async function readPromises(db: Kysely<Tables>, begin: string, end: string): Promise<SumOf[]> {
  const rows = await db
    .selectFrom('credits')
    .select(['promise', 'amountPence as pence'])
    .where('amountPence', '>', 0)
    .where('withdrawnAt', 'is', null)
    .where('createdAt', '>=', begin)
    .where('createdAt', '<', end)
    .execute()
  return sumsBy(rows, ({ promise }) => promiseNames[promise])
}

/** The longest report, in days, that has a plot of days. */
const mostDays = 92

function daysOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < mostDays; day = addDays(day, 1)) days.push(day)
  return days
}

function sumsBy<Row extends { pence: number }>(rows: readonly Row[], nameOf: (row: Row) => string): SumOf[] {
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, some]) => ({ name, pence: some.reduce((total, { pence }) => total + pence, 0), count: some.length }))
    .toSorted((a, b) => b.pence - a.pence || a.name.localeCompare(b.name))
}

function vatByQuarter(
  bills: readonly { taxPoint: string; vatPence: number }[],
  notes: readonly { day: string; vatPence: number }[],
): BillReport['vat'] {
  const quarters = new Map<string, number>()
  for (const { taxPoint, vatPence } of bills) quarters.set(quarterOf(taxPoint), (quarters.get(quarterOf(taxPoint)) ?? 0) + vatPence)
  for (const { day, vatPence } of notes) quarters.set(quarterOf(day), (quarters.get(quarterOf(day)) ?? 0) - vatPence)
  return [...quarters].toSorted().map(([quarter, pence]) => ({ quarter, pence }))
}

async function cashOf(
  db: Kysely<Tables>,
  payments: readonly { provider: string; pence: number; takenBy: string | null }[],
): Promise<SumOf[]> {
  const cash = payments.filter(({ provider }) => provider === 'cash')
  const nameOf = await readNameOf(
    db,
    cash.map(({ takenBy }) => takenBy),
  )
  return sumsBy(cash, ({ takenBy }) => nameOf(takenBy))
}
