import { lateFreeText } from '#app/features/capacity/missed-promises.ts'
import type { Missed } from '#app/features/capacity/read-credits.server.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { poundsText } from '#content/money.ts'
import type { TrackView } from '../track-view.server.ts'

type View = Pick<TrackView, 'missed' | 'now'> & { terms: Pick<TrackView['terms'], 'capPence'> }

/** The promises that we missed, and the compensation for each. */
export function MissedPromises({ view: { missed, terms, now } }: { view: View }) {
  return (
    <ul className="mt-2 max-w-[40em] list-disc pl-5">
      {missed.map((each) => (
        <li key={`${each.promise} ${each.missedAt}`} className="mt-1">
          {textOf(each, now, terms.capPence === 0)}
        </li>
      ))}
    </ul>
  )
}

function textOf({ promise, missedAt, creditPence, feeRefundPence }: Missed, now: string, isFree: boolean): string {
  const off = isFree ? lateFreeText(poundsText(creditPence)) : `${poundsText(creditPence)} comes off your bill.`
  const credit = creditPence > 0 ? ` ${off}` : ''
  const refund = feeRefundPence > 0 ? ` Your priority fee of ${poundsText(feeRefundPence)} is being refunded.` : ''
  const [said, missed] = promised[promise]
  return `${said} by ${spokenTimeSeen(missedAt, now)}, and ${missed}.${credit}${refund}`
}

const promised: Record<Missed['promise'], readonly [said: string, missed: string]> = {
  call: ['We said we’d call you', 'we didn’t'],
  dispatch: ['We said your engineer would be on the way', 'they weren’t'],
  window: ['We said we’d be with you', 'we weren’t'],
}
