import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/not-found'

/** Every path without a page. */
export function loader({ request, context }: Route.LoaderArgs): never {
  throw unknownPath(context.get(visitContext).services, request)
}

export const action = loader

export default function Nothing() {
  return null
}
