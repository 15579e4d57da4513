import { type MostByRate, mostByRate } from '#app/features/pricing/most-by-rate.ts'
import { listText } from '#app/platform/list-text.ts'
import type { Crumb } from '#app/ui/breadcrumb.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import {
  areaPath,
  type Hub,
  type HubWords,
  headingOf,
  inText,
  type Locality,
  type LocalityWords,
  type Question,
} from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import type { BoroughName } from '#content/borough-names.ts'
import { boroughs } from '#content/boroughs.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import { billingTerms } from '#content/fees.ts'
import { calloutTexts, lateCredit, type PriceList } from '#content/price-list.ts'

const localityWords = wordsBySlug(
  import.meta.glob<LocalityWords>('../../../content/areas/localities/*.ts', { eager: true, import: 'default' }),
)
const hubWords = wordsBySlug(import.meta.glob<HubWords>('../../../content/areas/hubs/*.ts', { eager: true, import: 'default' }))

/** The words of a place by its slug. Every listed place has some (content/areas.test.ts). */
function wordsBySlug<Words>(files: Record<string, Words>): (slug: string) => Words {
  const words = new Map(Object.entries(files).map(([file, one]) => [file.replace(/^.*\/|\.ts$/g, ''), one]))
  return (slug) => {
    const found = words.get(slug)
    if (!found) throw new Error(`content/areas has no text for ${slug}`)
    return found
  }
}

/** The words with the amount where `{lateCredit}` is. */
const withPrices = <Words>(words: Words, prices: PriceList): Words =>
  JSON.parse(JSON.stringify(words).replaceAll('{lateCredit}', lateCredit(prices)))

/** A place that a page links to: one with its own page, or a section of the hub's page. */
interface NamedPlace {
  id: string
  name: string
  postcode: string
  text: string
  href?: string
}

/** A street nameplate that links to a place. */
export interface PlaceLink {
  name: string
  postcode: string
  href: string
}

/** The most that the usual job of a type costs in a borough, VAT included. */
export interface AreaEstimate {
  service: EmergencyTypeName
  most: MostByRate
}

/** Everything on the page of a place, by its slug; undefined if there is no such place. */
export function readAreaPage(slug: string, prices: PriceList): LocalityPageView | HubPageView | undefined {
  const place = localities.find((one) => one.slug === slug)
  if (place) return localityPage(place, prices)
  const hub = hubs.find((one) => one.slug === slug)
  return hub && hubPage(hub, prices)
}

export type LocalityPageView = ReturnType<typeof localityPage>
export type HubPageView = ReturnType<typeof hubPage>

/** A locality's page. */
function localityPage(place: Locality, prices: PriceList) {
  const { nearby, streets, street, ...words } = withPrices(localityWords(place.slug), prices)
  return {
    kind: 'locality' as const,
    area: place,
    words: { ...words, questions: [calloutQuestion(`${place.name} ${place.postcode}`, prices), ...words.questions] },
    crumbs: localityCrumbs(place),
    plate: { name: street, code: place.postcode, note: place.district },
    /** For the footer. */
    coverage: `In ${headingOf(place)} we cover ${listText(streets)}, and every street in between.`,
    estimates: estimatesIn(place.borough, prices),
    nearby: nearby.flatMap((near): PlaceLink[] => localities.filter((one) => one.slug === near).map(placeLink)),
  }
}

/** Finds texts about how soon we arrive. */
const speaksOfSpeed = /\btarget\b|\bminutes?\b|arrival window/i
/** The same for answers, where minutes may also be the time that a call-out includes or that a tap runs. */
const promisesTime = /\btarget\b|arrival window|be (there|with you) (in|within)/i

/** The page of a place whose borough we don't cover at the moment: without the words about how soon we arrive. */
export function withoutTargets(view: LocalityPageView): LocalityPageView {
  const { area, words } = view
  const [, ...others] = words.sellingPoints
  const quiet = (text: string) => !speaksOfSpeed.test(text)
  return {
    ...view,
    words: {
      ...words,
      description: `We don’t cover ${inText(area)} ${area.postcode} at the moment. Call us, day or night, and we’ll tell you straight away if an engineer can visit.`,
      sellingPoints: ['Call first: we’ll tell you straight away if an engineer can visit', ...others.filter(quiet)],
      whyUs: words.whyUs?.filter(quiet),
      questions: words.questions.filter(({ question, answer }) => quiet(question) && !promisesTime.test(answer)),
    },
  }
}

/** A hub's page. */
function hubPage(hub: Hub, prices: PriceList) {
  const { lines, ...words } = withPrices(hubWords(hub.slug), prices)
  const places = placesOf(hub, lines)
  return {
    kind: 'hub' as const,
    area: hub,
    words: { ...words, questions: [calloutQuestion(inText(hub), prices), ...words.questions] },
    crumbs: [
      { label: 'Home', href: '/' satisfies SitePath },
      { label: 'London Locations', href: '/locations' satisfies SitePath },
      { label: headingOf(hub) },
    ] as Crumb[],
    plate: { name: hub.name, code: hub.code, note: hub.postcodes.join(' · ') },
    /** For the footer. */
    coverage: `In ${inText(hub)} we cover ${listText(places.map(({ name }) => name))}, day and night.`,
    places,
    others: hubs.filter((one) => one !== hub).map(({ slug, name }) => ({ name, href: areaPath(slug) })),
  }
}

/** The most common questions, answered with the current prices. `where`: 'E1', 'the West End'. */
const calloutQuestion = (where: string, prices: PriceList): Question => ({
  question: `Is there a call-out charge in ${where}?`,
  answer: `Yes: ${calloutTexts(prices)}, depending on the time, including VAT and the first ${billingTerms.includedMinutes} minutes of work.`,
})

/** A part of London, with its places. */
export interface PartOfLondon {
  id: string
  name: string
  href: string
  lead: string
  places: PlaceLink[]
}

/** The places of each part of London, as listed on `/locations`, and the boroughs of the map they are in. */
export function readLocations(): { parts: PartOfLondon[]; districts: string[] } {
  const parts = hubs.map((hub) => ({
    id: hub.slug,
    name: headingOf(hub),
    href: areaPath(hub.slug),
    lead: hubWords(hub.slug).pitch,
    places: placesOf(hub, hubWords(hub.slug).lines).map(({ id, name, postcode, href = `${areaPath(hub.slug)}#${id}` }) => ({
      name,
      postcode,
      href,
    })),
  }))
  return { parts, districts: [...new Set(localities.map(({ district }) => district))] }
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

/** Breadcrumbs: home, part of London, place; some include the index of all parts. */
function localityCrumbs(place: Locality): Crumb[] {
  const hub = hubs.find(({ slug }) => slug === place.hub)
  return [
    { label: 'Home', href: '/' satisfies SitePath },
    ...(place.longBreadcrumb ? [{ label: 'London Locations', href: '/locations' satisfies SitePath }] : []),
    ...(hub ? [{ label: headingOf(hub), href: areaPath(hub.slug) }] : []),
    { label: place.crumb ?? place.name },
  ]
}

const placeLink = ({ slug, name, postcode }: Locality): PlaceLink => ({ name, postcode, href: areaPath(slug) })

const estimatesIn = (borough: BoroughName, prices: PriceList): AreaEstimate[] => {
  const multiplierPercent = boroughs.find(({ name }) => name === borough)?.multiplierPercent ?? 100
  return emergencyTypes.map(({ name }) => ({
    service: name,
    most: mostByRate(prices, { service: name, borough, multiplierPercent }),
  }))
}
