import { requireRole } from '#app/features/accounts/guards.server.ts'
import type { BoardRow } from '#app/features/desk/board-queries.server.ts'
import { cardOf } from '#app/features/desk/card.ts'
import { BookingsPage } from '#app/features/desk/components/bookings-page.tsx'
import { readFoundCustomers } from '#app/features/desk/found-customers.server.ts'
import { readBookingPage, readWaitingPage } from '#app/features/desk/read-board.server.ts'
import { searchBookings } from '#app/features/desk/search-bookings.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/bookings'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Bookings')
export const headers = () => privateHeaders

/**
 * All bookings, the newest first, a page at a time: `?before=`: the last one of the page before. `?q=`: a search, at an address that can be
 * reloaded and passed on; queries are never logged. `?waiting=`: a page of the bookings that are not accepted yet, in the order of the
 * board.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const cardsOf = (rows: readonly BoardRow[]) => rows.map((row) => cardOf(row, { now: services.clock.now() }))
  const search = query.get('q')?.slice(0, 200)
  if (search !== undefined) {
    const rows = await searchBookings(services, search)
    const customers = await readFoundCustomers(services.db, rows)
    return { search, found: cardsOf(rows), customers, cards: [], next: undefined, isFirst: true }
  }
  const page = Number(query.get('waiting'))
  if (Number.isInteger(page) && page > 0 && page < 1_000) {
    const { rows, count, hasNext } = await readWaitingPage(services, page)
    return { cards: cardsOf(rows), next: undefined, isFirst: page === 1, waiting: { count, page, hasNext } }
  }
  const before = query.get('before') ?? undefined
  const { rows, next } = await readBookingPage(services, before?.slice(0, 100))
  return { cards: cardsOf(rows), next, isFirst: before === undefined }
}

/** Every booking, each with a link to its page. */
export default function Bookings({ loaderData }: Route.ComponentProps) {
  return (
    <StaffPage width="full">
      <BookingsPage {...loaderData} />
    </StaffPage>
  )
}
