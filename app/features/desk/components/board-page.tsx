import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { BillCall } from '#app/features/payments/bill-call.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import type { BoardView } from '../board-view.ts'
import type { RefusedForm } from '../refused-form.ts'
import { isOverdue } from './board-clock.ts'
import { DayLines } from './day-lines.tsx'
import { DispatchBar } from './dispatch-bar.tsx'
import { DragToAssign } from './drag-to-assign.tsx'
import { Instruments } from './instruments.tsx'
import { JobCard } from './job-card.tsx'
import type { CallBackView } from './leads.tsx'
import { Leads } from './leads.tsx'
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
  gasToReport?: ReactNode
  /** The server's answer to the last form. */
  notice?: ReactNode
  /** Limits of online booking; `nowMs`: the server's time. */
  controls?: (nowMs: number) => ReactNode
  /** A refused form of a card. */
  refused?: RefusedForm & { bookingId: string }
}

/** The board: jobs that need attention, engineers and their jobs, and the next step of each. */
export function BoardPage({ view, callBacks, billCalls, moneyDoubts, gasToReport, notice, controls, refused }: BoardPageProps) {
  const nowMs = useBoardNow(view.now)
  const line = useBoardLive(view.mark)
  const { needed, columns, moreWaiting: more } = view
  const late = [...needed, ...columns.flatMap(({ jobs }) => jobs)]
    .filter((card) => isOverdue(card, nowMs))
    .map(({ id, late: missed }) => ({ id, creditPence: missed?.creditPence ?? 0 }))
  const all = [{ id: 'needed', cards: needed }, ...columns.map(({ status, jobs }) => ({ id: status, cards: jobs }))]
  const { lists, setOpen } = useOpenCards(all, refused?.bookingId)
  /** The refused form whose list of engineers has been closed since: it doesn't open again after the card moves. */
  const [closed, setClosed] = useState<typeof refused>()
  const shownIn = (listId: string) => lists.find(({ id }) => id === listId)?.cards ?? []
  const cards = (listId: string) =>
    shownIn(listId).map((shown, index) => (
      <JobCard
        key={shown.card.id}
        {...{ shown, nowMs }}
        hasEngineerPhone={listId === 'needed'}
        refused={refused?.bookingId === shown.card.id ? refused : undefined}
        isClosed={refused !== undefined && refused === closed}
        onOpen={(isOpen) => {
          if (!isOpen && refused?.bookingId === shown.card.id) setClosed(refused)
          setOpen(listId, index, shown.card, isOpen)
        }}
      />
    ))
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <title>{`${needed.length > 0 ? `(${needed.length}) ` : ''}Board | Emergency Plumbers London`}</title>
      <DispatchBar />
      <h1 className="sr-only">Board</h1>
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
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <LiveLine line={line} />
        <div className="ml-auto md:order-1">
          <Switches waiting={needed} />
        </div>
        {controls?.(nowMs)}
      </div>
      {notice}
      {view.areTextsUsedUp && (
        <p className="mt-2.5 bg-lamp px-3 font-bold">
          {'We’ve sent all of today’s texts to customers, so they get emails instead until midnight. '}
          <a href={'/staff/deliveries' satisfies SitePath} className="inline-flex min-h-11 items-center">
            See who’s been told what
          </a>
        </p>
      )}
      <DragToAssign cards={[...needed, ...columns.flatMap(({ jobs }) => jobs)]}>
        <section aria-labelledby="needed" className="mt-2">
          <h2 id="needed" tabIndex={-1} className="border-b-2 border-ink pb-2.5 text-xl">
            Needs you <span className="font-normal text-muted">{needed.length}</span>
          </h2>
          {shownIn('needed').length === 0 ? (
            <p className="py-4 text-muted">Nothing needs you right now.</p>
          ) : (
            <>
              <ol className="relative grid gap-x-4 md:grid-cols-2 lg:grid-cols-3 min-[1240px]:grid-cols-4 min-[1600px]:grid-cols-5">
                {cards('needed')}
              </ol>
              {more.count > 0 && (
                <p className="mt-2.5 bg-lamp px-3 font-bold">
                  {`Only the most urgent are shown here. ${more.count === 1 ? '1 more booking is' : `${more.count} more bookings are`} waiting. `}
                  <a href={`/staff/bookings?waiting=${more.page}` satisfies SitePath} className="inline-flex min-h-11 items-center">
                    See the rest
                  </a>
                </p>
              )}
              <p className="mt-2.5 text-xs text-muted">
                {`Each bar shows how long we have left: until the arrival window ends, or for Red Line, ${redlineDispatchMinutes} minutes to send an engineer.`}
                <span className="max-md:hidden"> To assign a job, use the A key or drag its title onto an engineer.</span>
              </p>
            </>
          )}
        </section>
        {gasToReport}
        <MoneyDoubts doubts={moneyDoubts} refused={refused} />
        <div className="mt-8">
          <DayLines line={view.line} nowMs={nowMs} />
        </div>
        <div className="mt-10 grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ status, title, jobs }) => (
            <section key={status} aria-labelledby={`column-${status}`}>
              <h2 id={`column-${status}`} className="border-b-2 border-ink pb-2.5 text-xl">
                {title} <span className="font-normal text-muted">{jobs.length}</span>
              </h2>
              {shownIn(status).length === 0 ? <p className="py-4 text-muted">No jobs</p> : <ol className="relative">{cards(status)}</ol>}
            </section>
          ))}
        </div>
      </DragToAssign>
      <Leads leads={view.leads} callBacks={callBacks} billCalls={billCalls} />
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
    <div className="flex flex-wrap gap-2">
      <Button
        type="button"
        look="outline"
        className={`key-row ${shown}`}
        aria-pressed={soundChoice.isOn}
        onClick={() => soundChoice.choose(!soundChoice.isOn)}
      >
        Sound {soundChoice.isOn ? 'on' : 'off'}
      </Button>
      <Button type="button" look="outline" className={`key-row max-md:hidden ${shown}`} onClick={showKeys}>
        Shortcuts
      </Button>
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
          <Button type="button" className="key-row" onClick={() => dialog.current?.close()}>
            Close
          </Button>
          <Button type="button" look="outline" className="key-row" aria-pressed={keys.isOn} onClick={() => keys.choose(!keys.isOn)}>
            Shortcuts {keys.isOn ? 'on' : 'off'}
          </Button>
        </div>
      </dialog>
    </div>
  )
}
