import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { isExpected } from '#app/features/booking/lifecycle.ts'
import { gasSafeCheck } from '#content/meanwhile.ts'
import { EngineerFace } from '../engineer-face.tsx'
import type { TrackView } from '../track-view.server.ts'

/** The engineer, and how to recognise them. */
export function EngineerCard({ view: { booking, engineer } }: { view: TrackView }) {
  if (!engineer)
    return isExpected(booking.status) ? (
      <section className="mt-8">
        <h2 className="text-xl">Your engineer</h2>
        <p className="mt-2">You’ll see your engineer’s name here once we’ve assigned one.</p>
      </section>
    ) : null
  const { name, gasSafeNumber } = engineer
  const isGas = needsGasSafe(booking)
  return (
    <section className="mt-8">
      <h2 className="text-xl">Your engineer</h2>
      <div className="mt-3 flex max-w-[30em] flex-wrap items-center gap-4 border-2 border-ink bg-white p-4">
        <EngineerFace engineer={engineer} />
        <div className="min-w-0 flex-1 basis-36">
          <p className="text-xl leading-tight font-bold">{name}</p>
          {gasSafeNumber && <p className="mt-1 text-sm">Gas Safe licence number {gasSafeNumber}</p>}
          <p className="mt-1 text-sm text-muted">Emergency Plumbers London</p>
        </div>
      </div>
      {isExpected(booking.status) && (
        <p className="mt-3">{isGas ? gasSafeCheck : 'Ask for their name and your booking reference at the door before you let them in.'}</p>
      )}
    </section>
  )
}
