import type { ReactNode } from 'react'
import { JobPrices } from '#app/features/pricing/job-prices.tsx'
import { supplementsText } from '#app/features/pricing/supplement.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { Picture } from '#app/ui/image.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Specialist } from '#content/areas/area.ts'
import { mapFileOf, mapSize } from '#content/borough-map.ts'
import type { AreaEstimate } from '../pages.server.ts'

/** The area's particular problems, each a text beside its points. */
export function Specialists({ sections }: { sections: readonly Specialist[] }) {
  return sections.map(({ id, title, text, points }) => (
    <Section key={id} id={id} title={title} lazy>
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        <p>{text}</p>
        {points && (
          <ul className="border-t-2 border-ink">
            {points.map((point) => (
              <li key={point} className="border-b border-line py-2.5">
                {point}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  ))
}

interface BookHereProps {
  /** Both anchors lead here; this is the section's own id. */
  anchor: 'book' | 'booking'
  place: string
  /** The form. */
  children: ReactNode
}

/** The booking block. */
export function BookHere({ anchor, place, children }: BookHereProps) {
  const title = <span id={anchor === 'book' ? 'booking' : 'book'}>{`Book a plumber in ${place}`}</span>
  return (
    <Section id={anchor} band title={title}>
      {children}
    </Section>
  )
}

/** The estimates of the nine types in a borough. */
export function Estimates({ borough, estimates }: { borough: string; estimates: AreaEstimate[] }) {
  const supplements = supplementsText(usePrices())
  return (
    <div>
      <p className="mb-2">{`The most you’ll pay for a typical job in ${borough}, including VAT, plus parking and the Congestion Charge at cost.`}</p>
      <JobPrices caption={`The most you’ll pay in ${borough}, including VAT`} jobs={estimates} />
      {supplements && <p className="mt-2 text-sm">{supplements}</p>}
      <a href={'/services' satisfies SitePath} className="inline-flex min-h-11 items-center">
        What each job involves
      </a>
    </div>
  )
}

/** The brick map with these boroughs in red, as an image (scripts/make-images.mjs): it is far down a full page. A script adds its links. */
export function AreaMap({ districts }: { districts: readonly string[] }) {
  return (
    <a href={'/locations' satisfies SitePath} className="block">
      <Picture src={mapFileOf(districts)} {...mapSize} alt={`Map of London’s boroughs: ${districts.join(', ')} in red`} />
    </a>
  )
}
