import { dueDayText } from '#app/platform/spoken-moment.ts'
import { dayWithYear } from '#app/values/day.ts'
import { poundsText } from '#content/money.ts'
import type { Satisfaction, SatisfactionRequest } from './read-satisfaction.server.ts'
import { satisfactionDue } from './satisfaction-dates.ts'

/** The request of a customer who wasn't satisfied, as they see it: what they asked for, and what became of it. */
export function satisfactionView({ request, until, isOver }: Satisfaction) {
  return {
    until: dayWithYear(until),
    canAsk: !isOver && !request?.decidedAt,
    state: request && { text: stateText(request), reasons: request.reasons, toBook: request.wish === 'put_right' && !request.returnId },
  }
}

export type SatisfactionView = ReturnType<typeof satisfactionView>

function stateText({ wish, askedAt, returnId, decidedAt, creditedPence, refundPence }: SatisfactionRequest): string {
  const due = dueDayText(satisfactionDue(askedAt), askedAt)
  if (decidedAt && refundPence) return `We’ve refunded ${poundsText(refundPence)}, the same way you paid. It may take a few days to show.`
  if (decidedAt) return creditedPence ? `We’ve taken ${poundsText(creditedPence)} off your bill.` : 'We’ve closed your request.'
  if (wish === 'refund') return `You’ve asked for a refund. We’ll refund what you’ve paid by ${due}.`
  return returnId ? 'Your free visit is booked.' : `You’ve asked us to put it right. We’ll return by ${due}, or when it suits you.`
}
