import { estimateFor } from '#app/features/pricing/rules.ts'
import type { Crumb } from '#app/ui/breadcrumb.tsx'
import { areaPath, type Hub, type HubWords, headingOf, type Locality, type LocalityWords } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import type { BoroughName } from '#content/borough-names.ts'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'

const localityWords = import.meta.glob<LocalityWords>('../../../content/areas/localities/*.ts', { eager: true, import: 'default' })
const hubWords = import.meta.glob<HubWords>('../../../content/areas/hubs/*.ts', { eager: true, import: 'default' })

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
  const { facts, nearby, ...own } = words
  return {
    place,
    words: own,
    crumbs: crumbsOf(place),
    estimates: estimatesIn(place.borough),
    nearby: nearby.flatMap((near): PlaceLink[] => localities.filter((one) => one.slug === near).map(placeLink)),
  }
}

export type LocalityPageView = NonNullable<ReturnType<typeof readLocalityPage>>

/** All of a hub's page but its facts' sources. undefined: there is no such hub. */
export function readHubPage(slug: string) {
  const hub = hubs.find((one) => one.slug === slug)
  const words = hubWords[`../../../content/areas/hubs/${slug}.ts`]
  if (!hub || !words) return undefined
  const { facts, lines, ...own } = words
  return {
    hub,
    words: own,
    crumbs: [{ label: 'Home', href: '/' }, { label: 'London Locations', href: '/locations' }, { label: headingOf(hub) }] as Crumb[],
    places: placesOf(hub, lines),
    others: hubs.filter((one) => one !== hub).map(({ slug: other, name }) => ({ name, href: areaPath(other) })),
  }
}

export type HubPageView = NonNullable<ReturnType<typeof readHubPage>>

/** Every place by part of London, each once, as `/locations` lists them. */
export function readLocations() {
  return hubs.map((hub) => ({
    id: hub.slug,
    name: headingOf(hub),
    href: areaPath(hub.slug),
    places: [
      ...localities.filter((place) => place.hub === hub.slug).map(placeLink),
      ...hub.areas.flatMap((area) =>
        'id' in area ? [{ name: area.name, postcode: area.postcode, href: `${areaPath(hub.slug)}#${area.id}` }] : [],
      ),
    ],
  }))
}

function placesOf(hub: Hub, lines: HubWords['lines']): NamedPlace[] {
  return hub.areas.map((area) => {
    if ('id' in area) return area
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

const placeLink = ({ slug, name, postcode }: Locality): PlaceLink => ({ name, postcode, href: areaPath(slug) })

const estimatesIn = (borough: BoroughName): AreaEstimate[] => {
  const multiplierPercent = boroughs.find(({ name }) => name === borough)?.multiplierPercent ?? 100
  return emergencyTypes.map(({ name }) => ({ service: name, amountPence: estimateFor(name, borough, multiplierPercent).estimatePence }))
}
