import type { Kysely, Selectable } from 'kysely'
import { complaintDates } from '#app/features/aftercare/complaint-dates.ts'
import { satisfactionDue } from '#app/features/aftercare/satisfaction-dates.ts'
import { cancellationRefundDay } from '#app/features/capacity/cancellation-right.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { dueDayText, spokenMoment } from '#app/platform/spoken-moment.ts'
import { poundsText } from '#content/money.ts'
import type { CancellationsTable, ComplaintsTable, SatisfactionRequestsTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { type Block, paragraphs, type Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { type CustomerNews, callKey } from './customer-news.ts'
import type { AftercareJob } from './job-payloads.ts'

/* Emails about a customer's request after their visit: that we have it, and what became of it. */

type Complaint = Pick<Selectable<ComplaintsTable>, 'words' | 'wish' | 'answer' | 'disputeText' | 'receivedAt'>
type Satisfaction = Pick<Selectable<SatisfactionRequestsTable>, 'words' | 'wish' | 'askedAt' | 'creditedPence' | 'refundPence' | 'reasons'>

type Cancellation = Pick<Selectable<CancellationsTable>, 'receivedAt' | 'name' | 'address' | 'keptPence' | 'refundPence' | 'reasons'> & {
  /** The extra work that was cancelled; null: the visit. */
  work: string | null
}

/** One type for each event, so that the event tells which row it is about. */
type Event<Change, Row> = Change extends string ? { change: Change; request: Row } : never

/** An event, with the row that it is about as it is now. */
export type ToldRequest =
  | Event<'complained' | 'complaint_acknowledged' | 'complaint_answered', Complaint>
  | Event<'satisfaction_asked' | 'satisfaction_decided', Satisfaction>
  | Event<'contract_cancelled' | 'cancellation_settled', Cancellation>

export async function readToldRequest(db: Kysely<Tables>, { change, id }: AftercareJob): Promise<ToldRequest> {
  if (change === 'satisfaction_asked' || change === 'satisfaction_decided')
    return { change, request: await db.selectFrom('satisfactionRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow() }
  if (change === 'contract_cancelled' || change === 'cancellation_settled')
    return {
      change,
      request: await db
        .selectFrom('cancellations')
        .leftJoin('extraWorks', 'extraWorks.id', 'cancellations.workId')
        .select(['receivedAt', 'cancellations.name', 'cancellations.address', 'keptPence', 'refundPence', 'reasons'])
        .select('extraWorks.name as work')
        .where('cancellations.id', '=', id)
        .executeTakeFirstOrThrow(),
    }
  return { change, request: await db.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirstOrThrow() }
}

export const aftercareWords = (news: CustomerNews, told: ToldRequest): Words => aboutBooking(news, wordsOf(news, told))

function wordsOf(news: CustomerNews, told: ToldRequest): Words {
  if (told.change === 'satisfaction_asked') return askedWords(news, told.request)
  if (told.change === 'satisfaction_decided') return decidedWords(news, told.request)
  if (told.change === 'contract_cancelled') return cancelledWords(news, told.request)
  if (told.change === 'cancellation_settled') return settledWords(news, told.request)
  return told.change === 'complaint_answered' ? answeredWords(news, told.request) : receivedWords(news, told.request)
}

function receivedWords(news: CustomerNews, complaint: Complaint): Words {
  const answerBy = dueDayText(complaintDates(complaint.receivedAt).answerBy, complaint.receivedAt)
  return {
    subject: `We’ve received your complaint: we’ll answer by ${answerBy}`,
    preview: 'We’re sorry that something went wrong.',
    blocks: [
      { heading: 'We’ve received your complaint' },
      { paragraph: `We’re sorry that something went wrong. We’ll look into it and answer by ${answerBy}.` },
      complaintFacts(complaint),
      keys(news, 'See your complaint', 'complaint'),
    ],
  }
}

const answeredWords = (news: CustomerNews, complaint: Complaint): Words => ({
  subject: 'Our answer to your complaint',
  preview: 'Please read our answer, and tell us if you’re not happy with it.',
  blocks: [
    { heading: 'Our answer to your complaint' },
    ...paragraphs(complaint.answer),
    { paragraph: 'If you’re not happy with our answer, tell us on the page below, or call and ask for the owner.' },
    { paragraph: complaint.disputeText },
    keys(news, 'See your complaint', 'complaint'),
    complaintFacts(complaint),
  ],
})

const complaintFacts = ({ receivedAt, words, wish }: Complaint): Block => ({
  facts: [
    ['Received', spokenMoment(receivedAt)],
    ...(words ? [['What went wrong', oneLine(words)] as const] : []),
    ...(wish ? [['What you’d like us to do', oneLine(wish)] as const] : []),
  ],
})

function askedWords(news: CustomerNews, { wish, words, askedAt }: Satisfaction): Words {
  const due = dueDayText(satisfactionDue(askedAt), askedAt)
  const isRefund = wish === 'refund'
  return {
    subject: isRefund ? `We’ve received your request for a refund: we’ll refund you by ${due}` : 'We’ll put it right for free',
    preview: 'We’re sorry that you’re not satisfied with your visit.',
    blocks: [
      { heading: 'We’re sorry that you’re not satisfied' },
      {
        paragraph: isRefund
          ? `You’ve asked for a refund. We’ll decide and refund what you’ve paid by ${due}, the same way you paid.`
          : 'You’ve asked us to put it right. Choose a time for your free visit, or we’ll call you to agree one.',
      },
      ...(words ? [{ facts: [['What wasn’t right', oneLine(words)]] } satisfies Block] : []),
      isRefund ? keys(news, 'See your request', 'refund') : keys(news, 'Choose a time', 'return'),
    ],
  }
}

function decidedWords(news: CustomerNews, { creditedPence, refundPence, reasons }: Satisfaction): Words {
  const [credited, refund] = [creditedPence ?? 0, refundPence ?? 0]
  const done = [
    credited > 0 ? `We’ve taken ${poundsText(credited)} off your bill.` : 'There was nothing left to take off your bill.',
    refund > 0 ? `We’re refunding the ${poundsText(refund)} that you’d paid, the same way you paid.` : '',
  ]
    .filter(Boolean)
    .join(' ')
  return {
    subject: refund > 0 ? `Your refund: ${poundsText(refund)}` : 'Your request for a refund',
    preview: done,
    blocks: [
      { heading: refund > 0 ? `We’re refunding you ${poundsText(refund)}` : 'Your request for a refund' },
      { paragraph: done },
      ...paragraphs(reasons),
      { paragraph: 'If you’re not happy with this, you can make a complaint on your booking page, or call us.' },
      keys(news, 'See your request', 'refund'),
    ],
  }
}

/** The acknowledgement that the law asks for on the spot, to keep. */
function cancelledWords(news: CustomerNews, { receivedAt, name, address, work }: Cancellation): Words {
  const due = dueDayText(cancellationRefundDay(receivedAt), receivedAt)
  return {
    subject: 'We’ve received your cancellation',
    preview: `We’ll refund what we owe you by ${due}.`,
    blocks: [
      { heading: 'We’ve received your cancellation' },
      { paragraph: `We’ll refund what we owe you by ${due}, the same way you paid. Please keep this email.` },
      {
        facts: [
          ['What you cancelled', work ? oneLine(work) : news.booking.service],
          ['Received', spokenMoment(receivedAt)],
          ['Name', oneLine(name)],
          ['Address', oneLine(address)],
        ],
      },
      keys(news, 'See your cancellation', 'cancel-rights'),
    ],
  }
}

function settledWords(news: CustomerNews, { keptPence, refundPence, reasons }: Cancellation): Words {
  const [kept, refund] = [keptPence ?? 0, refundPence ?? 0]
  const done = [
    kept > 0 ? `You pay ${poundsText(kept)} for what was done before you cancelled.` : 'You don’t pay anything for it.',
    refund > 0 ? `We’re refunding ${poundsText(refund)}, the same way you paid.` : '',
  ]
    .filter(Boolean)
    .join(' ')
  return {
    subject: refund > 0 ? `Your cancellation: ${poundsText(refund)} refunded` : 'Your cancellation',
    preview: done,
    blocks: [
      { heading: refund > 0 ? `We’re refunding you ${poundsText(refund)}` : 'Your cancellation is settled' },
      { paragraph: done },
      ...paragraphs(reasons),
      keys(news, 'See your cancellation', 'cancel-rights'),
    ],
  }
}

const keys = (news: CustomerNews, label: string, page: string): Block => ({
  keys: [{ label, href: `${news.trackingUrl}/${page}` }, callKey(news)],
})

const oneLine = (text: string) => isolated(text.replaceAll(/\s+/g, ' '))
