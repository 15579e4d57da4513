import { listText } from '#app/platform/list-text.ts'
import { useBoroughs } from '#app/platform/published-context.ts'
import { BrickMap, MapKey } from '#app/ui/drawings/brick-map.tsx'
import { LinkColumns } from '#app/ui/link-columns.tsx'
import { Section } from '#app/ui/section.tsx'
import { bookInBorough, coverageIn } from '#content/coverage.ts'
import type { PartOfLondon } from '../pages.server.ts'
import { Nameplates } from './nameplates.tsx'

/** Every place by part of London, then the boroughs with their map; `districts` are the boroughs that they lie in. */
export function LocationsPage({ parts, districts }: { parts: PartOfLondon[]; districts: string[] }) {
  const boroughs = useBoroughs()
  return (
    <>
      {parts.map(({ id, name, href, lead, places }) => (
        <Section
          key={id}
          id={id}
          title={
            <a href={href} className="inline-flex min-h-11 items-center">
              {name}
            </a>
          }
          lead={lead}
        >
          <Nameplates places={places} />
        </Section>
      ))}
      <Section
        id="boroughs"
        title="Everywhere else"
        lead="Tap your borough on the map or in the list. Enter your postcode and you’ll see your price before you book."
      >
        <BrickMap
          boroughs={boroughs}
          lit={districts}
          label={`London’s boroughs and the City, drawn as bricks. We have pages about places in ${listText(districts)}`}
        />
        <MapKey lit="Has places with their own page, above" />
        <LinkColumns links={coverageIn(boroughs).map(([label, borough]) => ({ label, href: bookInBorough(borough) }))} />
      </Section>
    </>
  )
}
