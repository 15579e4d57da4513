import { type ReactNode, useCallback, useRef, useState } from 'react'
import { hasEnded, mayTake } from '#app/features/booking/lifecycle.ts'
import type { BillCall } from '#app/features/payments/bill-call.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import type { BoardView } from '../board-view.ts'
import type { RefusedForm } from '../refused-form.ts'
import { isOverdue, soonMinutes } from './board-clock.ts'
import { DayLines } from './day-lines.tsx'
import { DispatchBar } from './dispatch-bar.tsx'
import { DragToAssign } from './drag-to-assign.tsx'
import { Instruments } from './instruments.tsx'
import { JobCard, type JobCardProps } from './job-card.tsx'
import { type CallBackView, Leads } from './leads.tsx'
import { LiveLine } from './live-line.tsx'
import { type MoneyDoubt, MoneyDoubts } from './money-doubts.tsx'
import { useKeys, useSound } from './use-alerts.ts'
import { useBoardLive, useBoardNow } from './use-board-live.ts'
import { useOpenCards } from './use-open-cards.ts'

interface BoardPageProps {
  view: BoardView
  callBacks: readonly CallBackView[]
  /** Customers to call about a bill that is owed. */
  billCalls: readonly BillCall[]
  moneyDoubts: readonly MoneyDoubt[]
  /** Dangerous gas appliances that an owner must decide about. */
  toDealWith?: ReactNode
  /** The server's answer to the last form. */
  notice?: ReactNode
  /** Limits of online booking; `nowMs`: the server's time. */
  controls?: (nowMs: number) => ReactNode
  /** A refused form of a card. */
  refused?: RefusedForm & { bookingId: string }
}

/** The board in one screen: the queue of what needs a person, and beside it the engineers with their jobs. Each job has one card. */
export function BoardPage({ view, callBacks, billCalls, moneyDoubts, toDealWith, notice, controls, refused }: BoardPageProps) {
  const nowMs = useBoardNow(view.now)
  const feed = useBoardLive(view.mark)
  const { needed, underWay, elsewhere, line, moreWaiting: more } = view
  const late = [...needed, ...underWay]
    .filter((card) => isOverdue(card, nowMs))
    .map(({ id, late: missed }) => ({ id, creditPence: missed?.creditPence ?? 0 }))
  const inQueue = new Set(needed.map(({ id }) => id))
  const all = [
    { id: 'needed', cards: needed },
    ...line.lines.map(({ id, jobs }) => ({ id, cards: jobs.filter((job) => !inQueue.has(job.id) && !hasEnded(job.status)) })),
    { id: 'elsewhere', cards: elsewhere },
  ]
  const { lists, chosen, setOpen } = useOpenCards(all, refused?.bookingId)
  /** The refused form whose list of engineers has been closed since: it doesn't open again after the card moves. */
  const [closed, setClosed] = useState<typeof refused>()
  const cardsOf = (listId: string): JobCardProps[] =>
    (lists.find(({ id }) => id === listId)?.cards ?? []).map((shown, index) => ({
      ...{ shown, nowMs },
      refused: refused?.bookingId === shown.card.id ? refused : undefined,
      isClosed: refused !== undefined && refused === closed,
      onOpen(isOpen) {
        if (!isOpen && refused?.bookingId === shown.card.id) setClosed(refused)
        setOpen(listId, index, shown.card, isOpen)
      },
    }))
  const queue = cardsOf('needed')
  const firstToAccept = queue.find(({ shown: { card } }) => mayTake('staff', 'accept', card.status))
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <title>{`${needed.length > 0 ? `(${needed.length}) ` : ''}Board | Emergency Plumbers London`}</title>
      <h1 className="sr-only">Board</h1>
      <DispatchBar>
        <LiveLine line={feed} />
        <div className="flex flex-wrap gap-2 md:ml-auto">
          <Switches waiting={needed} />
        </div>
        {controls?.(nowMs)}
      </DispatchBar>
      <Instruments
        time={londonTimeText(nowMs)}
        day={view.day}
        needed={needed.length}
        onTheRoad={view.onTheRoad}
        late={late}
        slotsLeft={view.slotsLeft}
        redlineWhy={view.redlineWhy}
        nextVisit={view.nextVisit}
        stuck={view.stuck}
      />
      {notice}
      {view.areTextsUsedUp && (
        <p className="mt-2.5 bg-lamp px-3 font-bold">
          {'We’ve sent all of today’s texts to customers, so they get emails instead until midnight. '}
          <a href={'/staff/deliveries' satisfies SitePath} className="inline-flex min-h-11 items-center">
            See who’s been told what
          </a>
        </p>
      )}
      <DragToAssign cards={[...needed, ...underWay]} chosen={chosen}>
        <div className="mt-3 grid gap-x-6 gap-y-8 lg:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[360px_minmax(0,1fr)] min-[1600px]:grid-cols-[400px_minmax(0,1fr)]">
          <div className="min-w-0">
            <section aria-labelledby="needed">
              <h2 id="needed" tabIndex={-1} className="flex min-h-11 items-center gap-2 border-b-2 border-ink text-xl">
                Needs you <span className="font-normal text-muted">{needed.length}</span>
              </h2>
              {queue.length === 0 ? (
                <p className="py-4 text-muted">Nothing needs you right now.</p>
              ) : (
                <ol className="relative grid gap-1.5 pt-1.5">
                  {queue.map((props) => (
                    <JobCard key={props.shown.card.id} {...props} explains={props === firstToAccept} />
                  ))}
                </ol>
              )}
              {more.count > 0 && (
                <p className="mt-2.5 bg-lamp px-3 font-bold">
                  {`Only the most urgent are shown here. ${more.count === 1 ? '1 more booking is' : `${more.count} more bookings are`} waiting. `}
                  <a href={`/staff/bookings?waiting=${more.page}` satisfies SitePath} className="inline-flex min-h-11 items-center">
                    See the rest
                  </a>
                </p>
              )}
              {view.isCut && (
                <p className="mt-2.5 bg-lamp px-3 font-bold">
                  {'Of accepted jobs, only those due first are shown here. '}
                  <a href={'/staff/bookings' satisfies SitePath} className="inline-flex min-h-11 items-center">
                    All bookings
                  </a>
                </p>
              )}
              {queue.length > 0 && (
                <p className="mt-2 text-xs text-muted">
                  {`Each bar shows how long we have left: until the arrival window ends, or for Red Line, ${redlineDispatchMinutes} minutes to send an engineer. Red is late, in danger, or Red Line with no one on the way. Yellow is due within ${soonMinutes} minutes, and a dashed edge means that the window hasn’t begun.`}
                  <span className="max-md:hidden"> To assign a job, use the A key or drag its title onto an engineer.</span>
                </p>
              )}
            </section>
            {toDealWith}
            <MoneyDoubts doubts={moneyDoubts} refused={refused} />
          </div>
          {/* Stays beside a queue that is longer than the screen. */}
          <div className="min-w-0 self-start lg:sticky lg:top-0">
            <DayLines line={line} nowMs={nowMs} panelsOf={cardsOf} />
            <Leads leads={view.leads} callBacks={callBacks} billCalls={billCalls} />
          </div>
        </div>
      </DragToAssign>
    </div>
  )
}

