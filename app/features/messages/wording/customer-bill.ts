import { transferNote } from '#app/features/billing/bill-text.ts'
import type { BillView, IssuedBill } from '#app/features/billing/bill-view.server.ts'
import { dayWithYear } from '#app/values/day.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import { guaranteeMonths } from '#content/stated.ts'
import type { Block, Facts, Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { type CustomerNews, callKey } from './customer-news.ts'
import type { BillJob } from './job-payloads.ts'

/** News about a bill. */
export interface BillNews extends CustomerNews {
  bill: IssuedBill
  change: BillJob['change']
  /** The amount of a payment or a credit note, in pence; 0 if it is neither. */
  amountPence: number
  /** The reason for a credit note. */
  reason: string
  /** The id of the payment or credit note; '' if there is none. */
  paperId: string
}

/** Emails to the customer about their bill: issued, paid, reduced, or still unpaid. */
export function billWords({ bill, change, amountPence, reason, ...news }: BillNews): Words {
  const reference = bill.issued.reference
  const [total, amount, owed] = [poundsText(bill.totalPence), poundsText(amountPence), poundsText(Math.max(0, bill.owedPence))]
  const isPaid = bill.owedPence <= 0
  const left =
    bill.owedPence < 0
      ? `You’ve paid ${poundsText(-bill.owedPence)} too much. We’ll call you to give it back.`
      : isPaid
        ? 'There’s nothing left to pay.'
        : `${owed} is left to pay.`
  const phone = news.site.details.emergencyPhone.text
  const kept: Record<BillJob['change'], Words> = {
    billed: {
      subject: isPaid ? `Your bill ${reference}: nothing to pay` : `Your bill: ${owed} to pay`,
      preview: isPaid ? left : `Bill ${reference}. Pay by card, or by bank transfer.`,
      blocks: [
        { heading: isPaid ? `Your bill ${reference}` : `Your bill: ${owed} to pay` },
        { facts: linesOf(bill) },
        { paragraph: isPaid ? left : `Pay by card on your bill’s page. ${transferNote(bill)}` },
        ...keysOf(bill, news),
        { note: `The bill is attached as a PDF. Our work is guaranteed for ${guaranteeMonths} months.` },
      ],
    },
    bill_paid: {
      subject: `Receipt: we’ve received ${amount}`,
      preview: `For bill ${reference}. ${left}`,
      blocks: [
        { heading: `Thank you, we’ve received ${amount}` },
        { paragraph: `It’s for bill ${reference}, dated ${dayWithYear(bill.issued.on)}, for ${total}. ${left}` },
        ...keysOf(bill, news),
        { note: 'The receipt is attached as a PDF.' },
      ],
    },
    bill_credited: {
      subject: `We’ve taken ${amount} off your bill`,
      preview: reason,
      blocks: [
        { heading: `We’ve taken ${amount} off your bill` },
        { paragraph: `${reason.replace(/[.!?]?$/, '.')} ${left}` },
        ...keysOf(bill, news),
        {
          note: 'If you’ve already paid this amount, we’ll refund it to the card or account you paid from. The credit note is attached as a PDF.',
        },
      ],
    },
    bill_reminder: {
      subject: `Reminder: ${owed} to pay on bill ${reference}`,
      preview: `If you’ve already paid, thank you: please ignore this.`,
      blocks: [
        { heading: `${owed} still to pay` },
        {
          paragraph: `It’s for bill ${reference}, which was due on ${dayWithYear(bill.issued.dueOn)}. ${transferNote(bill)}`,
        },
        ...keysOf(bill, news),
        {
          paragraph: `If something’s wrong with the bill, or you need more time, call ${phone}. If you’ve already paid, thank you: please ignore this.`,
        },
      ],
    },
  }
  return aboutBooking(news, kept[change])
}

const linesOf = ({ lines, totalPence }: BillView): Facts => [
  ...lines.map(({ label, amountPence }) => [label, exactPoundsText(amountPence)] as const),
  ['Total', exactPoundsText(totalPence)],
]

function keysOf({ owedPence }: BillView, news: CustomerNews): Block[] {
  const bill = { label: owedPence > 0 ? 'See your bill and pay' : 'See your bill', href: `${news.trackingUrl}/bill` }
  return [{ keys: [bill, callKey(news)] }]
}
