import { windowEndOf } from '#app/features/promises/late-arrival.ts'
import { timeText } from '#app/platform/london.ts'
import { poundsText } from '#content/money.ts'
import { redlineDispatchMinutes, refundWithinDays } from '#content/rates.ts'
import { contactMinutes, technicianCallMinutes } from '#content/stated.ts'
import type { Words } from './blocks.ts'
import type { CustomerNews } from './customer-news.ts'
import type { LateJob } from './job-payloads.ts'

/** Promises that we missed, all found at the same moment: which, that we're sorry, what the customer gets for it, and the phone. */
export function lateWords(news: CustomerNews, { missed, creditPence, feeRefundPence }: LateJob): Words {
  const { booking, trackingUrl, details } = news
  const { text: phone, href } = details.emergencyPhone
  const isOnlyCall = missed.every((promise) => promise === 'call')
  const heading = isOnlyCall ? 'We’re sorry, we haven’t called you yet' : 'We’re running late, and we’re sorry'
  const money = [
    creditPence > 0 && `${poundsText(creditPence)} off your bill`,
    feeRefundPence > 0 && `${poundsText(feeRefundPence)} refunded`,
  ]
  return {
    subject: [`${heading}${money.some(Boolean) ? `: ${money.filter(Boolean).join(', ')}` : ''}`, `(${booking.reference})`].join(' '),
    blocks: [
      { heading },
      ...missed.map((promise) => ({ paragraph: missedSentence(news, promise) })),
      ...(creditPence > 0 ? [{ paragraph: `${poundsText(creditPence)} comes off your bill. You don’t need to do anything.` }] : []),
      ...(feeRefundPence > 0
        ? [
            {
              paragraph: `We’re refunding ${poundsText(feeRefundPence)} of your priority fee the way you paid it, within ${refundWithinDays} days.`,
            },
          ]
        : []),
      { reference: booking.reference },
      { label: 'Call us and we’ll tell you what’s happening', phone, href },
      { link: 'Your booking', href: trackingUrl, note: 'This link is private: whoever has it can see and change your booking.' },
    ],
  }
}

function missedSentence({ booking }: CustomerNews, promise: LateJob['missed'][number]): string {
  const since = booking.channel === 'phone' ? 'your call' : 'your payment'
  if (promise === 'window') return `We said we’d be with you by ${timeText(windowEndOf(booking) ?? booking.promisedUntil)}, and we weren’t.`
  if (promise === 'dispatch')
    return `We said an engineer would set off within ${redlineDispatchMinutes} minutes of ${since}, and they didn’t.`
  return booking.serviceLevel === 'redline'
    ? `We said we’d call within ${technicianCallMinutes} minutes of ${since}, and we didn’t.`
    : `We said we’d call within ${contactMinutes} minutes of your booking, and we didn’t.`
}
