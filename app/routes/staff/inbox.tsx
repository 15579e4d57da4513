import { requireRole } from '#app/features/accounts/guards.server.ts'
import { DueList } from '#app/features/aftercare/components/staff-due-list.tsx'
import { readDue } from '#app/features/aftercare/read-due.server.ts'
import { DispatchBar } from '#app/features/desk/components/dispatch-bar.tsx'
import { InboxPage } from '#app/features/desk/components/inbox-page.tsx'
import { LiveLine } from '#app/features/desk/components/live-line.tsx'
import { useBoardLive } from '#app/features/desk/components/use-board-live.ts'
import { readEnquiries } from '#app/features/desk/enquiries.server.ts'
import { readBoardMark } from '#app/features/desk/read-board.server.ts'
import { readInbox } from '#app/features/desk/read-inbox.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { GasToReportList } from '#app/features/visit/components/staff-gas-to-report.tsx'
import { readGasToReport } from '#app/features/visit/read-gas-record.server.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/inbox'
import { staffAction } from './staff-action.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Inbox')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  // Read before the data: changes in between are then read twice, never missed.
  return {
    mark: await readBoardMark(services),
    due: await readDue(services),
    threads: await readInbox(services),
    enquiries: await readEnquiries(services.db),
    gas: await readGasToReport(services.db),
    isOwner: viewer.account.user.role === 'owner',
  }
}

/**
 * Opens the messages of a booking: they are read from now on. Marks a text or a missed call without a booking as dealt with. Owners also
 * settle reports to HSE.
 */
export const action = staffAction(
  ({ intent, bookingId }) => (intent === 'read' ? `/staff/bookings/${bookingId}#messages` : '/staff/inbox'),
  {
    unnamed: 'read',
    isElsewhere: true,
  },
)

/** Messages from customers. */
export default function Inbox({ loaderData: { mark, due, threads, enquiries, gas, isOwner }, actionData }: Route.ComponentProps) {
  const line = useBoardLive(mark)
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        <LiveLine line={line} />
        <GasToReportList rows={gas} isOwner={isOwner} answer={actionData} />
        <InboxPage due={<DueList due={due} />} dueCount={due.length + gas.length} threads={threads} enquiries={enquiries} />
      </div>
    </StaffPage>
  )
}
