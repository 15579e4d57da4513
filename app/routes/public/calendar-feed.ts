import { readCalendarFeed } from '#app/features/dispatch/calendar-feeds.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Route } from './+types/calendar-feed'

/** A calendar that staff and engineers subscribe to, by its secret address. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const token = /^([\w-]{43})\.ics$/.exec(params.file)?.[1]
  const content = token && (await readCalendarFeed(context.get(visitContext).services, token))
  if (!content) throw notFound()
  const etag = `"${hashOf(content).slice(0, 32)}"`
  const headers = { ...privateHeaders, ETag: etag }
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(content, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH' } })
}
