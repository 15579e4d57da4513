import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Use } from '#app/ui/drawings/symbols.tsx'
import { washOf } from '#app/ui/drawings/washes.ts'
import { RouteLine } from '#app/ui/route-line.tsx'
import { Section } from '#app/ui/section.tsx'
import { Street } from '#app/ui/street.tsx'
import { TileLink, Tiles } from '#app/ui/tile-links.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { bookType, drawingFileOf, emergencyTypes } from '#content/emergency-types.ts'
import type { TierId } from '#content/fees.ts'
import { customers } from '#content/home.ts'
import { poundsText } from '#content/money.ts'
import { bookingSeconds, bookingSteps, contactMinutes, inWordsFirst } from '#content/stated.ts'

export function TrustedBy() {
  return (
    <Section id="trusted-by" small lazy title="Who we help">
      <Street small buildings={customers} />
    </Section>
  )
}

export function CallToAction() {
  const { emergencyPhone } = useDetails()
  return (
    <Section
      id="call"
      band
      title="Water coming through? Call before you read on."
      lead="A real person answers, helps you find the stopcock and sends an engineer."
    >
      <div className="flex flex-wrap gap-3">
        {/* On small screens both are in the bar, if it stays in view. */}
        <ButtonLink look="alarm" href={emergencyPhone.href} className="min-h-[62px] text-2xl tall:max-lg:hidden">
          <Use id="tel" className="size-[22px] flex-none" />
          {emergencyPhone.text}
        </ButtonLink>
        <ButtonLink href="#book" className="hidden min-h-[62px] lg:inline-flex">
          {`Book in ${bookingSeconds} sec`}
        </ButtonLink>
      </div>
    </Section>
  )
}

/** The nine emergency types, each a link that starts a booking. `tier`: the rate of the next visit, if it is known. */
export function Services({ tier }: { tier: TierId | undefined }) {
  const prices = usePrices()
  const most = emergencyTypes.map(({ name }) => {
    const byRate = mostByRate(prices, { service: name })
    return tier ? poundsText(byRate[tier]) : mostByRateText(byRate)
  })
  // At night it is the call-out, whatever the job.
  const [same] = new Set(most).size === 1 ? most : []
  return (
    <Section
      id="services"
      title="Emergency services"
      lead={`The most you’ll pay for a typical job${tier ? ' with our next visit' : ''}${same ? `: ${same}` : ''}. Yours depends on your postcode.`}
    >
      <Tiles inOneRow>
        {emergencyTypes.map(({ name }, at) => (
          <TileLink key={name} href={bookType(name)} title={name} text={same ? undefined : most[at]} wash={washOf(name)}>
            <img src={drawingFileOf(name)} alt="" loading="lazy" className="size-full" />
          </TileLink>
        ))}
      </Tiles>
      <p className="mt-2">
        <a href={'/services' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          What each job involves and costs
        </a>
      </p>
    </Section>
  )
}

export function HowItWorks() {
  return (
    <Section id="how-it-works" small lazy title="From your call to your door">
      <RouteLine
        alarm
        stations={[
          { id: 'book', title: 'Call or book', text: `${inWordsFirst(bookingSteps)} steps. No account.` },
          { id: 'confirm', title: 'We confirm', text: `We call you within ${contactMinutes} minutes.` },
          {
            id: 'way',
            title: 'We’re on the way',
            text: 'Your private link shows your arrival window.',
            mark: <Use id="van" className="h-9 w-[66px]" viewBox="0 0 132 72" />,
          },
          { id: 'fixed', title: 'Fixed, then billed', text: 'An itemised bill, and our guarantee.' },
        ]}
      />
    </Section>
  )
}
