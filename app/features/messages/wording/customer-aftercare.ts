import type { Kysely, Selectable } from 'kysely'
import { complaintDates } from '#app/features/aftercare/complaint-dates.ts'
import { satisfactionDue } from '#app/features/aftercare/satisfaction-dates.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import { longDayText } from '#app/values/day.ts'
import { poundsText } from '#content/money.ts'
import type { ComplaintsTable, SatisfactionRequestsTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import type { Block, Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { type CustomerNews, callKey } from './customer-news.ts'
import type { AftercareJob } from './job-payloads.ts'

/* What a customer asked us for after their visit: that we have it, and what became of it. */

type Complaint = Pick<Selectable<ComplaintsTable>, 'words' | 'wish' | 'answer' | 'disputeText' | 'receivedAt'>
type Satisfaction = Pick<Selectable<SatisfactionRequestsTable>, 'words' | 'wish' | 'askedAt' | 'creditedPence' | 'refundPence' | 'reasons'>

/** One type for each event, so that the event tells which row it is about. */
type Event<Change, Row> = Change extends string ? { change: Change; request: Row } : never

/** An event, with the row that it is about as it is now. */
export type ToldRequest =
  | Event<'complained' | 'complaint_acknowledged' | 'complaint_answered', Complaint>
  | Event<'satisfaction_asked' | 'satisfaction_decided', Satisfaction>

export async function readToldRequest(db: Kysely<Tables>, { change, id }: AftercareJob): Promise<ToldRequest> {
  if (change === 'satisfaction_asked' || change === 'satisfaction_decided')
    return { change, request: await db.selectFrom('satisfactionRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow() }
  return { change, request: await db.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirstOrThrow() }
}

export const aftercareWords = (news: CustomerNews, told: ToldRequest): Words => aboutBooking(news, wordsOf(news, told))

function wordsOf(news: CustomerNews, told: ToldRequest): Words {
  if (told.change === 'satisfaction_asked') return askedWords(news, told.request)
  if (told.change === 'satisfaction_decided') return decidedWords(news, told.request)
  return told.change === 'complaint_answered' ? answeredWords(news, told.request) : receivedWords(news, told.request)
}

function receivedWords(news: CustomerNews, complaint: Complaint): Words {
  const answerBy = longDayText(complaintDates(complaint.receivedAt).answerBy)
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
  const due = longDayText(satisfactionDue(askedAt))
  const isRefund = wish === 'refund'
  return {
    subject: isRefund ? `We’ve received your request for a refund: we’ll refund you by ${due}` : 'We’ll put it right for free',
    preview: 'We’re sorry that you’re not satisfied with your visit.',
    blocks: [
      { heading: 'We’re sorry that you’re not satisfied' },
      {
        paragraph: isRefund
          ? `You’ve asked for a refund. We’ll decide and refund you by ${due}, the same way you paid.`
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
  return {
    subject: refund > 0 ? `Your refund: ${poundsText(refund)}` : 'Your request for a refund',
    preview: done.filter(Boolean).join(' '),
    blocks: [
      { heading: refund > 0 ? `We’re refunding you ${poundsText(refund)}` : 'Your request for a refund' },
      { paragraph: done.filter(Boolean).join(' ') },
      ...paragraphs(reasons),
      { paragraph: 'If you’re not happy with this, you can make a complaint on your booking page, or call us.' },
      keys(news, 'See your request', 'refund'),
    ],
  }
}

const keys = (news: CustomerNews, label: string, page: string): Block => ({
  keys: [{ label, href: `${news.trackingUrl}/${page}` }, callKey(news)],
})

const oneLine = (text: string) => isolated(text.replaceAll(/\s+/g, ' '))
const paragraphs = (text: string): Block[] =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ paragraph: line.trim() }))
