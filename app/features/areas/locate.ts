import { normalisePostcode } from '#app/platform/uk.ts'
import { type BoroughName, boroughNames } from '#content/borough-names.ts'
import { boroughOfPostcode, boroughs } from '#content/boroughs.ts'

/** Where someone lives, as far as price and travel need it. */
export interface Place {
  /** Normalised, or as typed when it could not be read. */
  postcode: string
  borough: string | null
  multiplierPercent: number
  /** Known to be in the boroughs that are served, by its postcode or by a borough's name. */
  inArea: boolean
  /** false: something was typed that is no postcode. */
  postcodeRead: boolean
}

/** Names people use for parts of the boroughs of the price list. */
const otherNames = new Map<string, BoroughName>([
  ['city of london', 'Central London'],
  ['city', 'Central London'],
  ['kensington', 'Central London'],
  ['kensington and chelsea', 'Central London'],
  ['kensington & chelsea', 'Central London'],
  ['hammersmith', 'Central London'],
  ['hammersmith and fulham', 'Central London'],
  ['hammersmith & fulham', 'Central London'],
  ['brixton', 'Lambeth'],
  ['barking and dagenham', 'Barking'],
  ['richmond upon thames', 'Richmond'],
  ['kingston upon thames', 'Kingston'],
])

/**
 * The place that a postcode and a chosen borough describe: the postcode beats the borough, its exact district (where a look-up
 * service named it) beats our table; unknown has multiplier 1.0. The borough is always one of the price list, whatever was typed: it is
 * shown in public. `served`: the boroughs that we come to; all of them unless the owner has switched some off.
 */
export function locate(postcodeTyped: string, boroughChosen: string, district?: string, served: readonly string[] = boroughNames): Place {
  const read = normalisePostcode(postcodeTyped)
  const isCentral = read !== undefined && isCutShort(read)
  const postcode = isCentral ? undefined : read
  const byPostcode = district ? boroughNamed(district) : postcode ? boroughOfPostcode(postcode) : undefined
  const byName = boroughNamed(boroughChosen)
  const known = byPostcode ?? (postcode ? undefined : byName)
  return {
    postcode: postcode ?? postcodeTyped,
    borough: known?.name ?? null,
    multiplierPercent: known?.multiplierPercent ?? 100,
    inArea: known ? served.includes(known.name) : isCentral,
    postcodeRead: postcodeTyped === '' || postcode !== undefined,
  }
}

/** 'SW1', 'W1', 'EC1': a central district without its last letter. It lies in our boroughs, but does not say in which. */
const isCutShort = (postcode: string) =>
  !boroughOfPostcode(postcode) &&
  boroughs.some(({ prefixes }) => prefixes.some((prefix) => /^[A-Z]$/.test(prefix.slice(postcode.length)) && prefix.startsWith(postcode)))

/** Why no one drives to a booking's place before it has been talked about: it is outside our boroughs, or no one knows where it is. */
export function areaDoubt({ inArea, postcode }: { inArea: 0 | 1; postcode: string }): 'outside' | 'unknown' | undefined {
  if (inArea === 1) return undefined
  return normalisePostcode(postcode) ? 'outside' : 'unknown'
}

/** Whether a borough goes by this name, its own or another. */
export const isBoroughName = (name: string): boolean => boroughNamed(name) !== undefined

function boroughNamed(name: string) {
  const wanted = otherNames.get(name.toLowerCase()) ?? name
  return boroughs.find((borough) => borough.name.toLowerCase() === wanted.toLowerCase())
}
