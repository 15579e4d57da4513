import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { readOnlyRecord } from '#app/features/desk/read-records.server.ts'
import { readBookingsOfCustomer } from '#app/features/desk/search-bookings.server.ts'
import { refusedAnswer } from '#app/platform/refused-page.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/find'

export const handle: RouteHandle = { style: 'staff' }

/**
 * Opens the record of a caller's number, `?phone=`, for telephone systems: the customer's, else the caller's open booking, else their
 * bookings, else the form to book by phone. Queries are never logged.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  const { services } = await requireRole(context, request, 'staff')
  const phone = normalisePhone(new URL(request.url).searchParams.get('phone') ?? '')
  if (!phone)
    throw refusedAnswer(
      {
        refused: 'That isn’t a UK phone number we can look up. Search by name or address instead.',
        href: '/staff/bookings' satisfies SitePath,
      },
      { status: 400 },
    )
  const found = await readBookingsOfCustomer(services, { phone, email: '' })
  const bookings = found.filter(({ closedAs }) => closedAs !== 'spam')
  const record = await readOnlyRecord(
    services.db,
    bookings.map(({ id }) => id),
  )
  if (record) throw redirect(`/staff/customers/${record}` satisfies SitePath, 303)
  const open = bookings.filter(({ status }) => !hasEnded(status))
  const [only, ...others] = open
  if (only && others.length === 0) throw redirect(`/staff/bookings/${only.id}` satisfies SitePath, 303)
  const list: SitePath = `/staff/bookings?${new URLSearchParams({ q: phoneText(phone) })}`
  const form: SitePath = `/staff/bookings/new?${new URLSearchParams({ phone: phoneText(phone) })}`
  throw redirect(bookings.length > 0 ? list : form, 303)
}

export default function Find() {
  return null
}
