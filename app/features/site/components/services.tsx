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
import { customers } from '#content/home.ts'
import { bookingSeconds, bookingSteps, contactMinutes, guaranteeMonths, inWords } from '#content/stated.ts'

export function TrustedBy() {
  return (
    <Section id="trusted-by" lazy title="Who we help" lead="Four kinds of London building, and what goes wrong in them.">
      <Street buildings={customers} />
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
        <ButtonLink look="alarm" href={emergencyPhone.href} className="min-h-[62px] text-2xl">
          <Use id="tel" className="size-[22px] flex-none" />
          {emergencyPhone.text}
        </ButtonLink>
        <ButtonLink href="#book" className="min-h-[62px]">
          {`Book in ${bookingSeconds} sec`}
        </ButtonLink>
      </div>
    </Section>
  )
}

/** The nine problems right below the house: the reader may have water coming through. */
export function Problems() {
  return (
    <nav id="problems" aria-label="Book by problem" className="pt-6">
      <Tiles inOneRow>
        {emergencyTypes.map(({ name }) => (
          <TileLink key={name} href={bookType(name)} title={name} wash={washOf(name)}>
            <img src={drawingFileOf(name)} alt="" loading="lazy" className="size-full" />
          </TileLink>
        ))}
      </Tiles>
    </nav>
  )
}

/** The nine emergency types, each a link that starts a booking. */
export function Services() {
  const prices = usePrices()
  return (
    <Section
      id="services"
      title="What’s happened?"
      lead="Choose your problem and we’ll start your booking. Prices are the most you’ll pay for a typical job, including VAT: by day, on evenings and Saturdays, and on nights, Sundays and bank holidays. Yours depends on your postcode."
    >
      <Tiles inOneRow>
        {emergencyTypes.map(({ name }) => (
          <TileLink
            key={name}
            href={bookType(name)}
            title={name}
            text={mostByRateText(mostByRate(prices, { service: name }))}
            wash={washOf(name)}
          >
            <img src={drawingFileOf(name)} alt="" loading="lazy" className="size-full" />
          </TileLink>
        ))}
      </Tiles>
      <p className="mt-4">
        <a href={'/services' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          What each job involves and costs
        </a>
      </p>
    </Section>
  )
}

export function HowItWorks() {
  return (
    <Section id="how-it-works" lazy title="From your call to your door">
      <RouteLine
        alarm
        stations={[
          { id: 'book', title: 'Call or book', text: `${bookingSeconds} seconds, ${inWords(bookingSteps)} steps. No account.` },
          { id: 'confirm', title: 'We confirm', text: `We call you within ${contactMinutes} minutes.` },
          {
            id: 'way',
            title: 'We’re on the way',
            text: 'Your private link shows your arrival window.',
            mark: <Use id="van" className="h-9 w-[66px]" viewBox="0 0 132 72" />,
          },
          { id: 'fixed', title: 'Fixed, then billed', text: `An itemised bill, and a ${guaranteeMonths}-month guarantee.` },
        ]}
      />
    </Section>
  )
}
