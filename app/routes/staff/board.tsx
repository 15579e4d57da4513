import { requireRole } from '#app/features/accounts/guards.server.ts'
import { mayActAs } from '#app/features/accounts/roles.ts'
import { OverdueLine } from '#app/features/aftercare/components/staff-due-list.tsx'
import { keptToCall } from '#app/features/billing/read-to-call.server.ts'
import { NoOneOnCall, NoShiftsLine } from '#app/features/capacity/components/rota-lines.tsx'
import { hasPlannedHours } from '#app/features/capacity/read-working-hours.server.ts'
import { readBoard } from '#app/features/desk/board.server.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { BoardPage } from '#app/features/desk/components/board-page.tsx'
import { DoneOnCard } from '#app/features/desk/components/done-on-card.tsx'
import { LimitForms, OnlineLimit } from '#app/features/desk/components/online-limit.tsx'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { FirstDayLine } from '#app/features/running/components/first-day.tsx'
import { readFirstDay } from '#app/features/running/first-day.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { GasToReportLine } from '#app/features/visit/components/staff-gas-to-report.tsx'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/board'
import { doneIn, staffAction } from './staff-action.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

/** The board as it is now, with its timeline from an hour: `?from=2026-11-20T08:00:00.000Z`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  return {
    ...(await readBoard(services, query.get('from'))),
    billCalls: await keptToCall(services),
    hasPlanned: await hasPlannedHours(services.db),
    /** For an owner, until it is done. */
    firstDay: mayActAs(viewer.account.user, 'owner') ? await readFirstDay(services) : [],
    done: doneIn(query),
  }
}

export const action = staffAction(({ intent, bookingId, seen }, page) => {
  const from = page.get('from')
  return `/staff?${new URLSearchParams({ ...(from && { from }), done: intent, booking: bookingId, seen })}`
})

/** Intents that limit online booking. */
const limits: readonly string[] = ['pause-online', 'next-free']

/** The board: waiting jobs, engineers and their jobs, and the next steps. */
export default function Board({
  loaderData: { view, onCallHoles, callBacks, billCalls, moneyDoubts, gasToReport, due, onlineLimit, hasPlanned, firstDay, done },
  actionData,
}: Route.ComponentProps) {
  const { answer: refused, shown, dismiss } = useKeptAnswer(actionData)
  const cards = [...view.needed, ...view.underWay, ...view.line.lines.flatMap(({ jobs }) => jobs)]
  return (
    <StaffPage width="full">
      <BoardPage
        {...{ view, callBacks, billCalls, moneyDoubts, refused }}
        toDealWith={
          <>
            <OverdueLine due={due} />
            <GasToReportLine rows={gasToReport} />
          </>
        }
        controls={onlineLimit ? undefined : (nowMs) => <LimitForms nowMs={nowMs} refused={refused} />}
        notice={
          <>
            <FirstDayLine steps={firstDay} />
            {/* An owner's list has it as a step. */}
            {!hasPlanned && firstDay.length === 0 && <NoShiftsLine />}
            {onCallHoles.length > 0 && <NoOneOnCall times={onCallHoles} />}
            {onlineLimit && <OnlineLimit limit={onlineLimit} hasJustBegun={limits.includes(done.intent)} />}
            <ActNotice answer={shown} done={done.text} dismiss={dismiss}>
              <DoneOnCard done={done} cards={cards} />
            </ActNotice>
          </>
        }
      />
    </StaffPage>
  )
}
