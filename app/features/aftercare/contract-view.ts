import { type CancellationRight, cancellationRefundDay } from '#app/features/capacity/cancellation-right.ts'
import { londonDay } from '#app/platform/london.ts'
import { dueDayText } from '#app/platform/spoken-moment.ts'
import { dayWithYear } from '#app/values/day.ts'
import { poundsText } from '#content/money.ts'
import type { OwnContract } from './read-contracts.server.ts'

type NoRight = Extract<CancellationRight, { may: false }>

/** Why a contract can't be cancelled by the legal right, for the customer. */
export function noRightText({ why, until }: NoRight): string {
  if (why === 'urgent')
    return 'There’s no 14-day legal right to cancel an urgent repair. Our own rules still apply: you can stop us at any time, and pay only for what we’ve done.'
  if (why === 'done') return 'You asked us to start before the 14 days were up and the work is finished, so it can no longer be cancelled.'
  if (why === 'business') return 'You booked for a business. The legal right to cancel is for private customers.'
  return until ? `You could cancel until ${dayWithYear(until)}.` : 'It can no longer be cancelled.'
}

/** A contract as its customer sees it: if and until when they may cancel it, what that costs, and how far a cancellation is. */
export function contractView({ id, name, madeAt, right, isByBooking, cancellation }: OwnContract) {
  return {
    ...{ id, name, isByBooking, orderedOn: madeAt && londonDay(madeAt) },
    mayCancel: right.may && !cancellation,
    text: cancellation ? cancelledText(cancellation) : right.may ? rightText(right) : noRightText(right),
  }
}

export type ContractView = ReturnType<typeof contractView>

function rightText({ until, mostPence }: Extract<CancellationRight, { may: true }>): string {
  if (!until) return 'We haven’t confirmed your visit yet, so you can cancel it free of charge.'
  const cost =
    mostPence > 0
      ? `You asked us to start, so you’ll pay for what’s been done, as a share of the full price: at most ${poundsText(mostPence)}.`
      : 'You won’t pay anything, and we’ll refund what you’ve paid.'
  return `You can cancel without giving a reason until the end of ${dayWithYear(until)}. ${cost}`
}

function cancelledText({ receivedAt, settledAt, keptPence, refundPence }: NonNullable<OwnContract['cancellation']>): string {
  if (!settledAt)
    return `You’ve cancelled this. We’ll refund what we owe you by ${dueDayText(cancellationRefundDay(receivedAt), receivedAt)}.`
  const kept = keptPence ? ` You pay ${poundsText(keptPence)} for what was done.` : ''
  return `You’ve cancelled this.${kept}${refundPence ? ` We’ve refunded ${poundsText(refundPence)}, the same way you paid.` : ''}`
}
