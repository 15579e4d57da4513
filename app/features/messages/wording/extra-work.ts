import type { Kysely } from 'kysely'
import { lastCancellationDay } from '#app/features/capacity/cancellation-right.ts'
import { type ExtraWork, readExtraWorks } from '#app/features/visit/read-extra-work.server.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { spokenTimeOnDay } from '#app/platform/spoken-moment.ts'
import { dayWithYear } from '#app/values/day.ts'
import { mostLabel, mostWorkText, noCancellingText, otherWorkTexts } from '#content/extra-work.ts'
import { cancellationRightDays } from '#content/fees.ts'
import { cancellationForm } from '#content/legal/cancellation-form.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import type { Block, Facts, Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { type CustomerNews, callKey, visitFacts } from './customer-news.ts'

/** The work in the message, as it is now. */
export type ToldWork = Pick<
  ExtraWork,
  | 'name'
  | 'description'
  | 'lines'
  | 'amountPence'
  | 'isUrgentRepair'
  | 'forBusiness'
  | 'state'
  | 'decidedAt'
  | 'way'
  | 'signerName'
  | 'startAskedAt'
  | 'startText'
>

/** The extra work of a message. Throws if there is no such work. */
export async function readToldWork(db: Kysely<Tables>, booking: Parameters<typeof readExtraWorks>[1], id: string): Promise<ToldWork> {
  const work = (await readExtraWorks(db, booking)).find((each) => each.id === id)
  if (!work) throw new Error('That extra work doesn’t exist')
  return work
}

/**
 * Extra work that the engineer suggests, or that the customer agreed to: the exact words and sums, and the right to cancel, for the
 * customer to keep.
 */
export const extraWorkWords = (news: CustomerNews, work: ToldWork): Words =>
  aboutBooking(news, work.state === 'agreed' && work.decidedAt ? agreedWords(news, work, work.decidedAt) : proposedWords(news, work))

const proposedWords = (news: CustomerNews, work: ToldWork): Words => ({
  subject: `Your engineer suggests extra work: up to ${poundsText(work.amountPence)}`,
  preview: `${isolated(work.name)}. Nothing will be added to your bill unless you agree.`,
  blocks: [
    { heading: 'Your engineer suggests extra work' },
    {
      paragraph: `You can agree or decline on your booking page, or on your engineer’s phone. Nothing will be added to your bill unless you agree. ${mostWorkText}`,
    },
    { facts: workFacts(work) },
    { keys: [{ label: 'Agree or decline', href: news.trackingUrl }, callKey(news)] },
    ...cancellationBlocks(news, work, news.site.now),
    { facts: visitFacts(news) },
  ],
})

const agreedWords = (news: CustomerNews, work: ToldWork, agreedAt: string): Words => ({
  subject: `Extra work agreed: up to ${poundsText(work.amountPence)}`,
  preview: `${isolated(work.name)}. Please keep this email.`,
  blocks: [
    { heading: 'You’ve agreed to extra work' },
    {
      paragraph: `You agreed at ${spokenTimeOnDay(agreedAt)}, ${work.way === 'engineer_phone' ? 'by signing on your engineer’s phone' : 'on your booking page'}${work.signerName ? `, as ${work.signerName}` : ''}. ${mostWorkText} Please keep this email.`,
    },
    { facts: [...workFacts(work), ['The most you’ll now pay in total', poundsText(news.statement.mostPence)]] },
    ...(work.startAskedAt ? [{ paragraph: startRequestText(work.startText) }] : []),
    ...cancellationBlocks(news, work, agreedAt),
    { keys: [{ label: 'See your booking', href: news.trackingUrl }, callKey(news)] },
    { note: `If you didn’t agree to this, call us straight away on ${news.site.details.emergencyPhone.text}.` },
    { facts: visitFacts(news) },
  ],
})

/** The request to start now, in the words that the customer ticked. */
const startRequestText = (text: string | null): string =>
  text ? `You also asked us, in these words: ‘${text}’` : `You also asked us to start before the ${cancellationRightDays} days were up.`

const workFacts = ({ name, description, lines, amountPence }: ToldWork): Facts => [
  ['The work', name],
  ...(description ? ([['Details', description.replaceAll(/\s+/g, ' ')]] as const) : []),
  ...lines.map((line) => [line.label, exactPoundsText(line.amountPence)] as const),
  [mostLabel, poundsText(amountPence)],
]

/** Returns the right to cancel, with its form, or the statement that there is none. */
const cancellationBlocks = ({ site }: CustomerNews, work: ToldWork, agreedAt: Date | string): Block[] => {
  const none = noCancellingText(work)
  if (none) return [{ note: none }]
  return [
    { section: 'Your right to cancel', blocks: [{ list: otherWorkTexts(dayWithYear(lastCancellationDay(agreedAt))) }] },
    {
      section: 'Cancellation form',
      blocks: [
        { note: 'Complete and return this form only if you wish to withdraw from the contract.' },
        { list: cancellationForm(site.details) },
      ],
    },
  ]
}
