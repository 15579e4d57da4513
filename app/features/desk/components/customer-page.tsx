import type { ReactNode } from 'react'
import { statuses } from '#app/features/booking/lifecycle.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { CustomerView } from '../read-customer.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { Alike, Decisions, NotTheirs, Unproven } from './customer-alike.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { DispatchBar } from './dispatch-bar.tsx'
import { TypedText } from './typed-text.tsx'

interface CustomerPageProps {
  view: CustomerView
  notice?: ReactNode
  refused?: RefusedForm
}

/** One customer: everything that we know of them, and the ways to book for them. */
export function CustomerPage({ view, notice, refused }: CustomerPageProps) {
  const { name, facts, owed, newestId } = view
  const [phone] = facts.phones
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <title>{`${name} | Emergency Plumbers London`}</title>
      <DispatchBar />
      {notice}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b-2 border-ink pb-3">
        <div className="min-w-0">
          <h1 className="text-2xl [overflow-wrap:anywhere]">{isolated(name)}</h1>
          <p className="mt-1.5">
            {view.bookings.length === 1 ? '1 booking' : `${view.bookings.length}${view.isMore ? ' or more' : ''} bookings`}
            {owed.pence > 0 && <strong className="text-alarm-text">, {owed.text} owed</strong>}
            {owed.pence < 0 && <strong className="text-alarm-text">, we owe them {owed.text}</strong>}
            {facts.isVulnerable && <strong>, vulnerable person</strong>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {phone && (
            <ButtonLink href={`tel:${phone.phone}`} look="outline" className="key-row">
              Call {phone.text}
            </ButtonLink>
          )}
          {newestId && (
            <ButtonLink href={`/staff/bookings/new?again=${newestId}` satisfies SitePath} className="key-row">
              Book again
            </ButtonLink>
          )}
        </div>
      </div>
      <Unproven bookings={view.alike.unproven} />
      <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <CustomerBookings view={view} />
          <Bills view={view} />
          <Contacts contacts={view.contacts} />
        </div>
        <div>
          <CustomerFacts view={view} />
          <CustomerNotes view={view} refused={refused} />
          <Alike records={view.alike.records} />
          <After view={view} />
          <Photos photos={view.photos} />
          <Decisions decisions={view.decisions} />
          <NotTheirs view={view} refused={refused} />
        </div>
      </div>
    </div>
  )
}

function CustomerFacts({ view: { facts, household, bookings } }: { view: CustomerView }) {
  const [newest] = bookings.toSorted((a, b) => (a.card.id < b.card.id ? 1 : -1))
  return (
    <Part id="who" title="The customer" isTarget>
      <Facts>
        <Fact label="Phone">
          {facts.phones.map(({ phone, text, problem }) => (
            <span key={phone} className="block">
              <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center whitespace-nowrap md:min-h-6">
                {text}
              </a>
              {problem && <span className="font-normal">, {problem}</span>}
            </span>
          ))}
        </Fact>
        <Fact label="Email">
          {facts.emails.length === 0
            ? 'No email address, so call them'
            : facts.emails.map(({ email, hasAccount }) => (
                <span key={email} className="block">
                  {email}
                  {hasAccount && <span className="font-normal">, has an account</span>}
                </span>
              ))}
        </Fact>
        <Fact label="Address">{facts.addresses.join('\n') || 'Ask when you call'}</Fact>
        {facts.access.length > 0 && <Fact label="How to get in">{facts.access.join('\n')}</Fact>}
        {facts.siteContacts.length > 0 && <Fact label="Who lets us in">{facts.siteContacts.join('\n')}</Fact>}
        <Fact label="Updates by">{facts.contactBy}</Fact>
        {newest && (
          <Fact label="Private link">
            {`Works for ${newest.card.reference}${newest.linkReplaced > 0 ? ', replaced since it was first sent' : ''}`}
          </Fact>
        )}
        {household.length > 0 && (
          <Fact label="Household">
            {household.map(({ recordId, name }) => (
              <a
                key={recordId}
                href={`/staff/customers/${recordId}` satisfies SitePath}
                className="mr-4 inline-flex min-h-11 items-center md:min-h-6"
              >
                {isolated(name)}
              </a>
            ))}
          </Fact>
        )}
      </Facts>
    </Part>
  )
}

