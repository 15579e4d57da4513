import { OwnCash } from '#app/features/billing/components/cash-page.tsx'
import { readCash } from '#app/features/billing/read-cash.server.ts'
import { EngineerPage } from '#app/features/site/components/engineer-page.tsx'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/cash'

export { EngineerError as ErrorBoundary } from '#app/features/site/components/engineer-error.tsx'

export const handle: RouteHandle = { hydrate: true, style: 'engineer' }
export const meta: Route.MetaFunction = () => [{ title: 'Your cash | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { viewer } = await requireOwnEngineer(visit, request)
  return readCash(visit.services.db, viewer.account.user.id)
}

/** The cash that an engineer has, and what they handed in. */
export default function EngineerCash({ loaderData }: Route.ComponentProps) {
  return (
    <EngineerPage>
      <p className="mt-3">
        <a href={'/engineer' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
          All your jobs
        </a>
      </p>
      <OwnCash {...loaderData} />
    </EngineerPage>
  )
}
