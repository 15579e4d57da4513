import { DispatchBar } from '#app/features/board/components/dispatch-bar.tsx'
import { LiveLine } from '#app/features/board/components/live-line.tsx'
import { useBoardLive } from '#app/features/board/components/use-board-live.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { WeekPage } from '#app/features/week/components/week-page.tsx'
import { readWeekView } from '#app/features/week/read-week.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/week'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ title: 'Week | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  return readWeekView(visit.services, new URL(request.url).searchParams.get('day'))
}

/** The jobs of seven days, by engineer and day. */
export default function Week({ loaderData: { mark, week } }: Route.ComponentProps) {
  const line = useBoardLive(mark)
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        <LiveLine line={line} />
        <WeekPage week={week} />
      </div>
    </StaffPage>
  )
}
