import { AccountTabs } from '#app/features/accounts/components/account-tabs.tsx'
import { saidIn } from '#app/features/accounts/done-notices.ts'
import { requireViewer } from '#app/features/accounts/guards.server.ts'
import { viewerView } from '#app/features/accounts/site-session.server.ts'
import { type BillOfBooking, readBillsOf } from '#app/features/billing/find-bills.server.ts'
import { statuses } from '#app/features/booking/lifecycle.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readBookingsOf } from '#app/features/booking/read-booking.server.ts'
import { arrivalText } from '#app/features/capacity/arrival-window.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { NoticeInPage } from '#app/ui/notice-in-page.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/bookings'

export const meta = () => privateMeta('My bookings')
export const headers = () => privateHeaders

/** Bookings appear automatically: anyone who has confirmed an address may see the bookings made with it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireViewer(context, request)
  const { email, emailConfirmedAt } = viewer.account.user
  const bookings = email && emailConfirmedAt ? await readBookingsOf(services, email) : []
  const bills = await readBillsOf(
    services,
    bookings.map(({ id }) => id),
  )
  return {
    said: saidIn(request.url),
    viewer: viewerView(viewer),
    bookings: bookings.map((booking) => ({
      reference: booking.reference,
      service: booking.service,
      status: statuses[booking.status].customer,
      arrival: arrivalText(booking, services.clock.now()),
      href: new URL(trackingUrl(services, booking)).pathname,
      bill: bills.get(booking.id),
      /** Its work may still be under guarantee: the page behind it says until when. */
      isFinished: booking.status === 'completed' && booking.erasedAt === null,
    })),
  }
}

/** A customer's bookings, each with a page of its own, with changes, cancellation and messages. */
export default function Bookings({ loaderData: { said, viewer, bookings } }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <div className="max-w-[40em]">
        <AccountTabs current="bookings" />
        <h1 className="mt-6 text-2xl">My bookings</h1>
        {said && (
          <div className="mt-5">
            <NoticeInPage notice={said} isSaid />
          </div>
        )}
        {bookings.length > 0 && <p className="mt-2 text-muted [overflow-wrap:anywhere]">Booked with {viewer.email}</p>}
        {bookings.length === 0 ? (
          <>
            <p className="mt-6 text-lg [overflow-wrap:anywhere]">
              No bookings yet. Anything you book with {viewer.email} will show up here. Booked with another address? Use the link in its
              confirmation, or call us.
            </p>
            <p className="mt-6">
              <ButtonLink href={'/book' satisfies SitePath}>Book a plumber</ButtonLink>
            </p>
          </>
        ) : (
          <ul className="mt-5 border-t-2 border-ink">
            {bookings.map(({ reference, service, status, arrival, href, bill, isFinished }) => (
              <li key={reference} className="border-b border-line py-3">
                <a href={href} className="flex min-h-11 items-center text-lg font-bold">
                  {service}, {reference}
                </a>
                <p>{status}</p>
                <p className="text-sm text-muted">{arrival}</p>
                {isFinished && (
                  <a href={`${href}/return`} className="mr-6 inline-flex min-h-11 items-center">
                    The same problem is back
                  </a>
                )}
                {bill && <BillLinks {...bill} href={`${href}/bill`} />}
              </li>
            ))}
          </ul>
        )}
      </div>
    </QuietPage>
  )
}

/** A booking's bill, and below it its receipts and credit notes. */
function BillLinks({ line, papers, href }: BillOfBooking & { href: string }) {
  const links = papers.map(({ label, file }) => ({ label: `${label} (PDF)`, path: `${href}/${file}` }))
  return (
    <ul>
      {[{ label: line, path: href }, ...links].map(({ label, path }) => (
        <li key={path}>
          <a href={path} className="inline-flex min-h-11 items-center">
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
