import { requireRole } from '#app/features/accounts/guards.server.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/nothing'

export const handle: RouteHandle = { style: 'staff' }

/** Every path of the staff area without a page: only staff learn that. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  const { services } = await requireRole(context, request, 'staff')
  throw unknownPath(services, request)
}

export const action = loader

export default function Nothing() {
  return null
}
