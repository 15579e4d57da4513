import type { ReactNode } from 'react'
import { supplementsText } from '#app/features/pricing/supplement.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { Picture } from '#app/ui/image.tsx'
import { Section } from '#app/ui/section.tsx'
import { Table } from '#app/ui/table.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Specialist } from '#content/areas/area.ts'
import { mapFileOf, mapSize } from '#content/borough-map.ts'
import { poundsText } from '#content/money.ts'
import { responseMinutes as everywhereMinutes } from '#content/stated.ts'
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
  lead?: string
  /** The form. */
  children: ReactNode
}

/** The booking block. */
export function BookHere({ anchor, place, lead, children }: BookHereProps) {
  const title = <span id={anchor === 'book' ? 'booking' : 'book'}>Book a plumber in {place}</span>
  return (
    <Section id={anchor} band title={title} lead={lead}>
      {children}
    </Section>
  )
}

/** The target response next to the guaranteed arrival time. `where`: 'in E1'. */
export const bookLead = (where: string, responseMinutes: number | undefined, lateCredit: string): string =>
  `We aim to be with you in ${responseMinutes ?? `under ${everywhereMinutes}`} minutes ${where}. What we promise is the arrival window you get when you book: if we miss it, you get ${lateCredit} off.`

/** The estimates of the nine types in a borough. */
export function Estimates({ borough, estimates }: { borough: string; estimates: AreaEstimate[] }) {
  const supplements = supplementsText(usePrices())
  return (
    <div>
      <Table
        caption={`The most you’ll pay in ${borough}, including VAT`}
        head={['The most you’ll pay', 'Day', 'Evening, Saturday', 'Night, Sunday']}
        rows={estimates.map(({ service, most }) => ({
          id: service,
          cells: [service, poundsText(most.day), poundsText(most.evening), poundsText(most.night)],
        }))}
      />
      <p className="mt-2 text-sm">{`In ${borough}, including VAT, plus parking and the Congestion Charge at cost.`}</p>
      {supplements && <p className="mt-2 text-sm">{supplements}</p>}
      <a href={'/services' satisfies SitePath} className="inline-flex min-h-11 items-center">
        What each job involves
      </a>
    </div>
  )
}

/** Rows of a name and its text. */
export function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="border-t-2 border-ink">
      {rows.map(([name, text]) => (
        <div key={name} className="gap-4 border-b border-line py-3 md:grid md:grid-cols-[14em_1fr]">
          <dt className="font-bold">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The brick map with these boroughs in red: an image, since it is below the fold of a full page (scripts/make-images.mjs). A script lays links over its bricks. */
export function AreaMap({ districts }: { districts: readonly string[] }) {
  return (
    <a href={'/locations' satisfies SitePath} className="block">
      <Picture src={mapFileOf(districts)} {...mapSize} alt={`Map of London’s boroughs: ${districts.join(', ')} in red`} />
    </a>
  )
}
