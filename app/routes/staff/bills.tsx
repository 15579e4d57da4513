import { BillLists } from '#app/features/billing/components/bill-lists.tsx'
import { findBills, findOwing, findToIssue } from '#app/features/billing/find-bills.server.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/bills'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ title: 'Bills | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const { services } = visit
  const search = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 100).trim()
  const all = await findBills(services, search)
  if (search !== '') return { search, all, toIssue: [], owing: [] }
  return { search, all, toIssue: await findToIssue(services), owing: await findOwing(services) }
}

/** Every bill, and what is to be billed or paid. */
export default function Bills({ loaderData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <BillLists {...loaderData} />
    </StaffPage>
  )
}