function Bills({ view: { bills } }: { view: CustomerView }) {
  if (bills.length === 0) return null
  return (
    <Part id="bills" title="Bills" isTarget className="mt-8">
      <ul>
        {bills.map(({ id, reference, bookingId, text, state, isOwed }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 border-b border-line py-1.5 text-sm">
            <a
              href={`/staff/bookings/${bookingId}` satisfies SitePath}
              className="inline-flex min-h-11 items-center font-bold whitespace-nowrap md:min-h-6"
            >
              {reference}
            </a>
            <span>
              {text}, <b className={isOwed ? 'text-alarm-text' : ''}>{state}</b>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Contacts({ contacts }: Pick<CustomerView, 'contacts'>) {
  return (
    <Part id="contacts" title="Messages, texts and calls" isTarget className="mt-8">
      {contacts.length === 0 && <p className="mt-2 text-muted">None yet.</p>}
      <ol>
        {contacts.map(({ id, at, head, text, href }) => (
          <li key={id} className="border-b border-line py-1.5 text-sm">
            <p>
              {href ? (
                <a href={href} className="inline-flex min-h-11 items-center font-bold md:min-h-6">
                  {head}
                </a>
              ) : (
                <b>{head}</b>
              )}
              <span className="text-muted">, {at}</span>
            </p>
            {text && <TypedText text={text} />}
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** Complaints, requests, faults and reviews after the visits. */
function After({ view: { after } }: { view: CustomerView }) {
  if (after.length === 0) return null
  return (
    <Part id="after" title="After the visits" isTarget className="mt-8">
      <ul>
        {after.map(({ id, bookingId, reference, at, what, text, isOpen }) => (
          <li key={id} className="border-b border-line py-1.5 text-sm">
            <p>
              <b className={isOpen ? 'text-alarm-text' : ''}>{what}</b>
              <span className="text-muted">
                , {at},{' '}
                <a href={`/staff/bookings/${bookingId}` satisfies SitePath} className="inline-flex min-h-11 items-center md:min-h-6">
                  {reference}
                </a>
              </span>
            </p>
            {text && <TypedText text={text} />}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Photos({ photos }: Pick<CustomerView, 'photos'>) {
  if (photos.length === 0) return null
  return (
    <Part id="photos" title="Photos" isTarget className="mt-8">
      <ul className="mt-3 flex flex-wrap gap-2">
        {photos.map(({ id, text, href, smallHref, width, height }) => (
          <li key={id}>
            <a href={href}>
              <img
                {...{ src: smallHref, width, height, loading: 'lazy', decoding: 'async' }}
                alt={text}
                className="aspect-square size-20 border-2 border-ink bg-stone object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** A customer's bookings, open ones first, with the way to a return visit under guarantee. */
function CustomerBookings({ view: { bookings, isMore } }: { view: CustomerView }) {
  return (
    <Part id="bookings" title="Bookings" isTarget>
      <ul>
        {bookings.map(({ card: { id, service, reference, status, place, came, arrival, engineer }, isReturnable, isReturn }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 text-sm">
            <div className="min-w-0">
              <a
                href={`/staff/bookings/${id}` satisfies SitePath}
                className="inline-flex min-h-11 items-center text-base font-bold md:min-h-6"
              >
                {service}, {reference}
              </a>
              <p className="[overflow-wrap:anywhere]">
                <b>{statuses[status].label}</b>
                {isReturn && ', free return visit'}, {place}
              </p>
              <p className="text-muted">{[came, arrival, engineer].filter(Boolean).join(', ')}</p>
            </div>
            {isReturnable && (
              <a href={`/staff/bookings/new?return=${id}` satisfies SitePath} className="inline-flex min-h-11 items-center">
                Return visit
              </a>
            )}
          </li>
        ))}
      </ul>
      {isMore && <p className="mt-2 text-sm text-muted">Only the newest are shown. Search for the others by address or reference.</p>}
    </Part>
  )
}
