import { spokenTimeAt } from '#app/platform/london.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { poundsText } from '#content/money.ts'
import type { DoorWait } from '../door-wait.ts'

/** For a customer whose engineer is waiting outside, with what happens if no one opens. */
export function DoorNotice({ wait: { attempts, feeFrom, feePence } }: { wait: DoorWait }) {
  const last = attempts.at(-1)
  if (!last) return null
  return (
    <section className="mb-5 border-4 border-alarm bg-alarm-wash px-4 py-3" aria-labelledby="at-door">
      <h2 id="at-door" className="text-xl">
        Your engineer is at your door
      </h2>
      <p className="mt-1">
        {`They last tried to reach you at ${spokenTimeAt(last.at)}. Please let them in, or call us. They’ll wait until at least ${spokenTimeSeen(feeFrom, last.at)}.${feePence > 0 ? ` If we can’t get in by then, there’s a no-access fee of ${poundsText(feePence)}.` : ''}`}
      </p>
    </section>
  )
}
