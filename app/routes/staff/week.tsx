import { useState } from 'react'
import { useLocation, useSubmit } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { DispatchBar } from '#app/features/desk/components/dispatch-bar.tsx'
import { DoneOnCard } from '#app/features/desk/components/done-on-card.tsx'
import { LiveLine } from '#app/features/desk/components/live-line.tsx'
import { type Move, MoveDialog } from '#app/features/desk/components/move-dialog.tsx'
import { useBoardLive } from '#app/features/desk/components/use-board-live.ts'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import { WeekPage } from '#app/features/desk/components/week-page.tsx'
import { readWeekView } from '#app/features/desk/read-week.server.ts'
import { moveTo, type WeekJob, type WeekPlace, type WeekView } from '#app/features/desk/week-view.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/week'
import { type ActAnswer, doneIn, staffAction } from './staff-action.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Week')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  return {
    ...(await readWeekView(services, query.get('day'))),
    done: doneIn(query),
  }
}

export const action = staffAction(({ intent, bookingId, seen }, page) => {
  const day = page.get('day')
  return `/staff/week?${new URLSearchParams({ ...(day && { day }), done: intent, booking: bookingId, seen })}`
})

/** The jobs of seven days, by engineer and day. Dragging a job gives it to another engineer, or promises another time. */
export default function Week({ loaderData: { mark, week, done }, actionData }: Route.ComponentProps) {
  const line = useBoardLive(mark)
  const { shown, dismiss } = useKeptAnswer(actionData)
  const submit = useSubmit()
  const { key } = useLocation()
  const [dropped, setDropped] = useState<{ key: string; move: Move }>()
  const jobs = week.rows.flatMap(({ days }) => days.flat())
  const asked = shown && isAbout(shown) ? moveOf(shown, jobs, week) : undefined
  const move = dropped?.key === key ? dropped.move : asked

  const onMove = (job: WeekJob, place: WeekPlace) => {
    const wanted = moveTo(job, place)
    if (!wanted) return
    const { id: bookingId, seen, reference, service } = job
    const engineerId = wanted.engineerId === job.engineerId ? undefined : (wanted.engineerId ?? '')
    if (wanted.intent === 'assign') {
      const fields = { intent: 'assign', bookingId, seen, engineerId: engineerId ?? '' }
      void submit({ ...fields, mayBeNobody: wanted.engineerId === null ? 'yes' : '' }, { method: 'post', preventScrollReset: true })
      return
    }
    const window = { ...job.window, day: wanted.day, today: week.today }
    const engineer = engineerId === undefined ? undefined : nameOf(week, engineerId)
    setDropped({ key, move: { intent: 'promise', bookingId, seen, reference, service, engineerId, engineer, window } })
  }

  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        <LiveLine line={line} />
        <ActNotice answer={asked ? undefined : shown} done={done.text} dismiss={dismiss}>
          <DoneOnCard done={done} cards={jobs} />
        </ActNotice>
        <WeekPage week={week} onMove={onMove} />
        {move && (
          <MoveDialog
            key={`${move.bookingId} ${key}`}
            move={move}
            refused={dropped?.key === key ? undefined : shown}
            onClose={() => {
              setDropped(undefined)
              if (asked) dismiss()
            }}
          />
        )}
      </div>
    </StaffPage>
  )
}

const nameOf = ({ rows }: WeekView, engineerId: string) => rows.find(({ id }) => id === engineerId)?.name

/** A question about a dragged job, or problems with its window: shown where the job was dropped. */
const isAbout = ({ intent, refusal, problems, typed }: ActAnswer) =>
  (intent === 'assign' || intent === 'promise') &&
  (refusal.isQuestion || ['day', 'from', 'until'].some((name) => name in problems && name in typed))

function moveOf({ intent, bookingId, typed }: ActAnswer, jobs: readonly WeekJob[], week: WeekView): Move | undefined {
  const job = jobs.find(({ id }) => id === bookingId)
  if (!job) return undefined
  const { seen = '', engineerId, day = job.window.day, from = job.window.from, until = job.window.until } = typed
  return {
    ...{ bookingId, seen, reference: job.reference, service: job.service, engineerId },
    intent: intent === 'assign' ? 'assign' : 'promise',
    engineer: engineerId ? nameOf(week, engineerId) : undefined,
    window: { day, from, until, today: week.today },
  }
}
