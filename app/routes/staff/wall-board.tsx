import { useEffect } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readBoardView } from '#app/features/desk/board.server.ts'
import { wallFeed } from '#app/features/desk/board-timing.ts'
import { useBoardLive, useBoardNow } from '#app/features/desk/components/use-board-live.ts'
import { WallPage } from '#app/features/desk/components/wall-page.tsx'
import { readScreen, screenCookie } from '#app/features/desk/screen-cookie.server.ts'
import { wallViewOf } from '#app/features/desk/wall-view.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/wall-board'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => {
  const cookie = loaderHeaders.get('Set-Cookie')
  return { ...privateHeaders, ...(cookie && { 'Set-Cookie': cookie }) }
}

/** The board for a wall, by the screen's own cookie, which it renews, or for staff. It takes no forms. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const screen = await readScreen(visit.services, visit.cookies)
  if (!screen) await requireRole(context, request, 'staff')
  const headers = screen ? { 'Set-Cookie': screenCookie(visit.services, screen.token) } : undefined
  return data(wallViewOf(await readBoardView(visit.services, null)), { headers })
}

export default function WallBoard({ loaderData: view }: Route.ComponentProps) {
  const nowMs = useBoardNow(view.now)
  const line = useBoardLive(view.mark, wallFeed)
  return <WallPage view={view} nowMs={nowMs} line={line} />
}

/** Seconds after which a screen that could not be read is loaded again: no one is there to do it. */
const reloadSeconds = 30

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), reloadSeconds * 1_000)
    return () => clearTimeout(timer)
  }, [])
  const isRefused = isRouteErrorResponse(error) && error.status < 500
  return (
    <main id="main" className="wall">
      <h1>{isRefused ? 'You can’t open this page with your account.' : 'The board can’t be shown.'}</h1>
      {!isRefused && <p>{`We’ll try again every ${reloadSeconds} seconds.`}</p>}
    </main>
  )
}
