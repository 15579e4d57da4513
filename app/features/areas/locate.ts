import { normalisePostcode } from '#app/platform/uk.ts'
import { type BoroughName, boroughNames } from '#content/borough-names.ts'
import { boroughOfPostcode, boroughs } from '#content/boroughs.ts'

/** A customer's place, as needed for price and travel. */
export interface Place {
  /** Normalised, or as typed if it couldn't be read. */
  postcode: string
  borough: string | null
  multiplierPercent: number
  /** Known to be in the boroughs we cover, by its postcode or by a borough's name. */
  inArea: boolean
  /** False if the typed text is no postcode. */
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
 * The place described by a postcode and a chosen borough: the postcode beats the borough, and its exact district (from a look-up service)
 * beats our table; an unknown one has multiplier 1.0. The borough is always one of the price list, never typed text, since it is shown in
 * public. `served`: the boroughs we cover; all of them unless the owner has switched some off.
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

/** 'SW1', 'W1', 'EC1': a central district without its last letter. We cover it, but it doesn't say which borough. */
const isCutShort = (postcode: string) =>
  !boroughOfPostcode(postcode) &&
  boroughs.some(({ prefixes }) => prefixes.some((prefix) => /^[A-Z]$/.test(prefix.slice(postcode.length)) && prefix.startsWith(postcode)))

/** Why staff must talk to the customer before an engineer sets off: the place is outside our boroughs, or unclear. */
export function areaDoubt({ inArea, postcode }: { inArea: 0 | 1; postcode: string }): 'outside' | 'unknown' | undefined {
  if (inArea === 1) return undefined
  return normalisePostcode(postcode) ? 'outside' : 'unknown'
}

export const isBoroughName = (name: string): boolean => boroughNamed(name) !== undefined

function boroughNamed(name: string) {
  const wanted = otherNames.get(name.toLowerCase()) ?? name
  return boroughs.find((borough) => borough.name.toLowerCase() === wanted.toLowerCase())
}
