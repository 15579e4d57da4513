import type { Kysely, Selectable } from 'kysely'
import { complaintDates } from '#app/features/aftercare/complaint-dates.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import { longDayText } from '#app/values/day.ts'
import type { ComplaintsTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import type { Block, Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { type CustomerNews, callKey } from './customer-news.ts'
import type { AftercareJob } from './job-payloads.ts'

/** What the customer has asked us for after their visit, as it is now. */
export type ToldRequest = { of: 'complaint' } & Pick<
  Selectable<ComplaintsTable>,
  'words' | 'wish' | 'answer' | 'disputeText' | 'receivedAt'
>

export async function readToldRequest(db: Kysely<Tables>, { id }: AftercareJob): Promise<ToldRequest> {
  const complaint = await db.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { of: 'complaint', ...complaint }
}

interface AftercareNews extends CustomerNews {
  request: ToldRequest
}

/** That we have a customer's complaint, or our answer to it. */
export const aftercareWords = ({ request, ...news }: AftercareNews, change: AftercareJob['change']): Words =>
  aboutBooking(news, change === 'complaint_answered' ? answeredWords(news, request) : receivedWords(news, request))

function receivedWords(news: CustomerNews, complaint: ToldRequest): Words {
  const answerBy = longDayText(complaintDates(complaint.receivedAt).answerBy)
  return {
    subject: `We’ve received your complaint: we’ll answer by ${answerBy}`,
    preview: 'We’re sorry that something went wrong.',
    blocks: [
      { heading: 'We’ve received your complaint' },
      { paragraph: `We’re sorry that something went wrong. We’ll look into it and answer by ${answerBy}.` },
      complaintFacts(complaint),
      keys(news),
    ],
  }
}

const answeredWords = (news: CustomerNews, complaint: ToldRequest): Words => ({
  subject: 'Our answer to your complaint',
  preview: 'Please read our answer, and tell us if you’re not happy with it.',
  blocks: [
    { heading: 'Our answer to your complaint' },
    ...paragraphs(complaint.answer),
    { paragraph: 'If you’re not happy with our answer, tell us on the page below, or call and ask for the owner.' },
    { paragraph: complaint.disputeText },
    keys(news),
    complaintFacts(complaint),
  ],
})

const complaintFacts = ({ receivedAt, words, wish }: ToldRequest): Block => ({
  facts: [
    ['Received', spokenMoment(receivedAt)],
    ...(words ? [['What went wrong', oneLine(words)] as const] : []),
    ...(wish ? [['What you’d like us to do', oneLine(wish)] as const] : []),
  ],
})

const keys = (news: CustomerNews): Block => ({
  keys: [{ label: 'See your complaint', href: `${news.trackingUrl}/complaint` }, callKey(news)],
})

const oneLine = (text: string) => isolated(text.replaceAll(/\s+/g, ' '))
const paragraphs = (text: string): Block[] => text.split(/\n+/).map((line) => ({ paragraph: line.trim() }))
