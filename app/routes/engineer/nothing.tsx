import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/nothing'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Every engineers' path without a page: only engineers learn that. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  const { services } = await requireOwnEngineer(context, request)
  throw unknownPath(services, request)
}

export const action = loader

export default function Nothing() {
  return null
}
