import { type ReactNode, useCallback, useRef } from 'react'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { Button } from '#app/ui/button.tsx'
import { redlineDispatchMinutes } from '#content/rates.ts'
import type { BoardView } from '../board-view.ts'
import { DayLines } from './day-lines.tsx'
import { DispatchBar } from './dispatch-bar.tsx'
import { Instruments } from './instruments.tsx'
import { JobCard } from './job-card.tsx'
import type { CallBackView } from './leads.tsx'
import { Leads } from './leads.tsx'
import { LiveLine } from './live-line.tsx'
import { useKeys, useSound } from './use-alerts.ts'
import { useBoardLive, useBoardNow } from './use-board-live.ts'

interface BoardPageProps {
  view: BoardView
  callBacks: readonly CallBackView[]
  /** What the server said of the last press, above everything else. */
  notice?: ReactNode
  /** What was chosen in a form that it refused. */
  refused?: { bookingId: string; engineerId: string }
}

/** The board: what waits, who is where, and the next thing to do with each. */
export function BoardPage({ view, callBacks, notice, refused }: BoardPageProps) {
  const nowMs = useBoardNow(view.now)
  const line = useBoardLive(view.mark)
  const { waiting, columns, engineers } = view
  const inEarnest = waiting.filter(({ marks }) => !marks.includes('Looks like a robot’s'))
  const late = [...waiting, ...columns.flatMap(({ jobs }) => jobs)].flatMap((card) => card.late ?? [])
  const cards = (list: BoardView['waiting']) =>
    list.map((card) => (
      <JobCard
        key={card.id}
        card={card}
        nowMs={nowMs}
        engineers={engineers}
        chosen={refused?.bookingId === card.id ? refused.engineerId : undefined}
      />
    ))
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <title>{`${inEarnest.length > 0 ? `(${inEarnest.length}) ` : ''}Board | Emergency Plumbers London`}</title>
      <DispatchBar />
      <h1 className="sr-only">Board</h1>
      <Instruments
        time={londonTimeText(nowMs)}
        day={view.day}
        waiting={inEarnest.length}
        onTheRoad={view.onTheRoad}
        late={late}
        slotsLeft={view.slotsLeft}
        stuck={view.stuck}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <LiveLine line={line} />
        <Switches waiting={inEarnest} />
      </div>
      {notice}
      <div className="mt-2 grid gap-8 lg:grid-cols-[340px_minmax(0,1fr)]">
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="border-b-2 border-ink pb-2.5 text-xl">
            Waiting
          </h2>
          {waiting.length === 0 ? (
            <p className="py-4 text-muted">Nobody waits for one of us.</p>
          ) : (
            <>
              <ol>{cards(waiting)}</ol>
              <p className="mt-2.5 text-xs text-muted">
                The bar fills as {redlineDispatchMinutes} minutes run out: for Red Line, until somebody must be on the way. Press A to
                assign.
              </p>
            </>
          )}
        </section>
        <DayLines line={view.line} nowMs={nowMs} />
      </div>
      <div className="mt-10 grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-4">
        {columns.map(({ status, title, jobs }) => (
          <section key={status} aria-labelledby={`column-${status}`}>
            <h2 id={`column-${status}`} className="border-b-2 border-ink pb-2.5 text-xl">
              {title} <span className="font-normal text-muted">{jobs.length}</span>
            </h2>
            {jobs.length === 0 ? <p className="py-4 text-muted">None</p> : <ol>{cards(jobs)}</ol>}
          </section>
        ))}
      </div>
      <Leads leads={view.leads} callBacks={callBacks} />
    </div>
  )
}

/** Sound and single keys: both the dispatcher's own choice. Without JavaScript there is neither. */
function Switches({ waiting }: { waiting: BoardView['waiting'] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const showKeys = useCallback(() => dialog.current?.showModal(), [])
  const soundChoice = useSound(waiting)
  const keys = useKeys(showKeys)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        type="button"
        look="outline"
        className="key-row"
        aria-pressed={soundChoice.isOn}
        onClick={() => soundChoice.choose(!soundChoice.isOn)}
      >
        Sound {soundChoice.isOn ? 'on' : 'off'}
      </Button>
      <Button type="button" look="outline" className="key-row" onClick={showKeys}>
        Keys
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="keys"
        className="m-auto w-[min(92vw,28em)] rounded-key border-2 border-ink bg-paper p-5 text-ink"
      >
        <h2 id="keys" className="text-xl">
          Keys
        </h2>
        <dl className="mt-3 grid grid-cols-[3em_1fr] gap-y-2">
          <dt className="font-bold">A</dt>
          <dd>Assign the booking that has the focus, or the first that waits</dd>
          <dt className="font-bold">/</dt>
          <dd>Find a booking</dd>
          <dt className="font-bold">?</dt>
          <dd>This list</dd>
        </dl>
        <p className="mt-3 text-sm text-muted">They act only while you are not in a field.</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button type="button" className="key-row" onClick={() => dialog.current?.close()}>
            Close
          </Button>
          <Button type="button" look="outline" className="key-row" aria-pressed={keys.isOn} onClick={() => keys.choose(!keys.isOn)}>
            Keys {keys.isOn ? 'on' : 'off'}
          </Button>
        </div>
      </dialog>
    </div>
  )
}
