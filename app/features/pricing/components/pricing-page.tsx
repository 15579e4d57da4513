import type { ReactNode } from 'react'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Use } from '#app/ui/drawings/symbols.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Section } from '#app/ui/section.tsx'
import { Table } from '#app/ui/table.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import { billingTerms, type RateTier, type TierId } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { calloutText } from '#content/price-list.ts'
import { additionalCosts, billingDetails, paymentOptions, priceNotes, pricingCall, tierDescriptions } from '#content/pricing-page.ts'
import { GuaranteeRows } from '../guarantee-rows.tsx'
import { JobPrices } from '../job-prices.tsx'
import { mostByRate } from '../most-by-rate.ts'
import type { Stretch } from '../rate-hours.ts'
import { supplementsText } from '../supplement.ts'
import { RateBar, stretchAt } from './rate-bar.tsx'

/** A kind of day and its hours. */
export interface Timetable {
  name: string
  stretches: readonly Stretch[]
  /** The present hour, if today is such a day. */
  hourNow?: number
}

interface PricingPageProps {
  timetables: readonly Timetable[]
  tierNow: TierId
  /** The next bank holidays, in words. */
  holidays: readonly string[]
  calculator: ReactNode
  /** The address has answers for the calculator. */
  isCalculating: boolean
}

/** The pricing page under its heading: what a job costs, then what its bill is made of. */
export function PricingPage({ timetables, tierNow, holidays, calculator, isCalculating }: PricingPageProps) {
  const { emergencyPhone } = useDetails()
  const prices = usePrices()
  return (
    <>
      <Section
        id="estimates"
        title="The most you’ll pay for a typical job"
        lead={`Including VAT. Yours depends on your postcode: you’ll see it before you book, online or by phone. Parking and the Congestion Charge are added at cost. ${supplementsText(prices)}`}
      >
        <JobPrices
          caption="The most you’ll pay for a typical job, by rate"
          jobs={emergencyTypes.map(({ name }) => ({ service: name, most: mostByRate(prices, { service: name }) }))}
        />
      </Section>
      <Section
        id="rates"
        title="Our rates by time of day"
        lead={`What your bill is made of. The call-out includes the first ${billingTerms.includedMinutes} minutes of work. After that we charge by the half hour.`}
      >
        <ul className="grid gap-x-8 md:grid-cols-3">
          {prices.rateTiers.map((tier) => (
            <RateCard key={tier.id} tier={tier} isNow={tier.id === tierNow} />
          ))}
        </ul>
        <Folded label="Hour by hour" isWide>
          <div className="grid gap-3 pt-2">
            {timetables.map((timetable) => (
              <TimetableRow key={timetable.name} {...timetable} />
            ))}
          </div>
        </Folded>
      </Section>
      <Section id="calculator" band title="Work out your bill">
        <Folded label="Open the calculator" isOpen={isCalculating} isWide>
          <p className="mb-4 max-w-[40em]">
            Our rates, line by line. If you book, you’ll never pay more than the price cap unless you agree to extra work first, even if our
            rates come to more.
          </p>
          {calculator}
        </Folded>
      </Section>
      <Section id="additional-costs" title="Additional costs" lazy>
        <Table
          caption="Additional costs"
          head={['Item', 'Cost']}
          rows={additionalCosts(prices).map(({ id, item, cost }) => ({ id, cells: [item, <b key={id}>{cost}</b>] }))}
        />
        <Folded label="Notes">
          <ul className="list-disc pl-6">
            {additionalCosts(prices).map(({ id, item, note }) => (
              <li key={id} className="mt-1">
                <b>{item}.</b> {note}
              </li>
            ))}
            {priceNotes(prices, holidays).map((note) => (
              <li key={note} className="mt-1">
                {note}
              </li>
            ))}
          </ul>
        </Folded>
      </Section>
      <Section
        id="payment"
        title="Payment options"
        lead={`${paymentOptions.join(', ')}.`.replace(/, [A-Z]/g, (start) => start.toLowerCase())}
        lazy
      >
        <Folded label="Billing">
          <ul className="list-disc pl-6">
            {billingDetails.map((detail) => (
              <li key={detail} className="mt-1">
                {detail}
              </li>
            ))}
          </ul>
        </Folded>
      </Section>
      <Section id="guarantees" title="Guarantees and warranty" lazy>
        <GuaranteeRows />
      </Section>
      <Section id="book" title="Need a plumber?" lead={pricingCall}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink look="alarm" href={emergencyPhone.href} className="min-h-[62px] text-[1.5rem]">
            <Use id="tel" className="size-[22px] flex-none" />
            {emergencyPhone.text}
          </ButtonLink>
          <ButtonLink href={'/book' satisfies SitePath} className="min-h-[62px]">
            Book Online
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}

/** One of the three rates: on phones its price is beside it. */
function RateCard({ tier, isNow }: { tier: RateTier; isNow: boolean }) {
  const { id, name, hours, calloutPence, quarterHourPence } = tier
  return (
    <li className="grid grid-cols-[1fr_auto] content-start gap-x-3 border-t-2 border-ink py-3 md:grid-cols-1">
      <h3 className="text-lg md:max-lg:min-h-[2lh]">
        {name} {isNow && <span className="bg-lamp px-2 text-sm">Now</span>}
      </h3>
      <p className="row-span-2 text-right text-sm leading-tight md:order-1 md:row-span-1 md:mt-2 md:text-left">
        <b className="block text-figure leading-none tracking-tight">{poundsText(calloutPence)}</b> call-out
      </p>
      <p className="text-sm text-muted">{hours}</p>
      <p className="col-span-full text-sm md:order-1 md:mt-2">
        {`Then ${poundsText(quarterHourPence)} per 15 minutes, charged by the half hour. ${tierDescriptions[id]}`}
      </p>
    </li>
  )
}

function TimetableRow({ name, stretches, hourNow }: Timetable) {
  const prices = usePrices()
  const tierNow = stretchAt(stretches, hourNow)?.tier
  return (
    <div className="gap-4 md:grid md:grid-cols-[10rem_1fr]">
      <h3 className="mb-1 text-sm md:pt-3">
        {name} {tierNow && <span className="inline-block bg-lamp px-2 md:mt-1 md:block md:w-fit">Now {calloutText(prices, tierNow)}</span>}
      </h3>
      <div>
        <RateBar stretches={stretches} hourNow={hourNow} />
      </div>
    </div>
  )
}

/** The next visit's rate, and the one after it. */
interface Now {
  /** The day of the visit, in words: 'today', 'tonight'. */
  when: string
  tier: TierId
  /** The start of the next rate in words: '10pm', '8am on Monday 26 October'. */
  until: string
  next: TierId
}

const service: EmergencyTypeName = emergencyTypes[0].name

/** The most that the commonest job costs now, large, and from the next rate on if that differs. */
export function NowPrice({ when, tier, until, next }: Now) {
  const most = mostByRate(usePrices(), { service })
  return (
    <p className="mt-4 flex max-w-[40em] flex-wrap items-center gap-x-4 gap-y-2">
      <span className="bg-lamp px-3 pt-2 pb-2.5">
        <span className="block font-bold">{`${service} ${when}`}</span>{' '}
        <b className="text-figure leading-none tracking-tight whitespace-nowrap">{poundsText(most[tier])}</b> <b>at most</b>
      </span>{' '}
      <span className="leading-snug">
        Including VAT, capped before you book.
        {most[next] !== most[tier] && <b className="block">{`From ${until}: ${poundsText(most[next])}.`}</b>}
      </span>
    </p>
  )
}
