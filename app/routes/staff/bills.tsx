import { requireRole } from '#app/features/accounts/guards.server.ts'
import { CallList } from '#app/features/billing/components/bill-notes.tsx'
import { RefusedPayments } from '#app/features/billing/components/refused-payments.tsx'
import { BillLists } from '#app/features/billing/components/staff-bill-lists.tsx'
import { findBills, findOwing, findToIssue } from '#app/features/billing/find-bills.server.ts'
import { nextWithBills } from '#app/features/billing/next-with-bills.ts'
import { readKeptDifferences } from '#app/features/billing/read-book-differences.server.ts'
import { readPauses } from '#app/features/billing/read-chasing.server.ts'
import { readRefusedPayments } from '#app/features/billing/read-refused-payments.server.ts'
import { readToCall } from '#app/features/billing/read-to-call.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/bills'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Bills')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const isOwner = viewer.account.user.role === 'owner'
  const search = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 100).trim()
  const all = await findBills(services, search)
  const differences = await readKeptDifferences(services.db)
  if (search !== '') return { search, isOwner, all, differences, toIssue: [], owing: [], calls: [], refusedPayments: [] }
  const owing = await findOwing(services)
  const pauses = await readPauses(
    services.db,
    owing.map(({ reference }) => reference),
  )
  return {
    search,
    isOwner,
    all,
    differences,
    toIssue: await findToIssue(services),
    owing: owing.map((bill) => ({ ...bill, mark: bill.mark ?? pauses.get(bill.reference) })),
    calls: await readToCall(services),
    refusedPayments: await readRefusedPayments(services),
  }
}

/** All bills, and the jobs to bill and amounts to pay. */
export default function Bills({ loaderData: { differences, calls, refusedPayments, isOwner, ...lists } }: Route.ComponentProps) {
  return (
    <StaffPage>
      {differences.length > 0 && (
        <section aria-label="Sums that don’t add up" className="mb-6 border-4 border-alarm bg-alarm-wash px-4 py-3">
          {differences.map(({ id, text, reference }) => (
            <p key={id} className="mt-1">
              <b>{reference ?? 'The books'}:</b> {text}
            </p>
          ))}
        </section>
      )}
      <BillLists {...lists} next={nextWithBills({ ...lists, calls, differences, refusedPayments })}>
        <p className="mt-4 flex flex-wrap gap-3">
          <ButtonLink look="outline" className="key-row" href={'/staff/bills/cash' satisfies SitePath}>
            Cash to hand in
          </ButtonLink>
          {isOwner && (
            <ButtonLink look="outline" className="key-row" href={'/staff/bills/report' satisfies SitePath}>
              Takings and files for your accounts
            </ButtonLink>
          )}
        </p>
        <RefusedPayments payments={refusedPayments} />
        <CallList calls={calls} />
      </BillLists>
    </StaffPage>
  )
}
