import { removalReasons } from '#app/features/aftercare/review-rules.ts'
import { counted } from '#app/platform/next-text.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { RemovalReason } from '#db/tables/aftercare.ts'
import { type Block, paragraphs, type Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { type CustomerNews, visitFacts } from './customer-news.ts'
import { textWith } from './text-words.ts'

/** News about a customer's review. */
export interface ReviewNews extends CustomerNews {
  /** The first or second time that they are asked; our answer to their review; or the reason why it was removed. */
  told: { ask: number } | { answer: string } | { removed: RemovalReason }
}

const reviewUrl = ({ trackingUrl }: Pick<CustomerNews, 'trackingUrl'>) => trackingUrl.replace('/track/', '/review/')

const starLinks = (news: CustomerNews): Block[] =>
  [5, 4, 3, 2, 1].map((stars) => ({
    link: `${'★'.repeat(stars)} ${counted(stars, 'star')}`,
    href: `${reviewUrl(news)}?stars=${stars}`,
  }))

/** The email that asks for a review, the same to everyone, has our answer, or says why theirs was removed. The owner has no other words in it. */
export function reviewWords({ told, ...news }: ReviewNews): Words {
  const { url, details } = news.site
  if ('removed' in told) {
    const reason = removalReasons[told.removed]
    return aboutBooking(news, {
      subject: 'We’ve removed your review',
      preview: `Because ${reason.says}.`,
      blocks: [
        { heading: 'We’ve removed your review' },
        { paragraph: `We took its words off our website, because ${reason.says}. That’s the only reason.` },
        {
          paragraph: `${told.removed === 'not_ours' ? 'Your stars no longer count either' : 'Your stars still count'}, and our reviews page says how many reviews we’ve removed, and why. You can write it again without that part.`,
        },
        { keys: [{ label: 'Write it again', href: reviewUrl(news) }] },
        { note: `If you think we’re wrong, reply to this email or call ${details.emergencyPhone.text}.` },
      ],
    })
  }
  if ('answer' in told)
    return aboutBooking(news, {
      subject: 'We’ve answered your review',
      preview: 'Our answer is on our website, under your review.',
      blocks: [
        { heading: 'We’ve answered your review' },
        ...paragraphs(told.answer),
        { keys: [{ label: 'See your review', href: reviewUrl(news) }] },
        { note: 'You can change or withdraw your review at any time.' },
      ],
    })
  return aboutBooking(news, {
    subject: told.ask === 1 ? 'How did we do?' : 'Last chance to tell us how we did',
    preview: 'Good or bad, your review goes straight onto our website.',
    blocks: [
      { heading: 'How did we do?' },
      {
        paragraph:
          'Please review our visit. Good or bad, it goes onto our website straight away, as you wrote it. We ask everyone we visit, and you can change or withdraw it at any time.',
      },
      { keys: [{ label: 'Write a review', href: reviewUrl(news) }] },
      { section: 'Or start with your stars', blocks: starLinks(news) },
      { facts: visitFacts(news) },
      { link: 'How we collect reviews', href: `${url}${'/reviews#how' satisfies SitePath}` },
      {
        note: `${told.ask === 1 ? 'If you don’t write one, we’ll ask once more in four days.' : 'We won’t ask again.'} If something’s wrong, call ${details.emergencyPhone.text} and we’ll put it right.`,
      },
    ],
  })
}

/** The text that asks for a review; undefined for other news, which the email has. */
export const reviewText = ({ told, ...news }: ReviewNews): string | undefined =>
  'ask' in told
    ? textWith({ ...news, trackingUrl: `${news.trackingUrl}/review` }, 'how did we do? Good or bad, please leave a review:')
    : undefined
