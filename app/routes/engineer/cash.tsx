import { OwnCash } from '#app/features/billing/components/cash-page.tsx'
import { readCash } from '#app/features/billing/read-cash.server.ts'
import { AllJobs, EngineerPage } from '#app/features/site/components/engineer-page.tsx'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/cash'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta = () => privateMeta('Your cash')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, userId } = await requireOwnEngineer(context, request)
  return readCash(services.db, userId)
}

/** The cash that an engineer has, and what they handed in. */
export default function EngineerCash({ loaderData }: Route.ComponentProps) {
  return (
    <EngineerPage>
      <AllJobs />
      <OwnCash {...loaderData} />
    </EngineerPage>
  )
}
