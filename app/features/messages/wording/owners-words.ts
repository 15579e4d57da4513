import { filledIn, type MailTexts } from '#content/customer-mails.ts'
import { type Block, paragraphs, type Words } from './blocks.ts'
import { type CustomerNews, firstName, shortWindow } from './customer-news.ts'

/** An email with the owner's words before ours, below the news itself, and after ours. */
export function withOwnersWords(words: Words, { opening = '', closing = '' }: MailTexts, news: CustomerNews): Words {
  const { booking, site } = news
  const blocksOf = (text: string): Block[] =>
    paragraphs(
      filledIn(text, {
        name: firstName(booking) ?? 'there',
        reference: booking.reference,
        problem: booking.service,
        window: shortWindow(news),
        phone: site.details.emergencyPhone.text,
      }),
    )
  const at = beneathNews(words.blocks)
  return {
    ...words,
    blocks: [...words.blocks.slice(0, at), ...blocksOf(opening), ...words.blocks.slice(at), ...blocksOf(closing)],
  }
}

/** The end of the heading, window, progress line and urgent advice. */
function beneathNews(blocks: readonly Block[]): number {
  const heading = blocks.findIndex((block) => 'heading' in block)
  const rest = blocks.slice(heading + 1).findIndex((block) => !('window' in block || 'stations' in block || 'warning' in block))
  return rest === -1 ? blocks.length : heading + 1 + rest
}
