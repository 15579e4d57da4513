import { useEffect, useState, useSyncExternalStore } from 'react'
import { slotsText } from '#app/features/capacity/redline-slots.ts'
import { RedLineSlotsProvider, useRedLineSlots } from '#app/features/capacity/slots-context.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { useNow } from '#app/ui/use-now.ts'
import { viewingMinutes } from '../figures-schema.ts'
import { getLive, type LiveFigures, subscribeLive, unknownFigures } from '../live-store.ts'
import { nextLater } from '../wording/next-later.ts'

/**
 * Current figures: Red Line slots if they can be paid online (`redlineByPhone`: they can't), the next visit, and recent jobs. The server
 * renders only the box, at its full size; unknown figures keep their space.
 */
export default function LiveFiguresIsland({ redlineByPhone }: { redlineByPhone?: boolean }) {
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  const live = useSyncExternalStore(subscribeLive, getLive, () => unknownFigures)
  if (!started) return null
  return (
    <RedLineSlotsProvider>
      <div className="grid gap-x-4 gap-y-2 md:grid-cols-2">
        {/* On phones the banner says the same. */}
        <div className="text-sm leading-snug max-md:hidden">
          <h3 className="text-base">Right now</h3>
          {!redlineByPhone && <SlotsLeft />}
          <p>
            {nextLater(live) ?? (
              <>
                Next visit in <span className="inline-block w-[2ch]">{live.next?.minutes ?? '–'}</span> minutes
              </>
            )}
          </p>
          <p className={live.viewing === null ? 'invisible' : ''}>
            {`Visits in the last ${viewingMinutes} minutes: `}
            {live.viewing}
          </p>
        </div>
        <div>
          <h3 className="text-base">Last booking</h3>
          <Jobs live={live} />
        </div>
      </div>
    </RedLineSlotsProvider>
  )
}

function SlotsLeft() {
  const { remaining, isClosed, source } = useRedLineSlots()
  const { redlineSlotsPerDay } = usePrices()
  return (
    <>
      <p className="mt-1.5 flex items-center gap-2.5">
        <Valves free={source === 'none' ? redlineSlotsPerDay : remaining} of={redlineSlotsPerDay} className="h-[29px]" />
        {source === 'device' && 'last known'}
      </p>
      <p className="mt-1">Red Line: {source === 'none' ? '–' : slotsText(remaining, isClosed)}</p>
    </>
  )
}

const everyMinute = () => 60_000

function Jobs({ live: { jobs, isAsked, isCurrent } }: { live: LiveFigures }) {
  const now = useNow(everyMinute)
  if (!jobs) return <p className="mt-3 text-sm">{isCurrent ? 'None in the last two days.' : isAsked ? 'Not available right now.' : '–'}</p>
  return (
    <ul className="mt-1">
      {jobs.map(({ borough, service, at }, index) => (
        <li key={`${at} ${index}`} className="flex flex-wrap justify-between border-b border-line py-1 text-sm leading-tight">
          <span>
            <b>{service}</b>
            {borough && `, ${borough}`}
          </span>
          <span>{agoText(at, now)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Returns how long ago something was booked: '40 min ago'. The server rounds it to five minutes. `nowMs`: ms since 1970. */
export function agoText(at: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(at)) / 300_000) * 5
  if (minutes < 5) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  return hours < 48 ? '1 day ago' : `${Math.floor(hours / 24)} days ago`
}
