import { data } from 'react-router'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/not-found'

/** Every path that no page has: logged, then the specification's 404 page (root.tsx). */
export function loader({ request, context }: Route.LoaderArgs): never {
  const { pathname } = new URL(request.url)
  context.get(visitContext).services.log.warn({ path: pathname.slice(0, 200) }, 'unknown path')
  throw data(null, { status: 404 })
}

export const action = loader

export default function Nothing() {
  return null
}
