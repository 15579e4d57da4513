import { requireRole } from '#app/features/accounts/guards.server.ts'
import { RunsLinks } from '#app/features/running/components/runs-links.tsx'
import { WideTable } from '#app/features/running/components/wide-table.tsx'
import { readRetention } from '#app/features/running/read-retention.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/data'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Old data')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  return { ...(await readRetention(services)), isOwner: viewer.account.user.role === 'owner' }
}

/** The data erased each night, the data due next, and the data kept, with the reason. */
export default function OldData({ loaderData }: Route.ComponentProps) {
  const { bookingDays, countedAt, due, kept, waiting, open, nights, isOwner } = loaderData
  return (
    <StaffPage>
      <StaffFrame
        title="Old data"
        lead={`Every night from 2am, the website erases personal data that we no longer need. Bookings with nothing to pay are erased ${bookingDays} days after they end.`}
        width="wide"
      >
        <RunsLinks here="/staff/data" />
        {isOwner && (
          <p className="mt-4 flex flex-wrap gap-x-6">
            <a href={'/staff/data/person' satisfies SitePath} className="inline-flex min-h-11 items-center font-semibold">
              Export or erase someone’s data
            </a>
            <a href={'/staff/settings/business/desk' satisfies SitePath} className="inline-flex min-h-11 items-center font-semibold">
              Change the {bookingDays} days
            </a>
          </p>
        )}
        <h2 className="mt-8 text-xl">Due tonight</h2>
        {due.length === 0 ? (
          <p className="mt-2">Nothing.</p>
        ) : (
          <WideTable
            caption="Due tonight"
            head={['What', 'How many']}
            rows={due.map(({ what, count }) => ({ id: what, cells: [what, count.toLocaleString('en-GB')] }))}
          />
        )}
        <h2 className="mt-10 text-xl">Bookings that are kept</h2>
        <p className="mt-1 text-muted">
          {!countedAt && 'They’ll be counted tonight.'}
          {countedAt && `Counted ${countedAt}. ${kept.length > 0 ? 'A booking may be kept for more than one reason.' : 'None is kept.'}`}
        </p>
        {kept.length > 0 && (
          <WideTable
            caption="Bookings that are kept"
            head={['Because of', 'How many', 'The last until']}
            align={['right', 'left']}
            rows={kept.map(({ what, count, until }) => ({ id: what, cells: [what, count.toLocaleString('en-GB'), until] }))}
          />
        )}
        {waiting > 0 && <p className="mt-3">{`${waiting.toLocaleString('en-GB')} more haven’t had their ${bookingDays} days yet.`}</p>}
        {open > 0 && (
          <p className="mt-3 border-l-4 border-ink py-1 pl-4">
            {open === 1
              ? 'One old booking is still open, so it can’t be erased. '
              : `${open} old bookings are still open, so they can’t be erased. `}
            Close {open === 1 ? 'it' : 'them'} on the <a href={'/staff' satisfies SitePath}>board</a>.
          </p>
        )}
        <h2 className="mt-10 text-xl">The last nights</h2>
        {nights.length === 0 ? (
          <p className="mt-2">None yet.</p>
        ) : (
          <WideTable
            caption="The last nights"
            head={['Night', 'State', 'Due', 'Erased', 'What', 'Not erased']}
            align={['left', 'right', 'right', 'left', 'left']}
            rows={nights.map(({ night, state, due: wanted, done, what, failed }) => ({
              id: night,
              cells: [night, state, wanted, done, what || 'Nothing', failed],
            }))}
          />
        )}
      </StaffFrame>
    </StaffPage>
  )
}
