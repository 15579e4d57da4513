import { contactWays } from '#app/features/booking/answers.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { mapLink } from '#app/platform/map-link.ts'
import { phoneText } from '#app/platform/uk.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { BookingView } from '../board-booking.server.ts'

/** The facts of a booking: customer, emergency, time and place. */
export function BookingFacts({ view }: { view: BookingView }) {
  const { card, details, arrival, engineer } = view
  const place = [details.address, details.postcode, details.borough].filter(Boolean).join(', ')
  return (
    <Part id="what" title="The booking" isTarget>
      <Facts>
        <Fact label="Arrival">
          <span className={card.late ? 'text-alarm-text' : ''}>
            {arrival}
            {card.late && ': late'}
          </span>
        </Fact>
        <Fact label="Engineer">
          {engineer ? (
            <>
              {`${isolated(engineer.name)}${engineer.gasSafeNumber ? `, Gas Safe ${engineer.gasSafeNumber}` : ''}, `}
              <a href={`tel:${engineer.phone}`} className="inline-flex min-h-6 items-center font-bold whitespace-nowrap">
                {phoneText(engineer.phone)}
              </a>
            </>
          ) : (
            ['No engineer yet.', view.nextReach?.text, view.nextReach?.tried].filter(Boolean).join(' ')
          )}
        </Fact>
        <Fact label="Customer">
          {isolated(details.name)}, {details.forBusiness ? 'a business' : 'private'}
          {view.record && (
            <a href={`/staff/customers/${view.record}` satisfies SitePath} className="flex min-h-11 items-center text-sm">
              {view.isOnRecord ? 'Everything about this customer' : 'A customer with this number'}
            </a>
          )}
        </Fact>
        <Fact label="Phone">
          <a href={`tel:${card.phone}`} className="inline-flex min-h-11 items-center whitespace-nowrap md:min-h-6">
            {card.phoneText}
          </a>
        </Fact>
        <Fact label="Email">
          {details.email || 'No email address, so call them'}
          {view.undelivered && <Undelivered {...view.undelivered} />}
          <a href={`/staff/deliveries?q=${card.reference}` satisfies SitePath} className="flex min-h-11 items-center text-sm">
            Emails and texts about this booking
          </a>
        </Fact>
        <Fact label="Updates by">
          {contactWays[details.contactBy]}
          {view.numberProblem && (
            <span className="mt-1 block border-l-5 border-alarm bg-alarm-wash px-3 py-1 text-sm">{view.numberProblem}</span>
          )}
        </Fact>
        <Fact label="Address">
          {place || 'Ask when you call'}
          {place && (
            <a href={mapLink(place)} target="_blank" rel="noreferrer" className="flex min-h-11 items-center text-sm">
              See on a map (opens in a new tab)
            </a>
          )}
        </Fact>
        {details.description && <Fact label="The problem">{details.description}</Fact>}
        {details.accessNotes && <Fact label="How to get in">{details.accessNotes}</Fact>}
        {details.siteContact && <Fact label="Who will let us in">{details.siteContact}</Fact>}
        {card.marks.length > 0 && <Fact label="Please note">{card.marks.join('\n')}</Fact>}
        {details.start && <Fact label="Start before the 14 days are up">{details.start}</Fact>}
        <Fact label="Booked">
          {details.bookedAt}, {details.channel === 'phone' ? 'by phone' : 'online'}
        </Fact>
      </Facts>
    </Part>
  )
}

/** Shows that the last email or text failed, with the other server's reply. */
const Undelivered = ({ id, answer, isText }: NonNullable<BookingView['undelivered']>) => (
  <span className="mt-1 block border-l-5 border-alarm bg-alarm-wash px-3 py-1 text-sm">
    <b>{isText ? 'Our last text wasn’t delivered.' : 'Our last email wasn’t delivered.'}</b>{' '}
    {isText ? 'They have no email address, so call them.' : 'Call the customer, or correct their email address.'}{' '}
    <a href={`/staff/deliveries/${id}` satisfies SitePath}>{answer || 'See why'}</a>
  </span>
)
