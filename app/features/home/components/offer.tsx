import { dayText } from '#app/platform/day.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticket } from '#app/ui/ticket.tsx'
import { bookType } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import { boilerOffer } from '#content/offers.ts'
import { rateTiers } from '#content/rates.ts'

const [day, evening, night] = rateTiers

/** What a call-out costs by the hour, and the offer while it can be booked. */
export function OfferSection({ hasOffer }: { hasOffer: boolean }) {
  return (
    <Section
      id="offer"
      title="What it costs"
      lead="The call-out includes the first 30 minutes, VAT included. You see the price before we set off."
    >
      <DayBar />
      <p className="mt-2 text-sm text-muted">
        Saturday 8AM–6PM {poundsText(evening.calloutPence)}. Sundays and bank holidays {poundsText(night.calloutPence)}.
      </p>
      {hasOffer && <BoilerOffer />}
    </Section>
  )
}

function BoilerOffer() {
  const { code, name, from, until, terms, service, callout } = boilerOffer
  const stub = (
    <>
      <p className="font-bold">The terms</p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {terms.map((term) => (
          <li key={term} className="mt-1">
            {term}
          </li>
        ))}
      </ul>
    </>
  )
  return (
    <div className="mt-7">
      <Ticket stub={stub}>
        <h3 className="text-base font-normal">{name.replace(/ £.*/, '')}</h3>
        <p className="text-[clamp(2rem,1.5rem+2vw,3rem)] leading-none font-bold tracking-tight">{poundsText(callout.pence)}</p>
        <p className="mt-2 text-sm">
          {poundsText(callout.pence)} instead of {poundsText(day.calloutPence)} or more, for bookings from {dayText(from)}{' '}
          {from.slice(0, 4)} to {dayText(until)} {until.slice(0, 4)}.
        </p>
        <ButtonLink href={`${bookType(service)}&offer=${code}`} className="mt-4">
          Book this offer
        </ButtonLink>
      </Ticket>
    </div>
  )
}

/** The 24 hours of a weekday in proportion, each stretch with its call-out. */
function DayBar() {
  const stretches = [
    ['00:00 to 08:00', night, 'Night', 'bg-wash-other'],
    ['08:00 to 18:00', day, 'Day, Mon–Fri', 'bg-chalk'],
    ['18:00 to 22:00', evening, 'Evening', 'bg-alarm-wash'],
    ['22:00 to 24:00', night, '', 'bg-wash-other'],
  ] as const
  return (
    <>
      <ol className="grid grid-cols-[8fr_10fr_5fr_3fr] overflow-clip rounded-key border-2 border-ink">
        {stretches.map(([hours, tier, name, ground], at) => (
          <li key={hours} className={`min-w-0 px-2 pt-2.5 pb-3 leading-tight ${ground} ${at > 0 ? 'border-l-2 border-ink' : ''}`}>
            <span className="sr-only">{hours}: </span>
            <b className={`block text-[clamp(1.05rem,.5rem+2vw,1.75rem)] tracking-tight ${at === 3 ? 'max-md:sr-only' : ''}`}>
              {poundsText(tier.calloutPence)}
            </b>
            <span className="text-xs">{name}</span>
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className="grid grid-cols-[8fr_10fr_5fr_3fr] text-xs text-muted">
        {['00', '08', '18', '22'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </>
  )
}
