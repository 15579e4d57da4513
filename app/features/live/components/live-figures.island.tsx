import { useEffect, useState } from 'react'
import { slotsText } from '#app/features/redline/rules.ts'
import { RedLineSlotsProvider, useRedLineSlots } from '#app/features/redline/slots-context.ts'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { useStore } from '#app/ui/use-store.ts'
import { agoText } from '../ago-text.ts'
import { getLive, type LiveFigures, subscribeLive, unknownFigures } from '../live-store.ts'
import { useNow } from '../use-now.ts'

/**
 * What is so at this moment: Red Line slots, the next visit, and the jobs booked last (specification 1 section 4, social proof). The
 * server renders only its box, which has the room from the start; what is not known is said in the same room.
 */
export default function LiveFiguresIsland() {
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  const live = useStore(subscribeLive, getLive, unknownFigures)
  if (!started) return null
  return (
    <RedLineSlotsProvider>
      <div className="grid gap-4 md:grid-cols-2">
        <div>
          <h3>At this moment</h3>
          <SlotsLeft />
          <p>{live.nextMinutes === null ? 'Next visit: –' : `Next visit in about ${live.nextMinutes} min`}</p>
          {live.viewing !== null && <p>{live.viewing} visits in the last five minutes</p>}
        </div>
        <div>
          <h3>Booked last</h3>
          <Jobs live={live} />
        </div>
      </div>
    </RedLineSlotsProvider>
  )
}

function SlotsLeft() {
  const { remaining, source } = useRedLineSlots()
  const words = { server: `${slotsText(remaining)}.`, device: `${slotsText(remaining)}, last known.`, none: '–' }
  return (
    <>
      <Valves free={remaining} className="mt-3 h-[29px]" />
      <p>Red Line: {words[source]}</p>
    </>
  )
}

const everyMinute = () => 60_000

function Jobs({ live: { jobs, isAsked, isCurrent } }: { live: LiveFigures }) {
  const now = useNow(everyMinute)
  if (!jobs) return <p className="mt-3">{isCurrent ? 'None in the last two days.' : isAsked ? 'Not known at the moment.' : '–'}</p>
  return (
    <ul className="mt-1">
      {jobs.map(({ borough, service, at }, index) => (
        <li key={`${at} ${index}`} className="border-b border-line py-1.5 text-sm leading-tight">
          <span className="flex flex-wrap justify-between">
            <b>{service}</b>
            <span>{agoText(at, now)}</span>
          </span>
          {borough}
        </li>
      ))}
    </ul>
  )
}
