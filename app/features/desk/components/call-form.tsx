import { type CallOutcome, callOutcomes } from '#app/features/booking/call-outcomes.ts'
import { isExpected } from '#app/features/booking/lifecycle.ts'
import { RowButton } from '#app/ui/button.tsx'
import type { Card } from '../card.ts'
import { ActForm } from './act-form.tsx'
import { leftText, minutesLeftUntil } from './board-clock.ts'

/** Shows that the customer waits for a call: the time left, or since when it is overdue. */
export function CallMark({ card: { call }, nowMs }: { card: Pick<Card, 'call'>; nowMs: number }) {
  if (!call) return null
  const left = minutesLeftUntil(call.dueAt, nowMs)
  const isOver = left <= 0
  return (
    <p className={`mt-1 px-1.5 text-sm font-bold ${isOver ? 'bg-alarm text-chalk' : 'border-2 border-ink'}`}>
      {call.isTried
        ? 'Call again: no one has spoken to them'
        : isOver
          ? ['Call now', left < 0 && leftText(left).replace('over', 'overdue')].filter(Boolean).join(': ')
          : `Call within ${left} min`}
    </p>
  )
}

/** Records that staff called the customer, and how it ended. Unfolded by its key: a slip of the thumb records nothing. */
export function CallForm({ card }: { card: Pick<Card, 'id' | 'seen' | 'status' | 'reference' | 'call' | 'calls' | 'mustBeSpokenTo'> }) {
  const { id, seen, status, reference, call, calls, mustBeSpokenTo } = card
  if (!call || !isExpected(status)) return null
  const outcomes: CallOutcome[] = mustBeSpokenTo ? ['spoken', 'no_answer'] : ['spoken', 'no_answer', 'not_needed']
  return (
    <details className="open:basis-full">
      <summary className="key key-row key-outline cursor-pointer list-none">
        Called
        <span className="sr-only">, {reference}</span>
      </summary>
      <ActForm intent="called" bookingId={id} seen={seen} className="mt-1 flex flex-wrap gap-2">
        <input type="hidden" name="key" value={calls} />
        {outcomes.map((outcome) => (
          <RowButton key={outcome} name="outcome" value={outcome}>
            {callOutcomes[outcome].button}
            <span className="sr-only">, {reference}</span>
          </RowButton>
        ))}
      </ActForm>
    </details>
  )
}