/** The switches for sound and single keys. Without JavaScript there is neither. */
function Switches({ waiting }: { waiting: BoardView['needed'] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const showKeys = useCallback(() => dialog.current?.showModal(), [])
  const soundChoice = useSound(waiting)
  const keys = useKeys(showKeys)
  // Their place is kept until they work.
  const shown = useHydrated() ? '' : 'invisible'
  return (
    <>
      <RowButton type="button" className={shown} aria-pressed={soundChoice.isOn} onClick={() => soundChoice.choose(!soundChoice.isOn)}>
        Sound {soundChoice.isOn ? 'on' : 'off'}
      </RowButton>
      <RowButton type="button" className={`max-md:hidden ${shown}`} onClick={showKeys}>
        Shortcuts
      </RowButton>
      <ButtonLink look="outline" className="key-row max-md:hidden" href={'/staff/wall' satisfies SitePath}>
        Wall screens
      </ButtonLink>
      <dialog
        ref={dialog}
        aria-labelledby="keys"
        className="m-auto w-[min(92vw,28em)] rounded-key border-2 border-ink bg-paper p-5 text-ink"
      >
        <h2 id="keys" className="text-xl">
          Keyboard shortcuts
        </h2>
        <dl className="mt-3 grid grid-cols-[3em_1fr] gap-y-2">
          <dt className="font-bold">A</dt>
          <dd>Assign the selected booking, or the first without an engineer</dd>
          <dt className="font-bold">/</dt>
          <dd>Find a booking</dd>
          <dt className="font-bold">?</dt>
          <dd>Show this list</dd>
        </dl>
        <p className="mt-3 text-sm text-muted">Shortcuts don’t work while you’re typing.</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <RowButton type="button" look="ink" onClick={() => dialog.current?.close()}>
            Close
          </RowButton>
          <RowButton type="button" aria-pressed={keys.isOn} onClick={() => keys.choose(!keys.isOn)}>
            Shortcuts {keys.isOn ? 'on' : 'off'}
          </RowButton>
        </div>
      </dialog>
    </>
  )
}
