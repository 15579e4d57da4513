import { redirect } from 'react-router'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { visitContext } from '#app/platform/services.ts'
import { areaPath } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import type { Route } from './+types/old-location'

/** Redirects addresses that metadata once had, such as /locations/whitechapel, to the place's page, permanently. */
export function loader({ params: { area }, request, context }: Route.LoaderArgs) {
  if (![...localities, ...hubs].some(({ slug }) => slug === area)) throw unknownPath(context.get(visitContext).services, request)
  return redirect(areaPath(area), 301)
}

export default function Nothing() {
  return null
}
