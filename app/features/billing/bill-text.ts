import { paidInWords } from '#app/features/payments/hand-payments.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { londonDay } from '#app/platform/london.ts'
import { spokenTimes } from '#app/platform/spoken-moment.ts'
import { dayWithYear } from '#app/values/day.ts'
import { exactPoundsText } from '#content/money.ts'
import type { BillPayment, BillView } from './bill-view.server.ts'

/* A bill in words, the same on pages and in the PDF. */

/** 'Bill 2026-0001'; before it is issued, 'Your bill'. */
export const billTitle = ({ issued }: Pick<BillView, 'issued'>): string => (issued ? `Bill ${issued.reference}` : 'Your bill')

type Row = readonly [label: string, value: string]

/** The facts of a bill, as labels and values. */
export function billFacts({ issued, suppliedOn, visit, customer, vatPercent }: BillView): Row[] {
  const { reference, service, arrivedAt, leftAt } = visit
  return [
    ...(issued ? [['Bill number', issued.reference] as const, ['Date', dayWithYear(issued.on)] as const] : []),
    [arrivedAt ? 'Date of the work' : 'Date of supply', dayWithYear(suppliedOn)],
    ...(issued && vatPercent !== undefined ? [['Tax point', dayWithYear(issued.taxPoint)] as const] : []),
    ...(issued ? [['Payment due', dayWithYear(issued.dueOn)] as const] : []),
    ['Booking', `${reference}, ${service}`],
    ...(arrivedAt && leftAt ? [['On site', spokenTimes(arrivedAt, leftAt)] as const] : []),
    ['Customer', [customer.name, customer.address].filter(Boolean).map(isolated).join(', ')],
  ]
}

/** Returns the supplier, line by line. */
export function supplierLines({ supplier }: Pick<BillView, 'supplier'>): string[] {
  const { name, legalName, address, companyNumber, vatNumber, phone, email } = supplier
  return [
    name,
    legalName && legalName !== name ? legalName : undefined,
    address,
    companyNumber && `Company number ${companyNumber}`,
    vatNumber && `VAT number ${vatNumber}`,
    [phone, email].filter(Boolean).join(', '),
  ].filter((line) => line !== undefined && line !== '') as string[]
}

/** The lines in words and figures; if VAT is charged, each with its net price and its VAT. */
export const billLines = ({
  lines,
  vatPercent,
}: Pick<BillView, 'lines' | 'vatPercent'>): { label: string; detail?: string; figure: string }[] =>
  lines.map(({ label, detail, amountPence, vatPence }) => {
    const vat =
      vatPercent === undefined ? '' : `${exactPoundsText(amountPence - vatPence)} net, ${exactPoundsText(vatPence)} VAT at ${vatPercent}%`
    const details = [detail, vat].filter(Boolean).join('. ')
    return { label, ...(details && { detail: details }), figure: exactPoundsText(amountPence) }
  })

/** Returns the rows below the lines: VAT, credit notes, payments and the amount due. The figures for a column. */
export function billSums({ totalPence, vatPence, vatPercent, creditNotes, payments }: BillView): { label: string; figure: string }[] {
  const credited = creditNotes.reduce((sum, { vatPence: vat }) => sum + vat, 0)
  return [
    ...(vatPercent === undefined
      ? []
      : [
          { label: 'Net', figure: exactPoundsText(totalPence - vatPence) },
          { label: `VAT at ${vatPercent}%`, figure: exactPoundsText(vatPence) },
        ]),
    ...creditNotes.map(({ reference, amountPence, reason }) => ({
      label: `Credit note ${reference}: ${reason}`,
      figure: exactPoundsText(-amountPence),
    })),
    ...(vatPercent !== undefined && credited > 0 ? [{ label: 'VAT on credit notes', figure: exactPoundsText(-credited) }] : []),
    ...payments.flatMap(({ by, at, amountPence, refundedPence, isFee, isDisputed, lostPence }) => [
      {
        label: `${isFee ? 'Priority fee paid' : 'Paid'} ${paidInWords(by)}, ${dayWithYear(londonDay(at))}`,
        figure: exactPoundsText(-amountPence),
      },
      ...(refundedPence > 0 ? [{ label: 'Refunded', figure: exactPoundsText(refundedPence) }] : []),
      ...(isDisputed ? [{ label: 'The bank has been asked to return this payment, and is deciding.', figure: '' }] : []),
      ...(lostPence > 0 ? [{ label: 'Returned by the bank', figure: exactPoundsText(lostPence) }] : []),
    ]),
  ]
}

/** Returns the file name of a payment's receipt: it has the end of the payment's id, which holders of the private link know. */
export const receiptFile = (paymentId: string): string => `receipt-${paymentId.slice(-12)}.pdf`

