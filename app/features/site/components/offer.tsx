import type { ReactNode } from 'react'
import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticket } from '#app/ui/ticket.tsx'
import { dateText } from '#content/date-text.ts'
import { bookType } from '#content/emergency-types.ts'
import { billingTerms } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { boilerOfferTerms } from '#content/offer-terms.ts'

/** Call-out charges by the hour, and the offer while it can be booked. */
export function OfferSection({ hasOffer, today }: { hasOffer: boolean; today: ReactNode }) {
  const [, evening, night] = usePrices().rateTiers
  return (
    <Section
      id="offer"
      title="What it costs"
      lead={`The call-out includes VAT and the first ${billingTerms.includedMinutes} minutes of work.`}
    >
      {today}
      <p className="mt-2 text-sm text-muted">
        {`Saturday 8AM–6PM ${poundsText(evening.calloutPence)}. Sundays and bank holidays ${poundsText(night.calloutPence)}.`}
      </p>
      {hasOffer && <BoilerOffer />}
    </Section>
  )
}

function BoilerOffer() {
  const prices = usePrices()
  const { boilerOffer, rateTiers } = prices
  const { name, from, until, service, callout } = boilerOffer
  const stub = (
    <>
      <p className="font-bold">The terms</p>
      <ul className="mt-1 list-disc pl-6 text-sm">
        {boilerOfferTerms(boilerOffer, prices).map((term) => (
          <li key={term} className="mt-1">
            {term}
          </li>
        ))}
      </ul>
    </>
  )
  return (
    <div className="mt-8">
      <Ticket stub={stub}>
        <h3 className="text-base font-normal">{name.replace(/ £.*/, '')}</h3>
        <p className="text-[clamp(2rem,1.5rem+2vw,3.5rem)] leading-none font-bold tracking-tight">{poundsText(callout.pence)}</p>
        <p className="mt-2 text-sm">
          {`${poundsText(callout.pence)} instead of ${poundsText(rateTiers[0].calloutPence)} or more, for bookings from ${dateText(from)} to ${dateText(until)}. `}
          <b>{`The most you’ll pay for a typical repair: ${mostByRateText(mostByRate(prices, { service, offer: boilerOffer }))}, plus parking and the Congestion Charge at cost.`}</b>{' '}
          You’ll see the price cap for your postcode when you book, online or by phone.
        </p>
        <ButtonLink href={bookType(service)} className="mt-4">
          Book this offer
        </ButtonLink>
      </Ticket>
    </div>
  )
}
