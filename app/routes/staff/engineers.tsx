import { requireRole } from '#app/features/accounts/guards.server.ts'
import { RotaLegend } from '#app/features/capacity/components/rota-legend.tsx'
import { NoShiftsLine } from '#app/features/capacity/components/rota-lines.tsx'
import { RotaList } from '#app/features/capacity/components/rota-list.tsx'
import { RotaTable } from '#app/features/capacity/components/rota-table.tsx'
import { readRota } from '#app/features/capacity/read-rota.server.ts'
import { hasDeskHours, hasPlannedHours } from '#app/features/capacity/read-working-hours.server.ts'
import { rotaPeriod } from '#app/features/capacity/rota-view.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { DispatchBar } from '#app/features/desk/components/dispatch-bar.tsx'
import { readEngineers } from '#app/features/dispatch/read-roster.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/engineers'
import { doneOnRota } from './rota-answer.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Engineers')
export const headers = () => privateHeaders

/**
 * The rota of the week of today, or of `?week=2026-11-23` or `?month=2026-12`; `?planned=208` or `?removed=208`: so many shifts were just
 * planned or removed.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const period = rotaPeriod(query, londonDay(services.clock.now()))
  const countIn = (name: string) => (query.has(name) ? Number.parseInt(query.get(name) ?? '', 10) || 0 : undefined)
  return {
    rota: await readRota(services, 'engineers', period.days),
    desk: (await hasDeskHours(services.db, true)) ? await readRota(services, 'desk', period.days) : undefined,
    period,
    hasPlanned: await hasPlannedHours(services.db),
    gone: (await readEngineers(services.db, true)).filter(({ retiredAt }) => retiredAt !== null).map(({ id, name }) => ({ id, name })),
    done: doneOnRota(query),
    planned: countIn('planned'),
    removed: countIn('removed'),
  }
}

/** The roster and the rota. */
export default function Engineers({ loaderData: { rota, desk, period, hasPlanned, gone, done, planned, removed } }: Route.ComponentProps) {
  const { shows, title, days, previous, next } = period
  const [first = ''] = days
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        <ActNotice done={done} />
        <h1 className="mt-4 text-2xl">Engineers</h1>
        <p className="mt-2 text-muted">Your engineers’ shifts, and your dispatchers’.</p>
        {(planned ?? removed) !== undefined && (
          <p role="status" className="mt-4 border-l-5 border-ok bg-ok-wash px-3 py-2 font-bold">
            {planned !== undefined ? `${counted(planned, 'shift')} planned.` : `${counted(removed ?? 0, 'shift')} removed.`}
          </p>
        )}
        {!hasPlanned && rota.people.length > 0 && <NoShiftsLine />}
        <div className="mt-4 flex flex-wrap gap-3">
          {rota.people.length > 0 && (
            <ButtonLink href={`/staff/engineers/plan${days.length > 0 ? `?week=${first}` : ''}` satisfies SitePath} className="key-row">
              Plan shifts
            </ButtonLink>
          )}
          <ButtonLink
            href={'/staff/engineers/new' satisfies SitePath}
            look={rota.people.length > 0 ? 'outline' : 'ink'}
            className="key-row"
          >
            Add an engineer
          </ButtonLink>
          <ButtonLink href={'/staff/engineers/calendars' satisfies SitePath} look="outline" className="key-row">
            Calendars
          </ButtonLink>
        </div>
        {rota.people.length === 0 ? (
          <p className="mt-4">You have no engineers yet.</p>
        ) : (
          <section aria-labelledby="rota" className="mt-6">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3">
              <h2 id="rota" className="text-xl">
                {title}
              </h2>
              <nav aria-label="Rota" className="flex flex-wrap gap-2">
                <ButtonLink look="outline" className="key-row" href={`/staff/engineers?${previous}` satisfies SitePath}>
                  Previous
                </ButtonLink>
                <ButtonLink
                  look="outline"
                  className="key-row"
                  href={(shows === 'week' ? '/staff/engineers' : `/staff/engineers?month=${period.today.slice(0, 7)}`) satisfies SitePath}
                >
                  {shows === 'week' ? 'This week' : 'This month'}
                </ButtonLink>
                <ButtonLink look="outline" className="key-row" href={`/staff/engineers?${next}` satisfies SitePath}>
                  Next
                </ButtonLink>
                <ButtonLink
                  look="outline"
                  className="key-row"
                  href={`/staff/engineers?${shows === 'week' ? `month=${first.slice(0, 7)}` : `week=${first}`}` satisfies SitePath}
                >
                  {shows === 'week' ? 'See the month' : 'See a week'}
                </ButtonLink>
              </nav>
            </div>
            {hasPlanned && rota.next && <p className="pb-3">{rota.next}</p>}
            <RotaTable rota={rota} shows={shows} />
            <RotaList rota={rota} shows={shows} />
            <RotaLegend shows={shows} />
          </section>
        )}
        <section aria-labelledby="desk" className="mt-10">
          <h2 id="desk" className="text-xl">
            Dispatchers
          </h2>
          <p className="mt-1 text-muted">
            {desk
              ? 'Who answers the phone and the board. While none of them is on shift, new bookings and messages are texted to those on call.'
              : 'Plan who answers the phone and the board, and we’ll alert and text the dispatchers on call. Until then, alarms go to everyone in the office.'}
          </p>
          <ButtonLink
            href={`/staff/engineers/plan?rota=desk&week=${first}` satisfies SitePath}
            look={desk ? 'ink' : 'outline'}
            className="key-row my-3"
          >
            Plan dispatchers’ shifts
          </ButtonLink>
          {desk && (
            <>
              {desk.next && <p className="pb-3">{desk.next}</p>}
              <RotaTable rota={desk} shows={shows} />
              <RotaList rota={desk} shows={shows} />
            </>
          )}
        </section>
        {rota.people.length > 0 && (
          <section aria-labelledby="phones" className="mt-10 md:hidden">
            <h2 id="phones" className="text-xl">
              Engineers’ phone numbers
            </h2>
            <ul className="mt-3 border-t-2 border-ink">
              {rota.people.map(({ id, name, phone, isGasSafe }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
                  <span className="[overflow-wrap:anywhere]">
                    <b>{name}</b>
                    {isGasSafe && ', Gas Safe'}
                  </span>
                  <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
                    {phoneText(phone)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
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
