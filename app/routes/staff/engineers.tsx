import { shiftWords } from '#app/features/board/board-shifts.ts'
import { DispatchBar } from '#app/features/board/components/dispatch-bar.tsx'
import { readEngineers, readShifts } from '#app/features/roster/read-roster.server.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { days, later, toInstant } from '#app/platform/clock.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/engineers'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ title: 'Engineers | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const { db, clock } = visit.services
  const now = clock.now()
  const shifts = await readShifts(db, toInstant(now), later(now, days(7)))
  return {
    engineers: (await readEngineers(db, true)).map(({ id, name, phone, gasSafeNumber, base, retiredAt }) => ({
      ...{ id, name, gasSafeNumber, base },
      phoneText: phoneText(phone),
      hasLeft: retiredAt !== null,
      shift: shiftWords(
        shifts.filter(({ engineerId }) => engineerId === id),
        now,
      ),
    })),
  }
}

/** Who drives, and when. */
export default function Engineers({ loaderData: { engineers } }: Route.ComponentProps) {
  const [present, gone] = [engineers.filter(({ hasLeft }) => !hasLeft), engineers.filter(({ hasLeft }) => hasLeft)]
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        <h1 className="mt-4 text-2xl">Engineers</h1>
        <p className="mt-2 text-muted">Who drives, and when. Boilers and water heaters go only to those with a Gas Safe number.</p>
        {present.length === 0 && <p className="mt-4">There are none yet.</p>}
        <ul className="mt-6 border-t-2 border-ink">
          {present.map(({ id, name, base, gasSafeNumber, phoneText: phone, shift }) => (
            <li key={id} className="grid gap-x-5 border-b border-line py-2.5 md:grid-cols-[2fr_2fr_2fr_1.5fr] md:items-center">
              <a
                href={`/staff/engineers/${id}` satisfies SitePath}
                className="inline-flex min-h-11 items-center text-lg font-bold [overflow-wrap:anywhere]"
              >
                {name}
              </a>
              <p className="[overflow-wrap:anywhere]">{base || 'No base noted'}</p>
              <p className="text-muted">{gasSafeNumber ? `Gas Safe ${gasSafeNumber}` : 'No gas work'}</p>
              <p>
                {shift}
                <br />
                <span className="text-muted">{phone}</span>
              </p>
            </li>
          ))}
        </ul>
        <p className="mt-5">
          <ButtonLink href={'/staff/engineers/new' satisfies SitePath}>Add an engineer</ButtonLink>
        </p>
        {gone.length > 0 && (
          <>
            <h2 className="mt-10 text-xl">Have left</h2>
            <ul className="mt-3 border-t-2 border-ink">
              {gone.map(({ id, name }) => (
                <li key={id} className="border-b border-line">
                  <a href={`/staff/engineers/${id}` satisfies SitePath} className="inline-flex min-h-11 items-center">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </StaffPage>
  )
}
