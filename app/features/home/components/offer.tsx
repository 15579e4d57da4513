import { dayText } from '#app/platform/day.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DayBar, type DayBarStretch } from '#app/ui/day-bar.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticket } from '#app/ui/ticket.tsx'
import { bookType } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import { billingTerms } from '#content/rates.ts'

const weekday = ([day, evening, night]: PriceList['rateTiers']): readonly DayBarStretch[] => [
  { id: 'early', parts: 8, hours: '00:00 to 08:00', figure: poundsText(night.calloutPence), name: 'Night', ground: 'bg-wash-other' },
  { id: 'day', parts: 10, hours: '08:00 to 18:00', figure: poundsText(day.calloutPence), name: 'Day, Mon–Fri', ground: 'bg-chalk' },
  { id: 'evening', parts: 5, hours: '18:00 to 22:00', figure: poundsText(evening.calloutPence), name: 'Evening', ground: 'bg-alarm-wash' },
  { id: 'late', parts: 3, hours: '22:00 to 24:00', figure: poundsText(night.calloutPence), ground: 'bg-wash-other', isNarrow: true },
]

/** What a call-out costs by the hour, and the offer while it can be booked. */
export function OfferSection({ hasOffer }: { hasOffer: boolean }) {
  const { rateTiers } = usePrices()
  const [, evening, night] = rateTiers
  return (
    <Section
      id="offer"
      title="What it costs"
      lead={`The call-out includes the first ${billingTerms.includedMinutes} minutes, VAT included.`}
    >
      <DayBar stretches={weekday(rateTiers)} />
      <p className="mt-2 text-sm text-muted">
        Saturday 8AM–6PM {poundsText(evening.calloutPence)}. Sundays and bank holidays {poundsText(night.calloutPence)}.
      </p>
      {hasOffer && <BoilerOffer />}
    </Section>
  )
}

function BoilerOffer() {
  const { boilerOffer, rateTiers } = usePrices()
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
          {poundsText(callout.pence)} instead of {poundsText(rateTiers[0].calloutPence)} or more, for bookings from {dayText(from)}{' '}
          {from.slice(0, 4)} to {dayText(until)} {until.slice(0, 4)}.
        </p>
        <ButtonLink href={`${bookType(service)}&offer=${code}`} className="mt-4">
          Book this offer
        </ButtonLink>
      </Ticket>
    </div>
  )
}
