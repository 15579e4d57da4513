import type { ReactNode } from 'react'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Use } from '#app/ui/drawings/symbols.tsx'
import { Section } from '#app/ui/section.tsx'
import { Table } from '#app/ui/table.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { multiplierRange } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { billingTerms, type RateTier, type TierId } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { calloutText } from '#content/price-list.ts'
import {
  additionalCosts,
  billingDetails,
  guarantees,
  paymentOptions,
  priceNotes,
  pricingCall,
  tierDescriptions,
} from '#content/pricing-page.ts'
import { mostByRate, mostByRateText } from '../most-by-rate.ts'
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
}

/** The pricing page under its heading. */
export function PricingPage({ timetables, tierNow, holidays, calculator }: PricingPageProps) {
  const details = useDetails()
  const { emergencyPhone } = details
  const prices = usePrices()
  return (
    <>
      <Section
        id="rates"
        title="Our rates by time of day"
        lead={`The call-out charge includes the first ${billingTerms.includedMinutes} minutes of work. After that we charge by the half hour. All prices include VAT.`}
      >
        <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
          {prices.rateTiers.map((tier) => (
            <RateCard key={tier.id} tier={tier} isNow={tier.id === tierNow} />
          ))}
        </ul>
        <div className="mt-8 grid gap-3">
          {timetables.map((timetable) => (
            <TimetableRow key={timetable.name} {...timetable} />
          ))}
        </div>
        <p className="mt-3 text-sm text-muted">The next bank holidays: {holidays.join(', ')}.</p>
      </Section>
      <Section
        id="calculator"
        band
        title="Work out your bill"
        lead="Our rates, line by line. If you book online, you’ll never pay more than the estimate below unless you agree to extra work first."
      >
        {calculator}
      </Section>
      <Section id="additional-costs" title="Additional costs" lazy>
        <Table
          caption="Additional costs"
          head={['Item', 'Cost']}
          rows={additionalCosts(prices).map(({ id, item, note, cost }) => ({
            id,
            cells: [
              <Item key={id} {...{ item, note }} />,
              <b key={id} className="whitespace-nowrap">
                {cost}
              </b>,
            ],
          }))}
        />
        <h3 className="mt-8 text-xl">Notes</h3>
        <Ruled items={priceNotes} />
      </Section>
      <Section
        id="estimates"
        title="The most you’ll pay for a typical job"
        lead={`By day, on evenings and Saturdays, and on nights, Sundays and bank holidays, in a borough whose figure is 1. Ours go from ${multiplierRange(prices)}: we multiply our estimate by it, and the most you’ll pay is never less than the call-out. You see yours before you book, online or by phone. ${supplementsText(prices)}`}
        lazy
      >
        <ul className="border-t-2 border-ink md:columns-2 md:gap-8">
          {emergencyTypes.map(({ name }) => (
            <li key={name} className="flex break-inside-avoid justify-between gap-4 border-b border-line py-2.5">
              {name} <b className="text-right">{mostByRateText(mostByRate(prices, { service: name }))}</b>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="payment" title="Paying" lazy>
        <div className="grid gap-8 md:grid-cols-[1fr_2fr]">
          <div>
            <h3 className="text-xl">Payment options</h3>
            <Ruled items={paymentOptions} />
          </div>
          <div>
            <h3 className="text-xl">Billing</h3>
            <Ruled items={billingDetails} />
          </div>
        </div>
      </Section>
      <Section id="guarantees" title="Guarantees and warranty" lazy>
        <dl className="grid gap-x-8 border-t-2 border-ink md:grid-cols-2 lg:grid-cols-3">
          {guarantees(prices).map(({ id, figure, text }) => (
            <div key={id} className="border-b border-line py-3">
              <dt className="text-2xl leading-tight font-bold">{figure}</dt>
              <dd className="mt-1">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">
          See the{' '}
          <a href={'/terms#guarantees' satisfies SitePath} className="inline-flex min-h-11 min-w-11 items-center font-bold">
            terms
          </a>{' '}
          for how to claim.
        </p>
      </Section>
      <Section id="book" title="Need a plumber?" lead={pricingCall(details)}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink look="alarm" href={emergencyPhone.href} className="min-h-[62px] text-[1.5rem] whitespace-nowrap">
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

function RateCard({ tier, isNow }: { tier: RateTier; isNow: boolean }) {
  const { id, name, hours, calloutPence, quarterHourPence } = tier
  return (
    <li className="border-t-2 border-ink pt-3 md:row-span-5 md:grid md:grid-rows-subgrid md:gap-0">
      <h3 className="text-lg md:max-lg:min-h-[2lh]">
        {name} {isNow && <span className="bg-lamp px-2 text-sm">Now</span>}
      </h3>
      <p className="text-sm text-muted md:max-lg:min-h-[2lh]">{hours}</p>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
        <b className="text-[clamp(2.5rem,1.5rem+3vw,3.5rem)] leading-none tracking-tight">{poundsText(calloutPence)}</b>{' '}
        <span className="text-sm">call-out</span>
      </p>
      <dl className="mt-3 text-sm">
        <div className="flex justify-between border-y border-line py-2">
          <dt>Each further 15 minutes</dt>
          <dd className="font-bold">{poundsText(quarterHourPence)}</dd>
        </div>
        <div className="flex justify-between border-b border-line py-2">
          <dt>Per hour</dt>
          <dd className="font-bold">{poundsText(quarterHourPence * 4)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-sm">{tierDescriptions[id]}</p>
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

function Item({ item, note }: { item: string; note: string }) {
  return (
    <>
      {item}
      <span className="block text-sm font-normal text-muted">{note}</span>
    </>
  )
}

function Ruled({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-3 border-t-2 border-ink">
      {items.map((item) => (
        <li key={item} className="border-b border-line py-2.5">
          {item}
        </li>
      ))}
    </ul>
  )
}
