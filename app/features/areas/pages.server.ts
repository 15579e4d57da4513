import { estimateFor } from '#app/features/pricing/rules.ts'
import type { Crumb } from '#app/ui/breadcrumb.tsx'
import { areaPath, type Hub, type HubWords, headingOf, inText, type Locality, type LocalityWords } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import type { BoroughName } from '#content/borough-names.ts'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'

const localityWords = import.meta.glob<LocalityWords>('../../../content/areas/localities/*.ts', { eager: true, import: 'default' })
const hubWords = import.meta.glob<HubWords>('../../../content/areas/hubs/*.ts', { eager: true, import: 'default' })

/** A hub without words does not start: the list and the files are one (content/areas.test.ts). */
function wordsOf({ slug }: Hub): HubWords {
  const words = hubWords[`../../../content/areas/hubs/${slug}.ts`]
  if (!words) throw new Error(`content/areas/hubs/${slug}.ts is missing`)
  return words
}

/** A place that a page leads to: one with a page of its own, or a part of the hub's own page. */
export interface NamedPlace {
  id: string
  name: string
  postcode: string
  text: string
  href?: string
}

/** A street nameplate that leads to a place. */
export interface PlaceLink {
  name: string
  postcode: string
  href: string
}

/** What the usual job of a type costs in a borough, VAT included. */
export interface AreaEstimate {
  service: string
  amountPence: number
}

/** All of a locality's page but its facts' sources (specification 2 section 2). undefined: there is no such place. */
export function readLocalityPage(slug: string) {
  const place = localities.find((one) => one.slug === slug)
  const words = localityWords[`../../../content/areas/localities/${slug}.ts`]
  if (!place || !words) return undefined
  const { facts, nearby, streets, ...own } = words
  return {
    place,
    words: own,
    crumbs: crumbsOf(place),
    /** For the footer. */
    coverage: `In ${headingOf(place)} we come to ${list(streets)}, and every street between them.`,
    estimates: estimatesIn(place.borough),
    nearby: nearby.flatMap((near): PlaceLink[] => localities.filter((one) => one.slug === near).map(placeLink)),
  }
}

export type LocalityPageView = NonNullable<ReturnType<typeof readLocalityPage>>

/** All of a hub's page but its facts' sources. undefined: there is no such hub. */
export function readHubPage(slug: string) {
  const hub = hubs.find((one) => one.slug === slug)
  if (!hub) return undefined
  const { facts, lines, ...own } = wordsOf(hub)
  return {
    hub,
    words: own,
    crumbs: [{ label: 'Home', href: '/' }, { label: 'London Locations', href: '/locations' }, { label: headingOf(hub) }] as Crumb[],
    places: placesOf(hub, lines),
    /** For the footer. */
    coverage: `In ${inText(hub)} we come to ${list(placesOf(hub, lines).map(({ name }) => name))}, day and night.`,
    others: hubs.filter((one) => one !== hub).map(({ slug: other, name }) => ({ name, href: areaPath(other) })),
  }
}

export type HubPageView = NonNullable<ReturnType<typeof readHubPage>>

/** A part of London, with its places. */
export interface PartOfLondon {
  id: string
  name: string
  href: string
  lead: string
  places: PlaceLink[]
}

/** The places of each part of London, as `/locations` lists them, and the boroughs of the map that they lie in. */
export function readLocations(): { parts: PartOfLondon[]; districts: string[] } {
  const parts = hubs.map((hub) => ({
    id: hub.slug,
    name: headingOf(hub),
    href: areaPath(hub.slug),
    lead: wordsOf(hub).pitch,
    places: placesOf(hub, wordsOf(hub).lines).map(({ id, name, postcode, href = `${areaPath(hub.slug)}#${id}` }) => ({
      name,
      postcode,
      href,
    })),
  }))
  return { parts, districts: [...new Set(localities.map(({ district }) => district))] }
}

function placesOf(hub: Hub, lines: HubWords['lines']): NamedPlace[] {
  return hub.areas.map((area) => {
    if ('id' in area) {
      const { source, ...shown } = area
      return shown
    }
    const text = lines[area.slug] ?? ''
    const place = localities.find(({ slug }) => slug === area.slug)
    if (place) return { id: area.slug, text, ...placeLink(place) }
    const other = hubs.find(({ slug }) => slug === area.slug)
    return { id: area.slug, name: other?.name ?? area.slug, postcode: other?.code ?? '', text, href: areaPath(area.slug) }
  })
}

/** Home, part of London, place; some name the index of all parts too (specification 2 section 2, locality pages). */
function crumbsOf(place: Locality): Crumb[] {
  const hub = hubs.find(({ slug }) => slug === place.hub)
  return [
    { label: 'Home', href: '/' },
    ...(place.longBreadcrumb ? [{ label: 'London Locations', href: '/locations' }] : []),
    ...(hub ? [{ label: headingOf(hub), href: areaPath(hub.slug) }] : []),
    { label: place.crumb ?? place.name },
  ]
}

const list = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)

const placeLink = ({ slug, name, postcode }: Locality): PlaceLink => ({ name, postcode, href: areaPath(slug) })

const estimatesIn = (borough: BoroughName): AreaEstimate[] => {
  const multiplierPercent = boroughs.find(({ name }) => name === borough)?.multiplierPercent ?? 100
  return emergencyTypes.map(({ name }) => ({ service: name, amountPence: estimateFor(name, borough, multiplierPercent).estimatePence }))
}
