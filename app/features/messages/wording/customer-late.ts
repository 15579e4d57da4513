import { isExpected } from '#app/features/booking/lifecycle.ts'
import { windowEndOf } from '#app/features/capacity/late-arrival.ts'
import { lateFreeText } from '#app/features/capacity/missed-promises.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { redlineDispatchMinutes, refundWithinDays } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { contactMinutes, technicianCallMinutes } from '#content/stated.ts'
import type { Words } from './blocks.ts'
import { aboutBooking } from './customer-changes.ts'
import { bothKeys, type CustomerNews, isUpcoming, stationBlocks, visitBlocks, visitFacts } from './customer-news.ts'
import type { LateJob } from './job-payloads.ts'

/** Returns the email about promises that we missed, all found at the same moment: which, the compensation, and our number. */
export function lateWords(news: CustomerNews, { missed, creditPence, feeRefundPence }: LateJob): Words {
  const isOnlyCall = missed.every((promise) => promise === 'call')
  const [credit, refund] = [creditPence > 0 && poundsText(creditPence), feeRefundPence > 0 && poundsText(feeRefundPence)]
  const money = lateMoney(news, { creditPence, feeRefundPence })
  const isWaiting = isExpected(news.booking.status)
  const isOnTime = isUpcoming(news) && !missed.includes('window')
  const phone = news.site.details.emergencyPhone.text
  const late = isWaiting ? 'We’re running late' : 'We were late'
  const subject = isOnlyCall ? 'Sorry, we haven’t called you yet' : late
  return aboutBooking(news, {
    subject: money ? `${subject} – ${money}` : subject,
    preview: `We’re sorry. ${missedText(news, missed.at(-1) ?? 'window')}`,
    blocks: [
      { heading: isOnlyCall ? 'We’re sorry, we haven’t called you yet' : `${late}, and we’re sorry` },
      ...missed.map((promise) => ({ paragraph: missedText(news, promise) })),
      ...(credit
        ? [{ paragraph: news.booking.returnOf ? lateFreeText(credit) : `${credit} has come off your bill. You don’t need to do anything.` }]
        : []),
      ...(refund
        ? [
            {
              paragraph: `We’re refunding ${refund} of your priority fee to the card or account you paid from. It should arrive within ${refundWithinDays} days.`,
            },
          ]
        : []),
      ...(isOnTime ? visitBlocks(news, 'Your engineer will arrive') : stationBlocks(news)),
      {
        paragraph: isOnTime
          ? `Your arrival time hasn’t changed. If you have any questions, call ${phone} any time.`
          : isWaiting
            ? `Call ${phone} and we’ll ${news.booking.toAgree === 1 ? 'agree a time' : 'tell you when your engineer will arrive'}.`
            : `If you have any questions, call ${phone} any time.`,
      },
      bothKeys(news),
      { facts: visitFacts(news) },
    ],
  })
}

/** The compensation in a few words: '£50 off your bill and £29.99 refunded'; '' if there is none. */
export function lateMoney(
  { booking }: CustomerNews,
  { creditPence, feeRefundPence }: Pick<LateJob, 'creditPence' | 'feeRefundPence'>,
): string {
  return [
    creditPence > 0 && `${poundsText(creditPence)} ${booking.returnOf ? 'for you' : 'off your bill'}`,
    feeRefundPence > 0 && `${poundsText(feeRefundPence)} refunded`,
  ]
    .filter(Boolean)
    .join(' and ')
}

function missedText({ booking, site }: CustomerNews, promise: LateJob['missed'][number]): string {
  const since = booking.channel === 'phone' ? 'your call' : 'your payment'
  if (promise === 'window')
    return `We said we’d be with you by ${spokenTimeSeen(windowEndOf(booking) ?? booking.promisedUntil, site.now)}, but we weren’t.`
  if (promise === 'dispatch')
    return `We said an engineer would set off within ${redlineDispatchMinutes} minutes of ${since}, but they didn’t.`
  return booking.serviceLevel === 'redline'
    ? `We said we’d call within ${technicianCallMinutes} minutes of ${since}, but we didn’t.`
    : `We said we’d call within ${contactMinutes} minutes of your booking, but we didn’t.`
}
