import { statuses } from '#app/features/booking/lifecycle.ts'
import { counted } from '#app/platform/next-text.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Card } from '../card.ts'
import type { FoundCustomer } from '../found-customers.server.ts'
import { isUnsentRedLine } from './board-clock.ts'
import { DispatchBar } from './dispatch-bar.tsx'

interface BookingsPageProps {
  cards: readonly Card[]
  next?: string
  isFirst: boolean
  /** The search words and the results. */
  search?: string
  found?: readonly Card[]
  /** The customers whose bookings those are. */
  customers?: readonly FoundCustomer[]
  /** The cards are a page of the bookings that no one has accepted yet; `count`: of all of them. */
  waiting?: { count: number; page: number; hasNext: boolean }
}

/** All bookings by page, those that are waiting, or the results of a search. */
export function BookingsPage({ cards, next, isFirst, search, found, customers = [], waiting }: BookingsPageProps) {
  const title = found && `${counted(found.length, 'booking')} found`
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <DispatchBar search={search} />
      {found ? (
        <>
          <h1 className="mt-4 text-2xl">{title}</h1>
          <p className="mt-2 text-muted">
            Searched for “{search}” in names, phone numbers, addresses, emails, references, access contacts and engineers.
            {found.length >= 50 && ' Only the latest 50 are shown. Add more words to narrow your search.'}
            {found.length === 0 && ' Try fewer words, or the last six digits of the phone number.'}
          </p>
          <FoundCustomers customers={customers} />
          <BookingList cards={found} />
          <p className="mt-5">
            <PageLink href="/staff/bookings">All bookings</PageLink>
          </p>
        </>
      ) : waiting ? (
        <>
          <h1 className="mt-4 text-2xl">{`${counted(waiting.count, 'booking')} ${waiting.count === 1 ? 'is' : 'are'} waiting`}</h1>
          <p className="mt-2 text-muted">No one has accepted these yet. Red Line bookings come first, then those waiting longest.</p>
          <BookingList cards={cards} />
          <nav aria-label="Pages" className="mt-5 flex flex-wrap gap-3">
            {waiting.page > 1 && <PageLink href={`/staff/bookings?waiting=${waiting.page - 1}`}>More urgent</PageLink>}
            {waiting.hasNext && <PageLink href={`/staff/bookings?waiting=${waiting.page + 1}`}>Less urgent</PageLink>}
          </nav>
        </>
      ) : (
        <>
          <h1 className="mt-4 text-2xl">Bookings</h1>
          <p className="mt-2 text-muted">All bookings, newest first.</p>
          <BookingList cards={cards} />
          <nav aria-label="Pages" className="mt-5 flex flex-wrap gap-3">
            {!isFirst && <PageLink href="/staff/bookings">Newest</PageLink>}
            {next && <PageLink href={`/staff/bookings?before=${encodeURIComponent(next)}`}>Older</PageLink>}
          </nav>
        </>
      )}
    </div>
  )
}

const PageLink = ({ href, children }: { href: SitePath; children: string }) => (
  <ButtonLink href={href} look="outline" className="key-row">
    {children}
  </ButtonLink>
)

/** The customers that a search found, a row each. */
function FoundCustomers({ customers }: { customers: readonly FoundCustomer[] }) {
  if (customers.length === 0) return null
  return (
    <ul aria-label="Customers" className="mt-4 flex flex-wrap gap-x-6 border-t-2 border-ink text-sm">
      {customers.map(({ recordId, name, phoneText, count }) => (
        <li key={recordId} className="flex min-h-11 flex-wrap items-center gap-x-2">
          <a href={`/staff/customers/${recordId}` satisfies SitePath} className="inline-flex min-h-11 items-center text-base font-bold">
            <bdi>{name}</bdi>
          </a>
          <span className="text-muted">
            {phoneText}, {counted(count, 'booking')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Bookings, a row each. */
function BookingList({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return <p className="mt-6 border-t-2 border-ink py-4">No bookings.</p>
  return (
    <ul className="mt-6 border-t-2 border-ink">
      {cards.map(({ id, service, reference, place, name, phoneText, came, arrival, status, isRedLine }) => (
        <li
          key={id}
          className={`grid gap-x-5 gap-y-0.5 border-b border-line py-2.5 text-sm md:grid-cols-[2fr_2fr_2fr_1fr] md:items-center ${isUnsentRedLine({ isRedLine, status }) ? 'border-l-5 border-l-alarm pl-3' : ''}`}
        >
          <div className="min-w-0">
            <a
              href={`/staff/bookings/${id}` satisfies SitePath}
              className="inline-flex min-h-11 items-center text-base font-bold md:min-h-6"
            >
              {isRedLine ? `Red Line: ${service}` : service}
            </a>
            <p>{reference}</p>
          </div>
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {name}
            <br />
            {place}
          </p>
          <p className="text-muted">
            {came}
            <br />
            {arrival}
          </p>
          <p>
            <b>{statuses[status].label}</b>
            <br />
            <span className="whitespace-nowrap text-muted">{phoneText}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