interface Papers {
  creditNotes: readonly Pick<BillView['creditNotes'][number], 'reference' | 'amountPence'>[]
  payments: readonly Pick<BillPayment, 'id' | 'at' | 'amountPence' | 'isFee'>[]
}

/** The credit notes and receipts of a bill, each a file beside its page. The priority fee has no bill of its own, and no receipt here. */
export const billPapers = ({ creditNotes, payments }: Papers): { label: string; file: string }[] => [
  ...creditNotes.map(({ reference, amountPence }) => ({
    label: `Credit note ${reference}, ${exactPoundsText(amountPence)}`,
    file: `${reference}.pdf`,
  })),
  ...payments
    .filter(({ isFee }) => !isFee)
    .map((payment) => ({
      label: `Receipt for ${exactPoundsText(payment.amountPence)}, ${dayWithYear(londonDay(payment.at))}`,
      file: receiptFile(payment.id),
    })),
]

const hasDispute = (payments: BillView['payments'] = []): boolean => payments.some(({ isDisputed }) => isDisputed)

/** Returns the label of the balance: to pay, being confirmed, paid, or to be refunded; undefined for a visit under guarantee. */
export function owedLabel({
  owedPence,
  totalPence,
  confirmingPence = 0,
  payments,
}: Pick<BillView, 'owedPence' | 'totalPence' | 'confirmingPence'> & { payments?: BillView['payments'] }): string {
  if (owedPence > 0) return confirmingPence >= owedPence ? 'Being confirmed' : 'To pay'
  if (owedPence < 0) return 'We owe you'
  if (hasDispute(payments)) return 'Disputed with the bank'
  return totalPence === 0 ? 'Nothing to pay' : 'Paid in full'
}

/** Returns true if the balance is shown below the total: on a draft only if something was paid, as it would be the same sum twice. */
export const isOwedShown = ({ isIssued, owedPence, totalPence }: Pick<ShownBill, 'isIssued' | 'owedPence' | 'totalPence'>): boolean =>
  isIssued || owedPence !== totalPence

/** How to pay by bank transfer, which we match by the bill's number. */
export function transferNote({ issued, supplier: { bankAccount } }: Pick<BillView, 'issued' | 'supplier'>): string {
  const reference = issued?.reference ?? ''
  return bankAccount
    ? `By bank transfer: ${bankAccount}, reference ${reference}.`
    : `If you pay by bank transfer, use ${reference} as the reference.`
}

/** A bill as pages show it: all in words, so that the browser needs no rules. */
export interface ShownBill {
  title: string
  isIssued: boolean
  /** Its number, and the day it is due; '' before it is issued. */
  reference: string
  dueOn: string
  lines: { label: string; detail?: string; figure: string }[]
  total: { label: string; figure: string }
  /** VAT, credit notes and payments. */
  sums: { label: string; figure: string }[]
  owed: { label: string; figure: string }
  owedPence: number
  /** A payment is disputed with the bank, which hasn’t decided. */
  isDisputed: boolean
  /** Card payment that isn't confirmed yet; '' if there is none. Until it is, no other payment is asked for. */
  confirming: string
  totalPence: number
  facts: Row[]
  supplier: string[]
  /** '' if there is nothing to transfer. */
  transfer: string
  /** Credit notes and receipts, as files beside the bill's page. */
  papers: { label: string; file: string }[]
}

/** Returns true if the bill is to be paid now. */
export const isToPay = ({ isIssued, owedPence, confirming }: Pick<ShownBill, 'isIssued' | 'owedPence' | 'confirming'>): boolean =>
  isIssued && owedPence > 0 && !confirming

/** A bill in words. */
export const shownBill = (bill: BillView): ShownBill => ({
  title: billTitle(bill),
  isIssued: bill.issued !== undefined,
  reference: bill.issued?.reference ?? '',
  dueOn: bill.issued ? dayWithYear(bill.issued.dueOn) : '',
  lines: billLines(bill),
  total: { label: bill.vatPercent === undefined ? 'Total' : 'Total, including VAT', figure: exactPoundsText(bill.totalPence) },
  sums: billSums(bill),
  owed: { label: owedLabel(bill), figure: exactPoundsText(Math.abs(bill.owedPence)) },
  isDisputed: hasDispute(bill.payments),
  owedPence: bill.owedPence,
  confirming: bill.confirmingPence ? exactPoundsText(bill.confirmingPence) : '',
  totalPence: bill.totalPence,
  facts: billFacts(bill),
  supplier: supplierLines(bill),
  transfer: bill.issued && bill.owedPence > 0 && !bill.confirmingPence ? transferNote(bill) : '',
  papers: bill.issued ? billPapers(bill) : [],
})
