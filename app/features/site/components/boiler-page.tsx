import type { ReactNode } from 'react'
import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { useBoroughs, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkColumns } from '#app/ui/link-columns.tsx'
import { Questions } from '#app/ui/questions.tsx'
import { Section } from '#app/ui/section.tsx'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { boilerEmergencies, boilerQuestions, boilerTrust, gasSmell, whyChooseUs } from '#content/boiler.ts'
import { business } from '#content/business.ts'
import { bookInBorough, coverageIn } from '#content/coverage.ts'
import { bookType } from '#content/emergency-types.ts'
import { billingTerms } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'

/** A heading that is a link, large enough for a thumb. */
const headLink = 'inline-flex min-h-11 items-center'
const bookBoiler = bookType('Boiler Breakdown')

interface BoilerPageProps {
  hasOffer: boolean
  /** The booking form. */
  form: ReactNode
  /** Customers' messages. */
  reviews: ReactNode
}

/** The boiler repair page under its hero. */
export function BoilerPage({ hasOffer, form, reviews }: BoilerPageProps) {
  const prices = usePrices()
  const { boilerOffer } = prices
  return (
    <>
      <Section
        id="emergencies"
        title="Six boiler emergencies"
        lead="What you can safely check yourself, and when to call a Gas Safe engineer."
      >
        <ul className="grid gap-x-8 md:grid-cols-2">
          {boilerEmergencies.map(({ id, title, check, repair }) => (
            <li key={id} className="border-t-2 border-ink pt-1 pb-4">
              <h3 className="text-lg">
                <a href={bookBoiler} className={headLink}>
                  {title}
                </a>
              </h3>
              <p>{check}</p>
              <p className="mt-1.5 text-muted">{repair}</p>
            </li>
          ))}
          <li className="bg-lamp border-t-2 border-ink p-4">
            <h3 className="text-lg">
              <a href={'/gas-emergency' satisfies SitePath} className={headLink}>
                {gasSmell.title}
              </a>
            </h3>
            <p>{gasSmell.text}</p>
            <ButtonLink look="alarm" href={business.gasEmergency.href} className="mt-3">
              {business.gasEmergency.text}
            </ButtonLink>
          </li>
        </ul>
        {hasOffer && (
          <p className="mt-6">
            Book by {longDayText(boilerOffer.until)}: {`the call-out and first ${billingTerms.includedMinutes} minutes cost `}
            <b>{poundsText(boilerOffer.callout.pence)}</b>.{' '}
            {`The most you’ll pay for a typical repair: ${mostByRateText(mostByRate(prices, { service: boilerOffer.service, offer: boilerOffer }))}, plus parking and the Congestion Charge at cost. `}
            <a href={bookBoiler} className="inline-flex min-h-11 items-center font-bold">
              Book this offer
            </a>{' '}
            or see the{' '}
            <a href={'/terms#offers' satisfies SitePath} className="inline-flex min-h-11 items-center">
              offer terms
            </a>
            .
          </p>
        )}
      </Section>
      <Section id="book" band title={<span id="booking">Book a boiler repair</span>}>
        {form}
      </Section>
      <Section id="why-choose-us" title="Why choose us for boiler repair" lazy>
        <ul className="grid gap-x-8 md:grid-cols-2">
          {whyChooseUs(prices).map(({ id, title, text }) => (
            <li key={id} className="border-t-2 border-ink py-4">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1.5">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="trust" title="Our guarantees and insurance" lazy>
        <dl className="grid gap-x-8 border-t-2 border-ink md:grid-cols-3">
          {boilerTrust.map(({ id, figure, text }) => (
            <div key={id} className="flex flex-col-reverse justify-end border-b border-line py-3">
              <dt>{text}</dt>
              <dd className="text-2xl font-bold">{figure}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {reviews}
      <Section id="coverage" title="Boiler repair across London" lazy>
        <LinkColumns links={coverageIn(useBoroughs()).map(([label, borough]) => ({ label, href: bookInBorough(borough) }))} />
        <p className="mt-4">
          <a href={'/locations' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            All areas we cover
          </a>
        </p>
      </Section>
      <Section id="faq" title="Boiler repair FAQs" lazy>
        <Questions questions={boilerQuestions} />
      </Section>
    </>
  )
}
