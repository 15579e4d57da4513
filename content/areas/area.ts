import type { BoroughName } from '../borough-names.ts'

/** Kinds of buildings, as the drawings of `app/ui/drawings/street-*.svg` show them. */
export const buildingKinds = [
  'terrace',
  'stucco',
  'flats',
  'mansion',
  'tower',
  'office',
  'shop',
  'market',
  'warehouse',
  'arches',
  'institution',
  'chambers',
] as const
type BuildingKind = (typeof buildingKinds)[number]

export interface Question {
  question: string
  answer: string
}

/** Fragment of a page's booking block; every page answers to both */
type BookingAnchor = 'book' | 'booking'

/** The area of a service, for search engines: a circle around the page's coordinates, or a place by its name. */
type ServiceArea = { radiusMetres: number } | { place: string }

interface Coordinates {
  latitude: number
  longitude: number
}

/** A page about a place. Its address is `/plumbers-{slug}`. */
interface AreaPage {
  slug: string
  name: string
  anchor: BookingAnchor
  /** Target response in minutes stated by the owner. Without one: under 60, as everywhere. */
  responseMinutes?: number
  coordinates: Coordinates
  serviceArea: ServiceArea
}

export interface Locality extends AreaPage {
  /** The outward code. */
  postcode: string
  /** The part of London that its breadcrumb leads through. */
  hub: string
  /** The borough whose prices apply. */
  borough: BoroughName
  /** The brick of the map (`content/borough-map.ts`) that it lies in. */
  district: string
  /** Home, London Locations, part, place; others leave out the second. */
  longBreadcrumb?: boolean
  /** In the breadcrumb; its name otherwise. */
  crumb?: string
  /** Specialties in its structured data. */
  specialties?: readonly string[]
  /** The chat number is on the call button (Bunhill Fields). */
  callsChatNumber?: boolean
}

/** One of the places that a hub page names: a page of its own, or an anchor on the hub. */
type HubArea = { slug: string } | { id: string; name: string; postcode: string; text: string }

export interface Hub extends AreaPage {
  /** Its stated minutes are an average (the City). */
  isAverage?: boolean
  /** In red on its nameplate. */
  code: string
  /** Used if another page has the same name. */
  heading?: string
  /** In running text, if it needs an article. */
  inText?: string
  /** Its places in the order of its page. */
  areas: readonly HubArea[]
  /** The bricks of the map that it lies in. */
  districts: readonly string[]
  /** Outward codes, as the page names them. */
  postcodes: readonly string[]
}

/** A section of a page with its own heading: a text, points, or both. */
export interface Specialist {
  id: string
  title: string
  text: string
  points?: readonly string[]
}

/**
 * Texts that both kinds of page have; `{lateCredit}` in them is the amount off the bill for a late arrival. Sources of the facts are in
 * `docs/sources`.
 */
interface AreaWords {
  /** For search results: at most 160 characters, with the name and what we do. */
  description: string
  keywords: readonly string[]
  /** One or two sentences under the heading. */
  pitch: string
  /** Five; the stated response is the first. */
  sellingPoints: readonly string[]
  specialists: readonly Specialist[]
  questions: readonly Question[]
}

/** The words of a locality's page. */
export interface LocalityWords extends AreaWords {
  /** The street on the nameplate. */
  street: string
  /** Over the buildings. */
  buildingsTitle: string
  buildings: readonly { kind: BuildingKind; title: string; text: string }[]
  /** Heading of the part on arrival. */
  arrivalTitle: string
  /** Parking, the Congestion Charge, and getting in. */
  arrival: { parking: string; congestion: string; access: string }
  streets: readonly string[]
  /** Three points, on some pages. */
  whyUs?: readonly string[]
  /** Slugs of places around. */
  nearby: readonly string[]
}

/** The words of a hub's page. */
export interface HubWords extends AreaWords {
  /** Over the list of its places. */
  areasTitle: string
  /** A line about each place with a page of its own, by slug. */
  lines: Readonly<Record<string, string>>
}

export const areaPath = (slug: string): string => `/plumbers-${slug}`

/** Returns a place's name for lists and titles: with its outward code, since names repeat. */
export const headingOf = (area: Locality | Hub): string =>
  'postcode' in area ? `${area.name} ${area.postcode}` : (area.heading ?? area.name)

/** The same in a sentence. */
export const inText = (area: Locality | Hub): string => ('inText' in area && area.inText ? area.inText : headingOf(area))
