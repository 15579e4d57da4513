import type { ReactNode } from 'react'
import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { supplementsText } from '#app/features/pricing/supplement.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { LinkColumns } from '#app/ui/link-columns.tsx'
import { Questions } from '#app/ui/questions.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import { billingTerms } from '#content/fees.ts'
import { gasSafeCheck, meanwhile } from '#content/meanwhile.ts'
import { poundsText } from '#content/money.ts'
import type { Service } from '#content/services/service.ts'
import { servicePages } from '#content/services/services.ts'
import { guaranteeMonths } from '#content/stated.ts'

const { includedMinutes, intervalMinutes, materialsMarkupPercent } = billingTerms

/** The page about a type of emergency under its hero. `form`: the booking form, with the type chosen. */
export function ServicePage({ service, form }: { service: Service; form: ReactNode }) {
  const { type, name, work, usualJob, dearer, gas, questions } = service
  const prices = usePrices()
  const { rateTiers } = prices
  const usual = mostByRateText(mostByRate(prices, { service: type }))
  return (
    <>
      <Section id="now" title="What to do now" lead="Before the engineer arrives. You won’t need any tools.">
        <Lines of={meanwhile[type]} />
        <p className="mt-4">
          <b>Smell gas?</b> Don’t book. Go outside, call{' '}
          <a href={business.gasEmergency.href} className="whitespace-nowrap">
            {business.gasEmergency.text}
          </a>{' '}
          and <a href={'/gas-emergency' satisfies SitePath}>follow these steps</a>.
        </p>
      </Section>
      <Section id="book" band title={<span id="booking">Book a visit</span>}>
        {form}
      </Section>
      <Section id="work" title="What we do" lazy>
        <Lines of={work} />
        <p className="mt-4">{`Our work is guaranteed for ${guaranteeMonths} months.`}</p>
      </Section>
      <Section id="costs" title="What it usually costs" lazy>
        <p className="max-w-[40em]">
          <b className="block text-2xl">{`${usual} at most`}</b> {usualJob}{' '}
          {`That includes VAT, call-out, time and materials; nights include Sundays and bank holidays. Your price cap depends on your postcode and time, and you’ll never pay more unless you agree to extra work first. ${supplementsText(prices)}`}
        </p>
        <div className="mt-6 grid gap-x-10 gap-y-4 md:grid-cols-2">
          <div>
            <h3 className="text-lg">How we work out your bill</h3>
            <Lines
              of={[
                `Call-out, including the first ${includedMinutes} minutes: ${rateTiers.map(({ name: tier, calloutPence }) => `${poundsText(calloutPence)} (${tier})`).join(', ')}.`,
                `Then we charge for each further ${intervalMinutes} minutes, and for materials at cost plus ${materialsMarkupPercent}%.`,
                `If that comes to less than your price cap, you pay less. If it comes to more, you pay the price cap.`,
                'Parking and the Congestion Charge are added at cost.',
              ]}
            />
          </div>
          <div>
            <h3 className="text-lg">What can cost more</h3>
            <Lines of={dearer} />
          </div>
        </div>
        <p className="mt-4">
          <a href={'/pricing' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            See all prices and work out your bill
          </a>
        </p>
      </Section>
      {gas && (
        <Section id="gas-work" title="Gas work" lazy>
          <p className="max-w-[40em]">{gas}</p>
          <p className="mt-3 max-w-[40em]">{gasSafeCheck}</p>
        </Section>
      )}
      <Section id="faq" title={`${name}: FAQs`} lazy>
        <Questions questions={questions} />
      </Section>
      <Section id="other-jobs" title="Other jobs" lazy>
        <LinkColumns links={servicePages.filter((each) => each.type !== type).map(({ name: label, path: href }) => ({ label, href }))} />
      </Section>
    </>
  )
}

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className="mt-2 border-t-2 border-ink">
    {of.map((line) => (
      <li key={line} className="border-b border-line py-2.5">
        {line}
      </li>
    ))}
  </ul>
)
